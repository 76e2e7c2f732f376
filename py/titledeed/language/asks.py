"""Describes the pending ask: a title, a text below it, and a line for a screen reader."""

from __future__ import annotations

from typing import Final, TypedDict, assert_never

from ..engine.door import asked_by
from ..engine.rules import debt, mortgage, rent, turn
from ..engine.rules.auction import lowest
from ..engine.rules.tax import FLAT
from ..engine.words import (
    FREE,
    HOTEL,
    NOBODY,
    POT,
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
    Because,
    Claim,
    Over,
    State,
)
from .catalogue import N_
from .pieces import Parts


class Asking(TypedDict):
    """The description of an ask. ``seat``: the seat that is asked; negative for chance and at the end of the
    game. ``clauses``: the first one is behind the question itself, the others behind its occasion."""

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


def asking(p: Parts, s: State) -> Asking:
    """The description of the pending ask."""
    ask = s.ask
    clauses = asked_by(s)
    if isinstance(ask, AskRoll) and s.jail[ask.seat] != FREE:
        clauses = ("jail.exit-doubles", "jail.fine-window", "jail.exit-card", "jail.third-turn")
    title, text = _words(p, s)
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


def _words(p: Parts, s: State) -> tuple[str, str]:
    ask = s.ask
    match ask:
        case AskOrder():
            return (
                p._("{seat} throw[s|] to see who begins", seat=p.seat(ask.seat)),
                p._("Everybody throws once; the highest total begins, and a tie is thrown again."),
            )
        case AskRoll():
            return _roll(p, s, ask)
        case AskRentRoll():
            return (
                p._(
                    "{seat} throw[s|] for the rent of {space}",
                    seat=p.seat(ask.seat),
                    space=p.space(ask.space),
                ),
                p._(
                    "{other} get[other:s|] {n} times the total.",
                    other=p.seat(ask.owner),
                    n=ask.times,
                ),
            )
        case AskDice():
            return p._("[{seat}’s|Your] dice", seat=p.seat(ask.mover)), p._(
                "Which two numbers came up?"
            )
        case AskCard():
            return (
                p._("{seat} draw[s|] a {deck} card", seat=p.seat(ask.mover), deck=p.deck(ask.deck)),
                p._("Which card is it?"),
            )
        case AskShuffle():
            return p._("The {name} {deck} is being shuffled", name=p.deck(ask.deck)), ""
        case AskDeal():
            return p._("{seat} [is|are] dealt {a deed}", seat=p.seat(ask.receiver)), p._(
                "Which one is it?"
            )
        case AskBuy():
            return _buy(p, s, ask)
        case AskBid():
            return _bid(p, s, ask)
        case AskTax():
            return (
                p._("[{seat}: |]{tax}", seat=p.seat(ask.seat), tax=p.space_name(s.at[ask.seat])),
                p._(
                    "Pay {amount}, or a tenth of everything {seat} own[s|]. "
                    "The choice comes before the counting.",
                    amount=p.sum(FLAT),
                    seat=p.seat(ask.seat),
                ),
            )
        case AskCardChoice():
            return (
                p._(
                    "[{seat}: p|P]ay, or take a {deck} card", seat=p.seat(ask.seat), deck=p.deck(0)
                ),
                p._(
                    "The card lets {seat} pay {amount} or draw from {deck} instead.",
                    seat=p.seat(ask.seat),
                    amount=p.sum(ask.amount),
                    deck=p.deck(0),
                ),
            )
        case AskDebt():
            return _debt(p, s, ask)
        case AskTransfer():
            return _transfer(p, s, ask)
        case AskAnswer():
            return _answer(p, s, ask)
        case AskClaim():
            return _claim(p, s, ask)
        case AskPlace():
            return _place(p, s, ask)
        case AskEnd():
            title = p._("{seat} may end [the|your] turn", seat=p.seat(ask.seat))
            if turn.is_last(s, ask.seat):
                return title, p._(
                    "Building, mortgages and trades are still possible; then the game is over."
                )
            return title, p._(
                "Building, mortgages and trades are still possible; "
                "then it is [other:{other}’s|your] turn.",
                other=p.seat(turn.next_seat(s, ask.seat)),
            )
        case Over():
            if len(ask.winners) == 1:
                title = p._("{seat} win[s|]", seat=p.seat(ask.winners[0]))
            else:
                title = p._("{seats} share the win", seats=p.seats(ask.winners))
            return title, p._("The game is over.")
        case _:
            assert_never(ask)


def _roll(p: Parts, s: State, ask: AskRoll) -> tuple[str, str]:
    seat = ask.seat
    who = p.seat(seat)
    turns = s.jail[seat]
    if turns == FREE:
        if s.doubles and s.thrown:
            return p._("Doubles: {seat} throw[s|] again", seat=who), ""
        return p._("[{seat} to|Your] throw", seat=who), ""
    return jail_title(p, s, seat), jail_text(p, s, seat)


