"""Sweeps over the rules of players from the strategy desk."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from titledeed.__main__ import main
from titledeed.engine.errors import LoadError
from titledeed.lab import batch_games
from titledeed.lab.curves import sweep_file
from titledeed.lab.curves.sweep import slim
from titledeed.lab.curves.swept_rules import SWEPT_RULES, put_player, rule_id, rule_of, swept_named
from titledeed.lab.curves.swept_settings import (
    SWEPT,
    Swept,
    Value,
    check_values,
    even_values,
    table_with,
)
from titledeed.strategies.playing_rules import BY_KEY, with_rule
from titledeed.strategies.strategy_file import KEY, Strategy, strategy_table, write_strategy
from titledeed.strategy_desk import measuring

PLAIN = batch_games.record_of("modern", ["simple"] * 3, house_rules={"limit-rounds": 15})


def named(id: str) -> Swept:
    found = swept_named(id)
    assert found is not None
    return found


def magpie(**rules: Any) -> Strategy:
    values = Strategy().rules
    for key, value in rules.items():
        changed = with_rule(values, BY_KEY[key.replace("_", "-")], value)
        assert changed is not None
        values = changed
    return Strategy("Magpie", values)


def players(table: dict[str, Any]) -> list[Any]:
    """The player or the bot of each seat."""
    setting = batch_games.Setting.of(table)
    return [setting.strategies[bot].rules if ":" in bot else bot for bot in setting.bots]


def test_every_slider_can_be_varied_over_values_that_it_can_have() -> None:
    sliders = {rule.key for rule in BY_KEY.values() if rule.high}
    assert set(SWEPT_RULES) == sliders
    for key, rule in SWEPT_RULES.items():
        swept = named(rule_id(key, 2))
        values = even_values(swept, swept.first, swept.last, swept.points)
        check_values(swept, values)
        assert (values[0], values[-1]) == (rule.low, rule.high)
        assert [rule.read(value) for value in values] == values
        assert len(values) == swept.points >= 4


@pytest.mark.parametrize("key", ["buy-keep", "offer-to", "jail-stay", "build-from"])
def test_any_range_gives_values_that_come_back_from_a_file(key: str) -> None:
    swept = named(rule_id(key, 1))
    for steps in range(1, 20):
        last = min(swept.nearest(swept.low + steps * swept.step), swept.high)
        for count in range(2, 32):
            values = even_values(swept, swept.low, last, count)
            check_values(swept, values)
            assert even_values(swept, values[0], values[-1], len(values)) == values


def test_an_id_names_a_rule_and_its_seat() -> None:
    assert rule_of("rule-buy-keep-1") == (BY_KEY["buy-keep"], 1)
    assert rule_of("rule-buy-keep") == (BY_KEY["buy-keep"], 0)
    for unknown in ("rule-swaps-1", "rule-build-first", "rule-luck-1", "rule-buy-keep-9", "salary"):
        assert rule_of(unknown) is None
    assert swept_named("salary") is SWEPT["salary"]
    assert swept_named("rule-luck") is None


def test_the_rule_of_one_seat_or_of_all_is_changed_in_a_copy() -> None:
    before = json.dumps(PLAIN)
    one = players(table_with(PLAIN, named("rule-buy-keep-2"), 300))
    assert one == ["simple", magpie(buy_keep=300).rules, "simple"]
    assert (
        players(table_with(PLAIN, named("rule-any-times"), 1.4))
        == [magpie(any_times=1.4).rules] * 3
    )
    assert json.dumps(PLAIN) == before


def test_the_other_rules_of_a_player_stay() -> None:
    table = json.loads(json.dumps(PLAIN))
    put_player(table, "rule-buy-keep-1", magpie(build_to=5))
    put_player(table, "rule-buy-keep-3", magpie(build_to=4))
    changed = table_with(table, named("rule-buy-keep-1"), 200)
    assert players(changed) == [
        magpie(build_to=5, buy_keep=200).rules,
        "simple",
        magpie(build_to=4).rules,
    ]
    assert len(changed[KEY]) == 2, "no player that doesn't play"
    put_player(table, "salary", magpie())
    assert players(table)[1] == "simple"


def test_seats_that_are_only_names_get_a_player() -> None:
    table = {**PLAIN, "seats": ["Ada", {"name": "Ben", "bot": "simple"}]}
    assert players(table_with(table, named("rule-offers-1"), 0))[0] == magpie(offers=0).rules
    with pytest.raises(LoadError, match="a rule of seat 3, but there are only 2 seats"):
        table_with(table, named("rule-offers-3"), 0)


def test_the_games_are_those_that_the_strategy_desk_measures() -> None:
    """Its setting has the player on the first seat for the first quarter of the games."""
    desk = measuring.setting(magpie(buy_keep=300), "simple", 0)
    plain = batch_games.record_of("modern", ["simple"] * 4, house_rules={"limit-rounds": 60})
    put_player(plain, "rule-buy-keep-1", magpie())
    swept = table_with(plain, named("rule-buy-keep-1"), 300)
    games = [
        batch_games.run_games({"record": record, "seed": 1, "first": 0, "count": 3})
        for record in (desk, swept, table_with(plain, named("rule-buy-keep-1"), 1000))
    ]
    assert games[0] == games[1]
    assert games[1] != games[2]


@pytest.mark.parametrize(
    ("id", "values"),
    [("rule-buy-keep", [0, 10]), ("rule-any-times", [0.5, 0.75]), ("rule-offers-1", [0, 4])],
)
def test_values_that_a_rule_cannot_have_are_refused(id: str, values: list[Value]) -> None:
    with pytest.raises(LoadError, match=r"values of (a|this) sweep"):
        check_values(named(id), values)


def saved(seed: int, player: Strategy) -> dict[str, Any]:
    """The table of a file with a sweep of three values."""
    swept = named("rule-any-times-1")
    values = [0.5, 1.0, 1.5]
    plain = json.loads(json.dumps(PLAIN))
    put_player(plain, swept.id, player)
    jobs: list[batch_games.GamesJob] = [
        {"record": table_with(plain, swept, value), "seed": seed, "first": 0, "count": 4}
        for value in values
    ]
    return {
        "setting": {"rulebook": "modern", "seats": "3"},
        "vary": swept.id,
        "values": values,
        "measure": "win_1",
        "aim": "high",
        "planned": 4,
        "unplanned": "",
        "guess": -1,
        "seed": seed,
        "size": 4,
        "plays": {},
        "played": [[slim(game) for game in batch_games.run_games(job)] for job in jobs],
        "player": strategy_table(player),
    }


def test_a_file_has_the_player_and_only_sweeps_of_the_same_player_are_pooled() -> None:
    first, second = (
        sweep_file.read_sweep(sweep_file.write_sweep(saved(seed, magpie()))) for seed in (1, 2)
    )
    assert sweep_file.player_of(first) == magpie()
    runs = [sweep_file.sweep_run("ada.json", first)]
    sweep_file.check_poolable(runs, sweep_file.sweep_run("ben.json", second))
    renamed = {**second, "player": strategy_table(Strategy("Crow", magpie().rules))}
    sweep_file.check_poolable(runs, sweep_file.sweep_run("cleo.json", renamed))
    other = {**second, "player": strategy_table(magpie(offers=0))}
    with pytest.raises(LoadError, match="other settings"):
        sweep_file.check_poolable(runs, sweep_file.sweep_run("dan.json", other))
    for bad in ({"rules": {"luck": 1}}, {"rules": 7}, {"x": 1}, "Magpie", {"name": 1}):
        text = sweep_file.write_sweep({**second, "player": bad})
        with pytest.raises(LoadError, match="doesn’t contain a sweep"):
            sweep_file.read_sweep(text)


def test_the_command_line_varies_a_rule(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, player = tmp_path / "plain.json", tmp_path / "magpie.strategy.json"
    record.write_text(json.dumps(PLAIN))
    player.write_text(write_strategy(magpie(build_to=5)))
    words = ["lab", "sweep", str(record), "--vary", "rule-any-times-1", "--values", "0.5,1.5"]
    assert main([*words, "--games", "3", "--player", str(player), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["vary"], [point["value"] for point in shown["points"]]) == (
        "rule-any-times-1",
        [0.5, 1.5],
    )
    for wrong, why in (
        (["--vary", "rule-luck-1"], "--vary must be one of: starting-cash"),
        (["--values", "0.5,0.55"], "--values must be numbers"),
        (["--vary", "salary", "--values", "1,2", "--player", str(player)], "--player is only for"),
        (["--player", str(record)], "contains no player"),
    ):
        assert main([*words, "--games", "2", *wrong]) == 1
        assert why in capsys.readouterr().err
