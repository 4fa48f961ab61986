"""The kinds of component: deck, tile, token, standee, board, box, die; one module each."""
