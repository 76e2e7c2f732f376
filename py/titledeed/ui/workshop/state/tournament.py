"""The state of the tournament screen: the bots, the stages, and the moment that is shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....engine.state import State
from ....workshop.tournament import Entrant, Stage, Tournament


@dataclass
class DecisiveMoment:
    """The answer of a game after which the winner's chance of winning rose most.

    ``states``: the positions before the last answers up to this one, and after it; ``says``: what the journal
    says of these answers, and ``asked`` the question of the last. ``before`` and ``after``: the chance in
    percent."""

    game: int
    seat: int
    round: int
    before: int
    after: int
    states: list[State]
    says: list[str]
    asked: str = ""


@dataclass
class TournamentState:
    """What the tournament screen shows."""

    name: str = ""
    entrants: list[Entrant] = field(default_factory=list)
    tournament: Tournament | None = None
    going: bool = False
    finals: bool = False  # the final is shown, not the league
    hides_names: bool = False
    lines: dict[tuple[bool, int], list[str]] = field(default_factory=dict)  # of games played here
    findings: dict[str, str] = field(default_factory=dict)  # what was wrong last, by the bot's id
    moment: DecisiveMoment | None = None
    step: int = 0  # of the moment's positions
    looking: bool = False  # a moment is being looked for
    looked_at: int = -1  # the game in which one was looked for last
    asking: str = ""  # what a person must agree to first: "new", or "open" for ``offered``
    offered: Tournament | None = None  # from a file, and would replace this one
    notes: list[str] = field(default_factory=list)  # what has become of the last files

    @property
    def stage(self) -> Stage | None:
        """The stage that is shown."""
        tournament = self.tournament
        if tournament is None:
            return None
        return tournament.final if self.finals and tournament.final else tournament.league
