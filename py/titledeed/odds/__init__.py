"""Every seat's chance to win from any position of any book, learned from the games of the project's own
bots (``tools/odds``). Stands on the words of the engine alone; the weights are read when first needed."""

from .model import WHOLE, Net, Unready, millionths, use
from .settling import Settled, expected, expected_after, settle

__all__ = [
    "WHOLE",
    "Net",
    "Settled",
    "Unready",
    "expected",
    "expected_after",
    "millionths",
    "settle",
    "use",
]
