"""How a text names an icon: ``:moon:``, or with a look of its own, ``:moon 150% 20%:``."""

LOOK = r"[1-9]\d{0,2}%(?:[ ]-?\d{1,3}%)?"

ICON_MARK = rf":(?P<icon>[A-Za-z][\w-]*)(?:[ ](?P<look>{LOOK}))?:"
"""A regular expression, also for ``re.VERBOSE``."""
