"""Reviews a game: finds the decisions that changed a seat's odds most.

Each answer is measured at the state in which it was given, before any further dice. The next moves of
the others are estimated. A lot goes to the bidder to whom it is worth most, for one more than the
second would pay. What the others then bid, and where they passed, corrects the estimate. An offer is
accepted if its partner gains by it. ``best_offer_never_made`` finds the best offer that a seat never made.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypedDict, get_args

from ..bots.agreed_price_binary_search import nearest
from ..engine.answers import (
    Accept,
    Answer,
    Bid,
    Build,
    Decline,
    End,
    Offer,
    Pass,
    Redeem,
    Resign,
    Roll,
)
from ..engine.asks import (
    QUIET,
    AskAnswer,
    AskBid,
    AskDebt,
    AskOrder,
    AskRentRoll,
    AskRoll,
    AskTransfer,
    Over,
)
from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.legal_answers import (
    Options,
)
from ..engine.record import Game, read_record
from ..engine.reducer import play_in_place, violations
from ..engine.rules.auction import least_over, lowest_bid
from ..engine.special_seats_and_ids import BANK, CHANCE
from ..engine.state import (
    State,
)
from ..odds import WHOLE, Settled, expected_odds, expected_odds_after, settle_position
from ..run_generator_to_end import at_once
from .best_offer_never_made import LINES, search_in_slices

MOST: Final = 5  # decisions shown for each seat
PROBES: Final = 6  # prices tried for what a lot is worth to a bidder
LEAST: Final = WHOLE // 200  # half a percentage point: the odds are not more exact


@dataclass(frozen=True)
class Decision:
    """An answer and its effect.

    ``count``: the number of answers before it. ``other``: the best other legal answer, None if that is
    to do nothing. ``points``: the difference in odds between the two, in millionths; below 0 if
    ``other`` was better."""

    count: int
    seat: int
    answer: Answer
    other: Answer | None
    points: int


def review(
    start: State, answers: Sequence[tuple[int, Answer]], seats: Collection[int]
) -> dict[int, list[Decision]]:
    """Return for each of these seats the decisions that changed its odds most, greatest change first."""
    return weightiest(decisions(start, answers, seats), seats)


def weightiest(decisions: Iterable[Decision], seats: Collection[int]) -> dict[int, list[Decision]]:
    """Return for each seat its ``MOST`` weightiest decisions, the greatest change first.

    Decisions with a change below ``LEAST`` are left out."""
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
    """Return every answer of these seats that had an alternative, in order.

    An auction counts as one decision for each seat: the bid or pass that changed the odds most."""
    state = start.copy()
    pending: dict[int, Decision] = {}
    lot: tuple[int, int] | None = None
    # By reviewed seat: what the lot is worth to each bidder. The limits are separate so that a seat's
    # review does not depend on which other seats are reviewed.
    limits: dict[int, Limits] = {}
    shown: dict[int, Shown] = {}
    for count, (seat, answer) in enumerate(answers):
        ask = state.agenda[-1]
        here = (state.turns, ask.lot) if isinstance(ask, AskBid) else None
        if here != lot:
            yield from pending.values()
            pending.clear()
            limits.clear()
            lot = here
            shown = _shown_limits(state, answers, count)
        if seat in seats and seat != CHANCE:
            if here is not None:
                each = limits.setdefault(seat, Limits(seat, shown))
            else:
                # A refusal opens the auction that the next answers belong to.
                then = _after(state, seat, answer) if isinstance(answer, Decline) else state
                each = Limits(seat, _shown_limits(then, answers, count + 1))
            decision = _measured(state, count, seat, answer, each)
            if decision is not None and here is None:
                yield decision
            elif decision is not None:
                before = pending.get(seat)
                if before is None or abs(decision.points) > abs(before.points):
                    pending[seat] = decision
        play_in_place(state, seat, answer)
    yield from pending.values()


def _measured(
    state: State, count: int, seat: int, answer: Answer, limits: Limits
) -> Decision | None:
    others = [other for other in _choices(state, seat, answer) if other != answer]
    if not others:
        return None
    own = _value(state, seat, answer, limits)
    values = [(_value(state, seat, other, limits), other) for other in others]
    best, other = max(values, key=lambda pair: pair[0])
    if best <= own and isinstance(answer, Bid):
        # A bid of another amount is the same decision, so compare with the pass.
        values = [pair for pair in values if not isinstance(pair[1], Bid)]
        if not values:
            return None
        best, other = max(values, key=lambda pair: pair[0])
    return Decision(count, seat, answer, other, own - best)


# A decision: seat, count, the line of the other answer ("" to do nothing), points.
Row = tuple[int, int, str, int]
# The best offer that a seat never made: seat, count, its line, the odds before and after, and the
# percentage with which its partner would have accepted.
UnmadeRow = tuple[int, int, str, int, int, int]


class Findings(TypedDict):
    """What a review has found, as plain data."""

    decisions: list[Row]
    unmade: list[UnmadeRow]


def study_in_slices(job: dict[str, Any]) -> Generator[None, None, Findings]:
    """Review the game in the record ``job["record"]`` for the seats ``job["seats"]``, as plain data.

    The record of a session has every line, including those of chance. So ``count`` is an index in its
    log. Raises :class:`LoadError` with a sentence.
    """
    record = read_record(job["record"])
    game = Game(record)
    state = game.state.copy()
    answers: list[tuple[int, Answer]] = []
    try:
        for line in (line for step in record.steps for line in step.lines):
            parsed = game.notation.parse(line, state)
            if parsed is not None:
                play_in_place(state, *parsed)
                answers.append(parsed)
                if len(answers) % LINES == 0:
                    yield
    except (MalformedAnswer, RefusedAnswer) as error:
        raise LoadError(f"The record does not replay: {error}") from None
    seats = [seat for seat in job["seats"] if seat in range(game.state.seats)]
    judged = []
    for decision in decisions(game.state, answers, seats):
        judged.append(decision)
        yield
    weighty = [each for some in weightiest(judged, seats).values() for each in some]
    found = yield from search_in_slices(game.state, answers, seats)
    unmade = [each for each in found.values() if each is not None]
    # An answer is written as a line at its moment, so one more pass over the game writes them all.
    wanted: list[tuple[int, int, Answer]] = [(each.count, each.seat, each.offer) for each in unmade]
    wanted += [(each.count, each.seat, each.other) for each in weighty if each.other is not None]
    lines: dict[tuple[int, int, Answer], str] = {}
    state, at = game.state.copy(), 0
    for count, seat, answer in sorted(wanted, key=lambda each: each[:2]):
        while at < count:
            play_in_place(state, *answers[at])
            at += 1
            if at % LINES == 0:
                yield
        lines[count, seat, answer] = game.notation.line(seat, answer, state)
        yield
    return {
        "decisions": [
            (
                each.seat,
                each.count,
                lines[each.count, each.seat, each.other] if each.other is not None else "",
                each.points,
            )
            for each in weighty
        ],
        "unmade": [
            (
                each.seat,
                each.count,
                lines[each.count, each.seat, each.offer],
                *(each.before, each.after, each.likely),
            )
            for each in unmade
        ],
    }


def study(job: dict[str, Any]) -> Findings:
    """As :func:`study_in_slices`, without pauses."""
    return at_once(study_in_slices(job))


# ---------------------------------------------------------------- alternatives


def _choices(state: State, seat: int, answer: Answer) -> list[Answer | None]:
    """Return the alternatives to an answer; None means to do nothing."""
    ask = state.agenda[-1]
    if isinstance(ask, (AskOrder, AskRentRoll, Over)):
        return []
    options = Options(state, seat)
    if isinstance(ask, QUIET):
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
        low = lowest_bid(state.rules, ask)
        return [each for each in (Bid(low), Pass()) if not violations(state, seat, each)]
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


_PLAIN: Final = get_args(Answer)  # single answers, not ranges of amounts


# ---------------------------------------------------------------- the value of an answer


def _value(state: State, seat: int, answer: Answer | None, limits: Limits) -> int:
    """Return the seat's odds after the answer, before any dice, in millionths."""
    if answer is None or isinstance(answer, (Roll, End)):
        return expected_odds(state).get(seat, 0)
    then = _after(state, seat, answer)
    ask = then.agenda[-1]
    if isinstance(ask, AskBid) and ask.lot >= 0:
        return _auctioned(then, ask, limits).get(seat, 0)
    if isinstance(ask, AskAnswer) and isinstance(answer, Offer):
        agreed = then.copy()
        if not violations(agreed, ask.seat, Accept()):
            play_in_place(agreed, ask.seat, Accept())
            now, later = expected_odds(then), expected_odds(agreed)
            if later.get(ask.seat, 0) > now.get(ask.seat, 0):
                return later.get(seat, 0)
            return now.get(seat, 0)
    return expected_odds(then).get(seat, 0)


