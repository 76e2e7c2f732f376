"""Messages from strangers are read field by field, and refused with a sentence if a field is wrong."""

from __future__ import annotations

import json
import random
import sys
import time

import pytest

from simulated_tables import World, record
from titledeed.peers import messages
from titledeed.peers.device.device import Device
from titledeed.peers.messages import KINDS, LARGEST, MessageError, Rate, read_message, write_message

GOOD = {
    "hello": {
        "protocol": "title-deed-table/2",
        "engine": "e",
        "device": "0123456789abcdef",
        "name": "Ben",
        "want": "seat",
        "game": "",
        "seat": -1,
        "token": "A" * 43,
        "have": 0,
        "digest": "",
        "epoch": 0,
    },
    "say": {"seat": 1, "id": 1, "n": 3, "line": "Ben roll", "sig": ""},
    "still": {"ask": True, "beat": 1, "here": [0, 1], "have": 0, "digest": "", "epoch": 0},
    "draw": {"epoch": 1, "k": 4, "at": "0" * 32, "ready": [0, 1], "reveals": {"0": "A" * 43}},
    "ready": {"k": 4, "at": "0" * 32, "seats": [1]},
    "reveal": {"k": 4, "at": "0" * 32, "reveals": {"1": "A" * 43}},
    "lacks": {"epoch": 1, "k": 4, "at": "0" * 32, "seats": [1]},
    "commit": {"seat": 1, "anchor": "A" * 43, "pub": "", "n": 3, "sig": ""},
    "rest": {"seat": 1, "on": True, "n": 3, "sig": ""},
    "end": {"seat": 1, "n": 3, "sig": ""},
    "join": {
        "seat": 1,
        "key": "A" * 43,
        "pub": "",
        "anchor": "",
        "why": "away",
        "n": 3,
        "sig": "",
    },
    "ask": {
        "by": 1,
        "n": 3,
        "entry": {"e": "undo", "to": 0, "by": 1, "yes": {}, "unasked": []},
        "yes": {"1": ""},
    },
    "agree": {"seat": 1, "of": "0" * 32, "yes": True, "sig": ""},
}


@pytest.mark.parametrize("kind", sorted(GOOD))
def test_a_valid_message_is_unchanged_after_reading(kind: str) -> None:
    assert read_message(write_message(kind, **GOOD[kind])) == {"m": kind, **GOOD[kind]}


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "null", "0", '"hello"', "{", '{"m":"hello"}', '{"m":"evil"}', '{"m":["say"]}'),
        '{"m":"still","ask":1,"beat":1,"here":[],"have":0,"digest":"","epoch":0}',
        '{"m":"still","ask":true,"beat":1,"here":[true],"have":0,"digest":"","epoch":0}',
        '{"m":"still","ask":true,"beat":1,"here":[-1],"have":0,"digest":"","epoch":0}',
        '{"m":"still","ask":true,"beat":1,"here":[],"more":0,"have":0,"digest":"","epoch":0}',
        '{"m":"still","ask":true,"beat":1,"here":[0,0,0,0,0,0,0,0,0],"have":0,"digest":"","epoch":0}',
        '{"m":"say","seat":1.0,"id":1,"n":0,"sig":"","line":"Ben roll"}',
        '{"m":"say","seat":1,"id":0,"n":0,"sig":"","line":"Ben roll"}',
        '{"m":"say","seat":1,"id":1,"n":NaN,"sig":"","line":"Ben roll"}',
        '{"m":"say","seat":1,"id":1,"n":0,"sig":"","line":"Ben\\nroll"}',
        '{"m":"say","seat":1,"id":1,"n":0,"sig":"","line":"Ben \\ud800"}',
        '{"m":"say","seat":1,"id":1,"n":0,"sig":"","line":"' + "x" * 501 + '"}',
        '{"m":"line","epoch":1,"n":0,"entry":{"e":"__class__"},"before":"","digest":""}',
        *(
            json.dumps(
                {
                    "m": "line",
                    "epoch": 1,
                    "n": 0,
                    "entry": e,
                    "before": "0" * 32,
                    "digest": "1" * 32,
                }
            )
            for e in ({"e": ["line"]}, {"e": {}}, {"e": None}, {}, [], "line")
        ),
        "[" * 200 + "]" * 200,
        '{"m":"say","seat":' + "9" * 5000 + "}",
        " " * LARGEST + "{}",
    ],
)
def test_an_invalid_message_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(MessageError) as refusal:
        read_message(text)
    assert str(refusal.value).endswith((".", "”."))
    assert len(str(refusal.value)) < 120


