"""The example board that comes with the board maker: a family's street."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any, Final

from .draft import BoardDraft
from .draft_from_and_to_edition_table import draft_of_table

NAME: Final = "Nettlewick Lane"
__loader__: Any


@cache
def example_draft() -> BoardDraft:
    """The example, from the build's JSON or else its TOML source. Browsers parse TOML slowly."""
    place = os.path.join(os.path.dirname(__file__), "examples_data", "nettlewick-lane")
    try:
        return draft_of_table(json.loads(__loader__.get_data(place + ".json")))
    except OSError:
        import tomllib  # noqa: PLC0415 - not needed, and not loaded, where there is JSON

        return draft_of_table(tomllib.loads(__loader__.get_data(place + ".toml").decode("utf-8")))
