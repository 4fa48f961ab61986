"""What there is in a kit and what a hand of it holds, as tables."""
