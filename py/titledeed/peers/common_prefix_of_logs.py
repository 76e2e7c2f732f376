"""Compares two lists of one game: their common prefix, and how much either has beyond it."""

from __future__ import annotations

from .log_entry_fields_and_checks import of_game
from .table_state_seats_game_draws import TableState


def is_prefix(log: TableState, other: TableState) -> bool:
    """Whether a list is a prefix of the other one."""
    return other.count >= log.count and other.digests[log.count] == log.digest


def played_since(log: TableState, count: int) -> int:
    """Return the number of entries of the game from index ``count`` on."""
    return sum(map(of_game, log.entries[count:]))


def common_count(log: TableState, other: TableState) -> int:
    """Return the length of the longest common prefix of two lists."""
    low, high = 0, min(log.count, other.count)
    while low < high:
        middle = (low + high + 1) // 2
        if log.digests[middle] == other.digests[middle]:
            low = middle
        else:
            high = middle - 1
    return low
