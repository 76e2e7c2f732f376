"""The views of the dialog and the notices of a table over several devices."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ....language.catalogue import Catalogue
from ....peers.device.base import BOT_AFTER, News
from ....peers.ledger import Ledger
from ....peers.table import Device
from ...desk import Desk, Notice, act
from ..bits import Data


@dataclass
class Shown:
    """The state of the dialog. ``stage``: "start", "host", "guest", "looking", "back", "play", "letters"
    or "hall"."""

    stage: str = "start"
    name: str = ""  # as entered in the form
    code: str = ""
    picture: tuple[int, str] = (0, "")  # QR code: modules on a side, SVG path
    camera: bool = False  # whether it is on
    finding: bool = False
    trouble: str = ""
    # STUN or TURN server that people have entered
    servers: dict[str, str] = field(default_factory=dict)
    stuck: bool = False  # the network keeps the devices apart
    paused: bool = False  # whether it has been said that the table is paused
    split: str = ""  # the other half's list of which it has been said that the table has split
    here: tuple[tuple[str, int], ...] = ()
    letters: dict[str, str] = field(
        default_factory=dict
    )  # by device: letters to read out to its people
    held: set[str] = field(default_factory=set)  # devices that can come back only by letters


def here(device: Device, now: float) -> tuple[tuple[str, int], ...]:
    """For each seat "here", "away", "bot" or "free", and for how many tens of seconds it has been away."""
    ledger = device.ledger
    if ledger is None:
        return ()
    present = set(device.here(now)) | set(ledger.seats_of(device.id))
    out = []
    for seat, place in enumerate(ledger.places):
        if place.bot:
            out.append(("bot", 0))
        elif not place.device:
            out.append(("free", 0))
        elif seat in present:
            out.append(("here", 0))
        else:
            out.append(("away", int(device.silent_for(seat, now) // 10)))
    return tuple(out)


def devices(desk: Desk, device: Device | None, shown: Shown, now: float, stored: str) -> Data:
    """The view of the dialog. ``now``: seconds; ``stored``: what the browser has kept of a table."""
    _, ledger = desk.catalogue, device.ledger if device else None
    seats = []
    if device is not None and ledger is not None:
        for seat, (state, _tens) in enumerate(here(device, now)):
            mine = ledger.places[seat].device == device.id
            silent = state == "away" and device.silent_for(seat, now) >= BOT_AFTER
            seats.append(
                {
                    "n": seat,
                    "name": ledger.game.record.seats[seat].name,
                    "state": state,
                    "says": _state(_, state),
                    "mine": mine,
                    "host": seat == ledger.host and state != "free",
                    "bot": silent,
                }
            )
    return {
        "stage": shown.stage,
        "name": shown.name,
        "code": shown.code,
        "picture": {"side": shown.picture[0], "path": shown.picture[1]},
        "camera": shown.camera,
        "finding": shown.finding,
        "trouble": shown.trouble,
        "seats": seats,
        "hosting": device is not None and device.hosting,
        "begun": ledger is not None and ledger.begun,
        "paused": ledger is not None and ledger.paused,
        "guests": sum(row["state"] in ("here", "away") and not row["mine"] for row in seats),
        "joined": ledger is not None,
        "free": ledger is not None and any(row["state"] == "free" for row in seats),
        "helps": trouble(_, "apart"),
        "servers": shown.servers,
        "kept": shown.stage == "start" and _kind_of_stored(stored),
        "stuck": shown.stuck,
        "alone": device is not None and _alone(device),
        "letters": [
            {"name": _whose(ledger, other), "code": code} for other, code in shown.letters.items()
        ],
        "awaited": [
            ledger.game.record.seats[seat].name
            for seat, (state, _tens) in enumerate(shown.here)
            if ledger is not None and state == "away" and ledger.places[seat].device in shown.held
        ],
        "gaps": sorted({seat for drawn in ledger.draws for seat in drawn.missing})
        if ledger
        else [],
    }


def _alone(device: Device) -> bool:
    """Whether this device has lost all others of its table."""
    ledger = device.ledger
    if ledger is None or not ledger.seats_of(device.id):
        return False
    others = [p for p in ledger.places if p.device and p.device != device.id and not p.bot]
    return bool(others) and not device.links


def _whose(ledger: Ledger | None, device: str) -> str:
    seats = ledger.seats_of(device) if ledger is not None else []
    return ", ".join(ledger.game.record.seats[n].name for n in seats) if ledger is not None else ""


def _kind_of_stored(stored: str) -> str:
    """The kind of the stored table: "" for none, "table" for a live one, "letters" for a game by codes."""
    return "" if not stored else "letters" if stored.startswith('{"letters"') else "table"


def _state(_: Catalogue, state: str) -> str:
    match state:
        case "here":
            return _("here")
        case "away":
            return _("away")
        case "bot":
            return _("a bot")
    return _("free: waits for a guest")


def waits_for(_: Catalogue, device: Device, seat: int, now: float) -> str:
    """A sentence that says which device a seat's answer is to come from. Seat -1 is chance."""
    ledger = device.ledger
    if ledger is None:
        return ""
    if ledger.paused:
        return _("The table is paused for all.")
    states, seats = here(device, now), ledger.game.record.seats
    away = [seats[n].name for n, (state, _tens) in enumerate(states) if state == "away"]
    if seat < 0 and away:
        waited = _("A draw waits 20 seconds at most.")
        return _("{name}’s device does not answer.", name=", ".join(away)) + " " + waited
    if seat < 0:
        return _("All devices draw together.")
    if states[seat][0] != "away":
        return _("The answer comes from another device.")
    text = _("{name}’s device does not answer.", name=seats[seat].name)
    if device.silent_for(seat, now) < BOT_AFTER:
        return text
    return text + " " + _("Under “Several devices” a bot may sit in until it is back.")


