"""The weights of the odds, fitted to games by gradient descent (Adam)."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from titledeed.engine import chance
from titledeed.engine.rules.short_game import score
from titledeed.odds.numbers import numbers, width

from . import games

HIDDEN: Final = 16
BATCH: Final = 512  # positions
EPOCHS: Final = 16
RATE: Final = 0.004
DECAY: Final = 1e-3
MORE_EPOCHS: Final = 6  # epochs when training continues from given weights
MORE_RATE: Final = 0.001  # the learning rate then


@dataclass
class Samples:
    """Positions, grouped by the number of seats playing: features (position, seat, feature), what each seat
    won (position, seat), its score, and the index of the table that each position is from."""

    rows: dict[int, Any]
    won: dict[int, Any]
    score: dict[int, Any]
    table: dict[int, Any]

    def count(self) -> int:
        return sum(len(rows) for rows in self.rows.values())


def read(files: Iterable[Path], every: int, part: int = 0, parts: int = 1) -> Samples:
    """A random one in ``every`` of the positions of finished games, from the games whose number modulo
    ``parts`` is ``part``."""
    rows: dict[int, list[Any]] = {}
    won: dict[int, list[Any]] = {}
    worth: dict[int, list[Any]] = {}
    table: dict[int, list[int]] = {}
    for file in files:
        for place, game, winners, states in games.kept(file):
            if not winners or (parts > 1 and (game % parts == 0) != (part == 0)):
                continue
            rules = games.TABLES[place].rules
            for n, data in enumerate(states):
                if chance.number(game, n) % every:
                    continue
                state = games.unpack(rules, data)
                seats, values = numbers(state)
                k = len(seats)
                if k < 2:
                    continue
                rows.setdefault(k, []).append(np.array(values, dtype=np.float32))
                share = 1 / len(winners)
                won.setdefault(k, []).append([share if s in winners else 0.0 for s in seats])
                worth.setdefault(k, []).append([score(state, s) for s in seats])
                table.setdefault(k, []).append(place)
    return Samples(
        {k: np.stack(r) for k, r in rows.items()},
        {k: np.array(w, dtype=np.float32) for k, w in won.items()},
        {k: np.array(w, dtype=np.float64) for k, w in worth.items()},
        {k: np.array(t) for k, t in table.items()},
    )


class Net:
    """A network with one hidden layer plus a linear term, and a softmax over the seats of a position."""

    def __init__(self, seed: int, hidden: int = HIDDEN) -> None:
        draw = np.random.default_rng(seed)
        n = width()
        self.parts = {
            "line": np.zeros(n, dtype=np.float32),
            "into": (draw.standard_normal((n, hidden)) * 0.08).astype(np.float32),
            "bias": np.zeros(hidden, dtype=np.float32),
            "out": (draw.standard_normal(hidden) * 0.1).astype(np.float32),
        }

    @classmethod
    def of(cls, table: dict[str, Any]) -> Net:
        """A network with the weights of a file."""
        net = cls(0)
        net.parts = {name: np.array(part, dtype=np.float32) for name, part in table.items()}
        return net

    def logits(self, rows: Any) -> tuple[Any, Any]:
        p = self.parts
        active = np.maximum(rows @ p["into"] + p["bias"], 0)
        return rows @ p["line"] + active @ p["out"], active

    def odds(self, rows: Any) -> Any:
        return softmax(self.logits(rows)[0])

    def slopes(self, rows: Any, won: Any) -> dict[str, Any]:
        """The gradient of the log-loss of these positions."""
        p = self.parts
        logits, active = self.logits(rows)
        back = (softmax(logits) - won) / len(rows)
        n = rows.shape[-1]
        flat = rows.reshape(-1, n)
        column = back.reshape(-1)
        inner = (column[:, None] * p["out"]) * (active.reshape(len(flat), -1) > 0)
        return {
            "line": flat.T @ column,
            "into": flat.T @ inner,
            "bias": inner.sum(0),
            "out": active.reshape(len(flat), -1).T @ column,
        }


def together(*parts: Samples) -> Samples:
    """All samples in one object."""

    def joined(name: str) -> dict[int, Any]:
        tables = [getattr(part, name) for part in parts]
        counts = sorted({k for table in tables for k in table})
        return {k: np.concatenate([table[k] for table in tables if k in table]) for k in counts}

    return Samples(joined("rows"), joined("won"), joined("score"), joined("table"))


def softmax(logits: Any) -> Any:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def fit(
    samples: Samples,
    seed: int,
    epochs: int = EPOCHS,
    rate: float = RATE,
    start: Net | None = None,
    check: Samples | None = None,
) -> Net:
    """Train weights to predict the winners, from random ones or from those of ``start``. On ``check`` the
    loss is only reported."""
    draw = np.random.default_rng(seed)
    net = start or Net(seed)
    first = {k: np.zeros_like(v) for k, v in net.parts.items()}
    second = {k: np.zeros_like(v) for k, v in net.parts.items()}
    steps = epochs * sum(-(-len(rows) // BATCH) for rows in samples.rows.values())
    step = 0
    for epoch in range(epochs):
        batches = []
        for k, rows in samples.rows.items():
            order = draw.permutation(len(rows))
            batches += [(k, order[i : i + BATCH]) for i in range(0, len(rows), BATCH)]
        draw.shuffle(batches)
        for k, chosen in batches:
            step += 1
            now = rate * min(1.0, step / 200) * (0.5 + 0.5 * np.cos(np.pi * step / steps))
            size = len(chosen) / BATCH
            for name, slope in net.slopes(samples.rows[k][chosen], samples.won[k][chosen]).items():
                steep = slope * size
                first[name] += 0.1 * (steep - first[name])
                second[name] += 0.002 * (steep * steep - second[name])
                a = first[name] / (1 - 0.9**step)
                b = second[name] / (1 - 0.998**step)
                part = net.parts[name]
                part -= now * (
                    a / (np.sqrt(b) + 1e-8) + (DECAY / rate * part if name != "bias" else 0)
                )
        if check is not None:
            print(epoch, round(loss(net, check), 4), file=sys.stderr, flush=True)
    return net


def loss(net: Net, samples: Samples, place: int | None = None) -> float:
    """The mean of −log of the winner's odds."""
    total = 0.0
    count = 0
    for k, rows in samples.rows.items():
        here = samples.table[k] == place if place is not None else slice(None)
        odds = net.odds(rows[here])
        total -= float((np.log(np.maximum(odds, 1e-9)) * samples.won[k][here]).sum())
        count += len(odds)
    return total / count


def worth_loss(samples: Samples, place: int | None = None) -> tuple[float, float]:
    """The least log-loss of softmax(a · worth) and its a, fitted on the same positions."""
    parts = []
    for k in samples.rows:
        here = samples.table[k] == place if place is not None else slice(None)
        parts.append((samples.score[k][here] / 1000, samples.won[k][here]))
    count = sum(len(won) for _, won in parts)

    def at(a: float) -> float:
        return (
            -sum(float((np.log(np.maximum(softmax(a * w), 1e-12)) * won).sum()) for w, won in parts)
            / count
        )

    low, high = 0.01, 5.0
    for _ in range(60):
        a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
        if at(a) < at(b):
            high = b
        else:
            low = a
    return at(low), low / 1000
