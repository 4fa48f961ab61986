"""Data files become a Game: game.yaml, tables and rulebook, every value with its place."""
