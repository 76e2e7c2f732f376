"""The weights of the odds, fitted to games by gradient descent (Adam)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from titledeed.engine import rng
from titledeed.engine.rules.short_game import score
from titledeed.odds.features import feature_rows, feature_width
from tools.odds import games

BATCH: Final = 512  # positions
EVERY: Final = 3  # one position in this number is used for learning
EPOCHS: Final = 16
RATE: Final = 0.004
DECAY: Final = 1e-3
FADES: Final = (8.0, 25.0)  # rounds in which the effect of a player's skill shrinks to a third
PLAYERS: Final = (
    *("steady", "steady-1", "shark", "dealer", "builder"),
    *("hoarder", "hermit", "novice", "simple"),
)


@dataclass
class Samples:
    """Positions, grouped by the number of seats in play.

    Each field maps that number to an array. ``rows`` has the shape (position, seat, feature). ``won``,
    ``score`` and ``player`` have the shape (position, seat); a player is an index of ``PLAYERS``.
    ``round`` and ``table`` (an index) have one value for each position."""

    rows: dict[int, Any]
    won: dict[int, Any]
    score: dict[int, Any]
    player: dict[int, Any]
    round: dict[int, Any]
    table: dict[int, Any]

    def count(self) -> int:
        return sum(len(rows) for rows in self.rows.values())


def read(file: Path, wave: games.Wave, part: int = 0, parts: int = 1) -> Samples:
    """Return a random one in ``EVERY`` of the positions of finished games of this wave.

    With ``parts``: of each ``parts``-th game if ``part`` is 0, else of the other games."""
    rows: dict[int, list[Any]] = {}
    won: dict[int, list[Any]] = {}
    worth: dict[int, list[Any]] = {}
    player: dict[int, list[Any]] = {}
    rounds: dict[int, list[int]] = {}
    table: dict[int, list[int]] = {}
    for place, game, winners, states in games.kept(file):
        if not winners or (parts > 1 and (game % parts == 0) != (part == 0)):
            continue
        rules = wave.tables[place].rules
        names = wave.tables[place].seats
        players = [PLAYERS.index(names[(s + game) % len(names)]) for s in range(len(names))]
        for n, data in enumerate(states):
            if rng.random_number(game, n) % EVERY:
                continue
            state = games.unpack(rules, data)
            seats, values = feature_rows(state)
            k = len(seats)
            if k < 2:
                continue
            rows.setdefault(k, []).append(np.array(values, dtype=np.float32))
            share = 1 / len(winners)
            won.setdefault(k, []).append([share if s in winners else 0.0 for s in seats])
            worth.setdefault(k, []).append([score(state, s) for s in seats])
            player.setdefault(k, []).append([players[s] for s in seats])
            rounds.setdefault(k, []).append(state.round)
            table.setdefault(k, []).append(place)
    return Samples(
        {k: np.stack(r) for k, r in rows.items()},
        {k: np.array(w, dtype=np.float32) for k, w in won.items()},
        {k: np.array(w, dtype=np.float64) for k, w in worth.items()},
        {k: np.array(p) for k, p in player.items()},
        {k: np.array(r, dtype=np.float32) for k, r in rounds.items()},
        {k: np.array(t) for k, t in table.items()},
    )


FREE: Final = ("bias", "who")  # parts without weight decay


class Net:
    """A network with one hidden layer plus a linear term, and a softmax over the seats of a position.

    During learning, ``who`` is the effect of a player's skill on the logit of its seat. One part is
    constant, and others fade with the rounds (``FADES``). Without it the habits of good players would
    look like advantages of their positions. The game does not read ``who``, because it does not know
    the players."""

    def __init__(self, seed: int, hidden: int) -> None:
        draw = np.random.default_rng(seed)
        n = feature_width()
        self.parts = {
            "line": np.zeros(n, dtype=np.float32),
            "into": (draw.standard_normal((n, hidden)) * 0.08).astype(np.float32),
            "bias": np.zeros(hidden, dtype=np.float32),
            "out": (draw.standard_normal(hidden) * 0.1).astype(np.float32),
            "who": np.zeros((len(PLAYERS), 1 + len(FADES)), dtype=np.float32),
        }

    @classmethod
    def of(cls, table: dict[str, Any]) -> Net:
        """A network with the weights of a file."""
        net = cls(0, len(table["bias"]))
        net.parts |= {name: np.array(part, dtype=np.float32) for name, part in table.items()}
        return net

    def logits(self, rows: Any) -> tuple[Any, Any]:
        p = self.parts
        active = np.maximum(rows @ p["into"] + p["bias"], 0)
        return rows @ p["line"] + active @ p["out"], active

    def odds(self, rows: Any) -> Any:
        return softmax(self.logits(rows)[0])

    def slopes(self, rows: Any, won: Any, player: Any, rounds: Any) -> dict[str, Any]:
        """The gradient of the log-loss of these positions."""
        p = self.parts
        logits, active = self.logits(rows)
        fading = np.stack([np.ones_like(rounds), *(np.exp(-rounds / fade) for fade in FADES)], -1)
        logits = logits + (p["who"][player] * fading[:, None, :]).sum(-1)
        back = (softmax(logits) - won) / len(rows)
        n = rows.shape[-1]
        flat = rows.reshape(-1, n)
        column = back.reshape(-1)
        inner = (column[:, None] * p["out"]) * (active.reshape(len(flat), -1) > 0)
        who = np.zeros_like(p["who"])
        skill = back[:, :, None] * fading[:, None, :]
        np.add.at(who, player.reshape(-1), skill.reshape(-1, skill.shape[-1]))
        return {
            "line": flat.T @ column,
            "into": flat.T @ inner,
            "bias": inner.sum(0),
            "out": active.reshape(len(flat), -1).T @ column,
            "who": who,
        }


def together(*parts: Samples) -> Samples:
    """All samples in one object."""

    def joined(name: str) -> dict[int, Any]:
        tables = [getattr(part, name) for part in parts]
        counts = sorted({k for table in tables for k in table})
        return {k: np.concatenate([table[k] for table in tables if k in table]) for k in counts}

    return Samples(*(joined(name) for name in ("rows", "won", "score", "player", "round", "table")))


def softmax(logits: Any) -> Any:
    e = np.exp(logits - logits.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def fit(
    samples: Samples,
    seed: int,
    hidden: int,
    skills: bool,
    epochs: int = EPOCHS,
    rate: float = RATE,
    check: Samples | None = None,
) -> Net:
    """Train a network with ``hidden`` units, from random weights, to predict the winners.

    ``skills``: also learn the effect of the players' skills. ``check`` is only for reports of the loss."""
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
            batch = (
                part[k][chosen]
                for part in (samples.rows, samples.won, samples.player, samples.round)
            )
            for name, slope in net.slopes(*batch).items():
                if name == "who" and not skills:
                    continue
                steep = slope * size
                first[name] += 0.1 * (steep - first[name])
                second[name] += 0.002 * (steep * steep - second[name])
                a = first[name] / (1 - 0.9**step)
                b = second[name] / (1 - 0.998**step)
                part = net.parts[name]
                part -= now * (
                    a / (np.sqrt(b) + 1e-8) + (DECAY / rate * part if name not in FREE else 0)
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
