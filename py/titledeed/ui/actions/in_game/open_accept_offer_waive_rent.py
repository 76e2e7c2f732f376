"""The actions of the notices during a game: look at or accept a bot's offer, and waive a rent."""

from __future__ import annotations

from ....engine.errors import MalformedAnswer, RefusedAnswer
from ...page_port import Gesture
from ..action_group import ActionGroup
from ..declare_actions import Needs, needs

_MOST_OFFERS = 10**3


class OffersAndClaimsActions(ActionGroup):
    """Opens and accepts bots' offers, and drops the claim to a rent."""

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

    @needs(Needs.PLAY, waits=True)
    def do_let_go(self, gesture: Gesture) -> None:
        """Waive the rent that waits to be claimed."""
        session = self.app.running
        claim = session.waiting().claim
        if claim is not None:
            session.let_go(claim)
            self.play.go_on()
