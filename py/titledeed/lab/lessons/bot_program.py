"""The program of a bot that a lesson gives to its students, who open it in the workshop."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ...game.share_link import deflate_text

# The format of a bot's file. The laboratory comes without the workshop's modules, which have it too.
_FORMAT: Final = "title-deed-bot/1"
LONGEST: Final = 20_000  # characters of a program in a lesson
LONGEST_NAME: Final = 24


def bot_link_of(run: Mapping[str, Any]) -> str:
    """The fragment that opens the program of a lesson in the workshop (``workshop.bot_file``)."""
    title = json.dumps({"name": run["name"]}, ensure_ascii=False)
    return "#bot=" + deflate_text(f"# {_FORMAT} {title}\n{run['code'].rstrip()}\n")
