"""Computes, independently of the rules, exactly which clauses an event must cite.

It uses the states before and after an answer and all events of the answer. ``jail.activities`` is
judged separately, because every event of a jailed player's actions may cite it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from cited_clauses import Cited
from titledeed import api as w
from titledeed.engine import agenda_step_types
from titledeed.engine.special_seats_and_ids import BANK, FREE, NOBODY, POT, THIRD_YELLOW
from titledeed.engine.state import (
    Claim,
)

IN_JAIL: Final = "jail.activities"
Judge = Callable[[Cited], set[str]]

DEAL: Final = {"trading.private-sale", "trading.free-price", "trading.assets", "trading.any-time"}
LOAN: Final = {
    *("mortgage.any-time", "mortgage.bank-only", "mortgage.value", "mortgage.owner-keeps"),
    *("mortgage.deed-face-down", "bank.sells-and-lends", "debt.bank-only-lender"),
}
CARD: Final = {"cards.draw", "cards.obey", "setup.card-decks"}
LAST: Final = {"short-game.final-transfer", "short-game.end"}
DOUBLES: Final = {"doubles.extra-throw", "doubles.resolve-space"}
SCARCE: Final = {"shortage.auction", "shortage.supply"}

# The events that cite the same clauses whenever they happen.
ALWAYS: Final[dict[str, set[str]]] = {
    "again": DOUBLES,
    "card": CARD,
    "card-back": {"cards.return-timing"},
    "claim": SCARCE,
    "claim-pass": SCARCE,
    "deal": DEAL,
    "dealt": {"short-game.regular-start"},
    "draw": {"cards.draw", "setup.card-spaces", "turn.space-decides"},
    "estate-lot": {"bankruptcy.bank-auction", "bankruptcy.to-bank"},
    "hold": {"cards.goojf-keep", "cards.goojf-one-per-deck"},
    "no-offer": {"house.lap-first"},
    "no-repairs": {"cards.obey", "cards.street-repairs"},
    "no-salary": {"go.second-salary-by-card"},
    "offer": {"trading.any-time", "trading.private-sale", "trading.assets"},
    "own": {"rent.due", "turn.space-decides"},
    "play-on": {"ending.play-on"},
    "reject": {"trading.private-sale"},
    "shuffle": {"setup.shuffle", "setup.card-decks", "setup.decks-placed"},
    "stay": {"jail.failed-throw", "jail.exit-doubles"},
    "take-chance": {"cards.obey", "cards.draw"},
    "tax": {"tax.income", "tax.income-commit"},
    "tie": {"setup.starting-player"},
    "time-up": {"house.limit-minutes"},
    "turn": {"turn.order", "turn.completion"},
    "visit": {"jail.just-visiting", "setup.corners", "turn.space-decides"},
}


def some(*pairs: tuple[str, object]) -> set[str]:
    """Return the clauses whose condition holds."""
    return {clause for clause, holds in pairs if holds}


# ---------------------------------------------------------------- what has happened


def ended_short(c: Cited) -> bool:
    return c.rules.short and c.before.bankrupts == 1


def creditor(c: Cited) -> int:
    return int(next(event.facts["creditor"] for event in c.all if event.kind == "bankrupt"))


def fallen(c: Cited) -> str:
    return "bankruptcy.to-player" if creditor(c) >= 0 else "bankruptcy.to-bank"


def trigger(c: Cited, about: int) -> str:
    return "auction.trigger" if c.before.playing[about] and not c.told("bankrupt") else ESTATE


ESTATE: Final = "bankruptcy.bank-auction"


def card_of(c: Cited) -> w.Card | None:
    """Return the card that was drawn with this answer."""
    drawn = [event.facts for event in c.all if event.kind == "card"]
    return c.rules.decks[drawn[0]["deck"]][drawn[0]["card"]] if drawn else None


def dice_of(c: Cited) -> tuple[int, int]:
    answer = c.answer
    return (answer.a, answer.b) if isinstance(answer, w.Dice) else (0, 1)


def doubles(c: Cited) -> bool:
    a, b = dice_of(c)
    return a == b


def collects(c: Cited, account: int) -> set[str]:
    """Return the clauses of taxes, fines and cards, by the account that receives the payment."""
    if account == POT:
        return {"house.free-parking"}
    return {"bank.collects", "free-parking.no-pot"} if account == BANK else set()


# ---------------------------------------------------------------- rent


def rent(c: Cited, space: int) -> set[str]:
    """Return the clauses of a rent that has fallen due with this answer."""
    state, rules = c.before, c.rules
    card = card_of(c)
    owner, members = state.owner[space], rules.members[space]
    others = [i for i in members if i != space]
    clauses = {"rent.due", "setup.deed-data", "turn.space-decides"}
    clauses |= some(("rent.by-card-move", card), (IN_JAIL, state.jail[owner] != FREE))
    if rules.kind[space] == "utility":
        if card is not None and card.do == "nearest":
            return clauses | {"cards.obey"}
        lent = any(state.mortgaged[i] for i in members)
        clauses |= {"rent.utility-multiplier", "rent.utility-dice"}
        return clauses | some(("rent.holdings-count-mortgaged", lent))
    if rules.kind[space] == "railroad":
        lent = any(state.mortgaged[i] for i in others if state.owner[i] == owner)
        twice = card is not None and card.do == "nearest"
        clauses |= {"rent.railroad-scale", "setup.transport-spaces"}
        return clauses | some(
            ("rent.holdings-count-mortgaged", lent), ("cards.nearest-railroad", twice)
        )
    lent = any(state.mortgaged[i] for i in others)
    clauses |= some(("rent.siblings-unmortgaged", lent))
    if state.level[space]:
        hotel = rules.short and state.level[space] == rules.top
        return clauses | {"rent.buildings"} | some(("short-game.hotel-rent", hotel))
    whole = {state.owner[i] for i in members} == {owner}
    return clauses | some(
        ("rent.group-double", whole),
        ("rent.group-double-mortgage", whole and lent),
        ("rent.group-double-part-built", whole and any(state.level[i] for i in others)),
        ("rent.marvin-gardens", space == THIRD_YELLOW and rules.edition.source is None),
    )


def asked_for(c: Cited) -> set[str]:
    answer = c.answer
    assert isinstance(answer, w.DemandRent)
    claim = next(
        claim
        for claim in c.before.claims
        if claim.space == answer.space
        and claim.by == c.all[0].facts["seat"]
        and answer.of in (NOBODY, claim.of)
    )
    return {*claim.clauses, "rent.claim-deadline"}


def rent_paid(c: Cited) -> set[str]:
    below = [item for item in c.before.agenda if isinstance(item, w.AskRentRoll)]
    if isinstance(c.answer, w.DemandRent):
        return asked_for(c)
    if isinstance(c.before.ask, w.AskDice) and below and c.before.ask.purpose == "rent":
        return set(below[-1].clauses)
    return rent(c, c.facts["space"])


# ---------------------------------------------------------------- payments


def tax(c: Cited) -> set[str]:
    state, answer, payer = c.before, c.answer, c.facts["payer"]
    clauses = {"tax.on-landing", "setup.tax-spaces", "turn.space-decides"}
    if c.rules.kind[c.facts["space"]] == "luxury-tax":
        return clauses | {"tax.luxury"}
    chosen = isinstance(answer, (w.Flat, w.Percent))
    counted = isinstance(answer, w.Percent) or (not chosen and c.rules.income_tax == "min")
    hotels = any(state.owner[i] == payer and state.level[i] == c.rules.top for i in c.rules.streets)
    return (
        clauses
        | {"tax.income"}
        | some(
            ("tax.income-commit", chosen),
            ("tax.income-worth", counted),
            ("hotels.equals-five", counted and hotels),
        )
    )


def salary(c: Cited) -> set[str]:
    landed = c.after.at[c.facts["payee"]] == 0 or any(
        event.kind == "move" and event.facts["to"] == 0 for event in c.all
    )
    ask = c.before.ask
    second = isinstance(ask, w.AskCard) and ask.salaried
    return {"go.salary", "bank.pays"} | some(
        ("go.once-per-lap", not second),
        ("go.second-salary-by-card", second),
        ("house.salary", "salary" in c.rules.house_rules),
        ("house.go-landing", landed and c.rules.go_landing_double),
    )


def price(c: Cited) -> set[str]:
    if isinstance(c.answer, w.Deal):
        return {"short-game.deal-payment", "short-game.deal"}
    ask = c.before.ask
    assert isinstance(ask, w.AskBuy)
    clauses = {"purchase.option", "purchase.title", "setup.deed-data"}
    clauses |= {"bank.sells-and-lends", "bank.collects"}
    lent = c.before.mortgage_money and c.facts["payer"] == c.before.turn
    return clauses | some(
        ("purchase.by-card-move", ask.by_card), ("purchase.mortgage-same-move", lent)
    )


def fine(c: Cited) -> set[str]:
    chosen = isinstance(c.answer, w.Fine)
    return {"jail.fine-amount", "jail.fine-window" if chosen else "jail.third-turn"}


def lifted(c: Cited) -> set[str]:
    clauses = {"mortgage.lift", "mortgage.interest-base", "mortgage.any-time", "bank.collects"}
    ask = c.before.ask
    if not isinstance(ask, w.AskTransfer):
        return clauses | {"mortgage.later-lift-interest"}
    later = "bankruptcy.mortgage-later" if ask.estate else "trading.mortgaged"
    return clauses | {"mortgage.transfer-choice", later}


def interest(c: Cited) -> set[str]:
    ask = c.before.ask
    assert isinstance(ask, w.AskTransfer)
    clauses = {"mortgage.transfer-choice", "mortgage.transfer-interest", "bank.collects"}
    if ask.estate:
        return clauses | {"bankruptcy.mortgaged-interest", "bankruptcy.mortgage-later"}
    return clauses | {"trading.mortgaged"}


def card_money(c: Cited) -> set[str]:
    return {"cards.obey"} | some(("bank.pays", c.facts["payer"] == BANK))


def sale(c: Cited) -> set[str]:
    """Return the clauses of a sale of buildings, for the money and for each building."""
    rules, answer, state = c.rules, c.answer, c.before
    clauses = {"selling-buildings.half-price", "selling-buildings.any-time"}
    clauses |= {"selling-buildings.bank-only"}
    clauses.add("selling-buildings.even" if rules.even else "house.build-evenly")
    if isinstance(answer, w.Sell):
        hotel = state.level[answer.space] == rules.top
        down, houses = hotel, hotel
    else:
        assert isinstance(answer, w.SellDown)
        group = rules.edition.groups[answer.group].members
        hotel = any(state.level[i] == rules.top for i in group)
        down, houses = True, hotel and answer.level > 0
    return clauses | some(
        ("selling-buildings.hotel-method", down),
        ("hotels.equals-five", hotel),
        ("selling-buildings.downgrade-stock", houses),
        ("short-game.hotel-refund", hotel and rules.short),
    )


def built(c: Cited) -> set[str]:
    """Return the clauses of a building, for its price and for the building itself."""
    answer, ask, rules = c.answer, c.before.ask, c.rules
    hotel = c.what == "hotel" or c.facts.get("after") == rules.top
    # A placed building comes first; later ones are wishes that no rival contests any more.
    placed = isinstance(answer, w.Place) and answer.space == c.facts["space"]
    placed = placed and c.event is next(
        event
        for event in c.all
        if event.kind == c.kind and event.facts["space"] == c.facts["space"]
    )
    won = placed and isinstance(ask, w.AskPlace) and ask.paid
    clauses = {"houses.any-time", "shortage.supply", "bank.sells-and-lends"}
    if hotel:
        clauses |= {"hotels.prerequisite", "hotels.houses-return", "hotels.equals-five"}
        clauses |= some(("hotels.price", not won), ("short-game.hotel-at-three", rules.short))
    else:
        clauses |= {"houses.full-group", "houses.from-bank"}
        clauses |= {"houses.even", "houses.free-choice"} if rules.even else {"house.build-evenly"}
        if not won:
            clauses |= {"houses.price", "houses.quantity", "houses.rebuy-full-price"}
    return clauses | some(
        ("shortage.auction", not isinstance(answer, w.Build)), ("shortage.bid-is-price", won)
    )


PAYMENTS: Final[dict[str, Judge]] = {
    "bid": lambda c: {
        *("auction.winner-pays", "bank.sells-and-lends", "bank.collects"),
        trigger(c, c.before.ask.about),  # type: ignore[union-attr]
    },
    "bid-hotel": lambda c: {"shortage.auction", "shortage.bid-is-price", "auction.winner-pays"},
    "bid-house": lambda c: {"shortage.auction", "shortage.bid-is-price", "auction.winner-pays"},
    "card": lambda c: card_money(c) | collects(c, c.facts["payee"]),
    "deal": lambda c: DEAL,
    "estate": lambda c: LAST if ended_short(c) else {fallen(c)},
    "estate-buildings": lambda c: {"bankruptcy.buildings", "selling-buildings.half-price"},
    "fine": lambda c: fine(c) | collects(c, c.facts["payee"]),
    "hotel": built,
    "house": built,
    "interest": interest,
    "mortgage": lambda c: (
        {"bankruptcy.to-player", "debt.raise-cash"} if c.told("bankrupt") else LOAN
    ),
    "parking": lambda c: {"house.free-parking", "turn.space-decides"},
    "price": price,
    "redeem": lifted,
    "rent": rent_paid,
    "repairs": lambda c: {"cards.street-repairs", "cards.obey"} | collects(c, c.facts["payee"]),
    "salary": salary,
    "sell-down": sale,
    "sell-hotel": sale,
    "sell-house": sale,
    "tax": lambda c: tax(c) | collects(c, c.facts["payee"]),
}


def paid(c: Cited) -> set[str]:
    ask = c.before.ask
    if isinstance(c.answer, w.Pay) and isinstance(ask, w.AskDebt) and c.event is c.all[0]:
        return {*_sent(set(ask.clauses), ask.creditor), "debt.raise-cash"}
    for item in c.before.agenda:  # debts to several creditors, one after the other
        if isinstance(item, agenda_step_types.Due) and (item.seat, item.creditor) == _accounts(c):
            return _sent(set(item.clauses), item.creditor)
    return PAYMENTS[c.what](c)


def _accounts(c: Cited) -> tuple[int, int]:
    return c.facts["payer"], c.facts["payee"]


def _sent(clauses: set[str], account: int) -> set[str]:
    """Return the clauses without the Bank's if the payment goes into the pot."""
    return clauses - {"bank.collects"} if account == POT else clauses


