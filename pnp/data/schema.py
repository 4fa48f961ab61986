"""Validates documents against pydantic models, and reports all errors with their places.

Pydantic's errors are worded for people who write YAML: see ``worded``.
"""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, ErrorDetails

from pnp.base.diagnostics import Finding, HintedError, PnpError, nearest, quote, unusable
from pnp.base.slotted import slotted
from pnp.data.document import Document, Step


def field_docs(model: type, base: type) -> dict[str, str]:
    """Return the docstrings of a class's fields, also of those inherited from below ``base``."""
    docs: dict[str, str] = {}
    for owner in reversed(model.__mro__[: model.__mro__.index(base)]):
        docs |= _own_docs(owner)
    return docs


def _own_docs(owner: type) -> dict[str, str]:
    try:
        source = inspect.getsource(owner)
    except OSError:  # a model made by create_model, or a package without its source
        return {}
    (statement,) = ast.parse(dedent(source)).body
    body = statement.body if isinstance(statement, ast.ClassDef) else []
    return {
        field.target.id: inspect.cleandoc(after.value.value)
        for field, after in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
        if isinstance(after.value.value, str)
    }


_WANTED = {
    "string": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "list": "a list",
    "tuple": "a list",
    "set": "a list",
    "dict": "a mapping",
    "mapping": "a mapping",
    "model": "a mapping",
}

_TYPE_FAULT = re.compile(r"([a-z]+)_(attributes_)?(type|parsing|parsing_size|from_float|unicode)")

_SUBJECT = re.compile(r"^\w+ should")


class UnfitError(HintedError):
    """Raised by a model's validators for an invalid value."""


@slotted
class Misfit:
    """One of pydantic's errors. ``path`` leads to the invalid value in the data."""

    kind: str
    path: tuple[Step, ...]
    loc: tuple[Step, ...]
    value: Any
    message: str
    context: Mapping[str, Any]

    @property
    def wants_text(self) -> bool:
        """Tell whether the model wants text, and the value is a plain word or number."""
        scalar = isinstance(self.value, int | float | bool)
        return self.kind == "string_type" and scalar and not self.of_key

    @property
    def of_key(self) -> bool:
        """Tell whether the key is invalid, and not its value."""
        return self.loc[-1:] == ("[key]",)

    @property
    def wanted(self) -> str | None:
        """Return the type that the model wants, if the value is of another: ``a whole number``."""
        match = _TYPE_FAULT.fullmatch(self.kind)
        return _WANTED.get(match[1]) if match else None


def worded(faults: list[Misfit], known: Mapping[str, str]) -> tuple[str, str | None]:
    """Return message and hint for the errors of one place.

    ``known`` are the keys that are valid there, each with its description.
    """
    fault = faults[0]
    match fault.kind:
        case "missing":
            key = str(fault.loc[-1])
            return f"the key {quote(key)} is missing", _as_hint(known.get(key, ""))
        case "extra_forbidden":
            key = str(fault.loc[-1])
            hint = nearest(key, known) or f"the keys are {', '.join(known)}"
            return f"the key {quote(key)} is not known", hint
        case "value_error":
            error = fault.context["error"]
            return str(error), getattr(error, "hint", None)
        case "string_too_short":
            return "the value is blank", None
        case "too_short":
            return f"{_shown(fault.value)} is empty", None
        case "union_tag_not_found":
            key = _bare(fault.context["discriminator"])
            there = fault.value if isinstance(fault.value, dict) else {}
            meant = [other for other in there if str(other).casefold() == key.casefold()]
            instead = f"write {quote(key)}, not {quote(meant[0])}" if meant else None
            return f"the key {quote(key)} is missing", instead
        case "union_tag_invalid":
            return _unknown_tag(fault)
    return _wrong_value(faults)


def _as_hint(meaning: str) -> str | None:
    return meaning[0].lower() + meaning[1:].removesuffix(".") if meaning else None


def _unknown_tag(fault: Misfit) -> tuple[str, str]:
    known = re.findall(r"'([^']*)'", fault.context["expected_tags"])
    name, tag = _bare(fault.context["discriminator"]), str(fault.context["tag"])
    if isinstance(fault.value, dict) and fault.value.get(name, tag) is None:
        return f"the {name} is blank", f"write one of {', '.join(known)}"
    alike = [word for word in known if word[0] == tag[:1].lower()]
    hint = nearest(tag, alike) or f"write one of {', '.join(known)}"
    written = fault.value.get(name) if isinstance(fault.value, dict) else tag
    shown = _shown(written) if isinstance(written, dict | list) else quote(tag)
    return f"{shown} is not a known {name}", hint


def _wrong_value(faults: list[Misfit]) -> tuple[str, str | None]:
    fault = faults[0]
    wanted = " or ".join(dict.fromkeys(fault.wanted for fault in faults if fault.wanted))
    if fault.value is None:
        return "the value is blank", f"write {wanted}" if wanted else None
    if wanted:
        hint = "put it in quotes" if fault.of_key else _LAYOUT.get((_shown(fault.value), wanted))
        return f"{_shown(fault.value)} is not {wanted}", hint
    words = re.findall(r"'([^']*)'", str(fault.context.get("expected", "")))
    hint = nearest(str(fault.value), words)
    message = fault.message.replace("'", '"')
    return _SUBJECT.sub(f"{_shown(fault.value)} should", message), hint


_LAYOUT = {
    ("a list", "a mapping"): "write `key: value` in each line, without - and brackets",
    ("a mapping", "a list"): "begin each item with -, or put the items in brackets",
}
"""How to write what is wanted, by what is there and what is wanted."""


def _shown(value: Any) -> str:
    match value:
        case dict():
            return "a mapping"
        case list():
            return "a list"
        case bool():
            return quote(str(value).lower())
    return quote(value)


