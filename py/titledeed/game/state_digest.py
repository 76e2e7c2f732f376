"""Digests of states, by which a saved game is checked."""

from __future__ import annotations

import hashlib

from ..engine.state import (
    State,
)


def state_digest(state: State) -> str:
    """A short fingerprint of a state, equal in every version of Python."""
    return _short(state.contents())


def _short(contents: tuple[object, ...]) -> str:
    return hashlib.sha256(repr(contents).encode()).hexdigest()[:32]
