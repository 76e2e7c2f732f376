"""The sentences of ``referee --proof`` about a valid proof."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from games_by_codes import begun
from simulated_tables import World, at_rest, ledger_of, record, say
from titledeed import __main__ as command
from titledeed.engine.record import record_checksum
from titledeed.peers import ecdsa, proof
from titledeed.peers.device.device import Device
from titledeed.peers.draw_hash_chains import HashChain, to_base64url
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog, replay_log
from titledeed.peers.signing import sign
from titledeed.peers.what_a_proof_shows import _ranges, report

NAMES = ("Ada", "Ben", "Cleo")
OLD = Path(__file__).parent / "version1" / "undos.json"
UNKNOWN = (
    "not shown: who held a key. One person may have made every key that you do not know: compare each with"
    " the one on that player’s screen"
)
UNSIGNED = "unsigned: any line may have been changed by whoever wrote the file"


@cache
def _finished(bots: int) -> tuple[str, tuple[str, ...]]:
    world = World(21, list(NAMES), record(3 + bots, 3, bots))
    world.lay()
    for _ in range(200):
        world.run(1)
        if world.over():
            break
    world.run(3)
    keys = tuple(ecdsa.fingerprint(world.devices[name].pub) for name in NAMES)
    return json.dumps(proof.proof_to_dict(ledger_of(world, "Ben"))), keys


def finished(bots: int = 0) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return the record of a finished game of three people, and the fingerprints of their devices."""
    text, keys = _finished(bots)
    return json.loads(text), keys


def told(log: ReplicatedLog) -> list[str]:
    """Return the sentences about a list, whose proof must be valid."""
    table = proof.proof_to_dict(log)
    assert proof.check_proof(table) == []
    return report(table)


def test_for_a_signed_game_the_referee_says_what_is_proven_whose_keys_these_are_and_what_is_unknown() -> (
    None
):
    table, keys = finished()
    draws = sum(e["e"] == "draw" for e in table["x-proof"]["entries"])
    assert report(table) == [
        (
            f"shown: the throws and cards ({draws} in all) follow from values that seats had "
            "committed to"
        ),
        "shown: each move of Ada, Ben, Cleo is signed, and only for its place in this game",
        (
            "shown: Ada, Ben, Cleo signed the end of the game, so nothing before it was left out, "
            "added or moved"
        ),
        *(f"key of {name}: {key}" for name, key in zip(NAMES, keys, strict=True)),
        UNKNOWN,
    ]


