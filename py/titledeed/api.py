"""The public interface for other programs. It is stable from 0.1.0 on; all other paths may change.

It offers records, games, states, legal answers, editions, bots, and two figures of the laboratory. Sums
of money are whole units of the edition's currency. Seats count from 0, and spaces from 0 (GO) to 39.

A game, answer by answer::

    from titledeed import api

    game = api.new_game(["Ada", "Ben"], rulebook="modern", seed=7)
    game.line("Ada roll")
    for event in game.events:
        print(event.kind, event.clauses)

``docs/API.md`` has an example for each name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from .bots.protocol import AnsweredOffer, Bot, Choice, View, offer
from .bots.registry import BOTS
from .cli.check_record_expectations import check_table
from .engine.answers import (
    Accept,
    Answer,
    AskRent,
    Bid,
    Build,
    Bundle,
    Buy,
    CardIs,
    ClaimIt,
    Deal,
    Decline,
    DemandRent,
    Dice,
    End,
    Fine,
    Flat,
    GiveUp,
    Keep,
    Mortgage,
    Offer,
    Pass,
    Pay,
    Percent,
    Place,
    Redeem,
    Reject,
    Resign,
    Roll,
    Sell,
    SellDown,
    Shuffle,
    TakeChance,
    TimeUp,
    UseCard,
)
from .engine.asks import (
    ASKS,
    QUIET,
    Ask,
    AskAnswer,
    AskBid,
    AskBuy,
    AskCard,
    AskCardChoice,
    AskClaim,
    AskDeal,
    AskDebt,
    AskDice,
    AskEnd,
    AskOrder,
    AskPlace,
    AskRentRoll,
    AskRoll,
    AskShuffle,
    AskTax,
    AskTransfer,
    Over,
)
from .engine.board_and_rules_types import Card, Edition, Group, Rules, Space
from .engine.errors import Cause, LoadError, MalformedAnswer, RefusedAnswer
from .engine.generic_event import Event
from .engine.legal_answers import Amount, Barred, Option, Options, Terms
from .engine.legal_answers import options as legal_answers
from .engine.notation import Notation
from .engine.parsing.edition_parser import edition_of
from .engine.parsing.edition_text_to_table import parse_edition_file
from .engine.record import FORMAT, Game, Record, parse_record
from .engine.record import read_record as _record_of
from .engine.reducer import play, violations
from .engine.rng import chance_answer
from .engine.rulebook_loader_and_rules_compiler import BOOKS, default_words
from .engine.rules.auction import lowest_bid
from .engine.special_seats_and_ids import BANK, CHANCE, FREE, NOBODY, POT
from .engine.state import Claim, State
from .game.state_digest import state_digest as digest
from .lab import parallel_jobs
from .lab.batch_games import games_csv as _games_csv
from .lab.batch_games import record_of, run_games, run_with_strangers
from .lab.landings.shares_and_group_earnings import exact
from .lab.third_party_bots import load_bot
from .peers.proof import check_proof

__all__ = [
    "ASKS",
    "BANK",
    "BOTS",
    "CHANCE",
    "FORMAT",
    "FREE",
    "NOBODY",
    "POT",
    "QUIET",
    "RULEBOOKS",
    "Accept",
    "Amount",
    "Answer",
    "AnsweredOffer",
    "Ask",
    "AskAnswer",
    "AskBid",
    "AskBuy",
    "AskCard",
    "AskCardChoice",
    "AskClaim",
    "AskDeal",
    "AskDebt",
    "AskDice",
    "AskEnd",
    "AskOrder",
    "AskPlace",
    "AskRent",
    "AskRentRoll",
    "AskRoll",
    "AskShuffle",
    "AskTax",
    "AskTransfer",
    "Barred",
    "Bid",
    "Bot",
    "Build",
    "Bundle",
    "Buy",
    "Card",
    "CardIs",
    "Cause",
    "Choice",
    "Claim",
    "ClaimIt",
    "Deal",
    "Decline",
    "DemandRent",
    "Dice",
    "Edition",
    "End",
    "Event",
    "Fine",
    "Flat",
    "Game",
    "GiveUp",
    "Group",
    "Keep",
    "LoadError",
    "MalformedAnswer",
    "Mortgage",
    "Notation",
    "Offer",
    "Option",
    "Options",
    "Over",
    "Pass",
    "Pay",
    "Percent",
    "Place",
    "Record",
    "Redeem",
    "RefusedAnswer",
    "Reject",
    "Resign",
    "Roll",
    "Rules",
    "Sell",
    "SellDown",
    "Shuffle",
    "Space",
    "State",
    "TakeChance",
    "Terms",
    "TimeUp",
    "UseCard",
    "View",
    "chance_answer",
    "check_proof",
    "check_record",
    "digest",
    "games_csv",
    "landing_shares",
    "legal_answers",
    "load_bot",
    "lowest_bid",
    "new_game",
    "offer",
    "play",
    "play_games",
    "read_edition",
    "read_record",
    "violations",
]

RULEBOOKS: Final = BOOKS


def read_record(text: str, toml: bool = False) -> Record:
    """Return the record in a file's text (JSON, or TOML if ``toml``). Its lines are not played yet.

    Raises :class:`LoadError` with a sentence for the first fault."""
    return _record_of(parse_record(text, toml))


def check_record(table: Mapping[str, Any]) -> list[str]:
    """Play a parsed record and compare it with its own expectations. Return a sentence for each
    difference, [] if there is none. It never raises, whatever the record contains."""
    return check_table(table)


def new_game(
    names: Sequence[str],
    rulebook: str = "modern",
    seed: int = 0,
    edition: str | Mapping[str, Any] = "atlantic-city",
    house_rules: Mapping[str, Any] | None = None,
) -> Game:
    """Return a game that has not begun; the seed sets dice and cards. Raises :class:`LoadError`."""
    return Game(
        _record_of(
            {
                "format": FORMAT,
                "rulebook": rulebook,
                "edition": edition if isinstance(edition, str) else dict(edition),
                "seats": list(names),
                "seed": seed,
                "house_rules": dict(house_rules or {}),
            }
        )
    )


def read_edition(text: str, toml: bool = True) -> Edition:
    """Return the edition (board, names, currency) in a file's text. docs/EDITIONS.md defines the format.

    Raises :class:`LoadError` with a sentence for the first fault."""
    return edition_of(parse_edition_file(text, toml), default_words())


def play_games(
    bots: Sequence[str],
    games: int,
    rulebook: str = "modern",
    seed: int = 1,
    executor: parallel_jobs.Executor | None = None,
) -> Iterator[dict[str, Any]]:
    """Play games of these bots (names of :data:`BOTS`, or ``FILE.py:CLASS``), and yield the summary of
    each, in order. They are the games of ``titledeed lab games`` with this seed (docs/LAB.md). Seats do
    not rotate.

    ``executor``: one like those of ``concurrent.futures``, or one that uses many machines. Without it
    this process plays."""
    call = run_with_strangers if any(":" in bot for bot in bots) else run_games
    played = parallel_jobs.play_jobs(record_of(rulebook, list(bots)), seed, games, executor, call)
    return (dict(game) for game in played)


def games_csv(games: Iterable[Mapping[str, Any]], seats: int) -> Iterator[str]:
    """Yield the table of games from :func:`play_games` as lines, a heading first, as ``titledeed lab
    games`` prints it (docs/LAB.md has the columns)."""
    return _games_csv(games, seats)  # type: ignore[arg-type]


def landing_shares(rulebook: str = "modern", edition: str = "atlantic-city") -> list[float]:
    """Return the exact share of throws that end on each of the 40 spaces; the last entry is jail. The
    player leaves jail as soon as possible (docs/LANDINGS.md has the method)."""
    job = {"book": rulebook, "edition": edition, "decks": "", "jail": "leave", "choice": "pay"}
    return exact(job)  # type: ignore[arg-type]
