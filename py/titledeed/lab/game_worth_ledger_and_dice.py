"""Analyzes one played game: worth and odds by round, the ledger, the dice, the landings, and the cost and
income of each deed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, TypedDict

from ..engine.asks import (
    Over,
)
from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.generic_event import Event
from ..engine.record import Game, Record, read_record
from ..engine.special_seats_and_ids import FREE
from ..engine.state import (
    State,
)
from ..game.recognize_saves_of_older_programs import changed_ruling
from ..odds import WHOLE, WeightsNotReady, expected_odds
from ..run_generator_to_end import at_once
from . import dice_fairness
from .batch_games import seat_worths
from .landings.markov import JAIL, PLACES
from .money_ledger import CAUSES, MoneyLedger
from .money_ledger import cash_flow_csv as ledger_csv

_SLICE: Final = 40  # answers between two pauses: some milliseconds in a browser
# The payments that belong to a deed: its owner makes them for it, or gets them back for it.
_SPENT: Final = frozenset({"price", "bid", "house", "hotel", "redeem", "interest"})
_BACK: Final = frozenset({"mortgage", "sell-house", "sell-hotel", "sell-down", "estate-buildings"})


class Story(TypedDict):
    """The analysis as plain data, so that a worker can return it.

    ``points``: for the end of each round ``(round, worths by seat, odds by seat in millionths)``; the
    odds are empty if the model's weights are not loaded.
    ``flow[round][account][cause]``: money received less money paid, indexed as ``ledger_rounds``, the
    ledger's accounts, and ``money_ledger.CAUSES``. ``before``, ``after``: the cash of each account.
    ``sums``: the sum of every throw for a move.
    ``landings``: the number of throws that ended on each space; the last one is jail.
    ``deeds``: ``[seat, space, money paid for it, money received for it]``.
    ``events``: ``[round, kind, seat, other seat or -1, space or -1]`` of deals, bankruptcies and
    completed groups; for a group, the space is its first one.
    """

    seats: int
    rounds: int
    throws: int
    winners: list[int]
    points: list[tuple[int, list[int], list[int]]]
    ledger_rounds: list[int]
    flow: list[list[list[int]]]
    before: list[list[int]]
    after: list[list[int]]
    faults: list[str]
    sums: list[int]
    landings: list[int]
    deeds: list[list[int]]
    events: list[list[Any]]
    ledger_csv: str


class _Watch:
    """Collects the data of a :class:`Story` while a game is replayed."""

    def __init__(self, state: State) -> None:
        self.ledger = MoneyLedger(state)
        self.points: list[tuple[int, list[int], list[int]]] = []
        self.sums: list[int] = []
        self.landings = [0] * PLACES
        self.money: dict[tuple[int, int], list[int]] = defaultdict(lambda: [0, 0])
        self.events: list[list[Any]] = []
        self.whole = _whole(state)

    def point(self, round: int, state: State) -> None:
        try:
            odds = expected_odds(state)
        except WeightsNotReady:
            odds = {}
        shares = [odds.get(seat, 0) for seat in range(state.seats)] if odds else []
        self.points.append((round, seat_worths(state), shares))

    def answered(self, round: int, events: Sequence[Event], state: State) -> None:
        self.ledger.book(round, events, state)
        threw = -1
        for event in events:
            facts: Any = event.facts
            match event.kind:
                case "throw" if facts["purpose"] == "move":
                    threw = facts["seat"]
                    self.sums.append(facts["a"] + facts["b"])
                case "pay" if facts["space"] >= 0:
                    self._paid(facts)
                case "deal":
                    self._dealt(facts)
                    self.events.append([round, "deal", facts["by"], facts["to"], -1])
                case "bankrupt":
                    self.events.append([round, "bankrupt", facts["seat"], facts["creditor"], -1])
        if threw >= 0:
            self.landings[state.at[threw] if state.jail[threw] == FREE else JAIL] += 1
        whole = _whole(state)
        for group, owner in whole.items():
            if self.whole.get(group) != owner:
                self.events.append([round, "group", owner, -1, group])
        self.whole = whole

    def _paid(self, facts: Any) -> None:
        reason, space, amount = facts["what"], facts["space"], facts["amount"]
        if reason in _SPENT and facts["payer"] >= 0:
            self.money[facts["payer"], space][0] += amount
        elif (reason in _BACK and facts["payee"] >= 0) or (
            reason == "rent" and facts["payee"] >= 0
        ):
            self.money[facts["payee"], space][1] += amount

    def _dealt(self, facts: Any) -> None:
        """Record the price of a deed that was sold for cash alone. In any other deal a deed has no
        separate price, so nothing is recorded."""
        give, get, by, to = facts["give"], facts["get"], facts["by"], facts["to"]
        for side, other, seller, buyer in ((give, get, by, to), (get, give, to, by)):
            alone = len(side.deeds) == 1 and not side.cards and not side.cash
            if alone and other.cash and not other.deeds and not other.cards:
                self.money[buyer, side.deeds[0]][0] += other.cash
                self.money[seller, side.deeds[0]][1] += other.cash


def _whole(state: State) -> dict[int, int]:
    """The first space and the owner of each complete color group."""
    complete = {}
    for group in state.rules.edition.groups:
        owners = {state.owner[space] for space in group.members}
        owner = owners.pop()
        if not owners and owner >= 0:
            complete[group.members[0]] = owner
    return complete


def analyse_in_slices(job: dict[str, Any]) -> Generator[None, None, Story]:
    """Analyze the game in the record ``job["record"]``, as a generator that yields every ``_SLICE`` lines.

    Raises :class:`LoadError` with a sentence."""
    record: Record = read_record(job["record"])
    if record.refused is not None:
        raise LoadError("This file is only for testing and can’t be opened.")
    game = Game(record)
    watch = _Watch(game.state)
    lines = [line for step in record.steps for line in step.lines]
    round = max(game.state.round, 1)
    try:
        for n, line in enumerate(lines):
            events = game.line(line)
            watch.answered(round, events, game.state)
            if game.state.round > round:
                watch.point(round, game.state)
                round = game.state.round
            if not n % _SLICE:
                yield
    except (MalformedAnswer, RefusedAnswer) as error:
        trouble = changed_ruling(record)
        raise trouble or LoadError(f"The record does not replay: {error}") from None
    watch.point(round, game.state)
    return _story(game.state, watch, round)


def _story(state: State, watch: _Watch, rounds: int) -> Story:
    ledger = watch.ledger
    names = [f"seat-{seat + 1}" for seat in range(state.seats)]
    ask = state.ask
    return {
        "seats": state.seats,
        "rounds": rounds,
        "throws": len(watch.sums),
        "winners": list(ask.winners) if isinstance(ask, Over) else [],
        "points": watch.points,
        "ledger_rounds": ledger.rounds,
        "flow": [
            [
                [ledger.flow[round][account].get(cause, 0) for cause in CAUSES]
                for account in range(ledger.accounts)
            ]
            for round in ledger.rounds
        ],
        "before": [ledger.before(round) for round in ledger.rounds],
        "after": [ledger.cash[round] for round in ledger.rounds],
        "faults": ledger.faults(),
        "sums": watch.sums,
        "landings": watch.landings,
        "deeds": [[seat, space, *sums] for (seat, space), sums in sorted(watch.money.items())],
        "events": watch.events,
        "ledger_csv": "\n".join(ledger_csv(ledger, names)) + "\n",
    }


def analyse(job: dict[str, Any]) -> Story:
    """As :func:`analyse_in_slices`, without pauses."""
    return at_once(analyse_in_slices(job))


def turning_point(
    points: Sequence[tuple[int, list[int], list[int]]],
) -> tuple[int, int, int, int] | None:
    """The turning point, which is the largest rise of a seat's odds within one round: (round, seat, odds
    before, odds after), in millionths. None if no rise reaches 10 percentage points."""
    best: tuple[int, int, int, int] | None = None
    for (_round, _worth, before), (round, _after_worth, after) in pairwise(points):
        if not before or not after:
            continue
        seat = max(range(len(after)), key=lambda n: after[n] - before[n])
        rise = after[seat] - before[seat]
        if rise >= WHOLE // 10 and (best is None or rise > best[3] - best[2]):
            best = (round, seat, before[seat], after[seat])
    return best


def fairness(story: Story) -> dice_fairness.Fairness:
    """The chi-square test of the game's throws."""
    return dice_fairness.dice_fairness(story["sums"])


def rounds_csv(story: Story) -> Iterator[str]:
    """Worth and odds by round, as lines of CSV with a heading; docs/LAB.md defines the columns."""
    seats = range(1, story["seats"] + 1)
    yield ",".join(["round", *(f"worth_{n}" for n in seats), *(f"odds_{n}" for n in seats)])
    for round, worth, odds in story["points"]:
        shares = [f"{share / WHOLE:.6f}" for share in odds] or [""] * len(worth)
        yield ",".join(map(str, (round, *worth, *shares)))


def game_landings_csv(story: Story) -> Iterator[str]:
    """The landings by space, as lines of CSV with a heading; docs/LAB.md defines the columns."""
    yield "place,landings"
    for place, count in enumerate(story["landings"]):
        yield f"{'jail' if place == JAIL else place},{count}"
