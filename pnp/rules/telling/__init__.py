"""What a check found and what a fact means, in words for people and data for scripts."""
