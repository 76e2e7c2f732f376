"""Attackers against the dice.

Each tries to choose a throw before or after it is opened, in another way than keeping its own value
back. Each attempt is refused, changes nothing, or is reported at the other devices. The argument in
docs/TABLE-PROTOCOL.md names the class of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from simulated_tables import (
    CHAIN_LINKS,
    ENGINE,
    World,
    agreed,
    at_rest,
    conn_to,
    ledger_of,
    line,
    longer,
    news,
    own_values,
    record,
    say,
    signed,
    undo,
)
from titledeed.engine.errors import RefusedAnswer
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.peers import messages, proof
from titledeed.peers.common_prefix_of_logs import common_count, played_since
from titledeed.peers.device.device import Device
from titledeed.peers.device.model import ASKED_AGAIN, BOT_AFTER, HOST_LOST, UNASKED_AFTER, opening
from titledeed.peers.draw_hash_chains import HashChain, to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import RESTED_LATE, ReplicatedLog, replay_log

NAMES = ("Ada", "Ben", "Cleo")
SIXES = "chance dice 6 6"


def opened(world: World, who: str, after: int = 1) -> ReplicatedLog:
    """Return the host's list with a draw open, for which this device gives no value yet."""
    for name in NAMES[: after - 1]:
        say(world, name, "roll")
    world.devices[who].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    say(world, NAMES[after - 1], "roll")
    log = ledger_of(world, "Ada")
    assert log.waits_for_chance
    return log


def awakes(world: World, who: str) -> None:
    """Let the device give its values again."""
    del world.devices[who].draws.values  # type: ignore[method-assign]


def keeps_back(world: World, who: str) -> None:
    """Make the device say from now on that it is ready, but tell no value."""
    world.devices[who].draws._reveal = lambda conns, now: None  # type: ignore[method-assign]


def tells(world: World, who: str) -> None:
    """Let the device tell its values again."""
    del world.devices[who].draws._reveal  # type: ignore[method-assign]


def append(world: World, entry: dict[str, Any]) -> None:
    """Add an entry as the host, without checks by its guests."""
    world.devices["Ada"].log_append.append(signed(world, entry, ledger_of(world, "Ada")), world.now)
    world._carry("Ada")
    world.run(0.3)


def chain_of(
    seat: int, secret: bytes, n: int, chain_links: int = CHAIN_LINKS
) -> tuple[HashChain, dict[str, Any]]:
    chain = HashChain(secret, chain_links)
    entry = {"e": "chain", "seat": seat, "anchor": to_base64url(chain.anchor), "pub": "", "n": n}
    return chain, {**entry, "sig": ""}


def play(world: World, name: str) -> None:
    """Give the first answer that a bot would give, for the person at a device."""
    world._thought.pop(name, None)
    World._act(world, name)
    world._carry(name)


def played(world: World, draws: int, before: Callable[[], None] = lambda: None) -> list[str]:
    """Let all play until this many more draws are made, and return their lines."""
    log = ledger_of(world, "Ada")
    first = len(log.draws)
    for _ in range(4000):
        log = ledger_of(world, "Ada")
        if len(log.draws) >= first + draws:
            break
        if log.state.ask.seat != CHANCE:
            before()
        for name in sorted(world.devices):
            play(world, name)
        world.run(0.1)
    return [drawn.line for drawn in log.draws[first:]]


# ---------------------------------------------------------------- A: everybody's value is in a draw


def test_a_host_that_omits_a_guests_chain_cannot_begin_a_game() -> None:
    """With its own chain alone, the host would choose every throw."""
    world = World(7, list(NAMES), record(3, 20))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    host = world.device("Ada")
    host.seat_requests.on_commit = lambda conn, m, now: None  # type: ignore[method-assign]
    host.open(world.record, [0], world.now)
    for name in NAMES[1:]:
        world.device(name)
        world.connect(name, "Ada", chosen=True)
        world.run(1)
    host.begin(world.now)
    world._carry("Ada")
    world.run(5)
    assert not ledger_of(world, "Ada").begun
    with pytest.raises(LogError, match="with a chain"):
        append(world, {"e": "begin"})
    # A program that omits this rule is alone with its list.
    own_log = ledger_of(world, "Ada")
    fields = {"epoch": 1, "n": own_log.count, "before": own_log.digest, "digest": "0" * 32}
    text = messages.write_message("line", entry={"e": "begin"}, **fields)
    ben = world.devices["Ben"]
    ben.receive(conn_to(world, "Ben", "Ada").id, text, world.now)
    assert ben.stopped == (
        "A game can begin only when each seat has a bot, or a device with a chain."
    )


def test_a_host_that_begins_before_the_chains_arrive_waits_for_them() -> None:
    world = World(7, ["Ada", "Ben"], record(2, 20))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    host = world.device("Ada")
    host.open(world.record, [0], world.now)
    world.device("Ben")
    world.connect("Ben", "Ada", chosen=True)
    host.begin(world.now)  # nobody has answered yet
    assert not ledger_of(world, "Ada").begun
    world._carry("Ada")
    world.run(1)
    assert ledger_of(world, "Ben").begun
    assert set(ledger_of(world, "Ben").chains) == {0, 1}


def test_a_draw_uses_the_value_of_every_person_who_does_not_rest() -> None:
    world = at_rest()
    log = opened(world, "Cleo")
    k, values = log.draw, own_values(world, "Ada", 1) | own_values(world, "Ben", 1)
    line_ = log.outcome({int(seat): value for seat, value in values.items()})
    entry = {"e": "draw", "k": k, "reveals": values, "line": line_}
    for missing in ([], [2], [1, 2]):
        with pytest.raises(LogError):
            log.fork().add({**entry, "missing": missing})
    awakes(world, "Cleo")
    world.run(2 * ASKED_AGAIN)
    assert log.draws[0].seats == (0, 1, 2)


@pytest.mark.parametrize("how", ["line", "list", "reload"])
def test_a_guests_used_chain_is_not_used_again(how: str) -> None:
    """Its first values are known, so anybody who committed to it again would know the next ones."""
    world = at_rest(2)
    for name in ("Ada", "Ben"):
        say(world, name, "roll")
    log, ben = ledger_of(world, "Ada"), world.devices["Ben"]
    old = {"e": "chain", "seat": 1, "anchor": log.chains[1].anchor, "pub": "", "sig": ""}
    with pytest.raises(LogError, match="can be used only once"):
        log.add(signed(world, {**old, "n": log.count}, log))
    # The same applies to a chain whose values are the host's.
    entry = {
        **old,
        "anchor": to_base64url(HashChain(b"z" * 32, CHAIN_LINKS).anchor),
        "n": log.count,
    }
    if how == "line":
        append(world, entry)
    elif how == "list":
        longer(world, "Ada", "Ben", [entry])
    else:
        append(world, entry)
        world.kill("Ben")
        world.run(1)
        world.wake("Ben")
        world.run(1)
        ben = world.devices["Ben"]
    assert ben.stopped == (
        "The host has committed to a chain for a seat, but the seat’s device never did."
    )
    ben.go_on(world.now)  # whatever its people may say
    world._carry("Ben")
    world.run(3)
    assert bool(ben.stopped) == (how != "list")  # Ben alone got that list
    assert ledger_of(world, "Ben").chains[1].anchor == old["anchor"]


def test_a_guest_stops_when_the_host_falsely_says_that_it_rests() -> None:
    for how in ("line", "list", "reload"):
        world = at_rest(2)
        say(world, "Ada", "roll")
        entry = {"e": "rest", "seat": 1, "on": True, "n": ledger_of(world, "Ada").count, "sig": ""}
        if how == "line":
            append(world, entry)
        elif how == "list":
            longer(world, "Ada", "Ben", [entry])
        else:
            world.kill("Ben")
            append(world, entry)
            world.wake("Ben")
            world.run(1)
        assert world.devices["Ben"].stopped == (
            "The host says that this device is asleep, but it isn’t."
        )
        assert ledger_of(world, "Ben").resting == set()


def test_a_devices_statement_that_it_rests_is_void_once_it_is_back_in_the_draws() -> None:
    """A guest looks at another page for a moment.

    The host holds back the guest's signed word that it rests, and enters it when it wants to draw
    alone."""
    world = at_rest(2, rounds=60)
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    say(world, "Ada", "roll")
    words: list[dict[str, Any]] = []
    real = ada.seat_requests.on_rest
    ada.seat_requests.on_rest = lambda conn, m, now: words.append(dict(m))  # type: ignore[method-assign]
    ben.rest(True, world.now)
    world._carry("Ben")
    world.run(0.3)
    ben.rest(False, world.now)
    ada.seat_requests.on_rest = real  # type: ignore[method-assign]
    entry = {"e": "rest", **{name: value for name, value in words[0].items() if name != "m"}}
    for draws in range(4):
        log = ledger_of(world, "Ada").fork()
        if draws < RESTED_LATE:  # it may have been in transit
            log.add(entry, "now")
            assert log.resting == {1}
        else:
            with pytest.raises(LogError, match="woke up again"):
                log.add(entry, "now")
        played(world, 1)
        while ledger_of(world, "Ada").waits_for_chance:
            world.run(0.1)
    assert news(world, "stopped") == []


