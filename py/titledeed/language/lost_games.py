"""The lost games of a run that can be looked at, for the workshop and the strategy desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from .catalogue import Catalogue

_MOST: Final = 8  # games with a button


def lost_games(lost: Sequence[int], _: Catalogue) -> tuple[list[int], str]:
    """The numbers of the first lost games, and the words before their buttons."""
    if len(lost) <= _MOST:
        return list(lost), _("Games it lost, by number. Press one to look at it:")
    return list(lost[:_MOST]), _(
        "Some of the {n} games it lost, by number. Press one to look at it:", n=len(lost)
    )