def test_the_command_prints_the_proof_below_the_file_and_leaves_exit_codes_and_first_lines_unchanged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, _keys = finished()
    table["checksum"] = record_checksum(table)
    path = tmp_path / "game.json"
    path.write_text(json.dumps(table), "utf-8")
    assert command.main(["referee", "--proof", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{path}: ok"
    assert lines[1:-1] == [f"  {line}" for line in report(table)]
    assert lines[-1] == "1 passed, 0 failed"
    assert command.main(["referee", str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{path}: ok", "1 passed, 0 failed"]
    table["x-proof"]["entries"].pop()
    table["x-proof"]["entries"][20]["sig"] = "no"
    del table["checksum"]
    path.write_text(json.dumps(table), "utf-8")
    assert command.main(["referee", "--proof", str(path)]) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_keys_without_a_signature_are_named_in_every_position() -> None:
    table, _keys = finished()
    del table["checksum"]
    first, *rest = table["step"][0]["play"]
    table["step"] = [{"play": [first], "x-by": 1}, *({"play": [line]} for line in rest)]
    table["step"][2] |= {"x-by": 1, "expect": {"x-won": "Ada"}}
    table["x-note"] = "Ada cheated."
    assert proof.check_proof(table) == []
    named = "not covered: x-by in steps 1, 3; x-note; x-won in step 3."
    by = "Whoever wrote the file may have added or changed this data"
    assert [line for line in report(table) if line.startswith("not covered")] == [f"{named} {by}"]
    # The rules and the seats are part of what devices sign.
    for place in (table["house_rules"], table["seats"][1]):
        place["x-note"] = 1
        assert proof.check_proof(table) != []
        del place["x-note"]


def test_the_proof_report_names_bots() -> None:
    table, _keys = finished(bots=1)
    about_bots = "not shown: that the moves of Dora are the ones a bot would make; "
    assert f"{about_bots}the host’s device made them" in report(table)


def test_a_game_by_codes_is_unsigned() -> None:
    codes = begun(2, rounds=2)
    codes.play()
    sentences = told(codes.log)
    assert UNSIGNED in sentences
    assert "not shown: who threw; one person may have written the whole game alone" in sentences
    assert not [line for line in sentences if line.startswith("key of")]


class Unsigned(Device):
    """A device that has no key and signs nothing."""

    pub = ""  # type: ignore[assignment]

    def sign(self, entry: dict[str, Any], seat: int) -> str:
        return ""


def test_a_game_with_one_unsigned_seat_names_that_seat() -> None:
    """A manipulated device omits its key and its signatures."""
    world = World(7, list(NAMES), record(3, 6))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    host = world.device("Ada")
    host.open(world.record, [0], world.now)
    for name in NAMES[1:]:
        device = world.device(name)
        if name == "Cleo":
            device.__class__ = Unsigned
        world.connect(name, "Ada", chosen=True)
        world.run(1)
    host.begin(world.now)
    world._carry("Ada")
    world.run(1)
    for name in NAMES:
        say(world, name, "roll")
    sentences = told(ledger_of(world, "Ben"))
    assert "unsigned: Cleo; any line of theirs may be somebody else’s" in sentences
    assert (
        "shown: each move of Ada, Ben is signed, and only for its place in this game" in sentences
    )


def test_an_unfinished_game_is_reported_as_unfinished() -> None:
    world = at_rest()
    say(world, "Ada", "roll")
    assert "the file ends before the game is over: more may have followed" in told(
        ledger_of(world, "Ada")
    )


def test_unsigned_entries_at_the_end_are_counted() -> None:
    """Here that is the last throw, and a bot's answer to it."""
    table, _keys = finished(bots=1)
    entries = table["x-proof"]["entries"]
    log = replay_log(
        proof.open_proof(proof.read_record(table), table["x-proof"]).head(),
        table["x-proof"]["game"],
        entries,
    )
    cut = next(
        n
        for n in range(len(entries) - 1, 0, -1)
        if entries[n - 1]["e"] == "line" and entries[n - 1]["id"] == 0
    )
    short = replay_log(log.head(), log.id, entries[:cut])
    after = short.count - max(
        signature.upto + (signature.index == signature.upto) for signature in short.unverified
    )
    assert after > 0
    assert (
        f"nobody signed the end of the list (entries: {after}): whoever wrote the file may "
        "have changed it, or left something out"
    ) in told(short)


def test_a_device_that_did_not_sign_the_end_is_reported() -> None:
    table, _keys = finished()
    entries = table["x-proof"]["entries"]
    ends = [n for n, e in enumerate(entries) if e["e"] == "end"]
    log = replay_log(
        proof.open_proof(proof.read_record(table), table["x-proof"]).head(),
        table["x-proof"]["game"],
        entries[: ends[0] + 1],
    )
    sentences = told(log)
    seat = entries[ends[0]]["seat"]
    others = [name for n, name in enumerate(NAMES) if n != seat]
    named = [line for line in sentences if "did not sign the end" in line]
    assert [line.split()[0] for line in named] == others
    assert not [line for line in sentences if line.startswith("nobody signed")]


def test_undos_replacements_returns_and_new_chains_are_reported_together() -> None:
    sentences = report(json.loads(OLD.read_text("utf-8")))
    assert "before draws 16, 36 something was taken back" in sentences
    assert "draw 35 was made without Ben, Cleo, Dora" in sentences
    assert (
        "draw 35 depended on the value of Ada alone, which that device knew in advance" in sentences
    )
    assert "before draws 36–37 the device of Ben committed to a new chain (3 times)" in sentences


def test_consecutive_draws_are_reported_in_one_sentence() -> None:
    sentences = report(json.loads(OLD.with_name("proof.json").read_text("utf-8")))
    assert "draws 8–21 were made without Ben" in sentences
    assert (
        "draws 8–21 depended on the value of Ada alone, which that device knew in advance"
        in sentences
    )


def test_a_version_1_proof_is_checked_and_says_what_it_cannot_show(tmp_path: Path) -> None:
    table = json.loads(OLD.read_text("utf-8"))
    assert table["x-proof"]["format"] == "title-deed-proof/1"
    assert proof.check_proof(table) == []
    sentences = report(table)
    assert UNSIGNED in sentences
    assert (
        "not shown: a proof of version 1 does not say who agreed to what was taken back, and its host could"
        " draw without the value of a device"
    ) in sentences
    draw = next(e for e in table["x-proof"]["entries"] if e["e"] == "draw")
    draw["reveals"] = dict.fromkeys(draw["reveals"], "A" * 43)
    del table["checksum"]
    assert proof.check_proof(table)[0].startswith("the proof does not hold at draw 1")


def test_a_stranger_who_signs_a_game_again_has_other_keys() -> None:
    """All revealed values are in the file; only the signatures cannot be copied."""
    table, keys = finished()
    old = table["x-proof"]
    forged = ReplicatedLog(replayed_head(table), old["game"])
    secrets = [bytes([n]) * 32 for n in range(3)]
    for entry in old["entries"]:
        new = dict(entry)
        if "pub" in new:
            new["pub"] = ecdsa.public_key(secrets[new["seat"]])
        if new.get("sig"):
            seat = new["seat"] if "seat" in new else NAMES.index(new["line"].split()[0])
            at = forged.digests[new["n"]]
            new["sig"] = sign(secrets[seat], forged.id, seat, at, {**new})
        if "yes" in new:
            new["yes"] = {
                s: sign(secrets[int(s)], forged.id, int(s), forged.at, new) for s in new["yes"]
            }
        forged.add(new, "now")
    sentences = told(forged)
    assert UNKNOWN in sentences
    shown = {line.split(": ", 1)[1] for line in sentences if line.startswith("key of")}
    assert len(shown) == 3
    assert not shown & set(keys)


def test_seats_with_the_same_key_are_named() -> None:
    log = ReplicatedLog(record(2), "0" * 16)
    log.add({"e": "host", "epoch": 1, "seat": 0})
    secret = b"k" * 32
    for seat in (0, 1):
        place = {"e": "seat", "seat": seat, "device": f"{seat}" * 16, "key": "", "bot": ""}
        log.add({**place, "name": ""})
        anchor = to_base64url(HashChain(bytes([seat]) * 32, 9).anchor)
        entry = {"e": "chain", "seat": seat, "anchor": anchor, "n": log.count}
        entry["pub"] = ecdsa.public_key(secret)
        sig = sign(secret, log.id, seat, log.digest, entry)
        log.add({**entry, "sig": sig}, "now")
    log.add({"e": "begin"})
    table = proof.proof_to_dict(log)
    assert proof.check_proof(table) == []
    sentences = "not shown: that Ada, Ben had a device each: they have the same key"
    assert sentences in report(table)
    assert not any("the same key" in line for line in report(finished()[0]))


def replayed_head(table: dict[str, Any]) -> Any:
    """Return the game of a proof before its first entry, as a record."""
    return proof.open_proof(proof.read_record(table), table["x-proof"]).game.record


def written_alone(first: int) -> ReplicatedLog:
    """Return a game of three devices, signed and proven, that one program has written alone."""
    author = random.Random(first)
    log = ReplicatedLog(record(3, 6), "0123456789abcdef")
    log.add({"e": "host", "epoch": 1, "seat": 0})
    secrets, chains = [author.randbytes(32) for _ in NAMES], []
    for seat, secret in enumerate(secrets):
        chain = HashChain(author.randbytes(32), 50)
        chains.append(chain)
        place = {"e": "seat", "seat": seat, "device": f"{seat}" * 16, "key": "", "bot": ""}
        log.add({**place, "name": ""})
        entry = {"e": "chain", "seat": seat, "anchor": to_base64url(chain.anchor), "n": log.count}
        entry["pub"] = ecdsa.public_key(secret)
        sig = sign(secret, log.id, seat, log.digest, entry)
        log.add({**entry, "sig": sig}, "now")
    log.add({"e": "begin"})
    for seat, name in enumerate(NAMES):
        entry = {"e": "line", "line": f"{name} roll", "id": 1, "n": log.mark}
        sig = sign(secrets[seat], log.id, seat, log.at, entry)
        log.add({**entry, "sig": sig}, "now")
        values = {n: to_base64url(chain.value(log.draw)) for n, chain in enumerate(chains)}
        draw = {"e": "draw", "k": log.draw, "missing": [], "line": log.outcome(values)}
        log.add({**draw, "reveals": {str(n): value for n, value in values.items()}})
    return log


def test_one_person_can_write_a_whole_game_with_chosen_throws_and_the_report_says_so() -> None:
    """Nothing in the file contradicts it: the author tried secrets until each throw was a seven."""
    for tries in range(2000):
        log = written_alone(tries)
        throws = [line.split()[2:] for line in log.lines if "dice" in line]
        if all(sum(map(int, throw)) == 7 for throw in throws[:2]):
            break
    else:
        raise AssertionError("no such throws")
    sentences = told(log)
    assert UNKNOWN in sentences
    assert not [line for line in sentences if line.startswith(("draw", "before", "unsigned"))]


def test_draws_are_counted_in_ranges() -> None:
    assert _ranges([3, 5, 6, 7, 9, 9]) == "3, 5–7, 9"


def test_an_entry_in_a_different_form_is_refused() -> None:
    table, _keys = finished()
    entries = table["x-proof"]["entries"]
    n = next(n for n, e in enumerate(entries) if e["e"] == "line")
    del table["checksum"]
    entries[n]["line"] = entries[n]["line"].replace(" ", "  ", 1)
    assert proof.check_proof(table)[0].startswith(f"entry {n + 1} of the proof is not written")
