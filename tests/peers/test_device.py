"""Several devices at one table: the order, seats, agreement, absence, a new host, and halves that meet.

Some devices do not play by the rules."""

from __future__ import annotations

import json

import pytest

from simulated_tables import (
    ENGINE,
    World,
    at_rest,
    ledger_of,
    line,
    longer,
    news,
    own_values,
    record,
    say,
    signed,
    wild_game,
)
from titledeed.cli import check_record_expectations
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.errors import MalformedAnswer, RefusedAnswer
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.peers import messages, proof
from titledeed.peers.common_prefix_of_logs import common_count, played_since
from titledeed.peers.device.device import Device
from titledeed.peers.device.model import ASKED_AGAIN, BOT_AFTER
from titledeed.peers.draw_hash_chains import HashChain, to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog


def table(people: int = 3, rounds: int = 6, seed: int = 5, bots: int = 0) -> World:
    """Return a table that has begun; nobody acts before the clock runs."""
    names = ["Ada", "Ben", "Cleo", "Dora", "Emmy"][:people]
    world = World(seed, names, record(people + bots, rounds, bots))
    world.lay()
    return world


def agree(world: World) -> bool:
    return len({ledger_of(world, name).digest for name in world.devices}) == 1


def lost_lines(world: World) -> list[tuple[str, int, int]]:
    """Return the answers that their device has seen confirmed, but that are no longer in any list."""
    have = {
        (entry["id"], entry["line"])
        for log in world.everything()
        for entry in log.entries
        if entry["e"] == "line"
    }
    return [key for key, line in world.confirmed.items() if (key[2], line) not in have]


# ---------------------------------------------------------------- whole games


def test_three_devices_and_a_bot_play_a_whole_game() -> None:
    world = table(3, 8, bots=1)
    for _ in range(400):
        world.run(1)
        if world.over():
            break
    assert world.over()
    ended = proof.proof_to_dict(ledger_of(world, "Cleo"))
    assert check_record_expectations.check_table(ended) == []
    assert proof.check_proof(ended) == []
    assert news(world, "replaced") == news(world, "stopped") == news(world, "dropped") == []
    assert ledger_of(world, "Ada").seats_of(world.devices["Ben"].id) == [1]
    assert 3 not in ledger_of(world, "Ada").chains  # a bot has no chain


@pytest.mark.parametrize("seed", range(7000, 7004))
def test_games_survive_device_crashes_and_disconnections(seed: int) -> None:
    wild(seed, rounds=3)


def test_a_list_received_from_the_other_half_survives_the_devices_sleep() -> None:
    """In this game, each device that stored it slept once."""
    wild(729)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(10))
