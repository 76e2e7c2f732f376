"""Finds the keys that a template reads and that no type has.

It reads a template like a type checker, with a type for each name that the template is given."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, Union, get_args, get_origin, is_typeddict

import jinja2
from jinja2 import nodes

Scope = dict[str, Any]
# Names of Jinja2 itself, of the build, and of what Catalogue.install and the environment add.
GLOBALS = frozenset(
    {
        "_",
        "n_",
        "fill",
        "listed",
        "series",
        "once",
        "letter",
        "pressed_by",
        "range",
        "dict",
        "namespace",
        "loop",
        "static",
    }
)
SAME = frozenset({"list", "selectattr", "rejectattr", "select", "reject", "sort", "reverse"})


def members(type_: Any) -> list[Any]:
    """The types of a union, without None."""
    if get_origin(type_) in (Union, types.UnionType):
        return [inner for arg in get_args(type_) for inner in members(arg)]
    return [] if type_ is type(None) else [type_]


def union(*parts: Any) -> Any:
    """The union of types; Any if one of them is not known."""
    known = [inner for part in parts for inner in members(part)]
    if not known or Any in known:
        return Any
    return Union[tuple(known)]  # noqa: UP007 - made at run time


def inside(type_: Any) -> Any:
    """The type of a list's items."""
    held = [args[0] for part in members(type_) if (args := get_args(part)) and _is_list(part)]
    return union(*held) if held else Any


def _is_list(type_: Any) -> bool:
    origin = get_origin(type_)
    return isinstance(origin, type) and issubclass(origin, typing.Sequence)  # type: ignore[arg-type]


class Macro:
    def __init__(self, node: nodes.Macro, scope: Scope, template: str) -> None:
        self.node = node
        self.scope = scope
        self.template = template


class Module:
    def __init__(self, scope: Scope) -> None:
        self.scope = scope


