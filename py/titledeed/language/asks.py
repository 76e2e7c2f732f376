"""Describes the pending ask: a title, a text below it, and a line for a screen reader."""

from __future__ import annotations

from typing import Final, TypedDict, assert_never

from ..engine.asks import (
    AskAnswer,
    AskBid,
    AskBuy,
    AskCard,
    AskCardChoice,
    AskClaim,
    AskDeal,
    AskDebt,
    AskDice,
    AskEnd,
    AskOrder,
    AskPlace,
    AskRentRoll,
    AskRoll,
    AskShuffle,
    AskTax,
    AskTransfer,
    Over,
)
from ..engine.reducer import asked_by
from ..engine.rules import debt, houses, mortgage, rent, turn
from ..engine.rules.auction import lowest_bid
from ..engine.rules.tax import FLAT, SHARE
from ..engine.special_seats_and_ids import BANK, FREE, HOTEL, NOBODY, POT, Because
from ..engine.state import (
    Claim,
    State,
)
from .catalogue import N_
from .sentence_parts import SentenceParts


class Asking(TypedDict):
    """The description of an ask. ``seat``: the seat that is asked, negative for chance and at the end of
    the game. ``clauses``: the first one is behind the question itself, the others behind its cause."""

    kind: str
    seat: int
    title: str
    text: str
    announce: str
    clauses: Because


_DEBT_TEXT: Final = {
    "rent": N_("{seat} owe[s|] {other} {amount} rent for {space}."),
    "card": N_("{seat} owe[s|] {other} {amount} because of a card."),
}


def asking(parts: SentenceParts, state: State) -> Asking:
    """The description of the pending ask."""
    ask = state.ask
    clauses = asked_by(state)
    if isinstance(ask, AskRoll) and state.jail[ask.seat] != FREE:
        clauses = ("jail.exit-doubles", "jail.fine-window", "jail.exit-card", "jail.third-turn")
    title, text = _words(parts, state)
    announce = f"{title}. {text}" if text else f"{title}."
    if title.endswith(("?", "!", ".")):
        announce = f"{title} {text}".rstrip()
    return {
        "kind": ask.kind,
        "seat": ask.seat,
        "title": title,
        "text": text,
        "announce": announce,
        "clauses": clauses,
    }


def _words(parts: SentenceParts, state: State) -> tuple[str, str]:
    ask = state.ask
    match ask:
        case AskOrder():
            return (
                parts._("{seat} throw[s|] to see who begins", seat=parts.seat(ask.seat)),
                parts._(
                    "Every player throws once. The player with the highest total begins; "
                    "players who tie throw again."
                ),
            )
        case AskRoll():
            return _roll(parts, state, ask)
        case AskRentRoll():
            return (
                parts._(
                    "{seat} throw[s|] for the rent of {space}",
                    seat=parts.seat(ask.seat),
                    space=parts.space(ask.space),
                ),
                parts._(
                    "{other} get[other:s|] {n} times the total.",
                    other=parts.seat(ask.owner),
                    n=ask.times,
                ),
            )
        case AskDice():
            return parts._("[{seat}’s|Your] dice", seat=parts.seat(ask.mover)), parts._(
                "Which two numbers came up?"
            )
        case AskCard():
            return (
                parts._(
                    "{seat} draw[s|] a {deck} card",
                    seat=parts.seat(ask.mover),
                    deck=parts.deck(ask.deck),
                ),
                parts._("Which card is it?"),
            )
        case AskShuffle():
            return parts._("The {name} {deck} is being shuffled", name=parts.deck(ask.deck)), ""
        case AskDeal():
            now = sum(owner != BANK for owner in state.owner) + 1
            return (
                parts._("{seat} [is|are] dealt {a deed}", seat=parts.seat(ask.receiver)),
                parts._(
                    "{Deed} {n} of {all}: each player starts with two. Draw from the real {deeds}. "
                    "Which one is it?",
                    n=now,
                    all=now + len(ask.rest),
                ),
            )
        case AskBuy():
            return _buy(parts, state, ask)
        case AskBid():
            return _bid(parts, state, ask)
        case AskTax():
            return (
                parts._(
                    "[{seat}: |]{tax}",
                    seat=parts.seat(ask.seat),
                    tax=parts.space_name(state.at[ask.seat]),
                ),
                parts._(
                    "Pay {amount} or {percent} of [{seat}’s|your] total worth. Decide before "
                    "you add it up.",
                    amount=parts.sum(FLAT),
                    percent=parts.numbers.percent(SHARE),
                    seat=parts.seat(ask.seat),
                ),
            )
        case AskCardChoice():
            return (
                parts._(
                    "[{seat}: p|P]ay or draw a {deck} card",
                    seat=parts.seat(ask.seat),
                    deck=parts.deck(0),
                ),
                "",
            )
        case AskDebt():
            return _debt(parts, state, ask)
        case AskTransfer():
            return _transfer(parts, state, ask)
        case AskAnswer():
            return _answer(parts, state, ask)
        case AskClaim():
            return _claim(parts, state, ask)
        case AskPlace():
            return _place(parts, state, ask)
        case AskEnd():
            title = parts._("{seat} may end [the|your] turn", seat=parts.seat(ask.seat))
            if turn.is_last(state, ask.seat):
                return title, parts._(
                    "Building, mortgaging and trading are still possible. After that, the "
                    "game is over."
                )
            return title, parts._(
                "Building, mortgaging and trading are still possible. After that, it’s "
                "[other:{other}’s|your] turn.",
                other=parts.seat(turn.next_seat(state, ask.seat)),
            )
        case Over():
            if len(ask.winners) == 1:
                title = parts._("{seat} win[s|]", seat=parts.seat(ask.winners[0]))
            else:
                title = parts._("{seats} share the win", seats=parts.seats(ask.winners))
            return title, parts._("The game is over.")
        case _:
            assert_never(ask)


