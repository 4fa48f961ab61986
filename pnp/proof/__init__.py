"""The finished PDF, read back and compared with the plan."""
