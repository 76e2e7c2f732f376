"""The actions of the trade table: put an offer together, change it after a refusal, make a counter-offer."""

from __future__ import annotations

import re
from dataclasses import replace

from ....engine.answers import Bundle
from ....engine.asks import AskAnswer
from ....engine.special_seats_and_ids import NOBODY
from ...game_loop.game_loop import GameLoop
from ...notices import REPLY
from ...page_port import Gesture
from ...state import AppState, Draft, OpenDialog
from ...views.trading.fair_sum import fair_sum
from ...views.view_context_and_shared_parts import ViewContext
from ..action_group import ActionContext, ActionGroup
from ..declare_actions import Needs, needs

_OTHER = {"give": "get", "get": "give"}
_MOST_MONEY = 10**9
_MOST_OFFERS = 10**3


class Trading:
    """Changes the draft of an offer, and shows it in the trade dialog."""

    def __init__(self, play: GameLoop) -> None:
        self._play = play
        self._app: AppState = play.app

    def begin(self, seat: int, partner: int = NOBODY, want: int = NOBODY) -> None:
        """Open a seat's draft, or begin one. ``partner``: the other side; another partner clears the draft.
        ``want``: a space whose deed the seat wants."""
        app = self._app
        if partner == seat:
            return
        draft = app.draft
        if draft is None or draft.seat != seat:
            draft = app.draft = Draft(seat)
        if partner != NOBODY and draft.partner != partner:
            draft.clear()
            draft.partner = partner
        if want != NOBODY:
            draft.deeds["get"].add(want)
        folded, draft.folded = draft.folded, False
        self._play.close("deed")
        self._play.close("seat")
        self._show(draft)
        if folded:
            self._play.render()

    def again(self, more: int) -> None:
        """Open the refused offer again, with ``more`` money added to the seat's side."""
        app, draft = self._app, self._app.sent
        if draft is None or not app.course.state.playing[draft.partner]:
            return
        if more:
            # First reduce the money asked for; give only what is beyond that.
            asked = min(draft.cash["get"], more)
            draft.cash["get"] -= asked
            draft.cash["give"] += more - asked
        app.draft, draft.folded = draft, False
        app.notices.dismiss(REPLY)
        self._show(draft)
        self._play.render()

    def counter(self, ask: AskAnswer) -> None:
        """Make a counter-offer: refuse the offer, and open a draft with both sides exchanged."""
        # Open the dialog before giving the answer, so that the bots of a quiet table wait for it.
        self.mirror(ask.seat, ask.by, ask.give, ask.get)
        self._play.answer(ask.seat, "reject")

    def mirror(self, seat: int, partner: int, give: Bundle, get: Bundle) -> None:
        """Open a draft of the seat for the trade that the partner has offered to it."""
        draft = Draft(seat, partner)
        for side, bundle in (("give", get), ("get", give)):
            draft.deeds[side] = set(bundle.deeds)
            draft.cards[side] = set(bundle.cards)
            draft.cash[side] = bundle.cash
        self._app.draft = draft
        self._show(draft)

    def toggle(self, side: str, item: str) -> None:
        """Add a deed (id of its space) or a jail card ("card:0") to a side of the draft, or take it out."""
        draft = self._app.draft
        if draft is None:
            return
        if item.startswith("card:"):
            if item in ("card:0", "card:1"):
                draft.cards[side] ^= {int(item[5:])}
        else:
            space = self._app.course.state.rules.space_index(item)
            if space is not None:
                draft.deeds[side] ^= {space}
        self._show(draft)

    def point(self, space: int) -> bool:
        """While the trade is open or folded, add the deed of a pressed square to the draft, or take it out.
        False if neither side owns it."""
        app = self._app
        draft, session = app.draft, app.session
        if draft is None or session is None or draft.partner == NOBODY:
            return False
        if app.open_dialog("trade") is None and not draft.folded:
            return False
        side = {draft.seat: "give", draft.partner: "get"}.get(session.state.owner[space])
        if side is None:
            return False
        self.toggle(side, session.game.notation.space_id(space))
        return True

    def money(self, side: str, amount: int) -> None:
        """Set the money on a side, at most the cash of its seat. The other side then gives none."""
        draft = self._app.draft
        if draft is None:
            return
        giver = draft.seat if side == "give" else draft.partner
        most = self._app.course.state.cash[giver] if giver >= 0 else 0
        draft.cash[side] = max(0, min(amount, most))
        if draft.cash[side]:
            # Only one side of an offer gives money.
            draft.cash[_OTHER[side]] = 0
        self._show(draft)

    def clear(self) -> None:
        """Take everything off both sides."""
        draft = self._app.draft
        if draft is not None:
            draft.clear()
            self._show(draft)

    def fold(self) -> None:
        """Close the dialog so that the board can be seen. The draft stays, with a notice that leads back."""
        draft = self._app.draft
        if draft is not None:
            draft.folded = True
            self._play.close("trade")
            self._play.render()

    def suggest(self, partner: int, side: str, deeds: set[int]) -> None:
        """Draft a complete offer: one side's deeds for a fair sum."""
        app, draft = self._app, self._app.draft
        if draft is None:
            return
        draft.clear()
        draft.partner = partner
        draft.deeds[side] |= deeds
        fair = draft.fair = fair_sum(
            ViewContext(app), draft.seat, partner, *(draft.bundle(s).deeds for s in ("give", "get"))
        )
        draft.cash = {"give": max(fair.cash, 0), "get": max(-fair.cash, 0)}
        self._show(draft)

    def _show(self, draft: Draft) -> None:
        if draft.folded:
            self._play.render()
        else:
            self._play.open(OpenDialog("trade", "", draft.seat))


