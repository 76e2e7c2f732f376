"""The trade model: a second estimate of every seat's odds, by which ``shark`` judges trades.

It was learned from games in which much is traded, and it reads cash apart from loans
(``trade_features``). At such tables it predicts the winner better than the odds do. But it can rise when
a deed is sold for its mortgage value, so nothing else uses it (``docs/ODDS.md``)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ..engine.board_and_rules_types import Rules
from .features import OpenState
from .model import Network, RowLayout, read_weights, shares
from .trade_features import COMMON, OWN, PAID, SETS, START, read_trade_features

LAYOUT: Final = RowLayout(OWN, SETS, COMMON, START, PAID)
_FILE: Final = Path(__file__).with_name("trade_weights.json")

_KEPT: Final = 500  # positions whose odds are cached

_net: list[Network] = []


def _ready() -> Network:
    if not _net:
        _net.append(Network(read_weights(_FILE), LAYOUT))
    return _net[0]


class _KnownOdds:
    """The odds of the last positions, by all that they follow from except the rules.

    A bot is often asked again before anything has changed, for instance after its offer has been declined.
    Then it thinks of the same exchanges as before, and so of the same positions."""

    __slots__ = ("odds", "rules")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.odds: dict[tuple[object, ...], Mapping[int, int]] = {}


_known: list[_KnownOdds] = []


def odds_for_trades(position: OpenState) -> Mapping[int, int]:
    """The odds of each seat still playing by the trade model, in millionths. Their sum is ``WHOLE``.

    Raises :class:`~.model.WeightsNotReady` if its weights cannot be read."""
    if not _known or _known[0].rules is not position.rules:
        _known[:] = [_KnownOdds(position.rules)]
    known = _known[0].odds
    key = (
        *(tuple(position.owner), tuple(position.cash), tuple(position.level), position.turn),
        *(tuple(position.mortgaged), tuple(position.at), tuple(position.jail), position.round),
        *(tuple(position.playing), tuple(position.held), tuple(position.stock)),
    )
    odds = known.get(key)
    if odds is None:
        if len(known) >= _KEPT:
            known.clear()
        odds = known[key] = shares(read_trade_features(position), _ready)
    return odds