def debt(c: Cited) -> set[str]:
    ask = c.after.ask
    assert isinstance(ask, w.AskDebt)
    return {"debt.raise-cash", "debt.bank-only-lender"} | _sent(set(ask.clauses), ask.creditor)


def owed(before: w.State, after: w.State, events: list[w.Event], answer: w.Answer) -> Iterator[str]:
    """Yield the faults of the clauses stored with a debt, a claim or a throw for rent.

    Those that arise with this answer must have the clauses of the payment itself."""
    ask = after.ask
    if isinstance(ask, w.AskRentRoll) and ask not in before.agenda:
        c = Cited(w.Event("", (), {}), before, after, events, answer)
        due = asked_for(c) if isinstance(answer, w.DemandRent) else rent(c, ask.space)
        yield from _differ("the throw for rent", set(ask.clauses), due)
    if isinstance(ask, w.AskDebt) and ask not in before.agenda:
        facts = {"payer": ask.seat, "payee": ask.creditor, "what": ask.what, "space": ask.space}
        c = Cited(w.Event("pay", (), facts), before, after, events, answer)
        clauses = set(ask.clauses)
        yield from _differ("the debt", _sent(clauses, ask.creditor), _sent(paid(c), ask.creditor))
    for claim in after.claims:
        if not any(_same(claim, old) for old in before.claims):
            c = Cited(w.Event("", (), {}), before, after, events, answer)
            yield from _differ("the claim", set(claim.clauses), rent(c, claim.space))


