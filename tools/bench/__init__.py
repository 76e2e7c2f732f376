"""Measurements: ``python3 build.py bench [NAME] [OPTION…]``.

Each module of this package but this one and ``__main__`` is a bench if it has ``measure``:

    def options(parser: argparse.ArgumentParser) -> None: ...   # may be missing
    def measure(args: argparse.Namespace) -> dict: ...          # prints its table, gives its figures

Compare ratios within one run, never times of two runs: the machine is not alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "test-results" / "bench"


def table(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Plain columns: the first to the left, the others to the right."""
    cells = [list(map(str, head)), *(list(map(str, row)) for row in rows)]
    widths = [max(len(row[n]) for row in cells) for n in range(len(head))]
    lines = []
    for row in cells:
        first = row[0].ljust(widths[0])
        others = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  ".join([first, *others]).rstrip())
    return "\n".join([lines[0], "-" * max(map(len, lines)), *lines[1:]])
