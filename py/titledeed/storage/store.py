"""The :class:`Store` of saved games and settings.

Everything is stored twice: in a :class:`~..storage.storage_interfaces.KeyValueStore` at once, and in a
:class:`~.storage_interfaces.Database`, which confirms when it is on the disk. ``settled`` is true when
nothing waits for the database any more; only then does the page ask the next question. Opening a game
takes the newest undamaged state of both (see ``checksummed_copies.py``). If one of the two fails, the other
one continues alone, and ``trouble`` reports it.

``games()`` lists a :class:`~.save_models.Summary` of each game, newest first, without opening any.
``changed`` is called when the list or ``trouble`` has changed.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..engine.errors import LoadError
from ..language.catalogue import N_
from ..migrations.versioned_format import NewerFormat
from . import checksummed_copies
from .checksummed_copies import NEVER, Age, Step
from .game_storage_keys import BOARDS, PREFIX, WRITTEN, facts_key, holder_key, ids_of, key_of
from .save_models import (
    KeptGame,
    ListedGame,
    OngoingGame,
    Summary,
    kept_of,
    made_up,
    row_of,
    sealed_summary,
    whole_record,
)
from .storage_interfaces import DONE, FULL, GONE, TAKEN, Database, KeyValueStore, StorageFull
from .write_queue import DatabaseJob, WriteQueue

FULL_EVERY: Final = 150  # answers between two bases
AGAIN: Final = 10  # answers after which a failed storage is tried again
MOST_GAMES: Final = 200

_FUTURE: Final[Age] = (1 << 60, 0)  # the age of a game written by a newer version

_NEWER: Final = N_(
    "This game was saved by a newer version of the program. Reload the page to get that version."
)
_DAMAGED: Final = N_("The saved game is damaged, and so are all earlier copies of it.")


@dataclass
class _Open:
    """The game that is being saved."""

    id: str
    place: int  # of the newest base, 0 or 1
    age: Age
    count: int  # the number of answers saved
    due: int  # the number of answers at which the next base is written
    tail: str
    here: str = ""  # the summary in the box as this window has last written it
    in_box: bool = True  # whether all of it is in the box
    in_database: bool = True  # whether all of it is in the database or queued for it


class Store:
    """All that is stored on this device."""

    def __init__(self, key_values: KeyValueStore, database: Database | None = None) -> None:
        self.box = key_values
        self.changed: Callable[[], None] = lambda: None
        self.taken: Callable[[str], None] = self.lose  # called when another window takes a game
        self._queue = WriteQueue(database, self._committed)
        self._token = os.urandom(8).hex()  # names this window
        self._quick = DONE if key_values.lasts else "none"
        self._sure = DONE if database is not None else "none"
        self._rows: dict[str, ListedGame] = {}
        self._open: _Open | None = None
        self._mine = ""  # the game that this window took last
        self._lost = ""  # the game that another window took from this one
        self._next: dict[str, tuple[int, int]] = {}  # by game: the epoch and place of its next base
        self._last: tuple[Summary, OngoingGame] | None = None
        # The queue's own methods, which the store also offers.
        self.when_settled = self._queue.when_settled
        self.when_caught_up = self._queue.when_caught_up
        self._list_box()

    # ------------------------------------------------------------ how it stands

    @property
    def settled(self) -> bool:
        """Whether all changes are on the disk, or have failed."""
        return self._queue.settled

    @property
    def behind(self) -> bool:
        """Whether changes wait besides the one that is being written."""
        return self._queue.behind

    @property
    def trouble(self) -> str:
        """The trouble with the storage, or "" if there is none.

        "none": nothing can be stored here. "unsaved": the newest state of the game is stored nowhere.
        "quick": the box is full, but the database has everything. "sure": the database is missing or
        fails, so a crash may lose the last answers. "box": the box is denied, but the database has
        everything."""
        if self._quick == "none" and self._sure not in (DONE, FULL):
            return "none"
        opened = self._open
        if opened is not None and not (self._in_box(opened) or self._in_database(opened)):
            return "unsaved"
        if self._sure != DONE or (opened is not None and not opened.in_database):
            return "sure"
        return {FULL: "quick", "none": "box"}.get(self._quick, "")

    def _in_box(self, opened: _Open) -> bool:
        return self.box.lasts and opened.in_box

    def _in_database(self, opened: _Open) -> bool:
        return self._queue.database is not None and opened.in_database

    def refresh(self, ready: Callable[[], None] = lambda: None) -> None:
        """Read the list of games again from both storages, since other windows write too. Then call
        ``ready``."""

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

        self._queue.fetch([PREFIX + "facts/", PREFIX + "settings", BOARDS, WRITTEN], listed)

    # ------------------------------------------------------------ settings

    def settings(self) -> dict[str, Any]:
        """Return the stored settings, or what is readable of a damaged text.

        Use only values that you know. The page's scripts also read them like this before the program
        runs. Otherwise half of the page would be in another language than the rest.
        """
        return checksummed_copies.legible_table(self.box.read(PREFIX + "settings"))

    def keep_settings(self, table: Mapping[str, Any]) -> None:
        """Store the settings. Raises :class:`StorageFull` if neither storage has room for them."""
        if not self.put("settings", table):
            raise StorageFull

    def put(self, name: str, table: Mapping[str, Any], *, large: bool = False) -> bool:
        """Store a table in both storages, or in the database alone if it is ``large``: the box has little
        room. Returns whether at least one has room for it."""
        key, text = PREFIX + name, checksummed_copies.seal_table(table)
        self._queue.do(DatabaseJob("", {key: text}))
        return (not large and self._write(key, text)) or self._sure == DONE

    def drop(self, names: Sequence[str]) -> None:
        """Remove tables from both storages."""
        keys = [PREFIX + name for name in names]
        self._queue.do(DatabaseJob("", {}, removes=keys))
        for key in keys:
            self.box.remove(key)

    def here(self, prefix: str) -> dict[str, dict[str, Any]]:
        """Return the undamaged tables in the box with this name prefix, by the rest of the name."""
        start = PREFIX + prefix
        texts = {key: self.box.read(key) or "" for key in self.box.names() if key.startswith(start)}
        return self._tables(start, texts)

    def sure(self, prefix: str, then: Callable[[dict[str, dict[str, Any]]], None]) -> None:
        """Fetch such tables from the database; none if it cannot be read."""
        start = PREFIX + prefix
        self._queue.fetch([start], lambda texts: then(self._tables(start, texts or {})))

    def fetch(self, prefix: str, then: Callable[[dict[str, dict[str, Any]]], None]) -> None:
        """Fetch such tables from both storages. The box takes precedence."""
        self.sure(
            prefix, lambda tables: then(dict(sorted({**tables, **self.here(prefix)}.items())))
        )

    def _tables(self, start: str, texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
        return {
            key.removeprefix(start): table
            for key, text in sorted(texts.items())
            if key.startswith(start) and (table := self._table(text)) is not None
        }

    def note(self, name: str, text: str) -> bool:
        """Store a short note about this device, in the box only. Returns whether it is new and was
        stored."""
        key = f"{PREFIX}note/{name}"
        return self.box.read(key) != text and self._write(key, text)

    def noted(self, name: str) -> str | None:
        """Return the note of this name, or None."""
        return self.box.read(f"{PREFIX}note/{name}")

    # ------------------------------------------------------------ boards from files

    def boards(self) -> list[dict[str, Any]]:
        """Return the tables of the editions loaded from files, without damaged ones."""
        keys = sorted(key for key in self.box.names() if key.startswith(BOARDS))
        sealed = (self._table(self.box.read(key)) or {} for key in keys)
        return [row["board"] for row in sealed if isinstance(row.get("board"), dict)]

    def keep_board(self, id: str, table: Mapping[str, Any]) -> None:
        """Store an edition, in place of one with the same id. Raises :class:`StorageFull` if neither storage
        has room for it."""
        if not self.put(f"board/{id}", {"board": table}):
            raise StorageFull

    def remove_board(self, id: str) -> None:
        self.drop([f"board/{id}"])

    # ------------------------------------------------------------ one game

    def keep(self, summary: Summary, game: OngoingGame) -> None:
        """Save a game in its present state. This is cheap if only a few answers have been added."""
        if summary.id == self._lost:
            return
        self._last = summary, game
        opened = self._open
        count = game.count()
        if (
            opened is None
            or opened.id != summary.id
            or count >= opened.due
            or not (self._in_box(opened) or self._in_database(opened))
            # Another window has written or deleted it. Only a whole copy is certain not to mix two
            # games.
            or (opened.here and self.box.read(facts_key(summary.id)) != opened.here)
        ):
            self._keep_whole(summary, game)
            return
        same = min(count, opened.count, game.unchanged())
        steps: list[Step] = [same] if same < opened.count else []
        steps += game.since(same)
        opened.tail = checksummed_copies.append_to_tail(opened.tail, opened.age[1], steps)
        opened.age = (opened.age[0], opened.age[1] + len(steps))
        opened.count = count
        self._put(opened, summary, {key_of(summary.id, "tail"): opened.tail})

    def _keep_whole(self, summary: Summary, game: OngoingGame) -> None:
        before = self._open
        again = before is not None and before.id == summary.id
        if again:
            assert before is not None
            age, place = (before.age[0], before.age[1] + 1), 1 - before.place
        else:
            epoch, place = self._next.get(summary.id, (1, 0))
            age = (epoch, 0)
        text = checksummed_copies.base_text(age, game.full())
        count = game.count()
        self._open = _Open(
            summary.id, place, age, count, count + FULL_EVERY, checksummed_copies.empty_tail(text)
        )
        self._next[summary.id] = (age[0] + 1, 1 - place)
        puts = {
            key_of(summary.id, f"base-{place}"): text,
            key_of(summary.id, "tail"): self._open.tail,
        }
        self._put(self._open, summary, puts)

    def _put(self, opened: _Open, summary: Summary, puts: dict[str, str]) -> None:
        """Write to both storages, unless another window has taken the game."""
        id = summary.id
        first = self._mine != id
        holder = self.box.read(holder_key(id))
        if not first and holder is not None and holder != self._token:
            self.taken(id)
            return
        self._mine = id
        row = ListedGame(summary, opened.age, self._rows[id].edit if id in self._rows else 0)
        puts[facts_key(id)] = text = sealed_summary(row)
        if first:
            puts[holder_key(id)] = self._token
        self._rows[id] = row
        base = key_of(id, f"base-{opened.place}") in puts
        if base or opened.in_box:
            opened.in_box = all(self._write(key, text) for key, text in puts.items())
            opened.here = text if opened.in_box else ""
            if not opened.in_box:
                opened.due = min(opened.due, opened.count + AGAIN)
            elif base:
                self._quick = DONE if self.box.lasts else "none"
        if base or opened.in_database:
            holding = None if first else (holder_key(id), self._token)
            self._queue.do(DatabaseJob(id, puts, holding=holding, age=opened.age))

    def close(self) -> None:
        """Stop saving the present game. The next ``keep`` begins with a whole copy."""
        self._open = self._last = None

    def keep_whole_next(self) -> None:
        """Make the next ``keep`` write a whole copy, because more than the answers has changed."""
        if self._open is not None:
            self._open.due = 0

    def open(self, id: str, then: Callable[[KeptGame | LoadError], None]) -> None:
        """Open a saved game to go on with it. ``then`` gets its newest undamaged state, or the
        reason why there is none. From now on a window that had the game can no longer write to
        it."""
        key = holder_key(id)
        self._mine, self._lost = id, ""
        self._write(key, self._token)
        self._queue.do(DatabaseJob(id, {key: self._token}))

        def read(texts: dict[str, str] | None) -> None:
            then(self._read(id, texts or {}))

        self._queue.fetch([key_of(id, "")], read)

    def look(self, id: str, then: Callable[[KeptGame | LoadError], None]) -> None:
        """As :meth:`open`, but read-only: no window loses the game."""
        self._queue.fetch([key_of(id, "")], lambda texts: then(self._read(id, texts or {})))

    def _read(self, id: str, texts: Mapping[str, str]) -> KeptGame | LoadError:
        sure = {
            part: texts[key_of(id, part)]
            for part in checksummed_copies.PARTS
            if key_of(id, part) in texts
        }
        stored = {part: self.box.read(key_of(id, part)) for part in checksummed_copies.PARTS}
        quick = {part: text for part, text in stored.items() if text is not None}
        row = self._rows.get(id)
        if row is not None and row.age == _FUTURE:
            return LoadError(_NEWER)
        try:
            good, damaged = checksummed_copies.read_copies([quick, sure])
        except NewerFormat:
            return LoadError(_NEWER)
        ages = [copy.age for copy in good] + ([row.age] if row else [])
        epoch = max(ages, default=NEVER)[0] + 1
        self._next[id] = (epoch, 1 - good[0].place if good else 0)
        if not good:
            return LoadError(_DAMAGED)
        summary = row.summary if row and row.summary.players else made_up(id, good[0].table)
        # If the list knows a newer state than the newest undamaged one, that state was damaged. If the list
        # is damaged too, nobody can know, so any damage is reported as a loss.
        lost = row.age > good[0].age if row and row.summary.players else damaged
        first, *rest = (kept_of(summary, copy) for copy in good)
        return replace(first, lost=lost, earlier=tuple(rest))

    def lose(self, id: str) -> None:
        """Stop writing a game, since another window has taken it."""
        self._queue.forget(id)
        self._lost = id
        if self._mine == id:
            self._mine = ""
        if self._open is not None and self._open.id == id:
            self.close()

    # ------------------------------------------------------------ all games

    def games(self) -> list[Summary]:
        """Return the summaries of all saved games, newest first."""
        rows = [row.summary for row in self._rows.values()]
        return sorted(rows, key=lambda summary: summary.when, reverse=True)

    def new_id(self) -> str:
        """Return a new random id of 48 bits, so that no other game has it."""
        return os.urandom(6).hex()

    def rename(self, id: str, title: str) -> None:
        row = self._rows.get(id)
        if row is None:
            return
        self._rows[id] = row = replace(
            row, summary=replace(row.summary, title=title), edit=row.edit + 1
        )
        text = sealed_summary(row)
        self._queue.do(DatabaseJob(id, {facts_key(id): text}, age=row.age))
        if self._write(facts_key(id), text) and self._open is not None and self._open.id == id:
            self._open.here = text

    def duplicate(self, id: str, title: str, then: Callable[[str], None] = lambda id: None) -> None:
        """Copy a game under another title. ``then`` gets the id of the copy, or "" if there is no room."""

        def copied(original: KeptGame | LoadError) -> None:
            if isinstance(original, LoadError):
                then("")
                return
            new = self.new_id()
            row = ListedGame(replace(original.summary, id=new, title=title), (1, 0))
            text = checksummed_copies.base_text(row.age, whole_record(original))
            parts = {"base-0": text, "tail": checksummed_copies.empty_tail(text)}
            puts = {key_of(new, part): text for part, text in parts.items()}
            puts[facts_key(new)] = sealed_summary(row)
            here = all(self._write(key, text) for key, text in puts.items())

            def done(result: str) -> None:
                if here or result == DONE:
                    self._rows[new] = replace(row, sure=result == DONE)
                    then(new)
                else:
                    self._erase(new)
                    then("")

            self._queue.do(DatabaseJob(new, puts, then=done, age=row.age))

        self.look(id, copied)

    def delete(self, id: str) -> Callable[[], None]:
        """Remove a game, and return a function that restores it while the page is open."""
        prefixes = [key_of(id, ""), facts_key(id), holder_key(id)]
        texts_by_key = {key: self.box.read(key) for key in self._keys(id)}
        backup = {key: text for key, text in texts_by_key.items() if text is not None}
        sure: dict[str, str] = {}
        row = self._rows.pop(id, None)
        if self._open is not None and self._open.id == id:
            self.close()
        self._erase(id)
        if self._open is not None and self.trouble:
            self._open.due = 0  # there may be room now
        self._queue.fetch(prefixes, lambda texts: sure.update(texts or {}))
        self._queue.do(DatabaseJob(id, {}, removes=prefixes))

        def undo() -> None:
            if row is not None:
                self._rows[id] = row
            for key, text in backup.items():
                self._write(key, text)
            # ``sure`` is filled by then: the fetch above comes first in the queue.
            self._queue.do(DatabaseJob(id, sure))

        return undo

    def raw(self, id: str, then: Callable[[str], None]) -> None:
        """Export everything stored of a game, damaged or not, as one JSON text."""
        prefixes = [key_of(id, ""), facts_key(id)]

        def read(texts: dict[str, str] | None) -> None:
            here = {key: self.box.read(key) for key in self._keys(id)}
            then(
                checksummed_copies.dump_json(
                    {"titledeed-save": checksummed_copies.SAVE, "quick": here, "sure": texts}
                )
            )

        self._queue.fetch(prefixes, read)

    # ------------------------------------------------------------ the box

    def _write(self, key: str, text: str) -> bool:
        """Write to the box, and return whether there was room. To make room, other games are removed from
        the box if the database has them."""
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
        """Remove from the box the oldest game that the database has too. Returns whether there was one."""
        opened = self._open.id if self._open else ""
        rows = sorted(self._rows.items(), key=lambda item: item[1].summary.when)
        names = ids_of(self.box.names(), "game")
        for id, row in rows:
            if not row.sure or id == opened or id not in names:
                continue
            # Do not remove it if another window has written a newer state that only the box has.
            here = self._table(self.box.read(facts_key(id)))
            if here is not None and checksummed_copies.age_of(here) == row.age:
                for part in checksummed_copies.PARTS:
                    self.box.remove(key_of(id, part))
                return True
        return False

    def _erase(self, id: str) -> None:
        for key in self._keys(id):
            self.box.remove(key)

    def _keys(self, id: str) -> list[str]:
        return [
            *(key_of(id, part) for part in checksummed_copies.PARTS),
            facts_key(id),
            holder_key(id),
        ]

    def _list_box(self) -> None:
        for id in ids_of(self.box.names(), "facts"):
            self._enlist(id, self.box.read(facts_key(id)) or "", sure=False)
        for id in ids_of(self.box.names(), "game"):
            if id not in self._rows:
                self._enlist(id, "", sure=False)

    def _enlist(self, id: str, text: str, sure: bool) -> None:
        """Add a game to the list, or update it if the text is of a newer state."""
        try:
            table = checksummed_copies.unseal_table(text)
            row = row_of(id, table) if table is not None else None
        except NewerFormat:
            row = ListedGame(Summary(id, "?", (), 0, "", ""), _FUTURE)
        if row is None:
            row = ListedGame(Summary(id, "?", (), 0, "", ""), NEVER)
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
            return checksummed_copies.unseal_table(stored)
        except NewerFormat:
            return None

    # ------------------------------------------------------------ the database

    def _committed(self, job: DatabaseJob, result: str) -> None:
        """Handle the result of a change."""
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
            # The game was deleted by another window or through the browser's settings, so save it
            # again.
            self._queue.forget(job.id)
            if opened is not None and self._last is not None:
                self._open, self._mine = None, ""
                self.keep(*self._last)
        else:
            self._sure = result
            if opened is not None:
                opened.in_database = False
                opened.due = min(opened.due, opened.count + AGAIN)
        if job.then is not None:
            job.then(result)
        if self.trouble != before:
            self.changed()
