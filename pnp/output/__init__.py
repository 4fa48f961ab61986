"""A finished kit on disk: its files, its manifest, and how it takes the place of the last one."""