def jail_title(p: Parts, s: State, seat: int) -> str:
    """A title for a seat's first, second or third turn in jail."""
    who = p.seat(seat)
    match s.jail[seat]:
        case 0:
            return p._("[{seat}: f|F]irst turn in {jail}", seat=who)
        case 1:
            return p._("[{seat}: s|S]econd turn in {jail}", seat=who)
        case _:
            return p._("[{seat}: t|T]hird turn in {jail}", seat=who)


def jail_text(p: Parts, s: State, seat: int) -> str:
    """The ways out of jail that are open to the seat now."""
    turns = s.jail[seat]
    fine = p.sum(s.rules.jail_fine)
    card = seat in s.held
    text = [p._("Throw doubles to get out at once and move that far.")]
    if turns < s.rules.fine_turns:
        if card:
            text.append(p._("Or pay {amount} or play a card before the throw.", amount=fine))
        else:
            text.append(p._("Or pay {amount} before the throw.", amount=fine))
    elif card:
        text.append(p._("Or play a card before the throw; it is too late for the fine."))
    if turns == 2:
        text.append(p._("Without doubles {amount} is due now, and the move follows.", amount=fine))
    return " ".join(text)


def _buy(p: Parts, s: State, ask: AskBuy) -> tuple[str, str]:
    rules = s.rules
    seat, space = p.seat(ask.seat), p.space(ask.space)
    price, low = p.sum(rules.price[ask.space]), p.sum(rules.opening_bid)
    title = p._("[{seat}: |]{space} is for sale", seat=seat, space=space)
    if not rules.auctions:
        return title, p._("Buy it for {price}, or leave it with the {bank}.", price=price)
    if rules.lap_first:
        text = p._(
            "Buy it for {price}, or it is auctioned from {low}. In the first lap nobody may bid.",
            price=price,
            low=low,
        )
    elif rules.decliner_bids:
        text = p._(
            "Buy it for {price}, or it is auctioned from {low} and everybody may bid, {seat} too.",
            price=price,
            low=low,
            seat=seat,
        )
    else:
        text = p._(
            "Buy it for {price}, or it is auctioned from {low} among the others.",
            price=price,
            low=low,
        )
    return title, text


def lot(p: Parts, ask: AskBid) -> str:
    """The name of the lot of an auction."""
    if ask.lot >= 0:
        return p.space_name(ask.lot)
    return p._("{A hotel}") if ask.piece == HOTEL else p._("{A house}")


def lot_note(p: Parts, s: State, ask: AskBid) -> str:
    """The printed price of a lot, and the seats that own the rest of its group."""
    if ask.lot < 0:
        return p._("The {bank} is short of them: whoever wins puts it up at once.")
    rules = s.rules
    text = [p._("Printed price {price}.", price=p.sum(rules.price[ask.lot]))]
    members = rules.members[ask.lot]
    owners = [s.owner[i] for i in members if i != ask.lot]
    for seat in range(s.seats):
        n = owners.count(seat)
        if n == len(owners):
            text.append(p._("{seat} hold[s|] the rest of the group.", seat=p.seat(seat)))
        elif n:
            text.append(
                p.n_(
                    "{seat} hold[s|] {n} other of the group.",
                    "{seat} hold[s|] {n} others of the group.",
                    n,
                    seat=p.seat(seat),
                )
            )
    return " ".join(text)


def _bid(p: Parts, s: State, ask: AskBid) -> tuple[str, str]:
    seat = p.seat(ask.seat)
    title = p._("[{seat}: b|B]id for {lot}, or pass", seat=seat, lot=lot(p, ask))
    if ask.lot < 0:
        if ask.piece == HOTEL:
            title = p._("[{seat}: b|B]id for {a hotel}, or pass", seat=seat)
        else:
            title = p._("[{seat}: b|B]id for {a house}, or pass", seat=seat)
    if ask.leader == NOBODY:
        return title, p._("No bid yet; the first is {low} or more.", low=p.sum(lowest(s, ask)))
    return title, p._(
        "{other} lead[other:s|] with {amount}; the next bid is {low} or more.",
        other=p.seat(ask.leader),
        amount=p.sum(ask.bid),
        low=p.sum(lowest(s, ask)),
    )


def owing(p: Parts, ask: AskDebt) -> str:
    """The debtor, the creditor, the amount and the reason of a debt."""
    pieces = {"seat": p.seat(ask.seat), "amount": p.sum(ask.amount)}
    if ask.space >= 0:
        pieces["space"] = p.space(ask.space)
    if ask.creditor >= 0:
        pieces["other"] = p.seat(ask.creditor)
        message = _DEBT_TEXT.get(ask.what) or N_("{seat} owe[s|] {other} {amount}.")
        return p._(message, **pieces)
    match ask.what:
        case "tax":
            return p._("{seat} owe[s|] {amount} {space}.", **pieces)
        case "fine":
            return p._("{seat} owe[s|] the {jail} fine of {amount}.", **pieces)
        case "repairs":
            return p._("{seat} owe[s|] {amount} for repairs.", **pieces)
        case "interest":
            return p._("{seat} owe[s|] the {bank} {amount} interest on {space}.", **pieces)
        case "price":
            return p._("{seat} owe[s|] the {bank} {amount} for {space}.", **pieces)
        case "card":
            return p._("{seat} owe[s|] {amount} because of a card.", **pieces)
        case _ if ask.creditor == POT:
            return p._("{seat} owe[s|] the pot {amount}.", **pieces)
        case _:
            return p._("{seat} owe[s|] the {bank} {amount}.", **pieces)