def _same(claim: Claim, other: Claim) -> bool:
    return (claim.space, claim.by, claim.of, claim.turn) == (
        other.space,
        other.by,
        other.of,
        other.turn,
    )


# ---------------------------------------------------------------- the other events


def auctioned(c: Cited) -> set[str]:
    if c.facts["space"] < 0:
        return {"shortage.auction", "shortage.opening-bid"}
    clauses = {"auction.bidders", "auction.auctioneer", "auction.opening-bid"}
    declined = isinstance(c.answer, w.Decline) and not c.rules.decliner_bids
    return (
        clauses
        | {trigger(c, c.facts["about"])}
        | some(("purchase.no-second-thoughts", declined), ("house.lap-first", c.rules.lap_first))
    )


def bid(c: Cited) -> set[str]:
    ask = c.before.ask
    assert isinstance(ask, w.AskBid)
    first = ask.leader == NOBODY
    if ask.lot < 0:
        return {"shortage.auction", "shortage.opening-bid" if first else "auction.minimum-raise"}
    return {"auction.bidders", "auction.opening-bid" if first else "auction.minimum-raise"}


def deed(c: Cited) -> set[str]:
    if isinstance(c.answer, w.Deal):
        return {"short-game.deal"}
    if c.told("bankrupt"):
        return LAST if ended_short(c) else {fallen(c)}
    match c.answer:
        case w.Accept():
            return DEAL | some(("trading.mortgaged", c.before.mortgaged[c.facts["space"]]))
        case w.Buy():
            return {"purchase.title", "purchase.deed-display", "setup.deeds", "bank.custody"}
    return {"auction.winner-pays", "purchase.title", "setup.deeds"}


