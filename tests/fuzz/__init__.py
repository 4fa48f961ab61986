"""Broken input: files of a small project are damaged at random, and commands run over them."""
