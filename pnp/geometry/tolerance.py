"""Tolerances: by how many millimetres two lengths or points may differ and still count as equal.

A preflight rule that allows for hands, eyes or rounded numbers defines its own tolerance beside its
limit; so does the proof, for the numbers that it reads back.
"""

ROUNDING = 1e-6
"""More than the error of adding floats, which must not cost a column of cards or a line of text."""

SAVED = 0.01
"""Editors round to this when they save: points and sizes that differ by less are equal."""

ALONG_EDGE = 0.1
"""An outline this close to an edge is meant to run along it: hands draw no more exactly."""