def hand_card(c: Cited) -> set[str]:
    if c.told("bankrupt"):
        return LAST if ended_short(c) else {"bankruptcy.jail-cards"}
    if isinstance(c.answer, w.Accept):
        jailed = c.before.jail[c.facts["to"]] != FREE
        return DEAL | {"cards.goojf-trade"} | some(("jail.exit-bought-card", jailed))
    return {"cards.goojf-return", "jail.exit-card"}


def free(c: Cited) -> set[str]:
    match c.facts["how"]:
        case "doubles":
            return {"jail.exit-doubles", "jail.exit-doubles-extra-throw"}
        case "fine" if isinstance(c.answer, w.Fine):
            return {"jail.fine-window", "jail.exit-throw-played"}
        case "fine":
            return {"jail.third-turn"}
    deck = next(event.facts["deck"] for event in c.all if event.kind == "hand-card")
    return {"jail.exit-card", "jail.exit-throw-played"} | some(
        ("jail.exit-bought-card", c.before.bought[deck]),
        ("jail.third-turn-card", c.before.jail[c.facts["seat"]] == 2),
    )


def move(c: Cited) -> set[str]:
    state, seat, facts = c.before, c.facts["seat"], c.facts
    card = card_of(c)
    match facts["how"]:
        case "back":
            return CARD
        case "card":
            railroad = card is not None and (card.do, card.kind) == ("nearest", "railroad")
            return CARD | some(("cards.nearest-railroad", railroad))
        case "jail":
            clauses = {"jail.entry", "jail.direct", "jail.ends-turn"}
            third = state.doubles == 2 and doubles(c) and state.jail[seat] == FREE
            by_card = card is not None and card.do == "go-to-jail"
            by_space = {"setup.corners", "turn.space-decides"}
            return (
                clauses
                | some(("doubles.third", third), ("cards.obey", by_card))
                | (by_space if not third and not by_card else set())
            )
    others = [n for n in range(state.seats) if n != seat and state.playing[n]]
    jailed = state.jail[seat] != FREE
    clauses = {"turn.throw-and-move", "turn.token-stays", "setup.board-track"}
    clauses |= some(
        ("go.once-per-lap", facts["before"] == 0),
        ("turn.shared-space", any(state.at[n] == facts["to"] for n in others)),
        ("doubles.resolve-space", doubles(c) and not jailed),
        ("jail.third-turn", jailed and not doubles(c)),
    )
    if jailed and doubles(c):
        clauses |= {"jail.exit-doubles", "jail.exit-doubles-extra-throw"}
    return clauses


