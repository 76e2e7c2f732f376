"""The views for beginners: a page on how the game goes by the rules in force, and the tour of the first
game."""

from __future__ import annotations

from typing import Final

from ...engine.words import Rules
from ...language import clauses
from ...language.board import income_tax
from ...language.catalogue import N_, Catalogue
from ...language.pieces import Parts
from ..desk import Desk, Notice, act
from .bits import Data
from .setup import setup

# ---------------------------------------------------------------- how to play


def how_to_play(desk: Desk) -> Data:
    """The page for the game on the desk, or for what the set-up form has chosen."""
    if desk.session is not None and desk.teller is not None:
        asked = desk.session.game.record.rent == "asked"
        return _page(desk.teller.parts, desk.teller.parts.rules, asked)
    rules = setup.rules_of(desk.setup, desk.catalogue, desk.boards)
    words = Catalogue(desk.catalogue.language, rules.edition.words)
    return _page(Parts(rules, [], words), rules, desk.setup.get("rent") == "asked")


def _page(p: Parts, rules: Rules, asked: bool) -> Data:
    def step(icon: str, title: str, *text: str) -> Data:
        return {"icon": icon, "title": title, "text": " ".join(t for t in text if t)}

    return {
        "book": p._(
            "{book} rulebook · {board}",
            book=clauses.book_name(p, rules.book),
            board=p.data(rules.edition.name),
        ),
        "changes": clauses.differences(p),
        "steps": [
            step("u-dice", p._("Throw and move"), *_move(p, rules)),
            step("u-deeds", p._("Buy"), *_buy(p, rules)),
            step("u-coins", p._("Collect rent"), *_rent(p, rules, asked)),
            step("u-build", p._("Complete {a color_group} and build"), *_build(p, rules)),
            step("u-trade", p._("Trade and mortgage"), *_trade(p, rules)),
            step("s-jail", p._("{Jail}"), *_jail(p, rules)),
            step("s-tax", p._("Taxes and cards"), *_tax(p, rules)),
            step("u-crown", p._("Win"), *_win(p, rules)),
        ],
    }


def _move(p: Parts, rules: Rules) -> list[str]:
    return [
        p._("Everybody starts with {cash}.", cash=p.sum(rules.starting_cash)),
        p._("The {bank} deals everybody two {deeds}, paid for at once.") if rules.short else "",
        p._(
            "On your turn you throw two dice and move that far. A double lets you throw again; the "
            "third double in a row sends you to {jail}."
        ),
        p._("Each time you pass {go}, you collect {salary}.", salary=p.pay())
        if any(rules.salary)
        else "",
    ]


def _buy(p: Parts, rules: Rules) -> list[str]:
    sentences = [p._("A property nobody owns is yours for its price.")]
    if rules.lap_first:
        sentences.append(p._("Nobody buys before going round the board once."))
    if not rules.auctions:
        return [*sentences, p._("If you decline, it stays with the {bank}.")]
    low = p.sum(rules.opening_bid)
    if rules.decliner_bids:
        return [
            *sentences,
            p._("If you decline, it is auctioned from {low}, and you may bid too.", low=low),
        ]
    return [
        *sentences,
        p._("If you decline, it is auctioned among the others, from {low}.", low=low),
    ]


def _rent(p: Parts, rules: Rules, asked: bool) -> list[str]:
    rails = [
        p.money(n) for n in rules.rents[next(i for i in range(40) if rules.kind[i] == "railroad")]
    ]
    sentences = [
        p._("Players who land on your property pay you rent; mortgaged property earns nothing."),
        p._(
            "One {railroad} earns {one}, and {all} each if you have all of them.",
            one=rails[0],
            all=rails[-1],
        ),
    ]
    if not asked:
        return [*sentences, p._("Rent is collected for you.")]
    match rules.claim_limit:
        case 0:
            return [*sentences, p._("You ask for it yourself, at any time.")]
        case 1:
            return [*sentences, p._("You ask for it yourself, before the next player throws.")]
        case _:
            return [
                *sentences,
                p._("You ask for it yourself, before the second player after that throws."),
            ]


def _build(p: Parts, rules: Rules) -> list[str]:
    evenly = (
        p._("You build evenly: no {street} gets a second {house} before all have one.")
        if rules.even
        else p._("You need not build evenly.")
    )
    return [
        p._(
            "All {streets} of one {color} are {a color_group}. Own all of it, and you collect double "
            "rent and may build {houses} at any quiet moment."
        ),
        evenly,
        p._(
            "After {n} {houses} comes {a hotel}. Rents grow steeply with the third {house}.",
            n=rules.top - 1,
        ),
        p._("The {bank} has {stock}, and no more.", stock=p.stock(*rules.stock)),
    ]


