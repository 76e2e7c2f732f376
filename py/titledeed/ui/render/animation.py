"""Motions: the page shows an answer with throws, cards, walking tokens, flying money and sounds.

The session already has the answer. Until the motions are over, the page tells nothing of it: the dice come
to rest, the token walks, and only then the page shows the session's state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from ...game.answer_entries_and_checkpoints import Entry
from ...game.big_moments import greatest_moment
from ...game.common_base_of_session_and_replay import SessionBase
from ..page_port import CarriedDeed, Page, Timer
from ..phase_stage_and_tempo import Playing, Replaying, Tempo
from ..settings import SOUNDS
from ..state import AppState, BoardCentre
from ..views.view_context_and_shared_parts import ViewContext
from . import event_sounds_as_synthesizer_notes as event_sounds
from .renderer import Renderer

# Beats of the motions. A bot's throw is quicker than a person's.
_TUMBLE: Final = 3.85  # until both dice lie still (motion.css)
_REST: Final = 1.35  # the pause in which people see the dice
_BOTS_REST: Final = 0.4
_WALK: Final = 9.0  # the longest walk; a step takes at most one beat
_BOTS_STEP: Final = 0.5
_DRAW: Final = 1.5  # a card comes, face down
_READ: Final = 5.5  # it turns and is read
# The least beats of motions in haste. A card has then turned (motion.css).
_HASTY: Final = {"step": 0.35, "draw": 0.8, "card": 3.0}
# The same where even these are too many: for doubles and cards before the first decision of a game.
_HASTIEST: Final = {"step": 0.2, "draw": 0.4, "card": 1.5, "rest": _BOTS_REST}
_MOST_STEPS: Final = 12  # a token walks at most this many squares; a longer move is one jump
_SHINE: Final = 3.4  # about half a second
_MOST_DEEDS: Final = 4  # deeds that are carried at a time
# Milliseconds. The screen may lag behind the beats. Then look again after a frame, up to a limit.
_FRAME: Final = 16.0
_MOST_BEHIND: Final = 2_000.0


@dataclass(frozen=True)
class Motion:
    """A motion and its beats. ``kind``: "dice" (they tumble), "rest" (they lie still), "draw" (a card comes
    face down), "card" (it turns) or "step" (a token moves)."""

    kind: str
    beats: float
    detail: Any = None


class MotionTime(NamedTuple):
    """The milliseconds that there are for the motions of an answer."""

    wanted: float  # they are hastened to end within it
    most: float  # if even the quickest take longer, the result is shown at once


class Animations:
    """Shows answers motion by motion. ``timer`` is the game's own, so that nothing else happens meanwhile.

    ``shown`` is called when all motions are over. ``time`` returns the time that there is for the motions of
    bots, or for those of a person (True). A person's own throw is always shown."""

    def __init__(
        self,
        page: Page,
        app: AppState,
        rendering: Renderer,
        timer: Timer,
        shown: Callable[[], None],
        time: Callable[[bool], MotionTime],
    ) -> None:
        self._page = page
        self._app = app
        self._rendering = rendering
        self._timer = timer
        self._shown = shown
        self._time = time
        self._left: list[Motion] = []  # still to be shown
        self._final: BoardCentre | None = None  # the board's center after these motions
        self._moved: Sequence[Entry] = ()  # the answers whose payments are shown
        self._behind = 0.0  # for which the screen has been behind
        self._cash: list[int] = []  # each seat's cash as the page shows it
        self._to_hear: list[str] = []
        self._fading = Timer(page)

    def stop(self) -> None:
        """Stop showing motions, and drop the state after them."""
        if self._final is not None:
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
        shown = replace(self._app.shown, moment=None, motion="", tumbles=False, turns=False)
        for entry in entries:
            for event in entry.events:
                facts: Any = event.facts
                if event.kind == "throw":
                    shown.faces, shown.card = (facts["a"], facts["b"]), None
                elif event.kind == "card":
                    shown.card = (facts["deck"], facts["card"])
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
        self._left = motions(session, entries) if app.beat > 0 and not self._still() else []
        own = any(session.is_person(entry.seat) or entry.by == "hand" for entry in entries)
        if self._left:
            time = self._time(own)
            self._left = hastened(self._left, time.wanted / app.beat)
            if sum(motion.beats for motion in self._left) * app.beat > time.most:
                self._left = []
        if not self._left:
            self._finish()
            return
        self._final, app.shown = app.shown, replace(before, moment=None, tumbles=False, turns=False)
        match app.phase:
            case Playing() as playing:
                seats = (entry.seat for entry in entries if entry.seat >= 0)
                playing.show_motions(next(seats, session.state.turn))
            case Replaying() as replaying:
                replaying.show_motions()
        self._move()

    def _move(self) -> None:
        """Show the next motion, and the one after it once this one's beats are over.

        In a page that nobody sees any more, show the result at once."""
        app = self._app
        shown = app.shown
        told = not self._left or self._left[0].kind == "rest"
        if told and not self._still() and self._behind < _MOST_BEHIND and self._page.moving():
            self._behind += _FRAME
            self._timer.after(_FRAME, self._move)
            return
        self._behind = 0.0
        if not self._left or self._still():
            self._finish()
            return
        motion = self._left.pop(0)
        match motion.kind:
            case "dice":
                shown.thrower, *faces = motion.detail
                shown.faces = (faces[0], faces[1])
                shown.card = None
                shown.dice_beat, shown.tumbles = flipped(shown.dice_beat), True
                self._sound("dice")
            case "draw":
                shown.card = motion.detail
                shown.card_beat, shown.turns = flipped(shown.card_beat), True
                self._sound("card")
            case "card":
                shown.card_beat = flipped(shown.card_beat)
            case "step":
                seat, at, more = motion.detail
                self._sound("step")
                self._page.token(seat, at, more, motion.beats)
        if motion.kind != "step":
            shown.motion = motion.kind
            self._rendering.render()
        self._timer.after(motion.beats * app.beat, self._move)

    @property
    def hold(self) -> float:
        """Return the milliseconds for which a big moment stays on the board before the game goes on."""
        moment = self._app.shown.moment
        return 0.0 if moment is None or self._still() else moment.hold * self._app.beat

    def hurry(self) -> None:
        """End all motions at once."""
        self._timer.stop()
        self._finish()

    def _finish(self) -> None:
        """Show the final state, and report that the motions are over."""
        app = self._app
        self._left.clear()
        if self._final is not None:
            # Dice that still tumble come to rest, as they are told from here on.
            dice, card = app.shown.dice_beat, app.shown.card_beat
            app.shown, self._final = replace(self._final, dice_beat=dice, card_beat=card), None
        self._note_end()
        self._sound(*self._to_hear)
        self._to_hear = []
        self._change_cash()
        self._pass_deeds()
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

    def _pass_deeds(self) -> None:
        """Carry deeds to those who got them; a first house and a complete group shine."""
        app = self._app
        if app.beat == 0 or app.narrator is None or self._still():
            return
        ctx, state = ViewContext(app), app.course.state
        shine: dict[int, None] = {}
        deeds: list[CarriedDeed] = []
        for entry in self._moved[-6:]:
            for event in entry.events:
                facts: Any = event.facts
                space = facts.get("space", -1)
                if event.kind == "deed" and facts["to"] >= 0:
                    giver = facts["giver"]
                    start = f"seat-{giver}" if giver >= 0 else f"square-{space}"
                    group = ctx.group(space)["id"]
                    deeds.append(CarriedDeed(ctx.name(space), group, start, f"seat-{facts['to']}"))
                    members = state.rules.members[space]
                    if all(state.owner[member] == facts["to"] for member in members):
                        shine |= dict.fromkeys(members)
                elif event.kind == "build" and facts["before"] == 0:
                    shine[space] = None
        if deeds:
            self._page.carry(deeds[-_MOST_DEEDS:])
        if shine:
            self._page.glow(list(shine), _SHINE * app.beat)

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
                    rest = _REST if session.is_person(facts["seat"]) else _BOTS_REST
                    dice = (facts["seat"], facts["a"], facts["b"])
                    moves += [Motion("dice", _TUMBLE, dice), Motion("rest", rest)]
                case "card":
                    card = (facts["deck"], facts["card"])
                    moves += [Motion("draw", _DRAW, card), Motion("card", _READ, card)]
                case "move":
                    moves += _walk(facts, jail, session.is_person(facts["seat"]))
    return moves