class TradeActions(ActionGroup):
    """The trade table's actions, on :class:`Trading`."""

    def __init__(self, context: ActionContext) -> None:
        super().__init__(context)
        self._trading = Trading(context.play)

    @needs(Needs.PLAY)
    def do_open_trade(self, gesture: Gesture) -> None:
        self._open()

    def _open(self, seat: int = NOBODY, partner: int = NOBODY, want: int = NOBODY) -> None:
        if seat == NOBODY:
            seat = ViewContext(self.app).acting()
        if seat == NOBODY:
            self.say_nobody()
        else:
            self._trading.begin(seat, partner, want)

    @needs(Needs.PLAY)
    def do_trade_with(self, gesture: Gesture) -> None:
        partner, draft = self.seat(gesture.arg), self.app.draft
        if partner is not None:
            inside = gesture.where == "dlg-trade" and draft is not None
            self._open(draft.seat if inside and draft else NOBODY, partner)

    @needs(Needs.PLAY)
    def do_trade_from(self, gesture: Gesture) -> None:
        """Begin a trade with a deed: "get ID SEAT" asks that seat for its deed.

        "give ID SEAT" offers that seat one’s own deed. With a "group" at the end it is a complete offer: all
        deeds of the group that the giver has, for a fair sum."""
        match gesture.arg.split(" "):
            case [str(side), str(id), str(seat), *whole] if side in _OTHER:
                space, partner = self.space(id), self.seat(seat)
            case _:
                return
        draft = self.app.draft
        if space is None or partner is None or draft is None or draft.seat == partner:
            return
        self._trading.begin(draft.seat, partner)
        state = self.app.course.state
        giver = draft.seat if side == "give" else partner
        wanted = state.rules.members[space] if whole else (space,)
        deeds = {i for i in wanted if state.owner[i] == giver}
        if whole:
            self._trading.suggest(partner, side, deeds)
        else:
            draft.deeds[side] |= deeds
            self._open(draft.seat, partner)

    @needs(Needs.PLAY)
    def do_trade_for(self, gesture: Gesture) -> None:
        """Begin a trade with the owner of a deed, and ask for that deed."""
        space = self.space(gesture.arg)
        owner = NOBODY if space is None else self.app.course.state.owner[space]
        if space is not None and owner >= 0:
            self._open(partner=owner, want=space)

    @needs(Needs.PLAY)
    def do_edit_offer(self, gesture: Gesture) -> None:
        """Open the refused offer again; the argument is the money to add."""
        self._trading.again(self.number(gesture.arg, _MOST_MONEY) or 0)

    @needs(Needs.PLAY, waits=True)
    def do_counter(self, gesture: Gesture) -> None:
        """Make a counter-offer to the offer that is asked about."""
        ask = self.app.course.ask
        if isinstance(ask, AskAnswer) and self.answerer(replace(gesture, where="ask")) == ask.seat:
            self._trading.counter(ask)

    @needs(Needs.PLAY)
    def do_trade_toggle(self, gesture: Gesture) -> None:
        side, _space, item = gesture.arg.partition(" ")
        if side in _OTHER:
            self._trading.toggle(side, item)

    @needs(Needs.PLAY)
    def do_trade_cash(self, gesture: Gesture) -> None:
        """Change the money on a side: by a step ("give +50"), or to the amount in the field."""
        draft = self.app.draft
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

    @needs(Needs.PLAY)
    def do_trade_fold(self, gesture: Gesture) -> None:
        """Close the dialog to look at the board, and keep the draft."""
        self._trading.fold()

    @needs(Needs.PLAY)
    def do_offer_same(self, gesture: Gesture) -> None:
        """Put together the trade of a bot's offer that waits (its id), as an offer to that bot.

        In a debt nobody but the debtor may offer a trade."""
        id = self.number(gesture.arg, _MOST_OFFERS)
        session = self.app.running
        waiting = next((offer for offer in session.pending_offers if offer.id == id), None)
        if waiting is not None:
            offer = waiting.offer
            self._trading.mirror(waiting.to, waiting.by, offer.give, offer.get)
