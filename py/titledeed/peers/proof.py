"""The proof of a game on several devices: the table's list of entries, which the record stores.

It is under ``x-proof``. It holds revealed values only, never future ones. Anybody can replay it and
check that every throw and card follows from the hash chains of all seats. Anybody can also check that
each signature is that of its seat's key (:func:`check_proof`). ``what_a_proof_shows.py`` says in plain
words what that shows, and what nobody can know from the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.parsing.untrusted_input import json_value
from ..engine.record import Record, read_record, replay_record
from ..game.recognize_saves_of_older_programs import changed_ruling
from ..language.catalogue import N_
from .log_entry_fields_and_checks import LogError, check_word, is_id
from .log_version_1 import ReplicatedLogVersion1
from .replicated_log_entry_rules import ReplicatedLog

FORMAT: Final = "title-deed-proof/2"
# The rules of the lists in proofs. Those of version 1 show less (``log_version_1.py``).
LEDGERS: Final[dict[str, type[ReplicatedLog]]] = {
    FORMAT: ReplicatedLog,
    "title-deed-proof/1": ReplicatedLogVersion1,
}


def build_proof(log: ReplicatedLog) -> dict[str, Any]:
    """Return the table that a record stores under ``x-proof``."""
    names = [seat["name"] for seat in json_value(log.head())["seats"]]
    return {
        "format": FORMAT,
        "game": log.id,
        "names": names,
        "entries": [dict(entry) for entry in log.entries],
    }


def proof_to_dict(log: ReplicatedLog) -> dict[str, Any]:
    """Return the record of the game, as a table, with its proof."""
    record = replace(log.game.record, extra={"x-proof": build_proof(log)})
    game = log.game.fork(log.state, len(log.lines))
    game.record = record
    return game.to_dict()


def check_proof(record_table: Mapping[str, Any]) -> list[str]:
    """Check the proof in a record, and return a phrase for each fault.

    An empty list means that every draw is proven."""
    try:
        record = read_record(record_table)
    except LoadError as error:
        return [N_(f"does not load: {error}")]
    try:
        lines = replay_record(record).lines
    except LoadError as error:
        return [N_(f"does not load: {changed_ruling(record) or error}")]
    proof = record.extra.get("x-proof")
    if not isinstance(proof, dict):
        return [N_("has no proof of its dice and cards")]
    try:
        log = open_proof(record, proof)
        _play(log, proof["entries"], canonical=proof["format"] == FORMAT)
    except LogError as error:
        return [str(error)]
    except LoadError as error:
        return [N_(f"the proof does not load: {error}")]
    names = [seat.name for seat in log.game.record.seats]
    if log.lines != lines or names != [seat.name for seat in record.seats]:
        return [N_("the proof belongs to a different game than the record")]
    return []


def proof_gaps(record_table: Mapping[str, Any]) -> list[str]:
    """Return a phrase for each fact that a reader of a valid proof (:func:`check_proof`) should know.

    These facts are draws without some person's value, undos, new chains, and seats that changed hands."""
    record = read_record(record_table)
    proof = record.extra["x-proof"]
    log = open_proof(record, proof)
    entries: list[dict[str, Any]] = proof["entries"]
    names = [seat.name for seat in record.seats]
    phrases: list[str] = []
    for entry in entries:
        phrases += gap(log, entry, names)
        log.add(entry)
    return phrases


def gap(log: ReplicatedLog, entry: Mapping[str, Any], names: list[str]) -> list[str]:
    """Return what a reader should know about the next entry in the list."""

    def of(seats: Iterable[int | str]) -> str:
        return ", ".join(names[int(seat)] for seat in seats)

    k = log.draw
    match entry["e"]:
        case "draw" if entry["missing"]:
            return [N_(f"draw {k} was made without {of(entry['missing'])}")]
        case "replace" if entry["k"]:
            return [N_(f"draw {k} was given up: a bot took the seat of {of(entry['seats'])}")]
        case "replace":
            return [N_(f"before draw {k} a bot took the seat of {of(entry['seats'])}")]
        case "join" if entry["why"] == "new":
            seat = of([entry["seat"]])
            return [N_(f"before draw {k} another device took over the seat of {seat}")]
        case "join":
            away = {"away": N_("was away"), "cut-off": N_("had lost its connection")}
            reason = away.get(entry["why"], N_("says that it was left out"))
            if entry["seat"] in log.taken:
                reason = N_(f"{reason}; the bot stayed")
            seat = of([entry["seat"]])
            return [N_(f"before draw {k} the device of {seat} came back; it {reason}")]
        case "chain" if log.begun:
            return [
                N_(f"before draw {k} the device of {of([entry['seat']])} committed to a new chain")
            ]
        case "undo" if "unasked" in entry:
            agreed, unasked = of(entry["yes"]), of(entry["unasked"])
            if unasked:
                agreed = N_(f"{agreed}; not asked: {unasked}")
            by = names[entry["by"]]
            return [N_(f"before draw {k} something was taken back by {by}; agreed: {agreed}")]
        case "undo":
            return [N_(f"before draw {k} something was taken back")]
    return []


def open_proof(record: Record, proof: Mapping[str, Any]) -> ReplicatedLog:
    """Return the list of a proof before its first entry.

    Raises :class:`LogError` or :class:`LoadError`."""
    rules = LEDGERS.get(str(proof.get("format")))
    if set(proof) != {"format", "game", "names", "entries"} or rules is None:
        raise LogError(f"the proof does not have the format {FORMAT}")
    game, names, entries = proof["game"], proof["names"], proof["entries"]
    if not isinstance(game, str) or not is_id(game) or not isinstance(entries, list):
        raise LogError("the proof names no game")
    if not isinstance(names, list) or len(names) != len(record.seats):
        raise LogError("the proof belongs to a different game than the record")
    seats = [
        replace(seat, name=check_word(name, 30))
        for seat, name in zip(record.seats, names, strict=True)
    ]
    return rules(replace(record, seats=seats, steps=[], extra={}, snapshot=None), game)


def _play(log: ReplicatedLog, entries: list[Any], canonical: bool) -> None:
    """Add the entries to the list, each with its signatures.

    ``canonical``: refuse any entry that is not written as a device writes it. Raises :class:`LogError`,
    which names the draw and the seat at fault."""
    for n, entry in enumerate(entries, 1):
        if not isinstance(entry, dict):
            raise LogError(f"entry {n} of the proof is not a JSON object")
        draw = log.draw if entry.get("e") == "draw" else 0
        try:
            added = log.add(entry, "now")
        except LogError as error:
            raise LogError(_fault_of(log, n, error, draw)) from None
        except RefusedAnswer as error:
            cited = ", ".join(error.clauses)
            raise LogError(f"entry {n} of the proof is refused under the rules: {cited}") from None
        except MalformedAnswer as error:
            raise LogError(f"entry {n} of the proof is refused: {error}") from None
        if canonical and json.dumps(added, sort_keys=True) != json.dumps(entry, sort_keys=True):
            raise LogError(f"entry {n} of the proof is not written the way devices write it")


def _fault_of(log: ReplicatedLog, n: int, error: LogError, draw: int) -> str:
    seats = log.game.record.seats
    if not 0 <= error.seat < len(seats):
        if draw:
            return N_(f"the proof does not hold at draw {draw}: {error}")
        return N_(f"the proof does not hold at entry {n}: {error}")
    whose = seats[error.seat].name
    if draw:
        return N_(f"the proof does not hold at draw {draw}, {whose}: {error}")
    return N_(f"the proof does not hold at entry {n}, {whose}: {error}")
