"""Every seat's probability of winning from any position of any rulebook: a model fitted to games of the
project's own bots (``tools/odds``). It imports only ``words`` from the engine, so that bots may use it. It
reads its weights at the first call."""

from .model import WHOLE, Net, Unready, millionths, ready, use
from .settling import Settled, expected, expected_after, settle

__all__ = [
    "WHOLE",
    "Net",
    "Settled",
    "Unready",
    "expected",
    "expected_after",
    "millionths",
    "ready",
    "settle",
    "use",
]
