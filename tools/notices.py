"""Makes licenses.txt of the built site: its third-party code and data, with their licenses."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NPM = ROOT / "node_modules"

INTRODUCTION = """\
Title Deed {version}
Its own code is under the MIT licence, which stands first. What follows is shipped with it.
Title Deed is not affiliated with, or endorsed by, any publisher of board games.
"""

# Libraries linked into Pyodide's WebAssembly file. Their licenses come with the sources of Python and
# Pyodide.
LINKED = """\
Pyodide's WebAssembly file also holds, besides CPython itself: musl and Emscripten's runtime (MIT),
zlib (zlib licence), bzip2 (bzip2 licence), liblzma (0BSD), Zstandard (BSD-3-Clause), libffi (MIT),
Expat (MIT), mpdecimal (BSD-2-Clause), HACL* (MIT) and SQLite (public domain). Python's
documentation lists the terms of what it incorporates: https://docs.python.org/3.14/license.html
"""


@dataclass(frozen=True)
class Notice:
    name: str
    version: str
    licence: str
    source: str  # where its source can be found
    text: str
    hash: str = ""  # of the package that was checked before it was used


def text() -> str:
    """The text of the whole file."""
    version = json.loads((ROOT / "package.json").read_text())["version"]
    parts = [INTRODUCTION.format(version=version), (ROOT / "LICENSE").read_text("utf-8")]
    for notice in notices():
        heading = f"{notice.name} {notice.version} ({notice.licence})\n{notice.source}"
        heading += f"\n{notice.hash}" if notice.hash else ""
        parts.append(f"{heading}\n\n{notice.text.strip()}\n")
    return ("\n" + "=" * 80 + "\n\n").join(parts)


def notices() -> list[Notice]:
    """A notice for each package whose code or data is in the site."""
    pyodide = _manifest("pyodide")["version"]
    python = json.loads((NPM / "pyodide" / "pyodide-lock.json").read_text())["info"]["python"]
    mozilla = (ROOT / "tools" / "licenses" / "MPL-2.0.txt").read_text("utf-8")
    cpython = (ROOT / "tools" / "licenses" / "PSF-2.0.txt").read_text("utf-8") + "\n" + LINKED
    licences = [
        Notice(
            "Pyodide",
            pyodide,
            "MPL-2.0",
            "https://github.com/pyodide/pyodide",
            mozilla,
            _locked("pyodide"),
        ),
        Notice("CPython", python, "PSF-2.0", "https://github.com/python/cpython", cpython),
    ]
    licences += [_of_npm(name) for name in sorted(_with_dependencies(_shipped_from_npm()))]
    licences.append(_codemirror())
    licences += [_of_python(name) for name in ("Jinja2", "MarkupSafe")]
    return licences


def _shipped_from_npm() -> Iterable[str]:
    # Pyodide has a separate notice; its npm dependencies are for Node only.
    return [name for name in _manifest("")["dependencies"] if name != "pyodide"]


def _with_dependencies(names: Iterable[str]) -> set[str]:
    """The packages and all their dependencies, which PyScript bundles in its file."""
    packages: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in packages:
            packages.add(name)
            waiting += _manifest(name).get("dependencies", {})
    return packages


def _of_npm(name: str) -> Notice:
    manifest = _manifest(name)
    files = sorted((NPM / name).glob("LICEN[CS]E*"))
    repository = manifest.get("repository", {})
    url = repository if isinstance(repository, str) else repository.get("url", "")
    url = url.removeprefix("git+").removesuffix(".git") or f"npm package {name}"
    licence = manifest.get("license", "see its source")
    text = files[0].read_text("utf-8") if files else _usual(licence, manifest["author"])
    return Notice(name, manifest["version"], licence, url, text, _locked(name))


def _codemirror() -> Notice:
    """CodeMirror comes in PyScript's bundle, without its own license text."""
    text = (ROOT / "tools" / "licenses" / "CodeMirror.txt").read_text("utf-8")
    version = str(_manifest("@pyscript/core")["devDependencies"]["@codemirror/view"]).lstrip("^")
    source = "https://github.com/codemirror/dev"
    return Notice(
        "CodeMirror (in PyScript)", version, "MIT", source, text, _locked("@pyscript/core")
    )


def _usual(licence: str, author: str) -> str:
    """The usual text of a license, for a package that names it but does not include its text."""
    text = (ROOT / "tools" / "licenses" / f"{licence}.txt").read_text("utf-8")
    return text.format(author=author)


def _locked(name: str) -> str:
    """The hash of an npm package in package-lock.json."""
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    return str(lock["packages"][f"node_modules/{name}"]["integrity"])


def _required(name: str) -> str:
    """The hashes that tools/requirements/build.txt allows for a package from PyPI."""
    lines = (ROOT / "tools" / "requirements" / "build.txt").read_text("utf-8")
    pinned = lines[lines.index(f"{name.lower()}==") :].partition("# via")[0]
    hashes = re.findall(r"sha256:\w+", pinned)
    few = ", ".join(hashes)
    return few if len(hashes) < 4 else f"one of {len(hashes)} builds: {hashes[0]}, …"


def _of_python(name: str) -> Notice:
    package = distribution(name)
    texts = [file for file in package.files or [] if "licenses/" in str(file)]
    licence = package.metadata.get("License-Expression") or "BSD-3-Clause"
    urls = package.metadata.get_all("Project-URL") or []
    source = next((url.partition(", ")[2] for url in urls if url.startswith("Source")), "")
    text = texts[0].read_text("utf-8")
    return Notice(name, package.version, licence, source, text, _required(name))


def _manifest(name: str) -> dict:  # type: ignore[type-arg]
    folder = NPM / name if name else ROOT
    return json.loads((folder / "package.json").read_text("utf-8"))  # type: ignore[no-any-return]
