"""The live view: a page on this machine that shows every face, and redraws what was saved.

``desk`` keeps a game drawn, ``watch`` tells it what was saved, ``server`` shows it to browsers on
the same machine. ``page/`` is the page itself: one document, one style sheet, one script.
"""
