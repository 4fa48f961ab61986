"""The language of facts: Python's expressions cut down, evaluated over the kit under a budget."""