def test_a_message_that_is_not_text_is_refused() -> None:
    for message in (None, b"{}", 3, {"m": "still"}):
        with pytest.raises(MessageError):
            read_message(message)


def test_the_rate_of_incoming_messages_is_limited() -> None:
    rate = Rate(200, 1)
    assert sum(rate.takes(5.0) for _ in range(1000)) == 200
    assert sum(rate.takes(5.5) for _ in range(1000)) == 100
    assert sum(rate.takes(5.4) for _ in range(10)) == 0  # a clock that goes back gives no tokens


def test_a_device_that_sends_too_much_is_disconnected() -> None:
    world = seated()
    host = world.devices["Ada"]
    via_id = next(iter(host.conns))
    for _ in range(300):
        host.receive(via_id, write_message("still", **GOOD["still"]), world.now)
    assert via_id not in host.conns
    assert (via_id, None) in host.out


def test_a_device_that_makes_too_many_offers_is_disconnected() -> None:
    world = seated()
    host = world.devices["Ada"]
    conn = next(iter(host.conns.values()))
    for n in range(30):
        text = write_message("signal", to="f" * 16, by=conn.device, code="x")
        host.receive(conn.id, text, world.now + n * 0.01)
    assert conn.id not in host.conns


def test_the_number_of_linked_devices_is_limited() -> None:
    device = Device("a" * 16, "e", bytes, 10)
    for via_id in range(100):
        device.connect(via_id, 1.0)
    assert len(device.conns) == messages.MOST_CONNS


# ---------------------------------------------------------------- whatever is sent


def seated() -> World:
    world = World(2, ["Ada", "Ben", "Cleo"], record(3, 9))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.lay()
    world.run(1)
    log = world.devices["Ada"].log
    assert log is not None
    for name in ("Ada", "Ben", "Cleo"):
        world.devices[name].say(world.names.index(name), "roll", world.now)
        world._carry(name)
        world.run(0.5)
    return world


def test_random_messages_change_nothing_and_raise_no_error() -> None:
    fuzz(6_000)


@pytest.mark.long
def test_a_hundred_thousand_random_messages_raise_no_error() -> None:
    fuzz(100_000)


