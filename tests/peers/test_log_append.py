"""Modified guests, spectators and hosts try to act as host at a table.

They try to add to its list, to replace the list, or to become its host. Each attempt is refused,
reported to people, or has no effect."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from simulated_tables import (
    World,
    agreed,
    at_rest,
    conn_to,
    ledger_of,
    longer,
    news,
    record,
    say,
    shout,
    undo,
    watching,
)
from titledeed.peers import messages
from titledeed.peers.device.device import Device
from titledeed.peers.device.model import UNASKED_AFTER
from titledeed.peers.draw_hash_chains import HashChain, to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog

# ---------------------------------------------------------------- the list


def handed(world: World, by: str, to: str, entries: list[dict[str, Any]]) -> None:
    """Pass the list of ``by`` to ``to`` with these entries after it, even if the rules forbid them."""
    log = ledger_of(world, to)
    via_id = conn_to(world, to, by).id
    head, count = log.head(), log.count + len(entries)
    fields = {"game": log.id, "parts": 1, "count": count, "digest": "0" * 32, "host": 0}
    for text in (
        messages.write_message("welcome", seat=-1, epoch=log.epoch, **fields),
        messages.write_message("part", n=0, text=head),
        messages.write_message(
            *("lines",),
            epoch=1,
            start=log.count,
            entries=entries,
            before=log.digest,
            digest="0" * 32,
        ),
    ):
        world.devices[to].receive(via_id, text, world.now)
    world._carry(to)
    world.run(0.3)


def test_a_guest_cannot_give_orders_to_another_guest_while_the_host_is_present() -> None:
    """Such a guest could answer for a third seat, and shut out the guest that believed it."""
    world = at_rest()
    say(world, "Ada", "roll")
    seat = ledger_of(world, "Ben").state.ask.seat
    names = ["Ada", "Ben", "Cleo"]
    assert names[seat] == "Ben"
    say(world, "Ben", "roll")  # Cleo is asked to throw; Ada has not spoken again
    longer(world, "Cleo", "Ben", [{"e": "pause", "on": True, "seat": 0}])
    assert not ledger_of(world, "Ben").paused
    world.run(6)
    assert len({ledger_of(world, name).digest for name in names}) == 1
    assert not any(device.stopped for device in world.devices.values())
    assert all(len(world.devices[name].conns) == 2 for name in names)


@pytest.mark.parametrize("second", [[{"e": "begin"}], []])  # refused; or another digest
def test_nothing_from_an_invalid_list_is_accepted(second: list[dict[str, Any]]) -> None:
    world = at_rest(2)
    say(world, "Ada", "roll")
    before = ledger_of(world, "Ben").count, ledger_of(world, "Ben").digest
    handed(world, "Ada", "Ben", [{"e": "pause", "on": True, "seat": 0}, *second])
    assert (ledger_of(world, "Ben").count, ledger_of(world, "Ben").digest) == before
    assert [name for name, _facts in news(world, "refused-list")] == ["Ben"]


def test_a_host_with_a_huge_number_does_not_end_the_succession_of_hosts() -> None:
    world = at_rest(3)
    say(world, "Ada", "roll")
    cleo, log = world.devices["Cleo"], ledger_of(world, "Cleo")
    far = 100_000
    entry = {"e": "host", "epoch": far, "seat": 2}
    fields = {"epoch": far, "n": log.count, "before": log.digest, "digest": "0" * 32}
    for name in ("Ada", "Ben"):
        cleo.out.append(
            (conn_to(world, "Cleo", name).id, messages.write_message("line", entry=entry, **fields))
        )
    world._carry("Cleo")
    world.run(1)
    with pytest.raises(LogError):
        log.fork().add(entry)
    for device in world.devices.values():
        device.stopped = ""  # people decide to go on
    world.run(5)
    world.kill("Cleo")
    world.kill("Ada")
    world.run(20)
    assert world.devices["Ben"].hosting
    assert ledger_of(world, "Ben").epoch < 10


def test_a_name_that_is_not_in_the_records_position_is_refused() -> None:
    """A host may open a game that begins with a position, which names its players."""
    at = {"turn": "Ada", "seat": {"Ben": {"deeds": ["short-line"]}}}
    log = ReplicatedLog(replace(record(2), position=at), "0" * 16)
    entry = {"e": "seat", "seat": 1, "device": "f" * 16, "key": "", "name": "Zoë", "bot": ""}
    with pytest.raises(LogError):
        log.add(entry)
    log.add({**entry, "name": ""})
    assert log.holders[1].device == "f" * 16


@pytest.mark.parametrize("introduced", [True, False])
def test_a_spectator_cannot_remove_a_host(introduced: bool) -> None:
    world = at_rest(2)
    eve = world.device("Eve")
    eve.want = "watch"
    world.connect("Eve", "Ada", chosen=not introduced, introduced=introduced)
    world.run(0.5)
    fields: dict[str, Any] = {"protocol": messages.PROTOCOL, "engine": "an engine", "name": ""}
    fields |= {"device": eve.id, "want": "watch", "seat": -1, "token": "", "have": 3}
    fields |= {"game": ledger_of(world, "Ada").id, "digest": "0" * 32, "epoch": 9}
    shout(world, "Eve", "Ada", [messages.write_message("hello", **fields)])
    assert world.devices["Ada"].hosting
    say(world, "Ada", "roll")
    assert "Ada roll" in ledger_of(world, "Ben").lines


def test_a_returning_device_learns_which_draws_happened_without_it() -> None:
    """A host that could hide this could play alone and foresee its throws, and nobody would notice."""
    world = at_rest(3)
    say(world, "Ada", "roll")
    world.freeze("Cleo")
    world.run(1)
    say(world, "Ben", "roll")
    world.thaw("Cleo")
    world.run(2)
    draws = [drawn.draw for drawn in ledger_of(world, "Ada").draws if drawn.missing == (2,)]
    assert draws == [2]
    assert ("Cleo", {"draws": draws}) in news(world, "without")
    assert [name for name, _facts in news(world, "without")] == ["Cleo"]
    say(world, "Cleo", "roll")
    assert ledger_of(world, "Ada").draws[-1].seats == (0, 1, 2)


def test_a_full_list_causes_a_message_and_no_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    world = at_rest(3)
    say(world, "Ada", "roll")
    full = ledger_of(world, "Ada").count + 1
    monkeypatch.setattr("titledeed.peers.replicated_log_entry_rules.MOST_ENTRIES", full)
    ada, ben = world.devices["Ada"], world.devices["Ben"]
    ada.pause(0, True, world.now)
    ada.pause(0, False, world.now)
    ada.tick(world.now)
    world._carry("Ada")
    world.run(1)
    assert ada.stopped == "The list of this table is full."
    assert ("Ada", {"why": ada.stopped, "seat": 0, "draw": 0}) in news(world, "stopped")
    world.kill("Ada")
    world.run(20)  # the next one would go on, and cannot
    assert ben.stopped
    assert ledger_of(world, "Ben").count <= full


def test_an_endless_list_is_not_valid() -> None:
    world = at_rest(2)
    say(world, "Ada", "roll")
    log = ledger_of(world, "Ben")
    via_id = conn_to(world, "Ben", "Ada").id
    fields = {"game": log.id, "parts": 1, "digest": "0" * 32, "host": 0, "seat": -1}
    ben = world.devices["Ben"]
    ben.receive(
        via_id, messages.write_message("welcome", count=100_000, epoch=1, **fields), world.now
    )
    entry = {"e": "line", "line": "x" * 450, "id": 1}
    for n in range(100_000 // 30):
        lines = {"epoch": 1, "start": n * 30, "entries": [entry] * 30, "digest": "0" * 32}
        lines["before"] = "0" * 32
        ben.receive(via_id, messages.write_message("lines", **lines), world.now + n / 100)
        if via_id not in ben.conns:
            break
    assert via_id not in ben.conns
    assert n * 30 * 450 < messages.LARGEST_LIST + 30_000


# ---------------------------------------------------------------- the host


def watches(world: World) -> Device:
    """Return a spectator with connections to all devices."""
    eve = watching(world)
    for name in ("Ben", "Cleo"):
        world.connect("Eve", name, introduced=True)
    world.run(2)
    assert all(conn_to(world, name, "Eve").trusted for name in ("Ben", "Cleo"))
    return eve


@pytest.mark.parametrize("by", ["Eve", "Cleo"])
@pytest.mark.parametrize("seat", [0, 2])
def test_nobody_gives_orders_to_a_guest_whose_host_appears_in_a_later_list(
    by: str, seat: int
) -> None:
    world = at_rest()
    watches(world)
    say(world, "Ada", "roll")
    lines = ledger_of(world, "Ben").lines[:]
    host = {"e": "host", "epoch": 2, "seat": seat}
    longer(world, by, "Ben", [host, undo(world, 0, 0, [0])])
    world.run(10)
    assert ledger_of(world, "Ben").lines == lines != []
    assert ledger_of(world, "Ada").lines == lines
    assert ledger_of(world, "Ben").epoch == 1
    assert world.devices["Ada"].hosting


def test_a_guest_stops_when_a_longer_list_takes_back_moves_without_agreement() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    lines = ledger_of(world, "Ben").lines[:]
    longer(world, "Ada", "Ben", [undo(world, 0, 0, [0])])
    reason = "The host has taken something back without asking everybody."
    assert world.devices["Ben"].stopped == reason
    assert ledger_of(world, "Ben").lines == lines


@pytest.mark.parametrize("reloaded", [False, True])
def test_moves_taken_back_during_a_long_absence_are_reported_once(reloaded: bool) -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.run(3)
    (world.kill if reloaded else world.freeze)("Cleo")
    world.run(UNASKED_AFTER + 5)
    world.devices["Ada"].ask_undo(0, 0, world.now)
    world._carry("Ada")
    world.run(0.3)
    world.devices["Ben"].agree(1, True, world.now)
    world._carry("Ben")
    world.run(0.3)
    assert ledger_of(world, "Ada").lines == []
    (world.wake if reloaded else world.thaw)("Cleo")
    world.run(10)
    facts = {"by": 0, "to": 0, "yes": [0, 1], "unasked": [2], "agreed": False}
    told = [f for name, f in news(world, "undone") if name == "Cleo"]
    assert [{key: f[key] for key in facts} for f in told] == [facts]
    assert news(world, "stopped") == []
    assert ledger_of(world, "Cleo").digest == ledger_of(world, "Ada").digest


def test_a_recently_reloaded_device_must_be_asked_too() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.run(3)
    world.kill("Cleo")
    world.run(4)
    ada = world.devices["Ada"]
    ada.log_append.append(agreed(world, undo(world, 0, 0, [0, 1])), world.now)
    world._carry("Ada")
    world.wake("Cleo")
    world.run(2)
    reason = "The host has taken something back without asking everybody."
    assert world.devices["Cleo"].stopped == world.devices["Ben"].stopped == reason


def test_an_undo_that_everybody_agreed_to_is_accepted_in_a_longer_list_too() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    world.devices["Ben"].ask_undo(1, 0, world.now)
    world.devices["Ben"].out.clear()
    longer(world, "Ada", "Ben", [undo(world, 0, 1, [0, 1, 2])])
    assert ledger_of(world, "Ben").lines == []
    assert news(world, "stopped") == []


def test_a_spectator_cannot_add_to_the_list_of_the_next_host() -> None:
    for by, lines in (("Eve", ["Ada roll"]), ("Cleo", [])):
        world = at_rest()
        watches(world)
        say(world, "Ada", "roll")
        ben, log = world.devices["Ben"], ledger_of(world, "Ben")
        whole = log.lines[:]
        world.kill("Ada")
        while ben.gathering < 0:
            world.run(0.1)
        entries, digest = [agreed(world, undo(world, 0, 0, [0, 1, 2]))], log.digest
        fields = {"epoch": 1, "start": log.count, "before": digest, "digest": digest}
        text = messages.write_message("lines", entries=entries, **fields)
        ben.receive(conn_to(world, "Ben", by).id, text, world.now)
        world.run(5)
        assert ben.hosting
        # A device with a seat may have the last entries of the lost host.
        assert ledger_of(world, "Ben").lines[:1] == lines == whole[: len(lines)]


@pytest.mark.parametrize("forked", [False, True])
def test_a_spectator_cannot_give_a_list_to_players_who_have_lost_their_host(forked: bool) -> None:
    world = at_rest()
    eve = watches(world)
    say(world, "Ada", "roll")
    ben, own_log = world.devices["Ben"], ledger_of(world, "Ben")
    world.kill("Ada")
    while ben.gathering < 0:
        world.run(0.1)
    lines, count = own_log.lines[:], own_log.count
    twin = own_log.fork()
    if forked:  # no longer than the own list, but with more entries of the game
        own_log.add({"e": "pause", "on": True, "seat": 0})
        own_log.add({"e": "pause", "on": False, "seat": 0})
    twin.add(undo(world, 0, 0, [0, 1, 2]))
    eve.log = twin
    eve.log_sync.welcome(conn_to(world, "Eve", "Ben"), -1, 0 if forked else count)
    eve.log = own_log.fork()
    world._carry("Eve")
    world.run(0.3)
    assert ledger_of(world, "Ben").lines == lines != []
    assert ben.log is own_log
    assert news(world, "split") == []
    world.run(15)
    assert ben.hosting
    assert ledger_of(world, "Cleo").lines == lines


def test_a_spectator_cannot_keep_a_lost_host_alive() -> None:
    world = at_rest()
    watches(world).absence.here = lambda now: [0]  # type: ignore[method-assign]
    world.kill("Ada")
    world.run(20)
    assert world.devices["Ben"].hosting


def test_a_guest_that_announces_later_hosts_can_remove_the_host_at_most_once() -> None:
    for epoch, most in ((90_000, 0), (2, 1)):
        world = at_rest()
        ada, cleo = world.devices["Ada"], world.devices["Cleo"]
        down: list[float] = []
        step_down = ada.step_down
        ada.step_down = lambda now, down=down, step=step_down: (  # type: ignore[method-assign,misc]
            down.append(now),
            step(now),
        )
        for _ in range(20):
            log = ledger_of(world, "Cleo")
            fields: dict[str, Any] = {"protocol": messages.PROTOCOL, "engine": cleo.engine}
            fields |= {"device": cleo.id, "name": "", "want": "seat", "seat": 2, "token": ""}
            fields |= {"game": log.id, "have": log.count, "digest": log.digest}
            claim = epoch if epoch > 2 else ledger_of(world, "Ada").epoch + 1
            cleo.send(conn_to(world, "Cleo", "Ada"), "hello", epoch=claim, **fields)
            world._carry("Cleo")
            world.run(2)
        assert len(down) == most
        assert ada.hosting
        say(world, "Ada", "roll")
        assert ledger_of(world, "Ben").lines[0] == "Ada roll"


def test_a_returning_host_steps_down_for_a_later_one_each_time() -> None:
    world = at_rest()
    for after, host in (("Ben", "Ada"), ("Ada", "Ben"), ("Ben", "Ada")):
        world.split([[host], [name for name in world.devices if name != host]])
        world.run(12)
        assert world.devices[after].hosting
        world.heal()
        world.run(8)
        assert [name for name, device in world.devices.items() if device.hosting] == [after]
        assert len({ledger_of(world, name).digest for name in world.devices}) == 1


def without_signatures() -> ReplicatedLog:
    """Return the list of two devices in a game that has begun; Ada has a deed, and is asked to throw."""
    at = {"turn": "Ada", "seat": {"Ada": {"deeds": ["short-line"]}}}
    log = ReplicatedLog(replace(record(2), position=at), "0" * 16)
    log.add({"e": "host", "epoch": 1, "seat": 0})
    for seat, digit in enumerate("ab"):
        taken = {"e": "seat", "seat": seat, "device": digit * 16, "key": "", "name": "", "bot": ""}
        log.add(taken)
        anchor = to_base64url(HashChain(bytes([seat]) * 32, 8).anchor)
        chain = {"e": "chain", "seat": seat, "anchor": anchor, "pub": ""}
        log.add({**chain, "n": log.count, "sig": ""})
    log.add({"e": "begin"})
    return log


def said(log: ReplicatedLog, line: str, id: int) -> dict[str, Any]:
    return {"e": "line", "line": line, "id": id, "n": log.mark, "sig": ""}


def test_a_repeated_answer_counts_only_once() -> None:
    """Nothing else shows that a standing answer is an old one."""
    log = without_signatures()
    log.add(said(log, "Ada mortgage short-line", 1))
    log.add(said(log, "Ada redeem short-line", 2))
    before = log.count
    for id in (1, 2):
        with pytest.raises(LogError, match="move has already been made"):
            log.add(said(log, "Ada mortgage short-line", id))
    assert log.count == before
    log.add(said(log, "Ada mortgage short-line", 3))


def test_during_an_open_draw_nothing_is_undone_and_nobody_rests() -> None:
    """Somebody who knows the result could otherwise change the draw."""
    log = without_signatures()
    log.add(said(log, "Ada mortgage short-line", 1))
    undo = {"e": "undo", "to": 0, "by": 0, "yes": {"0": "", "1": ""}, "unasked": []}
    rest = {"e": "rest", "seat": 1, "on": True, "sig": ""}
    log.fork().add(undo)
    log.fork().add({**rest, "n": log.count})
    log.add(said(log, "Ada roll", 2))
    assert log.drawing
    with pytest.raises(LogError, match="during a draw"):
        log.add(undo)
    with pytest.raises(LogError, match="No device can go to sleep or wake up during a draw"):
        log.add({**rest, "n": log.count})
