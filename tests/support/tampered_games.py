"""Changes signed games like a forger who has the file, but no device's key.

A seed determines each change. After most changes the record is made to agree with the changed log, as a
clever forger would do. So a refusal is due to the log itself.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

from simulated_tables import World, ledger_of, record, restless_game
from titledeed.cli.check_record_expectations import check_table
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from titledeed.peers import ecdsa, proof
from titledeed.peers.draw_hash_chains import HashChain, from_base64url, to_base64url
from titledeed.peers.log_entry_fields_and_checks import LogError
from titledeed.peers.replicated_log_entry_rules import ReplicatedLog
from titledeed.peers.signing import sign
from titledeed.peers.what_a_proof_shows import report

Table = dict[str, Any]
Tamper = Callable[[Table, random.Random], None]
NAMES = ("Ada", "Ben", "Cleo", "Dora")
LONG = 50  # seeds of each kind with --long
# A sentence that begins with one of these warns the reader of a changed file.
WARNINGS = ("unsigned", "nobody signed", "the file ends", "not covered", "key of")


class Impossible(Exception):
    """A game has nothing that this kind of change could change."""


# ---------------------------------------------------------------- signed games


def _ended(world: World) -> ReplicatedLog:
    for _ in range(400):
        if world.over():
            break
        world.run(1)
        world.connect_all()
    world.run(4)
    log = ledger_of(world, "Ada")
    assert isinstance(log.state.ask, Over)
    return log


def _with_undo(people: int, bots: int, seed: int) -> ReplicatedLog:
    """Play a game in which all agree to an undo."""
    world = World(seed, list(NAMES[:people]), record(people + bots, 2, bots))
    world.thinking = 3.0
    world.lay()
    for _ in range(100):
        world.run(0.2)
        log = ledger_of(world, "Ada")
        if len(log.answers) > 4 and not log.waits_for_chance:
            world.devices["Ada"].ask_undo(0, len(log.answers) - 3, world.now)
            world._carry("Ada")
        if any(entry["e"] == "undo" for entry in log.entries):
            break
    return _ended(world)


def _asleep(seed: int) -> ReplicatedLog:
    """Play a game in which one phone announces its sleep, and another falls asleep without notice.

    A bot takes the seat of the second one until it is back."""
    world = World(seed, list(NAMES[:3]), record(3, 3))
    world.thinking = 6.0
    world.lay()
    world.run(4)
    world.freeze("Ben")
    world.run(8)
    world.thaw("Ben")
    world.run(4)
    world.freeze("Cleo", rests=False)
    for _ in range(60):
        world.run(2)
        world.give_to_bots()
        if any(entry["e"] == "replace" for entry in ledger_of(world, "Ada").entries):
            break
    world.run(8)
    world.thaw("Cleo")
    return _ended(world)


def _late(seed: int) -> ReplicatedLog:
    """Play a game that somebody watches; another device takes over the bot's seat."""
    world = World(seed, list(NAMES[:2]), record(3, 3, 1))
    world.thinking = 4.0
    world.lay()
    world.device("Zoe").want = "watch"
    world.connect("Zoe", "Ada", chosen=True)
    eve = world.device("Eve")
    world.connect("Eve", "Ada", chosen=True)
    world.run(1)
    world.connect_all()
    eve.ask_seat(2, world.now)
    world._carry("Eve")
    world.run(20)
    assert eve.mine
    return _ended(world)


def _unfinished(seed: int) -> ReplicatedLog:
    world = World(seed, list(NAMES[:3]), record(3, 6))
    world.thinking = 3.0
    world.lay()
    world.run(60)
    return ledger_of(world, "Ada")


@cache
def _games() -> tuple[str, ...]:
    ledgers = [
        _with_undo(2, 0, 1),
        _with_undo(3, 1, 2),
        _with_undo(4, 0, 3),
        _late(4),
        _unfinished(5),
        _asleep(6),
        _asleep(7),
        restless_game(3, rounds=2).everything()[0],
    ]
    return tuple(json.dumps(proof.proof_to_dict(log)) for log in ledgers)


def games() -> list[Table]:
    """Signed games of two to five devices: with undos, bots for silent devices, rests, watchers, a late
    guest, and one that is not over."""
    tables: list[Table] = [json.loads(text) for text in _games()]
    for table in tables:
        del table["checksum"]
    return tables


# ---------------------------------------------------------------- what a forger can do


