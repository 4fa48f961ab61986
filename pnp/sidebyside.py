"""Several pieces of work side by side: one process a core, each piece in one of them."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def side_by_side(work: Callable[[T], R], pieces: Sequence[T]) -> Iterator[R]:
    """Yield what the work gives for each piece, in the order given; one alone is done right here.

    Work, pieces and results cross from process to process. What the work raises is raised here in
    the piece's turn.
    """
    workers = min(len(pieces), os.cpu_count() or 1)
    if workers < 2:
        yield from map(work, pieces)
        return
    from concurrent.futures import ProcessPoolExecutor  # takes longer to load than a small piece

    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(work, pieces)