def _after(state: State, seat: int, answer: Answer) -> State:
    then = state.copy()
    play_in_place(then, seat, answer)
    return then


def _auctioned(state: State, ask: AskBid, estimate: Limits) -> dict[int, int]:
    """Return the odds after the lot has gone to the bidder to whom it is worth most."""
    limits = estimate.of(state, ask)
    low = lowest_bid(state.rules, ask)
    willing = {
        bidder: limits[bidder]
        for bidder in ask.bidders
        if bidder != ask.leader and not ask.passed >> bidder & 1 and limits[bidder] >= low
    }
    if ask.leader >= 0:
        willing[ask.leader] = max(ask.bid, limits[ask.leader])
    if not willing:
        return expected_odds(state)
    winner = max(willing, key=lambda bidder: (willing[bidder], -bidder))
    second = max((limit for bidder, limit in willing.items() if bidder != winner), default=0)
    floor = ask.bid if winner == ask.leader else low
    return _sold(state, ask.lot, winner, min(willing[winner], max(floor, least_over(second))))


class Shown(NamedTuple):
    """What a bidder has shown in an auction: it has bid ``least``, and would not bid more than ``most``.

    ``most`` is None if it did not pass at the end."""

    least: int = 0
    most: int | None = None


class Limits:
    """What a lot is worth to each bidder, for the review of ``seat``, as soon as somebody needs to know.

    ``shown`` corrects the estimates for the others. The one for ``seat`` is not corrected, as its own bids
    and passes are under review."""

    def __init__(self, seat: int, shown: Mapping[int, Shown]) -> None:
        self._seat = seat
        self._shown = shown
        self._known: dict[int, int] = {}

    def of(self, state: State, ask: AskBid) -> dict[int, int]:
        """The limits of all bidders; once estimated, they stay the same for the whole auction."""
        for bidder in ask.bidders:
            if bidder not in self._known:
                limit = _limit(state, ask, bidder)
                if bidder != self._seat and bidder in self._shown:
                    least, most = self._shown[bidder]
                    limit = max(least, limit if most is None else min(most, limit))
                self._known[bidder] = limit
        return self._known