def _bare(name: object) -> str:
    return str(name).strip("'")


class Model(BaseModel):
    """Base model of a mapping in a data file. Unknown keys are refused."""

    # no use_attribute_docstrings: pydantic would read every model's source at each start
    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """Return the model's JSON Schema, its fields described by their docstrings."""
        schema = handler(core)
        properties = handler.resolve_ref_schema(schema).get("properties", {})
        words = field_docs(cls, Model)
        for name, field in cls.model_fields.items():
            if name in words:
                description = words[name].replace("``", "`")
                properties[field.alias or name].setdefault("description", description)
        return schema


M = TypeVar("M", bound=BaseModel)


def validate(model: type[M], document: Document) -> M:
    """Return a document as an instance of its model.

    If the model wants text, a number or a word like ``true`` is taken as it is written: ``0123``
    stays ``0123``.

    Raises:
        PnpError: holds every invalid value, and every missing or unknown key.
    """
    data, given = document.data, set[tuple[Step, ...]]()
    while True:
        try:
            return model.model_validate(data)
        except ValidationError as error:
            faults = [_fault(details, data) for details in error.errors(include_url=False)]
        texts = {fault.path for fault in faults if fault.wants_text} - given
        if not texts:
            raise PnpError(_problems(faults, model, document)) from None
        data = _as_written(data, texts, document)
        given |= texts


def json_schema(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of a model, by which editors complete and check a file.

    Where a model wants any text, a number or a word like ``true`` is valid, as in ``validate``.
    """
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, **_lenient(model.model_json_schema(mode="validation"))}


def _lenient(schema: Any) -> Any:
    """Return a schema that accepts numbers and booleans for text, unless the text is restricted."""
    if isinstance(schema, list):
        return [_lenient(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _lenient(part) for key, part in schema.items()}
    if parts.get("type") == "string" and not parts.keys() & _NARROW:
        parts["type"] = ["string", "number", "boolean"]
    return parts


_NARROW = {"const", "enum", "examples", "pattern"}
"""Keys of a schema that restrict text."""


def _as_written(data: Any, paths: set[tuple[Step, ...]], document: Document) -> Any:
    """Return a copy of the data with the values at these paths as the text in the file."""
    copy = deepcopy(data)
    for path in paths:
        parent = copy
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = document.text(path)
    return copy


def _fault(details: ErrorDetails, data: Any) -> Misfit:
    return Misfit(
        kind=details["type"],
        path=_path(details["loc"], data),
        loc=details["loc"],
        value=details["input"],
        message=details["msg"],
        context=details.get("ctx", {}),
    )


def _path(loc: tuple[Step, ...], data: Any) -> tuple[Step, ...]:
    """Return the part of pydantic's ``loc`` that is a path in the data, without names of types."""
    path: tuple[Step, ...] = ()
    chosen = False
    for step in loc:
        tag = isinstance(data, dict) and not chosen and data.get("kind") == step
        chosen = tag
        if not tag and _holds(data, step):
            path, data = (*path, step), data[step]
    return path


def _holds(data: Any, step: Step) -> bool:
    if isinstance(data, list):
        return step in range(len(data))
    return isinstance(data, dict) and step in data


def _problems(faults: list[Misfit], model: type[BaseModel], document: Document) -> list[Finding]:
    """Return a problem for each place; of the types in a union, that which matched furthest."""
    places: dict[tuple[Step, ...], list[Misfit]] = {}
    for fault in faults:
        own = fault.kind == "missing" or fault.of_key
        places.setdefault((*fault.path, fault.loc[-1]) if own else fault.path, []).append(fault)
    around = {place[:depth] for place in places for depth in range(len(place))}
    return [_problem(places[place], model, document) for place in places if place not in around]


def _problem(faults: list[Misfit], model: type[BaseModel], document: Document) -> Finding:
    fault = faults[0]
    at_key = fault.of_key or fault.kind == "extra_forbidden"
    where = document.key_where(fault.path) if at_key else document.where(fault.path)
    of_mapping = fault.kind in ("extra_forbidden", "missing")
    known = _known_keys(model, fault.loc[:-1]) if of_mapping else {}
    message, hint = worded(faults, known)
    return unusable(message, where, hint)


def _known_keys(model: type[BaseModel], loc: tuple[Step, ...]) -> dict[str, str]:
    """Return the keys that are valid at an error's place, each with its description."""
    schema = _described(model)
    nodes = [schema]
    for step in loc:
        nodes = [below for node in nodes for below in _below(node, step, schema)]
    keys = [_resolved(node, schema).get("properties", {}) for node in nodes]
    return {key: field.get("description", "") for each in keys for key, field in each.items()}


@cache
def _described(model: type[BaseModel]) -> dict[str, Any]:
    """Return the JSON Schema of a model; a file with a thousand unknown keys asks for it again."""
    return model.model_json_schema()


def _below(node: dict[str, Any], step: Step, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parts of a JSON Schema that one step of pydantic's ``loc`` can lead to."""
    node = _resolved(node, schema)
    if reference := node.get("discriminator", {}).get("mapping", {}).get(step):
        yield {"$ref": reference}
    elif step in node.get("properties", ()):
        yield node["properties"][step]
    elif isinstance(step, int) and "items" in node:
        yield node["items"]
    elif isinstance(node.get("additionalProperties"), dict):
        yield node["additionalProperties"]
    for choice in node.get("anyOf", ()):
        yield choice
        yield from _below(choice, step, schema)


def _resolved(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    resolved: dict[str, Any] = node
    if "$ref" in node:
        resolved = schema["$defs"][node["$ref"].rpartition("/")[2]]
    return resolved
