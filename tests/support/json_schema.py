"""Validates values by the keywords of JSON Schema that docs/edition.schema.json uses. An unknown keyword is
an error, so that no part of the schema goes unchecked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "boolean": (bool,),
}
_KNOWN = {
    *("$schema", "title", "description", "$defs", "$ref", "type", "const", "enum", "required"),
    *("properties", "patternProperties", "additionalProperties", "propertyNames", "items"),
    *("minItems", "maxItems", "minLength", "maxLength", "minimum", "maximum", "pattern"),
}


def faults(value: Any, schema: Any, root: Any = None, at: str = "") -> Iterator[str]:
    """What is wrong with a value, each with its place."""
    root = schema if root is None else root
    if isinstance(schema, bool):
        if not schema:
            yield f"{at}: not allowed"
        return
    assert set(schema) <= _KNOWN, set(schema) - _KNOWN
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
        return
    kind = schema.get("type")
    if kind and (
        not isinstance(value, _TYPES[kind]) or (kind == "integer" and type(value) is bool)
    ):
        yield f"{at}: is no {kind}"
        return
    if "const" in schema and value != schema["const"]:
        yield f"{at}: is not {schema['const']}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: is none of {schema['enum']}"
    match value:
        case bool():
            pass
        case int():
            if not schema.get("minimum", value) <= value <= schema.get("maximum", value):
                yield f"{at}: {value} is out of range"
        case str():
            if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 10**9):
                yield f"{at}: has {len(value)} characters"
            if not re.search(schema.get("pattern", ""), value):
                yield f"{at}: does not match"
        case list():
            if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 10**9):
                yield f"{at}: has {len(value)} items"
            for n, item in enumerate(value):
                yield from faults(item, schema.get("items", True), root, f"{at}[{n}]")
        case dict():
            yield from _of_object(value, schema, root, at)


def _of_object(value: dict[str, Any], schema: Any, root: Any, at: str) -> Iterator[str]:
    for key in schema.get("required", ()):
        if key not in value:
            yield f"{at}: lacks {key}"
    for key, inner in value.items():
        place = f"{at}.{key}"
        yield from faults(key, schema.get("propertyNames", True), root, place)
        patterns = [s for p, s in schema.get("patternProperties", {}).items() if re.search(p, key)]
        if key in schema.get("properties", {}):
            patterns.append(schema["properties"][key])
        for each in patterns or [schema.get("additionalProperties", True)]:
            yield from faults(inner, each, root, place)
