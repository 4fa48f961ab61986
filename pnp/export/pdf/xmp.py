"""XMP, the metadata of a PDF as XML, which archives and printers read (ISO 16684-1)."""

from collections.abc import Mapping, Sequence

NAMESPACES = {
    "dc": "http://purl.org/dc/elements/1.1/",
    "xmp": "http://ns.adobe.com/xap/1.0/",
    "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "pdf": "http://ns.adobe.com/pdf/1.3/",
    "pdfxid": "http://www.npes.org/pdfx/ns/id/",
}

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
"""The standard library has them too, beside tables of names, or a client for HTTP."""

_PACKET = (
    '<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    '<rdf:Description rdf:about=""{spaces}>{body}</rdf:Description>'
    "</rdf:RDF></x:xmpmeta>\n"
    '<?xpacket end="r"?>'
)
"""The wrapper and its id are fixed by the specification (part 1, 7.3)."""


def packet(values: Mapping[str, str], spaces: Sequence[str]) -> bytes:
    """Return properties like ``dc:title`` with their values in XML; those without are left out.

    ``spaces`` are the prefixes, as in ``NAMESPACES``.
    """
    body = "".join(f"<{name}>{value}</{name}>" for name, value in values.items() if value)
    declared = "".join(f' xmlns:{name}="{NAMESPACES[name]}"' for name in spaces)
    return _PACKET.format(spaces=declared, body=body).encode()


def escaped(text: str) -> str:
    """Return a text for XML."""
    return text.translate(_ESCAPES)


def alternative(text: str) -> str:
    """Return a text as that of the language that a reader takes if it knows no better."""
    default = f'<rdf:li xml:lang="x-default">{escaped(text)}</rdf:li>'
    return f"<rdf:Alt>{default}</rdf:Alt>" if text else ""
