"""A run's games as records: each counted game as a file, and the rows of ``lab games`` from such files.

Files come from anybody. Each is read like any record, and a zip is never unpacked beyond a limit.
"""

from __future__ import annotations

import json
import zipfile
import zlib
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from functools import partial
from io import BytesIO
from typing import Any, Final, NamedTuple, TypedDict

from ..engine.errors import LoadError
from ..engine.record import LARGEST, Game, parse_record_to_keep, read_record, replay_line_by_line
from ..game.recognize_saves_of_older_programs import ChangedRuling, changed_ruling
from ..run_generator_to_end import at_once
from . import parallel_jobs
from .batch_games import Count, GamesJob, Played, recorded_in_slices, seed_of, setting_of

MOST_FILES: Final = 10_000  # records in one zip
LARGEST_ZIP: Final = 100_000_000  # bytes of a zip
LARGEST_TOGETHER: Final = 1_000_000_000  # bytes of all records of a zip, unpacked
AHEAD: Final = 100  # files that are read before the first of them has been counted
_ZIP: Final = b"PK"  # the first bytes of every zip, even an empty one
_ENTRY: Final = b"PK\1\2"  # the first bytes of each entry in a zip's directory
_HEADER: Final = 30  # bytes before the name of a file, which stands before its data
_LONGEST_NAME: Final = 60
_SLICE: Final = 40  # lines between two pauses
# the date of every file in a zip, so that equal games give equal bytes
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_METHODS: Final = (
    zipfile.ZIP_STORED,
    zipfile.ZIP_DEFLATED,
)  # others need modules that the page lacks


# The errors that zipfile raises for a damaged or hostile file: an unknown method, an encrypted file, an
# early end.
_FAULTS: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    LookupError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)


class Recorded(TypedDict):
    """A counted game with its record, as the text of a file."""

    played: Played
    record: str


def record_line(table: dict[str, Any]) -> str:
    """The text of a record's file."""
    return json.dumps(table, ensure_ascii=False, separators=(",", ":")) + "\n"


def record_name(game: int, games: int) -> str:
    """The file name of game number ``game`` (from 0) of so many. Names sort like the numbers."""
    return f"{game:0{max(4, len(str(games - 1)))}}.json"


def shown_name(name: str) -> str:
    """A file's name for error messages: its end, without characters that control a terminal."""
    text = "".join(letter if letter.isprintable() else "?" for letter in name[-_LONGEST_NAME:])
    return text if len(name) <= _LONGEST_NAME else "…" + text


# ---------------------------------------------------------------- writing


def run_recorded_games(job: GamesJob, strangers: bool = False) -> list[Recorded]:
    """Play the games of a job, and record each while it is counted. Raises :class:`LoadError` with a
    sentence.

    ``strangers``: as for :class:`~.batch_games.Setting`."""
    return at_once(run_in_slices(job, strangers))


def run_with_strangers(job: GamesJob) -> list[Recorded]:
    """As :func:`run_recorded_games`, where bots may be files of this machine. Their code is run."""
    return run_recorded_games(job, strangers=True)


def run_in_slices(job: GamesJob, strangers: bool = False) -> Generator[None, None, list[Recorded]]:
    """As :func:`run_recorded_games`, as a generator that yields several times in each game."""
    setting = setting_of(job["record"], strangers)
    recorded: list[Recorded] = []
    for i in range(job["count"]):
        seed = seed_of(job["seed"], job["first"] + i)
        played, table = yield from recorded_in_slices(setting, seed)
        recorded.append({"played": played, "record": record_line(table)})
        yield
    return recorded


class Packing:
    """Packs records into one zip, one at a time."""

    def __init__(self, games: int) -> None:
        """``games``: the number of games in the run, which determines the file names."""
        self._games = games
        self._bytes = BytesIO()
        self._zip = zipfile.ZipFile(self._bytes, "w", zipfile.ZIP_DEFLATED)

    def add(self, game: int, text: str) -> None:
        """Add the record of this game."""
        info = zipfile.ZipInfo(record_name(game, self._games), _DATE)
        info.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(info, text)

    def finish(self) -> bytes:
        """The bytes of the zip. Nothing can be added after this."""
        self._zip.close()
        return self._bytes.getvalue()


