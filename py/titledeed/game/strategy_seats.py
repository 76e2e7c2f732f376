"""Seats whose bot is a player from rules (``strategies/``), which the record describes in ``x-strategies``.

A page fetches the code of such players only when a game has one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from ..bots import BOTS, Bot, written_bots
from ..bots.strategy_ids import is_strategy, strategy_title
from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import json_value

if TYPE_CHECKING:
    from ..strategies.strategy_file import Strategy

KEY: Final = "x-strategies"  # as in strategies/strategy_file.py


class MissingPart(Exception):
    """A part of the program has to be fetched first. It is not a ``LoadError``: the caller fetches the part
    and tries again."""

    def __init__(self, part: str) -> None:
        super().__init__(part)
        self.part = part


def is_bot_of(bot: str, extra: Mapping[str, Any]) -> bool:
    """Whether there is such a bot in a record with these ``x-`` keys."""
    if not is_strategy(bot):
        return written_bots.is_bot(bot)
    tables = extra.get(KEY)
    return isinstance(tables, Mapping) and bot in tables


def make_bot_of(bot: str, extra: Mapping[str, Any]) -> Bot:
    """A new bot of this name. Raises :class:`LoadError` with a sentence, and :class:`MissingPart`."""
    if not is_bot_of(bot, extra):
        raise LoadError(f"There is no bot “{bot[:40]}”. Choose one of these: {', '.join(BOTS)}.")
    return strategies_of(extra)[bot].make_bot() if is_strategy(bot) else written_bots.make_bot(bot)


def with_strategies(
    extra: Mapping[str, Any], bots: Iterable[str], texts: Mapping[str, str]
) -> dict[str, Any]:
    """The ``x-`` keys of a record with the rules of those of these bots that are players from rules.

    ``texts``: the files of such players, by id. What they contain is checked when the bots are made."""
    found: dict[str, Any] = {}
    for bot in bots:
        if is_strategy(bot) and bot in texts:
            with suppress(ValueError):
                found[bot] = json_value(texts[bot])
    if not found:
        return dict(extra)
    tables = extra.get(KEY)
    return {**extra, KEY: {**(tables if isinstance(tables, Mapping) else {}), **found}}


def shared_strategies(
    bots: Iterable[str], texts: Mapping[str, str], shared: Mapping[str, Any] = {}
) -> dict[str, Any]:
    """The ``x-`` keys for a game of several devices. ``shared``: the rules that all its devices have.

    An earlier version of the program did not send them. At a table that it has opened, players whose rules
    are not on this device have the usual rules here."""
    bots = [bot for bot in bots if is_strategy(bot)]
    known = with_strategies({}, bots, texts).get(KEY, {}) | shared
    usual = {bot: {"name": strategy_title(bot)} for bot in bots}
    return {KEY: {**usual, **known}} if bots else {}


def strategies_of(extra: Mapping[str, Any]) -> dict[str, Strategy]:
    """All players from rules in a record with these ``x-`` keys.

    Raises :class:`LoadError` with a sentence, and :class:`MissingPart`."""
    try:
        from ..strategies import strategy_file  # noqa: PLC0415 - may not be here yet
    except ImportError:
        raise MissingPart("strategies") from None
    return strategy_file.strategies_of(extra)
