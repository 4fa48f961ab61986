"""The plan held against the game, and the finished PDF read back and compared with the plan."""
