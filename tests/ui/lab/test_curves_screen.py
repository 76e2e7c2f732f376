"""The laboratory's screen of curves: a sweep, the class, samples, chance alone and unequal starts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.lab import batch_games, compare
from titledeed.lab.batch_games import POLICY
from titledeed.lab.curves import sweep_file
from titledeed.lab.curves.medians import box_of
from titledeed.lab.curves.sweep import Point
from titledeed.lab.curves.swept_settings import SWEPT
from titledeed.lab.intervals import Interval
from titledeed.language.catalogue import Catalogue
from titledeed.strategies.strategy_file import Strategy, write_strategy
from titledeed.ui.lab.state import curves as curves_state
from titledeed.ui.lab.state.compare import QUESTIONS, CompareState
from titledeed.ui.lab.state.comparison_form import NEW, NEW_BOT, bots_of, table_of
from titledeed.ui.lab.views import curve_charts
from titledeed.ui.lab.views.figure_format import FigureFormat
from titledeed.ui.page_port import Gesture

BRIEF = {
    "rulebook": "modern",
    "edition": "atlantic-city",
    "seats": "2",
    "bot-0": "simple",
    "bot-1": "simple",
    "house:limit-rounds": "12",
}


@pytest.fixture(autouse=True)
def _few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curves_state, "SIZES", (6, 8))
    monkeypatch.setattr("titledeed.ui.lab.actions.curves.SIZES", (6, 8))


def opened(page: FakePage | None = None, study: str = "sweep") -> Table:
    table = Table(page=page)
    table.do("lab")
    table.do("lab-screen", "curves")
    table.do("lab-study", study)
    table.do("lab-side", "a", kind="change", fields=dict(BRIEF))
    return table


def state(table: Table) -> curves_state.CurvesState:
    lab: Any = table.app.lab
    found: curves_state.CurvesState = lab.curves.curves
    return found


def chart(table: Table) -> str:
    """The drawing of the curve, without its key."""
    return table.page.regions["lab"].partition('id="lab-sweep"')[2].partition("</svg>")[0]


def text(table: Table) -> str:
    return table.page.text("lab")


def vary(table: Table, **fields: str) -> None:
    table.do("lab-vary", kind="change", fields=fields)


def planned(table: Table) -> None:
    """Plan a sweep of three values with six games each."""
    vary(table, first="500", last="2500", points="3")
    table.do("lab-size", kind="change", fields={"size": "6"})


def run(table: Table) -> None:
    planned(table)
    table.do("lab-run")
    table.page.run()


# ---------------------------------------------------------------- who plays


def opened_elsewhere(table: Table) -> Table:
    """Open the sweep that ``table`` saved last as a file on another device."""
    name, written = list(table.page.files.items())[-1]
    assert name.startswith("titledeed-sweep-")
    other = Table()
    other.do("lab")
    lab: Any = other.app.lab
    lab.open_file(written, name)
    lab.render()
    other.page.run()
    return other


def test_new_simulations_of_the_page_name_steady_for_every_seat() -> None:
    assert NEW_BOT == "steady"
    for id, *_rest in QUESTIONS:
        comparison = CompareState()
        comparison.ask(id)
        for side in comparison.sides:
            record = table_of(side, Catalogue(), {})
            assert {seat["bot"] for seat in record["seats"]} == {"steady"}, id
    assert set(bots_of(curves_state.CurvesState().setting)) == {"steady"}
    assert set(bots_of(curves_state.StartsState().fields)) == {"steady"}


def test_a_setting_that_names_no_bot_is_played_by_steady_1_as_before() -> None:
    fields = {name: value for name, value in NEW.items() if not name.startswith("bot")}
    assert set(bots_of(fields)) == {POLICY} == {"steady-1"}
    seats = [{"name": "Ada"}, {"name": "Ben"}]
    record = {"format": "title-deed/1", "rulebook": "modern", "seats": seats}
    assert batch_games.Setting.of(record).bots == ["steady-1"] * 2


def test_a_seat_that_is_added_is_played_by_steady() -> None:
    table = opened()
    table.do("lab-side", "a", kind="change", fields={**BRIEF, "seats": "4"})
    assert bots_of(state(table).setting) == ["simple", "simple", "steady", "steady"]


# ---------------------------------------------------------------- a sweep


def test_a_sweep_is_planned_played_and_judged() -> None:
    table = opened()
    assert "The points appear here as they come" in text(table)
    vary(table, guess="2")
    planned(table)
    assert state(table).sweep.guess == -1, "the guess was about other values"
    vary(table, guess="2")
    table.do("lab-run")
    table.page.run()
    plan = state(table).sweep
    assert (plan.state, plan.done, plan.total) == ("done", 18, 18)
    shown = text(table)
    assert "6 games at each of 3 values" in shown
    assert "The games don’t show which value is best." in shown
    assert "Your guess, $2,500, may be right." in shown
    assert shown.count("● may be the best") == 4, "three rows and the key"
    drawn = chart(table)
    assert drawn.count('class="lab-dot is-full"') == 3
    assert ">your guess</text>" in drawn
    # Nothing marks a value as the best while the result says that none is shown to be.
    marks = ('class="lab-ring"', "The ring marks", 'class="is-chosen"')
    assert [mark for mark in marks if mark in drawn] == []
    assert plan.best is not None
    plan.best = plan.best._replace(differs=True)
    table.app.lab.render()  # type: ignore[union-attr]
    assert [mark for mark in marks if mark not in table.page.regions["lab"]] == []
    vary(table, first="700", measure="rounds")
    assert (plan.first, plan.measure) == (500, "win_1"), "the plan is locked"


def test_points_appear_before_the_end_without_a_result() -> None:
    table = opened()
    planned(table)
    plan, lab = state(table).sweep, table.app.lab
    lab.curves.do_run(Gesture("lab-run"))  # type: ignore[union-attr]
    for _ in range(4):
        table.page.tick()
    assert 0 < plan.done < plan.total
    lab.render()  # type: ignore[union-attr]
    assert "No result yet" in text(table)
    assert 'id="lab-sweep"' in table.page.regions["lab"]
    table.do("lab-cancel")
    assert "No result: the simulation was stopped" in text(table)
    table.do("lab-run")
    table.page.run()
    assert plan.state == "done"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"first": "-5"}, "Enter a whole number from 0 to 100,000."),
        ({"last": "5 bananas"}, "Enter a whole number from 0 to 100,000."),
        ({"points": "60"}, "Enter a whole number from 2 to 31."),
        ({"first": "3000", "last": "500"}, "different and in rising order"),
    ],
)
def test_a_range_that_cannot_be_swept_is_refused_at_its_field(
    fields: dict[str, str], said: str
) -> None:
    table = opened()
    vary(table, **fields)
    assert said in text(table)
    table.do("lab-run")
    assert state(table).sweep.state == "new"
    assert "Correct the marked fields first." in text(table)


def test_a_measure_chosen_after_the_games_were_seen_gets_no_result() -> None:
    table = opened()
    run(table)
    seed = state(table).sweep.seed
    table.do("lab-again")
    assert state(table).sweep.seed == seed + 1
    table.do("lab-seed", kind="change", fields={"seed": str(seed)})
    vary(table, measure="rounds")
    run(table)
    assert "the measure wasn’t chosen before the simulation" in text(table)


def test_lengths_are_medians_with_box_plots() -> None:
    table = opened()
    vary(table, vary="salary")
    vary(table, measure="rounds")
    assert state(table).sweep.aim == "low"
    run(table)
    assert "The dots are medians" in text(table)
    # The chart begins with the curve and its intervals alone; the table has the figures of the boxes.
    assert 'class="lab-box"' not in table.page.regions["lab"]
    assert "middle half of the games" in text(table)
    table.do("lab-boxes", kind="change", fields={"boxes": "on"})
    drawn = chart(table)
    assert drawn.count('class="lab-box"') == 3
    at = [float(x) for x in re.findall(r'class="lab-interval"><line x1="([0-9.]+)"', drawn)]
    boxes = re.findall(r'<rect x="([0-9.]+)" y="[0-9.]+" width="([0-9.]+)"', drawn)
    for n, (x, width) in enumerate(boxes):
        assert at[n] < float(x), "a box stands beside its interval, not below it"
        assert float(x) + float(width) < (at[n + 1] if n + 1 < len(at) else 640 - 16)
    assert len(boxes) == len(at) == 3
    # The ring of the best value leaves the box beside it free.
    ring = re.search(r'class="lab-ring" cx="([0-9.]+)" cy="[0-9.]+" r="([0-9.]+)"', drawn)
    assert ring is None or all(
        not float(x) - float(ring[2]) < float(ring[1]) < float(x) + float(ring[2]) for x, _ in boxes
    )
    table.do("lab-boxes", kind="change", fields={})
    assert 'class="lab-box"' not in table.page.regions["lab"]
    assert "middle half of the games" in text(table)


def test_a_saved_sweep_opens_with_its_games_and_its_result() -> None:
    table = opened()
    run(table)
    table.do("lab-keep")
    other = opened_elsewhere(table)
    assert other.app.lab is not None
    assert other.app.lab.place == "lab=curves"
    assert state(other).sweep.played == state(table).sweep.played
    assert "The games don’t show which value is best." in text(other)


@pytest.mark.parametrize(
    "change",
    [{"vary": "luck"}, {"values": [1, 2, 9]}, {"setting": {**BRIEF, "seats": "3"}}],
    ids=lambda change: next(iter(change)),
)
def test_a_file_that_cannot_be_shown_changes_nothing(change: dict[str, Any]) -> None:
    table = opened()
    run(table)
    lab: Any = table.app.lab
    file = {**lab.curves._file_table(), **change}
    before = state(table).sweep.played
    lab.open_file(sweep_file.write_sweep(file), "sweep.json")
    assert state(table).sweep.played is before
    assert state(table).sweep.trouble


# ---------------------------------------------------------------- a rule of a player


def test_a_rule_of_a_player_is_varied_saved_and_opened_again() -> None:
    table = opened()
    magpie = Strategy("Magpie", replace(Strategy().rules, build_to=5))
    table.app.written[magpie.id] = write_strategy(magpie)
    vary(table, vary="rule-any-times-1")
    plan = state(table).sweep
    assert (plan.first, plan.last, plan.points) == (0.5, 4.0, 8)
    assert "Any property: … × its price." in text(table)
    vary(table, vary="rule-any-times-1", seat="2", player=magpie.id)
    vary(table, vary="rule-any-times-1", seat="2", first="0.55", last="1,5", points="3")
    assert "must be 0.5, 0.6, 0.7 and so on" in text(table)
    vary(table, vary="rule-any-times-1", seat="2", first="0.5", last="1.5", points="3")
    table.do("lab-size", kind="change", fields={"size": "6"})
    table.do("lab-run")
    table.page.run()
    assert (plan.vary, plan.player, plan.state) == ("rule-any-times-2", magpie, "done")
    assert "Seat 1 wins by “Seat 2: Any property: … × its price”" in text(table)
    table.do("lab-keep")
    other = opened_elsewhere(table)
    again = state(other).sweep
    assert (again.player, again.values, again.played) == (magpie, [0.5, 1.0, 1.5], plan.played)
    assert "Magpie" in text(other)
    assert again.state == "done"
    other.do("lab-pool-mine")
    other.page.run()
    assert "1 sweep, 6 games at each value" in text(other)


def test_the_rule_of_all_players_and_of_a_seat_that_is_missing() -> None:
    table = opened()
    vary(table, vary="rule-offers-1")
    vary(table, vary="rule-offers-1", seat="0", player="")
    assert state(table).sweep.vary == "rule-offers"
    assert "All players" in text(table)
    vary(table, vary="rule-offers-1", seat="7")
    assert state(table).sweep.vary == "rule-offers-1", "there are two seats"
    table.do("lab-side", "a", kind="change", fields={**BRIEF, "seats": "3", "bot-2": "simple"})
    vary(table, vary="rule-offers-1", seat="3")
    table.do("lab-side", "a", kind="change", fields=dict(BRIEF))
    assert state(table).sweep.vary == "rule-offers-1"
    planned = {"first": "1", "last": "3", "points": "3", "vary": "rule-offers-1"}
    vary(table, **planned, seat="1")
    vary(table, **planned, seat="1", guess="2")
    vary(table, **planned, seat="2", guess="2")
    plan = state(table).sweep
    assert (plan.vary, plan.values, plan.guess) == ("rule-offers-2", [1, 2, 3], 2)
    vary(table, **{**planned, "vary": "rule-any-times-1"}, seat="2", guess="2")
    assert (plan.vary, plan.points, plan.guess) == ("rule-any-times-2", 8, 2)


# ---------------------------------------------------------------- the class


def class_files(*seeds: int) -> list[tuple[str, bytes]]:
    files = []
    for seed in seeds:
        table = opened()
        table.do("lab-seed", kind="change", fields={"seed": str(seed)})
        run(table)
        lab: Any = table.app.lab
        written = sweep_file.write_sweep(lab.curves._file_table())
        files.append((f"seed {seed}.json", written.encode()))
    return files


def test_the_sweeps_of_a_class_become_one_curve() -> None:
    files = class_files(1, 2)
    table = opened()
    lab: Any = table.app.lab
    lab.curves.opened_files(
        [*files, ("z copy.json", files[0][1]), ("z other.json", b"{}"), ("z bad.json", b"\xff")]
    )
    table.page.run()
    shown = text(table)
    assert "2 sweeps, 12 games at each value" in shown
    assert "z copy.json: some of these games have the same seeds as games in seed 1.json" in shown
    assert "z other.json: This file isn’t a sweep" in shown
    assert "z bad.json: the file isn’t UTF-8 text." in shown
    assert chart(table).count('class="lab-thin"') == 2
    assert "Seat 1 wins is highest at $" in shown, "the games of both together show it"
    assert "Ruled out: " in shown
    table.do("lab-json")
    figures = json.loads(list(table.page.files.values())[-1])
    assert [point["games"] for point in figures["points"]] == [12, 12, 12]
    table.do("lab-unpool", "1")
    table.page.run()
    assert "1 sweep, 6 games at each value" in text(table)
    table.do("lab-whose", "own")
    assert "The points appear here as they come" in text(table)
    table.do("lab-unpool")
    assert not state(table).together.runs


def test_the_sweep_of_this_device_can_be_added_once() -> None:
    table = opened()
    run(table)
    table.do("lab-pool-mine")
    table.page.run()
    assert "1 sweep, 6 games at each value" in text(table)
    assert "Curve of the class" not in text(table), "it is the curve on the screen"
    table.do("lab-pool-mine")
    table.page.run()
    assert "would count twice" in text(table)


# ---------------------------------------------------------------- games of one setting


@pytest.mark.parametrize(
    ("study", "buttons"),
    [
        ("sample", ["Play 1 game", "Play 10", "Play 100", "Play 1,000"]),
        ("starts", ["Play 20 games", "Play 100", "Play 500"]),
    ],
)
def test_the_buttons_say_what_they_do(study: str, buttons: list[str]) -> None:
    """On a phone they are seen without their heading."""
    shown = text(opened(study=study))
    assert all(button in shown for button in buttons)


def test_samples_grow_game_by_game_and_are_regrouped() -> None:
    table = opened(study="sample")
    table.do("lab-sample", kind="change", fields={"measure": "rounds", "sample": "5"})
    table.do("lab-run", "1")
    table.page.run()
    assert "The next sample has 1 of 5 games so far." in text(table)
    table.do("lab-run", "10")
    table.page.run()
    assert len(state(table).games.games) == 11
    assert "2 samples of 5 games." in text(table)
    table.do("lab-sample", kind="change", fields={"sample": "10"})
    assert "1 sample of 10 games." in text(table)
    table.do("lab-csv")
    assert list(table.page.files.values())[-1].count("\n") == 12


def test_a_setting_is_compared_with_itself() -> None:
    table = opened(study="itself")
    table.do("lab-sample", kind="change", fields={"measure": "win_1", "sample": "5"})
    table.do("lab-run", "10")
    table.page.run()
    table.do("lab-run", "10")
    table.page.run()
    shown = text(table)
    assert (
        "None of the 2 comparisons shows a difference. That’s right: both sides play the same game."
        in shown
    )
    assert "Share of comparisons that show a difference: 0.0%" in shown
    assert "That is why you choose one measure first." in shown
    table.do("lab-study", "sample")
    assert "4 samples of 5 games." in text(table), "both studies share the games"


# ---------------------------------------------------------------- unequal starts


def test_unequal_starts_show_lorenz_curves_and_quarters() -> None:
    table = opened(study="starts")
    assert state(table).starts.fields["seats"] == "2"
    fields = {**BRIEF, "cash-0": "2500", "cash-1": "500"}
    table.do("lab-side", "a", kind="change", fields=fields)
    table.do("lab-run", "20")
    table.page.run()
    shown = text(table)
    assert "After 20 rounds," in shown
    assert "the poorest quarter" in shown
    assert 'id="lab-lorenz"' in table.page.regions["lab"]
    table.do("lab-checkpoint", kind="change", fields={"round": "5"})
    assert "After 5 rounds," in text(table)
    table.do("lab-side", "a", kind="change", fields=dict(BRIEF))
    table.do("lab-run", "20")
    table.page.run()
    assert "All players start with the same." in text(table)


@pytest.mark.parametrize("study", curves_state.STUDIES)
def test_a_setting_that_cannot_be_played_is_refused_at_its_field(study: str) -> None:
    table = opened(study=study)
    table.do("lab-side", "a", kind="change", fields={**BRIEF, "cash-0": "much"})
    table.do("lab-run", "1")
    assert "Correct the marked fields first." in text(table)


def test_one_long_interval_does_not_press_the_curve_flat() -> None:
    def point(low: float, value: float, high: float) -> Any:
        return SimpleNamespace(estimate=SimpleNamespace(low=low, value=value, high=high))

    points = [
        point(11, 62, 96),
        point(44, 80, 93),
        point(43, 83, 500),
        point(44, 65, 143),
        point(40, 62, 143),
    ]
    ends = [end for each in points for end in (each.estimate.low, each.estimate.high)]
    assert curve_charts._bulk(points, ends) == (11, 143)
    alike = [point(40, 50, 60), point(45, 55, 65)]
    assert curve_charts._bulk(alike, [40, 60, 45, 65]) == (40, 65)


def test_games_beyond_the_whiskers_are_points() -> None:
    games = sorted([60.0] * 20 + [61.0, 62.0, 63.0, 64.0, 65.0] * 4 + [90.0])
    box = box_of(games)
    assert box.beyond == (90.0,)
    estimate = Interval(61.0, 40.0, 95.0)
    points = [Point(value, len(games), 0, estimate, 61.0, box) for value in (500, 1500)]
    measure = next(each for each in compare.measures_for(2) if each.id == "rounds")
    swept = next(each for each in SWEPT.values() if each.kind == "money")
    figures = FigureFormat(Catalogue(), "atlantic-city")
    chart = curve_charts.curve_chart(
        points, [], None, None, True, swept, (500, 1500), measure, figures
    )
    for mark in chart["marks"]:
        assert mark["box"] is not None
        assert len(mark["box"]["points"]) == 1
        assert mark["box"]["points"][0] < mark["box"]["high"], "above the upper whisker"
        assert not mark["box"]["above"]


def test_a_box_says_that_there_are_games_beyond_the_chart() -> None:
    box = box_of([*range(60, 81), 500.0])
    points = [Point(value, 22, 0, Interval(70.0, 55.0, 85.0), 70.0, box) for value in (500, 1500)]
    measure = next(each for each in compare.measures_for(2) if each.id == "rounds")
    swept = next(each for each in SWEPT.values() if each.kind == "money")
    figures = FigureFormat(Catalogue(), "atlantic-city")
    chart = curve_charts.curve_chart(
        points, [], None, None, True, swept, (500, 1500), measure, figures
    )
    assert [mark["box"] and mark["box"]["above"] for mark in chart["marks"]] == [True, True]
    assert not any(mark["box"] and mark["box"]["below"] for mark in chart["marks"])
    assert all(mark["box"] and not mark["box"]["points"] for mark in chart["marks"])


def test_the_chart_of_a_sweep_has_a_key_and_its_fields_name_the_currency() -> None:
    table = opened()
    vary(table, vary="cash")
    shown = text(table)
    assert "From ($)" in shown
    assert "To ($)" in shown
    vary(table, vary="limit-rounds")
    shown = text(table)
    assert "From ($)" not in shown
    assert "To ($)" not in shown
    vary(table, vary="salary")
    vary(table, measure="rounds")
    run(table)

    def key() -> str:
        return table.page.regions["lab"].partition('<ul class="lab-legend')[2].partition("</ul>")[0]

    signs = ["median", "95% interval"]
    boxes = ["middle half of the games", "to the last game within", "a game further out"]
    assert [sign for sign in (*signs, *boxes) if sign in key()] == signs
    table.do("lab-boxes", kind="change", fields={"boxes": "on"})
    assert [sign for sign in (*signs, *boxes) if sign in key()] == [*signs, *boxes]
    assert key().count("<li>") == key().count("<svg") >= len(signs) + len(boxes)
    # Each axis has its name.
    names = re.findall(r'<text class="[^"]*name"[^>]*>([^<]+)<', chart(table))
    assert names == ["Rounds until the end", "Salary of all players"]


def test_a_locked_plan_is_read_and_not_filled_in() -> None:
    table = opened()
    vary(table, vary="starting-cash-1")
    vary(table, measure="rounds", guess="1")
    assert 'data-do="lab-vary"' in table.page.regions["lab"]
    run(table)
    drawn = table.page.regions["lab"]
    assert 'data-do="lab-vary"' not in drawn
    plan = drawn.partition('<dl class="lab-planned">')[2].partition("</dl>")[0]
    told = dict(re.findall(r"<dt>([^<]+)</dt><dd>([^<]+)</dd>", plan))
    assert told["What varies"] == "Starting cash of seat 1"
    assert told["Measure for the result"] == "Rounds until the end"
    assert told["Which result is better?"] == "the lower one"
    low, high = re.findall(r"\$[0-9,]+", told["Values"])
    assert low < told["Your guess: the best value"] or low == told["Your guess: the best value"]
    assert told["Values"] == f"3 values from {low} to {high}"


def test_an_interval_that_the_chart_cuts_has_its_end_beside_the_arrow() -> None:
    ends = [(11, 62, 96), (44, 80, 93), (43, 83, 500), (44, 65, 143), (40, 62, 143)]
    values = (500, 1000, 1500, 2000, 2500)
    points = [
        Point(value, 8, 0, Interval(float(middle), float(low), float(high)), float(middle), None)
        for value, (low, middle, high) in zip(values, ends, strict=True)
    ]
    measure = next(each for each in compare.measures_for(2) if each.id == "rounds")
    swept = next(each for each in SWEPT.values() if each.kind == "money")
    figures = FigureFormat(Catalogue(), "atlantic-city")
    drawn = curve_charts.curve_chart(points, [], None, None, False, swept, values, measure, figures)
    assert [mark["high_text"] for mark in drawn["marks"] if mark["above"]] == ["500"]
    assert drawn["cuts"] == 1
    # Without boxes the first and the last value are equally far from the edges.
    assert drawn["marks"][0]["x"] == 640 - drawn["marks"][-1]["x"]


@pytest.mark.parametrize("study", ["sweep", "sample", "itself", "starts"])
def test_a_result_follows_the_name_of_what_was_studied(study: str) -> None:
    table = opened(study=study)

    def order() -> list[str]:
        html = table.page.regions["lab"]
        return sorted(
            ("lab-studies", "lab-main", "lab-run"), key=lambda id: html.index(f'id="{id}"')
        )

    assert order() == ["lab-studies", "lab-run", "lab-main"]
    if study == "sweep":
        planned(table)
        run(table)
    else:
        table.do("lab-sample", kind="change", fields={"measure": "win_1", "sample": "5"})
        table.do("lab-run", "10")
        table.page.run()
    assert order() == ["lab-studies", "lab-main", "lab-run"]