@pytest.mark.parametrize("pace", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("kind", ["rest", "chain"])
def test_a_guest_is_warned_when_the_host_leaves_it_out_of_the_draws(kind: str, pace: float) -> None:
    """The guest has slept, or needs a new chain, and the host does not enter it. ``pace``: seconds for each
    answer, as people need them."""
    world = at_rest(2, rounds=60)
    say(world, "Ada", "roll")
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    ben.rest(True, world.now)
    world._carry("Ben")
    world.run(1)
    ada.seat_requests.on_rest = ada.seat_requests.on_commit = lambda conn, m, now: None  # type: ignore[method-assign]
    if kind == "rest":
        ben.rest(False, world.now)
    else:
        ben.mine[1].told[ledger_of(world, "Ben").chains[1].anchor] = (CHAIN_LINKS, 0, "")
    world._carry("Ben")
    begun = world.now
    for _ in range(400):
        if ben.stopped:
            break
        for name in sorted(world.devices):
            play(world, name)
        world.run(pace)
    assert ben.stopped == "The host does not enter what this device has asked for."
    assert world.now - begun < 15 + 8 * pace
    assert [name for name, _ in news(world, "says-stop")] == ["Ada"]


@pytest.mark.parametrize("seconds", [4, 12, 25, 39])
def test_a_phone_that_sleeps_during_a_draw_is_waited_for_and_nobody_is_accused(
    seconds: float,
) -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.freeze("Cleo", rests=False)
    world.run(1)
    say(world, "Ben", "roll", then=seconds)
    assert len(ledger_of(world, "Ada").draws) == 1
    if seconds > ASKED_AGAIN:
        assert world.devices["Ben"].lacking(world.now) == [2]
    world.thaw("Cleo")
    world.run(5)
    assert [drawn.seats for drawn in ledger_of(world, "Ben").draws] == [(0, 1, 2)] * 2
    for kind in ("left-out", "liar", "objects", "stopped", "says-stop", "replaced", "without"):
        assert news(world, kind) == []


def test_a_phone_that_announces_its_sleep_delays_nobody() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.freeze("Cleo")
    world.run(0.3)
    say(world, "Ben", "roll")
    assert ledger_of(world, "Ada").draws[-1].missing == (2,)
    gap = "draw 2 was made without Cleo"
    assert proof.proof_gaps(proof.proof_to_dict(ledger_of(world, "Ada"))) == [gap]
    world.thaw("Cleo")
    world.run(1)
    say(world, "Cleo", "roll")
    assert ledger_of(world, "Ada").draws[-1].seats == (0, 1, 2)
    assert news(world, "stopped") == []


# ---------------------------------------------------------------- B: a value is told for one draw of one list


def revealed_and_forked(world: World) -> tuple[ReplicatedLog, HashChain, str]:
    """Let Ben tell his value for the open draw, and return the host's other list.

    In that list, the draw comes after a chain of the host that it has ground to two sixes with Ben's
    value."""
    ada = world.devices["Ada"]
    before = ledger_of(world, "Ada").fork()
    real, ada.draws.on_reveal = ada.draws.on_reveal, lambda conn, m, now: None  # type: ignore[method-assign]
    say(world, "Ada", "roll")
    assert ledger_of(world, "Ben").waits_for_chance
    k = before.draw
    value = own_values(world, "Ben", k)["1"]
    for n in range(4000):
        fork = before.fork()
        chain, entry = chain_of(0, b"%32d" % n, fork.count)
        fork.add(signed(world, entry, fork))
        fork.add(signed(world, {**line(world, "Ada roll", 1), "n": fork.mark}, fork))
        values = {0: to_base64url(chain.value(1)), 1: value}
        if fork.outcome(values) == SIXES:
            break
    ada.draws.on_reveal = real  # type: ignore[method-assign]
    ada.mine[0].chains[to_base64url(chain.anchor)] = chain
    return fork, chain, value


def offer(world: World, fork: ReplicatedLog) -> None:
    """Let the host go on with the other list, and offer it to Ben."""
    ada = world.devices["Ada"]
    ada.log = fork
    ada.drawing = None
    ada.log_sync.welcome(conn_to(world, "Ada", "Ben"), -1, 0)
    world._carry("Ada")
    world.run(1)


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_fork_with_a_ground_chain_gets_no_second_value(reloaded: bool) -> None:
    """Ben tells a value for one draw of one list only, and for no draw of another one.

    This also applies right after a reload, and after its people have agreed to go on with the other
    list."""
    world = at_rest(2)
    fork, chain, value = revealed_and_forked(world)
    if reloaded:
        world.kill("Ben")
        world.run(1)
        world.wake("Ben")
        world.run(0.05)
    k = fork.draw
    fork.add({"e": "pause", "on": True, "seat": 0})  # longer, so that it takes precedence
    fork.add({"e": "pause", "on": False, "seat": 0})
    told: list[str] = []
    arrive = world._arrive
    world._arrive = lambda end, text: (told.append(text), arrive(end, text))[1]  # type: ignore[method-assign]
    offer(world, fork)
    ben = world.devices["Ben"]
    for log in ben.kept:
        ben.follow(log, world.now)
    world._carry("Ben")
    told.clear()
    world.run(30)
    assert ledger_of(world, "Ben").digest == ledger_of(world, "Ada").digest == fork.digest
    assert fork.waits_for_chance
    assert not any(value in text for text in told)
    assert world.devices["Ada"].lacking(world.now) == [1]
    values = {"0": to_base64url(chain.value(k - fork.chains[0].start))}
    entry = {"e": "draw", "k": k, "reveals": values, "missing": [1], "line": SIXES}
    with pytest.raises(LogError):  # nor can the host draw without it
        fork.fork().add(entry)


def test_a_device_does_not_follow_a_fork_that_repeats_a_draw_unless_its_people_agree() -> None:
    """Ben's device does not follow even if it has played nothing since.

    In other cases it would then follow by itself."""
    world = at_rest(2)
    before = ledger_of(world, "Ben").fork()
    fork, chain, value = revealed_and_forked(world)
    k = fork.draw
    values = {"0": to_base64url(chain.value(k - fork.chains[0].start)), "1": value}
    entry = {"e": "draw", "k": k, "reveals": values, "missing": [], "line": SIXES}
    fork.add(entry)
    ben = world.devices["Ben"]
    # Ben does not even have its own list of the draw, but it remembers what it told.
    for on in (True, False):
        before.add({"e": "pause", "on": on, "seat": 1})
    ben.log = before
    offer(world, fork)
    assert ledger_of(world, "Ben").digest != fork.digest
    reason = (
        "The host has used a value for the wrong draw: this device revealed it for another one."
    )
    assert ben.stopped == reason
    assert news(world, "split") == []
    # Its people read which draw was made again, even after they have agreed to go on.
    ben.go_on(world.now)
    world._carry("Ben")
    world.run(15)
    assert ledger_of(world, "Ben").digest != fork.digest
    told = [facts for name, facts in news(world, "split") if name == "Ben"]
    assert told[0]["remade"] == [k]


@pytest.mark.parametrize("how", ["left out", "rested", "chain"])
def test_a_device_warns_its_people_about_a_list_without_a_draw_that_it_gave_its_value_for(
    how: str,
) -> None:
    """The host knows the throw, and makes a list in which that draw is another one.

    Ben is not in the draw, or the draw is still open. He would soon have his seat back, or a new chain."""
    world = at_rest(3 if how == "left out" else 2, rounds=60)
    ada, ben, words = world.devices["Ada"], world.devices["Ben"], []
    if how == "rested":  # his word that the host has held back
        real = ada.seat_requests.on_rest
        ada.seat_requests.on_rest = lambda conn, m, now: words.append(dict(m))  # type: ignore[method-assign]
        ben.rest(True, world.now)
        world._carry("Ben")
        world.run(0.3)
        ben.rest(False, world.now)
        ada.seat_requests.on_rest = real  # type: ignore[method-assign]
    fork = ledger_of(world, "Ada").fork()
    say(world, "Ada", "roll", then=1)
    k, throw = fork.draw, ledger_of(world, "Ben").draws[0]
    assert 1 in throw.seats
    if how == "left out":
        bot = {"e": "replace", "seats": [1], "bot": "simple", "k": 0, "yes": {"0": "", "2": ""}}
        fork.add(signed(world, bot, fork))
    elif how == "rested":
        fork.add({"e": "rest", **{name: value for name, value in words[0].items() if name != "m"}})
    else:
        fork.add(signed(world, chain_of(0, b"z" * 32, fork.count)[1], fork))
    rolled = {"e": "line", "line": "Ada roll", "id": 1, "n": fork.mark, "sig": ""}
    fork.add(signed(world, rolled, fork))
    assert (fork.draw, fork.draw_name) != (k, throw.name)
    if how != "chain":
        values = {s: own_values(world, NAMES[s], k, fork)[str(s)] for s in fork.awaited()}
        named = {str(seat): value for seat, value in values.items()}
        entry = {"e": "draw", "k": k, "reveals": named, "missing": fork.missing()}
        fork.add({**entry, "line": fork.outcome(values)})
    assert ben.log_sync._remakes(fork) == [k]
    fork.add({"e": "host", "epoch": 9, "seat": 0})
    if how != "chain":
        offer(world, fork)
        told = [facts["remade"] for name, facts in news(world, "split") if name == "Ben"]
        assert told[0] == [k]
    assert ledger_of(world, "Ben").draws[0] == throw


def test_draws_are_identified_by_their_full_name() -> None:
    """Somebody who makes chains until the names in two lists agree in 16 digits needs 2³² tries."""
    assert opening(1, "0" * 32) != opening(1, "0" * 31 + "1")


def drawn_by_nobody(world: World) -> None:
    """Let the host open a draw and die before anybody hears of it.

    The host enters what Ben says, and tells its value for the draw that this opens. Ben, as the next
    host, opens the same draw."""
    say(world, "Ada", "roll")
    arrive = world._arrive

    def deaf(end: int, text: str) -> None:
        if world.ends[world.ends[end].other].owner != "Ada":
            arrive(end, text)

    world._arrive = deaf  # type: ignore[method-assign]
    say(world, "Ben", "roll")
    assert ledger_of(world, "Ada").drawing
    assert not ledger_of(world, "Ben").drawing
    world.kill("Ada")
    world._arrive = arrive  # type: ignore[method-assign]
    world.run(10)
    assert world.devices["Ben"].hosting
    assert ledger_of(world, "Ben").drawing


@pytest.mark.parametrize("people", [2, 3])
def test_a_host_that_returns_to_its_successors_list_is_in_the_same_draw(
    people: int,
) -> None:
    """Its value is for the draw, whichever device is host.

    Otherwise two devices would wait forever. Of three, the honest one that crashed would lose its seat
    to a bot."""
    world = at_rest(people)
    drawn_by_nobody(world)
    k = ledger_of(world, "Ben").draw
    world.wake("Ada")
    for _ in range(40):
        world.run(2)
        world.follow()
        world.give_to_bots()
    assert ledger_of(world, "Ada").digest == ledger_of(world, "Ben").digest
    assert ledger_of(world, "Ada").draws[k - 1].seats == tuple(range(people))
    assert news(world, "replaced") == news(world, "stopped") == []
    assert played(world, 3)


def test_a_value_sent_while_nobody_was_connected_does_not_count_as_told() -> None:
    """Ben is alone, and a draw opens in his list.

    Once Ada is back, her list may take precedence, with another draw of that number. Then Ben's value
    is valid there."""
    world = at_rest(2)
    say(world, "Ada", "roll")
    world.kill("Ada")
    world.run(40)  # his browser has closed the connection
    ben, log = world.devices["Ben"], ledger_of(world, "Ben")
    assert ben.hosting
    assert ben.conns == {}
    told = dict(ben.mine[1].told)
    say(world, "Ben", "roll", then=5)
    k, anchor = log.draw, log.chains[1].anchor
    assert log.drawing
    assert ben.lacking(world.now) == [0]
    assert ben.mine[1].told == told
    assert ben.mine[1].may_tell(anchor, k - log.chains[1].start, k, "of another half")
    world.wake("Ada")
    world.run(5)
    assert ledger_of(world, "Ben").draws[k - 1].seats == (0, 1)
    assert ben.mine[1].told[anchor][1] == k


def test_a_host_that_steps_down_reveals_its_value_only_after_the_new_host_has() -> None:
    world = at_rest(3)
    say(world, "Ada", "roll")
    world.devices["Ada"].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    say(world, "Ben", "roll")
    ben, k = world.devices["Ben"], ledger_of(world, "Ben").draw
    own = own_values(world, "Ben", k)
    drawing = ben.draws.open_draw(world.now)
    assert drawing is not None
    drawing.reveals[1] = own["1"]  # it has them from its time as host
    message = {"epoch": 1, "k": k, "at": drawing.at, "seats": [1, 2]}
    ben.out.clear()
    ben.draws.on_lacks(conn_to(world, "Ben", "Ada"), {"m": "lacks", **message}, world.now)
    assert not any(own["1"] in (text or "") for _, text in ben.out)


def test_lists_that_differ_only_in_irrelevant_entries_give_a_draw_the_same_name_and_result() -> (
    None
):
    world = at_rest()
    log = opened(world, "Cleo")
    values = {s: own_values(world, name, log.draw)[str(s)] for s, name in enumerate(NAMES)}
    holder, twin = log.holders[1], log.fork()
    twin.add({"e": "host", "epoch": 9, "seat": 1})
    for on in (True, False):
        twin.add({"e": "pause", "on": on, "seat": 1})
    names = {f: getattr(holder, f) for f in ("device", "key", "bot")}
    twin.add({"e": "seat", "seat": 1, "name": "", **names})
    assert log.at == twin.at
    # These are the same entries, with another host before the draw opens.
    fork = replay_log(log.head(), log.id, log.entries[: log.mark - 1])
    fork.add({"e": "host", "epoch": 9, "seat": 1})
    fork.add(log.entries[log.mark - 1])
    assert log.at != fork.at
    assert log.draw_name == twin.draw_name == fork.draw_name != ""
    assert log.outcome(values) == twin.outcome(values) == fork.outcome(values)


@pytest.mark.parametrize("change", ["chain", "rest", "value", "line", "given up", "undo"])
def test_a_draw_has_a_different_name_when_its_result_could_differ(change: str) -> None:
    """A host that knows a guest's value for a draw can make any other list. The guest gives that value to no
    list in which the result could differ."""
    world = at_rest(4)
    for name in ("Ada", "Ben"):
        say(world, name, "roll")
    before = ledger_of(world, "Ada").fork()
    keeps_back(world, "Dora")
    say(world, "Cleo", "roll")
    log = ledger_of(world, "Ada")
    assert log.drawing
    rolled = log.entries[-1]
    fork, told = before, {(log.draw, log.draw_name)}
    if change == "chain":
        fork.add(signed(world, chain_of(0, b"z" * 32, fork.count)[1], fork))
    elif change == "rest":
        rest = {"e": "rest", "seat": 3, "on": True, "n": fork.count, "sig": ""}
        fork.add(signed(world, rest, fork))
    elif change == "value":
        fork.beacon = b"other values".ljust(32)  # of an earlier draw
    elif change == "line":
        fork.game.state.cash[0] -= 1
    elif change == "given up":
        fork = log.fork()
        gives = {"e": "replace", "seats": [3], "bot": "simple", "k": fork.draw}
        fork.add(agreed(world, {**gives, "yes": {"0": "", "1": "", "2": ""}}))
    else:
        fork.add(undo(world, len(fork.answers) - 2, 0, [0, 1, 2, 3]))
        rolled = {**line(world, "Ben roll", 2), "n": fork.mark}
    if not fork.drawing:
        fork.signs = False
        fork.add({**rolled, "sig": ""})
    assert fork.drawing
    assert (fork.draw, fork.draw_name) not in told
    assert fork.draw_name != log.draw_name
    # A device that has told its value for one draw tells none for the other.
    ben = world.devices["Ben"]
    ben.log, ben.drawing = fork, None
    assert ben.draws.values() == (
        {"1": own_values(world, "Ben", fork.draw)["1"]} if change == "given up" else {}
    )


def test_an_abandoned_draw_does_not_come_back() -> None:
    """Nobody had told a value for it, so no list has its result, and a host cannot even guess it.

    A list that claims one is refused."""
    world = at_rest(rounds=60)
    fork = opened(world, "Cleo", 2).fork()
    k, values = fork.draw, {}
    for name in NAMES:
        values |= own_values(world, name, k, fork)
    world.run(BOT_AFTER + 5)
    world.devices["Ada"].place(2, "simple", world.now)
    world._carry("Ada")
    world.run(1)
    assert ledger_of(world, "Ben").draw > k
    line = fork.outcome({int(seat): value for seat, value in values.items()})
    ordered = dict(sorted(values.items()))
    fork.add({"e": "draw", "k": k, "reveals": ordered, "missing": [], "line": line})
    offer(world, fork)
    world.run(3)
    assert ledger_of(world, "Ben").draws[k - 1].line == ""
    told = [facts["remade"] for name, facts in news(world, "split") if name == "Ben"]
    assert told == [] or told[0] == [k]
    assert told or world.devices["Ben"].stopped


def test_a_device_gives_its_value_for_only_one_way_to_abandon_the_previous_draw() -> None:
    """A host with everybody's agreement could add a bot with and without the seat that this wakes.

    It would then know two results of the next draw from the same values."""
    world = at_rest()
    log = opened(world, "Cleo", 2)
    entry = {"e": "replace", "seats": [2], "bot": "simple", "k": log.draw}
    places = set()
    for bot in ("simple", "steady"):
        twin = log.fork()
        twin.add(agreed(world, {**entry, "bot": bot, "yes": {"0": "", "1": ""}}))
        places.add((twin.draw, twin.at))
    assert len(places) == 2
    assert log.at not in {at for _, at in places}


def test_two_halves_give_true_numbers() -> None:
    world = at_rest(2)
    say(world, "Ada", "roll")
    fork = ledger_of(world, "Ada").fork()
    fork.add({"e": "host", "epoch": 2, "seat": 0})
    fork.add(line(world, "Ben roll", 1))
    say(world, "Ben", "roll")
    mine = played_since(ledger_of(world, "Ben"), common_count(fork, ledger_of(world, "Ben")))
    offer(world, fork)
    told = [facts for name, facts in news(world, "split") if name in ("Ada", "Ben")]
    assert all((f["mine"], f["theirs"]) in ((mine, 1), (1, mine)) for f in told)


# ---------------------------------------------------------------- C: while a draw is open nothing changes it


@pytest.mark.parametrize(
    "entry",
    [
        chain_of(0, b"z" * 32, 0)[1],
        {"e": "rest", "seat": 0, "on": True, "sig": ""},
        {"e": "undo", "to": 0, "by": 0, "yes": {"0": "", "1": "", "2": ""}, "unasked": []},
        {"e": "line", "line": "Ada roll", "id": 9, "sig": ""},
        {
            "e": "join",
            "seat": 3,
            "device": "f" * 16,
            "key": "A" * 43,
            "pub": "",
            "sig": "",
            "anchor": "A" * 43,
            "why": "new",
            "yes": {"0": "", "1": "", "2": ""},
        },
        {"e": "seat", "seat": 3, "device": "f" * 16, "key": "", "name": "", "bot": ""},
        {"e": "seat", "seat": 2, "device": "", "key": "", "name": "", "bot": "simple"},
        {"e": "replace", "seats": [2], "bot": "simple", "k": 0, "yes": {"0": "", "1": ""}},
        {"e": "replace", "seats": [2], "bot": "simple", "k": 1, "yes": {"0": ""}},
        {"e": "replace", "seats": [2], "bot": "simple", "k": 1, "yes": {}},
        {"e": "replace", "seats": [0], "bot": "simple", "k": 1, "yes": {"1": "", "2": ""}},
        {"e": "begin"},
    ],
    ids=lambda entry: entry["e"],
)
def test_during_an_open_draw_neither_its_members_nor_its_meaning_can_change(
    entry: dict[str, Any],
) -> None:
    """A device that knows all values could choose among the changes."""
    world = World(7, list(NAMES), record(4, 20, 1))
    world.lay()
    for name in NAMES:
        world._schedulers.pop(name, None)
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    for _ in range(40):
        world.run(0.1)
        log = ledger_of(world, "Ada")
        if log.state.ask.seat == 0:
            break
        if log.state.ask.seat == 3:
            world.devices["Ada"].say_for_bot(3, "roll", world.now)
            world._carry("Ada")
    log = opened(world, "Cleo")
    entry = {**entry, "n": log.count} if entry["e"] in ("chain", "rest", "join") else entry
    entry = {**entry, "n": log.mark} if entry["e"] == "line" else entry
    for trial in (log, ledger_of(world, "Ben")):
        before = trial.digest, list(trial.holders), trial.awaited(), trial.draw
        with pytest.raises((LogError, RefusedAnswer)):
            trial.fork().add(entry)
        assert (trial.digest, list(trial.holders), trial.awaited(), trial.draw) == before


def test_a_host_that_commits_again_before_each_draw_cannot_steer_and_the_proof_shows_it() -> None:
    """The host grinds each chain for a throw of two sixes, with all that it knows."""
    world = at_rest(2, rounds=60)
    say(world, "Ada", "roll")
    ada, chains = world.devices["Ada"], [0]

    def recommit() -> None:
        log = ledger_of(world, "Ada")
        known = {1: to_base64url(log.chains[1].known)}
        for n in range(20):
            chains[0] += 1
            chain, entry = chain_of(0, b"%32d" % chains[0], log.count, 9)
            if n == 19 or log.state.ask.kind != "roll":
                break
            trial = log.fork()
            trial.add(signed(world, entry, trial))
            trial.add(line(world, f"{NAMES[log.state.ask.seat]} roll", 10**6))
            if trial.outcome({0: to_base64url(chain.value(1)), **known}) == SIXES:
                break
        append(world, entry)
        ada.mine[0].chains[to_base64url(chain.anchor)] = chain

    lines = played(world, 30, recommit)
    dice = [line for line in lines if "dice" in line]
    assert len(dice) > 18
    assert dice.count(SIXES) <= 4  # one is expected; with its own chain alone, most would be
    assert news(world, "stopped") == []
    gaps = proof.proof_gaps(proof.proof_to_dict(ledger_of(world, "Ben")))
    assert (
        len([gap for gap in gaps if gap.endswith("the device of Ada committed to a new chain")])
        > 18
    )


def test_nobody_can_change_the_open_draw_by_resting() -> None:
    world = at_rest()
    opened(world, "Cleo")
    world.devices["Cleo"].rest(True, world.now)
    world._carry("Cleo")
    world.run(10)
    assert ledger_of(world, "Ada").resting == set()
    assert ledger_of(world, "Ada").draws == []
    awakes(world, "Cleo")
    world.run(10)
    assert ledger_of(world, "Ada").draws[0].seats == (0, 1, 2)
    assert ledger_of(world, "Ada").resting == {2}  # from the next draw on


# ---------------------------------------------------------------- D: taking back


def test_no_undo_happens_while_another_device_sleeps_for_a_moment() -> None:
    """An undo was once carried out without a phone that had stalled four and a half seconds before."""
    world = at_rest()
    say(world, "Ada", "roll")
    lines = ledger_of(world, "Ada").lines[:]
    world.freeze("Cleo", rests=False)
    world.run(4.5)
    ada = world.devices["Ada"]
    ada.ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(0.3)
    world.devices["Ben"].agree(1, True, world.now)
    world._carry("Ben")
    world.run(60)
    assert ledger_of(world, "Ada").lines == lines
    facts = [facts for name, facts in news(world, "vote") if name == "Ada"]
    assert (facts[-1]["yes"], facts[-1]["waits"]) == ([0, 1], [2])  # the asking device sees this
    world.thaw("Cleo")
    world.run(2)
    assert [f["by"] for name, f in news(world, "vote") if name == "Cleo"]  # and is asked now
    world.devices["Cleo"].agree(2, True, world.now)
    world._carry("Cleo")
    world.run(0.5)
    assert ledger_of(world, "Ben").lines == []


@pytest.mark.parametrize("rests", [False, True])
def test_a_resting_device_is_also_asked_before_an_undo(rests: bool) -> None:
    world = at_rest(2)
    say(world, "Ada", "roll")
    world.freeze("Ben", rests)
    world.run(20)
    world.devices["Ada"].ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(UNASKED_AFTER - 30)
    assert ledger_of(world, "Ada").lines
    world.run(40)
    world.devices["Ada"].ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(1)
    assert ledger_of(world, "Ada").lines == []
    entry = ledger_of(world, "Ada").entries[-1]
    assert (list(entry["yes"]), entry["unasked"]) == (["0"], [1])
    gaps = proof.proof_gaps(proof.proof_to_dict(ledger_of(world, "Ada")))
    assert gaps[-1].endswith("something was taken back by Ada; agreed: Ada; not asked: Ben")


def test_a_player_who_has_since_gone_bankrupt_must_agree_to_an_undo_that_brings_them_back() -> None:
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    while ledger_of(world, "Ada").state.ask.kind != "roll":
        played(world, 1)
    to = len(ledger_of(world, "Ada").answers)
    say(world, "Cleo", "resign", then=1)
    log = ledger_of(world, "Ada")
    assert not log.state.playing[2]
    assert log.persons() == [0, 1]
    assert log.concerned(to) == [0, 1, 2]
    assert log.concerned(len(log.answers)) == [0, 1]
    with pytest.raises(LogError):
        log.fork().add(undo(world, to, 0, [0, 1]) | {"unasked": []})
    append(world, agreed(world, undo(world, to, 0, [0, 1, 2])))
    assert ledger_of(world, "Cleo").state.playing[2]
    assert news(world, "stopped") == []


def test_a_guest_that_others_hear_cannot_be_passed_over_in_an_undo() -> None:
    """If a host pretends not to hear Cleo, both guests stop."""
    world = at_rest()
    say(world, "Ada", "roll")
    world.run(5)
    lines = ledger_of(world, "Ben").lines[:]
    append(world, agreed(world, undo(world, 0, 0, [0, 1])))
    for name in ("Ben", "Cleo"):
        reason = "The host has taken something back without asking everybody."
        assert world.devices[name].stopped == reason
        assert ledger_of(world, name).lines == lines


@pytest.mark.parametrize("waits", [1.0, UNASKED_AFTER])
@pytest.mark.parametrize("how", ["silent", "wrong count", "deaf"])
def test_a_host_that_answers_no_heartbeat_cannot_deny_hearing_a_device_whose_values_it_enters(
    how: str, waits: float
) -> None:
    """With two devices, a player who takes the throw back at once, as often as wanted, can choose it."""
    world = at_rest(2, rounds=60)
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    sends = ada.send

    def lies(conn: Any, kind: str, **fields: Any) -> None:
        if kind == "still" and how == "wrong count":
            fields["have"] = 99_999
        if kind == "still" and how == "deaf":
            fields["here"] = [0]
        if kind != "still" or fields["ask"] or how != "silent":
            sends(conn, kind, **fields)

    ada.send = lies  # type: ignore[method-assign]
    ben.answered.clear()
    say(world, "Ada", "roll", then=waits)
    lines = ledger_of(world, "Ben").lines[:]
    assert len(lines) >= 2
    append(world, agreed(world, undo(world, 0, 0, [0])))
    assert ben.stopped == "The host has taken something back without asking everybody."
    assert ledger_of(world, "Ben").lines == lines


@pytest.mark.parametrize("how", ["list", "lines"])
def test_a_guest_cannot_take_anything_back_while_the_host_is_silent(how: str) -> None:
    """Cleo sends a longer list that takes back all throws, as if the host had ordered it last."""
    world = at_rest(rounds=60)
    for name in NAMES:
        say(world, name, "roll", then=1)
    ben, cleo, lines = world.devices["Ben"], world.devices["Cleo"], ledger_of(world, "Ben").lines[:]
    world.freeze("Ada", rests=False)
    entry = undo(world, 0, 2, [2])
    if how == "list":
        world.run(5.2)
        longer(world, "Cleo", "Ben", [entry])
    else:
        while ben.gathering < 0:
            world.run(0.05)
        twin = ledger_of(world, "Ben").fork()
        start = twin.count
        twin.add(signed(world, entry, twin))
        own_log, cleo.log = cleo.log, twin
        cleo.log_sync.send_lines(conn_to(world, "Cleo", "Ben"), start)
        cleo.log = own_log
        world._carry("Cleo")
        world.run(0.3)
    assert ledger_of(world, "Ben").lines == lines
    assert news(world, "undone") == []
    world.thaw("Ada")
    world.run(20)
    assert len({ledger_of(world, name).digest for name in ("Ada", "Ben")}) == 1


def questions(world: World, who: str) -> int:
    """Count the questions asked of the people at a device, without immediate repetitions."""
    asked = [facts["entry"]["to"] for name, facts in news(world, "vote") if name == who]
    return sum(a != b for a, b in zip(asked, [-1, *asked], strict=False))


@pytest.mark.parametrize("people", [2, 3])
def test_a_guest_that_stopped_the_host_takes_nothing_back_after_its_people_continue(
    people: int,
) -> None:
    """Any guest can claim that something is wrong.

    A host whose people go on has no host to believe, so it checks everything as before."""
    world = at_rest(people)
    for name in NAMES[:people]:
        say(world, name, "roll", then=2)
    log, ben = ledger_of(world, "Ada"), world.devices["Ben"]
    count = log.count
    why = {"seat": 0, "digest": log.digest, "why": "The devices no longer agree."}
    ben.send(conn_to(world, "Ben", "Ada"), "stop", n=count, **why)
    world._carry("Ben")
    world.run(0.2)
    ada = world.devices["Ada"]
    assert ada.stopped
    ada.go_on(world.now)
    world._carry("Ada")
    longer(world, "Ben", "Ada", [undo(world, 1, 1, [1])])
    world.run(5)
    assert not any(entry["e"] == "undo" for entry in ledger_of(world, "Ada").entries[count:])
    refused = [facts["why"] for name, facts in news(world, "refused-list") if name == "Ada"]
    assert refused == ["Only the host adds to the list."]
    assert not ada.stopped


def test_a_guest_whose_people_continue_trusts_the_host_but_no_other_guest() -> None:
    """A guest finds an entry of its host wrong, its people go on, and the host falls silent: another guest
    cannot use that."""
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll", then=2)
    log, cleo = ledger_of(world, "Cleo"), world.devices["Cleo"]
    count = log.count
    cleo.stop("The devices no longer agree.", 0, log.digest)
    world._carry("Cleo")
    world.run(0.2)
    assert cleo.stopped
    world.freeze("Ada", rests=False)
    world.run(HOST_LOST)
    cleo.go_on(world.now)
    world._carry("Cleo")
    world.told.clear()
    longer(world, "Ben", "Cleo", [undo(world, 1, 1, [1])])
    world.run(1)
    assert not any(entry["e"] == "undo" for entry in ledger_of(world, "Cleo").entries[count:])
    refused = [facts["why"] for name, facts in news(world, "refused-list") if name == "Cleo"]
    assert refused == ["The host has taken something back without asking everybody."]


def says_stop(world: World, who: str, to: str, why: str = "The devices no longer agree.") -> None:
    """Let a device say that it has stopped, whether or not that is true."""
    log = ledger_of(world, who)
    conn, facts = conn_to(world, who, to), {"n": log.count, "digest": log.digest, "why": why}
    world.devices[who].send(conn, "stop", seat=0, **facts)
    world._carry(who)
    world.run(0.1)


def test_a_guest_can_stop_the_table_only_once_after_people_continue() -> None:
    """Any guest can invent a reason, and a new one each time; people answer only one."""
    world = at_rest()
    ada = world.devices["Ada"]
    says_stop(world, "Ben", "Ada")
    assert ada.stopped
    ada.go_on(world.now)
    world._carry("Ada")
    for n in range(20):
        says_stop(world, "Ben", "Ada", f"Something else is wrong, for the {n}th time.")
        assert not ada.stopped
    told = [(facts["stops"], facts["again"]) for _, facts in news(world, "says-stop")]
    assert told == [(True, False), (False, True)]
    world._store("Ada")
    assert Device.restore(world.storage["Ada"], ENGINE, world.rng.randbytes).acts.unbelieved == {
        world.devices["Ben"].id
    }
    for name in NAMES:
        say(world, name, "roll", then=2)
    assert len(ledger_of(world, "Cleo").draws) == 3
    says_stop(world, "Cleo", "Ada")  # for another device, people read the reason first
    assert ada.stopped


def test_a_guest_that_is_no_longer_trusted_still_plays_nothing_after_a_forged_answer() -> None:
    """What a device has found out does not depend on whether others believe it.

    Without its value, there is no further throw."""
    world = at_rest()
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    says_stop(world, "Ben", "Ada")
    ada.go_on(world.now)
    say(world, "Ada", "roll")
    append(world, line(world, "Ben roll", 1))
    world.run(60)
    assert not ada.stopped
    assert ben.stopped == "The host has answered for a seat that has not spoken."
    assert ledger_of(world, "Ada").waits_for_chance
    assert len(ledger_of(world, "Ada").draws) == 1


@pytest.mark.parametrize("liar", ["Ada", "Ben"])
def test_a_guest_that_only_heard_a_reason_trusts_its_host_no_more_than_before(
    liar: str,
) -> None:
    """Otherwise the host or a guest that helps it could invent a reason, and exploit the consent."""
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll", then=2)
    cleo = world.devices["Cleo"]
    says_stop(world, liar, "Cleo")
    assert bool(cleo.stopped) == (liar == "Ada")
    cleo.go_on(world.now)
    assert cleo.acts.recalls
    assert not cleo.acts.overruled
    says_stop(world, liar, "Cleo")
    assert not cleo.stopped
    append(world, undo(world, 1, 1, [0, 1, 2]))
    assert cleo.stopped == "The host says that this device has agreed, but it hasn’t."


def test_a_device_can_ask_at_most_five_questions_a_minute() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    for name in ("Ben", "Cleo"):
        say(world, name, "roll")
    ben = world.devices["Ben"]
    world.told.clear()
    for n in range(100):
        ben.ask_undo(1, n % 6, world.now)
        world._carry("Ben")
        world.run(0.3)
    assert questions(world, "Cleo") == 5
    assert ("Ben", {"why": ""}) in news(world, "too-often")
    # Reconnecting does not allow more questions.
    world.told.clear()
    for n in range(12):
        for id, end in list(world.ends.items()):
            if end.open and end.owner == "Ben":
                world._closed(id)
                world._closed(end.other)
        world.connect("Ben", "Ada", introduced=True)
        world.run(0.3)
        ben.ask_undo(1, n % 6, world.now)
        world._carry("Ben")
        world.run(0.3)
    assert questions(world, "Ada") <= 1  # the last earlier question, which is still open
    # If a host passes on more questions, the other guests count them too.
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    world.told.clear()
    for n in range(100):
        world.devices["Ada"].ask_undo(0, n % 6, world.now)
        world._carry("Ada")
        world.run(0.1)
    assert questions(world, "Cleo") == 5


# ---------------------------------------------------------------- E: another host


def test_a_host_that_closes_its_page_on_a_bad_throw_gets_no_other_dice() -> None:
    """Its guests have its value, and the next host makes the draw with it."""
    same = 0
    for seed in range(20):
        world = at_rest(seed=seed)
        ada = world.devices["Ada"]
        seen: list[str] = []

        def looks(
            entry: dict[str, Any],
            now: float,
            own: bool = False,
            ada: Device = ada,
            seen: list[str] = seen,
        ) -> None:
            if entry["e"] == "draw":  # it knows the throw, but adds nothing
                seen.append(entry["line"])
                ada.stopped = "closed"
                return
            type(ada.log_append).append(ada.log_append, entry, now)

        ada.log_append.append = looks  # type: ignore[method-assign]
        say(world, "Ada", "roll")
        world.kill("Ada")
        world.run(20)
        log = ledger_of(world, "Ben")
        assert world.devices["Ben"].hosting
        same += log.draws[0].line == seen[0]
    assert same == 20


def test_a_host_reloaded_during_a_draw_still_has_the_values_received() -> None:
    """Ben has told his value and left.

    After a reload of the host's page, the draw is made with his value, and nobody waits for Ben."""
    world = at_rest()
    say(world, "Ada", "roll")
    keeps_back(world, "Cleo")
    say(world, "Ben", "roll", then=1)
    world.kill("Ben")
    world._store("Ada")
    world.kill("Ada")
    world.wake("Ada")
    tells(world, "Cleo")
    log = ledger_of(world, "Ada")
    k = log.draw
    assert log.drawing
    world.run(25)
    assert ledger_of(world, "Cleo").draws[k - 1].seats == (0, 1, 2)
    assert news(world, "stopped") == []


def test_all_devices_learn_who_the_host_is_now() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.told.clear()
    world.kill("Ada")
    world.run(12)
    told = sorted(news(world, "host"), key=lambda told: told[0])
    assert told == [("Ben", {"seat": 1, "mine": True}), ("Cleo", {"seat": 1, "mine": False})]


def test_a_device_that_slept_learns_who_the_host_is_now() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.freeze("Cleo")
    world.run(1)
    world.kill("Ada")
    world.run(20)
    world.told.clear()
    world.thaw("Cleo")
    world.run(5)
    assert ("Cleo", {"seat": 1, "mine": False}) in news(world, "host")


# ---------------------------------------------------------------- F: keeping a value back, and bots instead


@pytest.mark.parametrize("opens", [False, True])
@pytest.mark.parametrize("how", ["line", "list"])
def test_a_host_that_puts_a_bot_on_a_present_guests_seat_stops_everybody(
    opens: bool, how: str
) -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.run(3)
    k = 0
    if opens:
        ada = world.devices["Ada"]
        ada.draws.on_reveal = lambda conn, m, now: None  # type: ignore[method-assign]
        say(world, "Ben", "roll", then=20)
        k = ledger_of(world, "Ada").draw
    entry = {"e": "replace", "seats": [2], "bot": "simple", "k": k, "yes": {"0": "", "1": ""}}
    if how == "line":
        append(world, entry)
    else:
        for name in ("Ben", "Cleo"):
            longer(world, "Ada", name, [entry])
    ben, cleo = world.devices["Ben"], world.devices["Cleo"]
    assert ben.stopped == "The host says that this device has agreed, but it hasn’t."
    assert cleo.stopped == "The host has put a bot on a seat whose device is here."
    for name in ("Ben", "Cleo"):
        assert ledger_of(world, name).holders[2].bot == ""


def test_a_host_that_passes_on_another_hosts_bot_is_not_accused() -> None:
    """Ada and Ben were away, and Cleo was host. Ada is back first, and gives Ben Cleo's list."""
    world = at_rest()
    say(world, "Ada", "roll")
    world.run(3)
    bot = {"e": "replace", "seats": [1], "bot": "simple", "k": 0, "yes": {"0": "", "2": ""}}
    ben = world.devices["Ben"]
    ben.polls.note_agreed(ben.poll_of(bot))
    longer(world, "Ada", "Ben", [{"e": "host", "epoch": 2, "seat": 2}, bot])
    assert ben.stopped == ""
    assert news(world, "stopped") == []
    assert any(entry["e"] == "replace" for entry in ledger_of(world, "Ben").entries)


def test_between_two_devices_a_host_that_replaces_the_other_player_with_a_bot_is_not_trusted() -> (
    None
):
    world = at_rest(2)
    say(world, "Ada", "roll")
    world.run(3)
    # Ada's program omits the rule that two devices stay.
    ada, own_log = world.devices["Ada"], ledger_of(world, "Ada")
    entry = {"e": "replace", "seats": [1], "bot": "simple", "k": 0, "yes": {"0": ""}}
    fields = {
        "epoch": own_log.epoch,
        "n": own_log.count,
        "before": own_log.digest,
        "digest": "0" * 32,
    }
    ada.send_all("line", entry=entry, **fields)
    world._carry("Ada")
    world.run(0.3)
    assert world.devices["Ben"].stopped == "The host has put a bot on a seat whose device is here."
    # Ben's people have gone on, and believe their host. The list still accepts no such entry.
    ben = world.devices["Ben"]
    ben.stopped, ben.acts.overruled = "", True
    ada.send_all("line", entry=entry, **fields)
    world._carry("Ada")
    world.run(0.3)
    assert "a single device would know all throws and cards to come" in ben.stopped
    assert ledger_of(world, "Ben").holders[1].bot == ""


def test_nobody_reveals_a_value_before_everybody_is_ready() -> None:
    """While one device is silent, nobody can know the throw: a bot on its seat chooses nothing."""
    world = at_rest(4)
    say(world, "Ada", "roll")
    world.freeze("Dora", rests=False)
    say(world, "Ben", "roll", then=BOT_AFTER + 5)
    log = ledger_of(world, "Ada")
    assert log.drawing
    for name in ("Ada", "Ben", "Cleo"):
        device = world.devices[name]
        assert device.drawing is not None
        own = {seat for seat in device.mine if name == "Ada"}  # a host has its own values at hand
        assert set(device.drawing.reveals) == own
        assert not device.has_told()
        assert device.bot_may_sit(3, world.now)
        assert not device.bot_may_sit(2, world.now)
    k, beacon = log.draw, log.beacon
    world.devices["Cleo"].place(3, "simple", world.now)
    world._carry("Cleo")
    world.run(1)
    assert (log.draws[k - 1].line, log.draws[k].seats) == ("", (0, 1, 2))
    assert log.draws[k].name != log.draws[k - 1].name
    assert log.beacon != beacon
    world.thaw("Dora")
    world.run(20)
    for _ in range(50):
        if not log.holders[3].bot:
            break
        for name in sorted(world.devices):
            play(world, name)
        world.run(0.3)
    assert log.holders[3].bot == ""  # it had told no value, so it is back in the draws
    assert 3 in log.awaited()
    assert news(world, "stopped") == []


def test_a_guest_that_withholds_its_value_gets_no_other_draw() -> None:
    """The guest has said that it is ready, and knows the throw.

    The others let no bot take its seat, however long it is silent. Only its value can make that draw."""
    world = at_rest()
    say(world, "Ada", "roll")
    keeps_back(world, "Cleo")
    say(world, "Ben", "roll", then=BOT_AFTER + 20)
    log = ledger_of(world, "Ada")
    k, values = log.draw, {}
    for name in NAMES:
        values |= {int(seat): value for seat, value in own_values(world, name, k).items()}
    throw = log.outcome(values)
    for name in ("Ada", "Ben"):
        device = world.devices[name]
        assert (device.lacking(world.now), device.overdue(2, world.now)) == ([2], True)
        assert not device.bot_may_sit(2, world.now)
        device.place(2, "simple", world.now)
        world._carry(name)
    # Neither of the two agrees if the other one asks.
    world.devices["Ada"].absence.bot_may_sit = lambda seat, now, after=0.0: seat == 2  # type: ignore[method-assign]
    world.devices["Ada"].place(2, "simple", world.now)
    world._carry("Ada")
    world.run(5)
    assert [f["by"] for _, f in news(world, "vote-refused") if f["kind"] == "replace"]
    world.freeze("Cleo", rests=False)
    world.run(700)
    assert (log.draw, log.holders[2].bot) == (k, "")
    world.thaw("Cleo")
    tells(world, "Cleo")
    world.run(10)
    assert log.draws[k - 1].line == throw
    assert news(world, "stopped") == []


def test_a_host_cannot_use_an_old_agreement_to_abandon_a_draw() -> None:
    """Ben agrees to a bot while Cleo is silent.

    The host holds this agreement back, lets all become ready, sees the throw, and gives it up after
    all."""
    world = at_rest()
    say(world, "Ada", "roll")
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    world.freeze("Cleo", rests=False)
    say(world, "Ben", "roll", then=BOT_AFTER + 5)
    k = ledger_of(world, "Ada").draw
    settles, entries = ada.polls.agreed_entry, []

    def keeps(vote: Any, now: float) -> None:
        entry = settles(vote, now)
        if entry is not None and entry not in entries:
            entries.append(entry)

    ada.polls.agreed_entry = keeps  # type: ignore[method-assign]
    ada.place(2, "simple", world.now)
    world._carry("Ada")
    world.run(3)
    assert [sorted(entry["yes"]) for entry in entries] == [["0", "1"]]
    ada.log_append.append = lambda entry, now, own=False: None  # type: ignore[method-assign]
    world.thaw("Cleo")
    world.run(8)
    assert ben.has_told()
    assert ada.drawing is not None
    assert set(ada.drawing.reveals) == {0, 1, 2}  # the host knows the throw
    del ada.log_append.append  # type: ignore[method-assign]
    ada.draws.advance = lambda now: None  # type: ignore[method-assign]
    append(world, entries[0])
    assert ben.stopped == "The host has given up a draw after this device had told its value."
    assert ledger_of(world, "Ben").draw == k


def test_a_host_that_shows_different_lists_to_guests_gets_no_values_to_choose_from() -> None:
    """With both values it would know two results, add the one that it likes, and leave one guest behind."""
    world = at_rest(rounds=60)
    for name in NAMES:
        say(world, name, "roll")
    while ledger_of(world, "Ada").state.ask.kind != "roll" or ledger_of(world, "Ada").drawing:
        played(world, 1)
        world.run(1)
    ada, told = world.devices["Ada"], []
    base, by = ledger_of(world, "Ada").fork(), NAMES[ledger_of(world, "Ada").state.ask.seat]
    assert by == "Ada"
    ada.draws.on_reveal = lambda conn, m, now: told.append(m["reveals"])  # type: ignore[method-assign]
    ada.proceed = ada.tick = lambda now: None  # type: ignore[method-assign]
    for n, name in enumerate(NAMES[1:]):
        chain, entry = chain_of(0, b"%32d" % n, base.count)
        fork, conn = base.fork(), conn_to(world, "Ada", name)
        rolled = {"e": "line", "line": "Ada roll", "id": fork.last_ids[0] + 1, "n": fork.mark}
        for more in (entry, {**rolled, "sig": ""}):
            fields = {"epoch": fork.epoch, "n": fork.count, "before": fork.digest}
            clean = fork.add(signed(world, more, fork))
            ada.send(conn, "line", entry=clean, digest=fork.digest, **fields)
        values = {"0": to_base64url(chain.value(1))}
        fields = {"epoch": fork.epoch, "k": fork.draw, "at": fork.draw_name}
        ada.send(conn, "draw", ready=[0, 1, 2], reveals=values, **fields)
    world._carry("Ada")
    world.run(30)  # even once both are hosts of their own halves
    assert [ledger_of(world, name).drawing for name in NAMES[1:]] == [True, True]
    openings = [key for name in NAMES[1:] for key in world.devices[name].acts.openings]
    assert [key for key in openings if int(key.split()[0]) == base.draw] == []
    assert told == []


def test_a_host_that_slept_gives_no_value_in_reply_to_old_messages() -> None:
    """Meanwhile the others let a bot take its seat. It is back for the next draw."""
    world = at_rest(rounds=60)
    say(world, "Ada", "roll", then=1)
    ben = world.devices["Ben"]
    ben.say(1, "roll", world.now)
    world._carry("Ben")
    while not ledger_of(world, "Ada").drawing:
        world.step()
    world.freeze("Ada", rests=False)
    world.run(BOT_AFTER + 20)
    assert ben.hosting
    ben.place(0, "simple", world.now)
    world._carry("Ben")
    world.run(1)
    assert ledger_of(world, "Ben").holders[0].bot == "simple"
    world.thaw("Ada")
    world.run(5)
    assert not world.devices["Ada"].stays_out(0)
    for _ in range(100):
        if not ledger_of(world, "Ben").holders[0].bot:
            break
        for name in NAMES[1:]:
            play(world, name)
        world.run(0.3)
    assert ledger_of(world, "Ben").holders[0].bot == ""


def test_a_list_that_abandons_a_draw_after_a_value_was_told_is_followed_only_by_choice() -> None:
    """The host may have given the draw up before, and been away since; so nobody is accused."""
    world = at_rest(4)
    say(world, "Ada", "roll")
    keeps_back(world, "Dora")
    say(world, "Ben", "roll", then=3)
    ben, ledger = world.devices["Ben"], ledger_of(world, "Ben")
    k = ledger.draw
    assert ben.has_told()
    bot = {"e": "replace", "seats": [3], "bot": "simple", "k": k}
    bot |= {"yes": {"0": "", "1": "", "2": ""}}
    ben.polls.note_agreed(ben.poll_of(bot))
    longer(world, "Ada", "Ben", [bot])
    assert ledger_of(world, "Ben").draw == k
    asked = [facts for name, facts in news(world, "split") if name == "Ben"]
    assert [facts["remade"] for facts in asked] == [[k]]
    assert news(world, "stopped") == news(world, "refused-list") == []
    ben.follow(ben.kept[-1], world.now)
    world._carry("Ben")
    assert ledger_of(world, "Ben").draws[k - 1].line == ""


@pytest.mark.parametrize("how", ["host", "guest"])
def test_a_device_that_claims_another_is_ready_gains_nothing(how: str) -> None:
    """Cleo's phone sleeps. The others tell their values, and the draw waits until she is awake."""
    world = at_rest()
    say(world, "Ada", "roll")
    world.freeze("Cleo", rests=False)
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    if how == "host":
        ada.absence.waits_for = lambda drawing, now: [] if not drawing.all_ready else [2]  # type: ignore[method-assign]
    else:
        says = ben.draws._say_ready

        def lies(conns: Any, now: float) -> None:
            says(conns, now)
            log = ledger_of(world, "Ben")
            for conn in conns:
                ben.send(conn, "ready", k=log.draw, at=log.draw_name, seats=[1, 2])

        ben.draws._say_ready = lies  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=BOT_AFTER + 20)
    log = ledger_of(world, "Ada")
    assert ben.has_told()
    assert not ben.bot_may_sit(2, world.now)
    k = log.draw
    if how == "host":
        del ada.absence.waits_for  # type: ignore[method-assign]
    world.thaw("Cleo")
    world.run(10)
    assert log.draws[k - 1].seats == (0, 1, 2)
    assert news(world, "stopped") == []