def over(c: Cited) -> set[str]:
    alone = sum(c.after.playing) == 1
    clauses = {"setup.objective"}
    if c.told("bankrupt") and ended_short(c):
        clauses |= {"short-game.end", "short-game.winner", "short-game.score"}
        return clauses | some(("ending.last-player", alone))
    if alone:
        return clauses | {"ending.last-player", "bankruptcy.retire"}
    limit = "house.limit-minutes" if c.before.time_up else "house.limit-rounds"
    return clauses | {limit, "short-game.score"}


def throw(c: Cited) -> set[str]:
    match c.facts["purpose"]:
        case "order":
            return {"setup.starting-player"}
        case "rent":
            return {"rent.utility-dice"}
    ask = c.before.ask
    assert isinstance(ask, w.AskDice)
    clauses = {"turn.throw-and-move", "setup.dice"}
    if doubles(c) and c.before.jail[ask.mover] == FREE:
        clauses |= DOUBLES | some(("jail.doubles-after-release", ask.released))
    return clauses | some(("jail.exit-throw-played", ask.released))


def unbuilt(c: Cited) -> set[str]:
    if not c.told("bankrupt"):
        return sale(c)
    if ended_short(c):
        return LAST
    if creditor(c) >= 0:
        return {"bankruptcy.buildings", "selling-buildings.half-price"}
    return {"bankruptcy.buildings", "bankruptcy.to-bank"}


