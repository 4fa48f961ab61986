"""What facts may ask of a kit: counts, tallies, chances, boards, and how pieces are drawn."""