def test_a_host_that_falsely_claims_a_guest_is_ready_cannot_abandon_a_known_draw() -> None:
    """Ada tells only Ben that Dora is ready, takes his value, and cuts him off.

    Dora has told nothing, so she agrees to a bot for him. Nobody had her value when the draw was given
    up."""
    world = at_rest(4)
    say(world, "Ada", "roll")
    ada, ben, dora = (world.devices[name] for name in ("Ada", "Ben", "Dora"))
    heard: list[str] = []
    carried = world._arrive

    def overheard(end: int, text: str) -> None:
        if world.ends[end].owner != "Dora":
            heard.append(text)
        carried(end, text)

    world._arrive = overheard  # type: ignore[method-assign]

    def asks(conn: Any, now: float) -> None:
        log = ledger_of(world, "Ada")
        if conn.device == ben.id:
            fields = {"epoch": log.epoch, "k": log.draw, "at": log.draw_name}
            ada.send(conn, "draw", **fields, ready=[0, 1, 2, 3], reveals=ada.draws.values())

    ada.draws.ask_draw = asks  # type: ignore[method-assign]
    ada.absence.waits_for = lambda drawing, now: [1]  # type: ignore[method-assign]
    ada.absence.bot_may_sit = lambda seat, now, after=0.0: seat == 1  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=1.5)
    log = ledger_of(world, "Ada")
    k = log.draw
    bens, doras = own_values(world, "Ben", k)["1"], own_values(world, "Dora", k)["3"]
    assert ben.has_told()
    assert any(bens in text for text in heard)
    world.split([["Ben"], ["Ada", "Cleo", "Dora"]])
    world.run(BOT_AFTER + 5)
    assert not dora.has_told()
    ada.place(1, "simple", world.now)
    world._carry("Ada")
    world.run(1)
    assert ledger_of(world, "Dora").draws[k - 1].line == ""
    assert not any(doras in text for text in heard)


