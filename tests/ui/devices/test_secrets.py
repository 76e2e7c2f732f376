"""Files, links and stored games of a table hold nothing that a device keeps to itself."""

from __future__ import annotations

import json

import pytest

from several_pages import Room, goes_on, play, seated
from titledeed.game import share_link
from titledeed.peers.draw_hash_chains import to_base64url

TURN = {"address": "turn:turn.example.org", "user": "turn-user", "password": "turn-password"}


def playing() -> Room:
    room = seated()
    for n in range(2):
        room.do(n, "devices-servers", fields=TURN)
    room.do(0, "devices-begin")
    room.run(1)
    goes_on(room)
    return room


def secrets_of(room: Room, n: int) -> dict[str, str]:
    """The texts that this device must not give away, by name."""
    device = room.devices(n).device
    assert device is not None
    log = device.log
    assert log is not None
    secrets = {"user of a server": TURN["user"], "password of a server": TURN["password"]}
    for seat, own in device.mine.items():
        secrets[f"secret of seat {seat}"] = own.secret.hex()
        secrets[f"secret of seat {seat} as in a message"] = to_base64url(own.secret)
        for anchor, chain in own.chains.items():
            committed = log.chains[seat]
            drawn = committed.draw - committed.start if committed.anchor == anchor else 0
            for at in range(drawn + 1, min(chain.length, drawn + 40) + 1):
                secrets[f"value {at} of a chain of seat {seat}"] = to_base64url(chain.value(at))
    for part in ("offer-", "answer-", "held-"):
        secrets[f"code that begins with {part}"] = part
    return secrets


def given_away(room: Room, n: int) -> dict[str, str]:
    """Everything that a person can take away from a device, and the stored state of its game."""
    table = room.tables[n]
    for name in ("report", "export", "link"):
        room.do(n, name)
    shown = table.app.link
    assert shown is not None
    assert shown.address
    out = dict(table.page.files)
    assert len(out) >= 2
    out["link"] = json.dumps(share_link.unpack_record(shown.address.partition("#game=")[2]))
    key_values = table.hands.store.box
    out |= {name: key_values.read(name) or "" for name in key_values.names()}
    room.do(n, "lab")
    out |= {f"region {name}": html for name, html in table.page.regions.items() if name == "lab"}
    return out


@pytest.mark.parametrize("finished", [False, True])
def test_files_saved_from_a_table_contain_no_secret(finished: bool) -> None:
    """The file of a finished game also has its proof."""
    room = playing()
    if finished:
        play(room)
        assert "x-proof" in room.tables[0].session.save("", "")
    for n in range(2):
        secrets = secrets_of(room, n)
        assert len(secrets) > 40
        own = room.devices(n).device
        assert own is not None
        stored = json.dumps(
            own.stored()
        )  # the page never hands this out, so it shows that the test can find a secret
        assert secrets[f"secret of seat {next(iter(own.mine))}"] in stored
        for place, text in given_away(room, n).items():
            assert [name for name, secret in secrets.items() if secret in text] == [], place
