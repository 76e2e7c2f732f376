"""Saved games and settings, behind one interface: :class:`Store`.

Everything is kept twice: in a :class:`~.places.Box`, at once, and in a :class:`~.places.Journal`, which
says when it is on the disk. ``settled`` is true when nothing waits for the journal any more; the page
asks the next question only then. On opening a game the newest good state of both is taken
(``copies.py`` says how that is known). Where one of the two fails, the other one goes on alone, and
``trouble`` says so.

How the list of saved games is made: ``games()`` gives :class:`Facts` of each, the newest first, at
once and without opening any: title, players, round, time, and a :class:`Picture` of the board for a
thumbnail. ``changed`` is called when the list or ``trouble`` is another one than before.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from ..engine.record import checksum
from ..engine.words import (
    SPACES,
    Unloadable,
)
from ..language.catalogue import N_
from . import copies
from .copies import NEVER, Age, Copy, Newer, Step
from .places import DONE, FULL, GONE, TAKEN, Box, Change, Journal, Memory, StorageFull

__all__ = ["Facts", "Kept", "Log", "Memory", "Picture", "StorageFull", "Store", "whole"]

PREFIX: Final = "titledeed/1/"  # one origin may hold other sites, and later versions of this one
_BOARDS: Final = PREFIX + "board/"
FULL_EVERY: Final = 150  # answers between two bases
AGAIN: Final = 10  # answers after which a place that had failed is tried again
MOST_GAMES: Final = 200

_FUTURE: Final[Age] = (1 << 60, 0)  # of what a newer version wrote

_NEWER: Final = N_(
    "This game was saved by a newer version of the program. Reload the page to get that version."
)
_DAMAGED: Final = N_("The saved game is damaged, and so is every earlier state of it.")


@dataclass(frozen=True)
class Picture:
    """What a thumbnail of the board shows. Lists are by seat or by space, as in the engine's State;
    an edition of one's own has the id "custom"."""

    edition: str = ""
    tokens: tuple[str, ...] = ()
    at: tuple[int, ...] = ()
    cash: tuple[int, ...] = ()
    playing: tuple[int, ...] = ()  # 1 or 0
    owner: tuple[int, ...] = ()  # by space: a seat, or less than 0
    level: tuple[int, ...] = ()  # by space: houses, 5 for a hotel
    mortgaged: tuple[int, ...] = ()  # by space: 1 or 0


@dataclass(frozen=True)
class Facts:
    """What the list of saved games shows of one. ``players`` is empty where it can't be read."""

    id: str
    title: str
    players: tuple[str, ...]
    round: int
    book: str
    when: str  # ISO 8601
    over: bool = False
    official: bool = True  # by the book: without house rules
    elapsed: int = 0  # seconds at the table
    answers: int = 0
    picture: Picture = Picture()
    # What the session keeps beside the record (``Session.aside``). It is here because this is written
    # anew with every answer.
    aside: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Kept:
    """A good state of a game as it is kept: a whole record, and what has happened since, each step an
    answer (the record's line and its ``x-by``) or how many answers an undo left.

    ``lost`` says that a newer state than this one was damaged; ``earlier`` are other good states,
    the newest first.
    """

    facts: Facts
    table: Mapping[str, Any]
    since: Sequence[Step] = ()
    lost: bool = False
    earlier: tuple[Kept, ...] = ()


class Log(Protocol):
    """A game under way, as much of it as has to be kept."""

    def count(self) -> int:
        """How many answers there are."""

    def since(self, start: int) -> list[tuple[str, Any]]:
        """The lines from an answer on, each with its mark."""

    def full(self) -> dict[str, Any]:
        """The whole record."""


@dataclass
class _Row:
    """A game in the list."""

    facts: Facts
    age: Age
    edit: int = 0  # counts new titles of the same state
    sure: bool = False  # this state is in the journal


