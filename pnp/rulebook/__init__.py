"""The rulebook as a contract: facts with expressions, their evaluation, and why one is broken.

``contract`` loads rulebook.yaml, ``grammar`` parses its expressions, ``judge`` checks every fact,
``explain`` finds the reasons of a broken one, and ``report`` writes the results.
"""