def trouble(_: Catalogue, cause: str) -> str:
    """A text that helps when two devices do not find each other, by the cause."""
    if cause == "no-window":
        return _(
            "No other window of this browser waits for guests. Invite there first: “Several devices”,"
            " then “Invite”."
        )
    if cause == "no-camera":
        return _(
            "This page gets no camera here, or may not use it. The code can be pasted instead."
        )
    if cause == "no-places":
        return _(
            "The network hides this device: the browser finds no address for it. Allow this page the"
            " camera once, on either device; it may stay off, the permission is what counts. Then make"
            " a new code."
        )
    return _(
        "The devices cannot reach each other. Are both codes the newest ones? Some networks hide"
        " devices: allow this page the camera once, on either device, and make a new code. Guest Wi-Fi"
        " keeps devices apart: turn on a phone’s hotspot and join both to it; it needs no data."
    )


PAUSED: Final = "devices-paused"  # the notices
SPLIT: Final = "devices-split"


def paused(_: Catalogue, device: Device) -> Notice:
    """The notice at a device while the table is paused; who sits may let it go on."""
    sits = device.ledger is not None and device.ledger.seats_of(device.id)
    acts = (act("devices-pause", _("Go on")),) if sits else ()
    return Notice(PAUSED, _("The table is paused for all."), icon="u-pause", acts=acts, lasts=True)


def notice(_: Catalogue, device: Device | None, news: News) -> Notice | None:
    """The notice for a piece of news; None if people need not know it."""
    facts = news.facts

    def names(seats: list[int]) -> str:
        ledger = device.ledger if device else None
        record = ledger.game.record if ledger else None
        return ", ".join(record.seats[seat].name for seat in seats if seat >= 0) if record else ""

    match news.what:
        case "undo?":
            text = _("{name} would like to take something back.", name=names([facts["by"]]))
            yes = act("devices-agree", _("I agree"), "yes", main=True)
            no = act("devices-agree", _("No"), "no")
            return Notice("devices-undo", text, icon="u-undo", acts=(yes, no), lasts=True)
        case "undone-unasked":
            text = _(
                "{name} has taken something back without asking this device.",
                name=names([facts["by"]]),
            )
            return Notice("devices-unasked", text, bad=True, icon="u-undo", lasts=True)
        case "undo-refused":
            text = _("{name} does not agree, so nothing changes.", name=names([facts["by"]]))
            return Notice("devices-undo", text, icon="u-undo")
        case "missing":
            text = _(
                "Draw {n} went on without {name}.", n=facts["draw"], name=names(facts["seats"])
            )
            more = _("Until that device is back, no draw waits for it. The record says so too.")
            return Notice("devices-missing", text, more=more, icon="u-dice", lasts=True)
        case "objects":
            text = _(
                "{who} says: something is wrong with draw {n}. What {name} revealed did not fit, or"
                " was left out.",
                who=names(facts["by"]),
                n=facts["draw"],
                name=names([facts["seat"]]),
            )
            return Notice("devices-object", text, bad=True, icon="u-flag", lasts=True)
        case "liar":
            text = _(
                "Something is wrong with draw {n}: what {name} revealed did not fit, or was left out.",
                n=facts["draw"],
                name=names([facts["seat"]]),
            )
            return Notice("devices-object", text, bad=True, icon="u-flag", lasts=True)
        case "left-out":
            text = _("The host has left this device out of draw {n}.", n=facts["draw"])
            return Notice("devices-object", text, bad=True, icon="u-flag", lasts=True)
        case "without":
            first, last = facts["draws"][0], facts["draws"][-1]
            n = f"{first}" if first == last else f"{first}–{last}"
            text = _("Drawn without this device: {n}.", n=n)
            more = _("It was away then, or was left out. The record names each of these draws.")
            return Notice("devices-without", text, more=more, icon="u-dice")
        case "stopped" | "says-stop":
            text = _("The table has stopped: its devices do not agree.")
            more = f"{_.sentence(facts['why'])} {names([facts['seat']])}"
            on = act("devices-go-on", _("Go on anyway"))
            return Notice(
                "devices-stopped", text, more=more, bad=True, icon="u-flag", acts=(on,), lasts=True
            )
        case "split":
            text = _("The two halves of the table have met, and both have played on.")
            more = _(
                "The other half has played more. Your own record is kept with the saved games."
            )
            on = act("devices-follow", _("Go on with theirs"), facts["digest"], main=True)
            return Notice(SPLIT, text, more=more, icon="u-link", acts=(on,), lasts=True)
        case "host":
            text = _("This device keeps the order now.")
            return Notice("devices-host", text, icon="u-link")
        case "no":
            text = _("The table had gone on: please answer again.")
            return Notice("devices-no", text, icon="u-flag")
        case "dropped" | "bye" if facts.get("why"):
            reason = _.sentence(facts["why"])
            who = names(facts.get("seats", []))
            text = (
                _("{name}’s device has left the table.", name=who)
                if who
                else _("A device has left the table.")
            )
            return Notice("devices-bye", text, more=reason, icon="u-link")
        case "seat-lost":
            text = _("Another device has this seat now.")
            return Notice("devices-seat", text, bad=True, icon="u-flag", lasts=True)
    return None
