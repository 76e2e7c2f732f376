"""Whole pages in the pseudo-language: text outside its brackets has bypassed the catalog."""

from __future__ import annotations

import random
import re
from html.parser import HTMLParser

import pytest

import fake_page
import wild_games
from titledeed.engine.record import Record, Seat, read_record
from titledeed.game.replay import Replay
from titledeed.game.session import Session
from titledeed.lab import batch_games
from titledeed.language.catalogue import LANGUAGES, Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.storage.save_models import Summary
from titledeed.storage.storage_interfaces import MemoryStore
from titledeed.storage.store import Store
from titledeed.ui.button_keys import EXPLAINED
from titledeed.ui.game_loop import finished_games_statistics
from titledeed.ui.lab.state.compare import CompareState
from titledeed.ui.lab.state.comparison_form import table_of
from titledeed.ui.lab.views import compare as lab
from titledeed.ui.phase_stage_and_tempo import AwaitingAnswer, Playing, Replaying
from titledeed.ui.render.jinja_renderer import JinjaRenderer
from titledeed.ui.setup_form import default_fields
from titledeed.ui.state import AppState, Draft, GameLink, OpenDialog
from titledeed.ui.views import dialog_contents, saved_games
from titledeed.ui.views.page.page_view import page_view
from titledeed.ui.views.page.region_templates_and_view_keys import REGIONS

READ = ("aria-label", "title", "placeholder", "alt")
# Names are not messages: names of seats, spaces and clauses, ids, and the program's own name.
NAMES = re.compile(r"[a-z0-9-]+\.[a-z0-9-]+")


DIALOGS = (
    ("deed", "24"),
    ("deed", "12"),
    ("deed", "10"),
    ("seat", "0"),
    ("manager", ""),
    ("manager", "raise"),
    ("trade", ""),
    ("spaces", ""),
    ("journal", ""),
    ("why", "jail.fine-window"),
    ("why", "house.auctions"),
    ("rules", ""),
    ("over", ""),
    ("ceiling", ""),
    ("help", ""),
    ("opponents", ""),
    ("results", ""),
    ("settings", ""),
    ("saves", ""),
    ("confirm", "resign"),
    ("confirm", "delete 1"),
    ("confirm", "link"),
    ("confirm", "results"),
    ("link", ""),
)