def test_games_survive_a_thousand_random_sequences_of_failures(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        wild(seed)


def wild(seed: int, rounds: int = 6) -> None:
    world = wild_game(seed, rounds)
    assert world.over(), seed
    assert agree(world), seed
    assert lost_lines(world) == [], seed
    ended = proof.proof_to_dict(next(iter(world.devices.values())).log)  # type: ignore[arg-type]
    assert check_record_expectations.check_table(ended) == [], seed
    assert proof.check_proof(ended) == [], seed
    assert news(world, "stopped") == [], seed


# ---------------------------------------------------------------- whose answer counts


def test_a_seat_can_answer_only_on_its_own_device() -> None:
    world = at_rest()
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    with pytest.raises(MalformedAnswer):
        ben.say(0, "roll", world.now)
    with pytest.raises(RefusedAnswer):
        ben.say(1, "buy", world.now)
    count = ada.count
    # A guest with a manipulated program sends another seat's answer, a throw, and an old answer again.
    for fields in (
        {"seat": 0, "id": 1, "n": ledger_of(world, "Ben").mark, "line": "Ada roll"},
        {"seat": 1, "id": 1, "n": ledger_of(world, "Ben").mark, "line": "Ada roll"},
        {"seat": 1, "id": 1, "n": ledger_of(world, "Ben").mark, "line": "chance dice 6 6"},
        {"seat": 1, "id": 1, "n": ledger_of(world, "Ben").mark, "line": "Ben buy"},
        {"seat": 1, "id": 1, "n": ledger_of(world, "Ben").mark, "line": "<b>Ben</b> roll"},
    ):
        conn = next(conn for conn in ada.conns.values() if conn.device == ben.id)
        ada.receive(conn.id, messages.write_message("say", **fields, sig=""), world.now)
        assert ada.count == count
        assert conn.id in ada.conns
    say(world, "Ada", "roll")
    say(world, "Ben", "roll")
    count = ada.count
    conn = next(conn for conn in ada.conns.values() if conn.device == ben.id)
    again = messages.write_message(
        "say", seat=1, id=1, n=ledger_of(world, "Ben").mark, line="Ben roll", sig=""
    )
    ada.receive(conn.id, again, world.now)
    assert ada.count == count
    assert agree(world)


def test_an_answer_to_a_past_question_is_stale() -> None:
    world = at_rest()
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    say(world, "Ada", "roll")
    conn = next(conn for conn in ada.conns.values() if conn.device == ben.id)
    early = messages.write_message("say", seat=1, id=1, n=1, line="Ben roll", sig="")
    count = ada.count
    ada.receive(conn.id, early, world.now)
    assert ada.count == count
    assert json.loads(ada.out[-1][1] or "")["why"] == "stale"


def test_a_spectator_sees_everything_and_says_nothing() -> None:
    world = at_rest()
    eve = world.device("Eve")
    eve.want = "watch"
    world.connect("Eve", "Ada", chosen=True)
    world.run(0.5)
    say(world, "Ada", "roll")
    assert ledger_of(world, "Eve").digest == ledger_of(world, "Ada").digest
    assert ledger_of(world, "Eve").seats_of(eve.id) == []
    with pytest.raises(MalformedAnswer):
        eve.say(1, "roll", world.now)
    assert set(ledger_of(world, "Ada").awaited()) == {0, 1, 2}


def test_a_device_with_another_engine_version_can_read_but_not_play() -> None:
    world = at_rest(2)
    stranger = Device("0" * 16, "another engine", world.rng.randbytes, 100)
    world.devices["Old"] = stranger
    world.connect("Old", "Ada", chosen=True)
    world.run(0.5)
    assert stranger.log is not None
    assert stranger.log.digest == ledger_of(world, "Ada").digest
    assert stranger.log.seats_of(stranger.id) == []
    assert [facts["why"] for name, facts in news(world, "bye") if name == "Old"] == [
        "Another version of the program plays here; the record is for reading."
    ]


def test_a_table_has_a_limited_number_of_seats() -> None:
    world = at_rest(2)
    world.device("Late")
    world.connect("Late", "Ada", chosen=True)
    world.run(0.5)
    assert ledger_of(world, "Late").seats_of(world.devices["Late"].id) == []
    assert news(world, "full")[0][0] == "Ada"


def test_guests_bring_their_names_and_equal_names_are_made_different() -> None:
    world = World(3, ["Ada", "Ben"], record(3))
    host = world.device("Ada")
    host.open(record(3), [0], world.now)
    for name, called in (("Ben", "Zoë"), ("Cleo", "Ada")):
        world.device(name).name = called
        world.connect(name, "Ada", chosen=True)
        world.run(0.5)
    seats = [seat.name for seat in ledger_of(world, "Ben").game.record.seats]
    assert seats == ["Ada", "Zoë", "Cleo"]  # there is an Ada already, so the seat keeps its name


# ---------------------------------------------------------------- agreements


def test_an_undo_needs_everybody_present_and_gives_new_throws() -> None:
    world = at_rest()
    for name in ("Ada", "Ben", "Cleo"):
        say(world, name, "roll")
    before = ledger_of(world, "Ada").lines[:]
    draws = ledger_of(world, "Ada").draw
    world.devices["Ben"].ask_undo(1, len(before) - 2, world.now)
    world._carry("Ben")
    world.run(0.3)
    assert ledger_of(world, "Ada").lines == before
    world.devices["Ada"].agree(0, True, world.now)
    world._carry("Ada")
    world.run(0.3)
    assert ledger_of(world, "Ada").lines == before  # Cleo has not agreed
    world.devices["Cleo"].agree(2, True, world.now)
    world._carry("Cleo")
    world.run(0.3)
    assert agree(world)
    assert ledger_of(world, "Cleo").lines == before[:-2]
    assert ledger_of(world, "Cleo").draw == draws  # no draw number is used twice
    say(world, "Cleo", "roll")
    assert ledger_of(world, "Ben").draw == draws + 1
    assert proof.check_proof(proof.proof_to_dict(ledger_of(world, "Ben"))) == []


def test_one_refusal_ends_an_undo_request() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    lines = ledger_of(world, "Ada").lines[:]
    world.devices["Ada"].ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(0.3)
    world.devices["Ben"].agree(1, False, world.now)
    world._carry("Ben")
    world.run(0.3)
    world.devices["Cleo"].agree(2, True, world.now)
    world._carry("Cleo")
    world.run(0.3)
    assert ledger_of(world, "Ada").lines == lines
    refused = {name for name, facts in news(world, "vote-refused") if facts["kind"] == "undo"}
    assert refused == {"Ada", "Ben", "Cleo"}


def test_a_pause_stops_everybody_until_somebody_ends_it() -> None:
    world = at_rest()
    world.devices["Cleo"].pause(2, True, world.now)
    world._carry("Cleo")
    world.run(0.3)
    with pytest.raises(MalformedAnswer):
        world.devices["Ada"].say(0, "roll", world.now)
    world.devices["Ben"].pause(1, False, world.now)
    world._carry("Ben")
    world.run(0.3)
    say(world, "Ada", "roll")
    assert agree(world)
    assert ledger_of(world, "Cleo").lines[0] == "Ada roll"


# ---------------------------------------------------------------- away and back


def test_a_silent_device_is_noticed_within_three_seconds_and_replaceable_after_forty() -> None:
    world = at_rest()
    for name in ("Ada", "Ben"):
        say(world, name, "roll")
    world.run(1)
    ada = world.devices["Ada"]
    assert ada.here(world.now) == [0, 1, 2]
    world.kill("Cleo")
    world.run(3.1)
    assert ada.here(world.now) == [0, 1]
    ada.place(2, "simple", world.now)
    world._carry("Ada")
    world.run(0.3)
    assert ledger_of(world, "Ada").holders[2].bot == ""  # not yet
    assert ("Ada", {"seat": 2}) in news(world, "not-yet")
    world.run(BOT_AFTER)
    ada.place(2, "simple", world.now)
    world._carry("Ada")
    world.run(0.3)
    assert ledger_of(world, "Ada").holders[2].bot == "simple"
    assert list(ledger_of(world, "Ada").entries[-1]["yes"]) == ["0", "1"]
    ada.say_for_bot(2, "roll", world.now)
    world._carry("Ada")
    world.run(0.5)
    assert ledger_of(world, "Ada").draws[-1].seats == (0, 1)
    missed = ledger_of(world, "Ada").count
    world.wake("Cleo")
    world.run(1.5)
    assert ledger_of(world, "Cleo").count > missed
    assert agree(world)
    world.run(10)
    assert ledger_of(world, "Cleo").holders[2].bot == ""  # it sits down when no draw is open
    assert ledger_of(world, "Ada").awaited() == [0, 1, 2]


def test_a_hidden_page_that_answers_is_not_away() -> None:
    """Its own clock hardly runs, but it answers incoming messages."""
    world = at_rest()
    world._events = [e for e in world._events if not (e[2] == "tick" and e[3] == ("Cleo",))]
    world.run(60)
    assert world.devices["Ada"].here(world.now) == [0, 1, 2]
    say(world, "Ada", "roll", then=1)
    assert ledger_of(world, "Ada").draws[-1].missing == ()


def test_a_returning_device_shows_the_key_of_its_seat() -> None:
    world = at_rest()
    ben_id = world.devices["Ben"].id
    world.kill("Ben")
    world.run(10)
    # Another device claims to be Ben's.
    thief = Device(ben_id, "an engine", world.rng.randbytes, 100)
    thief.log = ledger_of(world, "Ada").__class__.__new__(ReplicatedLog)
    thief.log.__dict__.update(ledger_of(world, "Cleo").__dict__)
    from titledeed.peers.device.model import OwnSeat  # noqa: PLC0415 - what a thief would do

    thief.mine[1] = OwnSeat(b"guessed" * 5)
    world.devices["Ben"] = thief
    count = ledger_of(world, "Ada").count
    world.connect("Ben", "Ada", chosen=True)
    world.run(0.5)
    assert ledger_of(world, "Ada").count == count
    assert ("Ada", {"why": "The key doesn’t fit this seat.", "seats": []}) in news(world, "dropped")


def test_the_next_seat_becomes_host_within_ten_seconds() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.kill("Ada")
    world.run(10)
    ben = world.devices["Ben"]
    assert ben.hosting
    assert ledger_of(world, "Cleo").host == 1
    assert ledger_of(world, "Cleo").epoch == 2
    say(world, "Ben", "roll", then=20)  # the draw waits for Ada's value
    assert len(ledger_of(world, "Cleo").draws) == 1
    assert ben.lacking(world.now) == world.devices["Cleo"].lacking(world.now) == [0]
    world.wake("Ada")
    world.run(3)
    assert ledger_of(world, "Cleo").draws[-1].seats == (0, 1, 2)
    say(world, "Cleo", "roll", then=0.5)
    assert len(ledger_of(world, "Ada").draws) == 3
    assert agree(world)
    assert not world.devices["Ada"].hosting
    assert ledger_of(world, "Ada").seats_of(world.devices["Ada"].id) == [0]


@pytest.mark.parametrize("kind", ["bid", "answer", "bot"])
def test_losing_the_host_in_an_auction_a_trade_or_a_bots_turn_loses_nothing(kind: str) -> None:
    """``kind``: what a guest or a bot was asked at that moment."""
    for seed in range(5, 40):
        world = table(3, rounds=12, seed=seed, bots=1)
        if asked(world, kind):
            break
    count = len(ledger_of(world, "Ben").lines)
    # An answer of the host that nobody else has heard yet is lost with the host's page.
    told = {e["line"] for n in ("Ben", "Cleo") for e in ledger_of(world, n).entries if "id" in e}
    world.confirmed = {key: text for key, text in world.confirmed.items() if text in told}
    world.kill("Ada")
    for _ in range(40):
        world.run(2)
        world.give_to_bots()
    assert world.devices["Ben"].hosting or world.devices["Cleo"].hosting
    assert len(ledger_of(world, "Ben").lines) > count
    world.wake("Ada")
    for _ in range(600):
        if world.over():
            break
        world.run(2)
        world.connect_all()
        world.give_to_bots()
    assert world.over()
    assert lost_lines(world) == []
    assert news(world, "stopped") == []
    assert proof.check_proof(proof.proof_to_dict(ledger_of(world, "Ada"))) == []


def asked(world: World, kind: str) -> bool:
    """Let the table play until a device other than the host is asked this."""
    for _ in range(6000):
        world.step()
        state = ledger_of(world, "Ada").state
        if isinstance(state.ask, Over):
            return False
        if (state.ask.kind == kind and state.ask.seat in (1, 2)) or (
            kind == "bot" and state.ask.seat == 3 and len(ledger_of(world, "Ada").lines) > 30
        ):
            return True
    return False


def test_answers_that_the_lost_host_had_not_confirmed_are_sent_again() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.kill("Ada")
    world.devices["Ben"].say(1, "roll", world.now)
    world._carry("Ben")
    world.run(11)
    assert "Ben roll" in ledger_of(world, "Cleo").lines
    assert ledger_of(world, "Cleo").lines.count("Ben roll") == 1


def test_halves_that_both_played_on_both_save_their_records() -> None:
    world = table(4, rounds=20)
    world.thinking = 0.5
    world.run(20)
    world.split([["Ada", "Ben"], ["Cleo", "Dora"]])
    world.run(60)
    first, second = ledger_of(world, "Ada"), ledger_of(world, "Cleo")
    common = common_count(first, second)
    if not (played_since(first, common) and played_since(second, common)):
        world.run(BOT_AFTER)
        world.give_to_bots()
        world.run(60)
        first, second = ledger_of(world, "Ada"), ledger_of(world, "Cleo")
        common = common_count(first, second)
    mine, theirs = played_since(first, common), played_since(second, common)
    assert mine > 0
    assert theirs > 0
    world.heal()
    world.run(3)
    assert {facts["mine"] for _, facts in news(world, "split")} == {min(mine, theirs)} or news(
        world, "split"
    )
    world.follow()
    for _ in range(20):
        world.run(2)
        world.follow()
        world.connect_all()
    assert agree(world)
    assert lost_lines(world) == []
    assert any(device.kept for device in world.devices.values())


# ---------------------------------------------------------------- liars


def test_a_player_who_reveals_a_wrong_value_is_named_at_that_draw() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    cleo = world.devices["Cleo"]
    real = cleo.draws.values
    cleo.draws.values = lambda tell=True: {seat: to_base64url(b"x" * 32) for seat in real(tell)}  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=4)
    assert news(world, "liar") == [("Ada", {"draw": 2, "seat": 2})]
    assert ("Ben", {"by": [0], "draw": 2, "seat": 2}) in news(world, "objects")
    assert world.devices["Ben"].lacking(world.now) == [2]  # as if no value had come
    assert len(ledger_of(world, "Ben").draws) == 1
    # This costs the device as much as silence: the draw waits for the right value, and no bot changes
    # it.
    world.run(BOT_AFTER)
    assert world.devices["Ada"].overdue(2, world.now)
    assert not world.devices["Ada"].bot_may_sit(2, world.now)
    # The right value makes the same draw as it would have made at once.
    values = {}
    for name in ("Ada", "Ben", "Cleo"):
        values |= {int(seat): value for seat, value in own_values(world, name, 2).items()}
    throw = ledger_of(world, "Ada").outcome(values)
    cleo.draws.values = real  # type: ignore[method-assign]
    world.run(2 * ASKED_AGAIN)
    assert [drawn.line for drawn in ledger_of(world, "Ben").draws[1:]] == [throw]
    assert len(news(world, "liar")) == 1