def hastened(moves: list[Motion], beats: float) -> list[Motion]:
    """These motions in so many beats if that is possible: tokens walk faster, and cards turn sooner.

    Dice always tumble for their usual time, and rest for it unless there is no time at all."""
    if sum(move.beats for move in moves) <= beats:
        return moves
    quickest = sum(min(move.beats, _HASTY.get(move.kind, move.beats)) for move in moves)
    least = _HASTY if quickest <= beats else _HASTIEST
    rest = sum(move.beats for move in moves if move.kind in least)
    fixed = sum(move.beats for move in moves) - rest
    share = max(0.0, beats - fixed) / rest if rest else 1.0
    return [
        replace(move, beats=min(move.beats, max(least[move.kind], move.beats * share)))
        if move.kind in least
        else move
        for move in moves
    ]


def _walk(facts: Any, jail: int, person: bool) -> list[Motion]:
    """The steps of a token, square by square. Those of a long walk are quicker."""
    seat, start, end = facts["seat"], facts["before"], facts["to"]
    if facts["how"] == "jail":
        return [Motion("step", 1.0, (seat, "jail", False))]
    step = -1 if facts["how"] == "back" else 1
    distance = (end - start) * step % 40
    if distance > _MOST_STEPS:
        return [Motion("step", 1.0, (seat, end, False))]
    beats = min(1.0, _WALK / max(distance, 1)) if person else _BOTS_STEP
    return [
        Motion("step", beats, (seat, (start + step * n) % 40, n < distance))
        for n in range(1, distance + 1)
    ]
