"""Run in Pyodide: checks how the program's modules are imported and how its dataclasses are made.

quick_imports.py as-built | no-finder | no-notes
"""

import dataclasses
import hashlib
import inspect
import re
import sys
from types import FunctionType

import made_dataclasses
import sitecustomize

how = sys.argv[1]
if how == "no-finder":
    finders = [finder for finder in sys.meta_path if not isinstance(finder, sitecustomize.Archive)]
    sys.meta_path[:] = finders

process = made_dataclasses.usual
usually: list[type] = []


def usual(cls: type, *parameters: bool) -> type:
    usually.append(cls)
    return process(cls, *parameters)


made_dataclasses.usual = usual
if how == "no-notes":
    vars(dataclasses)["_process_class"] = usual

from titledeed.engine import board_and_rules_types as words  # noqa: E402
from titledeed.ui.actions import dispatcher  # noqa: E402, F401


def described(cls: type) -> str:
    """Return everything that can be seen of a dataclass."""
    parts = [cls.__qualname__, cls.__doc__, cls.__mro__, dataclasses.fields(cls)]
    parts += [
        vars(cls).get(name) for name in ("__dataclass_params__", "__match_args__", "__slots__")
    ]
    parts += [sorted(set(vars(cls)) - {"__static_attributes__", "__firstlineno__"})]
    parts += [
        vars(cls)["__dataclass_fields__"],
        str(inspect.signature(cls)),
        cls.__init__.__annotations__,
    ]
    for name, value in sorted(vars(cls).items()):
        if isinstance(value, FunctionType):
            inner = [value.__qualname__, value.__name__, value.__module__, value.__defaults__]
            parts += [name, inner, getattr(value, "__wrapped__", value).__code__.co_code.hex()]
        elif isinstance(value, str | int | tuple):
            parts += [name, value]
    return "\n".join(re.sub(" at 0x[0-9a-f]+", "", repr(part)) for part in parts)


classes = [
    each
    for name, module in sorted(sys.modules.items())
    if name.startswith("titledeed.")
    for each in vars(module).values()
    if isinstance(each, type) and each.__module__ == name and dataclasses.is_dataclass(each)
]
print(type(words.__loader__).__name__, words.__file__)
print("made usually:", len(usually), "of", len(classes))
space = words.Space(0, "go", "Go", "Go", "go", "", 0, 0, ())
print(dataclasses.replace(space, price=5), space == dataclasses.replace(space))
all_of_them = "\n".join(described(cls) for cls in classes)
print(hashlib.sha256(all_of_them.encode()).hexdigest())
