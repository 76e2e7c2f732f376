"""Devices sign their own entries, and check the signatures of others."""

from __future__ import annotations

import json
from typing import Any

import pytest

from simulated_tables import (
    World,
    at_rest,
    conn_to,
    ledger_of,
    longer,
    news,
    record,
    say,
    signed,
    undo,
)
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.peers import ecdsa, messages, proof
from titledeed.peers.device.device import Device
from titledeed.peers.draw_hash_chains import HashChain, to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog, replay_log
from titledeed.peers.signing import Signature, sign

NAMES = ("Ada", "Ben", "Cleo")


def signatures(log: ReplicatedLog) -> list[Signature]:
    """Return all signatures in a list."""
    return replay_log(log.head(), log.id, log.entries).unverified


def spoiled(sig: str) -> str:
    """Return a well-formed signature of something else."""
    return ecdsa.sign(b"x" * 32, sig.encode())


def over(seed: int = 3, people: int = 2, rounds: int = 2) -> World:
    """Return a game that has been played to its end."""
    world = World(seed, list(NAMES[:people]), record(people, rounds))
    world.lay()
    for _ in range(300):
        world.run(1)
        if world.over():
            break
    world.run(3)
    return world


def test_every_answer_chain_rest_and_agreement_has_its_devices_signature() -> None:
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    world.devices["Cleo"].rest(True, world.now)
    world._carry("Cleo")
    world.run(1)
    world.devices["Ben"].ask_undo(1, 0, world.now)
    world._carry("Ben")
    world.run(1)
    for name in ("Ada", "Cleo"):
        device = world.devices[name]
        device.agree(ledger_of(world, name).seats_of(device.id)[0], True, world.now)
        world._carry(name)
    world.run(1)
    log = ledger_of(world, "Ada")
    assert [e["e"] for e in log.entries].count("undo") == 1
    held = signatures(log)
    assert all(signature.holds() for signature in held)
    keys = {n: ecdsa.public_key(world.devices[name].signs_with) for n, name in enumerate(NAMES)}
    assert all(signature.key == keys[signature.seat] for signature in held)
    kinds = [log.entries[signature.index]["e"] for signature in held]
    assert kinds.count("line") == kinds.count("chain") == kinds.count("undo") == 3
    assert kinds.count("rest") == 1
    assert not any(ledger_of(world, name).unverified for name in NAMES)


def test_a_device_has_the_same_key_after_a_reload_and_a_different_one_at_another_table() -> None:
    world = at_rest()
    key = world.devices["Ben"].pub
    world._store("Ben")
    world.kill("Ben")
    world.run(5)
    world.wake("Ben")
    world.run(3)
    assert world.devices["Ben"].pub == key == ledger_of(world, "Ada").holders[1].pub
    say(world, "Ada", "roll")
    say(world, "Ben", "roll")
    assert "Ben roll" in ledger_of(world, "Ada").lines
    assert at_rest(seed=8).devices["Ben"].pub != key


def test_the_secret_key_stays_in_the_devices_own_storage() -> None:
    """It is in nothing that is sent or exported."""
    world = World(11, ["Ada", "Ben"], record(2, 2))
    sent: list[str] = []
    real = world._carry

    def listening(name: str) -> None:
        sent.extend(text or "" for _, text in world.devices[name].out)
        real(name)

    world._carry = listening  # type: ignore[method-assign]
    world.lay()
    for _ in range(200):
        world.run(1)
        if world.over():
            break
    log = ledger_of(world, "Ada")
    exported = [*sent, json.dumps(proof.proof_to_dict(log)), log.head()]
    assert len(sent) > 50
    for device in world.devices.values():
        secret = device.signs_with
        forms = {
            secret.hex(),
            secret.hex().upper(),
            ecdsa.to_base64url(secret),
            str(ecdsa._scalar(secret)),
        }
        assert not [text for text in exported if any(form in text for form in forms)]
        assert json.dumps(device.stored()).count(secret.hex()) == 1