def redeemed(c: Cited) -> set[str]:
    if not c.told("bankrupt"):
        return lifted(c)
    return LAST if ended_short(c) else {"bankruptcy.mortgages-on-return"}


def rested(c: Cited) -> set[str]:
    clauses = {"turn.space-decides"}
    if c.rules.kind[c.facts["space"]] != "free-parking":
        return clauses | {"setup.corners"}
    if c.rules.pot:
        return clauses
    return clauses | {"setup.corners", "free-parking.nothing", "free-parking.no-pot"}


def started(c: Cited) -> set[str]:
    own = "starting-cash" in c.rules.house_rules
    clauses = {"setup.starting-player", "setup.tokens-on-go", "setup.leftovers-to-bank"}
    return clauses | {"house.starting-cash" if own else "setup.starting-cash"}


def retired(c: Cited) -> set[str]:
    first = c.before.bankrupts == 0
    return {"bankruptcy.condition", "bankruptcy.retire", fallen(c)} | some(
        ("short-game.first-bankruptcy", c.rules.short and first),
        ("short-game.end", c.rules.short and not first),
    )


def opened(c: Cited) -> set[str]:
    facts = c.facts
    claim = [k for k in c.after.claims if (k.space, k.by) == (facts["space"], facts["by"])][-1]
    return {*claim.clauses, "rent.claim-deadline"}


def unsold(c: Cited) -> set[str]:
    nobody = not isinstance(c.answer, w.Pass)
    return {"auction.unsold"} | some(
        ("shortage.auction", c.facts["space"] < 0), ("house.lap-first", nobody)
    )


