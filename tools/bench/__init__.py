"""Measurements: ``python3 build.py bench [NAME] [OPTION…]``.

Each module of this package except this one and ``__main__`` is a bench if it has ``measure``:

    def options(parser: argparse.ArgumentParser) -> None: ...   # may be missing
    def measure(args: argparse.Namespace) -> dict: ...          # prints its table, gives its figures

Compare ratios within one run, never times of two runs: other programs use the machine too.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import CDPSession

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test-results" / "bench"


def may_be_slow(parser: argparse.ArgumentParser) -> None:
    """Add the option that both benches of the page have: a phone's processor on this machine."""
    parser.add_argument(
        "--slow",
        type=_times,
        default=1.0,
        metavar="N",
        help="the processor N times slower for the page (a cheap phone is about 6 times slower)",
    )


def may_compare(parser: argparse.ArgumentParser, measured: str) -> None:
    """Add the option of an earlier build that takes turns with this one; ``measured`` is then measured."""
    parser.add_argument(
        "--before",
        type=_built,
        metavar="DIST",
        help=f"the dist/ of an earlier build: measure only {measured}, in turns",
    )


def _built(text: str) -> Path:
    if not (Path(text) / "index.html").is_file():
        raise argparse.ArgumentTypeError(f"there is no built site in {text}")
    return Path(text)


def _times(text: str) -> float:
    try:
        times = float(text)
    except ValueError:
        times = 0.0
    if not 1 <= times <= 20:
        raise argparse.ArgumentTypeError("must be a number from 1 to 20")
    return times


def brake(browser: CDPSession, slow: float) -> None:
    """Slow the page's processor down by this factor; the network keeps its speed."""
    if slow > 1:
        browser.send("Emulation.setCPUThrottlingRate", {"rate": slow})


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """A table in plain text: the first column aligned left, the others right."""
    cells = [list(map(str, head)), *(list(map(str, row)) for row in rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(head))]
    lines = []
    for row in cells:
        first = row[0].ljust(widths[0])
        others = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])
