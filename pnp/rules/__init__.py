"""The rulebook as a contract: facts, their expressions, and what breaks them."""
