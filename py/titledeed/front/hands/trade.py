"""The trade table: an offer is put together, changed after a refusal, or made against another one."""

from __future__ import annotations

import re
from dataclasses import replace

from ...engine.words import NOBODY, AskAnswer
from ...storage.store import Store
from ..desk import Desk, Draft, Sheet
from ..page import Gesture, Page
from ..playing.play import Play
from ..views.bits import Sight
from .base import Hand, Needs, needs

_OTHER = {"give": "get", "get": "give"}
_MOST_MONEY = 10**9


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
        if draft is None or not desk.course.state.playing[draft.partner]:
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

    def toggle(self, side: str, item: str) -> None:
        """Take a deed or a card ("card:0") into one side of the offer, or out of it."""
        draft = self._desk.draft
        if draft is None:
            return
        if item.startswith("card:"):
            if item in ("card:0", "card:1"):
                draft.cards[side] ^= {int(item[5:])}
        else:
            space = self._desk.course.state.rules.space_index(item)
            if space is not None:
                draft.deeds[side] ^= {space}
        self._show(draft)

    def point(self, space: int) -> bool:
        """Whether a square of the board was pressed whose deed can be in the deal that is put together;
        then it is put in, or taken out."""
        desk = self._desk
        sheet, draft, session = desk.sheet("trade"), desk.draft, desk.session
        if sheet is None or draft is None or session is None or draft.partner == NOBODY:
            return False
        side = {draft.seat: "give", draft.partner: "get"}.get(session.state.owner[space])
        if side is None:
            return False
        self.toggle(side, session.game.notation.space_id(space))
        return True

    def money(self, side: str, amount: int) -> None:
        """So much on one side, as far as it is there."""
        draft = self._desk.draft
        if draft is None:
            return
        giver = draft.seat if side == "give" else draft.partner
        most = self._desk.course.state.cash[giver] if giver >= 0 else 0
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


class TradeHand(Hand):
    """What people do with the trade table."""

    def __init__(self, page: Page, store: Store, desk: Desk, play: Play) -> None:
        super().__init__(page, store, desk, play)
        self._trading = Trading(play)

    @needs(Needs.PLAY)
    def do_open_trade(self, gesture: Gesture) -> None:
        self._open()

    def _open(self, seat: int = NOBODY, partner: int = NOBODY, want: int = NOBODY) -> None:
        if seat == NOBODY:
            seat = Sight(self.desk).acting()
        if seat == NOBODY:
            self.say_nobody()
        else:
            self._trading.begin(seat, partner, want)

    @needs(Needs.PLAY)
    def do_trade_with(self, gesture: Gesture) -> None:
        partner, draft = self.seat(gesture.arg), self.desk.draft
        if partner is not None:
            inside = gesture.where == "dlg-trade" and draft is not None
            self._open(draft.seat if inside and draft else NOBODY, partner)

    @needs(Needs.PLAY)
    def do_trade_from(self, gesture: Gesture) -> None:
        """A trade that starts from a deed: "get ID SEAT" with one of that seat's, "give ID SEAT" with one's
        own; "group" behind it: with all that the giver has of its group."""
        match gesture.arg.split(" "):
            case [str(side), str(id), str(seat), *whole] if side in _OTHER:
                space, partner = self.space(id), self.seat(seat)
            case _:
                return
        draft = self.desk.draft
        if space is None or partner is None or draft is None or draft.seat == partner:
            return
        self._trading.begin(draft.seat, partner)
        state = self.desk.course.state
        giver = draft.seat if side == "give" else partner
        wanted = state.rules.members[space] if whole else (space,)
        draft.deeds[side] |= {i for i in wanted if state.owner[i] == giver}
        self._open(draft.seat, partner)

    @needs(Needs.PLAY)
    def do_trade_for(self, gesture: Gesture) -> None:
        """A trade with a deed's owner, that deed chosen."""
        space = self.space(gesture.arg)
        owner = NOBODY if space is None else self.desk.course.state.owner[space]
        if space is not None and owner >= 0:
            self._open(partner=owner, want=space)

    @needs(Needs.PLAY)
    def do_edit_offer(self, gesture: Gesture) -> None:
        """The offer that was refused, on the trade table again; ``arg``: so much more of my money."""
        self._trading.again(self.number(gesture.arg, _MOST_MONEY) or 0)

    @needs(Needs.PLAY, waits=True)
    def do_counter(self, gesture: Gesture) -> None:
        """A counter-offer is a refusal and an offer the other way."""
        ask = self.desk.course.ask
        if isinstance(ask, AskAnswer) and self.answerer(replace(gesture, where="ask")) == ask.seat:
            self._trading.counter(ask)

    @needs(Needs.PLAY)
    def do_trade_toggle(self, gesture: Gesture) -> None:
        side, _space, item = gesture.arg.partition(" ")
        if side in _OTHER:
            self._trading.toggle(side, item)

    @needs(Needs.PLAY)
    def do_trade_cash(self, gesture: Gesture) -> None:
        """Money on one side: by a step from a button, or as a field says."""
        draft = self.desk.draft
        side, _space, step = gesture.arg.partition(" ")
        if draft is None or side not in _OTHER:
            return
        if step:
            amount = draft.cash[side] + int(step) if re.fullmatch(r"[+-]\d{1,6}", step) else 0
        else:
            text = gesture.fields.get("amount", "").strip()
            amount = int(text[:9]) if text.isascii() and text.isdigit() else 0
        self._trading.money(side, amount)

    @needs(Needs.PLAY)
    def do_trade_clear(self, gesture: Gesture) -> None:
        self._trading.clear()
