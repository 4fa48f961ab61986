"""A pen that turns a font's outlines into paths."""

from pnp.scene.path import Path


class OutlinePen:
    """Gathers an outline in em units, y down; HarfBuzz calls it with font units, y up."""

    def __init__(self, em: int) -> None:
        self.em = em
        self.ops: list[str] = []
        self.coords: list[float] = []
        self.at = (0.0, 0.0)

    def add(self, op: str, *numbers: float) -> None:
        """Append one operator and its points."""
        self.ops.append(op)
        units = (self.em, -self.em) * (len(numbers) // 2)
        self.coords += [n / unit or 0.0 for n, unit in zip(numbers, units, strict=True)]
        self.at = numbers[-2:] if numbers else self.at  # type: ignore[assignment]

    def quadratic(self, cx: float, cy: float, x: float, y: float) -> None:
        """Append a curve with one control point as the same curve with two."""
        px, py = self.at
        ax, ay = px + (cx - px) * 2 / 3, py + (cy - py) * 2 / 3
        bx, by = x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3
        self.add("C", ax, ay, bx, by, x, y)

    @property
    def path(self) -> Path:
        """Return what was drawn so far."""
        return Path("".join(self.ops), tuple(self.coords))