def fuzz(count: int) -> None:
    """Whatever comes over a connection, nothing is raised, and nothing grows.

    The messages come from a stranger, a guest or, at a guest, the host. No answer enters the game
    unless its seat has given it."""
    rng = random.Random(count)
    world = seated()
    real = [write_message("still", **GOOD["still"])]
    for name in ("Ada", "Ben"):
        device = world.devices[name]
        for kind, facts in GOOD.items():
            real.append(write_message(kind, **facts))
        assert device.log is not None
        for entry in device.log.entries:
            fields = {"n": rng.randrange(40), "before": "0" * 32, "digest": "1" * 32}
            real.append(write_message("line", epoch=1, entry=entry, **fields))
        for n in range(10):
            conn = next(iter(device.conns.values()))
            device.log_sync.welcome(conn, 1, n)
    for name in ("Ada", "Ben"):
        real += [text for _, text in world.devices[name].out if text]
        world.devices[name].out.clear()
    host, guest = world.devices["Ada"], world.devices["Ben"]
    assert host.log is not None
    assert guest.log is not None
    lines = host.log.lines[:]
    sizes: list[int] = []
    now = world.now
    kinds: set[str] = set()
    for n in range(count):
        device = host if n % 3 else guest
        # A device that was shut out comes back, as anybody may.
        known = rng.random() < 0.3
        if len(device.conns) < 4:
            device.connect(10_000 + n, now, rng.choice(["", "", world.devices["Cleo"].id]))
        conn = rng.choice(list(device.conns))
        if known and device.conns[conn].device == "":
            device.receive(conn, write_message("hello", **GOOD["hello"]), now)
        text = mangled(rng, real)
        kinds.add(text[:12])
        device.receive(conn, text, now)
        if n % 50 == 0:
            device.tick(now)
        now += 0.02
        assert len(device.out) < 500
        device.out.clear()
        if n % (count // 6) == count // 12:
            sizes.append(size_of(host) + size_of(guest))
    assert len(kinds) > 50
    # The other devices are gone for this host, so it may draw and give names; nobody has answered.
    assert [line for line in host.log.lines if not line.startswith("chance")][:3] == [
        line for line in lines if not line.startswith("chance")
    ]
    assert len(host.log.answers) == len(lines)
    assert max(sizes[3:]) < 2 * max(sizes[:3]) + 200_000, sizes


def mangled(rng: random.Random, real: list[str]) -> str:
    """Return a real message with a change, or a text that never was a message."""
    text = rng.choice(real)
    match rng.randrange(8):
        case 0:
            at = rng.randrange(len(text))
            return text[:at] + chr(rng.randrange(0x3000)) + text[at + 1 :]
        case 1:
            return text[: rng.randrange(len(text))]
        case 2:
            return "".join(chr(rng.randrange(32, 300)) for _ in range(rng.randrange(200)))
        case 3:
            kind = rng.choice(sorted(KINDS))
            return json.dumps({"m": kind} | {name: thing(rng) for name in KINDS[kind]})
        case 4 | 5:
            table = json.loads(text)
            table[rng.choice(list(table))] = thing(rng)
            return json.dumps(table)
        case 6:
            return text * rng.randrange(1, 4)
    return text


def thing(rng: random.Random) -> object:
    return rng.choice(
        [
            *(None, True, -1, 0, 1, 3, 10**9, 10**30, 1.5, "", "Ben roll", "<script>", "A" * 43),
            *(
                [],
                {},
                [[]],
                {"0": "A" * 43},
                {"e": "line", "line": "Ada roll", "id": 1, "n": 0, "sig": ""},
            ),
            *(
                "0" * 32,
                "0123456789abcdef",
                {"e": "undo", "to": 0, "by": 0, "yes": {}, "unasked": []},
                [{"e": "begin"}],
                "x" * 20_000,
            ),
        ]
    )


def size_of(device: Device) -> int:
    """Return roughly how many bytes a device holds that others' messages could increase."""
    seen: set[int] = set()

    def size(value: object, depth: int) -> int:
        if id(value) in seen or depth > 7:
            return 0
        seen.add(id(value))
        total = sys.getsizeof(value)
        if isinstance(value, dict):
            total += sum(size(k, depth + 1) + size(v, depth + 1) for k, v in value.items())
        elif isinstance(value, (list, tuple, set, frozenset)):
            total += sum(size(v, depth + 1) for v in value)
        elif hasattr(value, "__dict__"):
            total += size(vars(value), depth + 1)
        return total

    return size(device, 0)


def test_reading_any_message_takes_under_a_second() -> None:
    """No text of the largest size takes a second. A ratio to a plain text would show the same."""
    start = time.process_time()
    for text in ("[" * 7_000, '{"a":' * 2_000, '"' * 15_000, "\\" * 15_000, "9" * 15_000):
        with pytest.raises(MessageError):
            read_message(text)
    assert time.process_time() - start < 1
