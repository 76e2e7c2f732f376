"""The laboratory's screen of one game: its ledger, worth and odds, dice, deeds and landings."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from fake_page import FakePage, Table
from playing import game
from titledeed.game import review_of_weightiest_decisions as review
from titledeed.game.session import Session
from titledeed.lab import batch_games, game_worth_ledger_and_dice
from titledeed.ui.views.ending.standings_and_wealth import over_view
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

JOB: batch_games.GamesJob = {
    "record": batch_games.record_of("modern", ["steady-1"] * 3),
    "seed": 5,
    "first": 3,
    "count": 1,
}


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    """A game of 18 rounds that the third seat wins."""
    return batch_games.record_game(JOB)


@pytest.fixture(scope="module")
def told(record: dict[str, Any]) -> game_worth_ledger_and_dice.Story:
    return game_worth_ledger_and_dice.analyse({"record": record})


def text(table: Table) -> str:
    return table.page.text("lab")


def test_the_end_page_counts_the_same_throws(
    record: dict[str, Any], told: game_worth_ledger_and_dice.Story
) -> None:
    """Only throws that move a token count, not those for the order of play or for a rent."""
    table = Table()
    session = Session.load(record)
    table.hands.play.begin(session, "1", "Of a run", look=True)
    thrown = [event for entry in session.entries for event in entry.events if event.kind == "throw"]
    assert len(thrown) > told["throws"]
    assert over_view(ViewContext(table.app))["text"].endswith(f", {told['throws']} throws")


def rest(table: Table) -> None:
    """Lets time pass until no timer is left."""
    while table.page.tick():
        pass


def opened(record: dict[str, Any]) -> Table:
    table = Table(page=FakePage())
    table.hands.play.begin_new(Session.load(record), "Of a run")
    table.page.run()
    table.do("lab", "game")
    rest(table)
    return table


def test_a_story_matches_the_game_in_the_run(told: game_worth_ledger_and_dice.Story) -> None:
    """The story of a game has the same figures as the row of that game in ``lab games``."""
    played = batch_games.run_games(JOB)[0]
    assert (told["rounds"], told["throws"]) == (played["rounds"], played["throws"])
    assert told["winners"] == played["winners"]
    assert told["points"][-1][1] == [0, 0, played["worth"][2]]
    assert sum(told["landings"]) == played["throws"] == len(told["sums"])
    income = [sum(flow[n][2] for flow in told["flow"] if flow[n][2] > 0) for n in range(3)]
    assert sum(income) > 0


def test_the_ledger_of_the_analysis_sums_to_zero(told: game_worth_ledger_and_dice.Story) -> None:
    assert told["faults"] == []
    for flow in told["flow"]:
        for cause in range(len(flow[0])):
            assert sum(account[cause] for account in flow) == 0
    for before, flow, after in zip(told["before"], told["flow"], told["after"], strict=True):
        for account in range(len(before)):
            assert before[account] + sum(flow[account]) == after[account]


def test_odds_sum_to_one_each_round_and_end_with_the_winner(
    told: game_worth_ledger_and_dice.Story,
) -> None:
    assert all(sum(point[2]) == 1_000_000 for point in told["points"])
    assert told["points"][-1][2] == [0, 0, 1_000_000]


def test_the_turning_point_follows_from_the_odds() -> None:
    points = [(1, [1, 1], [500_000, 500_000]), (2, [1, 1], [620_000, 380_000])]
    points += [(3, [1, 1], [350_000, 650_000]), (4, [1, 1], [400_000, 600_000])]
    assert game_worth_ledger_and_dice.turning_point(points) == (3, 1, 380_000, 650_000)
    assert game_worth_ledger_and_dice.turning_point(points[:1]) is None


def test_rent_income_matches_the_ledger(record: dict[str, Any]) -> None:
    """Rent by deeds and rent by seats are counted separately."""
    told = game_worth_ledger_and_dice.analyse({"record": record})
    rent = sum(flow[n][2] for flow in told["flow"] for n in range(3) if flow[n][2] > 0)
    by_deeds = sum(brought for *_who, brought in told["deeds"])
    assert by_deeds >= rent


def test_the_money_of_a_trade_counts_if_it_is_for_a_single_deed() -> None:
    play = """
        Ada offer Ben give short-line get 250
        Ben accept
        Ben offer Ada give 90 get reading-railroad b-and-o-railroad
        Ada accept
        Ben resign
    """
    deeds = {"Ada": {"deeds": ["short-line", "reading-railroad", "b-and-o-railroad"]}}
    told = game_worth_ledger_and_dice.analyse(
        {"record": game("Ada", "Ben", at_table=deeds, play=play)}
    )
    assert told["deeds"] == [[0, 35, 0, 250], [1, 35, 250, 0]]


def test_the_screen_shows_the_whole_analysis(
    record: dict[str, Any], told: game_worth_ledger_and_dice.Story
) -> None:
    table = opened(record)
    shown = text(table)
    assert "18 rounds, 62 throws" in shown
    assert "The dice look fair. In 45 of 100 games of this length, fair dice give totals" in shown
    assert "Chi-square 7.8 with 8 degrees of freedom." in shown
    turning = game_worth_ledger_and_dice.turning_point(
        told["points"]
    )  # that place depends on the weights of the odds
    assert turning is not None
    round, seat, before, after = turning
    assert (
        f"The biggest change came in round {round}: seat-{seat + 1}’s chance of winning rose from "
        f"{before / 10000:.0f}% to {after / 10000:.0f}%."
    ) in shown
    assert "Dealt at the start 1,500 1,500 1,500 −4,500 0" in shown
    table.do("lab-round", kind="change", fields={"round": "0"})
    assert "Cash before $0 $0 $0 $0 0" in text(table)
    assert "Cash after $1,500 $1,500 $1,500 −$4,500 0" in text(table)


def test_the_analysis_tables_can_be_saved(
    record: dict[str, Any], told: game_worth_ledger_and_dice.Story
) -> None:
    table = opened(record)
    for name in ("ledger", "rounds", "landings", "<img>"):
        table.do("lab-csv", name)
    files = table.page.files
    assert files["titledeed-ledger.csv"] == told["ledger_csv"]
    rounds = files["titledeed-rounds.csv"].splitlines()
    assert rounds[0] == "round,worth_1,worth_2,worth_3,odds_1,odds_2,odds_3"
    assert rounds[-1].startswith("18,0,0,")
    landings = files["titledeed-landings.csv"].splitlines()
    assert sum(int(line.split(",")[1]) for line in landings[1:]) == 62
    assert len(files) == 3


def test_the_analysis_opens_from_a_games_end_and_from_a_replay(record: dict[str, Any]) -> None:
    table = Table(page=FakePage())
    table.hands.play.begin_new(Session.load(record), "Of a run")
    table.page.run()
    table.press("ask", "Laboratory")
    rest(table)
    assert "Ledger by type of payment" in text(table)
    table.press("lab", "Leave")
    table.do("replay")
    table.press("ask", "Laboratory")
    rest(table)
    assert "Ledger by type of payment" in text(table)


def test_without_a_game_the_analysis_says_so() -> None:
    table = Table(page=FakePage())
    table.do("lab", "game")
    assert "No game is open" in text(table)


def test_names_reach_the_page_as_plain_text(record: dict[str, Any]) -> None:
    evil = "<img src=x onerror=alert(1)>"[:30]
    plain = {key: value for key, value in record.items() if key != "checksum"}
    named = json.loads(json.dumps(plain).replace('"name": "seat-3"', f'"name": "{evil}"'))
    named["step"] = [
        {"play": [line.replace("seat-3", "seat:3") for line in step["play"]]}
        for step in named["step"]
    ]
    table = opened(named)
    assert "<img" not in table.page.regions["lab"]
    assert "<img" in text(table)
    for name in ("ledger", "rounds", "landings"):
        table.do("lab-csv", name)
    assert len(table.page.files) == 3
    assert not any("img" in file for file in table.page.files.values())


# ---------------------------------------------------------------- decisions


def test_each_decision_that_counted_links_to_its_moment(record: dict[str, Any]) -> None:
    table = opened(record)
    words = text(table)
    assert "Decisions that mattered" in words
    assert "being analyzed" not in words
    moments = re.findall(r'data-do="lab-moment" data-arg="(\d+)"', table.page.regions["lab"])
    findings = review.study({"record": record, "seats": [0, 1, 2]})
    rows, unmade = findings["decisions"], findings["unmade"]
    shown = [row[1] for seat in range(3) for row in [*rows, *unmade] if row[0] == seat]
    assert moments == [str(count) for count in shown]
    assert len({row[0] for row in rows}) == 3
    whole = table.app.whole
    assert whole is not None
    for seat, count, _line, _points in rows:
        assert whole.entries[count].seat == seat
    _seat, count, *_ = rows[0]
    table.do("lab-moment", str(count))
    rest(table)
    assert table.app.lab is None
    assert table.app.replaying is not None
    assert table.app.replaying.replay.count == count


def test_the_best_offer_never_made_is_shown_and_links_to_its_moment(record: dict[str, Any]) -> None:
    table = opened(record)
    unmade = review.study({"record": record, "seats": [0, 1, 2]})["unmade"]
    words = text(table)
    assert unmade
    assert words.count("Best offer never made") == len(unmade)
    whole = table.app.whole
    assert whole is not None
    for seat, count, line, before, after, likely in unmade:
        assert f"seat-{seat + 1} offer " in line
        name, other = f"seat-{seat + 1}", line.split()[2]
        assert f"Round {whole.at(count).round}: {name} offers {other} " in words
        assert (
            f"This trade would have raised the chance of winning from {before / 10_000:.1f}% to "
            f"{after / 10_000:.1f}%. {other} would have accepted with an estimated probability of "
            f"{likely}%."
        ) in words
    count = unmade[0][1]
    table.do("lab-moment", str(count))
    rest(table)
    assert table.app.replaying is not None
    assert table.app.replaying.replay.count == count


def test_a_game_in_progress_is_not_reviewed() -> None:
    """A review would give hints to everybody who looks at it."""
    table = Table(page=FakePage())
    table.play("Ada", "Ben")
    table.do("lab", "game")
    rest(table)
    assert "Decisions that mattered" not in text(table)
