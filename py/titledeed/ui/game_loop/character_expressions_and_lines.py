"""The characters at the open game: the expression of each, and what it says.

The page loads this module when a game is played (``game_loop/characters_loader.py``).
"""

from __future__ import annotations

from ...game.character_reactions import CharacterReactions
from ...game.common_base_of_session_and_replay import SessionBase
from ...language.character_lines import character_line, character_lines
from ...language.sentence_parts import SentenceParts
from ..state import SpokenLine


class FetchedCharacters:
    """See :class:`titledeed.ui.state.Characters`."""

    def __init__(self) -> None:
        character_lines()  # adds the translations
        self._reactions = CharacterReactions()

    def expressions(self, session: SessionBase) -> list[str]:
        return self._reactions.expressions(session)

    def line(self, session: SessionBase, parts: SentenceParts, index: int) -> SpokenLine | None:
        occasion = self._reactions.reaction(session, index).occasion
        if occasion is None:
            return None
        seat, kind, nth, amount, space = occasion
        character = session.controls[seat]
        text = character_line(parts, character, kind, nth, amount=amount, space=space)
        return SpokenLine(seat, text) if text else None
