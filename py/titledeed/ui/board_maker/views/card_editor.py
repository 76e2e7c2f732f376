"""The view of the decks, and of one card with a preview of what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....board_maker.draft import DraftCard
from ....board_maker.part_values import keys_of
from ....engine.parsing.decks import EFFECTS
from ....engine.special_seats_and_ids import SPACES
from .maker_context import MakerContext

if TYPE_CHECKING:
    from .types import (
        MakerCard,
        MakerCardRow,
        MakerCards,
        MakerChoice,
        MakerEffect,
        MakerEffects,
        MakerField,
    )

SALARY: Final = 200
LONGEST_TEXT: Final = 200  # characters of a sentence on a card that can be played
ICON_OF: Final = {
    "advance": "c-advance",
    "back-to": "c-back-to",
    "back": "c-back",
    "nearest": "s-railroad",
    "collect": "c-receive",
    "pay": "c-pay",
    "collect-each": "c-collect-each",
    "pay-each": "c-pay-each",
    "pay-or-chance": "c-choice",
    "repairs": "c-repairs",
    "go-to-jail": "s-gotojail",
    "jail-free": "c-key",
}
MOVING: Final = ("advance", "back-to", "back", "nearest")
JAIL: Final = ("go-to-jail", "jail-free")


def cards_view(ctx: MakerContext) -> MakerCards:
    """The tab with the cards. A board without cards of its own shows the printed ones."""
    draft, maker = ctx.draft, ctx.maker
    decks = ctx.decks
    cards = decks[maker.deck]
    wrong = {
        p.place.n for p in ctx.problems if p.place.part == "card" and p.place.deck == maker.deck
    }
    rows: list[MakerCardRow] = [
        {
            "n": n,
            "icon": ICON_OF[card.do],
            "text": filled(ctx, card),
            "here": n == maker.card,
            "wrong": n in wrong,
        }
        for n, card in enumerate(cards)
    ]
    task = maker.task
    keys = keys_of(task.base, task.spaces) if task is not None else ()
    if task is not None:
        rows = [row for row in rows if f"card {maker.deck} {row['n']}" in keys]
    shown = maker.card if maker.card < len(cards) else len(cards) - 1
    return {
        "tab": "cards",
        "own": draft.decks is not None,
        "whole": task is None,
        "sets": ctx.card_sets() if task is None else [],
        "decks": [
            {"n": n, "name": f"{ctx.deck_name(n)} {len(decks[n])}", "here": n == maker.deck}
            for n in (0, 1)
            if task is None or any(key.startswith(f"card {n} ") for key in keys)
        ],
        "rows": rows,
        "card": _card(ctx, cards[shown], shown, [row["n"] for row in rows]) if cards else None,
    }


def filled(ctx: MakerContext, card: DraftCard) -> str:
    """A card's sentence with its braces filled in, as a game would show it."""
    pieces: dict[str, object] = {"salary": ctx.money(SALARY)}
    if "amount" in EFFECTS[card.do]:
        pieces["amount"] = ctx.money(card.amount)
    if card.do == "repairs":
        pieces |= {"house": ctx.money(card.house), "hotel": ctx.money(card.hotel)}
    if card.do in MOVING:
        pieces["space"] = _target(ctx, card)
    return ctx._.fill(text_of(ctx, card), pieces)


def text_of(ctx: MakerContext, card: DraftCard) -> str:
    """A card's sentence with its braces. Printed sentences are in the reader's language."""
    return ctx._.named(card.text, "card")


def text_field(ctx: MakerContext, card: DraftCard) -> str:
    """The sentence of the chosen card in its field."""
    return ctx.typed(f"card {ctx.maker.deck} {ctx.maker.card}", text_of(ctx, card))


def _target(ctx: MakerContext, card: DraftCard) -> str:
    match card.do:
        case "advance" | "back-to":
            return ctx.name(card.to if card.to < SPACES else 0)
        case "nearest":
            return ctx.word(card.kind)
        case _:
            return "…"


def _card(ctx: MakerContext, card: DraftCard, n: int, listed: list[int]) -> MakerCard:
    _, deck = ctx._, ctx.maker.deck
    before, after = [k for k in listed if k < n], [k for k in listed if k > n]
    targets: list[MakerChoice] = []
    if card.do in ("advance", "back-to"):
        targets = [
            {"value": str(at), "label": f"{at}: {ctx.name(at)}", "chosen": at == card.to}
            for at in range(SPACES)
        ]
    kinds: list[MakerChoice] = []
    if card.do == "nearest":
        kinds = [
            {"value": kind, "label": ctx.word(kind), "chosen": kind == card.kind}
            for kind in ("railroad", "utility")
        ]
    return {
        "n": n,
        "title": _("Card {n} of {name}", n=n + 1, name=ctx.deck_name(deck)),
        "place": _("{n} of {all}", n=len(before) + 1, all=len(listed)),
        "back": before[-1] if before else -1,
        "on": after[0] if after else -1,
        "deck": ctx.deck_name(deck),
        "text": text_field(ctx, card),
        "count": _("{n} of {all}", n=len(text_field(ctx, card)), all=LONGEST_TEXT),
        "preview": filled(ctx, card),
        "says": effect_says(ctx, card),
        "effects": _effects(ctx, card, deck),
        "targets": targets,
        "kinds": kinds,
        "fields": _fields(ctx, card),
        "braces": _braces(ctx, card),
        "problems": ctx.problem_views(
            lambda p: p.place.part == "card" and p.place.deck == deck and p.place.n == n
        ),
    }