def _roll(parts: SentenceParts, state: State, ask: AskRoll) -> tuple[str, str]:
    seat = ask.seat
    who = parts.seat(seat)
    turns = state.jail[seat]
    if turns == FREE:
        if state.doubles and state.thrown:
            return parts._("Doubles: {seat} throw[s|] again", seat=who), ""
        return parts._("[{seat}’s|Your] throw", seat=who), ""
    return jail_title(parts, state, seat), jail_text(parts, state, seat)


def jail_title(parts: SentenceParts, state: State, seat: int) -> str:
    """A title for a seat's first, second or third turn in jail."""
    who = parts.seat(seat)
    match state.jail[seat]:
        case 0:
            return parts._("[{seat}: f|F]irst turn in {jail}", seat=who)
        case 1:
            return parts._("[{seat}: s|S]econd turn in {jail}", seat=who)
        case _:
            return parts._("[{seat}: t|T]hird turn in {jail}", seat=who)


def jail_text(parts: SentenceParts, state: State, seat: int) -> str:
    """The ways out of jail that are open to the seat now."""
    turns = state.jail[seat]
    fine = parts.sum(state.rules.jail_fine)
    card = seat in state.held
    text = [parts._("Throw doubles to get out, then move that many spaces.")]
    if turns < state.rules.fine_turns:
        if card:
            text.append(parts._("Or pay {amount} or use a card before you throw.", amount=fine))
        else:
            text.append(parts._("Or pay {amount} before you throw.", amount=fine))
    elif card:
        text.append(parts._("Or use a card before you throw. It’s too late to pay the fine."))
    if turns == 2:
        text.append(
            parts._("If you don’t throw doubles, you must pay {amount} and then move.", amount=fine)
        )
    return " ".join(text)


def _buy(parts: SentenceParts, state: State, ask: AskBuy) -> tuple[str, str]:
    rules = state.rules
    seat, space = parts.seat(ask.seat), parts.space(ask.space)
    price, low = parts.sum(rules.price[ask.space]), parts.sum(rules.opening_bid)
    title = parts._("[{seat}: |]{space} is for sale", seat=seat, space=space)
    if not rules.auctions:
        return title, parts._("Buy it for {price}, or leave it with the {bank}.", price=price)
    if rules.lap_first:
        text = parts._(
            "Buy it for {price}, or it will be auctioned, starting at {low}. Players on "
            "their first lap may not bid.",
            price=price,
            low=low,
        )
    elif rules.decliner_bids:
        text = parts._(
            "Buy it for {price}, or it will be auctioned, starting at {low}. All players "
            "may bid, including {seat}.",
            price=price,
            low=low,
            seat=seat,
        )
    else:
        text = parts._(
            "Buy it for {price}, or it will be auctioned among the other players, "
            "starting at {low}.",
            price=price,
            low=low,
        )
    return title, text


def lot_name(parts: SentenceParts, ask: AskBid) -> str:
    """The name of the lot of an auction."""
    if ask.lot >= 0:
        return parts.space_name(ask.lot)
    return parts._("{A hotel}") if ask.piece == HOTEL else parts._("{A house}")


