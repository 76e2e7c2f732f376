"""Replays: a person goes through the moments of a game, lets it play by itself, or branches off a new game.

During a replay ``AppState.session`` is a :class:`~titledeed.game.replay.Replay`: nothing can be answered, and
nothing is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ... import odds
from ...engine.asks import (
    Over,
)
from ...engine.special_seats_and_ids import NOBODY
from ...game.answer_entries_and_checkpoints import Entry
from ...game.replay import Replay
from ..notices import Notice, action_data
from ..phase_stage_and_tempo import Playing, Replaying
from ..render.write_and_announce_journal_lines import JOURNAL_TOLD
from ..settings import PACES
from ..state import AppState, BoardCentre, Line
from ..views import replay as view_replay
from ..views.view_context_and_shared_parts import ViewContext
from .game_loop import GameLoop, asked_about

if TYPE_CHECKING:
    from ..views.types import NoticeAction

_BESIDE: Final = 24  # lines of the journal beside the board; few, for speed
_MOST_TITLE: Final = 60
# The curve of odds: the most points, the points worked out in one slice, the milliseconds between
# slices.
_POINTS: Final = 120
_SLICE: Final = 3
_PAUSE: Final = 40.0


class ReplayPlayer:
    """Controls the open replay."""

    def __init__(self, play: GameLoop) -> None:
        self.play = play
        self.app: AppState = play.app
        self._due: int | None = None  # the stop to show as soon as the page has time
        self._told: dict[int, list[Line]] = {}  # the journal's lines by answer, once written
        play.rested = self.go_on

    @property
    def _replaying(self) -> Replaying:
        assert isinstance(self.app.phase, Replaying)
        return self.app.phase

    @property
    def _replay(self) -> Replay:
        return self._replaying.replay

    # ------------------------------------------------------------ beginning and leaving

    def start(self, count: int | None = None) -> None:
        """Start a replay of the open game, after ``count`` answers.

        Without ``count``, a finished game starts from its beginning, and another one from its current
        state."""
        app = self.app
        if app.playing is None:
            return
        session = app.playing.session
        self.play.close_acting()
        self.play.stop()
        replay = Replay(session)
        app.phase = replaying = Replaying(replay)
        self._told.clear()
        app.notices.keep_lasting()  # the other notices belong to another moment
        if count is None:
            count = 0 if isinstance(session.ask, Over) else len(session.entries)
        self._to(replay.stop_at(count))
        self.play.page.focus("#ask-title")
        self._say(app.catalogue("Replay."))
        stops = replay.turns[:: -(-len(replay.turns) // _POINTS)]
        self._reckon(replaying, [*stops, replay.last])

    def _reckon(self, replaying: Replaying, stops: list[int]) -> None:
        """Work out the odds at these stops, a few at a time so that the page stays responsive."""
        if self.app.replaying is not replaying:
            return
        whole, at = replaying.replay.whole, replaying.replay.stops
        try:
            reckoned = [(stop, odds.expected_odds(whole.at(at[stop]))) for stop in stops[:_SLICE]]
        except odds.WeightsNotReady:
            self.play.weights.fetch(
                lambda trouble: None if trouble else self._reckon(replaying, stops)
            )
            return
        replaying.reckoned += reckoned
        if stops[_SLICE:]:
            self.play.page.after(_PAUSE, lambda: self._reckon(replaying, stops[_SLICE:]))
        else:
            replaying.odds = replaying.reckoned
            if not self.app.in_motion:
                self.play.render()

    def leave_replay(self) -> None:
        """End the replay, and return to the game in its current state."""
        app = self.app
        if app.replaying is None:
            return
        self._due = None
        app.phase = Playing(self._replay.whole)
        self.play.show_moment()
        app.notices.keep_lasting()
        self.play.page.focus("#ask-title")
        self.play.render()
        self.play.go_on()

    def branch(self) -> None:
        """Start a new game from the moment that is shown. The game of the replay stays as it is."""
        app, replay, _ = self.app, self._replay, self.app.catalogue
        if isinstance(replay.ask, Over):
            return
        session = replay.whole.branch(replay.count)
        title = _("{title}, from round {n}", title=app.title, n=session.state.round)
        self._due = None
        self.play.begin_new(session, title[:_MOST_TITLE], wait=True)
        acts: tuple[NoticeAction, ...] = ()
        if not session.people():
            # With the same bots, they would play the same game again.
            label = _("Players: people and bots")
            acts = (action_data("open-seats", label),)
        app.notices.add(
            Notice(
                "branched",
                _("From here on, this is a new game. The original game stays as it was."),
                more=_("The upcoming dice and cards stay the same."),
                icon="u-branch",
                acts=acts,
            )
        )
        self.play.render()

    # ------------------------------------------------------------ from moment to moment

    def to(self, stop: int) -> None:
        """Go to a stop as soon as the page has time. Of many calls in a row only the last counts."""
        self._replaying.stand()
        if self._due is None:
            self.play.later(0, self._arrive)
        self._due = stop

    def _arrive(self) -> None:
        stop, self._due = self._due, None
        if stop is not None and self.app.replaying is not None:
            self._to(stop)

    def by(self, unit: str, steps: int) -> None:
        """Go ``steps`` answers or turns (``unit``) on, or back."""
        replay = self._replay
        start = replay.stop
        self._replaying.stand()
        self._due = None
        self._to(replay.turn_stop(steps) if unit == "turn" else start + steps)
        ahead = replay.stop - start
        entries = replay.whole.entries[replay.stops[start] : replay.count] if ahead > 0 else []
        self._say("", entries if unit != "turn" else ())

    def run(self) -> None:
        """Let the replay play by itself; at its end, from the beginning."""
        replaying = self._replaying
        replaying.play()
        if replaying.replay.stop == replaying.replay.last:
            self._to(0)
        else:
            self.play.render()
            self.play.later(0, self._advance)

    def pause(self) -> None:
        self._replaying.stand()
        self._to(self._replay.stop)

    def pace(self, pace: str) -> None:
        """Set how fast the replay plays."""
        if pace in PACES:
            self._replaying.pace = pace
            self._to(self._replay.stop)

    def _to(self, stop: int) -> None:
        """Show a stop without motion."""
        play, replay = self.play, self._replay
        play.stop()
        replay.go(stop)
        self._tell()
        self._show()
        play.forget_moment()
        self.go_on()

    def go_on(self) -> None:
        """Wait, or play the next step after a pause. Called when everything is shown."""
        replaying = self._replaying
        if replaying.replay.stop == replaying.replay.last:
            replaying.stand()
        self.play.render()
        if replaying.playing:
            self.play.later(PACES[replaying.pace].pause, self._advance)

    def _advance(self) -> None:
        """Play one step, with its motions."""
        app, replaying = self.app, self._replaying
        replay = replaying.replay
        if PACES[replaying.pace].turns:
            self._to(replay.turn_stop(1))
            return
        entries = replay.following()
        before = app.shown
        replay.go(replay.stop + 1)
        self._tell()
        self._show()
        self.play.animate(entries, before)

    # ------------------------------------------------------------ what is shown

    def _tell(self) -> None:
        """Write the journal up to this moment, with as many lines as are shown."""
        app, replaying = self.app, self._replaying
        log, told = replaying.replay.whole.entries, self._told
        most = JOURNAL_TOLD if app.open_dialog("journal") else _BESIDE
        newest: list[Line] = []
        n = replaying.replay.count
        while n > 0 and len(newest) < most:
            n -= 1
            if n not in told:
                told[n] = self._lines(n, log[n], log[n - 1].turns if n else -1)
            newest += told[n]
        app.lines = newest[::-1]
        app.told = replaying.replay.count

    def _lines(self, n: int, entry: Entry, before: int) -> list[Line]:
        """Return the journal's lines about the n-th answer, the last line first.

        A line's id is the same at every moment of the replay."""
        narrator = self.app.narrator
        assert narrator is not None
        thought = (
            narrator.thought(entry.reason, entry.facts)
            if entry.by == "bot" and entry.reason
            else ""
        )
        lines = enumerate(narrator.entry(entry, before))
        return [(n * 100 + k, line, "" if k else thought) for k, line in lines][::-1]

    def retell(self) -> None:
        """Write the journal again, in another language."""
        self.app.address()
        self._told.clear()
        self._tell()

    def _show(self) -> None:
        """Show the dice and the card of this moment, and the deed of the space where the last move ended."""
        app = self.app
        shown = BoardCentre(dice_beat=app.shown.dice_beat, card_beat=app.shown.card_beat)
        deed = NOBODY
        for entry in reversed(self._replay.entries[-60:]):
            for event in reversed(entry.events):
                facts: Any = event.facts
                if event.kind == "card" and shown.card is None:
                    shown.card = (facts["deck"], facts["card"])
                elif event.kind == "move" and deed == NOBODY:
                    deed = facts["to"]
                elif event.kind == "throw" and shown.faces == (0, 0):
                    shown.faces = (facts["a"], facts["b"])
            if shown.faces != (0, 0):
                break
        app.shown = shown
        app.deed = deed if deed != NOBODY else asked_about(self._replay)

    def _say(self, first: str, entries: Sequence[Entry] = ()) -> None:
        """Tell a screen reader the replay's moment, and these answers."""
        app = self.app
        assert app.narrator is not None
        where = view_replay.card_view(ViewContext(app), self._replaying)["says"]
        happened = app.narrator.announce(entries)
        self.play.page.announce(" ".join(part for part in (first, f"{where}.", happened) if part))
