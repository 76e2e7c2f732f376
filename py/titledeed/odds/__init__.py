"""Every seat's probability of winning from any position of any rulebook.

The model is fitted to games of the project's own bots (``tools/odds``). From the engine it imports only
plain data, so that bots may use it. It reads its weights at the first call."""

from .model import WHOLE, Network, WeightsNotReady, odds_of_features, use_weights, weights_ready
from .quiescence import Settled, expected_odds, expected_odds_after, settle_position
from .trade_model import odds_for_trades

__all__ = [
    "WHOLE",
    "Network",
    "Settled",
    "WeightsNotReady",
    "expected_odds",
    "expected_odds_after",
    "odds_for_trades",
    "odds_of_features",
    "settle_position",
    "use_weights",
    "weights_ready",
]
