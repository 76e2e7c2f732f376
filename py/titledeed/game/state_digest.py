"""Digests of states, which check a saved game."""

from __future__ import annotations

import hashlib

from ..engine.state import (
    State,
)


def state_digest(state: State) -> str:
    """Return a short fingerprint of a state, the same in every version of Python."""
    return _short(state.contents())


def _short(contents: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(contents).encode()).hexdigest()[:32]