def test_a_player_who_is_never_ready_is_named_and_a_bot_may_take_the_seat() -> None:
    """The others hear this device all the time, but it never says that it is ready."""
    world = at_rest()
    say(world, "Ada", "roll")
    world.devices["Cleo"].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=2 * ASKED_AGAIN + 1)
    assert world.devices["Ada"].lacking(world.now) == [2]
    assert world.devices["Ben"].lacking(world.now) == [2]
    world.run(BOT_AFTER - 20)
    ben = world.devices["Ben"]
    ben.place(2, "simple", world.now)
    world._carry("Ben")
    world.run(0.3)
    assert ("Ben", {"why": ""}) in news(world, "not-yet")
    world.run(20)
    ben.place(2, "simple", world.now)
    world._carry("Ben")
    world.run(0.3)
    log = ledger_of(world, "Ben")
    assert [(d.line, d.seats, d.missing) for d in log.draws[1:2]] == [("", (), (2,))]
    assert log.draws[2].seats == (0, 1)  # with new values that nobody knew
    assert ("Ada", {"seats": [2], "draw": 2, "bot": "simple"}) in news(world, "replaced")
    assert (
        proof.proof_gaps(proof.proof_to_dict(log))[0]
        == "draw 2 was given up: a bot took the seat of Cleo"
    )


