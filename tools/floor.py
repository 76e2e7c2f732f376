"""Checks that the site uses nothing newer than the oldest browsers it supports (tools/floor.toml).

Real parsers read styles, scripts and markup, and each feature is looked up in MDN's compatibility data
(npm's ``@mdn/browser-compat-data``, for the tests only). A script does not tell the type of an object.
So a member like ``showPopover`` counts as too new only if every interface with such a member got it
later.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "node_modules" / "@mdn" / "browser-compat-data" / "data.json"
_STATED = tomllib.loads((Path(__file__).parent / "floor.toml").read_text("utf-8"))
FLOOR: dict[str, str] = _STATED["floor"]

# Newer features that the site uses all the same: each with ``what``, ``why`` and perhaps ``file``.
WITHOUT: list[dict[str, str]] = _STATED["without"]

Use = tuple[str, ...]


@dataclass(frozen=True, order=True)
class TooNew:
    """A feature that one of the oldest browsers does not have."""

    file: str
    what: str  # its path in MDN's data
    since: str  # the browsers without the feature, each with the first version that has it

    def __str__(self) -> str:
        return f"{self.file}: {self.what} ({self.since})"


def said(floor: Mapping[str, str] = FLOOR) -> str:
    """The oldest supported browsers, as a text for people."""
    return ", ".join(f"{name.capitalize()} {version}" for name, version in floor.items())


def done_without(new: TooNew) -> dict[str, str] | None:
    """The entry of tools/floor.toml that allows this feature; None if there is none."""
    return next(
        (
            entry
            for entry in WITHOUT
            if new.what.startswith(entry["what"]) and new.file.startswith(entry.get("file", ""))
        ),
        None,
    )


class Data:
    """Looks up features of styles, scripts and markup in MDN's data."""

    def __init__(self, data: Mapping[str, Any], floor: Mapping[str, str]) -> None:
        self.data = data
        self.floor = {**floor, "safari_ios": floor["safari"]} if "safari" in floor else dict(floor)
        self.members = _members(data)
        self.functions = {name: path for path, name in _functions(data)}

    def at(self, path: str) -> Any:
        node: Any = self.data
        for part in path.split("."):
            node = node.get(part) if isinstance(node, dict) else None
        return node

    def known(self, path: str) -> bool:
        return bool(self.at(path))

    def missing(self, path: str, beside: frozenset[str] = frozenset()) -> str:
        """The browsers that got the feature at ``path`` after the floor, and when.

        This is "" if there is no such browser or MDN does not have the feature. A browser that never
        got the feature does not count. ``beside``: other properties of the same rule, such as
        ``-webkit-mask`` beside ``mask``."""
        node = self.at(path) or {}
        support = node.get("__compat", {}).get("support", {})
        name = path.rpartition(".")[2]
        late = []
        for browser, version in self.floor.items():
            statements = _statements(support.get(browser))
            if any(_has(statement, version, name, beside) for statement in statements):
                continue
            lasting = [statement for statement in statements if _lasts(statement)]
            since = [_number(str(statement["version_added"])) for statement in lasting]
            if since:
                late.append(f"{browser} {'.'.join(map(str, min(since)))}")
        return ", ".join(late)

    # ------------------------------------------------------------ from a use to paths in the data

    def addresses(self, use: Use) -> list[str]:
        """The paths in MDN's data for this use; [] if it is not a browser feature."""
        kind, *words = use
        paths: list[str] = getattr(self, f"_{kind.replace('-', '_')}")(*words)
        return [path for path in paths if self.known(path)]

    def _key(self, path: str) -> list[str]:
        return [path]

    def _property(self, name: str, rule: str) -> list[str]:
        return (
            [f"css.at-rules.{rule}.{name}"] if rule == "font-face" else [f"css.properties.{name}"]
        )

    def _value(self, of: str, name: str) -> list[str]:
        return [f"css.properties.{of}.{name}"]

    def _function(self, of: str, name: str) -> list[str]:
        return [f"css.properties.{of}.{name}", self.functions.get(name, "")]

    def _at_rule(self, name: str) -> list[str]:
        return [f"css.at-rules.{name}"]

    def _media(self, name: str) -> list[str]:
        return [f"css.at-rules.media.{name}"]

    def _pseudo(self, name: str) -> list[str]:
        return [f"css.selectors.{name}"]

    def _unit(self, name: str) -> list[str]:
        return [f"css.types.length.{name}"]

    def _global(self, name: str) -> list[str]:
        places = ("javascript.builtins", "api", "api.Window", "webassembly.api")
        return next(([path] for place in places if self.known(path := f"{place}.{name}")), [])

    def _member(self, of: str, name: str) -> list[str]:
        if of in ("globalThis", "self", "window"):
            return self._global(name)
        interface = {"document": "Document", "navigator": "Navigator", "location": "Location"}.get(
            of, of
        )
        places = ("javascript.builtins", "api", "webassembly.api") if of != "WebAssembly" else ()
        own = [f"{place}.{interface}.{name}{end}" for place in places for end in ("_static", "")]
        if of == "WebAssembly":
            own = [f"webassembly.api.{name}{end}" for end in ("_static", "")]
        if known := [path for path in own if of and self.known(path)]:
            return known[:1]
        every = self.members.get(name, [])
        return every[:1] if all(self.missing(path) for path in every) else []

    def _element(self, name: str) -> list[str]:
        return [f"html.elements.{name}"]

    def _attribute(self, element: str, name: str, value: str) -> list[str]:
        own = f"html.elements.{element}.{name}"
        path = own if self.known(own) else f"html.global_attributes.{name}"
        paths = [path, *(f"{path}.{word}" for word in value.split() if "{" not in word)]
        if (element, name) == ("input", "type"):
            paths.append(f"html.elements.input.type_{value}")
        if (element, name) == ("meta", "content"):  # such as interactive-widget of the viewport
            paths += [
                f"html.elements.meta.name.viewport.{word}"
                for word in re.findall(r"([\w-]+)=", value)
            ]
        return paths