@pytest.mark.parametrize("how", ["spoiled", "missing", "moved", "of another seat"])
def test_a_guest_stops_at_an_answer_without_the_seats_signature(how: str) -> None:
    """A manipulated host writes the answer; the other guests notice it at once."""
    world = at_rest()
    say(world, "Ada", "roll")
    ada = world.devices["Ada"]
    real = ada.send_all

    def sends(kind: str, but: Any = None, **fields: Any) -> None:
        if kind == "line" and fields["entry"]["e"] == "line":
            entry = dict(fields["entry"])
            first = next(e for e in ada.log.entries if e["e"] == "line")  # type: ignore[union-attr]
            entry["sig"] = {
                "spoiled": spoiled(entry["sig"]),
                "missing": "",
                "moved": first["sig"],
                "of another seat": sign(
                    ada.signs_with,
                    ada.log.id,
                    1,
                    fields["before"],
                    entry,  # type: ignore[union-attr]
                ),
            }[how]
            fields["entry"] = entry
        real(kind, but, **fields)

    ada.send_all = sends  # type: ignore[method-assign]
    say(world, "Ben", "roll")
    why = {"missing": "A device with a public key must sign. A device without one must not."}
    for name in ("Ben", "Cleo"):
        assert world.devices[name].stopped == why.get(how, "A signature is not valid.")
        assert ledger_of(world, name).lines[-1] != "Ben roll"


def test_a_host_accepts_no_answer_without_the_seats_signature() -> None:
    for sig in ("", spoiled("x")):
        world = at_rest()
        say(world, "Ada", "roll")
        ben = world.devices["Ben"]
        ben.sign = lambda entry, seat, sig=sig: sig  # type: ignore[method-assign]
        say(world, "Ben", "roll")
        assert "Ben roll" not in ledger_of(world, "Ada").lines
        assert not ben.pending
        assert [facts["why"] for name, facts in news(world, "no") if name == "Ben"] == ["malformed"]
        del ben.sign  # type: ignore[method-assign]
        say(world, "Ben", "roll")
        assert "Ben roll" in ledger_of(world, "Ada").lines


def test_a_host_cannot_change_a_guests_key() -> None:
    """With another key, the host could sign for the guest."""
    world = World(7, list(NAMES), record(3, 6))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    host = world.device("Ada")

    def enters(conn: Any, m: dict[str, Any], now: float) -> None:
        entry = {"e": "chain", **{k: v for k, v in m.items() if k != "m"}, "pub": host.pub}
        log = ledger_of(world, "Ada")
        digest = log.digests[entry["n"]]
        entry["sig"] = sign(host.signs_with, log.id, entry["seat"], digest, entry)
        host.seat_requests.waiting["chain", entry["seat"]] = entry

    host.seat_requests.on_commit = enters  # type: ignore[method-assign]
    host.open(world.record, [0], world.now)
    for name in NAMES[1:]:
        world.device(name)
        world.connect(name, "Ada", chosen=True)
        world.run(1)
    assert world.devices["Ben"].stopped == "The host has changed the public key of this device."


def test_a_seat_without_a_key_at_the_start_gets_none_later() -> None:
    """Its earlier answers would look as if they were signed."""
    log = ReplicatedLog(record(2), "0" * 16)
    log.add({"e": "host", "epoch": 1, "seat": 0})
    for seat, device in ((0, "a" * 16), (1, "b" * 16)):
        sits = {"e": "seat", "seat": seat, "device": device, "key": "", "name": "", "bot": ""}
        log.add(sits)
        log.add(commits(log, seat, b"%d" % seat))
    log.add({"e": "begin"})
    log.add({"e": "line", "line": "Ada roll", "id": 1, "n": log.mark, "sig": ""})
    draw = {"e": "draw", "k": 1, "reveals": {}, "missing": []}
    values = {seat: to_base64url(HashChain(b"%d" % seat * 32, 9).value(1)) for seat in (0, 1)}
    named = {str(seat): value for seat, value in values.items()}
    log.add({**draw, "reveals": named, "line": log.outcome(values)})
    secret = b"s" * 32
    entry = commits(log, 0, b"x") | {"pub": ecdsa.public_key(secret)}
    entry["sig"] = sign(secret, log.id, 0, log.digest, entry)
    with pytest.raises(LogError, match="with its own public key"):
        log.fork().add(entry, "now")
    log.add(commits(log, 0, b"x"), "now")


