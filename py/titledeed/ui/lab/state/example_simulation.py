"""The finished simulation that the laboratory's first page offers as an example."""

from __future__ import annotations

import os
from typing import Any, Final

GAMES: Final = 100  # of each side; ``tools/lab_example.py`` played them
__loader__: Any


def example_simulation() -> str:
    """The file of the simulation, as ``run_file.read_run`` reads it: the ready question about unequal
    starts, answered with the frozen bot ``steady-1``."""
    place = os.path.join(os.path.dirname(__file__), "example_simulation.json")
    content: bytes = __loader__.get_data(place)
    return content.decode("utf-8")
