"""The actions during a game: take the device, hint, tour, undo and redo, pause, offers, leave."""

from __future__ import annotations

import re
from dataclasses import replace

from ...engine.asks import (
    Over,
)
from ...engine.errors import MalformedAnswer, RefusedAnswer
from ...engine.record import Record, Seat
from ...odds import weights_ready
from ..page_port import Gesture
from ..phase_state_machine import HandingOver, Playing
from ..views import how_to_play_and_tour
from ..views.page.undo_sentences import no_undo
from ..views.view_context_and_shared_parts import ViewContext
from .declare_actions import ActionGroup, Needs, needs

_MOST_OFFERS = 10**3


class GameControls(ActionGroup):
    """The actions during a game that belong to no other hand."""

    @needs(Needs.PLAY)
    def do_ready(self, gesture: Gesture) -> None:
        """The next person says that they have the device."""
        match self.app.phase:
            case Playing(stage=HandingOver(guarded=False)):
                self.play.take_device()
                self.play.go_on()

    @needs(Needs.GAME)
    def do_hint(self, gesture: Gesture) -> None:
        """Show a hint for the question, or hide it if it is shown."""
        app = self.app
        if self.answerer(replace(gesture, where="ask")) is None:
            return
        session, count = app.course, len(app.course.entries)
        if app.hint == count:
            app.hint = -1
            self.play.render()
            return

        def show(_trouble: str = "") -> None:
            if app.session is session and len(session.entries) == count:
                self._show_hint(count)

        if weights_ready():
            show()
        else:
            self.play.weights.fetch(show)

    def _show_hint(self, count: int) -> None:
        """Without the weights the hint says nothing of odds."""
        self.app.hint = count
        self.play.render()
        asked = self.play.view()["ask"]
        advice = asked["advice"] if asked is not None else None
        self.page.announce(" ".join(advice["lines"]) if advice is not None else "")

    @needs(Needs.PLAY)
    def do_fetch_odds(self, gesture: Gesture) -> None:
        """Try once more to fetch what a bot of this game needs."""
        self.play.think_again()

    # ------------------------------------------------------------ the tour

    @needs(Needs.NOTHING)
    def do_tour(self, gesture: Gesture) -> None:
        self.play.close("help")
        self.begin_tour()

    @needs(Needs.NOTHING)
    def do_tour_next(self, gesture: Gesture) -> None:
        """Go to the tour's next step; after the last one it ends."""
        app = self.app
        app.tour = app.tour + 1 if app.tour < len(how_to_play_and_tour.STEPS) else 0
        self.play.render()
        self.page.focus_ask()

    # ------------------------------------------------------------ back and forth

    @needs(Needs.PLAY, waits=True)
    def do_undo(self, gesture: Gesture) -> None:
        if self.app.running.can_undo():
            self.play.undo()
        else:
            self.page.announce(no_undo(ViewContext(self.app)))

    @needs(Needs.PLAY, waits=True)
    def do_redo(self, gesture: Gesture) -> None:
        if self.app.running.can_redo():
            self.play.redo()

    @needs(Needs.PLAY)
    def do_skip(self, gesture: Gesture) -> None:
        self.play.hurry()

    @needs(Needs.PLAY)
    def do_pause(self, gesture: Gesture) -> None:
        if self.app.playing is not None:
            self.app.playing.paused = True
            self.play.render()

    @needs(Needs.PLAY)
    def do_resume(self, gesture: Gesture) -> None:
        if self.app.playing is not None:
            self.app.playing.paused = False
            self.play.close_acting()
            self.play.resume()

    @needs(Needs.PLAY, waits=True)
    def do_let_go(self, gesture: Gesture) -> None:
        """Do not ask for the rent that waits to be asked for."""
        session = self.app.running
        claim = session.waiting().claim
        if claim is not None:
            session.let_go(claim)
            self.play.go_on()

    @needs(Needs.PLAY, waits=True)
    def do_open_offer(self, gesture: Gesture) -> None:
        """Look at a bot's offer. It becomes part of the game only now."""
        self._open_offer(gesture)

    @needs(Needs.PLAY, waits=True)
    def do_take_offer(self, gesture: Gesture) -> None:
        """Accept a bot's counter-offer from its notice, which shows all of it."""
        self._open_offer(gesture, "accept")

    def _open_offer(self, gesture: Gesture, then: str = "") -> None:
        session = self.app.running
        id = self.number(gesture.arg, _MOST_OFFERS)
        offer = next((offer for offer in session.pending_offers if offer.id == id), None)
        if offer is None:
            self.play.refuse(MalformedAnswer("This offer has been withdrawn."))
            return
        entries = [session.open_offer(offer.id)]
        barred: RefusedAnswer | None = None
        try:
            if then:
                entries.append(session.say(offer.to, then))
        except RefusedAnswer as trouble:
            barred = trouble
        self.play.show_given(entries, offer.to)
        if barred is not None:
            self.play.refuse(barred, offer.to)

    @needs(Needs.NOTHING)
    def do_dismiss(self, gesture: Gesture) -> None:
        """Dismiss a notice. One about an offer drops the offer too, and that of the tour ends the tour."""
        app = self.app
        offer = re.fullmatch(r"offer-(\d+)", gesture.arg)
        if offer and app.playing is not None:
            app.running.drop_offer(int(offer[1]))
            self.play.save_aside()
        if gesture.arg == "tour":
            app.tour = 0
        app.notices.dismiss(gesture.arg)
        self.play.render()
        self.page.focus_ask()

    # ------------------------------------------------------------ leaving

    @needs(Needs.GAME)
    def do_picture(self, gesture: Gesture) -> None:
        """Save the end of the game as an image file."""
        if self.app.replaying is None and isinstance(self.app.course.ask, Over):
            self.page.picture("title-deed.png", self.play.drawing())

    @needs(Needs.GAME)
    def do_leave(self, gesture: Gesture) -> None:
        self.play.leave_game()

    @needs(Needs.GAME)
    def do_again(self, gesture: Gesture) -> None:
        """Start a new game with the same seats and rules."""
        session = self.app.course
        old = session.game.record
        seats = [
            Seat(seat.name, bot, seat.token)
            for seat, bot in zip(old.seats, session.controls, strict=True)
        ]
        self.play.close_all()
        self.play.start(
            Record(
                rulebook=old.rulebook,
                seats=seats,
                edition=old.edition,
                decks=old.decks,
                variant=old.variant,
                seed=self.page.seed(),
                rent=old.rent,
                chance=old.chance,
                house_rules=old.house_rules,
            )
        )
