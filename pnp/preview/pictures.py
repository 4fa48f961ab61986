"""The pictures that browsers may ask for: pages by the digest of their drawing."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

from pnp.base.slotted import slotted
from pnp.export.svg import SvgWriter
from pnp.geometry.plane import Size
from pnp.kit import gc_paused
from pnp.scene.page import Page
from pnp.scene.sameness import Contents, look

GENERATIONS = 3
"""For how many redraws an old picture can still be asked for, by a tab that is slow."""

MOST_WRITTEN = 2000
"""How many pictures are kept as SVG text; others are written again when they are asked for."""


@slotted(frozen=False)
class _Offered:
    page: Page
    writer: SvgWriter
    seen: int


class Pictures:
    """The pictures on offer, written as SVG on the first request; for several threads.

    ``writer`` writes those offered from now on. An older one keeps the writer, and with it the
    fonts, that it was drawn with: they may be gone from the disk. ``asked`` is when the last one
    was asked for, or was ready, by the clock ``time.monotonic``.
    """

    def __init__(self) -> None:
        self.writer: SvgWriter | None = None
        self.asked = 0.0
        self._offered: dict[str, _Offered] = {}
        self._hurried = False
        self._early: dict[tuple[Contents, Size], str] = {}
        self._names: dict[str, str] = {}
        self._written: OrderedDict[str, str] = OrderedDict()
        self._lock = Lock()

    def offer(self, nodes: Contents, size: Size, page: Callable[[], Page], redraw: int) -> str:
        """Let browsers ask for a drawing on a page of a size in millimetres; return its name."""
        name = self._early_name(nodes, size) if self._hurried else self._name(nodes, size)
        with self._lock:
            offered = self._offered.get(name)
            if offered is not None:
                offered.seen = redraw
            elif self.writer is not None:
                self._offered[name] = _Offered(page(), self.writer, redraw)
        return name

    @contextmanager
    def hurried(self) -> Iterator[None]:
        """Name what is offered meanwhile by a number, which costs nothing.

        Its digest, a tenth of the work of drawing, is found when the next pictures are offered, and
        stands for that name from then on.
        """
        self._hurried = True
        try:
            yield
        finally:
            self._hurried = False

    def _early_name(self, nodes: Contents, size: Size) -> str:
        return self._early.setdefault((nodes, size), f"early-{len(self._early)}")

    def _name(self, nodes: Contents, size: Size) -> str:
        for drawing, name in self._early.items():
            self._names.setdefault(_digest(*drawing), name)
        self._early.clear()
        digest = _digest(nodes, size)
        return self._names.get(digest, digest)

    def keep(self, digests: Iterable[str | None], redraw: int) -> None:
        """Go on offering pictures that are no longer drawn, if they still are on offer."""
        with self._lock:
            for digest in digests:
                if digest in self._offered:
                    self._offered[digest].seen = redraw

    def forget(self, redraw: int) -> None:
        """Drop the pictures that have not been shown for some redraws."""
        with self._lock:
            old = [d for d, shown in self._offered.items() if shown.seen <= redraw - GENERATIONS]
            for digest in old:
                del self._offered[digest]
                self._written.pop(digest, None)

    def svg(self, digest: str) -> str | None:
        """Return a picture as an SVG file, None for a digest that is not on offer."""
        self.asked = monotonic()
        with self._lock, gc_paused():
            if digest in self._written:
                self._written.move_to_end(digest)
            elif digest in self._offered:
                shown = self._offered[digest]
                self._written[digest] = shown.writer.text(shown.page)
                if len(self._written) > MOST_WRITTEN:
                    self._written.popitem(last=False)
                self.asked = monotonic()
            return self._written.get(digest)


def _digest(nodes: Contents, size: Size) -> str:
    return f"{look(nodes)}-{size.width:g}x{size.height:g}"