def commits(log: ReplicatedLog, seat: int, secret: bytes) -> dict[str, Any]:
    """Return the chain entry of a device that does not sign."""
    anchor = to_base64url(HashChain(secret * 32, 9).anchor)
    fields = {"seat": seat, "anchor": anchor, "pub": "", "n": log.count, "sig": ""}
    return {"e": "chain", **fields}


@pytest.mark.parametrize("seat", [0, 1])
def test_an_undo_without_every_agreeing_players_signature_is_refused(seat: int) -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    log = ledger_of(world, "Ada")
    entry = undo(world, 0, 0, [0, 1, 2])
    for sig, reason in (
        ("", "must sign. A device without one must not"),
        (spoiled("x"), "A signature is not valid"),
    ):
        wrong = {**entry, "yes": {**entry["yes"], str(seat): sig}}
        with pytest.raises(LogError, match=reason):
            log.fork().add(wrong, "now")
    log.fork().add(entry, "now")


def test_a_signature_counts_only_at_its_place_and_in_its_game() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    log = ledger_of(world, "Ada")
    n = log.entries[-2 if log.entries[-1]["e"] == "draw" else -1]
    assert n["e"] == "line"
    index = log.entries.index(n)
    signature = next(c for c in signatures(log) if c.index == index)
    assert signature.holds()
    secret = world.devices["Ada"].signs_with
    other = {
        "another game": sign(secret, "f" * 16, 0, log.digests[n["n"]], n),
        "another seat": sign(secret, log.id, 1, log.digests[n["n"]], n),
        "another place": sign(secret, log.id, 0, log.digests[n["n"] - 1], n),
        "another id": sign(secret, log.id, 0, log.digests[n["n"]], {**n, "id": 9}),
    }
    assert sign(secret, log.id, 0, log.digests[n["n"]], n) == n["sig"]
    for text, sig in other.items():
        assert not ecdsa.verify(signature.key, signature.message, sig), text


# ---------------------------------------------------------------- lists that come as a whole


def test_a_whole_list_is_verified_one_signature_at_a_time() -> None:
    """Otherwise the page of a slow device would be blocked for seconds."""
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    eve = world.device("Eve")
    eve.want = "watch"
    world.connect("Eve", "Ada", chosen=True)
    world.run(0.2)
    left = len(ledger_of(world, "Eve").unverified)
    assert left > 3
    eve.tick(world.now)
    assert len(ledger_of(world, "Eve").unverified) == left - 1
    world.run(left)
    assert ledger_of(world, "Eve").unverified == []
    assert not eve.stopped


def test_a_device_stops_at_a_wrong_signature_in_a_list_even_after_a_reload() -> None:
    for reload in (False, True):
        world = at_rest()
        for name in NAMES:
            say(world, name, "roll")
        log = ledger_of(world, "Ada")
        lines = [n for n, e in enumerate(log.entries) if e["e"] == "line"]
        entries = [dict(e) for e in log.entries]
        entries[lines[0]]["sig"] = spoiled("x")
        changed = replay_log(log.head(), log.id, entries)
        changed.unverified.clear()  # Ada knows what she has changed
        world.devices["Ada"].log = changed
        world.device("Eve").want = "watch"
        world.connect("Eve", "Ada", chosen=True)
        world.run(0.2)
        assert ledger_of(world, "Eve").count == changed.count
        if reload:
            stored = world.devices["Eve"].stored()
            eve = Device.restore(stored, "an engine", world.rng.randbytes, world.now)
            assert eve.log is not None
            assert len(eve.log.unverified) == len(ledger_of(world, "Eve").unverified)
            for n in range(40):
                eve.tick(world.now + n)
            assert eve.stopped == "A signature is not valid."
            continue
        world.run(30)
        assert world.devices["Eve"].stopped == "A signature is not valid."
        # The newest signature is verified first, and it also covers the changed entry.
        told = [facts for name, facts in news(world, "stopped") if name == "Eve"]
        assert {"seat": 2, "draw": 0}.items() <= told[0].items()
        # The draws are the same, so the others read that there are two lists. A device that follows
        # stops as well.
        for name in ("Ben", "Cleo"):
            assert ledger_of(world, name).digest != changed.digest
        world.follow()
        world.run(30)
        for name in ("Ben", "Cleo"):
            assert world.devices[name].stopped == "A signature is not valid."


