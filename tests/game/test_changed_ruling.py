"""Games that depend on a changed ruling open, or a sentence names the ruling.

Until 24 November 2026, any card that led past GO a second time in one move paid the salary again.
This also applied in the Australian book (go.second-salary-by-card)."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from titledeed.cli import check_record_expectations
from titledeed.engine.errors import LoadError
from titledeed.engine.record import record_checksum
from titledeed.game.recognize_saves_of_older_programs import ChangedRuling
from titledeed.game.session import Session
from titledeed.lab import game_worth_ledger_and_dice, rollouts
from titledeed.lab import write_and_count_record_files as record_files

SAYS = "before a ruling changed. In the Australian rulebook, only the card"
# Saved by the program of 23 November 2026.
SAVED: dict[str, dict[str, Any]] = json.loads(
    Path(__file__).with_name("saved_by_an_earlier_ruling.json").read_text("utf-8")
)
MISSING = SAVED["money that is missing now"]
REFUSED = SAVED["an answer that is refused now"]


def plain(table: dict[str, Any], count: int | None = None) -> dict[str, Any]:
    """Return the game as a record without the session's additions, or only its first lines."""
    table = copy.deepcopy(table)
    for key in ("snapshot", "x-by", "x-controls", "program", "saved"):
        table.pop(key, None)
    table["step"][0]["play"] = table["step"][0]["play"][:count]
    table["checksum"] = record_checksum(table)
    return table


@pytest.mark.parametrize("case", SAVED)
def test_a_game_saved_under_the_earlier_ruling_is_refused_and_the_ruling_is_named(
    case: str,
) -> None:
    with pytest.raises(ChangedRuling, match=SAYS) as caught:
        Session.load(SAVED[case])
    assert caught.value.clauses == ("go.second-salary-by-card",)
    beginning = plain(SAVED[case], caught.value.agree)
    assert beginning["step"][0]["play"][-1] == "chance dice 3 5"
    assert Session.load(beginning).ask.kind == "card"


def test_a_record_opens_if_every_line_is_still_legal() -> None:
    session = Session.load(plain(MISSING))
    assert session.state.cash[0] == 100 + 200 - 200


def test_a_record_with_a_line_that_is_now_illegal_is_refused_and_the_ruling_is_named() -> None:
    with pytest.raises(ChangedRuling, match=SAYS):
        Session.load(plain(REFUSED))
    with pytest.raises(ChangedRuling, match=SAYS):
        rollouts.rollout_start(plain(REFUSED))
    with pytest.raises(ChangedRuling, match=SAYS):
        game_worth_ledger_and_dice.analyse({"record": plain(REFUSED)})
    with pytest.raises(LoadError, match=f"a.json: .*{SAYS}"):
        record_files.count_record({"name": "a.json", "record": json.dumps(plain(REFUSED))})
    assert SAYS in check_record_expectations.check_table(plain(REFUSED))[-1]


def test_the_referee_names_the_ruling_when_a_record_expects_the_earlier_money() -> None:
    table = plain(MISSING)
    table.pop("checksum")
    table["step"][0]["expect"] = {"cash": {"Ada": 300}}
    faults = check_record_expectations.check_table(table)
    assert faults[0] == "step 1: cash of Ada should be 300 and is 100"
    assert SAYS in faults[1]
    assert len(faults) == 2


def test_a_game_played_and_saved_under_the_current_ruling_opens() -> None:
    session = Session.load(plain(MISSING))
    again = Session.load(json.loads(json.dumps(session.save(""))))
    assert again.state.contents() == session.state.contents()


@pytest.mark.parametrize("book", ["classic", "australian"])
def test_a_line_that_was_never_legal_has_nothing_to_do_with_a_ruling(book: str) -> None:
    table = plain(MISSING)
    table["rulebook"] = book
    table["step"][0]["play"].append("Ada bid 7")
    table["checksum"] = record_checksum(table)
    with pytest.raises(LoadError, match="is not allowed") as caught:
        Session.load(table)
    assert not isinstance(caught.value, ChangedRuling)