def entries_of(table: Table) -> list[Table]:
    entries: list[Table] = table["x-proof"]["entries"]
    return entries


def _of_kind(table: Table, kind: str) -> list[int]:
    places = [n for n, entry in enumerate(entries_of(table)) if entry["e"] == kind]
    if not places:
        raise Impossible(kind)
    return places


def _begun(table: Table) -> int:
    return next(n for n, entry in enumerate(entries_of(table)) if entry["e"] == "begin")


def replayed_leniently(table: Table) -> ReplicatedLog:
    """Replay the log by the rules of the game alone, up to the first entry that breaks them."""
    log = proof.open_proof(proof.read_record({**table, "step": []}), table["x-proof"])
    log.signs = False
    for entry in entries_of(table):
        try:
            log.add(entry, "never")
        except (LogError, RefusedAnswer, MalformedAnswer):
            break
    return log


def settle(table: Table, cuts: bool) -> None:
    """Make the record agree with its log.

    ``cuts``: cut the log where the rules refuse it, else leave such a log unchanged."""
    try:
        log = replayed_leniently(table)
    except (LogError, LoadError, KeyError, TypeError):
        return
    if log.count < len(entries_of(table)) and not cuts:
        return
    del entries_of(table)[log.count :]
    for n, seat in enumerate(log.game.record.seats):
        table["seats"][n]["name"] = seat.name
    table["step"] = [{"play": log.lines}] if log.lines else []


def _other_char(text: str, rng: random.Random) -> str:
    if not text:
        return "x"
    n = rng.randrange(len(text))
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_ "
    return text[:n] + rng.choice([c for c in letters if c != text[n]]) + text[n + 1 :]


