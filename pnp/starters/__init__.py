"""Small finished games to begin with: what ``pnp new`` copies, a folder for each.

In their files and names ``my-game`` stands for the key of the new game.
"""
