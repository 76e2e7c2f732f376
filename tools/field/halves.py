"""Which players of the field may be used for tuning, and which are held out for the final table.

The draw has a plain rule: sort the names, shuffle them by ``random.Random(SEED)``, and take the first half
for tuning. It was made before any of the new players had played a game. The seed is the number of the issue
that asked for it. ``strangers.TUNING`` and ``strangers.HELD_OUT`` are the halves of an older league; the old
players are drawn afresh here.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from tools.field import habits, strangers

SEED = 30


def halves(names: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names for tuning, and those held out; each in the order of the draw."""
    drawn = sorted(names)
    random.Random(SEED).shuffle(drawn)
    half = len(drawn) // 2
    return tuple(drawn[:half]), tuple(drawn[half:])


OLD = strangers.TUNING + strangers.HELD_OUT
NEW = habits.NAMES
NEW_TUNING, NEW_HELD_OUT = halves(NEW)
OLD_TUNING, OLD_HELD_OUT = halves(OLD)