def test_a_device_that_was_left_out_after_telling_its_value_stays_out_of_the_draws() -> None:
    """Ada and Ben work together. They know the throw, and give it up against Cleo, whom they cut off.

    Her device says so in the list, and is in no later draw. What follows concerns only Ada and Ben."""
    world = at_rest()
    say(world, "Ada", "roll")
    keeps_back(world, "Ben")
    say(world, "Ben", "roll", then=3)
    log = ledger_of(world, "Ada")
    k = log.draw
    assert world.devices["Cleo"].has_told()
    world.freeze("Cleo", rests=False)
    world.run(BOT_AFTER + 5)
    for name in ("Ada", "Ben"):
        device = world.devices[name]
        device.absence.has_told = lambda: False  # type: ignore[method-assign]
        device.host_checks._gives_up_told = lambda entry, name: ""  # type: ignore[method-assign]
    entry = {"e": "replace", "seats": [2], "bot": "simple", "k": k, "yes": {"0": "", "1": ""}}
    for name in ("Ada", "Ben"):
        device = world.devices[name]
        device.polls.note_agreed(device.poll_of(entry))
    append(world, entry)
    for name in ("Ada", "Ben"):
        del world.devices[name].absence.has_told  # type: ignore[method-assign]
    tells(world, "Ben")
    world.thaw("Cleo")
    world.run(30)
    cleo = world.devices["Cleo"]
    assert cleo.stays_out(2)
    assert ledger_of(world, "Cleo").holders[2].bot == "simple"
    for name, mine in (("Ben", False), ("Cleo", True)):
        assert [f["mine"] for who, f in news(world, "explained") if who == name] == [mine]
    phrases = proof.proof_gaps(proof.proof_to_dict(log))
    assert phrases[-1].endswith("; the bot stayed")
    rested(world)
    with pytest.raises(LogError, match="once why it was silent"):
        log.fork().add(returns(world, 2))