def cheating_host(change: dict) -> World:
    """Return a world whose host sends a draw that does not follow from the chains."""
    world = at_rest()
    ada = world.devices["Ada"]
    real = ada.send_all

    def send(kind: str, but: object = None, **fields: object) -> None:
        entry = fields.get("entry")
        if isinstance(entry, dict) and entry["e"] == "draw":
            fields["entry"] = entry | change
        real(kind, **fields)

    ada.send_all = send  # type: ignore[method-assign]
    say(world, "Ada", "roll", then=0.5)
    return world


def test_a_host_that_steers_a_throw_is_named_at_that_draw() -> None:
    honest = at_rest()
    say(honest, "Ada", "roll", then=0.5)
    line = ledger_of(honest, "Ada").draws[-1].line
    other = "chance dice 1 2" if line != "chance dice 1 2" else "chance dice 2 1"
    world = cheating_host({"line": other})
    for name in ("Ben", "Cleo"):
        assert world.devices[name].stopped == (
            "The result of a draw doesn’t follow from the chains."
        )
        told = [facts for who, facts in news(world, "stopped") if who == name]
        assert told[0] == {"why": world.devices[name].stopped, "seat": 0, "draw": 1}
        assert ledger_of(world, name).lines == ["Ada roll"]
    assert world.devices["Ada"].stopped  # and both records are preserved
    assert ledger_of(world, "Ada").lines == ["Ada roll", line]


