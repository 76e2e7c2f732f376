"""The rules of a table's players from rules reach every device, and nobody can give a seat other rules."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

import simulated_tables
from simulated_tables import ENGINE, World, ledger_of
from titledeed.bots.strategy_ids import strategy_id
from titledeed.engine.errors import LoadError
from titledeed.engine.record import Record
from titledeed.peers.correspondence.open_join_play_correspondence_game import CorrespondenceGame
from titledeed.peers.device.device import Device
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog, read_head, replay_log
from titledeed.peers.strategies_in_head import read_rules, with_rules_to_send
from titledeed.strategies.playing_rules import PlayingRules, table_of
from titledeed.strategies.strategy_file import KEY, Strategy, rules_hash, strategy_table

MAGPIE = Strategy("Magpie ä", PlayingRules(buy_keep=300, any_times=1.3, swaps=False))
TABLE = strategy_table(MAGPIE)
RULES = TABLE["rules"]


def record(bot: str = MAGPIE.id, tables: Any = None, people: int = 2) -> Record:
    """A game of these people and the player."""
    new = simulated_tables.record(people + 1, bots=1)
    seats = [*new.seats[:-1], replace(new.seats[-1], bot=bot)]
    return replace(new, seats=seats, extra={} if tables is None else {KEY: tables})


def table(people: int = 2) -> World:
    world = World(
        7, ["Ada", "Ben", "Cleo"][:people], record(tables={MAGPIE.id: TABLE}, people=people)
    )
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.lay()
    world.run(1)
    return world


def messages_of(log: ReplicatedLog, head: str) -> list[str]:
    """The list as a host sends it, with another head."""
    host = Device("a" * 16, ENGINE, random.Random(1).randbytes, 50)
    host.log = log
    host.connect(1, 1.0)
    host.out.clear()
    host.log_sync.welcome(host.conns[1], -1, 0)
    texts = [json.loads(text) for _, text in host.out if text]
    assert [text["parts"] for text in texts if text["m"] == "welcome"] == [1]
    texts = [{**text, "text": head} if text["m"] == "part" else text for text in texts]
    return [json.dumps(text) for text in texts]


def test_every_device_of_a_table_has_the_rules() -> None:
    world = table(3)
    for name in ("Ada", "Ben", "Cleo"):
        assert ledger_of(world, name).strategies == {MAGPIE.id: TABLE}
        # A device that connects later gets them from any of the others.
        again = read_head(ledger_of(world, name).sent_head())
        assert read_rules(again) == {MAGPIE.id: TABLE}


def test_no_digest_includes_the_rules_so_a_program_that_ignores_them_has_the_same_list() -> None:
    """An earlier version keeps the head without its ``x-`` keys."""
    log = ledger_of(table(), "Ben")
    without = json.loads(log.sent_head())
    assert without.pop(KEY) == {MAGPIE.id: TABLE}
    assert json.dumps(without, sort_keys=True, separators=(",", ":")) == log.head()
    earlier = replay_log(json.dumps(without), log.id, log.entries)
    assert earlier.digests == log.digests
    assert not earlier.strategies
    assert earlier.sent_head() == log.head()
    other = replay_log(json.dumps({**without, "x-other": [1]}), log.id, log.entries)
    assert other.digests == log.digests


@pytest.mark.parametrize(
    "table",
    [
        None,
        [],
        "Magpie",
        {},
        {"name": "Magpie ä"},
        {"rules": RULES},
        {**TABLE, "format": "title-deed-strategy/1"},
        {**TABLE, "name": 5},
        {**TABLE, "name": "Jay"},
        {**TABLE, "name": "Magpie ä\u202e"},
        {**TABLE, "name": "Magpie ä" * 20},
        {**TABLE, "rules": []},
        {**TABLE, "rules": {}},
        {**TABLE, "rules": {**RULES, "buy-keep": 325}},
        {**TABLE, "rules": {**RULES, "buy-keep": "300"}},
        {**TABLE, "rules": {**RULES, "buy-keep": 300.0}},
        {**TABLE, "rules": {**RULES, "buy-keep": None}},
        {**TABLE, "rules": {**RULES, "buy-keep": 10**40}},
        {**TABLE, "rules": {**RULES, "swaps": 0}},
        {**TABLE, "rules": {**RULES, "build-first": []}},
        {**TABLE, "rules": {**RULES, "any-times": float("nan")}},
        {**TABLE, "rules": {**RULES, "other": 1}},
        {**TABLE, "rules": {key: RULES[key] for key in list(RULES)[1:]}},
    ],
)
def test_damaged_or_changed_rules_are_refused(table: Any) -> None:
    with pytest.raises(LoadError, match="rules of a player at this table are damaged"):
        read_rules(record(tables={MAGPIE.id: table}))


@pytest.mark.parametrize(
    "change",
    [{"other": 1}, {"buy-keep": 1100}, {"buy-keep": 310}, {"buy-keep": None}, {"offers": True}],
)
def test_rules_that_no_player_can_have_are_refused_even_if_the_id_has_their_hash(
    change: dict[str, Any],
) -> None:
    rules = {**RULES, **change}
    bot = strategy_id("Magpie", rules_hash(rules))
    with pytest.raises(LoadError, match="damaged"):
        read_rules(record(bot, {bot: {"name": "Magpie", "rules": rules}}))


@pytest.mark.parametrize(
    "tables",
    [None, [], "x", {"steady": TABLE}, {Strategy("Jay").id: strategy_table(Strategy("Jay"))}],
)
def test_rules_of_players_who_are_not_at_the_table_are_refused(tables: Any) -> None:
    with pytest.raises(LoadError, match="damaged"):
        read_rules(replace(record(), extra={KEY: tables}))


def test_rules_of_an_earlier_version_with_fewer_rules_still_fit_their_id() -> None:
    fewer = {key: RULES[key] for key in list(RULES)[:-1]}
    bot = strategy_id("Magpie", rules_hash(fewer))
    table = {"name": "Magpie", "rules": fewer}
    assert read_rules(record(bot, {bot: table})) == {bot: table}


def test_a_host_sends_complete_rules_and_none_that_the_others_would_refuse() -> None:
    changed = {"buy-keep": 300, "any-times": 1.3, "swaps": False}
    part = {"format": "title-deed-strategy/1", "name": MAGPIE.name, "rules": changed}
    short = {**part, "rules": {"buy-keep": 300}}
    sent = with_rules_to_send(record(tables={MAGPIE.id: part}))
    assert sent.extra == {KEY: {MAGPIE.id: TABLE}}
    assert read_rules(sent) == {MAGPIE.id: TABLE}
    assert with_rules_to_send(record(tables={MAGPIE.id: short, "steady": 5})).extra == {}
    assert with_rules_to_send(record()).extra == {}
    with pytest.raises(LoadError, match="rule “buy-keep”"):
        with_rules_to_send(record(tables={MAGPIE.id: {"rules": {"buy-keep": -5}}}))


def test_a_guest_refuses_a_table_whose_host_changes_the_rules() -> None:
    log = ledger_of(table(), "Ada")
    head = json.loads(log.sent_head())
    head[KEY][MAGPIE.id]["rules"]["buy-keep"] = 0
    guest = Device("b" * 16, ENGINE, random.Random(1).randbytes, 50)
    guest.connect(1, 1.0, chosen=True)
    hello = json.loads(guest.out[0][1] or "") | {"device": "a" * 16, "game": log.id}
    for text in [json.dumps(hello), *messages_of(log, json.dumps(head))]:
        guest.receive(1, text, 2.0)
    assert guest.log is None
    assert [n.facts["why"] for n in guest.news if n.what == "refused-list"] == [
        "The rules of a player at this table are damaged."
    ]
    assert guest.out[-1] == (1, None)


@pytest.mark.parametrize("change", ["removed", "others"])
def test_a_guest_cannot_take_away_or_change_the_rules_of_the_others(change: str) -> None:
    """Another guest sends its list with a head of its own making."""
    world = table(3)
    ben, log = world.devices["Ben"], ledger_of(world, "Cleo")
    cleo = next(conn for conn in ben.conns.values() if conn.device == world.devices["Cleo"].id)
    ada = next(conn for conn in ben.conns.values() if conn.device == world.devices["Ada"].id)
    head = json.loads(log.sent_head())
    if change == "removed":
        del head[KEY]
    else:
        head[KEY][MAGPIE.id] = strategy_table(Strategy("Magpie ä"))
    longer = log.fork()
    longer.add({"e": "pause", "on": True, "seat": 0})
    for conn in (cleo, ada):
        for text in messages_of(longer, json.dumps(head)):
            ben.receive(conn.id, text, world.now)
    mine = ledger_of(world, "Ben")
    assert mine.strategies == {MAGPIE.id: TABLE}
    # The host's longer list is followed if it holds.
    assert mine.count == (longer.count if change == "removed" else log.count)


def test_a_restored_device_has_the_rules_and_stored_rules_are_checked_too() -> None:
    world = table()
    stored = json.loads(json.dumps(world.devices["Ben"].stored()))
    again = Device.restore(stored, ENGINE, random.Random(1).randbytes)
    assert again.log is not None
    assert again.log.strategies == {MAGPIE.id: TABLE}
    earlier = {**stored, "head": ledger_of(world, "Ben").head()}
    device = Device.restore(earlier, ENGINE, random.Random(1).randbytes)
    assert device.log is not None
    assert device.log.strategies == {}
    damaged = {**stored, "head": stored["head"].replace('"buy-keep":300', '"buy-keep":325')}
    with pytest.raises(LoadError, match="damaged"):
        Device.restore(damaged, ENGINE, random.Random(1).randbytes)


def test_a_game_by_codes_takes_the_rules_along_in_its_invitation() -> None:
    host, guest = (CorrespondenceGame(ENGINE, random.Random(n).randbytes, 50) for n in (1, 2))
    host.lay(record(tables={MAGPIE.id: TABLE}))
    guest.join(host.code, "Ben")
    host.read(guest.code)
    for device in (host, guest, CorrespondenceGame.restore(guest.stored(), ENGINE, bytes)):
        assert device.encoder is not None
        assert device.encoder.log.strategies == {MAGPIE.id: TABLE}
    assert all(
        d.encoder.log.digest == host.encoder.log.digest  # type: ignore[union-attr]
        for d in (host, guest)
    )
    assert table_of(MAGPIE.rules) == RULES
