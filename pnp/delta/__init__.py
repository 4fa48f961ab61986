"""What differs between two kits of a game: which old cards to throw away, to keep, and to print."""
