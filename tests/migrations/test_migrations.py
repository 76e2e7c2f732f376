"""A file of every version of each format opens, and a future version is refused by name.

``kept/`` has a file of every version, which is never remade: ``title-deed-run-1.json`` is of
``title-deed-run/1``. When a migration is added, the current version becomes an earlier one and
already has its file here. Add a file of the new version.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from titledeed.classroom import class_files
from titledeed.engine import record
from titledeed.engine.errors import LoadError
from titledeed.lab import run_file
from titledeed.lab.curves import sweep_file
from titledeed.lab.lessons import (
    answer_files,
    lesson_format,
    worksheet_answers_and_merging_two_copies,
)
from titledeed.migrations import (
    bot_format,
    browser_save_version_declaration,
    class_format,
    lesson_and_worksheet_formats,
    record_version_declaration,
    run_format,
    strategy_format,
    sweep_format,
)
from titledeed.migrations.versioned_format import FileFormat, NewerFormat, OtherFormat, Table
from titledeed.storage import checksummed_copies
from titledeed.strategies import strategy_file
from titledeed.workshop import bot_file, tournament

KEPT = Path(__file__).with_name("kept")


def open_record(text: str) -> object:
    return record.replay_record(record.read_record(json.loads(text))).lines


def open_copies(text: str) -> object:
    good, damaged = checksummed_copies.read_copies([json.loads(text)])
    assert not damaged
    return [open_record(json.dumps(copy.table)) for copy in good]


READERS: dict[FileFormat, Callable[[str], object]] = {
    record_version_declaration.RECORD: open_record,
    browser_save_version_declaration.SAVE: open_copies,
    run_format.RUN: run_file.read_run,
    sweep_format.SWEEP: sweep_file.read_sweep,
    lesson_and_worksheet_formats.LESSON: lesson_format.read_lesson,
    lesson_and_worksheet_formats.WORKSHEET: worksheet_answers_and_merging_two_copies.read_worksheet,
    lesson_and_worksheet_formats.ANSWERS: answer_files.read_answers,
    bot_format.BOT: bot_file.read_bot,
    bot_format.TOURNAMENT: tournament.read_tournament,
    class_format.CLASS: class_files.read_class_file,
    strategy_format.STRATEGY: strategy_file.read_strategy,
}
NAMED = [format for format in READERS if format is not browser_save_version_declaration.SAVE]


def by_name(format: FileFormat) -> str:
    return format.name


def kept(format: FileFormat, version: int) -> str:
    ending = "txt" if format is bot_format.BOT else "json"
    return (KEPT / f"{format.name}-{version}.{ending}").read_text("utf-8")


@pytest.mark.parametrize("format", READERS, ids=by_name)
def test_a_file_of_every_earlier_version_opens(format: FileFormat) -> None:
    for version in range(1, format.version + 1):
        assert READERS[format](kept(format, version)), version


def test_the_migration_tests_cover_every_format() -> None:
    found = {
        each
        for module in (
            record_version_declaration,
            browser_save_version_declaration,
            run_format,
            sweep_format,
            lesson_and_worksheet_formats,
            bot_format,
            class_format,
            strategy_format,
        )
        for each in vars(module).values()
        if isinstance(each, FileFormat)
    }
    assert found == set(READERS)


@pytest.mark.parametrize("format", NAMED, ids=by_name)
def test_a_file_of_a_later_version_is_refused_by_version(format: FileFormat) -> None:
    later = f"{format.name}/{format.version + 1}"
    text = kept(format, format.version).replace(format.id, later, 1)
    with pytest.raises(LoadError, match=later):
        READERS[format](text)


@pytest.mark.parametrize("format", READERS, ids=by_name)
def test_a_format_change_needs_only_one_migration(
    format: FileFormat, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Simulated here: the next version equals this one, and each current file goes through the step."""
    gone: list[Table] = []

    def step(table: Table) -> Table:
        gone.append(table)
        return table

    today = format.version
    monkeypatch.setattr(format, "migrations", (*format.migrations, step))
    monkeypatch.setattr(checksummed_copies, "SAVE", browser_save_version_declaration.SAVE.version)
    for version in range(1, today + 1):
        assert READERS[format](kept(format, version)), version
    assert len(gone) == today
    sealed = checksummed_copies.seal_table({"speed": "brisk"})
    assert checksummed_copies.unseal_table(sealed) == {
        "save": browser_save_version_declaration.SAVE.version,
        "speed": "brisk",
    }


def test_each_migration_step_is_applied_in_order() -> None:
    def add(letter: str) -> Callable[[Table], Table]:
        return lambda table: {**table, "steps": table["steps"] + letter}

    format = FileFormat("thing", add("a"), add("b"), add("c"))
    for version, steps in ((1, "abc"), (3, "c"), (4, "")):
        assert format.upgrade({"format": f"thing/{version}", "steps": ""}) == {
            "format": "thing/4",
            "steps": steps,
        }
    with pytest.raises(NewerFormat, match="thing/5"):
        format.upgrade({"format": "thing/5"})


@pytest.mark.parametrize(
    "name",
    [None, 1, "", "thing", "thing/", "thing/0", "thing/-1", "thing/1.5", "thing/٣", "thin/1"],
)
def test_data_without_a_version_is_reported_as_such(name: Any) -> None:
    with pytest.raises(OtherFormat):
        FileFormat("thing").upgrade({"format": name})
