"""Icons in rich text: small drawings found by their names."""

import posixpath
from collections.abc import Callable

from pnp.color import BLACK
from pnp.scene.paint import Paint, Solid
from pnp.template.elements.pen import Pen
from pnp.template.elements.view import View
from pnp.template.reading.style import INITIAL
from pnp.template.text.textstyle import Icon

FOLDER = "icons"


def icon_finder(view: View, color: Paint | None, pen: Pen) -> Callable[[str], Icon | None]:
    """Return the look-up of icons for a text: beside its own file first, then in ``icons/``.

    In the icon's drawing ``currentColor`` is the text's colour.
    """
    ink = color.color if isinstance(color, Solid) else BLACK
    style = INITIAL.child({"color": ink.hex})
    beside = posixpath.join(posixpath.dirname(view.element.file.name), FOLDER)

    def find(name: str) -> Icon | None:
        for folder in dict.fromkeys((beside, FOLDER)):
            file = posixpath.join(folder, f"{name}.svg")
            if pen.files.exists(file):
                drawn, size = pen.page(pen.files.load(file), style)
                view.findings += drawn.findings
                return Icon(drawn.whole, size)
        return None

    return find
