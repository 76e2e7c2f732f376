"""Dataclasses that the build has already made once.

``@dataclass`` looks through a class's fields, writes its methods as text and compiles it. At each
start, that took a third of the time for importing the program. The build notes the result
(``recorded``), and ``offer`` makes the same classes from these notes. A class without a note is made
the usual way.
"""

from __future__ import annotations

import abc
import dataclasses
import reprlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from inspect import unwrap
from types import CodeType, FunctionType
from typing import Any

import annotationlib

FIELDS = "__dataclass_fields__"
DEFAULT = "__dataclass_dflt_"
FROZEN = 5  # index among the decorator's parameters
OWN = ("__match_args__", "__replace__", "__getstate__", "__setstate__", "__slots__")

inside: dict[str, Any] = vars(dataclasses)
usual: Callable[..., type] = inside["_process_class"]
# What the methods of all dataclasses use.
SHARED = {
    "__dataclass_HAS_DEFAULT_FACTORY__": inside["_HAS_DEFAULT_FACTORY"],
    "__dataclass_builtins_object__": object,
    "__dataclasses_recursive_repr": reprlib.recursive_repr,
    "FrozenInstanceError": dataclasses.FrozenInstanceError,
}

# The parts of a class's note, in order:
# - the decorator's parameters
# - the code of the function that returns the methods, its parameters, and the methods' names
# - the parameters of __init__
# - the fields and class variables that have a value in the class
# - the docstring that the decorator wrote
# - the names for match statements
# - the slots
# - whether the class has no hash
Strings = tuple[str, ...]
Note = tuple[
    *(tuple[tuple[bool, ...], CodeType, Strings, Strings, Strings, Strings]),
    *(tuple[str | None, Strings, Strings | None, bool]),
]


class Fields:
    """A placeholder for a class's fields, which are computed only when needed; that is rare."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.cls: type = object
        self.values = values

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        field: Callable[..., Any] = vars(dataclasses)["_get_field"]
        bare = type(self.cls.__name__, (), {"__module__": self.cls.__module__, **self.values})
        written = annotationlib.get_annotations(self.cls, format=annotationlib.Format.FORWARDREF)
        fields = {name: field(bare, name, kind, False) for name, kind in written.items()}
        setattr(self.cls, FIELDS, fields)
        return fields


def offer(notes: dict[str, Note]) -> None:
    """Make the classes in these notes from the notes from now on."""

    def make(cls: type, *parameters: bool) -> type:
        note = notes.get(f"{cls.__module__}.{cls.__qualname__}")
        return _made(cls, note) if note and note[0] == parameters else usual(cls, *parameters)

    inside["_process_class"] = make


def _made(cls: type, note: Note) -> type:
    parameters, code, takes, names, args, valued, doc, matched, slots, no_hash = note
    values = {name: vars(cls)[name] for name in valued}
    for name, value in values.items():
        if type(value) is not dataclasses.Field:
            continue
        if value.default is dataclasses.MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, value.default)
    fields = Fields(values)
    new: dict[str, Any] = {
        FIELDS: fields,
        "__dataclass_params__": inside["_DataclassParams"](*parameters),
        "__match_args__": matched,
        "__replace__": inside["_replace"],
    }
    if doc is not None:
        new["__doc__"] = doc
    if no_hash:
        new["__hash__"] = None
    uses = SHARED | {"cls": cls}
    given = (uses[n] if n in uses else _default(values[n[len(DEFAULT) : -2]]) for n in takes)
    methods = FunctionType(code, vars(sys.modules[cls.__module__]))(*given)
    for name, method in zip(names, methods, strict=True):
        method.__qualname__ = f"{cls.__qualname__}.{name}"
        if name == "__hash__" or name not in vars(cls):
            new[name] = method
    if slots is None:
        for name, value in new.items():
            setattr(cls, name, value)
    else:
        if parameters[FROZEN]:
            new["__getstate__"] = inside["_dataclass_getstate"]
            new["__setstate__"] = inside["_dataclass_setstate"]
        vars(sys)["_clear_type_descriptors"](cls)
        kept = {name: value for name, value in vars(cls).items() if name not in slots}
        qualname = cls.__qualname__
        cls = type(cls)(cls.__name__, cls.__bases__, {**kept, **new, "__slots__": slots})
        cls.__qualname__ = qualname
    fields.cls = cls
    if "__init__" in new:
        annotate = inside["_make_annotate_function"](cls, "__init__", args, None)
        new["__init__"].__annotate__ = annotate
    abc.update_abstractmethods(cls)
    return cls


def _default(value: Any) -> Any:
    if type(value) is not dataclasses.Field:
        return value
    return value.default_factory if value.default is dataclasses.MISSING else value.default


@contextmanager
def recorded() -> Iterator[dict[str, Note]]:
    """For the build: collect notes on all classes that are made in the meantime, except unusual ones."""
    notes: dict[str, Note] = {}
    builders: list[Any] = []
    builder = inside["_FuncBuilder"]
    add = builder.add_fns_to_class

    def watch(self: Any, cls: type) -> None:
        builders.append(self)
        add(self, cls)

    def make(cls: type, *parameters: bool) -> type:
        before = dict(vars(cls))
        made = usual(cls, *parameters)
        note = _note(before, made, parameters, builders.pop())
        if note:
            notes[f"{cls.__module__}.{cls.__qualname__}"] = note
        return made

    builder.add_fns_to_class, inside["_process_class"] = watch, make
    try:
        yield notes
    finally:
        builder.add_fns_to_class, inside["_process_class"] = add, usual


def _note(
    before: dict[str, Any], made: type, parameters: tuple[bool, ...], builder: Any
) -> Note | None:
    fields = vars(made)[FIELDS]
    valued = tuple(name for name in fields if name in before)
    takes = tuple(builder.locals)
    defaults = {f"{DEFAULT}{name}__" for name in valued}
    slots = vars(made).get("__slots__")
    real = tuple(field.name for field in dataclasses.fields(made))
    if (
        any(hasattr(base, FIELDS) for base in made.__mro__[1:])
        or any(name in before for name in OWN)
        or any(_knows_its_class(value) for value in before.values())
        or any(
            field.kw_only is True or isinstance(field.type, dataclasses.InitVar)
            for field in fields.values()
        )
        or not set(takes) <= {"cls", *SHARED, *defaults}
        or not set(builder.method_annotations) <= {"__init__"}
        or slots not in (None, real)
    ):
        return None
    methods = ",".join(builder.names)
    text = f"def made({','.join(takes)}):\n" + "\n".join(builder.src) + f"\n return ({methods},)"
    whole = compile(text, "<string>", "exec", dont_inherit=True)
    code = next(part for part in whole.co_consts if isinstance(part, CodeType))
    args, _ = builder.method_annotations.get("__init__", ((), None))
    doc = None if before.get("__doc__") else made.__doc__
    matched = vars(made)["__match_args__"]
    no_hash = vars(made).get("__hash__", made) is None
    return (
        parameters,
        code,
        takes,
        tuple(builder.names),
        tuple(args),
        valued,
        doc,
        matched,
        slots,
        no_hash,
    )


def _knows_its_class(value: Any) -> bool:
    """Whether a method uses ``super()`` or ``__class__``; with slots, that would be another class."""
    parts = (value.fget, value.fset, value.fdel) if isinstance(value, property) else (value,)
    codes = (getattr(unwrap(part), "__code__", None) for part in parts)
    return any("__class__" in code.co_freevars for code in codes if code)
