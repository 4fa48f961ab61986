"""The rulebook as a contract: facts, their expressions, and why one is broken."""