def _trade(p: Parts, rules: Rules) -> list[str]:
    lift = rules.values["mortgage.interest-base"]
    return [
        p._(
            "Groups are rarely completed by luck: offer {deeds}, money and {jail} cards to anybody "
            "while the table is quiet. Buildings go back to the {bank} first, for half their price."
        ),
        p._("The {bank} lends half the price of {a deed}."),
        p._("Lifting the mortgage costs it and a tenth of the printed price.")
        if lift == "printed-price"
        else p._("Lifting a mortgage costs its amount and a tenth more."),
    ]


def _jail(p: Parts, rules: Rules) -> list[str]:
    return [
        p._(
            "You leave by a double, with a card, or for {fine} before any of your three throws.",
            fine=p.sum(rules.jail_fine),
        )
        if rules.fine_turns == 3
        else p._(
            "You leave by a double, with a card, or for {fine} before your first or second throw.",
            fine=p.sum(rules.jail_fine),
        ),
        p._("If the third throw fails, you pay and move."),
        p._("You still collect rent there.")
        if rules.rent_in_jail
        else p._("You collect no rent there."),
    ]


def _tax(p: Parts, rules: Rules) -> list[str]:
    sentences = [
        income_tax(p),
        p._("{luxury_tax} costs {amount}.", amount=p.sum(rules.luxury_tax)),
        p._("On {chance} and {community_chest} you take a card and do what it says."),
    ]
    if rules.pot:
        sentences.append(
            p._("Taxes and fines lie in the middle, for whoever lands on {free_parking}.")
        )
    elif rules.parking:
        sentences.append(p._("{free_parking} earns {amount}.", amount=p.sum(rules.parking)))
    else:
        sentences.append(p._("On {free_parking} nothing happens."))
    return sentences


def _win(p: Parts, rules: Rules) -> list[str]:
    sentences = [
        p._("If you cannot pay, you sell and mortgage; if that is not enough, you are bankrupt.")
    ]
    if rules.short:
        sentences.append(
            p._("The second bankruptcy ends the game: the richest of the others wins.")
        )
    else:
        sentences.append(p._("The last player left wins."))
    if rules.limit_rounds:
        sentences.append(
            p.n_(
                "After {n} round the richest wins.",
                "After {n} rounds the richest wins.",
                rules.limit_rounds,
            )
        )
    if rules.limit_minutes:
        sentences.append(
            p.n_(
                "After {n} minute the richest wins.",
                "After {n} minutes the richest wins.",
                rules.limit_minutes,
            )
        )
    return sentences


# ---------------------------------------------------------------- the tour

# Each step of the tour: the region it is about, its icon, its sentence.
STEPS: Final = (
    (
        "ask",
        "u-check",
        N_("One question at a time is asked here. Press the large button to continue."),
    ),
    (
        "board",
        "u-deeds",
        N_("Press any square: its {deed} gives the price, the rents and the owner."),
    ),
    (
        "seats",
        "u-coins",
        N_("Everybody’s cash and {deeds}. Press a player to see all, or to trade."),
    ),
    ("tools", "u-build", N_("Build, mortgage and trade whenever the table is quiet.")),
    (
        "bar",
        "u-bulb",
        N_("Undo takes an answer back. The bulb gives a hint, and § shows the rule."),
    ),
)
# Asks during which the tour waits, as they need the room or all attention.
_AWAY: Final = frozenset({"bid", "answer", "debt", "over", "card", "dice", "deal"})


def tour(desk: Desk, asked: str) -> Notice | None:
    """The current step of the tour as a notice, None if there is none; the game goes on beside it."""
    if not place(desk, asked):
        return None
    _ = desk.catalogue
    _place, icon, text = STEPS[desk.tour - 1]
    last = desk.tour == len(STEPS)
    on = act("tour-next", _("Play") if last else _("Next"))
    return Notice(
        "tour",
        _(text),
        more=_("({n} of {all})", n=desk.tour, all=len(STEPS)),
        icon=icon,
        acts=(on,),
    )


def place(desk: Desk, asked: str) -> str:
    """The region that the current step is about; "" if there is none, or while the tour waits."""
    shown = 0 < desk.tour <= len(STEPS) and asked not in _AWAY
    return STEPS[desk.tour - 1][0] if shown else ""