def test_a_host_that_speaks_for_a_guest_stops_the_table() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    ada = world.devices["Ada"]
    ada.log_append.append(line(world, "Ben roll", 1), world.now)
    world._carry("Ada")
    world.run(0.3)
    assert world.devices["Ben"].stopped == "The host has answered for a seat that has not spoken."


def test_a_host_cannot_play_an_illegal_answer() -> None:
    world = at_rest()
    ada = world.devices["Ada"]
    with pytest.raises((RefusedAnswer, LogError)):
        ada.log_append.append(line(world, "Ada buy", 1), world.now)
    log = ledger_of(world, "Ada")
    for name in ("Ben", "Cleo"):
        device = world.devices[name]
        conn = next(conn for conn in device.conns.values() if conn.device == ada.id)
        entry = line(world, "Ada buy", 1)
        text = messages.write_message(
            "line",
            epoch=log.epoch,
            n=log.count,
            before=log.digest,
            entry=entry,
            digest="0" * 32,
        )
        device.receive(conn.id, text, world.now)
        assert device.stopped
        assert ledger_of(world, name).digest == log.digest


def test_no_device_reveals_a_value_of_its_chain_before_its_draw() -> None:
    """A host that asks for later values of its chain, or for one while no draw is open, gets none."""
    world = at_rest()
    say(world, "Ada", "roll")
    ben, ada = world.devices["Ben"], world.devices["Ada"]
    log = ledger_of(world, "Ben")
    conn = next(conn for conn in ben.conns.values() if conn.device == ada.id)
    assert log.state.ask.seat != CHANCE
    for k in (log.draw - 1, log.draw, log.draw + 1, log.draw + 40):
        values = own_values(world, "Ada", k)
        fields = {"epoch": 1, "k": k, "at": log.at, "ready": [0, 1, 2], "reveals": values}
        ben.receive(conn.id, messages.write_message("draw", **fields), world.now)
        assert not any('"reveal"' in (text or "") for _, text in ben.out)
        ben.out.clear()