def lot_note(parts: SentenceParts, state: State, ask: AskBid) -> str:
    """The printed price of a lot; for a building also why it is auctioned."""
    if ask.lot < 0:
        scarce = parts._(
            "The {bank} has only {n} left, and {m} players want one. The winner must build at once.",
            n=state.stock[ask.piece],
            m=len(ask.bidders),
        )
        prices = _building_prices(parts, state, ask.seat, ask.piece, auctioned=True)
        return f"{scarce} {prices}".rstrip()
    return parts._("Printed price: {price}.", price=parts.sum(state.rules.price[ask.lot]))


def _bid(parts: SentenceParts, state: State, ask: AskBid) -> tuple[str, str]:
    seat = parts.seat(ask.seat)
    title = parts._("[{seat}: b|B]id on {lot}, or pass", seat=seat, lot=lot_name(parts, ask))
    if ask.lot < 0:
        if ask.piece == HOTEL:
            title = parts._("[{seat}: b|B]id on {a hotel}, or pass", seat=seat)
        else:
            title = parts._("[{seat}: b|B]id on {a house}, or pass", seat=seat)
    if ask.leader == NOBODY:
        return title, parts._(
            "No bids yet. The first bid must be {low} or more.",
            low=parts.sum(lowest_bid(state.rules, ask)),
        )
    return title, parts._(
        "{other} lead[other:s|] with {amount}. The next bid must be {low} or more.",
        other=parts.seat(ask.leader),
        amount=parts.sum(ask.bid),
        low=parts.sum(lowest_bid(state.rules, ask)),
    )


def debt_text(parts: SentenceParts, ask: AskDebt) -> str:
    """The debtor, the creditor, the amount and the reason of a debt."""
    values = {"seat": parts.seat(ask.seat), "amount": parts.sum(ask.amount)}
    if ask.space >= 0:
        values["space"] = parts.space(ask.space)
    if ask.creditor >= 0:
        values["other"] = parts.seat(ask.creditor)
        message = _DEBT_TEXT.get(ask.what) or N_("{seat} owe[s|] {other} {amount}.")
        return parts._(message, **values)
    match ask.what:
        case "tax":
            return parts._("{seat} owe[s|] {amount} in {space}.", **values)
        case "fine":
            return parts._("{seat} owe[s|] the {jail} fine of {amount}.", **values)
        case "repairs":
            return parts._("{seat} owe[s|] {amount} for repairs.", **values)
        case "interest":
            return parts._("{seat} owe[s|] the {bank} {amount} interest on {space}.", **values)
        case "price":
            return parts._("{seat} owe[s|] the {bank} {amount} for {space}.", **values)
        case "card":
            return parts._("{seat} owe[s|] {amount} because of a card.", **values)
        case _ if ask.creditor == POT:
            return parts._("{seat} owe[s|] the pot {amount}.", **values)
        case _:
            return parts._("{seat} owe[s|] the {bank} {amount}.", **values)


def _debt(parts: SentenceParts, state: State, ask: AskDebt) -> tuple[str, str]:
    cash = state.cash[ask.seat]
    who = parts.seat(ask.seat)
    if cash >= ask.amount:
        title = parts._("{seat} can pay {amount} now", seat=who, amount=parts.sum(ask.amount))
        return title, debt_text(parts, ask)
    missing = parts.sum(ask.amount - cash)
    title = parts._("{seat} [is|are] {missing} short", seat=who, missing=missing)
    more = debt.obtainable(state, ask.seat)
    if cash + more < ask.amount:
        rest = parts._(
            "{cash} in hand and {more} from the {bank} aren’t enough. Only a trade can "
            "prevent bankruptcy. It must bring at least {short}.",
            cash=parts.sum(cash),
            more=parts.sum(more),
            short=parts.sum(ask.amount - cash - more),
        )
    else:
        rest = parts._(
            "Cash in hand: {cash}. Sell buildings, mortgage {deeds} or trade to raise the rest.",
            cash=parts.sum(cash),
        )
    return title, f"{debt_text(parts, ask)} {rest}"


def _transfer(parts: SentenceParts, state: State, ask: AskTransfer) -> tuple[str, str]:
    space = parts.space(ask.space)
    title = parts._(
        "{seat} take[s|] over {space} with its mortgage", seat=parts.seat(ask.seat), space=space
    )
    return title, parts._(
        "Lift the mortgage now for {lift}, or keep it and pay {interest} interest. "
        "Lifting it later will still cost {lift}.",
        lift=parts.sum(state.rules.lift_cost[ask.space]),
        interest=parts.sum(mortgage.interest(state, ask.space, ask.estate)),
    )