def _debt(p: Parts, s: State, ask: AskDebt) -> tuple[str, str]:
    cash = s.cash[ask.seat]
    who = p.seat(ask.seat)
    if cash >= ask.amount:
        title = p._("{seat} can pay {amount} now", seat=who, amount=p.sum(ask.amount))
        return title, owing(p, ask)
    missing = p.sum(ask.amount - cash)
    title = p._("{seat} [is|are] {missing} short", seat=who, missing=missing)
    more = debt.obtainable(s, ask.seat)
    if cash + more < ask.amount:
        rest = p._(
            "{cash} in hand and {more} from the {bank} are not enough: only a trade helps, or bankruptcy.",
            cash=p.sum(cash),
            more=p.sum(more),
        )
    else:
        rest = p._(
            "Cash in hand: {cash}. Sell buildings, mortgage {deeds} or trade to raise the rest.",
            cash=p.sum(cash),
        )
    return title, f"{owing(p, ask)} {rest}"


def _transfer(p: Parts, s: State, ask: AskTransfer) -> tuple[str, str]:
    space = p.space(ask.space)
    title = p._(
        "{seat} take[s|] over {space} with its mortgage", seat=p.seat(ask.seat), space=space
    )
    return title, p._(
        "Lift the mortgage now for {lift}, or keep it for {interest} interest; "
        "lifting it later still costs {lift}.",
        lift=p.sum(s.rules.lift_cost[ask.space]),
        interest=p.sum(mortgage.interest(s, ask.space, ask.estate)),
    )


def _answer(p: Parts, s: State, ask: AskAnswer) -> tuple[str, str]:
    seat, other = p.seat(ask.seat), p.seat(ask.by)
    title = p._("[{seat}: a|A]n offer from {other}", seat=seat, other=other)
    gets, gives = p.bundle(ask.give, s.mortgaged), p.bundle(ask.get, s.mortgaged)
    if not ask.get:
        return title, p._("{seat} get[s|] {gets} and give[s|] nothing.", seat=seat, gets=gets)
    if not ask.give:
        return title, p._("{seat} give[s|] {gives} and get[s|] nothing.", seat=seat, gives=gives)
    return title, p._(
        "{seat} get[s|] {gets} and give[s|] {gives}.", seat=seat, gets=gets, gives=gives
    )


def _claim(p: Parts, s: State, ask: AskClaim) -> tuple[str, str]:
    seat = p.seat(ask.seat)
    pieces = {"other": p.seat(ask.orderer), "space": p.space(ask.space)}
    left = s.stock[ask.piece]
    if ask.piece == HOTEL:
        title = p._("[{seat}: c|C]laim {a hotel} too?", seat=seat)
        text = p.n_(
            "The {bank} has {n} {hotel} left, and {other} order[other:s|] one for {space}.",
            "The {bank} has {n} {hotels} left, and {other} order[other:s|] one for {space}.",
            left,
            **pieces,
        )
    else:
        title = p._("[{seat}: c|C]laim {a house} too?", seat=seat)
        text = p.n_(
            "The {bank} has {n} {house} left, and {other} order[other:s|] one for {space}.",
            "The {bank} has {n} {houses} left, and {other} order[other:s|] one for {space}.",
            left,
            **pieces,
        )
    more = p._("If more are wanted than there are, they are auctioned one by one.")
    return title, f"{text} {more}"


def _place(p: Parts, s: State, ask: AskPlace) -> tuple[str, str]:
    seat = p.seat(ask.seat)
    if ask.piece == HOTEL:
        title = p._("[{seat}: w|W]here does the {hotel} go?", seat=seat)
    else:
        title = p._("[{seat}: w|W]here does the {house} go?", seat=seat)
    if ask.paid:
        return title, p._("The bid was the price; nothing more is due.")
    return title, p._("It costs what the {deed} says.")


def waiting(p: Parts, s: State) -> str:
    """The text shown while a bot or chance is asked."""
    seat = s.ask.seat
    if seat < 0:
        return p._("The throw or the card comes next.")
    return p._("{seat} is thinking.", seat=p.seat(seat))


def waiting_for_claim(p: Parts, claim: Claim) -> str:
    """The text shown while a bot's throw waits, so that a person can still demand a rent."""
    return p._(
        "[{seat}: a|A]sk {other} for the rent of {space}, or let it go. The next throw waits for that.",
        seat=p.seat(claim.by),
        other=p.seat(claim.of),
        space=p.space(claim.space),
    )


def deadline(p: Parts, s: State, claim: Claim) -> str:
    """The deadline of a rent claim by this game's rulebook."""
    seat = rent.lapses_by(s, claim)
    if seat == NOBODY:
        return p._("There is no deadline.")
    return p._("It lapses as soon as {seat} throw[s|].", seat=p.seat(seat))