class TemplateReader:
    """Follows templates from their roots through loops, macros, includes and ``once``."""

    def __init__(self, loader: jinja2.BaseLoader) -> None:
        self._environment = jinja2.Environment(loader=loader, trim_blocks=True, lstrip_blocks=True)
        self._trees: dict[str, nodes.Template] = {}
        self._seen: set[str] = set()
        self.faults: set[str] = set()
        self.read: set[tuple[str, str]] = set()  # type and key
        self.templates: set[str] = set()

    def check(self, template: str, given: Mapping[str, Any]) -> None:
        """Read a template that is given these names."""
        mark = repr((template, sorted((name, str(type_)) for name, type_ in given.items())))
        if mark not in self._seen:
            self._seen.add(mark)
            self._body(self._tree(template).body, dict(given), template)

    def _tree(self, template: str) -> nodes.Template:
        self.templates.add(template)
        if template not in self._trees:
            assert self._environment.loader is not None
            source = self._environment.loader.get_source(self._environment, template)[0]
            self._trees[template] = self._environment.parse(source)
        return self._trees[template]

    def _module(self, template: str, scope: Scope) -> Scope:
        """What a template defines at its top, such as macros."""
        own = dict(scope)
        for node in self._tree(template).body:
            self._statement(node, own, template)
        return own

    # ------------------------------------------------------------ statements

    def _body(self, body: list[nodes.Node], scope: Scope, template: str) -> None:
        for node in body:
            self._statement(node, scope, template)

    def _statement(self, node: nodes.Node, scope: Scope, template: str) -> None:
        match node:
            case nodes.For():
                inner = {**scope, "loop": Any}
                self._bind(node.target, inside(self._type(node.iter, scope, template)), inner)
                if node.test is not None:
                    self._type(node.test, inner, template)
                self._body(node.body, inner, template)
                self._body(node.else_, scope, template)
            case nodes.If():
                self._type(node.test, scope, template)
                for body in (node.body, node.else_):
                    self._body(body, scope, template)
                for other in node.elif_:
                    self._statement(other, scope, template)
            case nodes.Assign():
                self._bind(node.target, self._type(node.node, scope, template), scope)
            case nodes.AssignBlock():
                self._body(node.body, dict(scope), template)
                self._bind(node.target, Any, scope)
            case nodes.With():
                inner = dict(scope)
                for target, value in zip(node.targets, node.values, strict=True):
                    self._bind(target, self._type(value, scope, template), inner)
                self._body(node.body, inner, template)
            case nodes.Macro():
                scope[node.name] = Macro(node, scope, template)
            case nodes.FromImport():
                module = self._module(_name(node.template), scope)
                for name in node.names:
                    own, other = name if isinstance(name, tuple) else (name, name)
                    scope[other] = module[own]
            case nodes.Import():
                scope[node.target] = Module(self._module(_name(node.template), scope))
            case nodes.Include():
                if isinstance(node.template, nodes.Const):
                    self.check(_name(node.template), scope)
                else:  # each template that it may be is a root of its own
                    self._type(node.template, scope, template)
            case nodes.CallBlock():
                self._type(node.call, scope, template)
                self._body(node.body, dict(scope), template)
            case nodes.Expr():
                self._type(node.node, scope, template)
            case _:
                for child in node.iter_child_nodes():
                    if isinstance(child, nodes.Expr):
                        self._type(child, scope, template)
                    else:
                        self._statement(child, scope, template)

    def _bind(self, target: nodes.Node, type_: Any, scope: Scope) -> None:
        if isinstance(target, nodes.Name):
            scope[target.name] = type_
        elif isinstance(target, nodes.Tuple):
            for item in target.items:
                self._bind(item, Any, scope)

    # ------------------------------------------------------------ expressions

    def _type(self, node: nodes.Node, scope: Scope, template: str) -> Any:
        match node:
            case nodes.Name():
                if node.name not in scope and node.name not in GLOBALS:
                    self._fault(template, node, f"{node.name} is not given")
                return scope.get(node.name, Any)
            case nodes.Getattr():
                return self._key(node, node.attr, scope, template)
            case nodes.Getitem() if isinstance(node.arg, nodes.Const):
                if isinstance(node.arg.value, str):
                    return self._key(node, node.arg.value, scope, template)
                return inside(self._type(node.node, scope, template))
            case nodes.CondExpr():
                self._type(node.test, scope, template)
                parts = [node.expr1, *([node.expr2] if node.expr2 is not None else [])]
                return union(*(self._type(part, scope, template) for part in parts))
            case nodes.Or() | nodes.And():
                return union(*(self._type(e, scope, template) for e in (node.left, node.right)))
            case nodes.Test(name="defined") | nodes.Filter(name="default") if isinstance(
                node.node, nodes.Name
            ):
                return scope.get(node.node.name, Any)  # the name may be missing
            case nodes.Filter() if node.node is not None:
                for arg in node.args:
                    self._type(arg, scope, template)
                given = self._type(node.node, scope, template)
                if node.name in SAME:
                    return given
                return inside(given) if node.name in ("first", "last") else Any
            case nodes.Const():
                return type(node.value)
            case nodes.Call():
                return self._call(node, scope, template)
        for child in node.iter_child_nodes():
            self._type(child, scope, template)
        return Any

    def _key(self, node: Any, key: str, scope: Scope, template: str) -> Any:
        whole = self._type(node.node, scope, template)
        if isinstance(whole, Module):
            return whole.scope[key]
        found: list[Any] = []
        views = []
        for part in members(whole):
            if not is_typeddict(part):
                return Any
            views.append(part)
            hints = typing.get_type_hints(part)
            if key in hints:
                self.read.add((part.__name__, key))
                found.append(hints[key])
        if views and not found:
            names = " or ".join(sorted(view.__name__ for view in views))
            self._fault(template, node, f"{names} has no {key}")
        return union(*found) if found else Any

    def _call(self, node: nodes.Call, scope: Scope, template: str) -> Any:
        if isinstance(node.node, nodes.Name) and node.node.name == "once":
            name, key, value = node.args
            self._type(key, scope, template)
            bits = Module(self._module("bits.html", {"w": Any}))
            given = {"it": self._type(value, scope, template), "bits": bits}
            self.check(_name(name), given)
            return Any
        macro = self._type(node.node, scope, template)
        types_ = [self._type(arg, scope, template) for arg in node.args]
        named = {pair.key: self._type(pair.value, scope, template) for pair in node.kwargs}
        if isinstance(macro, Macro):
            self._expand(macro, types_, named)
        return Any

    def _expand(self, macro: Macro, given: list[Any], named: dict[str, Any]) -> None:
        """Read the body of a macro with the types of this call."""
        names = [str(arg.name) for arg in macro.node.args]
        types_: Scope = dict.fromkeys(names, Any) | {"caller": Any, "varargs": Any, "kwargs": Any}
        types_ |= dict(zip(names, given, strict=False)) | named
        mark = repr(
            (macro.template, macro.node.name, sorted((k, str(v)) for k, v in types_.items()))
        )
        if mark not in self._seen:
            self._seen.add(mark)
            self._body(macro.node.body, {**macro.scope, **types_}, macro.template)

    def _fault(self, template: str, node: nodes.Node, text: str) -> None:
        self.faults.add(f"{template}:{node.lineno}: {text}")


def _name(node: nodes.Node) -> str:
    assert isinstance(node, nodes.Const)
    return str(node.value)