@pytest.mark.parametrize("reloaded", [False, True])
def test_a_host_cut_off_while_telling_its_value_takes_its_seat_back_if_its_people_want(
    reloaded: bool,
) -> None:
    """Nobody has heard the value, but Ada's device cannot know that, as the others may work together.

    So it stays out of the draws until its people decide to trust the others."""
    world = at_rest()
    say(world, "Ada", "roll")
    ada = world.devices["Ada"]
    asks = ada.draws.ask_draw

    def cut_off(conn: Any, now: float) -> None:
        asks(conn, now)
        if ada.drawing is not None and ada.drawing.all_ready:
            world.split([["Ada"], ["Ben", "Cleo"]])

    ada.draws.ask_draw = cut_off  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=BOT_AFTER + 20)
    del ada.draws.ask_draw  # type: ignore[method-assign]
    assert ada.has_told()
    assert not world.devices["Cleo"].has_told()
    world.devices["Ben"].place(0, "simple", world.now)
    world._carry("Ben")
    world.run(1)
    assert ledger_of(world, "Cleo").holders[0].bot == "simple"
    world.heal()
    world.run(20)
    assert ada.stays_out(0)
    if reloaded:
        world.kill("Ada")
        world.wake("Ada")
        world.run(20)
    ada = world.devices["Ada"]
    assert ada.stays_out(0)
    log = ledger_of(world, "Cleo")
    assert log.holders[0].bot == "simple"
    rested(world)
    ada.take_back(0, world.now)
    world._carry("Ada")
    world.run(10)
    assert not ada.stays_out(0)
    log = ledger_of(world, "Cleo")
    assert log.seats_of(ada.id) == [0]
    assert 0 in log.voters()
    assert [f["mine"] for who, f in news(world, "sat-down") if who == "Ada"] == [True]
    assert news(world, "stopped") == []


