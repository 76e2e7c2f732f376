"""The board of the start page: every square of the chosen edition with its deed.

It also shows the owners in the saved game that can be continued."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ....engine.errors import LoadError
from ....engine.record import Record, Seat
from ....engine.special_seats_and_ids import SPACES
from ....game.session import Session
from ....language.catalogue import Catalogue
from ....language.narrator_of_journal_and_refusals import Narrator
from ....storage.save_models import Summary
from ... import setup_form
from ...phase_stage_and_tempo import Playing
from ...state import AppState
from ..board import board
from ..board.deed import deed_view
from ..view_context_and_shared_parts import Cache, ViewContext, ViewOptions

if TYPE_CHECKING:
    from ..types import (
        DeedView,
        LookView,
        SpaceView,
    )

# The seats of a game that serves only to make the views. Nobody plays it.
_SEATS: Final = ("Ada", "Ben")


def in_page(language: str = "en") -> ViewOptions:
    """The board that build.py renders into index.html, which is that of the default form."""
    return ViewOptions(
        _key(*setup_form.chosen_book_and_edition(setup_form.default_fields(), {}), language)
    )


def look_view(app: AppState, cache: Cache) -> LookView:
    """The view of the board. ``key`` identifies it.

    ``spaces`` and ``deeds`` are empty if the page already shows this board, as 40 deeds take longer to
    render than the rest of the start page."""
    book, edition = setup_form.chosen_book_and_edition(app.setup, app.boards)
    key = _key(book, edition, app.catalogue.language)
    if cache.look is None or cache.look.key != key:
        cache.look = ViewOptions(key, *_board(book, edition, app.catalogue.language))
    return {"key": key, "spaces": cache.look.spaces, "deeds": cache.look.deeds}


def going_on(app: AppState, summary: Summary | None, before: set[int]) -> list[SpaceView]:
    """The owned squares of a saved game on the same board, to show on the board of the start page.

    They include squares of ``before`` that nobody owns any more."""
    book, edition = setup_form.chosen_book_and_edition(app.setup, app.boards)
    owner: Sequence[int] = ()
    seats = [Seat(name, "simple") for name in _SEATS]
    if summary is not None and summary.picture.edition == edition:
        picture = summary.picture
        lists = (picture.owner, picture.level, picture.mortgaged)
        if all(len(some) == SPACES for some in lists) and len(summary.players) == len(
            picture.tokens
        ):
            owner = picture.owner
            seats = [
                Seat(name, "simple", token)
                for name, token in zip(summary.players, picture.tokens, strict=True)
            ]
    taken = {i for i, n in enumerate(owner) if 0 <= n < len(seats)}
    if not taken | before:
        return []
    deeds: dict[str, list[str]] = {seat.name: [] for seat in seats}
    if summary is not None:
        for i in sorted(taken):
            level = summary.picture.level[i]
            built = f":{level}" if 0 < level < 5 else ":hotel" if level else ""
            deeds[seats[owner[i]].name].append(
                f"@{i}{':m' if summary.picture.mortgaged[i] else built}"
            )
    position = {"seat": {name: {"deeds": owned} for name, owned in deeds.items()}}
    try:
        session = Session.start(Record(book, seats, edition=edition, position=position))
    except LoadError:  # the stored picture is damaged, or possible only with house rules
        return []
    rules = session.state.rules
    catalogue = Catalogue.of(app.catalogue.language, rules.edition)
    names = [seat.name for seat in seats]
    app_with_game = AppState(
        phase=Playing(session), narrator=Narrator(rules, names, catalogue), catalogue=catalogue
    )
    ctx = ViewContext(app_with_game)
    return [
        {**board.space_view(ctx, i, [], here=False), "look": True} for i in sorted(taken | before)
    ]


def _key(book: str, edition: str | dict[str, Any], language: str) -> str:
    if not isinstance(edition, str):  # it is from a file, which may change
        edition = f"file-{zlib.crc32(json.dumps(edition).encode())}"
    return f"{edition} {book} {language}"


def _board(
    book: str, edition: str | dict[str, Any], language: str
) -> tuple[list[SpaceView], list[DeedView]]:
    """All squares and their deeds, before anybody owns any."""
    record = Record(book, [Seat(name, "simple") for name in _SEATS], edition=edition)
    session = Session.start(record)
    rules = session.state.rules
    catalogue = Catalogue.of(language, rules.edition)
    app_with_game = AppState(
        phase=Playing(session), narrator=Narrator(rules, _SEATS, catalogue), catalogue=catalogue
    )
    ctx = ViewContext(app_with_game)
    return (
        [{**board.space_view(ctx, i, [], here=False), "look": True} for i in range(40)],
        [
            {**deed_view(ctx, i, f"look-{i}"), "owner_says": "", "would": "", "rent_clause": ""}
            for i in range(40)
        ],
    )