def _answer(parts: SentenceParts, state: State, ask: AskAnswer) -> tuple[str, str]:
    seat, other = parts.seat(ask.seat), parts.seat(ask.by)
    title = parts._("[{seat}: a|A]n offer from {other}", seat=seat, other=other)
    gets, gives = parts.bundle(ask.give, state.mortgaged), parts.bundle(ask.get, state.mortgaged)
    if not ask.get:
        return title, parts._("{seat} get[s|] {gets} and give[s|] nothing.", seat=seat, gets=gets)
    if not ask.give:
        return title, parts._(
            "{seat} give[s|] {gives} and get[s|] nothing.", seat=seat, gives=gives
        )
    return title, parts._(
        "{seat} get[s|] {gets} and give[s|] {gives}.", seat=seat, gets=gets, gives=gives
    )


def _claim(parts: SentenceParts, state: State, ask: AskClaim) -> tuple[str, str]:
    seat = parts.seat(ask.seat)
    values = {"other": parts.seat(ask.orderer), "space": parts.space(ask.space)}
    left = state.stock[ask.piece]
    if ask.piece == HOTEL:
        title = parts._("[{seat}: c|C]laim {a hotel} too?", seat=seat)
        text = parts.n_(
            "The {bank} has {n} {hotel} left, and {other} want[other:s|] one for {space}.",
            "The {bank} has {n} {hotels} left, and {other} want[other:s|] one for {space}.",
            left,
            **values,
        )
    else:
        title = parts._("[{seat}: c|C]laim {a house} too?", seat=seat)
        text = parts.n_(
            "The {bank} has {n} {house} left, and {other} want[other:s|] one for {space}.",
            "The {bank} has {n} {houses} left, and {other} want[other:s|] one for {space}.",
            left,
            **values,
        )
    more = parts._(
        "If there aren’t enough buildings for every player who wants one, they’re "
        "auctioned one at a time."
    )
    prices = _building_prices(parts, state, ask.seat, ask.piece)
    return title, " ".join(part for part in (text, prices, more) if part)


def _building_prices(
    parts: SentenceParts, state: State, seat: int, piece: int, auctioned: bool = False
) -> str:
    """The printed price of a building, and the streets on which the seat may put it now."""
    by_price: dict[int, list[int]] = {}
    for i in houses.sites(state, seat, piece):
        by_price.setdefault(state.rules.cost[i], []).append(i)
    text = []
    for cost, spaces in by_price.items():
        values = {"price": parts.sum(cost), "spaces": parts.spaces(spaces)}
        if auctioned and len(by_price) == 1:
            text.append(parts._("Printed price: {price}.", price=values["price"]))
        elif auctioned:
            text.append(parts._("Printed price: {price} on {spaces}.", **values))
        elif piece == HOTEL:
            text.append(parts._("{A hotel} costs {price} on {spaces}.", **values))
        else:
            text.append(parts._("{A house} costs {price} on {spaces}.", **values))
    return " ".join(text)


def _place(parts: SentenceParts, state: State, ask: AskPlace) -> tuple[str, str]:
    seat = parts.seat(ask.seat)
    spaces = houses.sites(state, ask.seat, ask.piece)
    if len(spaces) == 1 and ask.piece == HOTEL:
        space = parts.space(spaces[0])
        title = parts._("[{seat}’s|Your] {hotel} goes on {space}", seat=seat, space=space)
    elif len(spaces) == 1:
        space = parts.space(spaces[0])
        title = parts._("[{seat}’s|Your] {house} goes on {space}", seat=seat, space=space)
    elif ask.piece == HOTEL:
        title = parts._("[{seat}: w|W]here does the {hotel} go?", seat=seat)
    else:
        title = parts._("[{seat}: w|W]here does the {house} go?", seat=seat)
    if ask.paid:
        return title, parts._("The winning bid was the price. There’s nothing more to pay.")
    return title, parts._("You pay the price printed on the {deed}.")


def waiting_text(parts: SentenceParts, state: State) -> str:
    """The text shown while a bot or chance is asked."""
    seat = state.ask.seat
    if seat < 0:
        return parts._("Waiting for the dice or a card.")
    return parts._("{seat} is thinking.", seat=parts.seat(seat))


def waiting_for_claim(parts: SentenceParts, claim: Claim) -> str:
    """The text shown while a bot's throw is delayed so that a person can still demand a rent."""
    return parts._(
        "[{seat}: c|C]laim rent from {other} for {space}, or waive it.",
        seat=parts.seat(claim.by),
        other=parts.seat(claim.of),
        space=parts.space(claim.space),
    )


def claim_deadline(parts: SentenceParts, state: State, claim: Claim) -> str:
    """The deadline of a rent claim by this game's rulebook."""
    seat = rent.lapses_by(state, claim)
    if seat == NOBODY:
        return parts._("There’s no deadline.")
    return parts._("The rent is lost as soon as {seat} throw[s|].", seat=parts.seat(seat))
