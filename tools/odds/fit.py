"""The weights of the odds, fitted to games by gradient descent (Adam)."""

from __future__ import annotations

import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final

import numpy as np

from titledeed.engine.rules.short_game import score
from titledeed.odds.features import (
    common_feature_width,
    feature_rows,
    feature_width,
    rising_features,
)
from titledeed.odds.model import LEAST_SHARP
from tools.odds import games

BATCH: Final = 512  # positions
EPOCHS: Final = 16
RATE: Final = 0.004
DECAY: Final = 3e-4


@dataclass
class Samples:
    """Positions, grouped by the number of seats in play.

    Each field maps that number to an array. ``rows`` has the shape (position, seat, feature), ``won`` and
    ``score`` have (position, seat). ``table``, an index, has one value for each position."""

    rows: dict[int, Any]
    won: dict[int, Any]
    score: dict[int, Any]
    table: dict[int, Any]

    def count(self) -> int:
        return sum(len(rows) for rows in self.rows.values())


def read(file: Path, wave: games.Wave) -> Samples:
    """The positions of these games."""
    rows: dict[int, list[Any]] = {}
    won: dict[int, list[Any]] = {}
    worth: dict[int, list[Any]] = {}
    table: dict[int, list[int]] = {}
    for place, _, _, winners, states in games.kept(file):
        rules = wave.tables[place].rules
        for data in states:
            state = games.unpack(rules, data)
            seats, values = feature_rows(state)
            k = len(seats)
            if k < 2:
                continue
            rows.setdefault(k, []).append(np.array(values, dtype=np.float32))
            share = 1 / len(winners)
            won.setdefault(k, []).append([share if s in winners else 0.0 for s in seats])
            worth.setdefault(k, []).append([score(state, s) for s in seats])
            table.setdefault(k, []).append(place)
    times = {k: [wave.tables[place].counts for place in places] for k, places in table.items()}
    return Samples(
        {k: np.repeat(np.stack(r), times[k], 0) for k, r in rows.items()},
        {k: np.repeat(np.array(w, dtype=np.float32), times[k], 0) for k, w in won.items()},
        {k: np.repeat(np.array(w, dtype=np.float64), times[k], 0) for k, w in worth.items()},
        {k: np.repeat(np.array(t), times[k]) for k, t in table.items()},
    )


FREE: Final = ("bias",)  # parts without weight decay


class Net:
    """A network with one hidden layer plus a linear term, and a softmax over the seats of a position.

    No weight lets a logit fall when a rising feature rises (:meth:`constrain`). Half of the hidden units
    count for a seat, the others against it; so the logit can bend in both directions."""

    def __init__(self, seed: int, hidden: int) -> None:
        draw = np.random.default_rng(seed)
        n = feature_width()
        self.rises = np.array(rising_features())
        self.side = np.where(np.arange(hidden) % 2, -1, 1).astype(np.float32)
        into = draw.standard_normal((n, hidden)) * 0.08
        into[self.rises] = abs(into[self.rises]) * self.side * 0.3
        self.parts = {
            "line": np.zeros(n, dtype=np.float32),
            "into": into.astype(np.float32),
            "bias": np.zeros(hidden, dtype=np.float32),
            "out": (abs(draw.standard_normal(hidden)) * 0.1 * self.side).astype(np.float32),
        }

    def constrain(self) -> None:
        """Set weights of the wrong sign to zero."""
        p, rises = self.parts, self.rises
        p["line"][rises] = np.maximum(p["line"][rises], 0)
        p["into"][rises] = np.maximum(p["into"][rises] * self.side, 0) * self.side
        p["out"][:] = np.maximum(p["out"] * self.side, 0) * self.side

    @classmethod
    def of(cls, table: dict[str, Any]) -> Net:
        """A network with the weights of a file."""
        net = cls(0, len(table["bias"]))
        net.parts |= {name: np.array(part, dtype=np.float32) for name, part in table.items()}
        return net

    def sharp(self, rows: Any) -> Any:
        """The sharpness of each position, before the limit from below."""
        width = common_feature_width()
        return 1 + rows[:, 0, -width:] @ self.parts["line"][-width:]

    def logits(self, rows: Any) -> tuple[Any, Any]:
        """The logits without the sharpness, and the hidden units."""
        p = self.parts
        width = common_feature_width()
        active = np.maximum(rows @ p["into"] + p["bias"], 0)
        return rows[..., :-width] @ p["line"][:-width] + active @ p["out"], active

    def odds(self, rows: Any) -> Any:
        sharp = np.maximum(self.sharp(rows), 1 / LEAST_SHARP)
        return softmax(self.logits(rows)[0] * sharp[:, None])

    def slopes(self, rows: Any, won: Any) -> dict[str, Any]:
        """The gradient of the log-loss of these positions."""
        p = self.parts
        plain, active = self.logits(rows)
        free = self.sharp(rows)
        sharp = np.maximum(free, 1 / LEAST_SHARP)
        logits = plain * sharp[:, None]
        back = (softmax(logits) - won) / len(rows)
        n = rows.shape[-1]
        width = common_feature_width()
        flat = rows.reshape(-1, n)
        column = (back * sharp[:, None]).reshape(-1)
        inner = (column[:, None] * p["out"]) * (active.reshape(len(flat), -1) > 0)
        line = flat.T @ column
        line[-width:] = rows[:, 0, -width:].T @ ((back * plain).sum(-1) * (free == sharp))
        return {
            "line": line,
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

    return Samples(*(joined(field.name) for field in fields(Samples)))


def softmax(logits: Any) -> Any:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def fit(
    samples: Samples,
    seed: int,
    hidden: int,
    epochs: int = EPOCHS,
    rate: float = RATE,
    check: Samples | None = None,
) -> Net:
    """Train a network with ``hidden`` units, from random weights, to predict the winners.

    ``check`` is only for reports of the loss."""
    draw = np.random.default_rng(seed)
    net = Net(seed, hidden)
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
            slopes = net.slopes(samples.rows[k][chosen], samples.won[k][chosen])
            for name, slope in slopes.items():
                steep = slope * size
                first[name] += 0.1 * (steep - first[name])
                second[name] += 0.002 * (steep * steep - second[name])
                a = first[name] / (1 - 0.9**step)
                b = second[name] / (1 - 0.998**step)
                part = net.parts[name]
                part -= now * (
                    a / (np.sqrt(b) + 1e-8) + (DECAY / rate * part if name not in FREE else 0)
                )
            net.constrain()
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
