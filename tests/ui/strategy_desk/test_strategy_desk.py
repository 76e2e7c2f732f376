"""The strategy desk, used as a person uses it: sliders, measured games, Python, files, links and tables."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.bots.strategy_ids import is_strategy
from titledeed.engine.answers import Roll
from titledeed.game.strategy_seats import KEY
from titledeed.storage.store import Store
from titledeed.strategies.playing_rules import PlayingRules, table_of
from titledeed.strategies.strategy_file import Strategy, read_strategy, write_strategy
from titledeed.strategy_desk import measuring
from titledeed.strategy_desk.strategy_link import strategy_link
from titledeed.ui.page_port import Gesture

MAGPIE = Strategy("Magpie", PlayingRules(buy_keep=300))


def opened() -> Table:
    table = Table(page=FakePage())
    table.do("strategies")
    table.page.run()
    return table


def text(table: Table) -> str:
    return table.page.text("lab")


def fields(**changes: Any) -> dict[str, str]:
    """The form of the rules with these changes, as a browser sends it."""
    values = {
        **table_of(PlayingRules()),
        **{key.replace("_", "-"): v for key, v in changes.items()},
    }
    return {
        key: "on" if value is True else str(value)
        for key, value in values.items()
        if value is not False
    }


def put(table: Table, **changes: Any) -> None:
    table.do("strategy-rules", kind="change", fields=fields(**changes))


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs of eight games."""
    for name, value in (("GAMES", 8), ("_STEP", 2)):
        monkeypatch.setattr(measuring, name, value)


def test_a_slider_changes_its_sentence_and_is_still_there_in_a_new_window() -> None:
    table = opened()
    assert "I buy a property if at least $0 stays in hand. $0 $1,000" in text(table)
    assert "If it completes my group: 2.5 × its price. 0.5 × 4 ×" in text(table)
    put(table, buy_keep=300, swaps=False, build_first="cheap", any_times=1.3)
    assert "I buy a property if at least $300 stays in hand." in text(table)
    assert "I build first on" in text(table)
    assert re.search(r"selected>\s*the cheapest<", table.page.regions["lab"])
    table.do("strategy-name", kind="change", fields={"name": "  Rook \u202e "})
    later = Table(store=table.disk())
    later.do("strategies")
    later.page.run()
    assert "$300 stays in hand" in text(later)
    later.press("lab", "Save as a file")
    saved = read_strategy(later.page.files["Rook.strategy.json"])
    assert saved.rules == PlayingRules(
        buy_keep=300, swaps=False, build_first="cheap", any_times=1.3
    )
    later.press("lab", "Back to the usual rules")
    assert "$0 stays in hand" in text(later)


def test_values_out_of_range_change_nothing() -> None:
    table = opened()
    put(table, buy_keep=10**9, build_to="nan", offers="", build_first="none")
    assert "I buy a property if at least $0 stays in hand." in text(table)
    assert "Back to the usual rules" not in text(table)


@pytest.mark.usefixtures("few_games")
def test_a_change_is_compared_with_the_rules_before_and_luck_is_named() -> None:
    table = opened()
    table.do("strategy-against", kind="change", fields={"against": "novice"})
    table.press("lab", "Play 100 games")
    table.page.run()
    assert "Against 3 × Novice" in text(table)
    assert "Change one rule, then play again" in text(table)
    put(table, build_keep=125)
    assert "The rules have changed since these games." in text(table)
    table.press("lab", "Play 100 games")
    table.page.run()
    assert "Earlier rules" in text(table)
    assert "That may be luck: the games don’t show which rules are better." in text(table)
    put(table, buy_keep=1000, complete_keep=1000, any_times=0.5, second_times=0.5, build_keep=1000)
    table.press("lab", "Back to the earlier rules")
    assert "Back to the usual rules" not in text(table)


