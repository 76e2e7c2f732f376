"""A look back at a game: which decisions cost or brought a seat most, in odds.

Each answer is measured where it was given, before the dice that follow. What others would then do is
reckoned, not waited for: a lot goes to whoever would gain by it at the highest price, for what the next
would have paid; an offer is accepted where its partner gains.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, get_args

from .engine.door import Options, bar, play_in_place
from .engine.record import Game, read
from .engine.words import (
    BANK,
    CHANCE,
    Accept,
    Answer,
    AskAnswer,
    AskBid,
    AskDebt,
    AskEnd,
    AskOrder,
    AskRentRoll,
    AskRoll,
    AskTransfer,
    Bid,
    Build,
    End,
    Malformed,
    Offer,
    Over,
    Pass,
    Redeem,
    Refused,
    Resign,
    Roll,
    State,
    Unloadable,
)
from .odds import WHOLE, Settled, expected, expected_after, settle
from .slices import at_once

MOST: Final = 5  # decisions that a review shows of each seat
PROBES: Final = 6  # prices tried for what a lot is worth to a bidder
LEAST: Final = WHOLE // 200  # half a point: less is no more than the roughness of the odds


@dataclass(frozen=True)
class Decision:
    """One answer and what hung on it. ``count`` answers had been given before it. ``points`` are in
    millionths of odds: less than 0 is what it cost beside ``other``, the best answer that was allowed;
    more, what it brought beside ``other``, the next best. ``other`` is None where it is to do nothing."""

    count: int
    seat: int
    answer: Answer
    other: Answer | None
    points: int


def review(
    start: State, answers: Sequence[tuple[int, Answer]], seats: Collection[int]
) -> dict[int, list[Decision]]:
    """Of each of these seats the decisions that cost or brought most, the weightiest first."""
    return weightiest(decisions(start, answers, seats), seats)


def weightiest(decisions: Iterable[Decision], seats: Collection[int]) -> dict[int, list[Decision]]:
    """The ``MOST`` weightiest of each seat."""
    by: dict[int, list[Decision]] = {seat: [] for seat in seats}
    for decision in decisions:
        if abs(decision.points) >= LEAST:
            by[decision.seat].append(decision)
    return {
        seat: sorted(each, key=lambda d: (-abs(d.points), d.count))[:MOST]
        for seat, each in by.items()
    }


def decisions(
    start: State, answers: Sequence[tuple[int, Answer]], seats: Collection[int]
) -> Iterator[Decision]:
    """Every decision of these seats that left a choice, as it comes. An auction counts as one for each
    seat in it: the weightiest of its bids and passes."""
    state = start.copy()
    pending: dict[int, Decision] = {}
    lot: tuple[int, int] | None = None
    # What a lot is worth to whom, as each seat meets it: what is said of one is the same whoever else is
    # looked at.
    limits: dict[int, dict[int, int]] = {}
    for count, (seat, answer) in enumerate(answers):
        ask = state.agenda[-1]
        here = (state.turns, ask.lot) if isinstance(ask, AskBid) else None
        if here != lot:
            yield from pending.values()
            pending.clear()
            limits.clear()
            lot = here
        if seat in seats and seat != CHANCE:
            decision = _measured(state, count, seat, answer, limits.setdefault(seat, {}))
            if decision is not None and here is None:
                yield decision
            elif decision is not None:
                before = pending.get(seat)
                if before is None or abs(decision.points) > abs(before.points):
                    pending[seat] = decision
        play_in_place(state, seat, answer)
    yield from pending.values()


def _measured(
    state: State, count: int, seat: int, answer: Answer, limits: dict[int, int]
) -> Decision | None:
    others = [other for other in _choices(state, seat, answer) if other != answer]
    if not others:
        return None
    own = _value(state, seat, answer, limits)
    values = [(_value(state, seat, other, limits), other) for other in others]
    best, other = max(values, key=lambda pair: pair[0])
    if best <= own and isinstance(answer, Bid):
        # A bid of another amount is the same decision: what was gained is beside the pass.
        values = [pair for pair in values if not isinstance(pair[1], Bid)]
        if not values:
            return None
        best, other = max(values, key=lambda pair: pair[0])
    return Decision(count, seat, answer, other, own - best)


Row = tuple[
    int, int, str, int
]  # seat, count, the line of the other answer ("" to do nothing), points


def study_in_slices(job: dict[str, Any]) -> Generator[None, None, list[Row]]:
    """The review of the game in the record ``job["record"]``, for ``job["seats"]``, as plain data.

    A record of a session has every line, chance's too: ``count`` is a place in its log. Raises
    :class:`Unloadable` with a sentence.
    """
    record = read(job["record"])
    game = Game(record)
    state = game.state.copy()
    answers: list[tuple[int, Answer]] = []
    try:
        for line in (line for step in record.steps for line in step.lines):
            parsed = game.notation.parse(line, state)
            if parsed is not None:
                play_in_place(state, *parsed)
                answers.append(parsed)
    except (Malformed, Refused) as error:
        raise Unloadable(f"The record does not replay: {error}") from None
    seats = [seat for seat in job["seats"] if seat in range(game.state.seats)]
    judged = []
    for decision in decisions(game.state, answers, seats):
        judged.append(decision)
        yield
    state, at = game.state.copy(), 0
    weighty = [each for some in weightiest(judged, seats).values() for each in some]
    others: dict[tuple[int, int], str] = {}
    for decision in sorted(weighty, key=lambda each: each.count):
        for seat, answer in answers[at : decision.count]:
            play_in_place(state, seat, answer)
        at = decision.count
        if decision.other is not None:
            line = game.notation.line(decision.seat, decision.other, state)
            others[decision.seat, decision.count] = line
        yield
    return [
        (each.seat, each.count, others.get((each.seat, each.count), ""), each.points)
        for each in weighty
    ]


def study(job: dict[str, Any]) -> list[Row]:
    """As :func:`study_in_slices`, at once."""
    return at_once(study_in_slices(job))


# ---------------------------------------------------------------- what could have been answered


def _choices(state: State, seat: int, answer: Answer) -> list[Answer | None]:
    """What to weigh an answer against; None is to leave things as they are."""
    ask = state.agenda[-1]
    if isinstance(ask, (AskOrder, AskRentRoll, Over)):
        return []
    options = Options(state, seat)
    if isinstance(ask, (AskRoll, AskEnd)):
        out: list[Answer | None] = [] if isinstance(answer, (Roll, End)) else [None]
        kinds = {"build", "redeem"} if isinstance(answer, (Roll, End, Build, Redeem)) else set()
        if ask.seat == seat:
            kinds |= {"fine", "use-card"} if isinstance(ask, AskRoll) else set()
        if not isinstance(answer, (Roll, End, Offer, Resign)):
            kinds.add(answer.kind)
        for kind in options.kinds():
            if kind in kinds:
                out += [each for each in options.of(kind) if isinstance(each, _PLAIN)]
        return out
    if isinstance(ask, AskBid):
        low = ask.bid + 1 if ask.leader >= 0 else state.rules.opening_bid
        return [each for each in (Bid(low), Pass()) if not bar(state, seat, each)]
    kinds = set(options.kinds()) - {"resign", "offer", "build", "redeem", "ask-rent"}
    if not isinstance(ask, AskDebt):
        kinds -= {"sell", "sell-down", "mortgage"}
    if isinstance(ask, AskTransfer):
        kinds.add("redeem")
    return [
        each
        for kind in options.kinds()
        if kind in kinds
        for each in options.of(kind)
        if isinstance(each, _PLAIN)
    ]


_PLAIN: Final = get_args(Answer)  # answers, not ranges of them


# ---------------------------------------------------------------- what an answer leads to


def _value(state: State, seat: int, answer: Answer | None, limits: dict[int, int]) -> int:
    """The seat's odds once the answer is given, and before any dice."""
    if answer is None or isinstance(answer, (Roll, End)):
        return expected(state).get(seat, 0)
    then = state.copy()
    play_in_place(then, seat, answer)
    ask = then.agenda[-1]
    if isinstance(ask, AskBid) and ask.lot >= 0:
        return _auctioned(then, ask, limits).get(seat, 0)
    if isinstance(ask, AskAnswer) and isinstance(answer, Offer):
        agreed = then.copy()
        if not bar(agreed, ask.seat, Accept()):
            play_in_place(agreed, ask.seat, Accept())
            now, later = expected(then), expected(agreed)
            if later.get(ask.seat, 0) > now.get(ask.seat, 0):
                return later.get(seat, 0)
            return now.get(seat, 0)
    return expected(then).get(seat, 0)