def _shown_limits(
    state: State, answers: Sequence[tuple[int, Answer]], count: int
) -> dict[int, Shown]:
    """Return what each bidder shows in the auction whose first answer has the index ``count``; {} if there
    is no auction."""
    shown: dict[int, Shown] = {}
    first = state.agenda[-1]
    if not isinstance(first, AskBid):
        return shown
    then = state.copy()
    for seat, answer in answers[count:]:
        ask = then.agenda[-1]
        if not isinstance(ask, AskBid) or (ask.lot, then.turns) != (first.lot, state.turns):
            break
        if isinstance(answer, Bid):
            shown[seat] = Shown(answer.amount)  # also after a pass, which is not final
        elif isinstance(answer, Pass):
            least = shown.get(seat, Shown()).least
            shown[seat] = Shown(least, lowest_bid(then.rules, ask) - 1)
        play_in_place(then, seat, answer)
    return shown


def _sold(state: State, lot: int, winner: int, price: int) -> dict[int, int]:
    left = Settled(state)
    left.owner[lot] = winner
    left.pay(winner, BANK, price)
    return expected_odds_after(state, left)


def _limit(state: State, ask: AskBid, bidder: int) -> int:
    """Return the highest price that the lot is worth to a bidder, at most the bidder's cash.

    At this price the bidder's odds are still better with the lot than if another bidder gets it for the
    same price."""
    rivals = [other for other in ask.bidders if other != bidder]

    def gains(price: int) -> bool:
        own = _sold(state, ask.lot, bidder, price).get(bidder, 0)
        lost = [
            _sold(state, ask.lot, other, price).get(bidder, 0)
            for other in rivals
            if state.cash[other] >= price
        ] or [expected_odds_after(state, settle_position(state)).get(bidder, 0)]
        return own * len(lost) >= sum(lost)

    return nearest(0, state.cash[bidder] + 1, PROBES, gains)