EVENTS: Final[dict[str, Judge]] = {
    "ask-rent": asked_for,
    "auction": auctioned,
    "bankrupt": retired,
    "bid": bid,
    "build": built,
    "claim-lapse": lambda c: (
        {"bankruptcy.retire"} if c.told("bankrupt") else {"rent.claim-deadline"}
    ),
    "claim-open": opened,
    "debt": debt,
    "declined": lambda c: (
        {"auction.trigger", "purchase.option", "purchase.no-second-thoughts"}
        if c.rules.auctions
        else {"house.auctions"}
    ),
    "deed": deed,
    "free": free,
    "hand-card": hand_card,
    "mortgage": PAYMENTS["mortgage"],
    "move": move,
    "no-rent": lambda c: (
        {"rent.mortgaged-none", "mortgage.deed-face-down"}
        if c.before.mortgaged[c.facts["space"]]
        else {"house.rent-in-jail"}
    ),
    "offered": lambda c: (
        {"purchase.option", "purchase.only-on-landing", "turn.space-decides", "setup.deed-data"}
        | some(("purchase.by-card-move", card_of(c)))
    ),
    "over": over,
    "pass": lambda c: {"auction.winner-pays"} | some(("shortage.auction", c.facts["space"] < 0)),
    "pay": paid,
    "redeem": redeemed,
    "rest": rested,
    "scarce": lambda c: SCARCE | some(("house.stock", "stock" in c.rules.house_rules)),
    "start": started,
    "throw": throw,
    "unbuild": unbuilt,
    "unsold": unsold,
}


def faults(c: Cited) -> Iterator[str]:
    """Yield the faults of the clauses that an event cites."""
    cited = set(c.event.clauses)
    if c.kind == "wish-lapse":  # the reason for a lapsed wish shows only between two of its steps
        if "shortage.auction" not in cited:
            yield "a wish lapses without shortage.auction"
        return
    due = ALWAYS[c.kind] if c.kind in ALWAYS else EVENTS[c.kind](c)
    yield from _differ(f"{c.kind} {dict(c.facts)}", cited, due)
    if len(cited - {IN_JAIL}) < sum(clause != IN_JAIL for clause in c.event.clauses):
        yield f"{c.kind} cites a clause twice: {c.event.clauses}"


def _differ(subject: str, cited: set[str], due: set[str]) -> Iterator[str]:
    missing, foreign = due - cited - {IN_JAIL}, cited - due - {IN_JAIL}
    if missing:
        yield f"{subject} does not cite {', '.join(sorted(missing))}"
    if foreign:
        yield f"{subject} cites {', '.join(sorted(foreign))}"


# ---------------------------------------------------------------- what a jailed player does

# The answers that have nothing to do with leaving jail.
OTHERWISE: Final = (
    *(w.Build, w.Sell, w.SellDown, w.Mortgage, w.Redeem, w.Offer, w.Accept, w.DemandRent, w.Bid),
    *(w.Place, w.Resign),
)


def jail_faults(c: Cited, seat: int) -> Iterator[str]:
    """Yield the faults in citing ``jail.activities``. ``seat``: the seat that answered."""
    cites = IN_JAIL in c.event.clauses
    if c.event is c.all[0] and isinstance(c.answer, OTHERWISE) and c.before.jail[seat] != FREE:
        if not cites:
            yield f"{c.kind} does not cite {IN_JAIL}, and seat {seat} is in jail"
    elif cites and not _from_jail(c, seat):
        yield f"{c.kind} cites {IN_JAIL}, and nobody acts in jail"


def _from_jail(c: Cited, seat: int) -> bool:
    """Return whether a player does this in jail, or collects rent there, or did when it fell due."""
    state = c.before
    acts = isinstance(c.answer, OTHERWISE) and state.jail[seat] != FREE
    rents = c.kind == "claim-open" or c.what == "rent" or c.kind in ("debt", "ask-rent")
    if acts and c.kind not in ("estate-lot", "auction"):
        return True
    if not rents:
        return False
    items = [
        item for item in (*state.agenda, *c.after.agenda, *state.claims) if hasattr(item, "clauses")
    ]
    if any(IN_JAIL in item.clauses for item in items):
        return True
    owner = c.facts.get("payee", c.facts.get("by", c.facts.get("creditor", NOBODY)))
    return bool(owner >= 0 and state.jail[owner] != FREE)


def all_faults(
    before: w.State, seat: int, answer: w.Answer, after: w.State, events: list[w.Event]
) -> list[str]:
    """Return every fault in the clauses that an answer cites."""
    wrong: list[str] = []
    for event in events:
        c: Any = Cited(event, before, after, events, answer)
        wrong += [*faults(c), *jail_faults(c, seat)]
    return [*wrong, *owed(before, after, events, answer)]