def _another(value: Any, rng: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return max(0, value + rng.choice([-2, -1, 1, 2, 7])) if value else rng.randint(1, 3)
    if isinstance(value, str):
        return _other_char(value, rng)
    if isinstance(value, list):
        return [*value, rng.randrange(4)] if not value or rng.random() < 0.5 else value[1:]
    if isinstance(value, dict) and value:
        key = rng.choice(list(value))
        return {**value, key: _another(value[key], rng)}
    return {"0": "x"}


def changed_field(table: Table, rng: random.Random) -> None:
    entry = rng.choice(entries_of(table))
    name = rng.choice([name for name in entry if name != "e"] or ["e"])
    entry[name] = _another(entry[name], rng)


def dropped(table: Table, rng: random.Random) -> None:
    del entries_of(table)[rng.randrange(len(entries_of(table)))]


def doubled(table: Table, rng: random.Random) -> None:
    entries = entries_of(table)
    n = rng.randrange(len(entries))
    entries.insert(rng.choice([n, rng.randrange(len(entries))]), deepcopy(entries[n]))


def swapped(table: Table, rng: random.Random) -> None:
    entries = entries_of(table)
    a = rng.randrange(len(entries) - 1)
    b = a + 1 if rng.random() < 0.6 else rng.randrange(len(entries))
    if entries[a] == entries[b]:
        raise Impossible
    entries[a], entries[b] = entries[b], entries[a]


def from_another_game(table: Table, rng: random.Random) -> None:
    other = rng.choice([t for t in games() if t["x-proof"]["game"] != table["x-proof"]["game"]])
    mine, theirs = entries_of(table), entries_of(other)
    n = rng.randrange(min(len(mine), len(theirs)))
    kinds = [entry for entry in theirs if entry["e"] == mine[n]["e"]]
    if rng.random() < 0.5 and kinds:
        mine[n] = rng.choice(kinds)
    else:
        mine.insert(n, theirs[n])


def setup_reordered(table: Table, rng: random.Random) -> None:
    entries, begin = entries_of(table), _begun(table)
    first = entries[:begin]
    while entries[:begin] == first:
        shuffled = first[:]
        rng.shuffle(shuffled)
        entries[:begin] = shuffled


def other_id(table: Table, rng: random.Random) -> None:
    entry = entries_of(table)[rng.choice(_of_kind(table, "line"))]
    entry["id"] = max(0, entry["id"] + rng.choice([-1, 1, 5, 1000]))


def ids_raised(table: Table, rng: random.Random) -> None:
    places, by = _of_kind(table, "line"), rng.randint(1, 9)
    for n in places[rng.randrange(len(places)) :]:
        entries_of(table)[n]["id"] += by * bool(entries_of(table)[n]["id"])


def other_place(table: Table, rng: random.Random) -> None:
    places = [n for n, entry in enumerate(entries_of(table)) if "n" in entry]
    entry = entries_of(table)[rng.choice(places)]
    entry["n"] = max(0, entry["n"] + rng.choice([-3, -2, -1, 1]))


def undo_dropped(table: Table, rng: random.Random) -> None:
    """Remove an undo, alone or with everything that it took back."""
    entries = entries_of(table)
    n = rng.choice(_of_kind(table, "undo"))
    if rng.random() < 0.5:
        del entries[n]
        return
    to, answers, first = entries[n]["to"], 0, n
    for place, entry in enumerate(entries[:n]):
        if answers == to:
            first = min(first, place)
        answers += entry["e"] in ("line", "draw")
        answers = entry["to"] if entry["e"] == "undo" else answers
    del entries[first : n + 1]


def undo_added(table: Table, rng: random.Random) -> None:
    """Insert an undo after an answer, with the signatures of another undo or with any others."""
    entries = entries_of(table)
    n = rng.choice(_of_kind(table, "line")) + 1
    twin = deepcopy(table)
    del entries_of(twin)[n:]
    log = replayed_leniently(twin)
    if not log.answers:
        raise Impossible
    sigs = [entry["sig"] for entry in entries if entry.get("sig")]
    to = rng.randrange(len(log.answers))
    seats = log.concerned(to)
    yes = {str(seat): rng.choice(sigs) for seat in seats}
    unasked: list[int] = []
    if rng.random() < 0.5 and len(seats) > 1:
        unasked = seats[1:]
        yes = {str(seats[0]): rng.choice(sigs)}
    entries.insert(n, {"e": "undo", "to": to, "by": seats[0], "yes": yes, "unasked": unasked})


def other_undo(table: Table, rng: random.Random) -> None:
    """Let an undo name others as having agreed, or go back further."""
    entry = entries_of(table)[rng.choice(_of_kind(table, "undo"))]
    if rng.random() < 0.4 or len(entry["yes"]) < 2:
        entry["to"] = max(0, entry["to"] - 1) if entry["to"] else 1
        return
    seat = rng.choice([seat for seat in entry["yes"] if int(seat) != entry["by"]])
    del entry["yes"][seat]
    entry["unasked"] = sorted([*entry["unasked"], int(seat)])


def chain_dropped(table: Table, rng: random.Random) -> None:
    del entries_of(table)[rng.choice(_of_kind(table, "chain"))]


def chain_added(table: Table, rng: random.Random) -> None:
    entries = entries_of(table)
    old = entries[rng.choice(_of_kind(table, "chain"))]
    n = rng.randint(_begun(table) + 1, len(entries))
    anchor = to_base64url(HashChain(rng.randbytes(32), 50).anchor)
    sig = rng.choice([old["sig"], "", _own_signature(table, rng, old)])
    entries.insert(n, {**old, "anchor": anchor, "n": n, "sig": sig})


def _own_signature(table: Table, rng: random.Random, entry: Table) -> str:
    return sign(rng.randbytes(32), table["x-proof"]["game"], entry["seat"], "0" * 32, entry)


def chain_regenerated(table: Table, rng: random.Random) -> None:
    """Replace a seat's chain with one of the forger's own, and all values and throws that follow.

    The log goes on for as long as the answers fit the new throws."""
    entries, begin = entries_of(table), _begun(table)
    seat = rng.choice([e["seat"] for e in entries[:begin] if e["e"] == "chain"])
    chain = HashChain(rng.randbytes(32), 400)
    for entry in entries[:begin]:
        if entry["e"] == "chain" and entry["seat"] == seat:
            entry["anchor"] = to_base64url(chain.anchor)
            if rng.random() < 0.5:
                entry["sig"] = _own_signature(table, rng, entry)
    log = replayed_leniently({**table, "x-proof": {**table["x-proof"], "entries": []}})
    log.signs = False
    fitting: list[Table] = []
    for entry in entries:
        if entry["e"] == "draw" and str(seat) in entry["reveals"] and log.waits_for_chance:
            entry["reveals"][str(seat)] = to_base64url(chain.value(entry["k"]))
            try:
                values = {int(s): v for s, v in entry["reveals"].items()}
                entry["line"] = log.outcome(values)
            except LogError:
                break
        try:
            log.add(entry, "never")
        except (LogError, RefusedAnswer, MalformedAnswer):
            break
        fitting.append(entry)
    entries[:] = fitting


def other_missing(table: Table, rng: random.Random) -> None:
    """Let a draw leave a seat out, or name as missing a seat whose value it has."""
    entry = entries_of(table)[rng.choice(_of_kind(table, "draw"))]
    seat = rng.choice(list(entry["reveals"]))
    if rng.random() < 0.7 and len(entry["reveals"]) > 1:
        del entry["reveals"][seat]
    entry["missing"] = sorted({*entry["missing"], int(seat)})


def rest_added(table: Table, rng: random.Random) -> None:
    """Add an entry that lets a seat rest, so that a draw goes without it."""
    entries = entries_of(table)
    n = rng.choice(_of_kind(table, "line"))
    seat = rng.choice([e["seat"] for e in entries if e["e"] == "chain"])
    entries.insert(n, {"e": "rest", "seat": seat, "on": True, "n": n, "sig": ""})


def signature_removed(table: Table, rng: random.Random) -> None:
    entry = rng.choice([entry for entry in entries_of(table) if entry.get("sig")])
    entry["sig"] = ""


def signature_copied(table: Table, rng: random.Random) -> None:
    entry, other = rng.sample([entry for entry in entries_of(table) if entry.get("sig")], 2)
    entry["sig"] = other["sig"]


def signature_mirrored(table: Table, rng: random.Random) -> None:
    """Replace (r, s) with (r, N − s), which is valid too by the standard."""
    entry = rng.choice([entry for entry in entries_of(table) if entry.get("sig")])
    raw = from_base64url(entry["sig"], 64)
    assert raw is not None
    high = ecdsa.N - int.from_bytes(raw[32:], "big")
    entry["sig"] = to_base64url(raw[:32] + high.to_bytes(32, "big"))


def all_signatures_removed(table: Table, rng: random.Random) -> None:
    """Remove the signatures of all devices or of one, with or without the keys."""
    entries, seats = entries_of(table), {e["seat"] for e in entries_of(table) if e["e"] == "chain"}
    of = seats if rng.random() < 0.6 else {rng.choice(sorted(seats))}
    with_keys = rng.random() < 0.7
    names = [seat["name"] for seat in table["seats"]]
    for entry in entries:
        seat = entry.get("seat", -1)
        if entry["e"] == "line":
            seat = names.index(entry["line"].split()[0])
        if "sig" in entry and seat in of:
            entry["sig"] = ""
        if "pub" in entry and seat in of and with_keys:
            entry["pub"] = ""
        if "yes" in entry:
            entry["yes"] = {s: "" if int(s) in of else sig for s, sig in entry["yes"].items()}
    if with_keys:
        entries[:] = [e for e in entries if e["e"] != "end" or e["seat"] not in of]


def signed_anew(table: Table, rng: random.Random) -> None:
    """Sign with a stranger's keys, for all seats or for one; perhaps change some answers first."""
    entries = entries_of(table)
    seats = sorted({e["seat"] for e in entries if "pub" in e})
    of = set(seats) if rng.random() < 0.6 else {rng.choice(seats)}
    secrets = {seat: rng.randbytes(32) for seat in of}
    log = replayed_leniently({**table, "x-proof": {**table["x-proof"], "entries": []}})
    log.signs = False
    for entry in entries:
        seat = entry.get("seat", -1)
        if entry["e"] == "line":
            seat = log.game.notation.seat(entry["line"].split()[0])
        at = log.digests[min(entry["n"], log.count)] if "n" in entry else log.at
        if seat in of and entry.get("pub"):
            entry["pub"] = ecdsa.public_key(secrets[seat])
        if seat in of and entry.get("sig"):
            entry["sig"] = sign(secrets[seat], log.id, seat, at, entry)
        for by in {int(s) for s in entry.get("yes", ())} & of:
            if entry["yes"][str(by)]:
                entry["yes"][str(by)] = sign(secrets[by], log.id, by, at, entry)
        try:
            log.add(entry, "never")
        except (LogError, RefusedAnswer, MalformedAnswer):
            break


def cut(table: Table, rng: random.Random) -> None:
    """Remove everything after some entry: entries of the game, or only signatures of the end."""
    entries = entries_of(table)
    ends = [n for n, entry in enumerate(entries) if entry["e"] == "end"]
    first = ends[0] if ends else len(entries)
    if ends and rng.random() < 0.3:
        del entries[rng.choice(ends) :]
    else:
        del entries[rng.randint(_begun(table) + 1, first - 1) :]


def tail_changed(table: Table, rng: random.Random) -> None:
    """Remove the signatures of the end, and change entries before them that no device signs."""
    entries = [entry for entry in entries_of(table) if entry["e"] != "end"]
    last = max(n for n, entry in enumerate(entries) if entry.get("sig"))
    end = rng.randint(last + 1, len(entries))
    epoch = 1 + max(entry["epoch"] for entry in entries if entry["e"] == "host")
    host = next(entry["seat"] for entry in entries if entry["e"] == "host")
    new: list[Table] = rng.choice(
        [
            [{"e": "pause", "on": True, "seat": host}],
            [{"e": "host", "epoch": epoch, "seat": host}],
            [],
        ]
    )
    entries_of(table)[:] = [*entries[:end], *new]
    if len(new) == 0 and end == len(entries) and len(entries) == len(entries_of(table)):
        entries_of(table).append({"e": "pause", "on": True, "seat": host})


def other_lines(table: Table, rng: random.Random) -> None:
    """Change the lines of the record, so that they differ from its log."""
    lines = table["step"][0]["play"]
    n = rng.randrange(len(lines))
    lines[n:] = lines[n + 1 :] if rng.random() < 0.5 else []
    table["unsettled"] = True


def other_head(table: Table, rng: random.Random) -> None:
    """Change the game's rules, names or number, which no entry mentions."""
    inside = table["x-proof"]
    match rng.randrange(6):
        case 0:
            inside["game"] = f"{rng.randrange(16**16):016x}"
        case 1:
            n = rng.randrange(len(inside["names"]))
            inside["names"][n] = table["seats"][n]["name"] = inside["names"][n] + "a"
        case 2:
            table["house_rules"]["limit-rounds"] += rng.randint(1, 5)
        case 3:
            table["house_rules"]["start-cash"] = rng.choice([100, 2000])
        case 4:
            books = ["classic", "wikibooks", "australian", "parker1973"]
            table["rulebook"] = rng.choice(books)
        case 5:
            inside["format"] = rng.choice(["title-deed-proof/1", "title-deed-proof/3"])


def other_seat(table: Table, rng: random.Random) -> None:
    """Give a seat to another device, or under another name."""
    entry = entries_of(table)[rng.choice(_of_kind(table, "seat"))]
    match rng.randrange(3):
        case 0:
            entry["device"] = f"{rng.randrange(16**16):016x}"
        case 1:
            entry["name"] = rng.choice(["Mallory", "Zed"])
        case 2:
            entry["key"] = to_base64url(rng.randbytes(32))


def block_moved(table: Table, rng: random.Random) -> None:
    """Move some consecutive entries to another place."""
    entries = entries_of(table)
    first = rng.randrange(len(entries) - 2)
    block = entries[first : first + rng.randint(1, 8)]
    del entries[first : first + len(block)]
    to = rng.choice([n for n in range(len(entries) + 1) if n != first])
    entries[to:to] = block


def undone_again(table: Table, rng: random.Random) -> None:
    """Repeat lines that were taken back, with their signatures."""
    entries = entries_of(table)
    n = rng.choice(_of_kind(table, "undo"))
    back = [e for e in entries[n - 6 : n] if e["e"] in ("line", "draw")]
    entries[n + 1 : n + 1] = deepcopy(back[-rng.randint(1, 3) :])


def agreement_used_again(table: Table, rng: random.Random) -> None:
    """Repeat an entry to which people once agreed, later in the log."""
    entries = entries_of(table)
    old = rng.choice([n for n, entry in enumerate(entries) if entry.get("yes")] or [-1])
    if old < 0:
        raise Impossible
    entries.insert(rng.randint(old + 1, len(entries)), deepcopy(entries[old]))


def seats_exchanged(table: Table, rng: random.Random) -> None:
    """Exchange the seats of two people."""
    text = json.dumps(entries_of(table))
    names = [seat["name"] for seat in table["seats"]]
    a, b = rng.sample(range(len(names)), 2)
    turned = {a: b, b: a}
    for entry in (entries := json.loads(text)):
        for field in ("seat", "by"):
            if field in entry:
                entry[field] = turned.get(entry[field], entry[field])
        for field in ("yes", "reveals"):
            if field in entry:
                entry[field] = {str(turned.get(int(s), int(s))): v for s, v in entry[field].items()}
        for field in ("missing", "unasked", "seats"):
            if field in entry:
                entry[field] = sorted(turned.get(seat, seat) for seat in entry[field])
    entries_of(table)[:] = entries


def retyped(table: Table, rng: random.Random) -> None:
    """Write a number as another type that Python considers equal."""
    places = [
        (entry, field)
        for entry in entries_of(table)
        for field, value in entry.items()
        if type(value) is int or (isinstance(value, list) and value)
    ]
    entry, field = rng.choice(
        [p for p in places if p[1] == "missing"] * (rng.random() < 0.5) or places
    )
    value = entry[field]
    as_type: Callable[[int], Any] = rng.choice([float, lambda n: bool(n) if n < 2 else float(n)])
    entry[field] = list(map(as_type, value)) if isinstance(value, list) else as_type(value)


def key_added(table: Table, rng: random.Random) -> None:
    """Add a key that begins with x-, which readers ignore, somewhere in the file."""
    step = rng.choice(table["step"])
    place = rng.choice(
        [
            table,
            step,
            step.setdefault("expect", {}),
            table["house_rules"],
            rng.choice(table["seats"]),
        ]
    )
    place[f"x-{rng.choice(['note', 'won', 'by'])}"] = rng.choice(["Ada cheated.", 1, [True]])
    table["unsettled"] = True


def keyed_late(table: Table, rng: random.Random) -> None:
    """Remove all signatures, perhaps change anything, and sign at the end with the forger's own keys."""
    all_signatures_removed(table, random.Random(0))
    log = replayed_leniently(table)
    log.signs = True
    over = isinstance(log.state.ask, Over)
    del entries_of(table)[log.count :]
    for seat in log.persons():
        secret = rng.randbytes(32)
        anchor = to_base64url(HashChain(rng.randbytes(32), 50).anchor)
        chain = {"e": "chain", "seat": seat, "anchor": anchor, "pub": ecdsa.public_key(secret)}
        added = [chain | {"n": log.count, "sig": ""}]
        added += [{"e": "end", "seat": seat, "n": log.count + 1, "sig": ""}] * over
        for entry in added:
            entry["sig"] = sign(secret, log.id, seat, log.digest, entry)
            entries_of(table).append(entry)
            try:
                log.add(entry, "never")
            except LogError:
                return


KINDS: dict[str, Tamper] = {
    tamper.__name__: tamper
    for tamper in (
        changed_field,
        dropped,
        doubled,
        swapped,
        from_another_game,
        setup_reordered,
        other_id,
        ids_raised,
        other_place,
        undo_dropped,
        undo_added,
        other_undo,
        chain_dropped,
        chain_added,
        chain_regenerated,
        other_missing,
        rest_added,
        signature_removed,
        signature_copied,
        signature_mirrored,
        all_signatures_removed,
        signed_anew,
        cut,
        tail_changed,
        other_lines,
        other_head,
        other_seat,
        block_moved,
        undone_again,
        agreement_used_again,
        seats_exchanged,
        retyped,
        key_added,
        keyed_late,
    )
}


def tampered(kind: str, seed: int) -> tuple[Table, Table] | None:
    """Return a signed game and its changed copy, or None where the game has nothing to change."""
    rng = random.Random(f"{kind} {seed}")
    original = rng.choice(games())
    table = deepcopy(original)
    try:
        KINDS[kind](table, rng)
    except Impossible:
        return None
    if not table.pop("unsettled", False) and rng.random() < 0.85:
        settle(table, cuts=rng.random() < 0.2)
    same = json.dumps(table, sort_keys=True) == json.dumps(original, sort_keys=True)
    return None if same else (original, table)


def outcome(original: Table, table: Table) -> str:
    """Return the referee's judgment of a changed game: "refused", "named" or "passed"."""
    if check_table(table) or proof.check_proof(table):
        return "refused"
    sentences = report(table)
    new = set(sentences) - set(report(original))
    warned = [line for line in new if line.startswith(WARNINGS) or "did not sign the end" in line]
    # For an unfinished game, two sentences may be the same as before. One says that more may have
    # followed a log that is now shorter. The other says that nobody has signed the end of a log that is
    # changed there.
    old, now = entries_of(original), entries_of(table)
    least = min(len(old), len(now))
    same = next((n for n in range(least) if old[n] != now[n]), least)
    for line in sentences:
        if line.startswith("the file ends") and now == old[: len(now)]:
            return "named"
        if line.startswith("nobody signed the last") and same >= len(now) - int(line.split()[4]):
            return "named"
    return "named" if warned else "passed"
