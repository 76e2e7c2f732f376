"""The plain replay, the standard for every other way to a state.

It gives the lines of a game one by one from the start."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from titledeed.engine.record import Game, read_record, replay_record
from titledeed.engine.state import (
    State,
)
from titledeed.game.state_digest import state_digest


class PlainReplay:
    """Replays the lines of one game.

    It reuses earlier replays, because most games continue from there."""

    def __init__(self, game: Game) -> None:
        self._game = Game(replace(game.record, steps=[], extra={}))
        self._states = [self._game.state]
        self._lines: list[str] = []

    def state(self, lines: Sequence[str]) -> State:
        """Return the state after these lines."""
        same = 0
        while same < min(len(lines), len(self._lines)) and lines[same] == self._lines[same]:
            same += 1
        if same == len(lines):
            return self._states[same]
        del self._lines[same:], self._states[same + 1 :]
        game = self._game
        game.state, game.lines = self._states[same], list(lines[:same])
        for line in lines[same:]:
            game.line(line)
            game.events.clear()
            self._lines.append(line)
            self._states.append(game.state)
        assert game.lines == list(lines)
        return game.state

    def check(self, state: State, lines: Sequence[str], way: str) -> None:
        """Check that a state reached in this way equals the state after its lines."""
        plain = self.state(lines)
        contents = zip(State.__slots__, plain_contents(plain), plain_contents(state), strict=True)
        differ = [f"{name}: {its} is {mine}" for name, its, mine in contents if its != mine]
        assert not differ, f"after {way}: " + "; ".join(differ)
        assert state_digest(state) == state_digest(plain)


def plain_contents(state: State) -> list[str]:
    return [repr(getattr(state, name)) if name != "rules" else "" for name in State.__slots__]


def from_file(game: Game) -> Game:
    """Return the game that opens from a file with this game's record."""
    return replay_record(read_record(json.loads(json.dumps(game.to_dict()))))