def test_a_verified_signature_is_not_verified_again() -> None:
    """This also applies after a reload, and to a longer list that begins with the verified one."""
    world = at_rest()
    for name in NAMES:
        say(world, name, "roll")
    stored = world.devices["Ben"].stored()
    ben = Device.restore(stored, "an engine", world.rng.randbytes, world.now)
    assert ben.log is not None
    assert ben.log.unverified == []
    entry = {"e": "pause", "on": True, "seat": 0}
    longer(world, "Ada", "Ben", [entry])
    assert ledger_of(world, "Ben").paused
    assert ledger_of(world, "Ben").unverified == []


# ---------------------------------------------------------------- the end


def test_each_device_signs_the_finished_game() -> None:
    world = over(people=3)
    for name in NAMES:
        log = ledger_of(world, name)
        assert isinstance(log.state.ask, Over)
        assert log.ended == {0, 1, 2}
        assert [e["e"] for e in log.entries[log.mark :]] == ["end"] * 3
        assert [e["n"] for e in log.entries[log.mark :]] == list(range(log.mark, log.count))
    assert news(world, "stopped") == []


def test_devices_sign_the_end_again_after_an_undo() -> None:
    world = over()
    ada = world.devices["Ada"]
    to = len(ledger_of(world, "Ada").answers) - 1
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    ada.ask_undo(0, to, world.now)
    world._carry("Ada")
    world.run(0.5)
    world.devices["Ben"].agree(1, True, world.now)
    world._carry("Ben")
    world.run(3)
    log = ledger_of(world, "Ada")
    assert log.ended == set()
    ask = log.state.ask
    assert not isinstance(ask, Over)
    assert ask.seat != CHANCE
    say(world, NAMES[ask.seat], log.lines and "end", then=3)
    assert ledger_of(world, "Ben").ended == {0, 1}


def test_devices_sign_the_end_once_and_only_when_the_game_is_over() -> None:
    world = over()
    log = ledger_of(world, "Ada")
    entry = {"e": "end", "seat": 0, "n": log.count, "sig": ""}
    with pytest.raises(LogError, match="once"):
        log.fork().add(signed(world, entry, log), "now")
    early = at_rest()
    log = ledger_of(early, "Ada")
    entry = {"e": "end", "seat": 0, "n": log.count, "sig": ""}
    with pytest.raises(LogError, match="of a finished game"):
        log.fork().add(signed(early, entry, log), "now")
    # A signature that does not reach the last answer confirms nothing.
    log = ledger_of(world, "Ada")
    before = replay_log(log.head(), log.id, log.entries[: log.mark])
    entry = {"e": "end", "seat": 0, "n": before.count - 1, "sig": ""}
    with pytest.raises(LogError, match="of a finished game"):
        before.fork().add(signed(world, entry, before), "now")


def test_nobody_can_sign_the_end_for_another_without_the_key() -> None:
    world = over()
    log = ledger_of(world, "Ada")
    before = replay_log(log.head(), log.id, log.entries[: log.mark])
    ada = world.devices["Ada"]
    entry = {"e": "end", "seat": 1, "n": before.count}
    entry["sig"] = sign(ada.signs_with, before.id, 1, before.digest, entry)
    with pytest.raises(LogError, match="A signature is not valid"):
        before.add(entry, "now")
    text = messages.write_message("end", seat=1, n=before.count, sig=entry["sig"])
    cleo = conn_to(world, "Ada", "Ben")
    world.devices["Ada"].receive(cleo.id, text, world.now)
    assert ledger_of(world, "Ada").count == log.count
