"""A player from rules in a link: ``#strategy=1.…``, its file's text deflated, in base64url."""

from __future__ import annotations

from typing import Final

from ..engine.errors import LoadError
from ..game.share_link import deflate_text, inflate_text
from ..strategies.strategy_file import LARGEST, Strategy, read_strategy, write_strategy

MARK: Final = "#strategy="  # prefix of a link's fragment


def strategy_link(strategy: Strategy) -> str:
    """The fragment of a link to this player."""
    return MARK + deflate_text(write_strategy(strategy))


def read_strategy_link(fragment: str) -> Strategy:
    """The player in a link. Raises :class:`LoadError` with a sentence."""
    text = fragment.removeprefix(MARK)
    if len(text) > LARGEST:
        raise LoadError("The link is too long for a player’s rules.")
    return read_strategy(inflate_text(text))
