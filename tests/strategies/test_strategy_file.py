"""A player from rules as a file, a link and a part of a record."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest

from titledeed.bots.strategy_ids import is_strategy, strategy_id, strategy_title
from titledeed.engine.errors import LoadError
from titledeed.game.session import Session
from titledeed.game.strategy_seats import KEY, is_bot_of, make_bot_of, shared_strategies
from titledeed.lab.arena import run_arena
from titledeed.language.catalogue import Catalogue
from titledeed.strategies import strategy_file
from titledeed.strategies.playing_rules import (
    BY_KEY,
    CHOICE,
    RULES,
    SECTIONS,
    SWITCH,
    PlayingRules,
    table_of,
    with_rule,
)
from titledeed.strategies.rules_bot import RulesBot
from titledeed.strategies.strategy_file import (
    LARGEST,
    Strategy,
    clean_name,
    read_strategy,
    strategy_table,
    write_strategy,
)
from titledeed.strategy_desk.strategy_link import MARK, read_strategy_link, strategy_link

MAGPIE = Strategy("Magpie ä", PlayingRules(buy_keep=300, any_times=1.3, swaps=False))
ID = MAGPIE.id


def record(**more: Any) -> dict[str, Any]:
    return {
        "format": "title-deed/1",
        "rulebook": "modern",
        "seed": 4,
        "seats": [{"name": "Ada", "bot": ID}, {"name": "Ben", "bot": "steady"}],
        KEY: {ID: strategy_table(MAGPIE)},
        **more,
    }


def test_every_field_has_its_rule_with_a_default_within_its_range() -> None:
    assert [rule.id for rule in RULES] != []
    assert {rule.id for rule in RULES} == {field.name for field in fields(PlayingRules)}
    assert {rule.section for rule in RULES} == set(SECTIONS)
    for rule in RULES:
        assert rule.read(rule.default) == rule.default, rule.id
        assert type(rule.read(rule.default)) is type(rule.default), rule.id


def test_a_player_comes_back_from_its_file_and_its_link() -> None:
    assert read_strategy(write_strategy(MAGPIE)) == MAGPIE
    assert read_strategy_link(strategy_link(MAGPIE)) == MAGPIE
    assert len(strategy_link(MAGPIE)) < 700
    assert MAGPIE.file_name == "Magpie-a.strategy.json"
    assert strategy_file.KEY == KEY


def test_a_value_is_rounded_to_a_step_of_its_rule() -> None:
    assert BY_KEY["buy-keep"].read(311) == 300
    assert BY_KEY["any-times"].read(1.26) == 1.3
    assert BY_KEY["build-to"].read(5.0) == 5
    for key, value in (("buy-keep", -1), ("buy-keep", 1e400), ("build-to", True), ("swaps", 1)):
        assert BY_KEY[key].read(value) is None
    assert with_rule(PlayingRules(), BY_KEY["swaps"], False) == PlayingRules(swaps=False)
    assert with_rule(PlayingRules(), BY_KEY["build-first"], "x") is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_rule_is_a_sentence_with_its_value(language: str) -> None:
    catalogue = Catalogue(language)
    for rule in RULES:
        sentence = rule.says(rule.default, catalogue)
        assert "{" not in sentence
        assert sentence.endswith(".")
        if rule.kind not in (CHOICE, SWITCH):
            assert rule.shown(rule.default, catalogue) in sentence
    assert BY_KEY["buy-keep"].says(1000, Catalogue("en")) == (
        "I buy a property if at least $1,000 stays in hand."
    )


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "The file is empty"),
        ("[]", "can’t be read"),
        ("{", "can’t be read"),
        ("[" * 100_000, "too long"),
        ("[" * 10_000, "can’t be read"),
        ("{}", "contains no player"),
        ('{"format": "title-deed-strategy/9"}', "title-deed-strategy/9"),
        ('{"format": "title-deed-strategy/1", "rules": []}', "damaged"),
        ('{"format": "title-deed-strategy/1", "name": 3}', "damaged"),
        ('{"format": "title-deed-strategy/1", "rules": {"fly": 1}}', "rule “fly”"),
        ('{"format": "title-deed-strategy/1", "rules": {"offers": 4}}', "rule “offers”"),
        ('{"format": "title-deed-strategy/1", "rules": {"swaps": 1}}', "rule “swaps”"),
        ("x" * (LARGEST + 1), "too long"),
    ],
)
def test_a_file_without_a_good_player_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(LoadError, match=says):
        read_strategy(text)


def test_a_link_that_is_too_long_is_refused() -> None:
    with pytest.raises(LoadError, match="too long"):
        read_strategy_link(MARK + "1." + "A" * LARGEST)


def test_names_are_short_and_visible() -> None:
    assert clean_name(" A\u202e  b\n") == "A b"
    assert clean_name("\u200b") == "Strategist"
    assert len(clean_name("x" * 99)) == 24


def test_a_record_with_such_a_player_replays_and_continues() -> None:
    session = Session.load(record())
    while session.step() is not None and len(session.entries) < 200:
        pass
    table = session.save("2026-01-01", "")
    again = Session.load(json.loads(json.dumps(table)))
    assert again.controls == [ID, "steady"]
    assert again.game.record.extra[KEY] == record()[KEY]
    while session.step() is not None and again.step() is not None:
        assert session.game.lines[-1] == again.game.lines[-1]
    assert session.game.lines == again.game.lines
    assert strategy_title(again.controls[0]) == "Magpie ä"
    again.hand_to(1, ID)
    assert again.controls == [ID, ID]


def test_a_refused_hand_over_changes_nothing() -> None:
    session = Session.load(record())
    bad = strategy_id("Owl", "0" * 12)
    before = dict(session.game.record.extra)
    with pytest.raises(LoadError):
        session.hand_to(1, bad, {bad: json.dumps({"name": "Owl", "rules": {"offers": "many"}})})
    assert session.game.record.extra == before
    assert session.controls == [ID, "steady"]


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        (None, "There is no bot “x-strategy:Magpie"),
        ([], "There is no bot"),
        ({}, "There is no bot"),
        ({ID: 3}, "The rules of this player are damaged"),
        ({ID: {"rules": {"offers": "many"}}}, "rule “offers”"),
        ({ID: {}, **{f"p-{n}": {} for n in range(30)}}, "at most 20 players"),
    ],
)
def test_a_record_with_bad_rules_is_refused_in_a_sentence(tables: object, says: str) -> None:
    with pytest.raises(LoadError, match=says):
        Session.load(record(**{KEY: tables}))


def test_a_saved_game_whose_player_has_lost_its_rules_goes_on_with_a_person() -> None:
    session = Session.load(record())
    table = session.save("2026-01-01", "")
    del table[KEY], table["checksum"]
    assert Session.load(table).controls == ["", "steady"]


def test_a_bot_is_one_of_ours_or_one_of_the_record() -> None:
    assert is_bot_of("steady", {})
    assert not is_bot_of(ID, {})
    assert is_bot_of(ID, record())
    assert not is_strategy("x-strategy")
    assert not is_strategy("x-strategy:A\u202e:0123456789ab")
    assert not is_bot_of("nobody", {KEY: {"nobody": {}}})


def test_on_several_devices_a_device_without_the_rules_has_the_usual_ones() -> None:
    assert shared_strategies(["steady", ""], {}) == {}
    for texts, rules in (({}, PlayingRules()), ({ID: write_strategy(MAGPIE)}, MAGPIE.rules)):
        extra = shared_strategies([ID, "steady"], texts)
        bot = make_bot_of(ID, extra)
        assert isinstance(bot, RulesBot)
        assert bot.rules == rules
    shared = {ID: strategy_table(MAGPIE)}
    assert shared_strategies([ID, "steady"], {}, shared) == {KEY: shared}


def test_the_arena_plays_a_players_file(tmp_path: Any) -> None:
    file = tmp_path / "magpie.strategy.json"
    file.write_text(write_strategy(MAGPIE), "utf-8")
    tally = run_arena([str(file), "simple"], 2, 1)
    assert tally.games == 2
    with pytest.raises(LoadError, match="can’t be read"):
        run_arena([str(tmp_path / "none.json"), "simple"], 1, 1)


def test_all_rules_are_written() -> None:
    assert set(table_of(replace(MAGPIE.rules))) == set(BY_KEY)
