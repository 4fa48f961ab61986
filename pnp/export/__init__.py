"""Back ends for PDF, SVG and PNG: they translate finished pages, without any layout."""
