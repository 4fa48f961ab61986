"""Back ends: they translate finished pages and decide nothing."""
