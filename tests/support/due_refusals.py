"""Computes, independently of the rules, exactly which clauses bar an answer, and the cause to name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from due_citations import some
from titledeed import api as w
from titledeed.engine.asks import (
    QUIET,
)
from titledeed.engine.special_seats_and_ids import BANK, CHANCE, FREE, HOTEL, HOUSE, NOBODY
from titledeed.engine.state import (
    State,
)
from true_causes import Refusal, _interest_due, _lowest, _may_place, _need_for_sale

TURN: Final = {"turn.completion", "turn.order"}
# The clauses that bar an answer that is not asked for.
OWN: Final[dict[str, set[str]]] = {
    "roll": TURN,
    "fine": {"jail.fine-window", "jail.failed-throw", "jail.third-turn"},
    "use-card": {"jail.exit-card", "jail.failed-throw", "jail.third-turn-card"},
    "buy": {"purchase.only-on-landing", "purchase.option"},
    "decline": {"purchase.option"},
    "bid": {"auction.bidders"},
    "pass": {"auction.winner-pays"},
    "flat": {"tax.income", "tax.income-commit"},
    "percent": {"tax.income", "tax.income-commit"},
    "pay": {"debt.raise-cash"},
    "take-chance": {"cards.obey"},
    "bankrupt": {"bankruptcy.condition"},
    "keep": {"mortgage.transfer-choice"},
    "accept": {"trading.private-sale"},
    "reject": {"trading.private-sale"},
    "claim": {"shortage.auction"},
    "place": {"shortage.auction"},
    "end": {"turn.completion", "doubles.extra-throw"},
    "dice": {"setup.dice"},
    "card": {"cards.draw"},
    "shuffle": {"setup.shuffle"},
    "deal": {"short-game.deal"},
}
# The clauses on which a question is based.
ASKED: Final[dict[str, set[str]]] = {
    "shuffle": {"setup.shuffle"},
    "deal": {"short-game.deal"},
    "order": {"setup.starting-player"},
    "roll": {"turn.throw-and-move", "turn.order"},
    "dice": {"setup.dice", "turn.throw-and-move"},
    "rent-roll": {"rent.utility-dice"},
    "card": {"cards.draw", "cards.obey"},
    "card-choice": {"cards.obey"},
    "buy": {"purchase.option", "purchase.only-on-landing"},
    "tax": {"tax.income", "tax.income-commit"},
    "answer": {"trading.private-sale", "trading.assets"},
    "claim": {"shortage.auction"},
    "end": TURN,
}
# The clauses that bar a standing answer at a busy table.
ANY_TIME: Final[dict[str, set[str]]] = {
    "build": {"houses.any-time"},
    "sell": {"selling-buildings.any-time"},
    "sell-down": {"selling-buildings.any-time"},
    "mortgage": {"mortgage.any-time"},
    "redeem": {"mortgage.any-time"},
    "offer": {"trading.any-time"},
    "ask-rent": {"rent.claim-deadline", "rent.due"},
    "resign": {"bankruptcy.condition", "bankruptcy.retire"},
}
RAISES: Final = {
    "buy": ("sell", "sell-down", "mortgage"),
    "bid": ("sell", "sell-down", "mortgage"),
    "debt": ("sell", "sell-down", "mortgage", "offer"),
}
FITS: Final = {
    "shuffle": ("shuffle",),
    "deal": ("deal",),
    "order": ("roll",),
    "roll": ("roll", "fine", "use-card"),
    "dice": ("dice",),
    "rent-roll": ("roll",),
    "card": ("card",),
    "card-choice": ("pay", "take-chance"),
    "buy": ("buy", "decline"),
    "bid": ("bid", "pass"),
    "tax": ("flat", "percent"),
    "debt": ("pay", "bankrupt"),
    "transfer": ("redeem", "keep"),
    "answer": ("accept", "reject"),
    "claim": ("claim", "pass"),
    "place": ("place",),
    "end": ("end",),
    "over": (),
}


def own(state: State, kind: str) -> set[str]:
    rules = state.rules
    if not rules.auctions and kind in ("bid", "pass", "claim", "place"):
        return {"house.auctions"}
    if rules.values["shortage.auction"] == "not applicable" and kind in ("claim", "place"):
        return {"shortage.supply"}
    agreed = "tax.income" in rules.house_rules and rules.income_tax != "choice"
    if agreed and kind in ("flat", "percent"):
        return {"tax.income"}
    return OWN.get(kind, set())


def asked_by(state: State) -> set[str]:
    """Return the clauses on which the pending question is based."""
    ask = state.ask
    match ask:
        case w.Over():
            return set(ask.clauses)
        case w.AskBid(lot=-1):
            return {"shortage.auction", "shortage.opening-bid", "auction.winner-pays"}
        case w.AskBid():
            trigger = "auction.trigger" if state.playing[ask.about] else "bankruptcy.bank-auction"
            return {trigger, "auction.bidders", "auction.winner-pays"} | some(
                ("house.lap-first", state.rules.lap_first)
            )
        case w.AskPlace():
            return {"shortage.auction", "houses.even" if state.rules.even else "house.build-evenly"}
        case w.AskTransfer():
            return transfer(ask)
        case w.AskDebt():
            due = set(ask.clauses) - ({"bank.collects"} if ask.creditor == w.POT else set())
            return {"debt.raise-cash", "bankruptcy.condition"} | due
    return ASKED[ask.kind]


def transfer(ask: w.AskTransfer) -> set[str]:
    clauses = {"mortgage.transfer-choice", "mortgage.transfer-interest"}
    if ask.estate:
        return clauses | {"bankruptcy.mortgaged-interest", "bankruptcy.mortgage-later"}
    return clauses | {"trading.mortgaged"}


# ---------------------------------------------------------------- by the answer


def site(r: Refusal) -> set[str]:
    state, rules, space = r.state, r.state.rules, r.space
    kind = rules.kind[space]
    if kind != "street":
        return {"houses.streets-only"} | some(
            ("setup.transport-spaces", kind == "railroad"),
            ("setup.utility-spaces", kind == "utility"),
        )
    here, group = state.level[space], r.group
    fewer = any(state.level[i] < here for i in group)
    hotel = here == rules.top - 1
    return some(
        ("houses.full-group", not r.mine()),
        ("houses.unmortgaged-group", any(state.mortgaged[i] for i in group)),
        ("hotels.one-per-street", here == rules.top),
        ("hotels.prerequisite", hotel and fewer),
        ("houses.max-four", hotel and fewer),
        ("short-game.hotel-at-three", hotel and fewer and rules.short),
        ("houses.even", here < rules.top and fewer and rules.even),
    )


def build(r: Refusal) -> set[str]:
    state, rules = r.state, r.state.rules
    clauses = site(r)
    if rules.kind[r.space] != "street" or state.level[r.space] == rules.top:
        return clauses
    hotel = r.piece == HOTEL
    gone = not state.stock[r.piece]
    poor = state.cash[r.seat] < rules.cost[r.space]
    return clauses | some(
        ("shortage.wait", gone),
        ("shortage.supply", gone),
        ("house.stock", gone and "stock" in rules.house_rules),
        ("hotels.no-skipping", gone and not hotel),
        ("houses.max-four", gone and hotel),
        ("hotels.price", poor and hotel),
        ("houses.price", poor and not hotel),
        ("houses.quantity", poor and not hotel),
    )


def place(r: Refusal) -> set[str]:
    clauses = site(r)
    if clauses:
        return clauses
    state, ask = r.state, r.ask
    if (state.level[r.space] == state.rules.top - 1) != (ask.piece == HOTEL):
        return {"shortage.auction", "hotels.prerequisite" if ask.piece else "houses.max-four"}
    return {"hotels.price" if ask.piece else "houses.price"}


def sell(r: Refusal) -> set[str]:
    state, rules, space = r.state, r.state.rules, r.space
    if rules.kind[space] != "street":
        return {"houses.streets-only", "selling-buildings.half-price"}
    if state.owner[space] != r.seat:
        return {"selling-buildings.half-price", "selling-buildings.bank-only"}
    level = state.level[space]
    if not level:
        return {"selling-buildings.half-price"}
    short = level == rules.top and state.stock[HOUSE] < rules.top - 1
    clauses = some(
        ("selling-buildings.even", rules.even and any(state.level[i] > level for i in r.group)),
        ("selling-buildings.downgrade-stock", short),
        ("selling-buildings.hotel-method", short),
    )
    return clauses or {"selling-buildings.downgrade-stock", "shortage.auction"}


def sell_down(r: Refusal) -> set[str]:
    state = r.state
    if not r.mine() or max(state.level[i] for i in r.group) <= r.answer.level:
        return {"selling-buildings.half-price", "selling-buildings.hotel-method"}
    if _need_for_sale(r) > state.stock[HOUSE]:
        return {"selling-buildings.downgrade-stock", "selling-buildings.hotel-method"}
    return {"selling-buildings.downgrade-stock", "shortage.auction"}


def mortgage(r: Refusal) -> set[str]:
    state, space = r.state, r.space
    if state.owner[space] != r.seat:
        return {"mortgage.owner-keeps", "mortgage.property-only", "mortgage.value"}
    street = state.rules.kind[space] == "street"
    beside = street and state.rules.bare_group and any(state.level[i] for i in r.group)
    return some(
        ("mortgage.value", state.mortgaged[space]),
        ("mortgage.deed-face-down", state.mortgaged[space]),
        ("mortgage.bare-group", state.level[space] or beside),
        ("mortgage.property-only", state.level[space]),
    )


def redeem(r: Refusal) -> set[str]:
    state, ask, space = r.state, r.ask, r.answer.space
    if r.asked(w.AskTransfer):
        other = space not in (-1, ask.space)
        return transfer(ask) if other else {"mortgage.lift"} | transfer(ask)
    if space < 0:
        return {"mortgage.lift", "mortgage.transfer-choice"}
    if state.owner[space] != r.seat:
        return {"mortgage.owner-keeps", "mortgage.lift"}
    return {"mortgage.lift"} | some(
        ("mortgage.interest-base", state.cash[r.seat] < state.rules.lift_cost[space])
    )


def terms(r: Refusal, by: int, to: int, give: w.Bundle, get: w.Bundle) -> set[str]:
    state, rules = r.state, r.state.rules
    clauses: set[str] = set()
    if not give and not get:
        clauses |= {"trading.assets"}
    if give.cash and get.cash:
        clauses |= {"trading.assets", "trading.free-price"}
    for giver, side in ((by, give), (to, get)):
        if any(state.owner[i] != giver for i in side.deeds):
            clauses |= {"trading.private-sale", "trading.assets", "trading.no-shared-ownership"}
        if any(state.held[deck] != giver for deck in side.cards):
            clauses |= {"cards.goojf-trade", "trading.assets"}
        streets = [i for i in side.deeds if rules.kind[i] == "street"]
        if any(state.level[k] for i in streets for k in rules.members[i]):
            clauses |= {"trading.bare-group", "selling-buildings.bank-only"}
        if side.cash > state.cash[giver]:
            clauses |= {"debt.no-player-loans", "debt.bank-only-lender", "trading.assets"}
    if clauses:
        return clauses
    for receiver, gets, gives in ((to, give, get), (by, get, give)):
        due = _interest_due(state, gets)
        if due and state.cash[receiver] + gets.cash - gives.cash < due:
            clauses |= {"mortgage.transfer-choice", "mortgage.transfer-interest"}
    return clauses


def offer(r: Refusal) -> set[str]:
    state, answer = r.state, r.answer
    if answer.to == r.seat:
        return {"trading.private-sale", "trading.assets"}
    if not 0 <= answer.to < state.seats or not state.playing[answer.to]:
        return {"bankruptcy.retire", "trading.private-sale"}
    lost = {"debt.raise-cash", "bankruptcy.condition"}
    return terms(r, r.seat, answer.to, answer.give, answer.get) or lost


def accept(r: Refusal) -> set[str]:
    ask = r.ask
    return terms(r, ask.by, r.seat, ask.give, ask.get) or {
        *("debt.raise-cash", "bankruptcy.condition")
    }


def fine(r: Refusal) -> set[str]:
    state = r.state
    if state.jail[r.seat] == FREE:
        return {"jail.fine-window", "jail.fine-amount", "jail.just-visiting"}
    late = state.jail[r.seat] >= state.rules.fine_turns
    poor = state.cash[r.seat] < state.rules.jail_fine
    return some(
        ("jail.fine-window", late),
        ("jail.third-turn", late),
        ("jail.fine-amount", poor),
        ("debt.bank-only-lender", poor),
    )


def use_card(r: Refusal) -> set[str]:
    state = r.state
    if state.jail[r.seat] == FREE:
        return {"jail.exit-card", "jail.just-visiting"}
    unnamed = state.held == [r.seat, r.seat] and r.answer.deck < 0
    return {"jail.exit-card", "cards.goojf-return" if unnamed else "cards.goojf-keep"}


def buy(r: Refusal) -> set[str]:
    state, rules = r.state, r.state.rules
    poor = state.cash[r.seat] < rules.price[r.ask.space]
    lent = state.mortgage_money and rules.mortgage_bars_purchase and r.seat == state.turn
    return some(
        ("purchase.option", poor),
        ("debt.bank-only-lender", poor),
        ("purchase.mortgage-same-move", lent),
    )


def bid(r: Refusal) -> set[str]:
    state, ask, amount = r.state, r.ask, r.answer.amount
    low, first = amount < _lowest(r), ask.leader == NOBODY
    poor = amount > state.cash[r.seat]
    nowhere = ask.lot < 0 and not r.state.rules.auctions
    return some(
        ("auction.minimum-raise", low and not first),
        ("auction.opening-bid", low and first and ask.lot >= 0),
        ("shortage.opening-bid", low and first and ask.lot < 0),
        ("auction.winner-pays", poor),
        ("debt.bank-only-lender", poor),
        ("shortage.auction", nowhere or (ask.lot < 0 and not _may_place_one(r))),
    )


def _may_place_one(r: Refusal) -> bool:
    return any(_may_place(r, i) for i in r.state.rules.streets)


def card(r: Refusal) -> set[str]:
    return {"cards.draw", "cards.goojf-keep" if r.state.by_hand else "setup.decks-placed"}


BY_ANSWER: Final[dict[str, Callable[[Refusal], set[str]]]] = {
    "accept": accept,
    "ask-rent": lambda r: {"rent.claim-deadline", "rent.due"},
    "bankrupt": lambda r: {"bankruptcy.condition", "debt.raise-cash"},
    "bid": bid,
    "build": build,
    "buy": buy,
    "card": card,
    "deal": lambda r: {"short-game.deal"},
    "fine": fine,
    "keep": lambda r: transfer(r.ask),
    "mortgage": mortgage,
    "offer": offer,
    "pay": lambda r: {"debt.raise-cash", "debt.bank-only-lender"},
    "place": place,
    "redeem": redeem,
    "sell": sell,
    "sell-down": sell_down,
    "shuffle": lambda r: {"setup.shuffle", "setup.card-decks"},
    "use-card": use_card,
}


def fits(r: Refusal) -> bool:
    """Return whether the answer fits the question, or is one that this seat may give at this moment."""
    state, ask, kind = r.state, r.ask, r.answer.kind
    if ask.seat == r.seat and kind in (*FITS[ask.kind], *RAISES.get(ask.kind, ())):
        return True
    return kind in ANY_TIME and r.seat >= 0 and isinstance(ask, QUIET) and state.playing[r.seat]


def due(r: Refusal) -> set[str]:
    """Return the clauses that bar the answer."""
    state, ask, kind, seat = r.state, r.ask, r.answer.kind, r.seat
    if isinstance(ask, w.Over):
        return set(ask.clauses)
    if kind == "time-up":
        return {"house.limit-minutes", "ending.last-player"}
    if seat >= 0 and not state.playing[seat]:
        return {"bankruptcy.retire"} | own(state, kind)
    if fits(r):
        return BY_ANSWER[kind](r)
    if kind in ANY_TIME and seat >= 0:
        return ANY_TIME[kind]
    return own(state, kind) | asked_by(state) | set(_besides(r))


def _besides(r: Refusal) -> tuple[str, ...]:
    """Return the clauses that come first, in order, if the answer only seems to fit the moment."""
    state, ask, kind, seat, rules = r.state, r.ask, r.answer.kind, r.seat, r.state.rules
    first_lap = rules.lap_first and seat >= 0 and not state.laps[seat]
    if kind == "buy" and _stands_on_free(state, seat):
        if first_lap:
            return ("house.lap-first",)
        return ("purchase.no-second-thoughts" if rules.auctions else "house.auctions",)
    if kind == "roll" and isinstance(ask, w.AskEnd) and ask.seat == seat:
        if ask.freed:
            return ("jail.exit-doubles-extra-throw",)
        turns = state.jail[seat]
        return ({FREE: "doubles.extra-throw", 0: "jail.ends-turn"}.get(turns, "jail.failed-throw"),)
    if kind == "roll" and state.again and seat == state.turn:
        return ("doubles.resolve-space",)
    if kind == "bid" and isinstance(ask, w.AskBid) and seat not in ask.bidders:
        if ask.lot < 0:
            return ("shortage.auction",)
        if first_lap:
            return ("house.lap-first", "auction.bidders")
        return ("auction.bidders", "purchase.no-second-thoughts")
    return ()


def _stands_on_free(state: State, seat: int) -> bool:
    if seat != state.turn or not state.thrown or isinstance(state.ask, w.AskDice):
        return False
    return state.at[seat] in state.rules.ownable and state.owner[state.at[seat]] == BANK


# ---------------------------------------------------------------- the cause

# The causes that may be named for an answer by the clause that comes first.
CAUSES: Final[dict[tuple[str, str], set[str]]] = {
    ("accept", "cards.goojf-trade"): {"not-held"},
    ("accept", "debt.no-player-loans"): {"cash"},
    ("accept", "debt.raise-cash"): {"debt-after-deal"},
    ("accept", "mortgage.transfer-choice"): {"interest"},
    ("accept", "trading.bare-group"): {"group-built-on"},
    ("accept", "trading.private-sale"): {"deeds-not-owned"},
    ("ask-rent", "rent.claim-deadline"): {"no-claim"},
    ("ask-rent", "rent.due"): {"no-claim"},
    ("bankrupt", "bankruptcy.condition"): {"can-pay", "can-pay-now"},
    ("bid", "auction.minimum-raise"): {"bid-too-low"},
    ("bid", "auction.opening-bid"): {"bid-too-low"},
    ("bid", "auction.winner-pays"): {"cash"},
    ("bid", "shortage.auction"): {"no-site"},
    ("bid", "shortage.opening-bid"): {"bid-too-low"},
    ("build", "hotels.one-per-street"): {"has-hotel"},
    ("build", "hotels.prerequisite"): {"hotel-too-early"},
    ("build", "hotels.price"): {"cash"},
    ("build", "houses.even"): {"uneven"},
    ("build", "houses.full-group"): {"group-incomplete"},
    ("build", "houses.price"): {"cash"},
    ("build", "houses.streets-only"): {"no-street"},
    ("build", "houses.unmortgaged-group"): {"group-mortgaged"},
    ("build", "shortage.wait"): {"no-houses", "no-hotels"},
    ("buy", "purchase.mortgage-same-move"): {"bought-on-mortgage"},
    ("buy", "purchase.option"): {"cash"},
    ("fine", "jail.fine-amount"): {"cash"},
    ("fine", "jail.fine-window"): {"not-in-jail", "fine-too-late"},
    ("keep", "bankruptcy.mortgaged-interest"): {"other-deed"},
    ("keep", "mortgage.transfer-choice"): {"other-deed"},
    ("mortgage", "mortgage.bare-group"): {"built-on"},
    ("mortgage", "mortgage.owner-keeps"): {"not-owned", "no-deed"},
    ("mortgage", "mortgage.value"): {"mortgaged"},
    ("offer", "bankruptcy.retire"): {"out"},
    ("offer", "cards.goojf-trade"): {"not-held"},
    ("offer", "debt.no-player-loans"): {"cash"},
    ("offer", "debt.raise-cash"): {"debt-after-deal"},
    ("offer", "mortgage.transfer-choice"): {"interest"},
    ("offer", "trading.assets"): {"both-cash", "nothing-offered"},
    ("offer", "trading.bare-group"): {"group-built-on"},
    ("offer", "trading.private-sale"): {"deeds-not-owned", "to-oneself"},
    ("pay", "debt.raise-cash"): {"missing"},
    ("place", "hotels.one-per-street"): {"has-hotel"},
    ("place", "hotels.prerequisite"): {"hotel-too-early"},
    ("place", "hotels.price"): {"cash"},
    ("place", "houses.even"): {"uneven"},
    ("place", "houses.full-group"): {"group-incomplete"},
    ("place", "houses.price"): {"cash"},
    ("place", "houses.streets-only"): {"no-street"},
    ("place", "houses.unmortgaged-group"): {"group-mortgaged"},
    ("redeem", "bankruptcy.mortgaged-interest"): {"other-deed"},
    ("redeem", "mortgage.lift"): {"not-mortgaged", "lift-cost"},
    ("redeem", "mortgage.owner-keeps"): {"not-owned", "no-deed"},
    ("redeem", "mortgage.transfer-choice"): {"other-deed"},
    ("sell", "houses.streets-only"): {"no-street"},
    ("sell", "selling-buildings.downgrade-stock"): {"few-houses", "house-on-offer"},
    ("sell", "selling-buildings.even"): {"sell-first"},
    ("sell", "selling-buildings.half-price"): {"nothing-to-sell", "not-built"},
    ("sell-down", "selling-buildings.downgrade-stock"): {"few-houses", "house-on-offer"},
    ("sell-down", "selling-buildings.half-price"): {"nothing-to-sell", "no-more-there"},
    ("use-card", "jail.exit-card"): {"not-in-jail", "no-jail-card", "not-held", "which-card"},
}


def _deed(r: Refusal) -> str:
    return "not-owned" if r.space in r.state.rules.ownable else "no-deed"


def _few(r: Refusal) -> str:
    return "few-houses" if r.state.stock[HOUSE] < _need_for_sale(r) else "house-on-offer"


def _no_card(r: Refusal) -> str:
    if r.state.jail[r.seat] == FREE:
        return "not-in-jail"
    held = r.state.held.count(r.seat)
    return ("no-jail-card", "not-held", "which-card")[held]


# Selects one of several causes.
WHICH: Final[dict[tuple[str, str], Callable[[Refusal], str]]] = {
    ("bankrupt", "bankruptcy.condition"): lambda r: (
        "can-pay-now" if r.state.cash[r.seat] >= r.ask.amount else "can-pay"
    ),
    ("build", "shortage.wait"): lambda r: "no-hotels" if r.piece == HOTEL else "no-houses",
    ("fine", "jail.fine-window"): lambda r: (
        "not-in-jail" if r.state.jail[r.seat] == FREE else "fine-too-late"
    ),
    ("mortgage", "mortgage.owner-keeps"): _deed,
    ("offer", "trading.assets"): lambda r: (
        "both-cash" if r.answer.give.cash and r.answer.get.cash else "nothing-offered"
    ),
    ("offer", "trading.private-sale"): lambda r: (
        "to-oneself" if r.answer.to == r.seat else "deeds-not-owned"
    ),
    ("redeem", "mortgage.lift"): lambda r: (
        "lift-cost" if r.state.mortgaged[r.space] else "not-mortgaged"
    ),
    ("redeem", "mortgage.owner-keeps"): _deed,
    ("sell", "selling-buildings.downgrade-stock"): _few,
    ("sell", "selling-buildings.half-price"): lambda r: (
        "not-built" if r.mine() else "nothing-to-sell"
    ),
    ("sell-down", "selling-buildings.downgrade-stock"): _few,
    ("sell-down", "selling-buildings.half-price"): lambda r: (
        "no-more-there" if r.mine() else "nothing-to-sell"
    ),
    ("use-card", "jail.exit-card"): _no_card,
}


def alone(r: Refusal, clause: str) -> set[str]:
    """Return the causes that may explain this one clause of a refusal; "" for none."""
    if not fits(r):
        return cause_due(r)
    if r.answer.kind == "offer" and r.answer.to == r.seat:
        return {"to-oneself"}
    kind = "offer" if r.answer.kind == "accept" else r.answer.kind
    return CAUSES.get((kind, clause), set()) | {""}


def explained_by(r: Refusal) -> str:
    """Return the clause that the cause belongs to."""
    first: str = r.clauses[0]
    other_deed = r.asked(w.AskTransfer) and r.answer.space not in (-1, r.ask.space)
    if r.answer.kind in ("keep", "redeem") and other_deed:
        return "mortgage.transfer-choice"
    if first == "shortage.auction":
        return "hotels.prerequisite" if r.answer.kind == "place" else first
    return first


def cause_due(r: Refusal) -> set[str]:
    """Return the names of the causes, one of which must be named; "" for no cause."""
    state, ask, kind, seat = r.state, r.ask, r.answer.kind, r.seat
    if isinstance(ask, w.Over):
        return {"over"}
    if seat < 0:
        return {""}
    if not state.playing[seat]:
        return {"out"}
    if fits(r):
        first = r.clauses[0]
        if kind == "redeem" and r.answer.space < 0 and ask.kind != "transfer":
            return {""}  # no particular deed, and no question about one
        if (kind, first) == ("place", "shortage.auction"):
            return {"hotel-too-early" if ask.piece == HOTEL else ""}
        wanted = CAUSES[kind, first]
        return {WHICH[kind, first](r)} & wanted if (kind, first) in WHICH else wanted
    if kind in ANY_TIME:
        if ask.seat == seat:
            return {"answer-first"}
        return {"other-first" if ask.seat >= 0 else "chance-first"}
    return {_wrong_moment(r)}


def _wrong_moment(r: Refusal) -> str:
    state, ask, kind, seat = r.state, r.ask, r.answer.kind, r.seat
    first_lap = state.rules.lap_first and not state.laps[seat]
    if isinstance(ask, w.AskBid) and kind == "bid" and seat not in ask.bidders:
        return "no-wish" if ask.lot < 0 else "first-lap" if first_lap else "declined"
    if (
        isinstance(ask, QUIET)
        and kind == "buy"
        and first_lap
        and seat == state.turn
        and state.thrown
    ):
        return "first-lap"
    if ask.seat == seat:
        match ask.kind, kind:
            case "roll", "end":
                return "throw-first"
            case "end", "roll":
                return "no-throw-left"
            case "end", "fine" | "use-card":
                return "not-in-jail" if state.jail[seat] == FREE else "too-late"
        return "else-asked"
    if ask.seat == CHANCE:
        return "chance-first"
    return "others-turn" if ask.kind in ("roll", "end", "order") else "other-asked"


def seat_plays(r: Refusal) -> bool:
    over = isinstance(r.ask, w.Over)
    return not over and (r.seat < 0 or r.state.playing[r.seat])


def faults(r: Refusal, named: str) -> Iterator[str]:
    """Yield the faults of the clauses that bar an answer, and of the cause ``named`` ("" for none)."""
    wanted: Any = due(r)
    cited = set(r.clauses)
    if wanted - cited:
        yield f"{r.answer} is refused without {', '.join(sorted(wanted - cited))}"
    if cited - wanted:
        yield f"{r.answer} is refused by {', '.join(sorted(cited - wanted))} too"
    if seat_plays(r) and not fits(r) and r.answer.kind not in (*ANY_TIME, "time-up"):
        first = _besides(r)
        if r.clauses[: len(first)] != first:
            yield f"{r.answer} is refused by {r.clauses}, not first by {first}"
    if cited == wanted and named not in cause_due(r):
        yield f"{r.answer}, refused by {r.clauses}, has the cause “{named}”"