def _statements(support: Any) -> list[dict[str, Any]]:
    """MDN's statements about one browser, without features behind a flag."""
    every = support if isinstance(support, list) else [support] if support else []
    return [
        statement
        for statement in every
        if statement["version_added"] not in (False, None, "preview")
        and not statement.get("flags")
        and not statement.get("alternative_name")
    ]


def _has(statement: Mapping[str, Any], version: str, name: str, beside: frozenset[str]) -> bool:
    """Whether this version has the feature, at least in part."""
    if "prefix" in statement and statement["prefix"] + name not in beside:
        return False
    removed = str(statement.get("version_removed", "999999"))
    return _number(str(statement["version_added"])) <= _number(version) < _number(removed)


def _lasts(statement: Mapping[str, Any]) -> bool:
    return "prefix" not in statement and "version_removed" not in statement


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.removeprefix("≤").split("."))


def _members(data: Mapping[str, Any]) -> dict[str, list[str]]:
    by_name: dict[str, list[str]] = {}
    for place in ("api", "javascript.builtins", "javascript.builtins.Intl"):
        interfaces: Any = data
        for part in place.split("."):
            interfaces = interfaces[part]
        for interface, members in interfaces.items():
            if not isinstance(members, dict):
                continue
            for name in members:
                if name != "__compat":
                    path = f"{place}.{interface}.{name}"
                    by_name.setdefault(name.removesuffix("_static"), []).append(path)
    return by_name


def _functions(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    def inside(node: Mapping[str, Any], path: str) -> Iterator[tuple[str, str]]:
        for name, child in node.items():
            if name != "__compat":
                yield f"{path}.{name}", name.removesuffix("-function")
                yield from inside(child, f"{path}.{name}")

    # Entries nearer to the top come last and win: ``rgb`` is the function, not a detail of another one.
    yield from sorted(
        inside(data["css"]["types"], "css.types"), key=lambda style: -style[0].count(".")
    )


# ---------------------------------------------------------------- finding the features in use


class _Markup(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.uses: list[Use] = []
        self.drawing = 0

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.drawing += tag == "svg"
        if self.drawing:
            return
        self.uses.append(("element", tag))
        for name, value in attributes:
            if not name.startswith(("data-", "aria-")):
                self.uses.append(("attribute", tag, name, value or ""))

    def handle_endtag(self, tag: str) -> None:
        self.drawing -= tag == "svg"


def of_markup(text: str) -> list[Use]:
    """The elements and attributes of a page, or of a template without its Jinja2 parts."""
    text = re.sub(r"{#.*?#}|{%.*?%}", " ", text, flags=re.DOTALL)
    markup = _Markup()
    markup.feed(re.sub(r"{{.*?}}", "{}", text, flags=re.DOTALL))
    return markup.uses


def of_python(text: str) -> list[Use]:
    """The browser features that a Python module for the browser uses."""
    uses: list[Use] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            of = node.value.id if isinstance(node.value, ast.Name) else ""
            uses.append(("global", node.attr) if of == "js" else ("member", of, node.attr))
    return uses


def of_styles_and_scripts(
    node: Path, styles: Mapping[str, str], scripts: Mapping[str, str]
) -> dict[str, list[Use]]:
    asked = json.dumps({"styles": dict(styles), "scripts": dict(scripts)})
    command = [str(node), str(ROOT / "tools" / "used.mjs")]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ValueError(done.stderr.strip())
    return {name: [tuple(use) for use in uses] for name, uses in json.loads(done.stdout).items()}


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(DATA.read_text("utf-8"))
    return data


def check(files: Mapping[str, str], node: Path, floor: Mapping[str, str] = FLOOR) -> list[TooNew]:
    """The features of these files that are newer than the floor.

    ``files`` maps names to texts; the ending of the name gives the type."""
    ends = {name: name.rpartition(".")[2] for name in files}
    used = of_styles_and_scripts(
        node,
        {name: text for name, text in files.items() if ends[name] == "css"},
        {name: text for name, text in files.items() if ends[name] in ("js", "mjs")},
    )
    used |= {name: of_markup(text) for name, text in files.items() if ends[name] == "html"}
    used |= {name: of_python(text) for name, text in files.items() if ends[name] == "py"}
    data = Data(_data(), floor)
    return sorted({new for name, uses in used.items() for new in _too_new(data, name, uses)})


def _too_new(data: Data, file: str, uses: list[Use]) -> Iterator[TooNew]:
    beside = frozenset(use[1] for use in uses if use[0] == "property")
    for use in uses:
        if file.startswith("vendor/") and use[:2] == ("member", ""):
            # libraries have thousands of members of their own, many with names of one letter
            continue
        for path in data.addresses(use):
            if missing := data.missing(path, beside):
                yield TooNew(file, path, missing)