def test_a_chain_cannot_be_chosen_after_a_draw_is_open() -> None:
    world = at_rest(2)
    log = ledger_of(world, "Ada")
    world.devices["Ben"].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    say(world, "Ada", "roll")
    assert log.waits_for_chance
    anchor = to_base64url(HashChain(b"z" * 32, 9).anchor)
    chain = {"e": "chain", "seat": 0, "anchor": anchor, "pub": "", "n": log.count, "sig": ""}
    with pytest.raises(LogError, match="during a draw"):
        log.add(signed(world, chain, log))


def test_secrets_stay_in_the_devices_own_storage() -> None:
    """Neither the messages nor the record contain the beginning of a chain, or a value not yet drawn."""
    world = World(11, ["Ada", "Ben"], record(2, 2))
    heard: list[str] = []
    arrive = world._arrive
    world._arrive = lambda end, text: (heard.append(text), arrive(end, text))[1]  # type: ignore[method-assign]
    world.lay()
    for _ in range(100):
        world.run(1)
        if world.over():
            break
    ended = json.dumps(proof.proof_to_dict(ledger_of(world, "Ada"))) + "".join(heard)
    for device in world.devices.values():
        for own in device.mine.values():
            assert own.secret.hex() not in ended
            for anchor, chain in own.chains.items():
                committed = ledger_of(world, "Ada").chains[next(iter(device.mine))]
                if committed.anchor != anchor:
                    continue
                upto = committed.draw - committed.start
                for n in range(upto + 1, chain.length + 1):
                    assert to_base64url(chain.value(n)) not in ended
    assert isinstance(ledger_of(world, "Ada").state.ask, Over)


