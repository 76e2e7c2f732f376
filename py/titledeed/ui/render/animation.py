"""Motions: the page shows an answer with throws, cards, walking tokens, flying money and sounds.

The session already has the answer. When the motions are over, the page shows the session's state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from ...game.answer_entries_and_checkpoints import Entry
from ...game.big_moments import HOLD, greatest_moment
from ...game.common_base_of_session_and_replay import SessionBase
from ..page_port import Page, Timer
from ..phase_stage_and_tempo import Playing, Replaying, Tempo
from ..settings import SOUNDS
from ..state import AppState, BoardCentre
from . import event_sounds_as_synthesizer_notes as event_sounds
from .renderer import Renderer

_TUMBLE: Final = 3.6  # beats of a throw (motion.css)
_CARD: Final = 7.0  # beats to read a card
_BOTS_STRIDE: Final = 2  # squares that a bot's token moves in one beat
_MOST_STEPS: Final = 12  # a token walks at most this many squares; a longer move is one jump

# "dice", "card" or "token" (one step of a token), and its details.
Motion: TypeAlias = tuple[str, Any]


class Animations:
    """Shows answers motion by motion. ``timer`` is the game's own, so that nothing else happens meanwhile.

    ``shown`` is called when all motions are over. ``late`` returns whether a person has waited too
    long; then the rest is shown at once."""

    def __init__(
        self,
        page: Page,
        app: AppState,
        rendering: Renderer,
        timer: Timer,
        shown: Callable[[], None],
        late: Callable[[], bool],
    ) -> None:
        self._page = page
        self._app = app
        self._rendering = rendering
        self._timer = timer
        self._shown = shown
        self._late = late
        self._left: list[Motion] = []  # still to be shown
        self._final: BoardCentre | None = None  # the board's center after these motions
        self._moved: Sequence[Entry] = ()  # the answers whose payments are shown
        self._cash: list[int] = []  # each seat's cash as the page shows it
        self._to_hear: list[str] = []
        self._fading = Timer(page)

    def stop(self) -> None:
        """Stop showing motions, and drop the state after them."""
        if self._left:
            self._rendering.forget("board")  # a token may be in the middle of its walk
        self._left.clear()
        self._final = None
        self._note_end()

    def forget_sums(self) -> None:
        """Show no gains or losses, as the session was moved to another moment."""
        app = self._app
        app.deltas = {}
        self._moved = ()
        self._cash = app.course.state.cash[:]

    # ------------------------------------------------------------ the stage

    def took_place(self, entries: Sequence[Entry]) -> None:
        """Set the dice, card and deeds to their state after these answers."""
        self._stage(entries)
        self._flip(entries)
        moment = greatest_moment(self._app.course, entries)
        # A skipped moment is not shown, only mentioned in a line.
        passed = self._app.tempo is not Tempo.NORMAL
        self._app.shown.moment = None if passed else moment
        heard = event_sounds.names_of(event for entry in entries for event in entry.events)
        self._to_hear = (
            [moment.kind, *heard][:1] if moment and moment.kind in event_sounds.SOUNDS else heard
        )

    def recall(self) -> None:
        """Restore the last dice and card, for a game that was opened or moved."""
        self._stage(self._app.course.entries[-60:])

    def _stage(self, entries: Sequence[Entry]) -> None:
        """Set the dice and card to their state after these entries."""
        shown = replace(self._app.shown, moment=None)
        for entry in entries:
            for event in entry.events:
                facts: Any = event.facts
                if event.kind == "throw":
                    shown.faces, shown.card = (facts["a"], facts["b"]), None
                    shown.dice_beat = flipped(shown.dice_beat)
                elif event.kind == "card":
                    shown.card = (facts["deck"], facts["card"])
                    shown.card_beat = flipped(shown.card_beat)
                elif event.kind == "move":
                    self._app.deed = facts["to"]
        self._app.shown = shown

    def _flip(self, entries: Sequence[Entry]) -> None:
        flips = self._app.flips
        for entry in entries:
            for event in entry.events:
                if event.kind in ("mortgage", "redeem"):
                    space: Any = event.facts["space"]
                    flips[space] = flipped(flips.get(space, "b"))

    # ------------------------------------------------------------ motion by motion

    def show(self, entries: Sequence[Entry], before: BoardCentre) -> None:
        """Show the motions of answers that the session already holds.

        ``before``: the dice and card that were shown before, as the state has the final ones."""
        app, session = self._app, self._app.course
        self._moved = entries
        if app.beat > 0 and not self._still():
            self._left = motions(session, entries)
        if not self._left:
            self._finish()
            return
        self._final, app.shown = app.shown, replace(before, moment=None)
        match app.phase:
            case Playing() as playing:
                seats = (entry.seat for entry in entries if entry.seat >= 0)
                playing.show_motions(next(seats, session.state.turn))
            case Replaying() as replaying:
                replaying.show_motions()
        self._move()

    def _move(self) -> None:
        """Show the next motion, and the one after it once this one's beats are over."""
        app = self._app
        if not self._left or self._late():
            self._finish()
            return
        kind, detail = self._left.pop(0)
        beats = 1.0
        match kind:
            case "dice":
                app.shown.faces = detail
                app.shown.card = None
                app.shown.dice_beat = flipped(app.shown.dice_beat)
                self._sound("dice")
                self._rendering.render(("stage", "ask", "bar"))
                beats = _TUMBLE
            case "card":
                app.shown.card = detail
                app.shown.card_beat = flipped(app.shown.card_beat)
                self._sound("card")
                self._rendering.render(("stage", "ask", "bar"))
                beats = _CARD
            case "token":
                seat, at, more = detail
                self._sound("step")
                self._page.token(seat, at, more)
        self._timer.after(beats * app.beat, self._move)

    @property
    def hold(self) -> float:
        """Return the milliseconds for which a big moment stays on the board before the game goes on."""
        still = self._app.shown.moment is None or self._still()
        return 0.0 if still else HOLD * self._app.beat

    def hurry(self) -> None:
        """End all motions at once."""
        self._timer.stop()
        self._finish()

    def _finish(self) -> None:
        """Show the final state, and report that the motions are over."""
        app = self._app
        self._left.clear()
        if self._final is not None:
            app.shown, self._final = self._final, None
        self._note_end()
        self._sound(*self._to_hear)
        self._to_hear = []
        self._change_cash()
        self._shown()

    def _note_end(self) -> None:
        """Note that no motions are being shown any more."""
        match self._app.phase:
            case Playing() | Replaying() as phase:
                phase.end_motions()

    def _change_cash(self) -> None:
        """Show for a moment the gain or loss of each seat, and animate the payments."""
        app, state = self._app, self._app.course.state
        changes = {
            n: state.cash[n] - self._cash[n]
            for n in range(state.seats)
            if state.cash[n] != self._cash[n]
        }
        self._cash = state.cash[:]
        if app.beat == 0:
            app.deltas = {}
            return
        app.deltas = changes
        if changes:
            self._fading.after(14 * app.beat + 300, self._fade)
        narrator = app.narrator
        if narrator is not None and not self._still():
            paid: list[Any] = [
                event.facts
                for entry in self._moved[-6:]
                for event in entry.events
                if event.kind == "pay"
            ]
            self._page.fly(
                [
                    (narrator.parts.money(f["amount"]), _account(f["payer"]), _account(f["payee"]))
                    for f in paid[-4:]
                ]
            )

    def _fade(self) -> None:
        self._app.deltas = {}
        # If the game goes on by itself, the next rendering shows this.
        if self._app.session is not None and not self._app.in_motion and not self._timer.on:
            self._rendering.render(("seats",))

    def _still(self) -> bool:
        """Whether motion is to be avoided."""
        return self._app.settings.motion == "less" or self._page.still()

    def _sound(self, *names: str) -> None:
        """Play these sounds, unless sound is off or turns are skipped."""
        volume = SOUNDS[self._app.settings.sound]
        if volume and self._app.tempo is not Tempo.SKIPPING:
            for name in names:
                self._page.sound(event_sounds.SOUNDS[name], volume)


