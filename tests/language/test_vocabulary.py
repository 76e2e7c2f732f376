"""Each board's vocabulary in every sentence: no word, currency or space of another board appears."""

from __future__ import annotations

import html
import json
import random
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import wild_games
from fake_page import Table
from on_screen import on_screen
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import read_record
from titledeed.game.session import Session
from titledeed.language.catalogue import NAMES
from titledeed.language.sentence_parts import plain_text
from titledeed.ui.state import Draft, OpenDialog
from tools import messages

ROOT = Path(__file__).resolve().parents[2]
TOWN = tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))
BOARDS: dict[str, Any] = {id: id for id in rules_compiler.EDITIONS} | {"my-town": TOWN}

# ---------------------------------------------------------------- the sentences as they are written

# Words of a vocabulary that are also everyday English.
EVERYDAY = {"go", "chance", "deck", "decks", "lot", "lots"}
# Messages before a board exists, or about files, records and links, for the people who write these. An
# edition's own words are also here.
OF_FILES = (
    "py/titledeed/lab/lessons/data/",  # a lesson names the spaces of its own board
    "py/titledeed/editions/",
    "py/titledeed/engine/",
    "py/titledeed/game/share_link.py",
    "py/titledeed/game/session.py",
    "py/titledeed/cli/",
    "py/titledeed/__main__.py",
    "py/titledeed/lab/lessons/data/",  # a lesson names the spaces of its own board
)
PHRASES = re.compile(r"[Hh]ouse rules?|Title Deed|the rulebook itself uses dollars")


@cache
def vocabulary() -> re.Pattern[str]:
    words: set[str] = set()
    for id in rules_compiler.EDITIONS:
        words |= set(rules_compiler.edition_table(id)["words"].values())
    longest_first = sorted((w for w in words if w.lower() not in EVERYDAY), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest_first))})\b", re.IGNORECASE)


def test_no_message_contains_a_vocabulary_word_as_plain_text() -> None:
    """A word of an edition is in braces in every message."""
    spelt_out = []
    printed = {name for id in rules_compiler.EDITIONS for name in names_of(id)}
    printed |= {
        rules_compiler.edition_table(id)["words"][key]
        for id in rules_compiler.EDITIONS
        for key in NAMES
    }
    for singular, plural, where in messages.messages():
        if where.startswith(OF_FILES):
            continue
        for text in (singular, plural):
            if text in printed:  # a name on a board, which a language may translate
                continue
            plain = PHRASES.sub("", re.sub(r"\{[^{}]*\}", "", text))
            if vocabulary().search(plain):
                spelt_out.append((where, text))
    assert spelt_out == [], "\n".join(map(str, spelt_out))


# ---------------------------------------------------------------- the pages as they are shown

CLAUSE = re.compile(r"\b[a-z-]+\.[a-z0-9-]+\b")
READ = re.compile(r"\b(?:aria-label|title|placeholder|alt)=\"([^\"]*)\"")
# Of a clause's five columns each book speaks for itself; what it is called is not the board's word.
OWN_SIGNS = {"atlantic-city": "$", "london": "£", "australia": "$", "my-town": " cr"}


def readable(page: str) -> str:
    """Returns the texts that people can read or hear, without the ids of clauses."""
    attributes = " · ".join(READ.findall(page))
    text = re.sub(r"<(script|style|svg).*?</\1>", " ", page, flags=re.DOTALL)
    text = html.unescape(f"{re.sub('<[^>]+>', ' ', text)} · {attributes}")
    return " ".join(CLAUSE.sub("", text.replace("\N{SOFT HYPHEN}", "")).split())


def words_of(board: Any) -> Mapping[str, str]:
    table = rules_compiler.edition_table(board) if isinstance(board, str) else board
    return {**rules_compiler.default_words(), **table.get("words", {})}


def full_names(board: Any) -> set[str]:
    table = rules_compiler.edition_table(board) if isinstance(board, str) else board
    return {space["name"] for space in table["space"]}


def names_of(board: Any) -> set[str]:
    table = rules_compiler.edition_table(board) if isinstance(board, str) else board
    spaces = table["space"]
    return (
        {s["name"] for s in spaces} | {s.get("short", s["name"]) for s in spaces} | {table["name"]}
    )


@cache
def foreign(name: str) -> re.Pattern[str]:
    """Return a pattern of the words that only other boards have."""
    own = {word.lower() for word in words_of(BOARDS[name]).values()}
    own |= {part for word in own for part in (word, *word.split())}
    terms: set[str] = set()
    for other, board in BOARDS.items():
        if other != name:
            terms |= {w for w in words_of(board).values() if w.lower() not in own | EVERYDAY}
            names = full_names(board) - names_of(BOARDS[name])
            terms |= {n for n in names if n.lower() not in own | EVERYDAY}
    longest = sorted(terms, key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, longest))})\b", re.IGNORECASE)


def strangers(name: str, text: str, names: set[str]) -> list[str]:
    """Return the words and signs of other boards in a text, with the text around them."""
    for own in sorted(names | names_of(BOARDS[name]), key=len, reverse=True):
        text = re.sub(rf"\b{re.escape(own)}\b", "·", text)
    text = PHRASES.sub("", text)
    hits = [
        f"{m[0]}: {text[max(0, m.start() - 30) : m.end() + 30]}"
        for m in foreign(name).finditer(text)
    ]
    signs = {"$", "£"} - {OWN_SIGNS[name]}
    hits += [text[max(0, text.index(s) - 30) :][:60] for s in signs if s in text]
    if name == "my-town":
        hits += re.findall(r"\d,\d{3}", text)
    return hits


