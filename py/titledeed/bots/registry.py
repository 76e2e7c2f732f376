"""The bots. :data:`CHARACTERS` is the only list of them. Each entry has all the data on one bot, and the
tables below are derived from it. A bot's portrait is ``static/art/people/ID.svg``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from .novice_variant_of_simple_bot import Novice
from .protocol import Bot
from .simple_bot_without_trades import Simple


class Character(NamedTuple):
    """A bot as the page presents it to people."""

    id: str  # as in commands and files
    name: str  # an English message, as is the description
    description: str
    make: Callable[[], Bot]
    # Scored wins in 100 games of four against three bots of tools/field, with rotating seats: an
    # equally good bot scores 25. Measured by ``python -m tools.league --bots ID --games 500 --against
    # all --seed 12``, with 400 to 1,000 games for each bot (docs/BOTS.md has the numbers of games).
    strength: int | None = None
    offered: bool = False  # one of the six characters
    choosable: bool = True  # available for a seat; the arena and files accept the others too
    slow: bool = (
        False  # its answers may take longer than one frame, so the page runs it in a worker
    )
    never_deals: bool = False  # it refuses every offer
    by_odds: bool = False  # it judges trades by its chance of winning, so printed prices say little
    hoards: bool = False  # it sells nothing for cash alone, and seldom pays any
    # The version of its play, higher with each change after which it may answer differently. Saved with
    # simulations and worksheets (lab/bot_play_versions.py); tests/bots/test_play_versions.py holds it.
    play: int = 1


# The page starts with this list and without the bots that think: they are imported when one is made.


def _policy(name: str) -> Callable[[], Bot]:
    def make() -> Bot:
        from .policies_of_characters import POLICIES  # noqa: PLC0415
        from .shared_bot_strategy import PolicyBot  # noqa: PLC0415

        return PolicyBot(POLICIES[name])

    return make


def _shark() -> Bot:
    from .shark_bot_by_odds import Shark  # noqa: PLC0415

    return Shark()


def _steady_1() -> Bot:
    from .frozen.steady_1 import Steady1  # noqa: PLC0415

    return Steady1()


# First the six characters, the strongest first; neighbors differ by at least five points in the league. Then
# those of the arena. The page of opponents shows all that are choosable.
CHARACTERS: Final = (
    Character(
        "shark",
        "Shark",
        "Judges bids and trades by its chance of winning, or by money if the others buy "
        "everything.",
        _shark,
        strength=58,
        offered=True,
        slow=True,
        by_odds=True,
        play=16,
    ),
    Character(
        "dealer",
        "Dealer",
        "Makes many offers, and improves them when they’re declined.",
        _policy("dealer"),
        strength=48,
        offered=True,
        play=5,
    ),
    Character(
        "builder",
        "Builder",
        "Builds at any price and worries about the cash later.",
        _policy("builder"),
        strength=33,
        offered=True,
        play=5,
    ),
    Character(
        "hoarder",
        "Hoarder",
        "Sits on its cash and sells nothing.",
        _policy("hoarder"),
        strength=24,
        offered=True,
        hoards=True,
        play=5,
    ),
    Character(
        "hermit",
        "Hermit",
        "Never trades, and makes do with what it buys.",
        _policy("hermit"),
        strength=16,
        offered=True,
        never_deals=True,
        play=5,
    ),
    Character(
        "novice",
        "Novice",
        "Buys everything that it lands on and can pay for, as a child would.",
        Novice,
        strength=5,
        offered=True,
    ),
    Character(
        "steady",
        "Steady bot",
        "Works out how much each {deed} will earn.",
        _policy("steady"),
        strength=58,
        play=5,
    ),
    Character(
        "simple",
        "Simple bot",
        "Follows a few simple rules.",
        Simple,
        strength=5,
        never_deals=True,
    ),
    # The first version of steady, kept unchanged as a benchmark.
    Character(
        "steady-1",
        "Steady bot, first version",
        "Plays as it did in the first version.",
        _steady_1,
        choosable=False,
    ),
)

BY_ID: Final[Mapping[str, Character]] = {character.id: character for character in CHARACTERS}

BOTS: Final[Mapping[str, Callable[[], Bot]]] = {c.id: c.make for c in CHARACTERS}

OFFERED: Final = tuple(c.id for c in CHARACTERS if c.offered)
CHOOSABLE: Final = tuple(c.id for c in CHARACTERS if c.choosable)
NEVER_DEAL: Final = frozenset(c.id for c in CHARACTERS if c.never_deals)
# The characters that trade for money too, the weakest first.
TRADING: Final = tuple(
    c.id for c in reversed(CHARACTERS) if c.offered and not (c.hoards or c.never_deals)
)
BY_ODDS: Final = frozenset(c.id for c in CHARACTERS if c.by_odds)
HOARD: Final = frozenset(c.id for c in CHARACTERS if c.hoards)
SLOW: Final = frozenset(c.id for c in CHARACTERS if c.slow)
