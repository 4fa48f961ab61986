"""The rules for SVG drawings, and the findings of their violations."""

from pnp.base.diagnostics import Finding, Rule, Severity, Where

UNSUPPORTED_SVG = Rule(
    "unsupported-svg",
    "A part of the drawing is not understood",
    Severity.WARNING,
    "What the program cannot draw would be missing on paper while the editor shows it.",
    "Scalable Vector Graphics (SVG) 2, W3C",
    good='<rect x="8" y="8" width="20" height="20"/>',
    bad='<foreignObject x="8" y="8" width="20" height="20"/>',
)

INVALID_SVG = Rule(
    "invalid-svg",
    "A part of the drawing breaks the rules of SVG",
    Severity.WARNING,
    "As in browsers and editors, a wrong value counts as not written, and what depends on it is "
    "not drawn. Whoever drew it may have meant more than what is printed.",
    "Scalable Vector Graphics (SVG) 2, W3C, appendix B: error processing",
    good='<rect x="8" y="8" width="20" height="20" fill="teal"/>',
    bad='<rect x="8" y="8" width="20" height="20" fill="tael"/>',
)

MISSING_PICTURE = Rule(
    "missing-picture",
    "A picture that a drawing shows can be used",
    Severity.ERROR,
    "A file that was moved, renamed, left on another computer or never saved in the project leaves "
    "a hole in the art, where the editor that knows it shows none.",
    "this project: drawings use files of the templates folder alone",
    good='<image x="8" y="8" width="20" height="20" href="data:image/svg+xml,%3Csvg '
    "xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E%3Cpath d='M0 0H9V9z'/%3E%3C/svg>\"/>",
    bad='<image x="8" y="8" width="20" height="20" href="../Desktop/owl.png"/>',
)

RASTERISED = Rule(
    "rasterised",
    "A part of the drawing became a raster image",
    Severity.WARNING,
    "A filter has no form in PDF. Its element is drawn as pixels, which cannot be made larger, "
    "searched or recoloured.",
    "PDF 32000-1:2008, chapter 11: transparency knows no filter effects",
    good='<circle cx="20" cy="20" r="9" opacity="0.4"/>',
    bad='<filter id="soft"><feGaussianBlur stdDeviation="1"/></filter>'
    '<circle cx="20" cy="20" r="9" filter="url(#soft)"/>',
)


def unsupported(what: str, where: Where, hint: str | None = None) -> Finding:
    """Return the finding that a part of a drawing is left out."""
    return Finding(UNSUPPORTED_SVG, f"{what} is not supported and is left out", where, hint)


def invalid(what: str, where: Where, hint: str | None = None) -> Finding:
    """Return the finding that a value or a reference of a drawing is wrong, and not used."""
    return Finding(INVALID_SVG, what, where, hint or "it counts as not written: see the drawing")


def missing_picture(what: str, where: Where, hint: str | None = None) -> Finding:
    """Return the finding that a picture, or a part of another drawing, cannot be used."""
    return Finding(MISSING_PICTURE, what, where, hint)


def rasterised(what: str, dpi: float, where: Where) -> Finding:
    """Return the finding that an element is printed as an image, at a resolution."""
    hint = "draw the effect with paths, gradients and opacity to keep it sharp"
    return Finding(RASTERISED, f"{what} is printed as an image of {dpi:.0f} dpi", where, hint)