def _effects(ctx: MakerContext, card: DraftCard, deck: int) -> list[MakerEffects]:
    """All effects, by sort: those that move the token, those about money, and those about the jail."""
    _ = ctx._
    labels = {
        "advance": _("forward to a space"),
        "back-to": _("back to a space"),
        "back": _("some spaces back"),
        "nearest": _("to the next {railroad} or {utility}"),
        "collect": _("get money"),
        "pay": _("pay money"),
        "collect-each": _("collect from each player"),
        "pay-each": _("pay each player"),
        "repairs": _("pay for buildings"),
        "pay-or-chance": _("pay or draw a card"),
        "go-to-jail": _("go to {jail}"),
        "jail-free": _("leave {jail}"),
    }
    shown: list[MakerEffect] = [
        {"do": do, "label": label, "icon": ICON_OF[do], "chosen": do == card.do}
        for do, label in labels.items()
        if do != "pay-or-chance" or deck == 1 or card.do == do
    ]
    moving = [one for one in shown if one["do"] in MOVING]
    jail = [one for one in shown if one["do"] in JAIL]
    money = [one for one in shown if one not in moving and one not in jail]
    return [
        {"label": label, "effects": some, "chosen": any(one["chosen"] for one in some)}
        for label, some in ((_("Move"), moving), (_("Money"), money), (_("{Jail}"), jail))
    ]


def _fields(ctx: MakerContext, card: DraftCard) -> list[MakerField]:
    _ = ctx._
    labels = {
        "amount": _("Amount"),
        "steps": _("Spaces back"),
        "house": _("For each {house}"),
        "hotel": _("For each {hotel}"),
    }
    return [
        {
            "name": key,
            "label": labels[key],
            "value": getattr(card, key),
            "low": low,
            "high": high,
        }
        for key, (low, high) in EFFECTS[card.do].items()
        if key in labels
    ]


def _braces(ctx: MakerContext, card: DraftCard) -> str:
    """What the program fills in on this card."""
    _ = ctx._
    names = ["{amount}"] if "amount" in EFFECTS[card.do] else []
    if card.do in ("advance", "back-to"):
        names.append("{space}")
    if card.do == "repairs":
        names += ["{house}", "{hotel}"]
    if "{salary}" in text_of(ctx, card):
        names.append("{salary}")
    if not names:
        return ""
    return _("The program fills in {text}.", text=_.listed(names))


def effect_says(ctx: MakerContext, card: DraftCard) -> str:
    """What a card does, in one sentence."""
    _ = ctx._
    amount = ctx.money(card.amount)
    match card.do:
        case "advance":
            return _(
                "The {token} moves forward to {space}. Passing {go} pays the {salary}.",
                space=_target(ctx, card),
                salary=ctx.word("salary"),
            )
        case "back-to":
            return _(
                "The {token} moves back to {space}. Passing {go} pays nothing.",
                space=_target(ctx, card),
            )
        case "back":
            return _.count(
                "The {token} moves back {n} space.",
                "The {token} moves back {n} spaces.",
                card.steps,
            )
        case "nearest" if card.kind == "railroad":
            return _(
                "The {token} moves forward to the next {railroad}. The owner of the "
                "{railroad} gets twice the rent."
            )
        case "nearest":
            return _(
                "The {token} moves forward to the next {utility}. The owner of the "
                "{utility} gets ten times a new throw."
            )
        case "collect":
            return _("The {bank} pays the player {amount}.", amount=amount)
        case "pay":
            return _("The player pays the {bank} {amount}.", amount=amount)
        case "collect-each":
            return _("Every other player pays the player {amount}.", amount=amount)
        case "pay-each":
            return _("The player pays every other player {amount}.", amount=amount)
        case "pay-or-chance":
            return _("The player pays {amount}, or draws a {chance} card.", amount=amount)
        case "repairs":
            return _(
                "The player pays {low} for each {house} and {high} for each {hotel}.",
                low=ctx.money(card.house),
                high=ctx.money(card.hotel),
            )
        case "go-to-jail":
            return _("The {token} goes straight to {jail}.")
        case _:
            return _("The player keeps the card. It releases them from {jail} once.")
