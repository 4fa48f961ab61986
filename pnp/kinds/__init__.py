"""The kinds of component: deck, tile, token, standee, board, box, die; a module for each.

README.md in this folder shows how to add one.
"""
