"""Broken input: files of a small project are damaged at random, and commands run over them."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy starts threads
