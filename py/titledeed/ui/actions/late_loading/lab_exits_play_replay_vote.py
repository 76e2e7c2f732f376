"""The exits from the laboratory, each with what it shows next.

They lead to a game of a run as a replay, to play from a position, to a moment of the open game, and to
the answer or dialog that a class has voted for."""

from __future__ import annotations

from typing import Any

from ....game.session import Session
from ...game_loop.game_loop import GameLoop
from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...notices import Notice
from ...page_port import Page
from ...state import AppState, OpenDialog
from ..in_game.trade import Trading


class LeaveLab:
    """Each method leaves the laboratory for one of its exits."""

    def __init__(self, page: Page, app: AppState, play: GameLoop, replays: ReplayPlayer) -> None:
        self._page = page
        self._app = app
        self._play = play
        self._replays = replays

    def replay(self, record: dict[str, Any], title: str, note: str) -> None:
        """Show a game of a run as a replay, with a note about it if that is not ""."""
        session = Session.load(record)
        self._app.lab = None
        self._play.begin_new(session, title)
        if note:
            self._app.notices.add(Notice("counted", note, icon="u-flask", lasts=True))
            self._page.announce(note)
        self._replays.start(0)

    def show_moment(self, count: int) -> None:
        """Show the open game in its state after this many answers."""
        self._app.lab = None
        replaying = self._app.replaying
        if replaying is None:
            self._replays.start(count)
        else:
            self._replays.to(replaying.replay.stop_at(count))
            self._play.render()
            self._page.focus("#ask-title")

    def give_voted_answer(self, seat: int, text: str) -> None:
        """Give the answer that a class has voted for."""
        self._app.lab = None
        self._play.answer(seat, text)
        self._page.focus_ask()

    def open_voted_dialog(self, place: str, seat: int, arg: int) -> None:
        """Open the dialog for which a class has voted, if the vote is not yet an answer."""
        self._app.lab = None
        if place == "offer":
            self._play.show_given([self._app.running.open_offer(arg)], seat)
            self._page.focus_ask()
            return
        self._play.render()
        if place == "trade":
            Trading(self._play).begin(seat)
            return
        self._app.baseline = self._app.course.state.cash[seat]
        self._play.open(OpenDialog("manager", "" if self._app.course.quiet else "raise", seat))

    def play_from_position(self, record: dict[str, Any], title: str) -> None:
        """Start a game from a position."""
        session = Session.load(record)
        self._app.lab = None
        self._play.begin_new(session, title)
