"""What the public record tells about a table: whether its players trade, who refuses everything, and how
long the game may last. Bots adapt their values and offers to it.

A reading depends on the view alone. A :class:`TableReader` only saves time: it counts the answered offers
once, and begins again if the record is no longer the one that it has counted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Final

from ..engine.special_seats_and_ids import BANK
from .protocol import AnsweredOffer, View

# Without a trade and without a complete group for so many rounds, a table is likely to last longer and
# longer. Each step is a *patience* (``far_sighted``).
QUIET_ROUNDS: Final = (8, 16, 24)
# Where the others buy everything and refuse nearly every offer, a long game is likely from the start.
REFUSALS: Final = 4  # this number of refusals shows it,
FOR_EACH_TRADE: Final = 15  # plus this many for each offer that one of them accepted
CLOSED: Final = 2  # the patience that such a table has at least
# Where the others buy everything and nobody has a complete group, the game may stay so. From these rounds
# on, so many more throws of the opponents count (``valuation.stalled``): of 64 games without a complete
# group after 30 rounds, 55 had none after 500.
STALLED: Final = ((0, 100), (15, 400), (25, 1200))
# The arena and the league stop a game after so many rounds, and the richest player counts as the winner. A
# game that lasts so long is likely to be one of theirs.
STOPS_AFTER: Final = 500
FORESEEN: Final = 100  # the last rounds before that in which bots count on it
DECLINED: Final = 6  # the others buy nearly everything if they decline at most one in so many
# Where the others buy everything, ``trades`` presumes in these first rounds that they also trade.
UNKNOWN_ROUNDS: Final = 8
BOTH_WAYS: Final = 2  # later it needs so many others that have both given and received deeds
DEAF_AFTER: Final = 12  # refusals after which a seat that has never traded counts as deaf


class TableReader:
    """The reader of one bot."""

    __slots__ = (
        "_accepted",
        "_agreed",
        "_counted",
        "_gave",
        "_handed",
        "_last",
        "_latest_trade",
        "_past",
        "_received",
        "_refused",
        "_swaps",
        "_unheard",
    )

    def __init__(self) -> None:
        self._begin(())

    def _begin(self, past: Sequence[AnsweredOffer]) -> None:
        self._past = past
        self._counted = 0
        self._last: AnsweredOffer | None = None
        self._latest_trade = 0  # in turns
        self._refused: dict[int, int] = {}  # by seat: the offers that it refused
        self._accepted: dict[int, int] = {}  # by seat: the offers that it accepted
        self._agreed: set[int] = set()  # the seats that have traded
        self._gave: set[int] = set()  # the seats that have given a deed in a trade
        self._received: set[int] = set()  # the seats that have received one
        self._swaps: set[tuple[int, int]] = set()  # the pairs that have exchanged deeds for deeds
        self._handed: set[tuple[int, int, int]] = set()  # giver, receiver and deed of each trade
        # by seat: the offers that it refused since it last made one itself
        self._unheard: dict[int, int] = {}

    def _read(self, view: View) -> None:
        past = view.past
        count = self._counted
        if (
            past is not self._past
            or len(past) < count
            or (count and past[count - 1] is not self._last)
        ):
            self._begin(past)
            count = 0
        for deal in past[count:]:
            self._unheard[deal.by] = 0
            if deal.accepted:
                self._agreed.update((deal.by, deal.to))
                self._accepted[deal.to] = self._accepted.get(deal.to, 0) + 1
                self._latest_trade = deal.turns
                self._hand(deal)
            else:
                self._refused[deal.to] = self._refused.get(deal.to, 0) + 1
                self._unheard[deal.to] = self._unheard.get(deal.to, 0) + 1
        self._counted = len(past)
        self._last = past[-1] if past else None

    def _hand(self, deal: AnsweredOffer) -> None:
        """Note who has given which deeds to whom."""
        if deal.give.deeds and deal.get.deeds:
            self._swaps.add((deal.by, deal.to))
        for giver, receiver, deeds in (
            (deal.by, deal.to, deal.give.deeds),
            (deal.to, deal.by, deal.get.deeds),
        ):
            if deeds:
                self._gave.add(giver)
                self._received.add(receiver)
                self._handed.update((giver, receiver, i) for i in deeds)

    def trades(self, view: View) -> bool:
        """Whether the other players trade deeds, and not only sell a few for much money.

        They do if two of them have exchanged deeds, if one of them has given another seat a deed of a group
        that is complete now, or if ``BOTH_WAYS`` of them (or the only one) have both given and received
        deeds. In the first ``UNKNOWN_ROUNDS`` they are presumed to trade unless they refuse nearly every
        offer."""
        self._read(view)
        seat, owner, rules = view.seat, view.owner, view.rules
        if any(seat not in pair for pair in self._swaps):
            return True
        for giver, receiver, i in self._handed:
            if giver != seat and rules.kind[i] == "street":
                for j in rules.members[i]:
                    if owner[j] != receiver:
                        break
                else:
                    return True
        both = len((self._gave & self._received) - {seat})
        if both >= min(BOTH_WAYS, len(view.others())):
            return True
        return view.round <= UNKNOWN_ROUNDS and not self._closed(view)

    def patience(self, view: View, grouped: bool | None = None) -> int:
        """How long the game is likely to last: 0 for a table that trades or has a complete group, up to
        ``len(QUIET_ROUNDS)`` for one at which nothing happens. A table of players who buy everything and
        refuse nearly everything has at least ``CLOSED`` from the start.

        ``grouped``: whether anybody has a complete group, if the caller knows it."""
        if has_complete_group(view) if grouped is None else grouped:
            return 0
        self._read(view)
        seats = max(1, sum(view.playing))
        quiet = min(view.round, (view.turns - self._latest_trade) // seats)
        patience = bisect_left(QUIET_ROUNDS, quiet)  # how many of them are less
        return max(patience, CLOSED) if others_buy(view) and self._closed(view) else patience

    def _closed(self, view: View) -> bool:
        """Whether the other players refuse nearly every offer."""
        seat = view.seat
        refused = sum(count for by, count in self._refused.items() if by != seat)
        accepted = sum(count for by, count in self._accepted.items() if by != seat)
        return refused >= REFUSALS and accepted * FOR_EACH_TRADE <= refused

    def deaf(self, view: View) -> list[int]:
        """The seats that have never traded, and have refused many offers since they last made one."""
        self._read(view)
        return [
            seat
            for seat, refused in self._unheard.items()
            if refused >= DEAF_AFTER and seat not in self._agreed
        ]


def has_complete_group(view: View) -> bool:
    """Whether any seat owns a complete color group."""
    owner = view.owner
    for group in view.rules.edition.groups:
        members = group.members
        first = owner[members[0]]
        if first == BANK:
            continue
        for i in members:
            if owner[i] != first:
                break
        else:
            return True
    return False


def stalled_throws(view: View) -> int:
    """The further throws of ``STALLED``; 0 at a table that trades or where somebody has a group."""
    if not others_buy(view) or has_complete_group(view):
        return 0
    return max(throws for begin, throws in STALLED if view.round >= begin)


def has_stalled(view: View) -> bool:
    """Whether the second step of ``STALLED`` is reached, so that nobody is likely to get a group soon."""
    return stalled_throws(view) >= STALLED[1][1]


def rounds_until_stop(view: View) -> int | None:
    """The rounds until the arena stops the game (``STOPS_AFTER``), including this one. None if that is far
    off or past, or if the others do not buy everything."""
    left = STOPS_AFTER + 1 - view.round
    return left if 0 < left <= FORESEEN and others_buy(view) else None


def others_buy(view: View) -> bool:
    """Whether the other players buy nearly every deed that they land on. Then a deed that is declined is
    lost, or dear at the auction. A player who has not been seen yet is expected to buy. False where
    nobody has counted."""
    if not view.purchases:
        return False
    bought, declined = 2, 0
    for seat, counts in enumerate(view.purchases):
        if seat != view.seat:
            bought += counts[0]
            declined += counts[1]
    return declined * DECLINED <= bought
