"""Every seat's probability of winning from any position of any rulebook.

The model is fitted to games of the project's own bots (``tools/odds``). From the engine it imports only
plain data, so that bots may use it. It reads its weights at the first call. Its modules are imported
when one of these names is first used, for the page starts without them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from .model import (
        WHOLE,
        Network,
        WeightsNotReady,
        odds_of_features,
        use_weights,
        weights_ready,
    )
    from .quiescence import Settled, expected_odds, expected_odds_after, settle_position
    from .trade_model import odds_for_trades
else:
    _MODULE_OF: Final = {
        "WHOLE": "model",
        "Network": "model",
        "WeightsNotReady": "model",
        "odds_of_features": "model",
        "use_weights": "model",
        "weights_ready": "model",
        "Settled": "quiescence",
        "expected_odds": "quiescence",
        "expected_odds_after": "quiescence",
        "settle_position": "quiescence",
        "odds_for_trades": "trade_model",
    }

    def __getattr__(name: str) -> Any:
        if name not in _MODULE_OF:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
        globals()[name] = value
        return value


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