def by_number(deed: str) -> str:
    id, _, mark = deed.partition(":")
    ids = [space["id"] for space in rules_compiler.edition_table("atlantic-city")["space"]]
    return f"@{ids.index(id)}" + (f":{mark}" if mark else "")


def wild(name: str, n: int, most: int) -> tuple[Table, set[str]]:
    """Return a table in the middle of a wild game on a board, and the names of its seats."""
    draw = random.Random(n)
    record = wild_games.crowded(draw, rulebook=rules_compiler.BOOKS[n % 5], scarce=n % 3 == 0)
    record["edition"] = BOARDS[name]
    # A board from a file has its own ids; the number of a space is the same on every board.
    for seat in record["position"]["seat"].values():
        seat["deeds"] = [by_number(deed) for deed in seat.get("deeds", [])]
    if n % 2:
        record["rent"] = "asked"
    session = Session.start(read_record(record))
    wild_games.walk(session, draw, most)
    return on_screen(session), {seat.name for seat in session.game.record.seats}


def shown(table: Table) -> Iterator[tuple[str, str]]:
    """Yield all regions and the dialogs of every kind."""
    yield from table.page.regions.items()
    state = table.session.state
    me = next(s for s in range(state.seats) if state.playing[s])
    other = next(s for s in range(state.seats) if state.playing[s] and s != me)
    table.app.draft = Draft(me, other)
    sheets = [
        *(OpenDialog("deed", str(n)) for n in range(40)),
        *(OpenDialog("seat", str(n)) for n in range(state.seats)),
        *(
            OpenDialog(id, "", me)
            for id in ("manager", "trade", "spaces", "journal", "rules", "over")
        ),
        *(OpenDialog(id) for id in ("help", "settings", "saves")),
        OpenDialog("confirm", "resign", me),
    ]
    for dialog in sheets:
        if isinstance(state.ask, Over) and dialog.id == "manager":
            continue
        table.hands.play.open(dialog)
        yield f"{dialog.id} {dialog.arg}", table.page.regions.get(f"dlg-{dialog.id}", "")
        table.hands.play.close(dialog.id)
    for n, announcement in enumerate(table.page.said):
        yield f"announcement {n}", html.escape(announcement)


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("n", range(5))
def test_texts_about_a_board_use_its_own_words(name: str, n: int) -> None:
    table, names = wild(name, n, 40 + 60 * n)
    foreign_words = {
        where: hits
        for where, page in shown(table)
        if (hits := strangers(name, readable(page), names))
    }
    assert foreign_words == {}, json.dumps(foreign_words, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("name", BOARDS)
def test_every_clause_uses_the_boards_words(name: str) -> None:
    table, names = wild(name, 1, 20)
    foreign_words = {}
    for id in rules_compiler.clause_table():
        table.hands.play.open(OpenDialog("why", id))
        hits = strangers(name, readable(table.page.regions["dlg-why"]), names)
        if hits:
            foreign_words[id] = hits
    assert foreign_words == {}, json.dumps(foreign_words, indent=1, ensure_ascii=False)


@pytest.mark.parametrize("name", BOARDS)
def test_whole_games_are_described_in_the_boards_words(name: str) -> None:
    """All texts about a game of bots, spoken and in the journal."""
    table = Table()
    seats = {"Ada": "steady", "Ben": "simple", "Cleo": "steady"}
    house = {"limit-rounds": 25}
    table.play(*seats, bots=seats, edition=BOARDS[name], house_rules=house)
    table.page.run(100_000)
    assert isinstance(table.session.ask, Over)
    text = " · ".join([*table.page.said, *(str(line[2]) for line in table.app.lines)])
    narrator = table.app.narrator
    assert narrator is not None
    text += " · ".join(plain_text(line["text"]) for line in narrator.journal(table.session.entries))
    assert strangers(name, text, set(seats)) == []


@pytest.mark.parametrize("name", BOARDS)
def test_the_setup_form_uses_the_words_of_the_chosen_board(name: str) -> None:
    table = Table()
    if name == "my-town":
        table.app.boards["my-town"] = TOWN
    table.page.fields = {**table.app.setup, "edition": name, "house:auctions": "on"}
    table.do("setup", kind="change")
    names = {other for other in BOARDS if other != name} | {"Ada", "Grace", "Emmy", "Alan"}
    names |= {str(rules_compiler.edition_table(id)["name"]) for id in rules_compiler.EDITIONS}
    assert strangers(name, readable(table.page.regions["setup"]), names) == []


def test_the_check_finds_a_word_from_another_board() -> None:
    assert strangers("london", "Ada goes to gaol for $50 by railroad.", {"Ada"})
    assert strangers("australia", "Ada is in jail.", {"Ada"})
    assert strangers("australia", "Four houses on one street", {"Ada"})
    assert strangers("my-town", "Ada has 1,500 cr.", {"Ada"})
    assert not strangers("australia", "Ada is in gaol; a railway station, 4 lots, $50", {"Ada"})