def test_a_value_that_the_host_ignores_reaches_the_others() -> None:
    """A host that drops what Cleo tells it finds no other device that agrees to a bot."""
    world = at_rest()
    say(world, "Ada", "roll")
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    real = ada.draws.on_reveal

    def deaf(conn: Any, m: dict[str, Any], now: float) -> None:
        m["reveals"].pop("2", None)
        real(conn, m, now)

    ada.draws.on_reveal = deaf  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=BOT_AFTER + 10)
    assert ben.drawing is not None
    assert 2 in ben.drawing.reveals
    ada.absence.bot_may_sit = lambda seat, now, after=0.0: seat == 2  # type: ignore[method-assign]
    ada.place(2, "simple", world.now)
    world._carry("Ada")
    world.run(1)
    assert ledger_of(world, "Ben").holders[2].bot == ""
    assert [f["by"] for _, f in news(world, "vote-refused") if f["kind"] == "replace"]


def test_a_host_that_ignores_a_ready_message_finds_nobody_who_agrees_to_a_bot() -> None:
    """The host claims that it lacks Cleo's word, but Ben has it from her."""
    world = at_rest()
    say(world, "Ada", "roll")
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    real = ada.draws.on_ready

    def deaf(conn: Any, m: dict[str, Any], now: float) -> None:
        real(conn, {**m, "seats": [seat for seat in m["seats"] if seat != 2]}, now)

    ada.draws.on_ready = deaf  # type: ignore[method-assign]
    say(world, "Ben", "roll", then=BOT_AFTER + 5)
    assert ada.bot_may_sit(2, world.now)
    assert ben.lacking(world.now) == [2]
    ada.place(2, "simple", world.now)
    world._carry("Ada")
    world.run(1)
    assert ledger_of(world, "Ben").holders[2].bot == ""
    assert [f["by"] for _, f in news(world, "vote-refused") if f["kind"] == "replace"]