def zip_files(files: Mapping[str, str]) -> bytes:
    """A zip of these texts by name."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in files.items():
            info = zipfile.ZipInfo(name, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, text)
    return data.getvalue()


# ---------------------------------------------------------------- reading


class Source(NamedTuple):
    """A file that contains a record. ``text`` reads it, and raises :class:`LoadError` with a sentence
    that begins with the name."""

    name: str
    text: Callable[[], str]


def record_sources(name: str, data: bytes) -> list[Source]:
    """The records in a file. A zip contains several, each with its name; any other file is one record.

    Nothing is unpacked yet. Raises :class:`LoadError` with a sentence that begins with the name."""
    if not data.startswith(_ZIP):
        return [Source(name, lambda: _decoded(name, data))]
    if len(data) > LARGEST_ZIP:
        raise LoadError(f"{shown_name(name)}: the zip file is too large.")
    if data.count(_ENTRY) > MOST_FILES:
        # Count before zipfile creates an object for each file: millions of them would fill the memory.
        raise LoadError(f"{shown_name(name)}: the zip file contains more than {MOST_FILES} files.")
    try:
        # Names without the UTF-8 flag are mostly ASCII. zipfile would use cp437, which the page lacks.
        archive = zipfile.ZipFile(BytesIO(data), metadata_encoding="latin-1")
        _check_apart(archive)
        members = [info for info in archive.infolist() if not info.is_dir()]
    except _FAULTS as error:
        raise LoadError(f"{shown_name(name)}: the zip file is damaged.") from error
    if len(members) > MOST_FILES:
        raise LoadError(f"{shown_name(name)}: the zip file contains more than {MOST_FILES} files.")
    # The zip states a size for each file. Data beyond that size are never read.
    if sum(info.file_size for info in members) > LARGEST_TOGETHER:
        raise LoadError(f"{shown_name(name)}: the zip file is too large once unpacked.")
    members.sort(key=lambda info: info.filename)
    return [Source(info.filename, partial(_unpacked, archive, info)) for info in members]


def _check_apart(archive: zipfile.ZipFile) -> None:
    """Raise ``BadZipFile`` if two files overlap, as in a zip that unpacks to far more than its own size.
    Later versions of zipfile check this when they open a file."""
    at = sorted(archive.infolist(), key=lambda info: info.header_offset)
    ends = [*(info.header_offset for info in at[1:]), archive.start_dir]
    for info, end in zip(at, ends, strict=False):
        if info.header_offset + _HEADER + info.compress_size > end:
            raise zipfile.BadZipFile


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> str:
    most = 4 * LARGEST  # a character has four bytes at most
    try:
        if info.compress_type not in _METHODS:
            raise NotImplementedError
        with archive.open(info) as file:
            data = file.read(most + 1)
    except _FAULTS as error:
        raise LoadError(
            f"{shown_name(info.filename)}: this file in the zip file is damaged."
        ) from error
    return _decoded(info.filename, data)


def _decoded(name: str, data: bytes) -> str:
    if len(data) > 4 * LARGEST:
        raise LoadError(f"{shown_name(name)}: the file is too large for a game.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise LoadError(f"{shown_name(name)}: the file isn’t UTF-8 text.") from None
    if len(text) > LARGEST:
        raise LoadError(f"{shown_name(name)}: the file is too large for a game.")
    return text


def record_of_source(source: Source) -> dict[str, Any]:
    """The record's table in a file. Raises :class:`LoadError` with a sentence that begins with the name."""
    return _table(source.name, source.text())


def _table(name: str, text: str) -> dict[str, Any]:
    try:
        return parse_record_to_keep(text, toml=name.lower().endswith(".toml"))
    except LoadError as trouble:
        raise LoadError(f"{shown_name(name)}: {trouble}", trouble.clauses) from None


def count_records(
    files: Iterable[Source], executor: parallel_jobs.Executor | None = None
) -> Iterator[Played]:
    """The summaries of the games in these files, in order. All must have the same number of seats.

    Raises :class:`LoadError` with a sentence that begins with a file's name."""
    seats = 0
    for name, game in _each(files, executor):
        seats = seats or len(game["worth"])
        check_seat_count(name, game, seats)
        yield game


def check_seat_count(name: str, game: Played, seats: int) -> None:
    """Raise :class:`LoadError` with a sentence if the game does not have this number of seats."""
    if len(game["worth"]) != seats:
        raise LoadError(
            f"{shown_name(name)}: this game has {len(game['worth'])} seats, but the first game has {seats}. "
            "Count these games separately."
        )


def _each(
    files: Iterable[Source], executor: parallel_jobs.Executor | None
) -> Iterator[tuple[str, Played]]:
    if executor is None:
        for source in files:
            yield source.name, count_record(job_of(source))
        return
    waiting: deque[tuple[str, parallel_jobs.Future]] = deque()
    for source in files:
        waiting.append((source.name, executor.submit(count_record, job_of(source))))
        if len(waiting) > AHEAD:
            name, future = waiting.popleft()
            yield name, future.result()
    for name, future in waiting:
        yield name, future.result()


class CountJob(TypedDict):
    """The text of a record, and the name of its file."""

    name: str
    record: str


def job_of(source: Source) -> CountJob:
    """The job of counting this file. Raises the errors of ``source.text``."""
    return {"name": source.name, "record": source.text()}


def count_record(job: CountJob) -> Played:
    """The summary of the game in a record. Raises :class:`LoadError` with a sentence that begins with the
    file's name."""
    return at_once(counted_in_slices(job))


def counted_in_slices(job: CountJob) -> Generator[None, None, Played]:
    """As :func:`count_record`, as a generator that yields every ``_SLICE`` lines."""
    table = _table(job["name"], job["record"])
    try:
        return (yield from _count(table))
    except LoadError as error:
        trouble = _changed_ruling_of(table) or error
        raise LoadError(f"{shown_name(job['name'])}: {trouble}", trouble.clauses) from None


def _changed_ruling_of(table: dict[str, Any]) -> ChangedRuling | None:
    """The changed ruling that prevents this record from replaying, if there is one."""
    try:
        return changed_ruling(read_record(table))
    except LoadError:
        return None


def counted_or_refused(job: CountJob) -> Played | str:
    """As :func:`count_record`, but return the error message if the game cannot be counted.

    So the jobs of other files continue."""
    return at_once(counted_or_refused_in_slices(job))


def counted_or_refused_in_slices(job: CountJob) -> Generator[None, None, Played | str]:
    """As :func:`counted_or_refused`, as a generator that yields every ``_SLICE`` lines."""
    try:
        return (yield from counted_in_slices(job))
    except LoadError as trouble:
        return str(trouble)


def _count(table: dict[str, Any]) -> Generator[None, None, Played]:
    record = read_record(table)
    if record.refused is not None:
        raise LoadError("This file is only for testing and can’t be opened.")
    game = Game(record)
    count = Count(game.state)
    for n, events in enumerate(replay_line_by_line(game)):
        if events:
            count.events = events
            count.answered(game.state)
        if not n % _SLICE:
            yield
    return count.played(game.state)
