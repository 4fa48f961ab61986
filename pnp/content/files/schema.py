"""Data meets its model: what does not fit is said with its place, all of it at once."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetJsonSchemaHandler, ValidationError
from pydantic_core import CoreSchema, ErrorDetails

from pnp.content.files.document import Document
from pnp.content.files.fielddocs import field_docs
from pnp.content.files.plain import Step
from pnp.content.files.wording import Fault, worded
from pnp.errors import PnpError, Problem


class Model(BaseModel):
    """What one mapping of a data file may hold. Unknown keys are refused."""

    # pydantic would read every model's source for its docstrings whenever the program starts
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
                said = words[name].replace("``", "`")
                properties[field.alias or name].setdefault("description", said)
        return schema


M = TypeVar("M", bound=BaseModel)


def validate(model: type[M], document: Document) -> M:
    """Return a document as its model.

    Where the model wants text, a number or a word like ``true`` counts as written: ``0123`` stays
    ``0123``.

    Raises:
        PnpError: with every value that does not fit, and every key that is missing or unknown.
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
    """Return the JSON Schema of a model: with it an editor completes and checks while typing.

    Where a model wants any text, a number or a word like ``true`` will do, as for ``validate``.
    """
    schema = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": schema, **_lenient(model.model_json_schema(mode="validation"))}


def _lenient(schema: Any) -> Any:
    """Return a schema in which text that follows no pattern may be written as a number or word."""
    if isinstance(schema, list):
        return [_lenient(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: _lenient(part) for key, part in schema.items()}
    if parts.get("type") == "string" and not parts.keys() & _NARROW:
        parts["type"] = ["string", "number", "boolean"]
    return parts


_NARROW = {"const", "enum", "examples", "pattern"}
"""What a schema holds that takes some text only."""


def _as_written(data: Any, paths: set[tuple[Step, ...]], document: Document) -> Any:
    """Return a copy of the data in which the values at some paths are text."""
    copy = deepcopy(data)
    for path in paths:
        parent = copy
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = document.text(path)
    return copy


def _fault(details: ErrorDetails, data: Any) -> Fault:
    return Fault(
        kind=details["type"],
        path=_path(details["loc"], data),
        loc=details["loc"],
        value=details["input"],
        message=details["msg"],
        context=details.get("ctx", {}),
    )


def _path(loc: tuple[Step, ...], data: Any) -> tuple[Step, ...]:
    """Return the steps of an error's place that are in the data, without the names of types."""
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


def _problems(faults: list[Fault], model: type[BaseModel], document: Document) -> list[Problem]:
    """Return a problem for each place: of a choice of types, the one that got furthest."""
    places: dict[tuple[Step, ...], list[Fault]] = {}
    for fault in faults:
        own = fault.kind == "missing" or fault.of_key
        places.setdefault((*fault.path, fault.loc[-1]) if own else fault.path, []).append(fault)
    deepest = [place for place in places if not any(_inside(other, place) for other in places)]
    return [_problem(places[place], model, document) for place in deepest]


def _inside(other: tuple[Step, ...], place: tuple[Step, ...]) -> bool:
    return len(other) > len(place) and other[: len(place)] == place


def _problem(faults: list[Fault], model: type[BaseModel], document: Document) -> Problem:
    fault = faults[0]
    at_key = fault.of_key or fault.kind == "extra_forbidden"
    where = document.key_where(fault.path) if at_key else document.where(fault.path)
    of_mapping = fault.kind in ("extra_forbidden", "missing")
    known = _known_keys(model, fault.loc[:-1]) if of_mapping else {}
    message, hint = worded(faults, known)
    return Problem(message, where, hint)


def _known_keys(model: type[BaseModel], loc: tuple[Step, ...]) -> dict[str, str]:
    """Return the keys that the mapping at an error's place may have, each with its meaning."""
    schema = model.model_json_schema()
    nodes = [schema]
    for step in loc:
        nodes = [found for node in nodes for found in _below(node, step, schema)]
    found = [_resolved(node, schema).get("properties", {}) for node in nodes]
    return {key: field.get("description", "") for keys in found for key, field in keys.items()}


def _below(node: dict[str, Any], step: Step, schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the parts of a JSON Schema that one step of an error's place can lead to."""
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
    found: dict[str, Any] = node
    if "$ref" in node:
        found = schema["$defs"][node["$ref"].rpartition("/")[2]]
    return found
