"""The trade model: a second estimate of every seat's odds, by which ``shark`` judges trades.

It was learned from games in which much is traded, and it reads cash apart from loans
(``trade_features``). At such tables it predicts the winner better than the odds do. But it can rise when
a deed is sold for its mortgage value, so nothing else uses it (``docs/ODDS.md``)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from .features import OpenState
from .model import Network, RowLayout, read_weights, shares
from .trade_features import COMMON, OWN, PAID, SETS, START, read_trade_features

LAYOUT: Final = RowLayout(OWN, SETS, COMMON, START, PAID)
_FILE: Final = Path(__file__).with_name("trade_weights.json")

_net: list[Network] = []


def _ready() -> Network:
    if not _net:
        _net.append(Network(read_weights(_FILE), LAYOUT))
    return _net[0]


def odds_for_trades(position: OpenState) -> dict[int, int]:
    """The odds of each seat still playing by the trade model, in millionths. Their sum is ``WHOLE``.

    Raises :class:`~.model.WeightsNotReady` if its weights cannot be read."""
    return shares(read_trade_features(position), _ready)
