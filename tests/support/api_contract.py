"""The promises of ``titledeed.api``, with a line for each name, field, parameter and method.

``PYTHONPATH=py python tests/support/api_contract.py`` prints the current lines.
``tests/api-0.1.0.txt`` has those of 0.1.0. Once that is published, none of them may be removed or
changed."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from typing import Any

from titledeed import api


def _parameters(call: Any) -> str:
    """Return the names of parameters, with ``=`` after those that have a default."""
    return ", ".join(
        each.name + ("=" if each.default is not each.empty else "")
        for each in inspect.signature(call).parameters.values()
        if each.name != "self" and not each.name.startswith("_")
    )


def _of_class(name: str, cls: type) -> Iterator[str]:
    yield name
    if dataclasses.is_dataclass(cls):
        yield from (f"{name}.{field.name}" for field in dataclasses.fields(cls))
    for key in dir(cls):
        if key.startswith("_") or hasattr(BaseException, key):
            continue
        value = inspect.getattr_static(cls, key)
        if inspect.isfunction(value):
            yield f"{name}.{key}({_parameters(value)})"
        else:
            yield f"{name}.{key}"


def lines() -> list[str]:
    """Return the current lines, sorted."""
    found: set[str] = set()
    for name in api.__all__:
        value = getattr(api, name)
        if inspect.isclass(value):
            found.update(_of_class(name, value))
        elif inspect.isfunction(value):
            found.add(f"{name}({_parameters(value)})")
        elif isinstance(value, dict):
            found.add(name)
            found.update(f"{name}[{key!r}]" for key in value)
        else:
            found.add(name)
    return sorted(found)


if __name__ == "__main__":
    print("\n".join(lines()))
