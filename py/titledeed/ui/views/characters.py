"""The characters at the open game: the expression of each.

The page loads this module when a game is played (``game_loop/characters_loader.py``).
"""

from __future__ import annotations

from ...game.character_reactions import CharacterReactions
from ...game.common_base_of_session_and_replay import SessionBase


class FetchedCharacters:
    """See :class:`titledeed.ui.state.Characters`."""

    def __init__(self) -> None:
        self._reactions = CharacterReactions()

    def expressions(self, session: SessionBase) -> list[str]:
        return self._reactions.expressions(session)