def test_a_host_reloaded_before_the_game_begins_is_host_again() -> None:
    world = World(7, ["Ada", "Ben"], record(2, 6))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    host = world.device("Ada")
    host.open(world.record, [0], world.now)
    world.device("Ben")
    world.connect("Ben", "Ada", chosen=True)
    world.run(1)
    world.kill("Ada")
    world.run(20)
    assert not world.devices["Ben"].hosting
    world.wake("Ada")
    world.run(10)
    ada = world.devices["Ada"]
    assert ada.hosting
    ada.begin(world.now)
    world._carry("Ada")
    world.run(2)
    say(world, "Ada", "roll")
    say(world, "Ben", "roll")
    assert agree(world)
    assert "Ben roll" in ledger_of(world, "Ben").lines


def test_a_new_game_is_stored_at_once() -> None:
    """A device that is reloaded before the first throw returns to its game."""
    world = World(7, ["Ada", "Ben"], record(2))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.lay()
    stored = Device.restore(world.storage["Ada"], ENGINE, world.rng.randbytes, world.now, 0)
    assert stored.log is not None
    assert stored.log.begun


def test_a_reloaded_host_counts_the_silence_of_others_from_the_reload_on() -> None:
    """The host has heard nobody yet, so a bot must not sit down at once.

    It would take the seat of a device that is here."""
    world = at_rest()
    world.run(2 * BOT_AFTER)
    world.kill("Ada")
    stored = world.asleep["Ada"]
    ada = Device.restore(stored, ENGINE, world.rng.randbytes, world.now, world.now - stored["at"])
    assert ada.absence.silent_for(1, world.now + 5) == pytest.approx(5)
    assert not ada.absence.bot_may_sit(1, world.now + BOT_AFTER - 1)
    assert ada.absence.bot_may_sit(1, world.now + BOT_AFTER)


def test_a_devices_silence_counts_from_its_last_connection_not_its_first() -> None:
    world = at_rest()
    ada = world.devices["Ada"]
    for _ in range(2):
        world.run(BOT_AFTER)
        for id, end in list(world.ends.items()):
            if end.open and end.owner == "Ada" and world.ends[end.other].owner == "Ben":
                world._closed(id)
                world._closed(end.other)
        assert ada.absence.silent_for(1, world.now) < 5
        world.connect("Ben", "Ada", introduced=True)


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_host_accepts_a_guests_earlier_entries_only_after_reloading(reloaded: bool) -> None:
    """It may have added and sent these entries without storing them."""
    world = at_rest()
    say(world, "Ada", "roll")
    world.devices["Ada"].acts.recalls = not reloaded
    count = ledger_of(world, "Ada").count
    longer(world, "Cleo", "Ada", [line(world, "Ben roll", 1)])
    assert [facts["seats"] for _, facts in news(world, "refused-list")] == [[2]] * (not reloaded)
    assert ("Ben roll" in ledger_of(world, "Ada").lines) == reloaded
    assert (ledger_of(world, "Ada").count > count) == reloaded


def test_a_device_recognizes_its_pending_answer_after_following_another_list() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    ben = world.devices["Ben"]
    ben.say(1, "roll", world.now)
    ben.pending.clear()  # as Device.follow does
    world._carry("Ben")
    world.run(1)
    assert ben.stopped == ""
    assert "Ben roll" in ledger_of(world, "Ben").lines


def test_each_kind_of_message_has_one_handler_in_a_device() -> None:
    device = Device("0" * 16, ENGINE, lambda n: b"x" * n)
    parts = [
        part
        for part in vars(device).values()
        if type(part).__module__.startswith("titledeed.peers.device.")
    ]
    for kind in messages.KINDS:
        assert [hasattr(part, f"on_{kind}") for part in parts].count(True) == 1, kind