@dataclass
class _Open:
    """The game that is being kept."""

    id: str
    place: int  # of the newest base
    age: Age
    count: int
    due: int  # the count at which the next base is written
    tail: str
    here: str = ""  # the facts in the box as they were written last
    in_box: bool = True  # all of it is in the box
    in_journal: bool = True  # and in the journal, or on its way


@dataclass
class _Job:
    """Something for the journal to do, when it is its turn."""

    id: str
    puts: dict[str, str]
    removes: Sequence[str] = ()
    holding: tuple[str, str] | None = None
    fetch: Sequence[str] = ()
    fetched: Callable[[dict[str, str] | None], None] | None = None
    then: Callable[[str], None] | None = None
    age: Age = NEVER


class Store:
    """Everything that is kept on this device."""

    def __init__(self, box: Box, journal: Journal | None = None) -> None:
        self.box = box
        self.changed: Callable[[], None] = lambda: None
        self.taken: Callable[[str], None] = self.lose  # another window writes this game now
        self._journal = journal
        self._token = os.urandom(8).hex()  # this window's
        self._quick = DONE if box.lasts else "none"
        self._sure = DONE if journal is not None else "none"
        self._rows: dict[str, _Row] = {}
        self._open: _Open | None = None
        self._mine = ""  # the game that this window was the last to take
        self._lost = ""  # the game that another window has taken from this one
        self._next: dict[str, tuple[int, int]] = {}  # by game: the epoch and place of its next base
        self._last: tuple[Facts, Log] | None = None
        self._jobs: deque[_Job] = deque()
        self._running: _Job | None = None
        self._waiting: list[Callable[[], None]] = []
        self._catching_up: list[Callable[[], None]] = []
        self._list_box()

    # ------------------------------------------------------------ how it stands

    @property
    def settled(self) -> bool:
        """Whether all that was given is on the disk, or can't be brought there."""
        return self._running is None and not self._jobs

    @property
    def behind(self) -> bool:
        """Whether more waits than what is being written at this moment."""
        return bool(self._jobs)

    def when_settled(self, call: Callable[[], None]) -> None:
        """Call once nothing waits for the journal any more; at once where that is so now."""
        if self.settled:
            call()
        else:
            self._waiting.append(call)

    def when_caught_up(self, call: Callable[[], None]) -> None:
        """Call once no more waits than what is being written; at once where that is so now."""
        if self.behind:
            self._catching_up.append(call)
        else:
            call()

    @property
    def trouble(self) -> str:
        """What is not as it should be: "none" (nothing can be stored here), "unsaved" (the newest state
        of the game is stored nowhere), "quick" (the box is full, the journal has all), "sure" (there
        is no journal: a crash may lose the last answers), or "" where all is well."""
        if self._quick == "none" and self._sure not in (DONE, FULL):
            return "none"
        opened = self._open
        if opened is not None and not (self._in_box(opened) or self._in_journal(opened)):
            return "unsaved"
        if self._sure != DONE or (opened is not None and not opened.in_journal):
            return "sure"
        return "quick" if self._quick == FULL else ""

    def _in_box(self, opened: _Open) -> bool:
        return self.box.lasts and opened.in_box

    def _in_journal(self, opened: _Open) -> bool:
        return self._journal is not None and opened.in_journal

    def refresh(self, ready: Callable[[], None] = lambda: None) -> None:
        """Make the list anew from both places, other windows write too. Then call."""

        def listed(texts: dict[str, str] | None) -> None:
            self._rows.clear()
            self._list_box()
            if texts is None:
                self._sure = "none"
            for key, text in (texts or {}).items():
                if key.startswith(PREFIX + "facts/"):
                    self._enlist(key.rpartition("/")[2], text, sure=True)
                elif not self.box.lasts:
                    self.box.write(key, text)
            ready()
            self.changed()

        self._ask([PREFIX + "facts/", PREFIX + "settings", _BOARDS], listed)

    # ------------------------------------------------------------ settings

    def settings(self) -> dict[str, Any]:
        """What was kept of the settings; nothing where it can't be read."""
        return self._table(self.box.read(PREFIX + "settings")) or {}

    def keep_settings(self, table: Mapping[str, Any]) -> None:
        """Raises :class:`StorageFull` where no place has room for them."""
        if not self.put("settings", table):
            raise StorageFull

    def put(self, name: str, table: Mapping[str, Any]) -> bool:
        """Keep a table in both places; whether one of them has room for it."""
        key, text = PREFIX + name, copies.seal(table)
        self._do(_Job("", {key: text}))
        return self._write(key, text) or self._sure == DONE

    def drop(self, names: Sequence[str]) -> None:
        """Remove tables from both places."""
        keys = [PREFIX + name for name in names]
        self._do(_Job("", {}, removes=keys))
        for key in keys:
            self.box.remove(key)

    def fetch(self, prefix: str, then: Callable[[dict[str, dict[str, Any]]], None]) -> None:
        """The tables whose names begin so, by the rest of the name, from both places together."""
        start = PREFIX + prefix

        def fetched(texts: dict[str, str] | None) -> None:
            here = {key: self.box.read(key) or "" for key in self.box.names()}
            merged = {**(texts or {}), **{k: text for k, text in here.items() if text}}
            then(
                {
                    key.removeprefix(start): table
                    for key, text in sorted(merged.items())
                    if key.startswith(start) and (table := self._table(text)) is not None
                }
            )

        self._ask([start], fetched)

    def note(self, name: str, text: str) -> bool:
        """Note something small about this device; whether it was not noted already."""
        key = f"{PREFIX}note/{name}"
        return self.box.read(key) != text and self._write(key, text)

    def noted(self, name: str) -> str | None:
        """What was noted under this name."""
        return self.box.read(f"{PREFIX}note/{name}")

    # ------------------------------------------------------------ boards from files

    def boards(self) -> list[dict[str, Any]]:
        """The editions that were loaded from files, as they were; the damaged ones are left out."""
        keys = sorted(key for key in self.box.names() if key.startswith(_BOARDS))
        sealed = (self._table(self.box.read(key)) or {} for key in keys)
        return [row["board"] for row in sealed if isinstance(row.get("board"), dict)]

    def keep_board(self, id: str, table: Mapping[str, Any]) -> None:
        """Keep an edition; one of the same id is replaced. Raises :class:`StorageFull` where no place
        has room for it."""
        if not self.put(f"board/{id}", {"board": table}):
            raise StorageFull

    def remove_board(self, id: str) -> None:
        self.drop([f"board/{id}"])

    # ------------------------------------------------------------ one game

    def keep(self, facts: Facts, log: Log) -> None:
        """Keep a game as it stands. Cheap where only a few answers have been added."""
        if facts.id == self._lost:
            return
        self._last = facts, log
        opened = self._open
        count = log.count()
        if (
            opened is None
            or opened.id != facts.id
            or count >= opened.due
            or not (self._in_box(opened) or self._in_journal(opened))
            # Somebody else has written or deleted: a whole copy never mixes two games.
            or (opened.here and self.box.read(_facts_key(facts.id)) != opened.here)
        ):
            self._keep_whole(facts, log)
            return
        steps: list[Step] = [count] if count < opened.count else []
        steps += log.since(min(count, opened.count))
        opened.tail = copies.longer(opened.tail, opened.age[1], steps)
        opened.age = (opened.age[0], opened.age[1] + len(steps))
        opened.count = count
        self._put(opened, facts, {_key(facts.id, "tail"): opened.tail})

    def _keep_whole(self, facts: Facts, log: Log) -> None:
        before = self._open
        again = before is not None and before.id == facts.id
        if again:
            assert before is not None
            age, place = (before.age[0], before.age[1] + 1), 1 - before.place
        else:
            epoch, place = self._next.get(facts.id, (1, 0))
            age = (epoch, 0)
        text = copies.base(age, log.full())
        count = log.count()
        self._open = _Open(facts.id, place, age, count, count + FULL_EVERY, copies.tail(text))
        self._next[facts.id] = (age[0] + 1, 1 - place)
        puts = {_key(facts.id, f"base-{place}"): text, _key(facts.id, "tail"): self._open.tail}
        self._put(self._open, facts, puts)

    def _put(self, opened: _Open, facts: Facts, puts: dict[str, str]) -> None:
        """Write to both places, as long as the game is still ours."""
        id = facts.id
        first = self._mine != id
        held = self.box.read(_holder_key(id))
        if not first and held is not None and held != self._token:
            self.taken(id)
            return
        self._mine = id
        row = _Row(facts, opened.age, self._rows[id].edit if id in self._rows else 0)
        puts[_facts_key(id)] = facts_text = _sealed_facts(row)
        if first:
            puts[_holder_key(id)] = self._token
        self._rows[id] = row
        base = _key(id, f"base-{opened.place}") in puts
        if base or opened.in_box:
            opened.in_box = all(self._write(key, text) for key, text in puts.items())
            opened.here = facts_text if opened.in_box else ""
            if not opened.in_box:
                opened.due = min(opened.due, opened.count + AGAIN)
            elif base:
                self._quick = DONE if self.box.lasts else "none"
        if base or opened.in_journal:
            holding = None if first else (_holder_key(id), self._token)
            self._do(_Job(id, puts, holding=holding, age=opened.age))

    def close(self) -> None:
        """The game that was kept is left: the next ``keep`` begins with a whole copy."""
        self._open = self._last = None

    def anew(self) -> None:
        """The next ``keep`` writes a whole copy: what changed is not in the answers alone."""
        if self._open is not None:
            self._open.due = 0

    def open(self, id: str, then: Callable[[Kept | Unloadable], None]) -> None:
        """Take a saved game to go on with it: its newest good state, or why there is none. From here
        on another window that had it writes it no more."""
        key = _holder_key(id)
        self._mine, self._lost = id, ""
        self._write(key, self._token)
        self._do(_Job(id, {key: self._token}))

        def read(texts: dict[str, str] | None) -> None:
            then(self._read(id, texts or {}))

        self._ask([_key(id, "")], read)

    def look(self, id: str, then: Callable[[Kept | Unloadable], None]) -> None:
        """Like ``open``, only to look: nothing is taken from anybody."""
        self._ask([_key(id, "")], lambda texts: then(self._read(id, texts or {})))

    def _read(self, id: str, texts: Mapping[str, str]) -> Kept | Unloadable:
        sure = {part: texts[_key(id, part)] for part in copies.PARTS if _key(id, part) in texts}
        stored = {part: self.box.read(_key(id, part)) for part in copies.PARTS}
        quick = {part: text for part, text in stored.items() if text is not None}
        row = self._rows.get(id)
        if row is not None and row.age == _FUTURE:
            return Unloadable(_NEWER)
        try:
            good, damaged = copies.copies([quick, sure])
        except Newer:
            return Unloadable(_NEWER)
        ages = [copy.age for copy in good] + ([row.age] if row else [])
        epoch = max(ages, default=NEVER)[0] + 1
        self._next[id] = (epoch, 1 - good[0].place if good else 0)
        if not good:
            return Unloadable(_DAMAGED)
        facts = row.facts if row and row.facts.players else _made_up(id, good[0].table)
        # Where the list knows of a newer state than the newest good one, that one was damaged. Where
        # the list is damaged too, one can't know, and says so rather than not.
        lost = row.age > good[0].age if row and row.facts.players else damaged
        first, *rest = (_kept(facts, copy) for copy in good)
        return replace(first, lost=lost, earlier=tuple(rest))

    def lose(self, id: str) -> None:
        """Another window has taken the game: write no more of it."""
        self._jobs = deque(job for job in self._jobs if job.id != id)
        self._lost = id
        if self._mine == id:
            self._mine = ""
        if self._open is not None and self._open.id == id:
            self.close()

    # ------------------------------------------------------------ all games

    def games(self) -> list[Facts]:
        """Every saved game, the newest first."""
        rows = [row.facts for row in self._rows.values()]
        return sorted(rows, key=lambda facts: facts.when, reverse=True)

    def new_id(self) -> str:
        """An id that no saved game has, here or in another window."""
        return os.urandom(6).hex()

    def rename(self, id: str, title: str) -> None:
        row = self._rows.get(id)
        if row is None:
            return
        self._rows[id] = row = replace(
            row, facts=replace(row.facts, title=title), edit=row.edit + 1
        )
        text = _sealed_facts(row)
        self._do(_Job(id, {_facts_key(id): text}, age=row.age))
        if self._write(_facts_key(id), text) and self._open is not None and self._open.id == id:
            self._open.here = text

    def duplicate(self, id: str, title: str, then: Callable[[str], None] = lambda id: None) -> None:
        """A copy under another title; ``then`` is told its id, "" where there is no room for it."""

        def copied(original: Kept | Unloadable) -> None:
            if isinstance(original, Unloadable):
                then("")
                return
            new = self.new_id()
            row = _Row(replace(original.facts, id=new, title=title), (1, 0))
            text = copies.base(row.age, whole(original))
            parts = {"base-0": text, "tail": copies.tail(text)}
            puts = {_key(new, part): text for part, text in parts.items()}
            puts[_facts_key(new)] = _sealed_facts(row)
            here = all(self._write(key, text) for key, text in puts.items())

            def done(result: str) -> None:
                if here or result == DONE:
                    self._rows[new] = replace(row, sure=result == DONE)
                    then(new)
                else:
                    self._erase(new)
                    then("")

            self._do(_Job(new, puts, then=done, age=row.age))

        self.look(id, copied)

    def delete(self, id: str) -> Callable[[], None]:
        """Remove a game; what is returned brings it back, as long as the page is there."""
        prefixes = [_key(id, ""), _facts_key(id), _holder_key(id)]
        held = {key: self.box.read(key) for key in self._keys(id)}
        backup = {key: text for key, text in held.items() if text is not None}
        sure: dict[str, str] = {}
        row = self._rows.pop(id, None)
        if self._open is not None and self._open.id == id:
            self.close()
        self._erase(id)
        if self._open is not None and self.trouble:
            self._open.due = 0  # there may be room now
        self._ask(prefixes, lambda texts: sure.update(texts or {}))
        self._do(_Job(id, {}, removes=prefixes))

        def undo() -> None:
            if row is not None:
                self._rows[id] = row
            for key, text in backup.items():
                self._write(key, text)
            # What this puts is known by the time when it is its turn.
            self._do(_Job(id, sure))

        return undo

    def raw(self, id: str, then: Callable[[str], None]) -> None:
        """Everything that is stored of a game as it is, also where it is damaged: to export it."""
        prefixes = [_key(id, ""), _facts_key(id)]

        def read(texts: dict[str, str] | None) -> None:
            here = {key: self.box.read(key) for key in self._keys(id)}
            then(copies.dump({"titledeed-save": copies.SAVE, "quick": here, "sure": texts}))

        self._ask(prefixes, read)

    # ------------------------------------------------------------ the box

    def _write(self, key: str, text: str) -> bool:
        """Whether there was room for it. Room is made by leaving other games to the journal alone."""
        while True:
            try:
                self.box.write(key, text)
            except StorageFull:
                if not self._make_room():
                    self._quick = FULL if self.box.lasts else "none"
                    return False
            else:
                return True

    def _make_room(self) -> bool:
        """Erase the oldest game that the journal has as well; false where there is none."""
        opened = self._open.id if self._open else ""
        rows = sorted(self._rows.items(), key=lambda item: item[1].facts.when)
        names = _ids(self.box.names(), "game")
        for id, row in rows:
            if not row.sure or id == opened or id not in names:
                continue
            # Another window may have written a newer state that is here only.
            here = self._table(self.box.read(_facts_key(id)))
            if here is not None and copies.age_of(here) == row.age:
                for part in copies.PARTS:
                    self.box.remove(_key(id, part))
                return True
        return False

    def _erase(self, id: str) -> None:
        for key in self._keys(id):
            self.box.remove(key)

    def _keys(self, id: str) -> list[str]:
        return [*(_key(id, part) for part in copies.PARTS), _facts_key(id), _holder_key(id)]

    def _list_box(self) -> None:
        for id in _ids(self.box.names(), "facts"):
            self._enlist(id, self.box.read(_facts_key(id)) or "", sure=False)
        for id in _ids(self.box.names(), "game"):
            if id not in self._rows:
                self._enlist(id, "", sure=False)

    def _enlist(self, id: str, text: str, sure: bool) -> None:
        """Put a game into the list, or a newer state of it."""
        try:
            table = copies.unseal(text)
            row = _row(id, table) if table is not None else None
        except Newer:
            row = _Row(Facts(id, "?", (), 0, "", ""), _FUTURE)
        if row is None:
            row = _Row(Facts(id, "?", (), 0, "", ""), NEVER)
        known = self._rows.get(id)
        if known is None and len(self._rows) >= MOST_GAMES:
            return
        if known is None or (row.age, row.edit) > (known.age, known.edit):
            self._rows[id] = replace(row, sure=sure)
        elif sure and row.age == known.age:
            known.sure = True

    @staticmethod
    def _table(stored: str | None) -> dict[str, Any] | None:
        try:
            return copies.unseal(stored)
        except Newer:
            return None

    # ------------------------------------------------------------ the journal

    def _ask(self, prefixes: Sequence[str], then: Callable[[dict[str, str] | None], None]) -> None:
        """Fetch from the journal, after all that was given to it before."""
        if self._journal is None:
            then(None)
            return
        self._jobs.append(_Job("", {}, fetch=prefixes, fetched=then))
        self._go_on()

    def _do(self, job: _Job) -> None:
        """Give the journal something to write; to what waits for the same game it is added."""
        if self._journal is None:
            if job.then is not None:
                job.then("none")
            return
        last = self._jobs[-1] if self._jobs else None
        if (
            last is not None
            and last.id == job.id
            and last.holding == job.holding
            and not (last.fetch or last.removes or job.removes or last.then or job.then)
        ):
            last.puts = {**last.puts, **job.puts}
            last.age = job.age
        else:
            self._jobs.append(job)
        self._go_on()

    def _go_on(self) -> None:
        if self._running is not None or self._journal is None:
            return
        if not self._jobs:
            waiting, self._waiting = self._waiting, []
            for call in waiting:
                self.when_settled(call)
            return
        job = self._running = self._jobs.popleft()
        if job.fetch:
            self._journal.fetch(job.fetch, lambda texts: self._fetched(job, texts))
        else:
            change = Change(job.puts, job.removes, job.holding)
            self._journal.commit(change, lambda result: self._committed(job, result))
        if not self._jobs:
            calls, self._catching_up = self._catching_up, []
            for call in calls:
                self.when_caught_up(call)

    def _fetched(self, job: _Job, texts: dict[str, str] | None) -> None:
        self._running = None
        assert job.fetched is not None
        job.fetched(texts)
        self._go_on()

    def _committed(self, job: _Job, result: str) -> None:
        self._running = None
        before = self.trouble
        opened = self._open if self._open is not None and self._open.id == job.id else None
        row = self._rows.get(job.id)
        if result == DONE:
            self._sure = DONE
            if row is not None and row.age == job.age:
                row.sure = True
        elif result == TAKEN:
            self.taken(job.id)
        elif result == GONE:
            # Deleted from outside, by another window or with the browser's own means.
            self._jobs = deque(waits for waits in self._jobs if waits.id != job.id)
            if opened is not None and self._last is not None:
                self._open, self._mine = None, ""
                self.keep(*self._last)
        else:
            self._sure = result
            if opened is not None:
                opened.in_journal = False
                opened.due = min(opened.due, opened.count + AGAIN)
        if job.then is not None:
            job.then(result)
        if self.trouble != before:
            self.changed()
        self._go_on()


