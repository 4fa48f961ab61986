"""The live view: a page on this machine that shows every face, and redraws what was saved.

``desk`` keeps a game drawn: ``pictures`` has what browsers may ask for, ``entries`` what they are
told of pieces and findings, ``checks`` what the rules say. ``watch`` tells the desk what was saved,
``server`` shows it to browsers on the same machine, and ``live`` is the command. ``page/`` is the
page itself: one document, one style sheet, one script.
"""