def test_a_guest_that_reaches_the_host_only_through_others_is_in_the_draw() -> None:
    """Cleo's messages to the host are lost in transit; Ben passes the value on."""
    world = at_rest()
    say(world, "Ada", "roll")
    ada, cleo = world.devices["Ada"], world.devices["Cleo"].id
    real = ada.draws.on_reveal
    ada.draws.on_reveal = lambda conn, m, now: conn.device != cleo and real(conn, m, now)  # type: ignore[method-assign,func-returns-value]
    say(world, "Ben", "roll", then=3 * ASKED_AGAIN)
    assert ledger_of(world, "Ada").draws[-1].seats == (0, 1, 2)


def withheld(world: World, who: str = "Cleo", by: str = "Ben") -> None:
    """Let a device never be ready for a draw, until the others let a bot take its seat."""
    world.devices[who].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    while ledger_of(world, "Ada").state.ask.seat != CHANCE:
        for name in NAMES:
            if name in world.devices:
                play(world, name)
        world.run(0.2)
    world.run(BOT_AFTER + 5)
    world.devices[by].place(NAMES.index(who), "simple", world.now)
    world._carry(by)
    world.run(1)
    awakes(world, who)


def test_a_device_that_is_not_ready_gets_a_draw_that_it_does_not_know() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    log, k = ledger_of(world, "Ada"), ledger_of(world, "Ada").draw
    withheld(world)
    assert [(d.line == "", d.seats, d.missing) for d in log.draws[k - 1 : k + 1]] == [
        (True, (), (2,)),
        (False, (0, 1), ()),
    ]
    last = next(entry for entry in reversed(log.entries) if entry["e"] == "draw")
    assert set(last["reveals"]) == {"0", "1"}
    assert last["k"] == k + 1  # the values of draw k, known by then, are in no draw


def returns(world: World, seat: int, **fields: Any) -> dict[str, Any]:
    """Return the entry with which a device, or another device in its place, asks for its seat."""
    log = ledger_of(world, "Ada")
    holder = log.holders[seat]
    entry = {
        "e": "join",
        "seat": seat,
        "device": holder.device,
        "key": holder.key,
        "pub": holder.pub,
    }
    entry |= {"anchor": "", "why": "away", "n": log.count, "sig": "", "yes": {}}
    return entry | fields


def rested(world: World) -> None:
    """Let all play on until no draw is open."""
    while ledger_of(world, "Ada").drawing:
        world.run(0.2)
    assert not ledger_of(world, "Ada").drawing


@pytest.mark.parametrize("opens", [False, True])
def test_a_device_that_was_silent_takes_its_seat_back_from_the_bot(opens: bool) -> None:
    """The device had told nothing, so nobody could choose.

    A sleeping phone costs its people a few turns."""
    world = at_rest()
    say(world, "Ada", "roll")
    if opens:
        withheld(world)
    else:
        world.freeze("Cleo", rests=False)
        world.run(BOT_AFTER + 5)
        assert not ledger_of(world, "Ada").drawing
        world.devices["Ben"].place(2, "simple", world.now)
        world._carry("Ben")
        world.run(1)
        world.thaw("Cleo")
    log = ledger_of(world, "Ada")
    assert [f["draw"] > 0 for name, f in news(world, "replaced") if name == "Ada"] == [opens]
    reason = "cut-off" if opens else "away"
    for _ in range(100):
        if not log.holders[2].bot:
            break
        for name in ("Ada", "Ben"):
            play(world, name)
        world.run(0.3)
    world.run(3)
    assert (log.holders[2].bot, log.taken) == ("", {})
    for name, mine in (("Ben", False), ("Cleo", True)):
        assert (name, {"seat": 2, "why": reason, "mine": mine}) in news(world, "sat-down")
    assert news(world, "stopped") == news(world, "explained") == []
    joins = [entry for entry in log.entries if entry["e"] == "join"]
    # After a draw that was given up, a new chain shows that the device returns, and does not only say
    # why it was silent.
    assert [(entry["why"], entry["yes"], bool(entry["anchor"])) for entry in joins] == [
        (reason, {}, opens)
    ]
    assert 2 in log.awaited()


def test_a_bot_cannot_take_a_seat_if_only_one_device_would_remain() -> None:
    """Of three devices, both others agree to a bot for Cleo.

    Then Ben holds back his value, and the draw waits for him, however long that takes."""
    world = at_rest()
    say(world, "Ada", "roll")
    world.freeze("Cleo", rests=False)
    withheld(world)
    assert ledger_of(world, "Ada").holders[2].bot == "simple"
    world.run(5)
    draws = len(ledger_of(world, "Ada").draws)
    k = 0
    world.devices["Ben"].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
    for _ in range(600):
        if ledger_of(world, "Ada").drawing:
            break
        ada = world.devices["Ada"]
        if ledger_of(world, "Ada").holders[ledger_of(world, "Ada").state.ask.seat].bot:
            World._act(world, "Ada")
        else:
            play(world, "Ada")
            play(world, "Ben")
        world.run(0.2)
    log = ledger_of(world, "Ada")
    k = log.draw
    world.run(BOT_AFTER + 20)
    ada = world.devices["Ada"]
    assert ada.bot_may_sit(1, world.now)
    assert ada.bot_leaves_one(1, world.now)
    ada.place(1, "simple", world.now)
    world._carry("Ada")
    assert ("Ada", {"seat": 1}) in news(world, "leaves-one")
    with pytest.raises(LogError, match="a single device would know all throws and cards"):
        append(world, {"e": "replace", "seats": [1], "bot": "simple", "k": k, "yes": {"0": ""}})
    world.run(600)
    assert (log.draw, log.holders[1].bot) == (k, "")
    awakes(world, "Ben")
    world.run(5)
    assert log.draws[k - 1].seats == (0, 1)
    assert len(log.draws) > draws
    assert news(world, "stopped") == []


