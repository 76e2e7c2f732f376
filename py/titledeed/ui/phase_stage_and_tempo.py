"""The phase that the page is in: setting up a game, playing it, or showing it again.

A phase has only the data that it needs, so that contradictory states cannot be written. While a game is
set up, there is no session. While a replay is shown, no bot thinks, nobody takes the device over, and
nothing is skipped or paused: all of that belongs to :class:`Playing`. Its :data:`Stage` is the one
thing that happens at this moment.

Two more things change independently of the stage, and are types of their own:

* :class:`Tempo`, how fast bots are shown. Only the stages in which bots may act have one. While people are
  asked, there is nothing to skip. Motions are shown at the normal tempo only, as a faster one has none.
* ``Playing.paused``: people may pause at any stage. The motions under way still end, and bots that are next
  wait then.

The phase does not say what the game waits for; the session does (``Session.waiting``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TypeAlias

from ..engine.special_seats_and_ids import NOBODY
from ..game.common_base_of_session_and_replay import SessionBase
from ..game.replay import Replay
from ..game.session import Session


class Tempo(Enum):
    """How fast the answers of bots are shown."""

    NORMAL = "normal"  # with the pauses and motions of the settings
    HURRIED = "hurried"  # people have waited too long: no pauses or motions until somebody is asked
    SKIPPING = "skipping"  # people want to see and hear nothing until somebody is asked


# ---------------------------------------------------------------- the stages of a game that is played


@dataclass(frozen=True)
class Underway:
    """The game goes on by itself, as bots or chance are next.

    ``mover``: the seat whose move was shown last."""

    mover: int = NOBODY
    tempo: Tempo = Tempo.NORMAL


@dataclass(frozen=True)
class InMotion:
    """The page shows the motions of answers that the session already has."""

    mover: int


@dataclass(frozen=True)
class Thinking:
    """Bots decide whether they want to act before a person is asked."""

    mover: int = NOBODY
    tempo: Tempo = Tempo.NORMAL


@dataclass(frozen=True)
class HandingOver:
    """The person of ``seat`` is next, but has not yet confirmed that they have the device.

    ``guarded``: a tap may still be the previous person's, so none counts."""

    seat: int
    guarded: bool = False


@dataclass(frozen=True)
class AwaitingAnswer:
    """Nothing happens by itself: the game waits for people, here or at another device, or it is over.
    ``guarded``: a tap may still be the previous person's, so none counts."""

    guarded: bool = False


Stage: TypeAlias = Underway | InMotion | Thinking | HandingOver | AwaitingAnswer


# ---------------------------------------------------------------- the phases


@dataclass(frozen=True)
class SetUp:
    """No game is on the page."""

    @property
    def session(self) -> None:
        return None


@dataclass
class Playing:
    """A game is played. The methods are the transitions from one stage to another."""

    session: Session
    stage: Stage = Underway()
    paused: bool = False  # bots wait until people let them go on

    @property
    def tempo(self) -> Tempo:
        match self.stage:
            case Underway(tempo=tempo) | Thinking(tempo=tempo):
                return tempo
        return Tempo.NORMAL

    @property
    def mover(self) -> int:
        """The seat whose move is shown, or was shown last; NOBODY once people are asked."""
        match self.stage:
            case Underway(mover=mover) | Thinking(mover=mover) | InMotion(mover=mover):
                return mover
        return NOBODY

    def start_over(self) -> None:
        """Drop everything that belongs to the former moment, as the session was moved to another one."""
        self.stage, self.paused = Underway(), False

    def proceed(self) -> None:
        """Let the game go on by itself. Motions that are being shown come to their end first."""
        if not isinstance(self.stage, InMotion):
            self.stage = Underway(self.mover, self.tempo)

    def show_motions(self, mover: int) -> None:
        self.stage = InMotion(mover)

    def end_motions(self) -> None:
        """Note that all motions are over, or are no longer shown."""
        if isinstance(self.stage, InMotion):
            self.stage = Underway(self.stage.mover)

    def think(self) -> None:
        """Let bots think before a person is asked."""
        self.stage = Thinking(self.mover, self.tempo)

    def ask(self, *, guarded: bool = False) -> None:
        self.stage = AwaitingAnswer(guarded)

    def hand_over(self, seat: int, *, guarded: bool = False) -> None:
        self.stage = HandingOver(seat, guarded)

    def end_guard(self) -> None:
        """Count taps from now on."""
        if isinstance(self.stage, AwaitingAnswer | HandingOver):
            self.stage = replace(self.stage, guarded=False)

    def skip(self) -> None:
        """Show nothing more until a person is asked. This ends a pause."""
        self.stage, self.paused = Underway(self.mover, Tempo.SKIPPING), False

    def hurry(self) -> None:
        """Show bots without pauses or motions, as people have waited too long."""
        self._change_tempo(Tempo.NORMAL, Tempo.HURRIED)

    def end_hurry(self) -> None:
        """Begin the time again in which bots may pause."""
        self._change_tempo(Tempo.HURRIED, Tempo.NORMAL)

    def _change_tempo(self, before: Tempo, after: Tempo) -> None:
        if isinstance(self.stage, Underway | Thinking) and self.stage.tempo is before:
            self.stage = replace(self.stage, tempo=after)


class ReplayRun(Enum):
    """What a replay does by itself."""

    STANDING = "standing"
    PLAYING = "playing"  # its next step comes after a pause
    IN_MOTION = "in-motion"  # the motions of a step are being shown


@dataclass
class Replaying:
    """A replay is shown: its current moment, what it does by itself, and how fast."""

    replay: Replay
    run: ReplayRun = ReplayRun.STANDING
    pace: str = "1"
    # Each seat's odds of winning in millionths, by stop. They are worked out stop by stop (`reckoned`) and
    # shown once all are known (`odds`).
    reckoned: list[tuple[int, dict[int, int]]] = field(default_factory=list)
    odds: list[tuple[int, dict[int, int]]] = field(default_factory=list)

    @property
    def session(self) -> SessionBase:
        return self.replay

    @property
    def playing(self) -> bool:
        """Whether the replay goes on by itself."""
        return self.run is not ReplayRun.STANDING

    def play(self) -> None:
        self.run = ReplayRun.PLAYING

    def stand(self) -> None:
        self.run = ReplayRun.STANDING

    def show_motions(self) -> None:
        self.run = ReplayRun.IN_MOTION

    def end_motions(self) -> None:
        """Note that all motions are over, or are no longer shown."""
        if self.run is ReplayRun.IN_MOTION:
            self.run = ReplayRun.PLAYING


Phase: TypeAlias = SetUp | Playing | Replaying
