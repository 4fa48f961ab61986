"""Reference files: what a back end wrote when a person last looked at it."""

import re
from difflib import unified_diff
from pathlib import Path
from xml.etree import ElementTree

GOLDEN = Path(__file__).resolve().parent / "golden"
DATA = re.compile(r"base64,[A-Za-z0-9+/=]{40,}")


def compare(name: str, text: str, *, accept: bool = False, folder: Path = GOLDEN) -> None:
    """Fail with a unified diff where a text is not what the golden file holds."""
    path = folder / name
    if accept:
        path.write_text(text, encoding="utf-8", newline="\n")
    want = path.read_text(encoding="utf-8") if path.exists() else ""
    if text != want:
        diff = unified_diff(want.splitlines(), text.splitlines(), f"golden/{name}", "now", "", "")
        raise AssertionError("\n".join([*diff, "to accept it: pytest --accept"]))


def canonical(svg: str) -> str:
    """Return an SVG with an element a line, and without the bytes of what is embedded."""
    for prefix, name in (("", "2000/svg"), ("xlink", "1999/xlink")):
        ElementTree.register_namespace(prefix, f"http://www.w3.org/{name}")
    tree = ElementTree.fromstring(svg)
    ElementTree.indent(tree)
    text = ElementTree.tostring(tree, encoding="unicode") + "\n"
    return DATA.sub("base64,…", text)
