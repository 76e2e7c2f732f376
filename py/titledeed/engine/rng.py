"""The answers of chance from a seed, for a record that does not contain them.

The n-th chance answer of a game depends only on the seed and n. So the game is the same whether a
record contains that line or omits it. The generator is SplitMix64 (Steele, Lea, Flood 2014). It is
implemented here because it belongs to the record format ``title-deed/1`` and must never change; a
golden test guards it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from .answers import (
    Answer,
    CardIs,
    Deal,
    Dice,
    Shuffle,
)
from .asks import (
    AskCard,
    AskDeal,
    AskDice,
    AskShuffle,
)
from .rules.short_game import undealt
from .state import (
    State,
)

MOST_SEED: Final = 2**63 - 1  # a seed is a whole number from 0 to this

_MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
_GAMMA: Final = 0x9E37_79B9_7F4A_7C15

# The 36 throws, made once to save time.
_THROWS: Final = tuple(Dice(a, b) for a in range(1, 7) for b in range(1, 7))


def _mix(z: int) -> int:
    z = (z ^ (z >> 30)) * 0xBF58_476D_1CE4_E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D0_49BB_1331_11EB & _MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=16)
def _start(seed: int) -> int:
    """The start number of a seed's sequence, cached because each throw of a game needs it."""
    return _mix(seed * _GAMMA + _GAMMA & _MASK)


def random_number(seed: int, n: int) -> int:
    """A number uniform over 0 … 2⁶⁴ - 1 for the n-th chance answer of a seed."""
    return _mix(_start(seed) + n * _GAMMA & _MASK)


def chance_answer(state: State, seed: int) -> Answer:
    """The answer of chance to the pending ask, which must be one of chance's."""
    ask = state.agenda[-1]
    match ask:
        case AskDice():
            return _THROWS[random_number(seed, state.draws) % 36]
        case AskCard():
            return CardIs(state.decks[ask.deck][0])
        case AskShuffle():
            deck = state.decks[ask.deck]
            rest = sorted(deck[len(deck) - ask.count :])
            return Shuffle(ask.deck, shuffled(rest, random_number(seed, state.draws)))
        case AskDeal():
            pack = undealt(state)
            return Deal(ask.receiver, pack[random_number(seed, state.draws) % len(pack)])
    raise AssertionError(f"chance is not asked: {ask}")


def shuffled(items: list[int], z: int) -> tuple[int, ...]:
    """A Fisher-Yates shuffle from the last index down; the k-th swap uses the k-th number after ``z``."""
    out = list(items)
    for k, i in enumerate(range(len(out) - 1, 0, -1), 1):
        j = _mix(z + k * _GAMMA & _MASK) % (i + 1)
        out[i], out[j] = out[j], out[i]
    return tuple(out)
