"""Sweeps: medians and boxes by the book, the curve, the best value and how often it is wrong."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from statistics import NormalDist
from typing import Any

import pytest

from titledeed.__main__ import main
from titledeed.engine.errors import LoadError
from titledeed.lab import batch_games, parallel_jobs
from titledeed.lab.batch_games import Played
from titledeed.lab.compare import Measure
from titledeed.lab.curves import sweep_file
from titledeed.lab.curves.medians import box_of, median_error, of_median, order_rank
from titledeed.lab.curves.sweep import (
    Point,
    best_of,
    curve,
    measure_named,
    middle_first,
    slim,
    statistic_of,
    sweep_jobs,
)
from titledeed.lab.curves.swept_settings import SWEPT, check_values, even_values, table_with
from titledeed.lab.intervals import share_interval, student
from tools import verdicts

PLAIN = batch_games.record_of("modern", ["simple"] * 2)
BRIEF = {**PLAIN, "house_rules": {"limit-rounds": 15}}
# Dana's self-awareness data (1990), an example throughout Wilcox's textbook.
AWARE = [
    77,
    87,
    88,
    114,
    151,
    210,
    219,
    246,
    253,
    262,
    296,
    299,
    306,
    376,
    428,
    515,
    666,
    1310,
    2611,
]


def measure(id: str, seats: int = 2) -> Measure:
    found = measure_named(seats, id)
    assert found is not None
    return found


# ---------------------------------------------------------------- by the book


def test_the_ranks_around_a_median_are_those_of_the_printed_table() -> None:
    """One more than the critical values of the sign test (5 %, two sides) in any printed table."""
    printed = {5: 0, 6: 1, 8: 1, 9: 2, 12: 3, 15: 4, 20: 6, 25: 8, 30: 10, 40: 14, 50: 18}
    assert {n: order_rank(n) for n in printed} == printed
    assert order_rank(6000) == 2924  # 3000.5 - 1.96 * sqrt(1500)


def test_the_error_of_a_median_is_that_of_the_textbook() -> None:
    assert round(median_error(AWARE), 1) == 77.8
    assert of_median(AWARE) == (262, 151, 428)


def test_a_box_has_whiskers_as_tukey_draws_them() -> None:
    box = box_of(AWARE)
    assert (box.lower, box.middle, box.upper) == (151, 262, 428)
    assert (box.low, box.high, len(box.beyond)) == (77, 666, 2)
    assert all(value < 77 or value > 666 for value in box.beyond)
    assert box_of([4.0]) == (4, 4, 4, 4, 4, ())


def test_student_has_a_quantile_for_all_pairs_of_31_values() -> None:
    normal = NormalDist()
    assert round(student(10**9, 36), 6) == round(normal.inv_cdf(1 - 0.025 / 36), 6)
    assert round(student(10**9, 465), 6) == round(normal.inv_cdf(1 - 0.025 / 465), 6)
    assert student(5, 465) > student(30, 465) > student(200, 465) > student(200, 36)


# ---------------------------------------------------------------- what is varied


@pytest.mark.parametrize(
    ("id", "value", "key"),
    [
        ("starting-cash", 700, {"starting-cash": 700}),
        ("salary", 50, {"salary": 50}),
        ("salary-1", 50, {"salary": [50, 200]}),
        ("houses", 12, {"stock": [12, 12]}),
        ("limit-rounds", 9, {"limit-rounds": 9}),
    ],
)
def test_a_swept_setting_changes_a_house_rule_of_a_copy(id: str, value: int, key: Any) -> None:
    before = json.dumps(PLAIN)
    changed = table_with(PLAIN, SWEPT[id], value)
    assert changed["house_rules"] == key
    assert json.dumps(PLAIN) == before
    batch_games.Setting.of(changed)


def test_the_first_players_cash_alone_can_be_varied() -> None:
    changed = table_with(PLAIN, SWEPT["starting-cash-1"], 700)
    assert list(batch_games.Setting.of(changed).opening().cash[:2]) == [700, 1500]
    stock = {**PLAIN, "rulebook": "australian"}
    assert table_with(stock, SWEPT["houses"], 20)["house_rules"] == {"stock": [20, 22]}


@pytest.mark.parametrize("swept", SWEPT.values(), ids=list(SWEPT))
def test_the_offered_values_can_be_played(swept: Any) -> None:
    values = even_values(swept, swept.first, swept.last, swept.points)
    check_values(swept, values)
    assert len(values) == swept.points
    for value in values:
        batch_games.Setting.of(table_with(PLAIN, swept, value))


@pytest.mark.parametrize("values", [[5], [5, 5], [7, 5], [-1, 5], [5, 200_000], list(range(32))])
def test_values_that_cannot_be_swept_are_refused(values: list[int]) -> None:
    with pytest.raises(LoadError, match="sweep"):
        check_values(SWEPT["salary"], values)


def test_the_ends_and_the_middle_come_first_and_all_values_grow_together() -> None:
    assert middle_first(9) == [0, 8, 4, 2, 6, 1, 3, 5, 7]
    assert all(sorted(middle_first(n)) == list(range(n)) for n in range(1, 32))
    tables = [PLAIN] * 3
    jobs = list(sweep_jobs(tables, 1, 40))
    assert [(place, job["first"], job["count"]) for place, job in jobs[:4]] == [
        (0, 0, 5),
        (2, 0, 5),
        (1, 0, 5),
        (0, 5, 5),
    ]
    for place in range(3):
        own = [job for at, job in jobs if at == place]
        assert sum(job["count"] for job in own) == 40
    there: list[Any] = [{}] * 40
    assert not list(sweep_jobs(tables, 1, 40, [there] * 3))
    assert {at for at, _ in sweep_jobs(tables, 1, 40, [there, [*there[:39], None], there])} == {1}


# ---------------------------------------------------------------- the curve


def played(id: str, values: list[Any], games: int, seed: int = 1) -> list[list[Played]]:
    return [
        [slim(g) for g in parallel_jobs.play_jobs(table_with(BRIEF, SWEPT[id], v), seed, games)]
        for v in values
    ]


def test_wins_are_shares_lengths_are_medians_and_the_rest_means() -> None:
    values = [500, 3000]
    games = played("starting-cash-1", values, 12)
    wins = curve(values, games, measure("win_1"))
    for point, side in zip(wins, games, strict=True):
        won = sum((0 in game["winners"]) / max(1, len(game["winners"])) for game in side)
        assert point.estimate.value == pytest.approx(won / 12, abs=1e-6)
        assert point.estimate.high == pytest.approx(share_interval(won, 12).high, abs=1e-6)
        assert point.box is None
    lengths: list[Point] = curve(values, games, measure("rounds"))
    for point, side in zip(lengths, games, strict=True):
        assert point.estimate == of_median(sorted(float(game["rounds"]) for game in side))
        assert point.box == box_of(sorted(float(game["rounds"]) for game in side))
    assert statistic_of("gini") == "mean"
    assert curve(values, [[], games[1]], measure("gini"))[0].value == 3000


def test_a_clear_best_value_is_found_and_its_rivals_are_ruled_out() -> None:
    values = [500, 1500, 3000]
    found = best_of(played("starting-cash-1", values, 60), measure("win_1"), "high")
    assert (found.best, found.worst, found.differs) == (2, 0, True)
    assert 0 not in found.may
    assert found.gain.low > 0
    other_way = best_of(played("starting-cash-1", values, 60), measure("win_1"), "low")
    assert (other_way.best, other_way.worst) == (0, 2)
    assert other_way.gain.high < 0


def test_the_same_games_at_every_value_leave_all_values() -> None:
    games = played("starting-cash", [1500], 30) * 3
    for id in ("rounds", "win_1", "gini"):
        found = best_of(games, measure(id), "high")
        assert (found.may, found.differs) == ((0, 1, 2), False)
        assert found.gain.low <= found.gain.value == 0 <= found.gain.high


@pytest.mark.parametrize("id", ["rounds", "win_1", "gini", "worth_1"])
def test_without_any_effect_a_value_is_ruled_out_in_at_most_7_of_100_sweeps(id: str) -> None:
    pool, draw = verdicts.pool("plain"), random.Random(11)
    wrong = 0
    for _ in range(150):
        games = draw.sample(pool, 540)
        columns = [games[n * 60 : (n + 1) * 60] for n in range(9)]
        wrong += len(best_of(columns, measure(id, 4), "high").may) < 9
    assert wrong <= 0.07 * 150


def test_the_best_value_is_hardly_ever_ruled_out_and_the_worst_mostly() -> None:
    """A curve with its peak in the middle: half a standard deviation above both ends."""
    pool, draw = verdicts.pool("plain"), random.Random(12)
    lift = [0, 4, 8, 4, 0]  # rounds, of which one standard deviation is about 16
    lost = ends = 0
    for _ in range(100):
        games = draw.sample(pool, 1000)
        columns = [
            [{**game, "gini": game["rounds"] + lift[n]} for game in games[n * 200 : (n + 1) * 200]]
            for n in range(5)
        ]
        found = best_of(columns, measure("gini", 4), "high")  # type: ignore[arg-type]
        lost += 2 not in found.may
        ends += 0 not in found.may
    assert lost <= 5
    assert ends >= 85


# ---------------------------------------------------------------- files and pooling


@cache
def games(seed: int) -> list[list[Played]]:
    return played("starting-cash-1", [500, 1500], 6, seed)


def table(seed: int) -> dict[str, Any]:
    values = [500, 1500]
    setting = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    return {
        "setting": setting,
        "vary": "starting-cash-1",
        "values": values,
        "measure": "win_1",
        "aim": "high",
        "planned": 6,
        "unplanned": "",
        "guess": 1,
        "seed": seed,
        "size": 6,
        "plays": {},
        "played": [list(column) for column in games(seed)],
    }


def run(name: str, seed: int) -> sweep_file.SweepRun:
    return sweep_file.sweep_run(name, table(seed))


def test_a_file_gives_back_what_was_written() -> None:
    there = table(3)
    assert sweep_file.read_sweep(sweep_file.write_sweep(there)) == {
        "format": "title-deed-sweep/1",
        **there,
    }
    assert sweep_file.write_sweep(there).startswith(sweep_file.HEAD)


@pytest.mark.parametrize(
    "more",
    [
        {"values": [1500, 500]},
        {"values": [500]},
        {"guess": 2},
        {"measure": "win_3"},
        {"aim": "best"},
        {"played": [[], [], []]},
        {"size": 20_000},
        {"seed": -1},
        {"planned": 7},
        {"own": 1},
    ],
    ids=lambda more: next(iter(more)),
)
def test_a_file_with_a_wrong_field_is_refused(more: Any) -> None:
    with pytest.raises(LoadError, match="damaged"):
        sweep_file.read_sweep(sweep_file.write_sweep({**table(3), **more}))


def test_the_sweeps_of_a_class_are_pooled_by_place() -> None:
    runs = [run("ada.json", 1), run("ben.json", 2)]
    sweep_file.check_poolable(runs[:1], runs[1])
    together = sweep_file.pooled(runs)
    assert [len(column) for column in together] == [12, 12]
    assert together[1][:6] == runs[0].played[1]
    assert sweep_file.pooled([]) == []


def test_only_games_that_all_values_have_are_pooled() -> None:
    there = table(1)
    there["played"][0][2] = None
    there["played"][1] = there["played"][1][:5]
    assert [len(column) for column in sweep_file.sweep_run("", there).played] == [4, 4]


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"seed": 1}, r"ben.json: .* the same seeds as games in ada.json \(seed 1\)"),
        ({"vary": "starting-cash"}, "other values"),
        ({"aim": "low"}, "another measure"),
        ({"plays": {"shark": 2}}, "play differently"),
        ({"setting": {"seats": "2", "house:salary": "100"}}, "other settings"),
        ({"played": [[], []]}, "no game"),
    ],
    ids=["seed", "vary", "aim", "plays", "setting", "played"],
)
def test_sweeps_that_do_not_belong_together_are_refused(more: Any, why: str) -> None:
    other = sweep_file.sweep_run("ben.json", {**table(2), **more})
    with pytest.raises(LoadError, match=why):
        sweep_file.check_poolable([run("ada.json", 1)], other)


# ---------------------------------------------------------------- the command


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lab", "sweep", *words]) == 0
    return capsys.readouterr().out


def test_the_command_prints_the_curve_and_pools_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = tmp_path / "plain.json"
    record.write_text(json.dumps(BRIEF), "utf-8")
    words = ("--vary", "starting-cash-1", "--values", "500,1500", "--measure", "win_1")
    rows = said(capsys, str(record), *words, "--games", "6", "--seed", "2").splitlines()
    assert rows[0].split(",")[:4] == ["value", "games", "unfinished", "estimate"]
    assert [row.split(",")[:2] for row in rows[1:]] == [["500", "6"], ["1500", "6"]]
    files = []
    for seed in (1, 2):
        file = tmp_path / f"{seed}.json"
        file.write_text(sweep_file.write_sweep(table(seed)), "utf-8")
        files.append(str(file))
    assert said(capsys, "--from", files[1]).splitlines() == rows
    result = json.loads(said(capsys, "--json", "--from", *files))
    assert [point["games"] for point in result["points"]] == [12, 12]
    assert result["result"]["may_be_best"] == [500, 1500]
    assert result["statistic"] == "share"
    assert main(["lab", "sweep", "--from", files[0], files[0]]) == 1
    assert "would count twice" in capsys.readouterr().err
