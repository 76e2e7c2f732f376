"""From numbers to odds: a straight line and one hidden layer give each seat a strength, and a softmax
over the seats that play makes odds of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from math import exp
from pathlib import Path
from typing import Any, Final

from .numbers import OpenState, common_width, numbers, width

__loader__: Any  # this module's own, which reads out of an archive too

WHOLE: Final = 1_000_000  # the odds are whole numbers of these parts
_FILE: Final = Path(__file__).with_name("weights.json")


class Unready(Exception):
    """The weights are not here yet. Carries a sentence."""


class Net:
    """The weights. ``table`` is what ``weights.json`` holds: "line" and "out" are lists, "into" has a row
    for each number, "bias" one for each hidden unit. Raises ``ValueError`` where they do not fit."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self.line: list[float] = table["line"]
        self.into: list[list[float]] = table["into"]
        self.bias: list[float] = table["bias"]
        self.out: list[float] = table["out"]
        hidden = len(self.bias)
        fits = len(self.line) == len(self.into) == width() and len(self.out) == hidden
        if not fits or any(len(row) != hidden for row in self.into):
            raise ValueError("These weights are for other numbers.")

    def strengths(self, rows: list[list[float]]) -> list[float]:
        """A logit for each row. Sums run in a fixed order: every Python adds up the same."""
        into, line = self.into, self.line
        own = width() - common_width()
        # The last numbers are the same in all rows.
        base = self.bias
        for n in range(own, len(line)):
            x = rows[0][n]
            if x:
                base = [h + x * w for h, w in zip(base, into[n], strict=True)]
        out = []
        for row in rows:
            units = base
            total = 0.0
            for n in range(own):
                x = row[n]
                if x:
                    total += x * line[n]
                    units = [h + x * w for h, w in zip(units, into[n], strict=True)]
            for h, w in zip(units, self.out, strict=True):
                if h > 0:
                    total += h * w
            out.append(total)
        return out


_net: list[Net] = []


def use(net: Net) -> None:
    """Work with these weights from now on."""
    _net[:] = [net]


def _ready() -> Net:
    if not _net:
        try:
            text = __loader__.get_data(str(_FILE)).decode("utf-8")
        except OSError as error:
            raise Unready("The weights of the odds have not been loaded.") from error
        use(Net(json.loads(text)))
    return _net[0]


def millionths(position: OpenState) -> dict[int, int]:
    """The odds of each seat that plays, in millionths; together they are ``WHOLE``, and nobody has less
    than one. What is pending is not looked at: see ``settling.expected``.

    Raises :class:`Unready` where the weights cannot be read.
    """
    seats, rows = numbers(position)
    if len(seats) < 2:
        return dict.fromkeys(seats, WHOLE)
    return shared(seats, _ready().strengths(rows))


def shared(seats: list[int], logits: list[float]) -> dict[int, int]:
    """``WHOLE`` shared out by a softmax. ``exp`` may differ in its last bit from machine to machine:
    it is rounded away here."""
    best = max(logits)
    parts = [exp(x - best) for x in logits]
    total = 0.0
    for part in parts:
        total += part
    spare = WHOLE - len(seats)
    exact = [spare * part / total for part in parts]
    out = [int(x + 0.5) for x in exact]
    # What rounding left over or took too much goes to the likeliest.
    out[out.index(max(out))] += spare - sum(out)
    return {seat: 1 + part for seat, part in zip(seats, out, strict=True)}