@pytest.mark.parametrize("opens", [False, True])
def test_of_two_devices_neither_continues_alone(opens: bool) -> None:
    """Ada alone would know the next results from her own chain.

    She could leave Ben out between two draws as often as she likes, and choose."""
    world = at_rest(2)
    say(world, "Ada", "roll")
    ada = world.devices["Ada"]
    if opens:
        world.devices["Ben"].draws.values = lambda tell=True: {}  # type: ignore[method-assign]
        say(world, "Ben", "roll")
    world.freeze("Ben", rests=False)
    world.run(BOT_AFTER + 5)
    log = ledger_of(world, "Ada")
    assert log.drawing == opens
    assert ada.bot_may_sit(1, world.now)
    assert ada.bot_leaves_one(1, world.now)
    ada.place(1, "simple", world.now)
    world._carry("Ada")
    k = log.draw if opens else 0
    with pytest.raises(LogError, match="a single device would know all throws and cards"):
        append(world, {"e": "replace", "seats": [1], "bot": "simple", "k": k, "yes": {"0": ""}})
    count = len(log.draws)
    world.run(900)
    assert len(log.draws) == count
    assert log.holders[1].bot == ""
    if opens:
        awakes(world, "Ben")
    world.thaw("Ben")
    world.run(5)
    assert news(world, "stopped") == []
    assert len(log.draws) == count + opens
    played(world, 3)
    assert log.draws[-1].seats == (0, 1)


def test_a_device_that_is_cut_off_cannot_continue_alone_any_more_than_the_others() -> None:
    """Ben loses Ada, becomes host, and is asked for nothing that only two can do."""
    world = at_rest(2)
    say(world, "Ada", "roll")
    world.kill("Ada")
    world.run(BOT_AFTER + 20)
    ben = world.devices["Ben"]
    assert ben.hosting
    assert ben.bot_leaves_one(0, world.now)
    ben.place(0, "simple", world.now)
    world._carry("Ben")
    assert ledger_of(world, "Ben").holders[0].bot == ""
    world.wake("Ada")
    world.run(10)
    played(world, 2)
    assert ledger_of(world, "Ben").draws[-1].seats == (0, 1)


def test_two_silent_devices_out_of_three_are_waited_for() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    for name in ("Ben", "Cleo"):
        world.freeze(name, rests=False)
    world.run(BOT_AFTER + 5)
    ada = world.devices["Ada"]
    assert ada.silent_with(2, world.now) == [1, 2]
    assert ada.bot_leaves_one(2, world.now)
    world.thaw("Ben")
    world.run(3)
    assert not ada.bot_leaves_one(2, world.now)  # Ben can agree now


def test_a_player_who_chose_to_leave_or_rest_may_come_back() -> None:
    """This also works between two devices.

    The other one plays on against the bots, as its guest has said."""
    world = at_rest(2)
    say(world, "Ada", "roll")
    world.freeze("Ben")  # its page could say so
    world.run(BOT_AFTER + 5)
    ada, log = world.devices["Ada"], ledger_of(world, "Ada")
    assert log.resting == {1}
    assert not ada.bot_leaves_one(1, world.now)
    ada.place(1, "simple", world.now)
    world._carry("Ada")
    assert (log.holders[1].bot, log.taken) == ("simple", {})
    world.run(5)
    world.thaw("Ben")
    for _ in range(100):
        if not log.holders[1].bot:
            break
        World._act(world, "Ada")
        world.run(0.3)
    assert log.holders[1].bot == ""
    assert ("Ada", {"seat": 1, "why": "away", "mine": False}) in news(world, "sat-down")
    assert news(world, "stopped") == []


def test_a_bot_ends_the_rest_of_a_device_that_is_awake_again() -> None:
    """Cleo rests as a draw opens, and Ben's phone is lost for good. Her rest cannot end while the draw is
    open; so she agrees to a bot for Ben, and the next draw is hers and Ada's."""
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    world.freeze("Cleo")
    world.run(3)
    log = ledger_of(world, "Ada")
    assert log.resting == {2}
    world.freeze("Ben", rests=False)
    for _ in range(60):
        if log.drawing:
            break
        play(world, "Ada")
        world.run(0.2)
    assert log.drawing
    k = log.draw
    ada = world.devices["Ada"]
    world.run(BOT_AFTER + 5)
    assert ada.bot_leaves_one(1, world.now)
    world.thaw("Cleo")
    world.run(30)
    assert (log.resting, log.draw) == ({2}, k)
    assert not ada.bot_leaves_one(1, world.now)
    ada.place(1, "simple", world.now)
    world._carry("Ada")
    world.run(2)
    entry = next(entry for entry in log.entries if entry["e"] == "replace")
    assert (entry["k"], entry["seats"], sorted(entry["yes"])) == (k, [1], ["0", "2"])
    assert log.resting == set()
    assert log.draws[k].seats == (0, 2)
    assert news(world, "stopped") == []


def test_a_bot_wakes_only_resting_people_and_only_during_an_open_draw() -> None:
    world = at_rest(4)
    log = ledger_of(world, "Ada")
    world.freeze("Dora")
    world.run(3)
    entry = {"e": "replace", "seats": [2], "bot": "simple", "k": 0}
    with pytest.raises(LogError, match="are awake must agree"):
        log.fork().add(agreed(world, {**entry, "yes": {"0": "", "1": "", "3": ""}}))
    twin = log.fork()
    twin.add(agreed(world, {**entry, "yes": {"0": "", "1": ""}}))
    assert (twin.taken, twin.resting) == ({}, {3})


def test_a_bankrupt_player_keeps_their_seat_and_their_vote_on_an_undo() -> None:
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    while ledger_of(world, "Ada").state.ask.kind != "roll":
        played(world, 1)
    log = ledger_of(world, "Ada")
    say(world, "Cleo", "resign", then=1)
    entry = {"e": "replace", "seats": [2], "bot": "simple", "k": 0, "yes": {"0": "", "1": ""}}
    with pytest.raises(LogError, match="a player who is still in the game"):
        log.fork().add(entry)
    assert log.concerned(0) == [0, 1, 2]
    assert not world.devices["Ada"].bot_may_sit(2, world.now + 1000)


@pytest.mark.parametrize("word", ["rest", "line"])
def test_a_host_cannot_speak_in_a_guests_own_name(word: str) -> None:
    """With two devices, a host claims that its guest rests or gives up. The guest stops.

    The host wants to go on alone."""
    world = at_rest(2)
    for name in NAMES[:2]:
        say(world, name, "roll")
    while ledger_of(world, "Ada").state.ask.kind != "roll":
        played(world, 1)
    log = ledger_of(world, "Ada")
    world.freeze("Ben", rests=False)
    world.run(1)
    if word == "rest":
        append(world, {"e": "rest", "seat": 1, "on": True, "n": log.count, "sig": ""})
    else:
        append(world, line(world, "Ben resign", log.last_ids[1] + 1))
    assert world.devices["Ben"].stopped == ""
    world.run(5)
    world.thaw("Ben")
    world.run(5)
    why = {
        "rest": "The host says that this device is asleep, but it isn’t.",
        "line": "The host has answered for a seat that has not spoken.",
    }
    assert world.devices["Ben"].stopped == why[word]
    assert ("Ben", {"why": why[word], "seat": 0, "draw": 0}) in news(world, "stopped")


@pytest.mark.parametrize("invited", ["Ada", "Ben"])
def test_a_new_player_takes_over_a_bots_seat_if_everybody_agrees(invited: str) -> None:
    world = World(7, list(NAMES), record(4, 20, 1))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.lay()
    world.run(0.3)
    say(world, "Ada", "roll")
    eve = world.device("Eve")
    world.connect("Eve", invited, chosen=True)
    world.run(1)
    world.connect_all()
    world.run(1)
    assert ledger_of(world, "Eve").seats_of(eve.id) == []
    eve.ask_seat(3, world.now)
    world._carry("Eve")
    world.run(1)
    for name, seat in (("Ada", 0), ("Ben", 1)):
        world.devices[name].agree(seat, True, world.now, "join")
        world._carry(name)
    world.run(1)
    assert ledger_of(world, "Ada").holders[3].bot == "steady"
    say(world, "Ben", "roll")  # the question outlasts the moves of the others
    world.devices["Cleo"].agree(2, True, world.now, "join")
    world._carry("Cleo")
    world.run(1)
    assert ledger_of(world, "Ada").seats_of(eve.id) == [3]
    assert set(eve.mine) == {3}
    assert ("Eve", {"seat": 3, "why": "new", "mine": True}) in news(world, "sat-down")
    say(world, "Cleo", "roll")
    assert ledger_of(world, "Eve").draws[-1].seats == (0, 1, 2, 3)
    assert 3 in world.devices["Ada"].here(world.now)
    say(world, "Eve", "roll")
    assert "Dora roll" in ledger_of(world, "Ada").lines
    assert news(world, "stopped") == []
    again = replay_log(
        ledger_of(world, "Eve").head(), ledger_of(world, "Eve").id, ledger_of(world, "Eve").entries
    )
    assert again.digest == ledger_of(world, "Ada").digest


def test_one_refusal_keeps_a_new_player_from_the_seat() -> None:
    world = World(7, list(NAMES), record(4, 20, 1))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.lay()
    world.run(0.3)
    eve = world.device("Eve")
    world.connect("Eve", "Ada", chosen=True)
    world.run(1)
    eve.ask_seat(3, world.now)
    world._carry("Eve")
    world.run(1)
    world.devices["Ben"].agree(1, False, world.now, "join")
    world._carry("Ben")
    world.run(1)
    told = {name for name, facts in news(world, "vote-refused") if facts["kind"] == "join"}
    assert told == {"Ada", "Ben", "Cleo", "Eve"}
    assert ledger_of(world, "Ada").seats_of(eve.id) == []
