"""The proof of a game at several devices: the table's list of entries, stored in the record as ``x-proof``.

It holds revealed values only, never future ones. Anybody can replay it and check that every throw and card
follows from the hash chains of all seats, and that each signature is that of its seat's key (:func:`check`).
``report.py`` says in plain words what that shows, and what nobody can know from the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from ..engine.reading import json_value
from ..engine.record import Record, read, replay
from ..engine.words import Malformed, Refused, Unloadable
from ..fingerprints import changed_ruling
from .ledger import Ledger, Wrong, is_id, word
from .version1 import Ledger1

FORMAT: Final = "title-deed-proof/2"
# The rules of the lists in proofs. Those of version 1 show less (``version1.py``).
LEDGERS: Final[dict[str, type[Ledger]]] = {FORMAT: Ledger, "title-deed-proof/1": Ledger1}


def proof(ledger: Ledger) -> dict[str, Any]:
    """The table that a record stores under ``x-proof``."""
    names = [seat["name"] for seat in json_value(ledger.head())["seats"]]
    return {
        "format": FORMAT,
        "game": ledger.id,
        "names": names,
        "entries": [dict(entry) for entry in ledger.entries],
    }


def to_dict(ledger: Ledger) -> dict[str, Any]:
    """The record of the game, as a table, with its proof."""
    record = replace(ledger.game.record, extra={"x-proof": proof(ledger)})
    game = ledger.game.fork(ledger.state, len(ledger.lines))
    game.record = record
    return game.to_dict()


def check(record_table: Mapping[str, Any]) -> list[str]:
    """Check the proof in a record. Returns a phrase for each fault; an empty list if every draw is
    proven."""
    try:
        record = read(record_table)
    except Unloadable as error:
        return [f"does not load: {error}"]
    try:
        lines = replay(record).lines
    except Unloadable as error:
        return [f"does not load: {changed_ruling(record) or error}"]
    proof = record.extra.get("x-proof")
    if not isinstance(proof, dict):
        return ["has no proof of its dice and cards"]
    try:
        ledger = opened(record, proof)
        _play(ledger, proof["entries"], canonical=proof["format"] == FORMAT)
    except Wrong as error:
        return [str(error)]
    except Unloadable as error:
        return [f"the proof does not load: {error}"]
    names = [seat.name for seat in ledger.game.record.seats]
    if ledger.lines != lines or names != [seat.name for seat in record.seats]:
        return ["the proof is of another game than the record"]
    return []


def gaps(record_table: Mapping[str, Any]) -> list[str]:
    """A phrase for each thing that a reader of a valid proof (:func:`check`) should know: draws without some
    person's value, undos, chains committed anew, seats that changed hands."""
    record = read(record_table)
    proof = record.extra["x-proof"]
    ledger = opened(record, proof)
    entries: list[dict[str, Any]] = proof["entries"]
    names = [seat.name for seat in record.seats]
    phrases: list[str] = []
    for entry in entries:
        phrases += gap(ledger, entry, names)
        ledger.add(entry)
    return phrases


def gap(ledger: Ledger, entry: Mapping[str, Any], names: list[str]) -> list[str]:
    """What a reader should know of an entry that comes next in the list."""

    def of(seats: Iterable[int | str]) -> str:
        return ", ".join(names[int(seat)] for seat in seats)

    k = ledger.draw
    match entry["e"]:
        case "draw" if entry["missing"]:
            return [f"draw {k} was made without {of(entry['missing'])}"]
        case "replace" if entry["k"]:
            return [f"draw {k} was given up: a bot took the seat of {of(entry['seats'])}"]
        case "replace":
            return [f"before draw {k} a bot took the seat of {of(entry['seats'])}"]
        case "join" if entry["why"] == "new":
            return [f"before draw {k} another device took over the seat of {of([entry['seat']])}"]
        case "join":
            away = {"away": "was away", "cut-off": "had lost its connection"}
            why = away.get(entry["why"], "says that it was left out")
            stays = "; the bot stayed" if entry["seat"] in ledger.taken else ""
            return [
                f"before draw {k} the device of {of([entry['seat']])} came back; it {why}{stays}"
            ]
        case "chain" if ledger.begun:
            return [f"before draw {k} {of([entry['seat']])} committed to a new chain"]
        case "undo" if "unasked" in entry:
            unasked = f"; not asked: {of(entry['unasked'])}" if entry["unasked"] else ""
            asked = f"; agreed: {of(entry['yes'])}{unasked}"
            return [f"before draw {k} {names[entry['by']]} took something back{asked}"]
        case "undo":
            return [f"before draw {k} something was taken back"]
    return []


def opened(record: Record, proof: Mapping[str, Any]) -> Ledger:
    """The list of a proof before its first entry. Raises :class:`Wrong` or :class:`Unloadable`."""
    rules = LEDGERS.get(str(proof.get("format")))
    if set(proof) != {"format", "game", "names", "entries"} or rules is None:
        raise Wrong(f"the proof is not of the form {FORMAT}")
    game, names, entries = proof["game"], proof["names"], proof["entries"]
    if not isinstance(game, str) or not is_id(game) or not isinstance(entries, list):
        raise Wrong("the proof names no game")
    if not isinstance(names, list) or len(names) != len(record.seats):
        raise Wrong("the proof is of another game than the record")
    seats = [replace(s, name=word(name, 30)) for s, name in zip(record.seats, names, strict=True)]
    return rules(replace(record, seats=seats, steps=[], extra={}, snapshot=None), game)


def _play(ledger: Ledger, entries: list[Any], canonical: bool) -> None:
    """Add the entries to the ledger, each with its signatures. ``canonical``: refuse any that is written in
    another way than a device writes it. Raises :class:`Wrong` that names the draw and the seat at fault."""
    for n, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise Wrong(f"entry {n} of the proof is none")
        draw = ledger.draw if entry.get("e") == "draw" else 0
        try:
            added = ledger.add(entry, "now")
        except Wrong as error:
            raise Wrong(_fault_of(ledger, n, error, draw)) from None
        except (Refused, Malformed) as error:
            raise Wrong(f"entry {n} of the proof is refused: {error}") from None
        if canonical and json.dumps(added, sort_keys=True) != json.dumps(entry, sort_keys=True):
            raise Wrong(f"entry {n} of the proof is not written as devices write it")


def _fault_of(ledger: Ledger, n: int, error: Wrong, draw: int) -> str:
    seats = ledger.game.record.seats
    whose = f", {seats[error.seat].name}" if 0 <= error.seat < len(seats) else ""
    where = f"draw {draw}{whose}" if draw else f"entry {n}{whose}"
    return f"the proof does not hold at {where}: {error}"
