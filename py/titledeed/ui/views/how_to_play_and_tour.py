"""The views for beginners: a page on how to play by the current rules, and the tour of the first game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...engine.board_and_rules_types import Rules
from ...language import rule_clauses
from ...language.catalogue import N_, Catalogue
from ...language.sentence_parts import SentenceParts
from ...language.state_descriptions import income_tax
from ..notices import Notice, action_data
from ..state import AppState
from .setup import setup

if TYPE_CHECKING:
    from .dialogs.types import GuideStep, GuideView

_RENT: Final = 20  # the example in the list of the board's symbols

# ---------------------------------------------------------------- how to play


def how_to_play(app: AppState) -> GuideView:
    """The page for the open game, or for the choices of the set-up form."""
    if app.session is not None and app.narrator is not None:
        asked = app.session.game.record.rent == "asked"
        return _page(app.narrator.parts, app.narrator.parts.rules, asked)
    rules = setup.rules_of(app.setup, app.catalogue, app.boards)
    words = Catalogue.of(app.catalogue.language, rules.edition)
    return _page(SentenceParts(rules, [], words), rules, app.setup.get("rent") == "asked")


def _page(parts: SentenceParts, rules: Rules, asked: bool) -> GuideView:
    def step(icon: str, title: str, *text: str) -> GuideStep:
        return {"icon": icon, "title": title, "text": " ".join(t for t in text if t)}

    return {
        "book": parts._(
            "{book} rulebook · {board}",
            book=rule_clauses.book_name(parts, rules.book),
            board=parts.data(rules.edition.name),
        ),
        "changes": list(rule_clauses.differences(parts).values()),
        "rent": parts.money(_RENT),
        "steps": [
            step("u-dice", parts._("Throw and move"), *_move(parts, rules)),
            step("u-deeds", parts._("Buy"), *_buy(parts, rules)),
            step("u-coins", parts._("Collect rent"), *_rent(parts, rules, asked)),
            step("u-build", parts._("Complete {a color_group} and build"), *_build(parts, rules)),
            step("u-trade", parts._("Trade and mortgage"), *_trade(parts, rules)),
            step("s-jail", parts._("{Jail}"), *_jail(parts, rules)),
            step("s-tax", parts._("Taxes and cards"), *_tax(parts, rules)),
            step("u-crown", parts._("Win"), *_win(parts, rules)),
        ],
    }


def _move(parts: SentenceParts, rules: Rules) -> list[str]:
    return [
        parts._("Every player starts with {cash}.", cash=parts.sum(rules.starting_cash)),
        parts._("The {bank} deals every player two {deeds}. You pay for them at once.")
        if rules.short
        else "",
        parts._(
            "On your turn, you throw two dice and move that far. If you throw doubles, "
            "you throw again. Three doubles in a row send you to {jail}."
        ),
        parts._("Each time you pass {go}, you collect {salary}.", salary=parts.pay())
        if any(rules.salary)
        else "",
    ]


def _buy(parts: SentenceParts, rules: Rules) -> list[str]:
    sentences = [parts._("If you land on a property nobody owns, you may buy it for its price.")]
    if rules.lap_first:
        sentences.append(parts._("You may buy only after your first full lap of the board."))
    if not rules.auctions:
        return [*sentences, parts._("If you decline, it stays with the {bank}.")]
    low = parts.sum(rules.opening_bid)
    if rules.decliner_bids:
        return [
            *sentences,
            parts._(
                "If you decline, it’s auctioned, starting at {low}, and you may bid too.", low=low
            ),
        ]
    return [
        *sentences,
        parts._(
            "If you decline, it’s auctioned among the other players, starting at {low}.", low=low
        ),
    ]


def _rent(parts: SentenceParts, rules: Rules, asked: bool) -> list[str]:
    rails = [
        parts.money(n)
        for n in rules.rents[next(i for i in range(40) if rules.kind[i] == "railroad")]
    ]
    sentences = [
        parts._(
            "Players who land on your property pay you rent; mortgaged property earns nothing."
        ),
        parts._(
            "One {railroad} earns {one}; if you own all of them, each earns {all}.",
            one=rails[0],
            all=rails[-1],
        ),
    ]
    if not asked:
        return [*sentences, parts._("Rent is collected for you.")]
    match rules.claim_limit:
        case 0:
            return [*sentences, parts._("You must claim it yourself; there is no time limit.")]
        case 1:
            return [
                *sentences,
                parts._("You must claim it yourself before the next player throws."),
            ]
        case _:
            return [
                *sentences,
                parts._(
                    "You must claim it yourself. The next player may still throw first, "
                    "but once the player after that throws, the rent is lost."
                ),
            ]


def _build(parts: SentenceParts, rules: Rules) -> list[str]:
    evenly = (
        parts._("You must build evenly: no {street} gets a second {house} before all have one.")
        if rules.even
        else parts._("You don’t have to build evenly.")
    )
    return [
        parts._(
            "All {streets} of one {color} form {a color_group}. If you own them all, you "
            "collect double rent there, and you may build {houses}."
        ),
        evenly,
        parts._(
            "After {n} {houses} comes {a hotel}. Rents rise steeply with the third {house}.",
            n=rules.top - 1,
        ),
        parts._("The {bank} has {stock}, and no more.", stock=parts.stock(*rules.stock)),
    ]


def _trade(parts: SentenceParts, rules: Rules) -> list[str]:
    lift = rules.values["mortgage.interest-base"]
    return [
        parts._(
            "Luck alone rarely completes a group. Offer other players {deeds}, money and "
            "{jail}-release cards. Buildings must be sold to the {bank} before a trade, for half their price."
        ),
        parts._("If you mortgage {a deed}, the {bank} lends you its mortgage value."),
        parts._("Lifting the mortgage costs that amount plus a tenth of the printed price.")
        if lift == "printed-price"
        else parts._("Lifting the mortgage costs that amount plus a tenth of it."),
    ]


def _jail(parts: SentenceParts, rules: Rules) -> list[str]:
    return [
        parts._(
            "You get out by throwing doubles, with a card, or by paying {fine} before any "
            "of your three throws.",
            fine=parts.sum(rules.jail_fine),
        )
        if rules.fine_turns == 3
        else parts._(
            "You get out by throwing doubles, with a card, or by paying {fine} before "
            "your first or second throw.",
            fine=parts.sum(rules.jail_fine),
        ),
        parts._("If your third throw isn’t doubles either, you pay and move."),
        parts._("You still collect rent while you’re there.")
        if rules.rent_in_jail
        else parts._("You collect no rent while you’re there."),
    ]


def _tax(parts: SentenceParts, rules: Rules) -> list[str]:
    sentences = [
        income_tax(parts),
        parts._("{luxury_tax} costs {amount}.", amount=parts.sum(rules.luxury_tax)),
        parts._("On {chance} and {community_chest}, you draw a card and do what it says."),
    ]
    if rules.pot:
        sentences.append(
            parts._(
                "Taxes and fines go into the pot. If you land on {free_parking}, you get the pot."
            )
        )
    elif rules.parking:
        sentences.append(
            parts._(
                "If you land on {free_parking}, you collect {amount}.",
                amount=parts.sum(rules.parking),
            )
        )
    else:
        sentences.append(parts._("On {free_parking}, nothing happens."))
    return sentences


def _win(parts: SentenceParts, rules: Rules) -> list[str]:
    sentences = [
        parts._(
            "If you can’t pay, you must sell buildings and mortgage property. If that "
            "isn’t enough, you’re bankrupt."
        )
    ]
    if rules.short:
        sentences.append(
            parts._("The second bankruptcy ends the game, and the richest player left wins.")
        )
    else:
        sentences.append(parts._("The last player left wins."))
    if rules.limit_rounds:
        sentences.append(
            parts.n_(
                "After {n} round, the richest player wins.",
                "After {n} rounds, the richest player wins.",
                rules.limit_rounds,
            )
        )
    if rules.limit_minutes:
        sentences.append(
            parts.n_(
                "After {n} minute, the richest player wins.",
                "After {n} minutes, the richest player wins.",
                rules.limit_minutes,
            )
        )
    return sentences


# ---------------------------------------------------------------- the tour

# Each step of the tour: the part of the page it is about (static/css/table.css), its icon, its sentence.
STEPS: Final = (
    (
        "ask",
        "u-check",
        N_("You make one decision at a time here. Press the large button to continue."),
    ),
    (
        "board",
        "u-deeds",
        N_("Press any space: its {deed} shows the price, the rents and the owner."),
    ),
    (
        "seats",
        "u-coins",
        N_("All players’ cash and {deeds}. Press a player for details, or to trade."),
    ),
    (
        "tools",
        "u-build",
        N_(
            "You can build, mortgage and trade here, unless something else has to be settled first."
        ),
    ),
    (
        "signs",  # Undo in the bar, and the hint and the rule of the question
        "u-bulb",
        N_("Undo takes back a move. The light bulb gives a hint, and § shows the rule."),
    ),
)
# Questions during which the tour waits, as they need the space or full attention.
_AWAY: Final = frozenset({"bid", "answer", "debt", "over", "card", "dice", "deal"})


def tour_notice(app: AppState, asked: str) -> Notice | None:
    """Return the current step of the tour as a notice, or None. The game goes on beside it."""
    if not tour_place(app, asked):
        return None
    _ = app.catalogue
    _place, icon, text = STEPS[app.tour - 1]
    last = app.tour == len(STEPS)
    on = action_data("tour-next", _("Start playing") if last else _("Next"))
    return Notice(
        "tour",
        _(text),
        more=_("({n} of {all})", n=app.tour, all=len(STEPS)),
        icon=icon,
        acts=(on,),
    )


def tour_place(app: AppState, asked: str) -> str:
    """Return the region of the current step; "" if there is none, or while the tour waits."""
    shown = 0 < app.tour <= len(STEPS) and asked not in _AWAY
    return STEPS[app.tour - 1][0] if shown else ""
