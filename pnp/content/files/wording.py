"""What pydantic found, said in the words of the person who wrote the file."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pnp.content.files.plain import Step
from pnp.errors import nearest, quoted

_WANTED = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "dict": "a group of keys",
    "mapping": "a group of keys",
    "model": "a group of keys",
}
_TYPE_FAULT = re.compile(r"([a-z]+)_(attributes_)?(type|parsing|parsing_size|from_float|unicode)")
_SUBJECT = re.compile(r"^\w+ should")


class UnfitError(ValueError):
    """A value that a model's own check refuses, with a hint that says what to do."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Fault:
    """One value that does not fit its model. ``path`` leads to it in the data."""

    kind: str
    path: tuple[Step, ...]
    loc: tuple[Step, ...]
    value: Any
    message: str
    context: Mapping[str, Any]

    @property
    def wants_text(self) -> bool:
        """Say whether the value as it is written would be the text that the model wants."""
        scalar = isinstance(self.value, int | float | bool)
        return self.kind == "string_type" and scalar and not self.of_key

    @property
    def of_key(self) -> bool:
        """Say whether it is the key, and not its value, that does not fit."""
        return self.loc[-1:] == ("[key]",)

    @property
    def wanted(self) -> str | None:
        """Return what the model wants, where the value has the wrong type altogether."""
        match = _TYPE_FAULT.fullmatch(self.kind)
        return _WANTED.get(match[1]) if match else None


def worded(faults: list[Fault], known: Mapping[str, str]) -> tuple[str, str | None]:
    """Return message and hint for the faults of one place.

    ``known`` are the keys that it may have, each with its meaning.
    """
    fault = faults[0]
    match fault.kind:
        case "missing":
            key = str(fault.loc[-1])
            return f"the key {quoted(key)} is missing", _as_hint(known.get(key, ""))
        case "extra_forbidden":
            key = str(fault.loc[-1])
            hint = nearest(key, known) or f"the keys are {', '.join(known)}"
            return f"the key {quoted(key)} is not known", hint
        case "value_error":
            error = fault.context["error"]
            return str(error), getattr(error, "hint", None)
        case "string_too_short":
            return "the value is blank", None
        case "too_short":
            return f"{_shown(fault.value)} is empty", None
        case "union_tag_not_found":
            key = _bare(fault.context["discriminator"])
            return f"the key {quoted(key)} is missing", None
        case "union_tag_invalid":
            return _unknown_tag(fault)
    return _wrong_value(faults)


def _as_hint(meaning: str) -> str | None:
    return meaning[0].lower() + meaning[1:].removesuffix(".") if meaning else None


def _unknown_tag(fault: Fault) -> tuple[str, str]:
    known = re.findall(r"'([^']*)'", fault.context["expected_tags"])
    name, tag = _bare(fault.context["discriminator"]), str(fault.context["tag"])
    alike = [word for word in known if word[0] == tag[:1].lower()]
    hint = nearest(tag, alike) or f"write one of {', '.join(known)}"
    return f"{quoted(tag)} is not a known {name}", hint


def _wrong_value(faults: list[Fault]) -> tuple[str, str | None]:
    fault = faults[0]
    wanted = " or ".join(dict.fromkeys(fault.wanted for fault in faults if fault.wanted))
    if fault.value is None:
        return "the value is blank", f"write {wanted}" if wanted else None
    if wanted:
        hint = "put it in quotes" if fault.of_key else None
        return f"{_shown(fault.value)} is not {wanted}", hint
    words = re.findall(r"'([^']*)'", str(fault.context.get("expected", "")))
    hint = nearest(str(fault.value), words)
    message = fault.message.replace("'", '"')
    return _SUBJECT.sub(f"{_shown(fault.value)} should", message), hint


def _shown(value: Any) -> str:
    match value:
        case dict():
            return "a group of keys"
        case list():
            return "a list"
        case bool():
            return quoted(str(value).lower())
    return quoted(value)


def _bare(name: object) -> str:
    return str(name).strip("'")
