"""By how many millimetres things may be off and still be taken as equal.

A rule of preflight that allows for hands, eyes or rounded figures names its own tolerance beside
the figure that it is about; the proof has one for what it reads back.
"""

ROUNDING = 1e-6
"""The error of adding fractions: it costs no column of cards, no line of text, no mark."""

SAVED = 0.01
"""What editors round to when they save: points that are closer are one, sizes are equal."""

ALONG_EDGE = 0.1
"""Beside an edge an outline is still drawn along it: hands are no finer."""
