"""Codes that somebody has mistyped."""

from __future__ import annotations

import random
from collections.abc import Iterator

from titledeed.peers.checksummed_codes import ALPHABET

TRIES = 10_000


def spoiled(code: str, rng: random.Random, tries: int = TRIES) -> Iterator[str]:
    """Yield this code with one wrong character, or with two different characters swapped."""
    n = 0
    while n < tries:
        letters = list(code)
        if n % 2:
            i, j = rng.sample(range(len(letters)), 2)
            letters[i], letters[j] = letters[j], letters[i]
        else:
            letters[rng.randrange(len(letters))] = rng.choice(ALPHABET)
        if "".join(letters) != code:
            n += 1
            yield "".join(letters)


def shifted(code: str, rng: random.Random, tries: int) -> Iterator[str]:
    """Yield this code with one character left out or doubled, the last character first."""
    yield code[:-1]
    yield code + code[-1]
    for n in range(tries - 2):
        i = rng.randrange(len(code))
        yield code[:i] + (code[i + 1 :] if n % 2 else code[i] + code[i:])
