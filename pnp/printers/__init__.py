"""Printers as they are: where one lays the back side, measured on paper, and how to correct it."""