def test_a_stopped_run_has_no_verdict() -> None:
    table = opened()
    table.hands.handle_gesture(Gesture("click", where="lab", do="strategy-run"))
    assert "0 of 100 games" in text(table)
    table.press("lab", "Stop")
    table.page.run()
    assert "Stopped. Games played: 0" in text(table)


def test_difference_of_two_runs_is_that_of_their_pairs() -> None:
    before, after = measuring.Run(MAGPIE, "novice"), measuring.Run(MAGPIE, "novice")
    before.wins = [1.0, 0.0] * (measuring.GAMES // 2)
    after.wins = [1.0, 1.0] * (measuring.GAMES // 2)
    assert measuring.difference(before, after).difference.value == 0.5
    assert measuring.difference(before, after).shows()
    assert not measuring.difference(before, before).shows()


@pytest.mark.usefixtures("few_games")
def test_a_watched_game_is_the_counted_one() -> None:
    job = measuring.watched(MAGPIE, "novice", 3, ["Magpie", "A", "B", "C"])
    assert [row["name"] for row in job["record"]["seats"]] == ["A", "Magpie", "B", "C"]
    table = opened()
    table.do("strategy-against", kind="change", fields={"against": "novice"})
    table.press("lab", "Watch one game")
    table.page.run()
    assert table.app.replaying is not None


def test_one_press_shows_the_player_in_python_and_another_opens_it_in_the_workshop() -> None:
    table = opened()
    put(table, buy_keep=300)
    table.press("lab", "Show it in Python")
    assert "BUY_KEEP = 300" in text(table)
    table.press("lab", "Open it in the workshop")
    table.page.run()
    assert "Look at it first: Strategist" in text(table)
    assert "BUY_KEEP = 300" in text(table)


def test_a_file_and_a_link_are_shown_first() -> None:
    table = opened()
    table.hands.imported("x.json", write_strategy(MAGPIE))
    table.page.run()
    assert "Look at it first: Magpie" in text(table)
    assert "I buy a property if at least $300 stays in hand." in text(table)
    table.press("lab", "Close it")
    assert "The player’s rules" in text(table)
    table.hands.open_link(strategy_link(MAGPIE))
    table.page.run()
    table.press("lab", "Open it at the desk")
    assert "$300 stays in hand" in text(table)
    table.hands.open_link("#strategy=1.AAAA")
    table.page.run()
    assert "The link is damaged" in text(table)


def test_a_player_that_another_one_replaces_can_be_opened_again() -> None:
    table = opened()
    table.hands.imported("x.json", write_strategy(MAGPIE))
    table.page.run()
    table.press("lab", "Open it at the desk")
    assert "again" not in text(table), "the usual player is no work of a person"
    other = Strategy("Rook", PlayingRules(jail_stay=40))
    table.hands.open_link(strategy_link(other))
    table.page.run()
    table.press("lab", "Open it at the desk")
    assert "The player that was open here is now under “Earlier players”." in text(table)
    later = Table(store=table.disk())
    later.do("strategies")
    later.page.run()
    later.press("lab", "Open Magpie again")
    assert "$300 stays in hand" in text(later)
    later.press("lab", "Back to the usual rules")
    later.press("lab", "Open Rook again")
    assert 'value="Rook"' in later.page.regions["lab"]
    later.press("lab", "Open Magpie again")
    assert "$300 stays in hand" in text(later)


def test_two_windows_do_not_overwrite_each_other() -> None:
    first = opened()
    second = Table(store=Store(first.store.box))
    second.do("strategies")
    second.page.run()
    first.hands.imported("x.json", write_strategy(MAGPIE))
    first.page.run()
    first.press("lab", "Open it at the desk")
    second.do("strategy-against", kind="change", fields={"against": "novice"})
    assert "$300 stays in hand" in text(second)
    first.hands.storage_changed("titledeed/1/strategy-desk")
    assert re.search('value="novice"\\s+selected', first.page.regions["lab"])
    for table, name in ((first, "Rook"), (second, "Jay")):
        table.do("strategy-name", kind="change", fields={"name": name})
    assert 'value="Jay"' in second.page.regions["lab"]
    second.press("lab", "Open Rook again")
    assert 'value="Rook"' in second.page.regions["lab"]
    second.press("lab", "Open Jay again")


def seated() -> Table:
    """A table that is being set up, with the player."""
    table = opened()
    table.hands.imported("x.json", write_strategy(MAGPIE))
    table.page.run()
    table.press("lab", "Put it at my table")
    table.page.run()
    return table


def test_it_plays_at_a_table_under_its_own_name_and_gives_reasons() -> None:
    table = seated()
    assert (table.app.setup["name-1"], table.app.setup["kind-1"]) == ("Magpie", MAGPIE.id)
    table.do("start-game", kind="submit")
    table.page.run()
    session = table.app.running
    bot = session.controls[1]
    assert is_strategy(bot)
    assert session.game.record.extra[KEY][bot]["name"] == "Magpie"
    while not any(entry.seat == 1 and entry.reason for entry in session.entries):
        if session.step() is None:
            session.say(session.ask.seat, session.game.notation.text(Roll(), session.state))
    saved = session.save("2026-01-01", "")
    assert json.loads(json.dumps(saved))[KEY][bot]["rules"]["buy-keep"] == 300
    session.hand_to(2, bot, table.app.written)
    assert session.controls[2] == bot


def test_the_code_of_such_players_is_fetched_when_a_game_needs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = seated()
    asked: list[str] = []

    def fetch(name: str, then: Any) -> None:
        asked.append(name)
        monkeypatch.undo()
        then("")

    monkeypatch.setitem(sys.modules, "titledeed.strategies", None)
    monkeypatch.setitem(sys.modules, "titledeed.strategies.strategy_file", None)
    monkeypatch.setattr(table.page, "fetch_part", fetch)
    table.do("start-game", kind="submit")
    table.page.run()
    assert asked == ["strategies"]
    assert is_strategy(table.app.running.controls[1])


def test_a_game_opens_after_the_code_of_its_player_could_not_be_fetched_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = seated()
    table.do("start-game", kind="submit")
    table.page.run()
    again = Table(table.disk(), page=FakePage(no_part="offline"))
    with monkeypatch.context() as absent:
        absent.setitem(sys.modules, "titledeed.strategies", None)
        absent.setitem(sys.modules, "titledeed.strategies.strategy_file", None)
        again.do("continue", table.app.game_id)
        assert again.app.session is None
        assert again.app.notices.get("part") is not None
    again.do("continue", table.app.game_id)
    assert again.session.controls == table.session.controls


@pytest.mark.usefixtures("few_games")
def test_the_limit_of_rounds_can_be_changed_and_runs_with_another_one_are_not_compared() -> None:
    table = opened()
    table.do("strategy-against", kind="change", fields={"against": "novice", "limit": "30"})
    table.press("lab", "Play 100 games")
    table.page.run()
    assert "After 30 rounds, the richest player wins." in text(table)
    put(table, build_keep=125)
    table.do("strategy-against", kind="change", fields={"against": "novice", "limit": "100"})
    assert "The rules have changed since these games." in text(table)
    table.press("lab", "Play 100 games")
    table.page.run()
    assert "After 100 rounds, the richest player wins." in text(table)
    assert "Earlier rules" not in text(table)
    job = measuring.watched(MAGPIE, "novice", 3, ["Magpie", "A", "B", "C"], 30)
    assert job["record"]["house_rules"] == {"limit-rounds": 30}
    later = Table(store=table.disk())
    later.do("strategies")
    later.page.run()
    assert re.search(r'<option value="100"\s+selected', later.page.regions["lab"])
    table.do("strategy-against", kind="change", fields={"against": "novice", "limit": "7"})
    assert re.search(r'<option value="100"\s+selected', table.page.regions["lab"])