# ---------------------------------------------------------------- keys and tables


def _key(id: str, part: str) -> str:
    return f"{PREFIX}game/{id}/{part}"


def _ids(names: Sequence[str], kind: str) -> list[str]:
    """The games that have keys of a kind: "game" or "facts"."""
    start = f"{PREFIX}{kind}/"
    ids = {name[len(start) :].partition("/")[0]: None for name in names if name.startswith(start)}
    return list(ids)


def _facts_key(id: str) -> str:
    return f"{PREFIX}facts/{id}"


def _holder_key(id: str) -> str:
    """Which window writes a game."""
    return f"{PREFIX}holder/{id}"


def _sealed_facts(row: _Row) -> str:
    table = dict(vars(row.facts))
    del table["id"]
    table["picture"] = dict(vars(row.facts.picture))
    return copies.seal({"age": list(row.age), "edit": row.edit, **table})


def _row(id: str, table: Mapping[str, Any]) -> _Row | None:
    age = copies.age_of(table)
    try:
        facts = Facts(
            id=id,
            title=str(table["title"])[:80],
            players=tuple(str(name)[:30] for name in table["players"])[:8],
            round=int(table["round"]),
            book=str(table["book"])[:80],
            when=str(table["when"])[:40],
            over=bool(table["over"]),
            official=bool(table.get("official", True)),  # older versions did not note it
            elapsed=int(table["elapsed"]),
            answers=int(table["answers"]),
            picture=_picture(table["picture"]),
            aside=dict(table.get("aside", {})),
        )
        edit = int(table["edit"])
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError):
        return None
    return _Row(facts, age, edit) if age is not None else None


