"""The state of the strategy desk: the player, and its measured games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ....engine.errors import LoadError
from ....engine.parsing.value_predicates import is_list, is_one_of
from ....strategies.playing_rules import DEFAULT, PlayingRules
from ....strategies.strategy_file import Strategy, read_strategy_table, strategy_table
from ....strategy_desk.measuring import AGAINST, LIMITS, OPPONENTS, ROUNDS, Run

MOST_EARLIER: Final = 6


@dataclass
class DeskState:
    """What the strategy desk shows.

    ``run``: the last run; ``before``: the finished one before it, with the same opponents and limit."""

    strategy: Strategy = field(default_factory=Strategy)
    against: str = AGAINST
    limit: int = ROUNDS  # of rounds
    run: Run | None = None
    before: Run | None = None
    going: bool = False
    stopped: bool = False
    compared: int = 0  # finished runs that were compared with one before
    coming: bool = False  # a game is being played, to be watched
    program: str = ""  # the player's program, while it is shown
    earlier: list[Strategy] = field(default_factory=list)  # replaced by others, the last one first
    offered: Strategy | None = None  # a player from a file or link, to be looked at first
    note: str = ""  # what has just happened

    def begin_run(self) -> Run:
        """Begin a run with the present rules. The last finished one becomes the one before."""
        last = self.run
        if last is not None and last.done and last.strategy.rules != self.strategy.rules:
            self.before = last
        if self.before is not None and self._other_games(self.before):
            self.before = None
        self.run = Run(self.strategy, self.against, rounds=self.limit)
        self.going, self.stopped, self.note = True, False, ""
        return self.run

    @property
    def changed(self) -> bool:
        """Whether the rules have changed since the last run."""
        return self.run is not None and (
            self.run.strategy.rules != self.strategy.rules or self._other_games(self.run)
        )

    def _other_games(self, run: Run) -> bool:
        """Whether this run has other opponents, or another limit, than the next one will have."""
        return (run.against, run.rounds) != (self.against, self.limit)

    def put(self, rules: PlayingRules) -> None:
        """Change the rules."""
        self.strategy = Strategy(self.strategy.name, rules)
        self.program = ""

    def set_aside(self) -> None:
        """Note the open player, unless it has the usual rules, so that it can be taken back."""
        self._note(self.strategy)

    def _note(self, strategy: Strategy) -> None:
        if strategy.rules != DEFAULT:
            others = [each for each in self.earlier if each != strategy]
            self.earlier = [strategy, *others][:MOST_EARLIER]

    def take(self, strategy: Strategy) -> None:
        """Open another player."""
        if strategy != self.strategy:
            self.set_aside()
        self.earlier = [each for each in self.earlier if each != strategy]
        self.strategy, self.run, self.before, self.program = strategy, None, None, ""

    def table(self) -> dict[str, Any]:
        """What is stored on this device."""
        earlier = [strategy_table(each) for each in self.earlier]
        return {
            "player": strategy_table(self.strategy),
            "against": self.against,
            "limit": self.limit,
            "earlier": earlier,
        }

    def merge(self, before: dict[str, Any], theirs: dict[str, Any]) -> None:
        """Take over what another window has stored; ``before`` is what this window stored or read last.

        If both have changed the player, this window's stays, and the other can be opened again. Raises
        :class:`LoadError` if it is damaged."""
        other, own = DeskState(), self.table()
        other.recall(theirs)
        if other.strategy != self.strategy and theirs["player"] != before["player"]:
            if own["player"] == before["player"]:
                self.strategy, self.program = other.strategy, ""
            else:
                self._note(other.strategy)
        if own["against"] == before["against"]:
            self.against = other.against
        if own["limit"] == before.get("limit", ROUNDS):
            self.limit = other.limit
        for each, table in zip(
            reversed(other.earlier), reversed(theirs.get("earlier", [])), strict=True
        ):
            if each not in self.earlier and table not in before.get("earlier", []):
                self._note(each)

    def recall(self, table: dict[str, Any]) -> None:
        """Take over what was stored. Raises :class:`LoadError` if it is damaged."""
        earlier = table.get("earlier", [])
        known = is_one_of(table.get("against"), OPPONENTS)
        limit = table.get("limit", ROUNDS)
        if (
            not known
            or limit not in LIMITS
            or not is_list(earlier, 0, MOST_EARLIER, lambda _: True)
        ):
            raise LoadError("damaged")
        self.strategy = read_strategy_table(table.get("player"))
        self.earlier = [read_strategy_table(each) for each in earlier]
        self.against, self.limit = table["against"], int(limit)
