"""The kinds of component: deck, tile, token, standee, board, box, die and more, by module.

README.md in this folder shows how to add one.
"""
