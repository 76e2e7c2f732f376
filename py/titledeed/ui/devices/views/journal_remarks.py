"""The journal's lines about a table over several devices, from the log's entries other than answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....language.sentence_parts import Sentence, SentenceParts
from ...state import Remark


def remark(entry: Mapping[str, Any], after: int, explains: bool = False) -> Remark | None:
    """Return the journal's line about an entry of the log, if there is one.

    ``after``: the number of answers before it; ``explains``: a device gives the reason for its silence,
    and the bot that took its seat stays."""

    def say(parts: SentenceParts) -> Sentence | None:
        return _explained(parts, entry) if explains else _said(parts, entry)

    seat = entry.get("by", entry.get("seat", (entry.get("seats") or (None,))[0]))
    told = entry["e"] in ("undo", "replace", "join", "rest") or (
        entry["e"] == "host" and entry["epoch"] > 1
    )
    return Remark(after, seat, say) if told else None


def _explained(parts: SentenceParts, entry: Mapping[str, Any]) -> Sentence | None:
    seat = parts.seat(entry["seat"])
    match entry["why"]:
        case "away":
            return parts.tell("[{seat}’s|Your] device was away. The bot plays on.", seat=seat)
        case "cut-off":
            return parts.tell(
                "[{seat}’s|Your] device was awake, but had lost its connection. The bot plays on.",
                seat=seat,
            )
    return parts.tell(
        "[{seat}’s|Your] device reports that it was shut out. The bot plays on.", seat=seat
    )


def _said(parts: SentenceParts, entry: Mapping[str, Any]) -> Sentence | None:
    match entry["e"]:
        case "undo":
            yes = parts.seats([int(seat) for seat in entry["yes"]])
            if not entry["unasked"]:
                return parts.tell(
                    "Undone by {by}. Agreed: {seats}.",
                    by=parts.seat(entry["by"]),
                    seats=yes,
                )
            return parts.tell(
                "Undone by {by}. Agreed: {seats}. Not asked, because their devices had "
                "been silent for ten minutes: {others}.",
                by=parts.seat(entry["by"]),
                seats=yes,
                others=parts.seats(entry["unasked"]),
            )
        case "replace":
            if entry["k"]:
                return parts.tell(
                    "A bot plays for {seats}: the dice had been waiting too long for the device.",
                    seats=parts.seats(entry["seats"]),
                )
            return parts.tell(
                "A bot plays for {seats}: the device didn’t answer.",
                seats=parts.seats(entry["seats"]),
            )
        case "join" if entry["why"] == "new":
            return parts.tell(
                "Another device now plays for {seat}.", seat=parts.seat(entry["seat"])
            )
        case "join" if entry["why"] == "away":
            return parts.tell(
                "{seat} [is|are] back. The device was away.", seat=parts.seat(entry["seat"])
            )
        case "join" if entry["why"] == "cut-off":
            return parts.tell(
                "{seat} [is|are] back. The device was awake, but had lost its connection.",
                seat=parts.seat(entry["seat"]),
            )
        case "join":
            return parts.tell(
                "{seat} [is|are] back. The device reports that it was shut out.",
                seat=parts.seat(entry["seat"]),
            )
        case "rest" if entry["on"]:
            return parts.tell(
                "[{seat}’s|Your] device is asleep. For now, throws and cards are drawn without it.",
                seat=parts.seat(entry["seat"]),
            )
        case "rest":
            return parts.tell(
                "[{seat}’s|Your] device is awake again.", seat=parts.seat(entry["seat"])
            )
        case "host":
            return parts.tell("{seat} [is|are] now the host.", seat=parts.seat(entry["seat"]))
    return None