def _auctioned(state: State, ask: AskBid, limits: dict[int, int]) -> dict[int, int]:
    """The odds when the lot has gone to whom it is worth most."""
    for bidder in ask.bidders:
        if bidder not in limits:
            limits[bidder] = _limit(state, ask, bidder)
    low = ask.bid + 1 if ask.leader >= 0 else state.rules.opening_bid
    willing = {
        bidder: limits[bidder]
        for bidder in ask.bidders
        if bidder != ask.leader and not ask.passed >> bidder & 1 and limits[bidder] >= low
    }
    if ask.leader >= 0:
        willing[ask.leader] = max(ask.bid, limits[ask.leader])
    if not willing:
        return expected(state)
    winner = max(willing, key=lambda bidder: (willing[bidder], -bidder))
    second = max((limit for bidder, limit in willing.items() if bidder != winner), default=0)
    floor = ask.bid if winner == ask.leader else low
    return _sold(state, ask.lot, winner, min(willing[winner], max(floor, second + 1)))


def _sold(state: State, lot: int, winner: int, price: int) -> dict[int, int]:
    left = Settled(state)
    left.owner[lot] = winner
    left.pay(winner, BANK, price)
    return expected_after(state, left)


def _limit(state: State, ask: AskBid, bidder: int) -> int:
    """The highest price at which the bidder would rather have the lot than see another have it for as
    much; no more than its cash."""
    rivals = [other for other in ask.bidders if other != bidder]

    def gains(price: int) -> bool:
        own = _sold(state, ask.lot, bidder, price).get(bidder, 0)
        lost = [
            _sold(state, ask.lot, other, price).get(bidder, 0)
            for other in rivals
            if state.cash[other] >= price
        ] or [expected_after(state, settle(state)).get(bidder, 0)]
        return own * len(lost) >= sum(lost)

    low, high = 0, state.cash[bidder] + 1
    for _ in range(PROBES):
        if high - low < 2:
            break
        middle = (low + high) // 2
        if gains(middle):
            low = middle
        else:
            high = middle
    return low
