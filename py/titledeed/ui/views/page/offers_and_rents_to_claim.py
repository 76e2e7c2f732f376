"""The notices of bots' offers that wait to be opened or accepted, and of rents that people may claim."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....bots.protocol import COUNTER
from ....engine.answers import DemandRent
from ....engine.asks import AskDebt, Over
from ....game.bot_offer_inbox import PendingOffer
from ....language import answer_labels
from ....language.asks import claim_deadline
from ....language.events import counter_offering
from ...notices import action_data
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import FacedSeat, NoticeAction, NoticeView, Text


def answers_last_offer(ctx: ViewContext) -> PendingOffer | None:
    """The counter-offer of the bot that has declined the last offer made here; None if there is none."""
    sent = ctx.app.sent
    if sent is None or ctx.app.notices.get("reply") is None:
        return None
    return next(
        (
            offer
            for offer in ctx.session.pending_offers
            if offer.reason == COUNTER and (offer.by, offer.to) == (sent.partner, sent.seat)
        ),
        None,
    )


def offer_notices(ctx: ViewContext) -> list[NoticeView]:
    """Notices for offers of bots that nobody has opened. They can be opened only while the table is quiet.

    Before that, several offers share one line, to leave space for the question. A counter-offer is
    shown as a whole and can be accepted at once. During a debt the debtor can read every offer."""
    waiting, parts, _ = ctx.session.pending_offers, ctx.narrator.parts, ctx._
    if isinstance(ctx.state.ask, Over):
        return []  # they can no longer be accepted
    quiet = ctx.session.quiet and not ctx.app.in_motion
    ask = ctx.state.ask
    debtor = ask.seat if isinstance(ask, AskDebt) and not ctx.app.in_motion else None
    if len(waiting) > 1 and not quiet and debtor is None:
        many = parts._(
            "Offers from {seats} are waiting.",
            seats=parts.seats(sorted({offer.by for offer in waiting})),
        )
        return [_offer_notice("offers", many, icon="u-trade", closes=False)]
    views: list[NoticeView] = []
    reply = answers_last_offer(ctx)
    for offer in waiting:
        acts = [action_data("open-offer", _("View offer"), str(offer.id))] if quiet else []
        text: Text = parts._(
            "{seat} ha[s|ve] an offer for {other}.",
            seat=parts.seat(offer.by),
            other=parts.seat(offer.to),
        )
        more = "" if quiet else _("You can look at it in a moment.")
        if offer.to == debtor:
            # The offer can be read, as it may save the debtor. Only debtors offer trades during a debt.
            text = ctx.narrator.offer(offer.by, offer.offer)
            more = _("While you’re in debt, you have to make this offer yourself.")
            acts = [action_data("offer-same", _("Offer this trade…"), str(offer.id))]
        elif offer.reason == COUNTER:
            text = ctx.narrator.offer(offer.by, offer.offer)
            if offer is reply:
                text = counter_offering(parts, offer.by, offer.offer)
            if quiet:
                acts.insert(
                    0, action_data("take-offer", _("Accept the offer"), str(offer.id), main=True)
                )
            if offer is reply:
                acts.append(action_data("edit-offer", _("Change the offer…")))
        views.append(
            _offer_notice(f"offer-{offer.id}", text, seat=ctx.faced(offer.by), more=more, acts=acts)
        )
    return views


def _offer_notice(
    id: str,
    text: Text,
    *,
    seat: FacedSeat | None = None,
    icon: str = "",
    more: str = "",
    acts: Sequence[NoticeAction] = (),
    closes: bool = True,
) -> NoticeView:
    return {
        "id": id,
        "tone": "",
        "seat": seat,
        "icon": icon,
        "text": text,
        "more": more,
        "acts": list(acts),
        "clauses": [],
        "closes": closes,
        "reason": "",
    }


def rent_notices(ctx: ViewContext) -> list[NoticeView]:
    """Notices for rents that people may claim."""
    views: list[NoticeView] = []
    parts = ctx.narrator.parts
    waiting = ctx.session.waiting()
    for n, claim in enumerate(ctx.state.claims):
        if not ctx.session.is_person(claim.by) or claim == waiting.claim:
            continue
        acts: list[NoticeAction] = []
        for answer in ctx.options(claim.by).of(DemandRent):
            if answer.space != claim.space or answer.of != claim.of:
                continue
            acts.append(
                {
                    "do": "",
                    "arg": "",
                    "answer": ctx.notation.text(answer, ctx.state),
                    "label": answer_labels.answer_label(ctx.narrator.parts, answer, ctx.state),
                    "main": True,
                }
            )
        views.append(
            {
                "id": f"rent-{claim.by}-{n}",
                "tone": "",
                "seat": ctx.faced(claim.by),
                "icon": "",
                "text": parts._(
                    "{seat} may claim rent from {other}.",
                    seat=parts.seat(claim.by),
                    other=parts.seat(claim.of),
                ),
                "more": claim_deadline(ctx.narrator.parts, ctx.state, claim),
                "acts": acts[:1] if not ctx.app.in_motion else [],
                "clauses": ["rent.claim-deadline"],
                "closes": False,
                "reason": "",
            }
        )
    return views
