"""The trade table: an offer is put together, changed after a refusal, or made against another one."""

from __future__ import annotations

from ...engine.words import NOBODY, AskAnswer
from ..desk import Desk, Draft, Sheet
from ..playing.play import Play

_OTHER = {"give": "get", "get": "give"}


class Trading:
    """Puts together the offer on the desk, and shows it in its dialog."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._desk: Desk = play.desk

    def begin(self, seat: int, partner: int = NOBODY, want: int = NOBODY) -> None:
        """Go on with a seat's offer, or begin one: with a partner, if one is given, and with a deed
        of theirs."""
        desk = self._desk
        if partner == seat:
            return
        draft = desk.draft
        if draft is None or draft.seat != seat:
            draft = desk.draft = Draft(seat)
        if partner != NOBODY and draft.partner != partner:
            draft.clear()
            draft.partner = partner
        if want != NOBODY:
            draft.deeds["get"].add(want)
        self._play.close("deed")
        self._play.close("seat")
        self._show(draft)

    def again(self, more: int) -> None:
        """The offer that was refused, with so much more of my money."""
        desk, draft = self._desk, self._desk.sent
        if draft is None or not desk.running.state.playing[draft.partner]:
            return
        if more:
            # What is asked for in money goes first; then it is given.
            asked = min(draft.cash["get"], more)
            draft.cash["get"] -= asked
            draft.cash["give"] += more - asked
        desk.draft = draft
        desk.notices = [n for n in desk.notices if n.id != "reply"]
        self._show(draft)
        self._play.render()

    def counter(self, ask: AskAnswer) -> None:
        """A counter-offer is a refusal and an offer the other way."""
        draft = Draft(ask.seat, ask.by)
        for side, bundle in (("give", ask.get), ("get", ask.give)):
            draft.deeds[side] = set(bundle.deeds)
            draft.cards[side] = set(bundle.cards)
            draft.cash[side] = bundle.cash
        self._desk.draft = draft
        # Opened first, so that the bots wait for it once the table is quiet.
        self._show(draft)
        self._play.answer(ask.seat, "reject")

    def toggle(self, side: str, what: str) -> None:
        """Take a deed or a card ("card:0") into one side of the offer, or out of it."""
        draft = self._desk.draft
        if draft is None:
            return
        if what.startswith("card:"):
            if what in ("card:0", "card:1"):
                draft.cards[side] ^= {int(what[5:])}
        else:
            space = self._desk.running.state.rules.space_index(what)
            if space is not None:
                draft.deeds[side] ^= {space}
        self._show(draft)

    def money(self, side: str, amount: int) -> None:
        """So much on one side, as far as it is there."""
        draft = self._desk.draft
        if draft is None:
            return
        giver = draft.seat if side == "give" else draft.partner
        most = self._desk.running.state.cash[giver] if giver >= 0 else 0
        draft.cash[side] = max(0, min(amount, most))
        if draft.cash[side]:
            # Money stands on one side of an offer only.
            draft.cash[_OTHER[side]] = 0
        self._show(draft)

    def clear(self) -> None:
        """Nothing on either side."""
        draft = self._desk.draft
        if draft is not None:
            draft.clear()
            self._show(draft)

    def _show(self, draft: Draft) -> None:
        self._play.open(Sheet("trade", "", draft.seat))
