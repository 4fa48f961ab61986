"""Kinds of component: each says which faces, outlines and creases its rows have."""