class Words(HTMLParser):
    """Collects the words of a page: its texts, and attributes that screen readers read."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if name in READ]
        if tag == "input":
            values = dict(attrs)
            if values.get("type") not in ("hidden", "radio", "checkbox", "number"):
                self.found.append(values.get("value") or "")

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def escaped(html: str, names: set[str]) -> list[str]:
    """The words outside all brackets that are not names."""
    parser = Words()
    parser.feed(html)
    parser.close()
    words = []
    # Markup may cut a message into several texts.
    depth = 0
    for text in parser.found:
        outside = []
        for sign in text:
            depth += (sign == "⟦") - (sign == "⟧")
            if depth == 0 and sign != "⟧":
                outside.append(sign)
        words_left = (
            NAMES.sub("", "".join(outside)).replace("\N{SOFT HYPHEN}", "").strip(" \n,·:×…–+−()")
        )
        if re.search(r"[^\W\d_]", words_left) and words_left not in names:
            words.append(words_left)
    return words


def screen(catalogue: Catalogue) -> JinjaRenderer:
    renderer = fake_page.screen()
    renderer.speak(catalogue)
    return renderer


def names_of(session: Session) -> set[str]:
    edition = session.state.rules.edition
    names = {space.name for space in edition.spaces} | {space.short for space in edition.spaces}
    names |= {seat.name for seat in session.game.record.seats}
    names |= set(LANGUAGES.values()) | {key for key, _ in EXPLAINED}
    names |= {group.mark for group in edition.groups} | {session.game.record.title}
    return names


def walked(n: int, most: int) -> Session:
    """A session of people who answer at random."""
    draw = random.Random(n)
    record = wild_games.crowded(draw, rulebook="modern" if n % 2 else "classic", scarce=n % 3 == 0)
    if n % 2:
        record["rent"] = "asked"
    session = Session.start(read_record(record))
    wild_games.walk(session, draw, most)
    return session


def nothing_saved() -> dict[str, object]:
    return {"continue": None, "recent": []}


@pytest.mark.parametrize("n", range(24))
def test_all_text_on_the_table_comes_from_the_catalog(n: int) -> None:
    session = walked(n, 20 + 9 * n)
    edition = session.state.rules.edition
    catalogue = Catalogue("xx", edition.words)
    narrator = Narrator(session.state.rules, session.game.record.seats, catalogue)
    app = AppState(
        phase=Playing(session, AwaitingAnswer()),
        narrator=narrator,
        catalogue=catalogue,
        title="",
        device=0,
        deed=n,
    )
    names = names_of(session)
    renderer = screen(catalogue)
    view = page_view(app, nothing_saved)
    untranslated: dict[str, list[str]] = {}
    for region in REGIONS:
        if region != "setup":
            untranslated[region] = escaped(renderer.render(f"{region}.html", view), names)
    me, *others = (s for s in range(session.state.seats) if session.state.playing[s])
    app.draft = Draft(me, *others[:1])
    app.results = [finished_games_statistics.result_of(session, 60 * n, "")]
    app.linked_game, app.link = session, GameLink("1", "#" * (200 if n % 2 else 3000))
    for id, arg in DIALOGS:
        filled = dialog_contents.view_of(app, OpenDialog(id, arg, me), Store(MemoryStore()))
        if filled is not None:
            untranslated[f"{id} {arg}"] = escaped(renderer.render(*filled), names)
    assert len(untranslated) > 20
    assert {name: words for name, words in untranslated.items() if words} == {}


@pytest.mark.parametrize("n", range(4))
def test_all_text_in_a_replay_comes_from_the_catalog(n: int) -> None:
    session = walked(n, 60)
    catalogue = Catalogue("xx", session.state.rules.edition.words)
    narrator = Narrator(session.state.rules, session.game.record.seats, catalogue)
    replay = Replay(session)
    replay.go(replay.last * n // 3)
    app = AppState(phase=Replaying(replay), narrator=narrator, catalogue=catalogue)
    renderer = screen(catalogue)
    view = page_view(app, nothing_saved)
    for region in ("bar", "menu", "tools", "ask"):
        assert escaped(renderer.render(f"{region}.html", view), names_of(session)) == []


@pytest.mark.parametrize(
    ("open_class", "role", "worksheet"),
    [
        ("", "", None),
        ("7B", "#class=teach", None),
        ("7B", "#class=pupil", None),
        ("", "", {"title": "Ada", "arg": "lesson=here.0"}),
    ],
)
def test_all_text_on_the_start_page_comes_from_the_catalog(
    open_class: str, role: str, worksheet: dict[str, str] | None
) -> None:
    catalogue = Catalogue("xx")
    app = AppState(setup=default_fields(), catalogue=catalogue, deleted="Ada")
    games = [
        Summary(str(n), "Ada", ("Ada", "Ben") if n < 4 else (), n, "modern", "", over=n == 2)
        for n in range(5)
    ]
    links = {"open_class": open_class, "class_role": role, "worksheet": worksheet}
    view = page_view(app, lambda: {**saved_games.start_view(app, games), **links})
    board = Session.start(Record("modern", [Seat("Ada"), Seat("Ben")]))
    names = names_of(board) | {open_class} | {seat["name"] for seat in view["setup"]["seats"]}
    renderer = screen(catalogue)
    start = ("setup.html", "bar.html", "menu.html", "start/start.html", "start/update.html")
    for template in start:
        assert escaped(renderer.render(template, view), names) == []
    listed = {**view, "saves": saved_games.saves_view(app, games)}
    assert escaped(renderer.render("dialogs/saves.html", listed), names) == []


@pytest.mark.parametrize("measure", ["rounds", "win_1", "worth_2", "gini", "income_rent"])
@pytest.mark.parametrize("way", ["planned", "exploring", "version", "seen", "running", "stopped"])
def test_all_text_in_the_laboratory_comes_from_the_catalog(measure: str, way: str) -> None:
    catalogue = Catalogue("xx")
    comparison = CompareState(measure=measure, bar=0, guesses={measure: [0, 0, 3]}, size=12)
    comparison.state = way if way in ("running", "stopped") else "done"
    comparison.planned = {"exploring": 8, "running": 100, "stopped": 100}.get(way, 12)
    comparison.unplanned = way if way in ("version", "seen") else ""
    fields = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    comparison.sides = [
        {**fields, "house:limit-rounds": "3"},
        {**fields, "house:limit-rounds": "5", "cash-0": "9000", "at-1": "boardwalk", "first": "1"},
    ]
    for side in (0, 1):
        record = table_of(comparison.sides[side], catalogue, {})
        comparison.played[side] = list(
            batch_games.run_games({"record": record, "seed": 1, "first": 0, "count": 12})
        )
    comparison.played[1][3].update(rounds=500, winners=[])  # type: ignore[union-attr]
    comparison.entries.whole("seed", "-3", 0, 9, catalogue)
    comparison.sides[0] |= {"cash-1": "-1", "deeds-0": "boardwalk, boardwalk"}
    view = lab.compare_view(comparison, catalogue, 0.0, {})
    page = screen(catalogue).render("lab/compare.html", {"lab": view, **view})
    board = Session.start(Record("modern", [Seat("Ada"), Seat("Ben")]))
    names = names_of(board) | {"A", "B", "s", "Atlantic City", "London", "Australia"}
    names |= {"Park Place: 2, Boardwalk: 2", "boardwalk, boardwalk"}
    names |= {f"{side} {n}" for side in "AB" for n in range(1, 13)}
    untranslated = escaped(page, names)
    assert [words for words in untranslated if "Atlantic City. : 2." not in words] == []


def test_the_check_finds_a_text_outside_the_catalog() -> None:
    page = "<p>⟦Ünd <b>Ada</b> sô⟧ or</p><i title='⟦x⟧ Sell'>Ada</i>"
    assert escaped(page, {"Ada"}) == ["or", "Sell"]