def _account(who: object) -> str:
    """The id of the element that shows an account's money."""
    return f"cash-{who}" if isinstance(who, int) and who >= 0 else "tools"


def flipped(beat: str) -> str:
    """Return the other of the two letters. A changed letter starts the same CSS animation again."""
    return "b" if beat == "a" else "a"


def motions(session: SessionBase, entries: Sequence[Entry]) -> list[Motion]:
    """The motions of these answers, in order: throws, cards, the steps of tokens."""
    moves: list[Motion] = []
    jail = session.state.rules.jail_at
    for entry in entries:
        for event in entry.events:
            facts: Any = event.facts
            match event.kind:
                case "throw":
                    moves.append(("dice", (facts["a"], facts["b"])))
                case "card":
                    moves.append(("card", (facts["deck"], facts["card"])))
                case "move":
                    stride = 1 if session.is_person(facts["seat"]) else _BOTS_STRIDE
                    moves += _walk(facts, jail, stride)
    return moves


def _walk(facts: Any, jail: int, stride: int) -> list[Motion]:
    """The steps of a token, ``stride`` squares each; the last one may be shorter."""
    seat, start, end = facts["seat"], facts["before"], facts["to"]
    if facts["how"] == "jail":
        return [("token", (seat, "jail", False))]
    step = -1 if facts["how"] == "back" else 1
    way = (end - start) * step % 40
    if way > _MOST_STEPS:
        return [("token", (seat, end, False))]
    stops = [*range(stride, way, stride), way]
    return [("token", (seat, (start + step * n) % 40, n < way)) for n in stops]
