"""Data files become a Game: game.yaml, tables, every value with its file, line and column."""
