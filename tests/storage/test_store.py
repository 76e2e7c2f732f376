"""Saved games: two storages, small writes, an older valid state as a backup, and a message on damage."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from fake_page import Box, Database, Table, disk
from titledeed.engine.errors import LoadError
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session
from titledeed.storage import checksummed_copies
from titledeed.storage.game_storage_keys import PREFIX
from titledeed.storage.save_models import KeptGame, Summary, whole_record
from titledeed.storage.storage_interfaces import FAILED, FULL, MemoryStore, StorageFull, Transaction
from titledeed.storage.store import AGAIN, FULL_EVERY, Store
from titledeed.ui.game_loop.autosave import OngoingSession
from titledeed.ui.settings import Settings


def summary(id: str = "1", when: str = "2026-11-20T20:00:00Z", **more: Any) -> Summary:
    return Summary(id, "Friday", ("Ada", "Ben"), 3, "modern", when, **more)


def bots_play(answers: int) -> Session:
    record = Record("modern", [Seat("Ada", "simple"), Seat("Ben", "simple")], seed=5)
    session = Session.start(record)
    while len(session.entries) < answers:
        session.step()
    return session


def keep(store: Store, session: Session, **more: Any) -> None:
    store.keep(
        summary(answers=len(session.entries), **more),
        OngoingSession(session, "2026-11-20T20:00:00Z", "Friday"),
    )


def box_of(store: Store) -> Box:
    assert isinstance(store.box, Box)
    return store.box


def database_of(store: Store) -> Database:
    assert isinstance(store._queue.database, Database)
    return store._queue.database


def crashed(store: Store, box: bool = True, database: bool = True) -> Store:
    """Return the store that opens after a crash, with both storages or with one."""
    return Store(
        Box(texts=dict(box_of(store).texts) if box else {}),
        Database(dict(database_of(store).texts) if database else {}),
    )


def opened(store: Store, id: str = "1") -> KeptGame:
    got: list[KeptGame | LoadError] = []
    store.refresh()
    store.open(id, got.append)
    assert isinstance(got[0], KeptGame), got
    return got[0]


def answers(store: Store, id: str = "1") -> int:
    return len(Session.load(whole_record(opened(store, id))).entries)


def key(part: str, id: str = "1") -> str:
    return f"{PREFIX}facts/{id}" if part == "facts" else f"{PREFIX}game/{id}/{part}"


# ---------------------------------------------------------------- keeping


@pytest.mark.parametrize(("box", "database"), [(True, True), (True, False), (False, True)])
def test_a_stored_game_is_the_same_from_either_store(box: bool, database: bool) -> None:
    store = disk()
    session = bots_play(40)
    keep(store, session)
    for _ in range(10):
        session.step()
        keep(store, session)
    game = opened(crashed(store, box, database))
    assert not game.lost
    again = Session.load(whole_record(game))
    assert again.state.contents() == session.state.contents()
    assert [entry.line for entry in again.entries] == [entry.line for entry in session.entries]
    assert [(entry.by, entry.reason) for entry in again.entries] == [
        (entry.by, entry.reason) for entry in session.entries
    ]


def hoarders(seed: int) -> Session:
    seats = [Seat(name, "hoarder") for name in ("Ada", "Ben", "Cleo")]
    return Session.start(Record("modern", seats, seed=seed))


def stored_and_own(store: Store, session: Session) -> tuple[list[Any], list[Any]]:
    """Return the givers of all answers and their reasons, from the store and from the session."""
    return whole_record(opened(store))["x-by"], session.save("2026-11-20T20:00:00Z")["x-by"]


@pytest.mark.parametrize("seed", [3, 5])
@pytest.mark.parametrize("each", [3, 10, 23])
def test_reasons_told_late_are_stored_no_matter_how_many_answers_come_between(
    each: int, seed: int
) -> None:
    """Between two saves, several lots and offers may close, each with reasons not revealed before."""
    store = disk()
    session = hoarders(seed)
    late = 0
    while len(session.entries) < 400:
        for _ in range(each):
            assert session.step() is not None
        late += session.told_late is not None
        keep(store, session)
        stored, own = stored_and_own(store, session)
        assert stored == own
    assert late > 0


@pytest.mark.parametrize("how", ["undo", "box", "database", "load"])
def test_reasons_told_late_survive_an_undo_a_failed_save_and_a_reload(how: str) -> None:
    store = disk()
    session = hoarders(3)
    compared = late = troubles = 0
    for n in range(40):
        for _ in range(9):
            assert session.step() is not None
        if how == "undo" and n % 3 == 2:
            keep(store, session)
            session.go_back_to(len(session.entries) - 14)
            troubles += 1
        elif how == "box":
            room = sum(map(len, box_of(store).texts.values()))
            box_of(store).room = room if n % 4 == 1 else 10**9
        elif how == "database":
            database_of(store).fails = FAILED if n % 4 == 1 else ""
        late += session.told_late is not None
        keep(store, session)
        troubles += bool(store.trouble)
        if how == "load" and n % 5 == 4 and not session._secret:
            session = Session.load(whole_record(opened(store)))
            store.close()
            troubles += 1
        if not session._secret and not database_of(store).fails:
            stored, own = stored_and_own(store, session)
            assert stored == own
            compared += 1
    assert compared > 10
    assert late > 0
    assert troubles > 0


def test_an_answer_is_stored_without_writing_the_whole_game() -> None:
    store = disk()
    session = bots_play(120)
    keep(store, session)
    before = dict(box_of(store).texts)
    session.step()
    keep(store, session)
    written = {k: text for k, text in box_of(store).texts.items() if before.get(k) != text}
    assert sorted(written) == [key("facts"), key("tail")]
    assert sum(map(len, written.values())) < 1500
    assert dict(database_of(store).commits[-1].puts) == written


def test_bases_alternate_and_the_previous_one_stays() -> None:
    store = disk()
    session = bots_play(10)
    keep(store, session)
    while len(session.entries) < 10 + FULL_EVERY:
        session.step()
    keep(store, session)
    game = opened(crashed(store))
    assert len(Session.load(whole_record(game)).entries) == 10 + FULL_EVERY
    assert [len(Session.load(whole_record(copy)).entries) for copy in game.earlier] == [10]


def test_an_undo_is_stored_too_and_takes_a_few_characters() -> None:
    store = disk()
    session = bots_play(60)
    keep(store, session)
    session.step()
    keep(store, session)
    session.go_back_to(20)
    keep(store, session)
    session.step()
    keep(store, session)
    game = opened(crashed(store))
    assert game.since[1] == 20
    again = Session.load(whole_record(game))
    assert [entry.line for entry in again.entries] == [entry.line for entry in session.entries]


def test_pending_database_writes_are_combined() -> None:
    store = disk()
    database = database_of(store)
    database.slow = True
    session = bots_play(10)
    keep(store, session)
    assert not store.settled
    assert not store.behind
    for _ in range(5):
        session.step()
        keep(store, session)
    assert store.behind
    called: list[str] = []
    store.when_settled(lambda: called.append("settled"))
    store.when_caught_up(lambda: called.append("caught up"))
    assert called == []
    database.finish(1)
    assert called == ["caught up"]
    database.finish()
    assert called == ["caught up", "settled"]
    assert len(database.commits) == 2
    assert answers(crashed(store, box=False)) == 15


# ---------------------------------------------------------------- the newest good one


def test_the_database_has_writes_that_localstorage_lost() -> None:
    store = disk()
    session = bots_play(30)
    keep(store, session)
    old = dict(box_of(store).texts)
    for _ in range(20):
        session.step()
        keep(store, session)
    box_of(store).texts = old
    again = crashed(store)
    assert answers(again) == 50
    again = crashed(store)
    again.refresh()
    assert again.games()[0].answers == 50


def test_localstorage_has_the_last_answer_when_the_database_lacks_it() -> None:
    store = disk()
    session = bots_play(30)
    keep(store, session)
    database_of(store).slow = True
    session.step()
    keep(store, session)
    assert answers(crashed(store)) == 31
    assert answers(crashed(store, box=False)) == 30


@pytest.mark.parametrize("part", ["base-0", "base-1", "tail", "facts"])
@pytest.mark.parametrize("where", ["box", "database"])
def test_damage_in_one_store_costs_nothing(part: str, where: str) -> None:
    store = disk()
    long_game(store)
    texts = box_of(store).texts if where == "box" else database_of(store).texts
    texts[key(part)] = texts[key(part)].replace('"', "'", 1)
    game = opened(crashed(store))
    assert not game.lost
    assert game.summary.title == "Friday"
    assert len(Session.load(whole_record(game)).entries) == 33 + FULL_EVERY


@pytest.mark.parametrize(
    ("part", "left", "lost"),
    [
        ("base-1", 30, True),
        ("tail", 32 + FULL_EVERY, True),
        ("base-0", 33 + FULL_EVERY, False),
        ("facts", 33 + FULL_EVERY, False),
    ],
)
def test_damage_in_both_stores_costs_as_little_as_possible(
    part: str, left: int, lost: bool
) -> None:
    store = disk()
    long_game(store)
    for texts in (box_of(store).texts, database_of(store).texts):
        at = texts[key(part)].rindex('"')  # in the last line of a tail
        texts[key(part)] = texts[key(part)][:at] + "'" + texts[key(part)][at + 1 :]
    game = opened(crashed(store))
    assert game.lost == lost
    assert game.summary.players == ("Ada", "Ben")
    assert len(Session.load(whole_record(game)).entries) == left


def long_game(store: Store) -> Session:
    """Return a game with two bases and a tail of three answers, 183 answers in all."""
    session = bots_play(30)
    keep(store, session)
    while len(session.entries) < 30 + FULL_EVERY:
        session.step()
    keep(store, session)
    for _ in range(3):
        session.step()
        keep(store, session)
    return session


def test_when_no_copy_is_good_the_store_says_so_and_deletes_nothing() -> None:
    store = disk()
    keep(store, bots_play(5))
    for texts in (box_of(store).texts, database_of(store).texts):
        for name in list(texts):
            texts[name] = "no longer what it was"
    store = crashed(store)
    store.refresh()
    got: list[Any] = []
    store.open("1", got.append)
    assert "damaged" in str(got[0])
    assert [(f.title, f.players) for f in store.games()] == [("?", ())]
    store.raw("1", got.append)
    raw = json.loads(got[1])
    assert raw["quick"][key("tail")] == raw["sure"][key("tail")] == "no longer what it was"


def test_the_damaged_copy_is_overwritten_next() -> None:
    store = disk()
    session = long_game(store)
    for texts in (box_of(store).texts, database_of(store).texts):
        texts[key("base-1")] = "gone"
    store = crashed(store)
    game = opened(store)
    session = Session.load(whole_record(game))
    assert len(session.entries) == 30
    session.step()
    keep(store, session)
    again = opened(crashed(store))
    assert not again.lost
    assert [len(Session.load(whole_record(k)).entries) for k in (again, *again.earlier)] == [31, 30]


def test_a_game_of_a_later_version_is_refused_with_a_sentence_and_not_changed() -> None:
    store = disk()
    keep(store, bots_play(5))
    for part in ("base-0", "facts"):
        for texts in (box_of(store).texts, database_of(store).texts):
            table = json.loads(texts[key(part)].partition(" ")[2]) | {
                "save": checksummed_copies.SAVE + 1
            }
            text = checksummed_copies.dump_json(table)
            texts[key(part)] = f"{checksummed_copies.text_digest(text)} {text}"
    before = {k: t for k, t in box_of(store).texts.items() if "holder" not in k}
    store = crashed(store)
    store.refresh()
    got: list[Any] = []
    store.open("1", got.append)
    assert "newer version" in str(got[0])
    assert {k: t for k, t in box_of(store).texts.items() if "holder" not in k} == before


# ---------------------------------------------------------------- full, failing, absent


def test_when_localstorage_is_full_the_database_continues_and_a_message_says_so() -> None:
    store = disk()
    session = bots_play(50)
    keep(store, session)
    box_of(store).room = sum(map(len, box_of(store).texts.values())) + 200
    for _ in range(40):
        session.step()
        keep(store, session)
    assert store.trouble == "quick"
    assert answers(crashed(store)) == 90
    assert answers(crashed(store, database=False)) >= 50  # the earlier saves are still there
    box_of(store).room = 10**9
    for _ in range(AGAIN):
        session.step()
        keep(store, session)
    assert store.trouble == ""
    assert answers(crashed(store, database=False)) >= 90


def test_older_games_are_moved_to_the_database_to_make_room() -> None:
    store = disk()
    older = bots_play(60)
    keep(store, older, id="1", when="2026-11-19")
    store.close()
    session = bots_play(40)
    keep(store, session, id="2", when="2026-11-20")
    box_of(store).room = sum(map(len, box_of(store).texts.values())) + 50
    for _ in range(20):
        session.step()
        keep(store, session, id="2", when="2026-11-20")
    assert store.trouble == ""
    assert answers(crashed(store, database=False), "2") == 60
    assert answers(crashed(store), "1") == 60
    again = crashed(store)
    assert {f.id for f in again.games()} == {"1", "2"}  # known immediately, without the database


def test_a_game_that_the_database_lacks_is_never_deleted() -> None:
    box = Box()
    store = Store(box)
    keep(store, bots_play(60), id="1")
    store.close()
    box.room = sum(map(len, box.texts.values())) + 100
    keep(store, bots_play(40), id="2")
    assert store.trouble == "unsaved"
    assert len(Session.load(whole_record(opened(Store(box), "1"))).entries) == 60


@pytest.mark.parametrize("how", [FULL, FAILED])
def test_when_the_database_fails_localstorage_continues_and_a_message_says_so(how: str) -> None:
    store = disk()
    changed: list[str] = []
    store.changed = lambda: changed.append(store.trouble)
    session = bots_play(20)
    keep(store, session)
    database_of(store).fails = how
    session.step()
    keep(store, session)
    assert store.settled
    assert changed == ["sure"]
    assert answers(crashed(store)) == 21
    database_of(store).fails = ""
    for _ in range(AGAIN):
        session.step()
        keep(store, session)
    assert store.trouble == ""
    assert answers(crashed(store, box=False)) == 21 + AGAIN


def test_when_both_stores_are_full_a_message_says_so_and_saved_data_stays() -> None:
    store = disk()
    session = bots_play(20)
    keep(store, session)
    box_of(store).room = 0
    database_of(store).fails = FULL
    session.step()
    keep(store, session)
    assert store.trouble == "unsaved"
    assert answers(crashed(store)) == 20
    box_of(store).room = 10**9
    session.step()
    keep(store, session)
    assert store.trouble == "sure"
    assert answers(crashed(store)) == 22


@dataclass
class Filling(Box):
    """Local storage that is full after a given number of writes."""

    left: int = 10**9

    def write(self, key: str, text: str) -> None:
        if self.left <= 0:
            raise StorageFull
        self.left -= 1
        super().write(key, text)


@dataclass
class FillingUp(Database):
    """A database that is full after a given number of transactions."""

    left: int = 10**9

    def commit(self, change: Transaction, then: Callable[[str], None]) -> None:
        self.fails = "" if self.left > 0 else FULL
        self.left -= 1
        super().commit(change, then)


@pytest.mark.parametrize("where", ["box", "database", "both"])
@pytest.mark.parametrize("more", range(8))
def test_storage_that_fills_up_during_any_write_loses_no_stored_answer(
    where: str, more: int
) -> None:
    box, database = Filling(), FillingUp()
    store = Store(box, database)
    store.refresh()
    session = bots_play(FULL_EVERY - 4)  # so that the writes include a new base
    keep(store, session)
    full = {"box": [box], "database": [database], "both": [box, database]}[where]
    for place in full:
        place.left = more
    safe, troubles = len(session.entries), set()
    for _ in range(8):
        session.step()
        keep(store, session)
        assert store.settled
        troubles.add(store.trouble)
        if store.trouble != "unsaved":
            safe = len(session.entries)
        assert answers(crashed(store)) >= safe
    assert troubles - {""} <= {"box": {"quick"}, "database": {"sure"}}.get(
        where, {"quick", "sure", "unsaved"}
    )
    assert troubles - {""}
    for place in full:
        place.left = 10**9
    for _ in range(AGAIN + 1):
        session.step()
        keep(store, session)
    assert store.trouble == ""
    for lasting in ({"box": False}, {"database": False}):
        assert answers(crashed(store, **lasting)) >= len(session.entries) - 1


def test_a_message_says_when_nothing_can_be_stored() -> None:
    assert Store(MemoryStore()).trouble == "none"
    store = Store(MemoryStore(), Database(fails=FAILED))
    store.refresh()
    assert store.trouble == "none"


def test_settings_and_games_come_from_the_database_when_only_it_persists() -> None:
    database = Database()
    store = Store(MemoryStore(), database)
    store.keep_settings({"speed": "brisk"})
    session = bots_play(20)
    keep(store, session)
    assert store.trouble == "box"
    again = Store(MemoryStore(), Database(dict(database.texts)))
    assert again.games() == []
    again.refresh()
    assert again.settings()["speed"] == "brisk"
    assert len(Session.load(whole_record(opened(again))).entries) == 20


def test_settings_that_cannot_be_stored_are_refused() -> None:
    store = Store(Box(room=0))
    with pytest.raises(StorageFull):
        store.keep_settings({"speed": "brisk"})


def test_data_deleted_during_a_game_is_written_again() -> None:
    store = disk()
    session = bots_play(20)
    keep(store, session)
    box_of(store).texts.clear()
    database_of(store).texts.clear()
    session.step()
    keep(store, session)
    assert answers(crashed(store)) == 21
    assert answers(crashed(store, box=False)) == 21


# ---------------------------------------------------------------- two windows


def test_a_game_opened_in_another_window_is_written_only_by_that_window() -> None:
    first = disk()
    taken: list[str] = []
    first.taken = lambda id: (taken.append(id), first.lose(id))[0]  # type: ignore[assignment,func-returns-value]
    session = bots_play(20)
    keep(first, session)
    second = Store(first.box, database_of(first))
    other = Session.load(whole_record(opened(second)))
    keep(second, other)
    for _ in range(3):
        session.step()
        keep(first, session)
    assert taken == ["1"]
    other.step()
    keep(second, other)
    again = Session.load(whole_record(opened(crashed(second))))
    assert [entry.line for entry in again.entries] == [entry.line for entry in other.entries]


def test_writes_by_a_window_whose_game_was_taken_over_never_win() -> None:
    # The first window does not know about it: like in browsers, its box shows the second's writes late.
    first = disk()
    session = bots_play(20)
    keep(first, session)
    box = Box(texts=dict(box_of(first).texts))
    second = Store(box, database_of(first))
    other = Session.load(whole_record(opened(second)))
    keep(second, other)
    session.step()
    keep(first, session)
    for texts in (box_of(first).texts, box.texts):
        store = Store(Box(texts=dict(texts)), Database(dict(database_of(first).texts)))
        assert answers(store) == 20


# ---------------------------------------------------------------- the list


def test_several_games_are_listed_newest_first_and_can_be_named_copied_and_deleted() -> None:
    store = disk()
    session = bots_play(5)
    keep(store, session, when="2026-11-19")
    store.close()
    keep(store, session, id="2", when="2026-11-20")
    assert [f.id for f in store.games()] == ["2", "1"]
    store.rename("1", "Saturday")
    copied: list[str] = []
    store.duplicate("1", "Copy of Saturday", copied.append)
    listed = {"1": "Saturday", "2": "Friday", copied[0]: "Copy of Saturday"}
    assert {f.id: f.title for f in store.games()} == listed
    for again in (crashed(store), crashed(store, database=False), crashed(store, box=False)):
        again.refresh()
        assert {f.id: f.title for f in again.games()} == listed
    assert answers(crashed(store), copied[0]) == 5
    undo = store.delete("1")
    again = crashed(store)
    again.refresh()
    assert {f.id for f in store.games()} == {f.id for f in again.games()} == {"2", copied[0]}
    undo()
    assert answers(crashed(store)) == answers(crashed(store, box=False)) == 5
    assert {f.id: f.title for f in store.games()} == listed


def test_the_newest_title_counts_from_either_store() -> None:
    store = disk()
    keep(store, bots_play(5))
    store.close()
    before = crashed(store)
    store.rename("1", "Saturday")
    for box, database in ((before, store), (store, before)):
        again = Store(
            Box(texts=dict(box_of(box).texts)), Database(dict(database_of(database).texts))
        )
        again.refresh()
        assert [f.title for f in again.games()] == ["Saturday"]


def test_a_copy_without_enough_room_is_not_half_made() -> None:
    store = disk()
    keep(store, bots_play(50))
    before = dict(box_of(store).texts)
    box_of(store).room = sum(map(len, before.values())) + 100
    database_of(store).fails = FULL
    copied: list[str] = []
    store.duplicate("1", "Copy", copied.append)
    assert copied == [""]
    assert box_of(store).texts == before
    assert [f.id for f in store.games()] == ["1"]


def test_two_windows_get_different_ids() -> None:
    assert len({disk().new_id() for _ in range(100)}) == 100


def test_keys_of_another_site_are_left_alone() -> None:
    others = {"somebody": "else", "titledeed/2/game/9/base-0": "a later version"}
    box = Box(texts=dict(others))
    store = Store(box, Database(dict(others)))
    keep(store, bots_play(3))
    assert [f.id for f in store.games()] == ["1"]
    store.delete("1")
    assert box.texts == database_of(store).texts == others


@pytest.mark.parametrize(
    "stored",
    [
        {"theme": "plaid", "speed": 5, "size": None, "undo_dice": "yes", "language": "<b>"},
        {"theme": ["auto"], "more": {"deep": []}},
        {},
    ],
)
def test_settings_from_untrusted_storage_are_checked(stored: dict[str, Any]) -> None:
    assert Settings.from_table(stored) == Settings()


def test_settings_are_stored() -> None:
    table = Table()
    table.do("settings", kind="change", fields={"speed": "brisk", "theme": "night"})
    again = Table(table.disk(), speed="")
    assert (again.app.settings.speed, again.app.settings.theme) == ("brisk", "night")
    assert again.app.settings.undo_dice is False


def test_an_untrusted_stored_list_of_games_is_limited() -> None:
    store = disk()
    keep(store, bots_play(3))
    texts = box_of(store).texts
    table = json.loads(texts[key("facts")].partition(" ")[2])
    table |= {"title": "x" * 10_000, "players": ["y" * 10_000] * 1000, "age": [9, 9]}
    table["picture"]["owner"] = [1] * 10_000
    texts[key("facts")] = checksummed_copies.seal_table(table)
    row = Store(Box(texts=texts)).games()[0]
    assert (len(row.title), len(row.players), len(row.players[0])) == (80, 8, 30)
    assert len(row.picture.owner) == 40


@pytest.mark.parametrize(
    "change",
    [
        {"players": None},
        {"round": float("inf")},
        {"picture": []},
        {"age": [1]},
        {"age": ["a", "b"]},
        {"when": None, "elapsed": "soon"},
        {"picture": {"at": [None]}},
    ],
)
def test_missing_game_facts_are_computed_from_the_game(change: dict[str, Any]) -> None:
    store = disk()
    keep(store, bots_play(3))
    texts = box_of(store).texts
    table = json.loads(texts[key("facts")].partition(" ")[2]) | change
    texts[key("facts")] = checksummed_copies.seal_table(table)
    again = Store(Box(texts=texts))
    assert again.games() == [Summary("1", "?", (), 0, "", "")]
    assert opened(again).summary.players == ("Ada", "Ben")


def test_the_list_has_the_data_for_a_thumbnail() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"deeds": ["boardwalk"], "at": "go"}}})
    again = table.disk()
    again.refresh()
    facts = again.games()[0]
    state = table.session.state
    assert facts == replace(table.store.games()[0])
    assert facts.picture.owner == tuple(state.owner)
    assert facts.picture.owner[39] == 0
    assert (facts.picture.at, facts.picture.cash) == ((0, 0), (1500, 1500))
    assert facts.picture.edition == "atlantic-city"
