"""The journal's lines about a table over several devices: what its list has beside the answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....language.pieces import Parts, Sentence
from ...desk import Remark


def remark(entry: Mapping[str, Any], after: int, explains: bool = False) -> Remark | None:
    """The line about an entry of the list, if there is one. ``after``: the number of answers before it;
    ``explains``: a device says why it was silent, and the bot that took its seat stays."""

    def say(p: Parts) -> Sentence | None:
        return _explained(p, entry) if explains else _said(p, entry)

    seat = entry.get("by", entry.get("seat", (entry.get("seats") or (None,))[0]))
    told = entry["e"] in ("undo", "replace", "join", "rest") or (
        entry["e"] == "host" and entry["epoch"] > 1
    )
    return Remark(after, seat, say) if told else None


def _explained(p: Parts, entry: Mapping[str, Any]) -> Sentence | None:
    seat = p.seat(entry["seat"])
    match entry["why"]:
        case "away":
            return p.tell("{seat}’s device was away. The bot plays on.", seat=seat)
        case "cut-off":
            return p.tell(
                "{seat}’s device was awake, but had lost the others. The bot plays on.", seat=seat
            )
    return p.tell("{seat}’s device says that it was left out. The bot plays on.", seat=seat)


def _said(p: Parts, entry: Mapping[str, Any]) -> Sentence | None:
    match entry["e"]:
        case "undo":
            yes = p.seats([int(seat) for seat in entry["yes"]])
            if not entry["unasked"]:
                return p.tell(
                    "{by} take[s|] something back. Agreed: {seats}.",
                    by=p.seat(entry["by"]),
                    seats=yes,
                )
            return p.tell(
                "{by} take[s|] something back. Agreed: {seats}. Not asked, since their devices gave no"
                " sign for ten minutes: {others}.",
                by=p.seat(entry["by"]),
                seats=yes,
                others=p.seats(entry["unasked"]),
            )
        case "replace":
            if entry["k"]:
                return p.tell(
                    "A bot plays for {seats}: the dice had waited too long.",
                    seats=p.seats(entry["seats"]),
                )
            return p.tell(
                "A bot plays for {seats}: there was no sign of the device.",
                seats=p.seats(entry["seats"]),
            )
        case "join" if entry["why"] == "new":
            return p.tell("Another device plays {seat} now.", seat=p.seat(entry["seat"]))
        case "join" if entry["why"] == "away":
            return p.tell("{seat} [is|are] back. The device was away.", seat=p.seat(entry["seat"]))
        case "join" if entry["why"] == "cut-off":
            return p.tell(
                "{seat} [is|are] back. The device was awake, but had lost the others.",
                seat=p.seat(entry["seat"]),
            )
        case "join":
            return p.tell(
                "{seat} [is|are] back. The device says that it was left out.",
                seat=p.seat(entry["seat"]),
            )
        case "rest" if entry["on"]:
            return p.tell(
                "{seat}’s device sleeps. Dice and cards are drawn without it.",
                seat=p.seat(entry["seat"]),
            )
        case "rest":
            return p.tell("{seat}’s device is awake again.", seat=p.seat(entry["seat"]))
        case "host":
            return p.tell("{seat} [is|are] the host now.", seat=p.seat(entry["seat"]))
    return None
