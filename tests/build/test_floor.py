"""The built files use nothing newer than the oldest supported browsers (tools/floor.toml)."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tools import floor, pages

ROOT = Path(__file__).resolve().parents[2]
CHECKED = (".css", ".html", ".js", ".mjs")
# The versions just before the floor, and the browsers of ten years ago.
BEFORE = {"chrome": "110", "edge": "110", "firefox": "120", "safari": "16.1"}
TEN_YEARS = {"chrome": "54", "edge": "14", "firefox": "50", "safari": "10"}
# Python modules that talk to the browser.
TALKS = re.compile(r"^\s*(import js$|from (js|pyodide|pyscript)\b)", re.MULTILINE)


@pytest.fixture(scope="module")
def files(built_site: Path) -> dict[str, str]:
    """Return all files that a browser reads: those of the site, and the templates of Python's pages."""
    paths = {
        path.relative_to(built_site).as_posix(): path
        for path in sorted(built_site.rglob("*"))
        if path.suffix in CHECKED
    }
    paths |= {
        path.relative_to(ROOT).as_posix(): path
        for path in (*(ROOT / "templates").rglob("*.html"), ROOT / "static" / "boot" / "stick.js")
    }
    texts = {name: path.read_text("utf-8") for name, path in paths.items()}
    for path in (ROOT / "py").rglob("*.py"):
        if TALKS.search(text := path.read_text("utf-8")):
            texts[path.relative_to(ROOT).as_posix()] = text
    return texts


def test_nothing_needs_a_browser_newer_than_the_minimum(files: dict[str, str], node: Path) -> None:
    assert len(files) > 80
    assert "py/titledeed/ui/browser/dom_page.py" in files
    newer = floor.check(files, node)
    assert [str(new) for new in newer if not floor.done_without(new)] == []
    used = {id(floor.done_without(new)) for new in newer}
    assert [entry["what"] for entry in floor.WITHOUT if id(entry) not in used] == []


PLANTED = {
    "light-dark": ("css", "p { color: light-dark(red, blue) }"),
    "color-mix": ("css", "p { color: color-mix(in srgb, var(--a), red) }"),
    "selectors.has": ("css", "p:has(a) { color: red }"),
    "popover-open": ("css", ".menu:popover-open { color: red }"),
    "starting-style": ("css", "@starting-style { p { color: red } }"),
    "relative_syntax": ("css", "p { color: rgb(from red r g b) }"),
    "backdrop.inherit": ("css", ".sheet::backdrop { background: var(--shade) }"),
    "global_attributes.popover": ("html", "<div id=a popover></div>"),
    "button.popovertarget": ("html", '<button popovertarget="a"></button>'),
    "elements.search": ("html", "{% if a %}<search></search>{% endif %}"),
    "startViewTransition": ("js", "document.startViewTransition(() => {});"),
    "showPopover": ("js", "const menu = make(); menu.showPopover();"),
    "URL.canParse": ("mjs", "export const good = URL.canParse('a');"),
    "builtins.Object.groupBy": ("js", "Object.groupBy([], (a) => a);"),
    "api.URLPattern": ("js", "new URLPattern({});"),
    "regular_expressions.modifier": ("js", "/(?i:a)b/.test('b');"),
    "Window.navigation": ("py", "import js\njs.navigation.reload()\n"),
    "HTMLElement.hidePopover": ("py", "menu.hidePopover()\n"),
}
# These two features set the floor: Chrome 111 was first to support `color-mix()`, Firefox 121 `:has()`.
# The styles use both, and Lightning CSS cannot lower them. They pass at the floor, and fail one version
# lower.
KNOWN_AT_THE_FLOOR = {"color-mix", "selectors.has"}


@pytest.fixture(scope="module")
def planted(files: dict[str, str], node: Path) -> dict[str, list[floor.TooNew]]:
    """Return the faults at the floor and below it after adding each text of ``PLANTED`` to a file."""
    behind = {}
    for plant, (kind, text) in PLANTED.items():
        name = next(file for file in files if file.endswith(f".{kind}") and "vendor" not in file)
        behind[f"{plant}/{name}"] = f"{files[name]}\n{text}"
    return {"floor": floor.check(behind, node), "before": floor.check(behind, node, BEFORE)}


@pytest.mark.parametrize("plant", PLANTED)
def test_a_newer_feature_fails_the_check(
    plant: str, planted: dict[str, list[floor.TooNew]]
) -> None:
    """Each fails at the floor. The features that set the floor fail one version earlier."""
    newer = {
        at: [new for new in seen if new.file.startswith(f"{plant}/") and plant in new.what]
        for at, seen in planted.items()
    }
    assert [new for new in newer["before"] if not floor.done_without(new)]
    assert bool(newer["floor"]) == (plant not in KNOWN_AT_THE_FLOOR)


def test_a_property_passes_if_its_older_name_is_beside_it(node: Path) -> None:
    both = floor.check({"a.css": "p { -webkit-hyphens: auto; hyphens: auto }"}, node)
    alone = floor.check({"a.css": "p { hyphens: auto }"}, node)
    assert [new.what for new in both] == []
    assert [new.what for new in alone] == ["css.properties.hyphens"]


def test_the_documents_and_the_page_name_the_same_browsers(built_site: Path) -> None:
    assert floor.said() == "Chrome 111, Edge 111, Firefox 121, Safari 16.4"
    for name in ("README.md", "docs/BROWSERS.md"):
        text = re.sub(r"\s+", " ", (ROOT / name).read_text("utf-8"))
        assert "Chrome and Edge 111, Firefox 121, Safari 16.4" in text
    [guard] = built_site.glob("static/boot/guard*.js")
    assert f'"floor":"{floor.said()}"' in guard.read_text("utf-8")


# ---------------------------------------------------------------- the first two scripts

# Features that the scripts test before they use them, or only to detect their absence.
ASKED = {
    "api.CSS",
    "api.CSS.supports_static",
    "api.HTMLDialogElement",
    "javascript.builtins.Array.at",
    "javascript.builtins.Array.toSorted",
    "javascript.builtins.Object.hasOwn",
    "webassembly.api.instantiate_static",
    "webassembly.api.validate_static",
}


def test_the_first_two_scripts_run_in_ten_year_old_browsers(built_site: Path, node: Path) -> None:
    [guard] = built_site.glob("static/boot/guard*.js")
    script = 'import { parse } from "acorn"; import { readFileSync } from "node:fs";'
    script += 'parse(readFileSync(0, "utf-8"), { ecmaVersion: 5, sourceType: "script" });'
    first = {"guard.js": guard.read_text("utf-8"), "folder.js": pages.FOLDER}
    for text, status in (*((text, 0) for text in first.values()), ("const late = () => 1;", 1)):
        command = [str(node), "--input-type=module", "--eval", script]
        done = subprocess.run(
            command, cwd=ROOT, input=text, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, done.stderr
    newer = floor.check(first, node, TEN_YEARS)
    assert {new.what for new in newer} <= ASKED, newer
