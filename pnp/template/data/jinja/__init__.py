"""Jinja with nothing but data in it: the one door to Jinja."""