def _picture(table: Mapping[str, Any]) -> Picture:
    def numbers(name: str, most: int) -> tuple[int, ...]:
        return tuple(int(n) for n in table[name][:most])

    return Picture(
        edition=str(table["edition"])[:80],
        tokens=tuple(str(token)[:30] for token in table["tokens"])[:8],
        at=numbers("at", 8),
        cash=numbers("cash", 8),
        playing=numbers("playing", 8),
        owner=numbers("owner", SPACES),
        level=numbers("level", SPACES),
        mortgaged=numbers("mortgaged", SPACES),
    )


def _made_up(id: str, record: Mapping[str, Any]) -> Facts:
    """The facts of a game whose own are damaged."""
    seats = record.get("seats")
    names = tuple(
        str(seat.get("name", "?") if isinstance(seat, dict) else seat)[:30]
        for seat in (seats if isinstance(seats, list) else [])
    )
    title = str(record.get("title") or ", ".join(names))[:80]
    return Facts(id, title, names, 0, "", str(record.get("saved", ""))[:40])


def _kept(facts: Facts, copy: Copy) -> Kept:
    return Kept(facts, copy.table, copy.since)


def whole(game: Kept) -> dict[str, Any]:
    """One record of a kept game: the whole record with what has happened since."""
    table = dict(game.table)
    if not game.since:
        return table
    lines = [line for step in table["step"] for line in lines_of(step)]
    marks = table.get("x-by")
    by = list(marks) if isinstance(marks, list) and len(marks) == len(lines) else None
    for step in game.since:
        if isinstance(step, int):
            del lines[step:]
            if by is not None:
                del by[step:]
        else:
            lines.append(step[0])
            if by is not None:
                by.append(step[1])
    table["step"] = [{"play": lines}]
    table.pop("x-by", None)
    if by is not None:
        table["x-by"] = by
    table.pop("snapshot", None)  # of the state that the base ends in
    table["checksum"] = checksum(table)
    return table


def lines_of(step: object) -> list[str]:
    """The answers of a record's step."""
    play = step.get("play", []) if isinstance(step, dict) else []
    return play.splitlines() if isinstance(play, str) else list(play)
