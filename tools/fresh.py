"""Builds the site for the tests and saves it for later runs.

``python -m tools.fresh --node /usr/bin/node`` runs it. The site is rebuilt only when one of its sources
has changed. ``build.py test`` starts this while the linter and the type checker run. The first test
that needs the site waits until it is built.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from filelock import FileLock

from tools import machine, site

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / ".cache" / "fresh"
KEPT: Final = 3  # sites: another run may still be testing an older one
# All folders that the build reads. One too many costs a build; one too few would give an outdated site.
_SOURCES: Final = ("docs", "py", "static", "templates", "tools")
_FILES: Final = (
    "index.html",
    "pyscript.toml",
    "package.json",
    "package-lock.json",
    "pyproject.toml",
    "LICENSE",
)


def fingerprint() -> str:
    """A hash of everything that the site is built from."""
    total = hashlib.sha256()
    for path in _sources():
        total.update(str(path.relative_to(ROOT)).encode() + b"\0")
        total.update(hashlib.sha256(path.read_bytes()).digest())
    total.update((machine.NODE_MODULES / ".installed").read_bytes())
    return total.hexdigest()[:16]


def _sources() -> Iterator[Path]:
    for folder in _SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path
    yield from (ROOT / name for name in _FILES)


def folder(node: Path) -> Path:
    """The folder of the site built from the current sources. Nobody may write to it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with FileLock(FOLDER / "lock"):
        wanted = FOLDER / fingerprint()
        if not wanted.exists():
            sites = sorted(FOLDER.glob("?" * 16), key=lambda old: old.stat().st_mtime)
            for old in sites[: 1 - KEPT]:
                shutil.rmtree(old)
            half = wanted.with_suffix(".half")
            site.build(half, node)
            half.rename(wanted)
    return wanted


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--node", type=Path, required=True)
    sys.path.insert(0, str(ROOT / "py"))
    print(folder(parser.parse_args().node))


if __name__ == "__main__":
    main()
