"""The view of the dialog of a table over several devices, and the sentences about a table's waiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....language.catalogue import Catalogue
from ....peers.device.device import Device
from ....peers.ecdsa import fingerprint
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ...state import AppState
from ...views.view_context_and_shared_parts import tokens
from ..state import DevicesViewState

if TYPE_CHECKING:
    from .types import DeviceSeat, DevicesView


def seat_presence(device: Device, now: float) -> tuple[tuple[str, int], ...]:
    """Return for each seat "here", "rests", "away", "bot" or "free", and its time away in tens of seconds."""
    log = device.log
    if log is None:
        return ()
    present = set(device.here(now)) | set(log.seats_of(device.id))
    out = []
    for seat, holder in enumerate(log.holders):
        if holder.bot:
            out.append(("bot", 0))
        elif not holder.device:
            out.append(("free", 0))
        elif seat in present and seat not in log.resting:
            out.append(("here", 0))
        else:
            state = "rests" if seat in log.resting else "away"
            out.append((state, int(device.silent_for(seat, now) // 10)))
    return tuple(out)


def devices_view(
    app: AppState, device: Device | None, devices_state: DevicesViewState, now: float, stored: str
) -> DevicesView:
    """The view of the dialog. ``now``: seconds; ``stored``: what the browser has stored of a table."""
    _, log = app.catalogue, device.log if device else None
    seats = _seats(_, device, devices_state, now) if device is not None else []
    mine = [row["name"] for row in seats if row["mine"]]
    begun = log is not None and log.begun
    hosting = device is not None and device.hosting
    watching = log is not None and not mine
    return {
        "stage": devices_state.stage,
        "heading": _("Connection lost")
        if device is not None and _alone(device, devices_state)
        else _heading(_, devices_state, joined=log is not None, begun=begun),
        "start": _start(_, seats),
        "name": devices_state.name,
        "watch": devices_state.watch,
        "to_watch": devices_state.to_watch,
        "making": devices_state.making,
        "code": devices_state.code,
        "copied": devices_state.copied,
        "picture": {"side": devices_state.picture[0], "path": devices_state.picture[1]},
        "replied": devices_state.replied,
        "coded": devices_state.coded,
        "camera": devices_state.camera,
        "finding": devices_state.finding,
        "trouble": devices_state.trouble,
        "seats": seats,
        "mine": mine[0] if mine else "",
        "watching": watching,
        "may_sit": watching
        and not begun
        and not devices_state.to_watch
        and any(row["state"] in ("free", "bot") for row in seats),
        "watchers": _watchers(_, device) if hosting else "",
        "hosting": hosting,
        "begun": begun,
        "paused": log is not None and log.paused,
        "guests": sum(row["state"] in ("here", "away") and not row["mine"] for row in seats),
        "joined": log is not None,
        "free": any(row["state"] == "free" for row in seats),
        "room": any(row["state"] in ("free", "bot") for row in seats)
        and not (begun and devices_state.stage == "letters"),
        # The current effect of a bot for a silent device.
        "one": one_left(_, device, now) if begun and device is not None else "",
        "bots": bots(_, device, now) if begun and device is not None else "",
        "helps": _another(_, hosting=False),
        "servers": devices_state.servers,
        "entered": {"address": "", "user": "", **devices_state.entered},
        "server_trouble": devices_state.server_trouble,
        "kept": devices_state.stage == "start" and _kind_of_stored(stored),
        "stuck": devices_state.stuck,
        "only_here": devices_state.only_here,
        "alone": device is not None and _alone(device, devices_state),
        "lost": _lost(_, device, devices_state) if device is not None else "",
        "letters": [
            {"name": _whose(_, log, other), "code": code}
            for other, code in devices_state.return_codes.items()
        ],
        "awaited": [
            log.game.record.seats[seat].name
            for seat, (state, _tens) in enumerate(devices_state.here)
            if log is not None
            and state == "away"
            and log.holders[seat].device in devices_state.returning_by_code
        ],
    }


def _seats(
    _: Catalogue, device: Device, devices_state: DevicesViewState, now: float
) -> list[DeviceSeat]:
    log = device.log
    if log is None:
        return []
    rows: list[DeviceSeat] = []
    drawn = tokens([seat.token for seat in log.game.record.seats])
    for seat, (heard, _tens) in enumerate(seat_presence(device, now)):
        state = "left" if heard in ("away", "rests") and seat in devices_state.gone else heard
        own = log.holders[seat].device == device.id
        rows.append(
            {
                "n": seat,
                "name": log.game.record.seats[seat].name,
                "token": drawn[seat],
                "portrait": log.holders[seat].bot,
                "state": state,
                "says": _state(_, state),
                "mine": own and state != "bot",
                "host": seat == log.host and state != "free",
                "key": fingerprint(key) if (key := log.holders[seat].pub) else "",
                "bot": device.bot_may_sit(seat, now) and not device.bot_leaves_one(seat, now),
                "take": log.begun and state == "bot" and may_take(device, seat),
                "back": own and state == "bot",
            }
        )
    return rows


def _heading(_: Catalogue, devices_state: DevicesViewState, joined: bool, begun: bool) -> str:
    """The title of the dialog: what it is for at this stage."""
    if devices_state.stuck and not begun:
        return _("Not connected yet")
    match devices_state.stage:
        case "join":
            return _("Join a table")
        case "host" if not begun:
            return _("Invite people")
        case "guest" if not joined:
            return _("Show your reply") if devices_state.code else _("Join a table")
        case "by-codes" | "invited" | "letters":
            return _("Play by codes")
        case "hall":
            return _("Watch several tables")
    return _("Several devices")


def _start(_: Catalogue, seats: list[DeviceSeat]) -> str:
    """The label of the button that starts the game: who will play. Bots play for the seats still free."""
    people = [row["name"] for row in seats if row["state"] not in ("bot", "free")]
    if len(people) < 2:
        return _("Start the game")
    bots = len(seats) - len(people)
    if bots:
        people.append(_.count("{n} bot", "{n} bots", bots))
    return _("Start with {names}", names=_.listed(people))


def _watchers(_: Catalogue, device: Device | None) -> str:
    """The number of people who watch, as far as the host knows; "" for none."""
    conns = device.conns.values() if device is not None else ()
    seated = {holder.device for holder in device.log.holders} if device and device.log else set()
    count = sum(conn.joined and conn.device not in seated for conn in conns)
    return _.count("{n} person is watching", "{n} people are watching", count) if count else ""


def _others(device: Device, devices_state: DevicesViewState) -> set[str]:
    """The other devices of this one's table. Those that have left do not count."""
    log = device.log
    if log is None or not log.seats_of(device.id):
        return set()
    people = [holder for n, holder in enumerate(log.holders) if n not in devices_state.gone]
    return {p.device for p in people if p.device and p.device != device.id and not p.bot}


def _alone(device: Device, devices_state: DevicesViewState) -> bool:
    """Whether this device has lost all others of its table."""
    return bool(_others(device, devices_state)) and not device.conns


def _lost(_: Catalogue, device: Device, devices_state: DevicesViewState) -> str:
    """Who plays on the only other device, if this one has lost it; "" if there are several others."""
    others = _others(device, devices_state)
    if device.conns or len(others) != 1:
        return ""
    return _whose(_, device.log, others.pop())


def _whose(_: Catalogue, log: ReplicatedLog | None, device: str) -> str:
    seats = log.seats_of(device) if log is not None else []
    names = [log.game.record.seats[n].name for n in seats] if log is not None else []
    return _.listed(names) if names else ""


def _kind_of_stored(stored: str) -> str:
    """The kind of the stored table: "" for none, "table" for a live one, "letters" for a game by codes."""
    return "" if not stored else "letters" if stored.startswith('{"letters"') else "table"


def _state(_: Catalogue, state: str) -> str:
    match state:
        case "here":
            return _("connected")
        case "away":
            return _("away")
        case "left":
            return _("has left")
        case "rests":
            return _("asleep")
        case "bot":
            return _("a bot")
    return _("free: waiting for a guest")


def one_left(_: Catalogue, device: Device, now: float) -> str:
    """The options of people when all other devices are silent; "" while others are heard."""
    seats = may_play_alone(device, now)
    if not seats:
        return ""
    log = device.log
    assert log is not None
    names = _.listed([log.game.record.seats[seat].name for seat in seats])
    if device.has_told():
        return _(
            "The game is waiting for {names}: without them, part of the current throw or "
            "card can’t be revealed. No bot can take over now, because someone may "
            "already know the result. Wait, or continue alone. If you continue alone, "
            "this device leaves the game and continues with its own copy. Bots play for "
            "the others, and no other device checks the dice anymore.",
            names=names,
        )
    return _(
        "The game is waiting for {names}. If only this device were left, it would know "
        "all throws and cards in advance. Wait for them, or continue alone. If you "
        "continue alone, this device leaves the game and continues with its own copy. "
        "Bots play for the others, and no other device checks the dice anymore.",
        names=names,
    )


def may_play_alone(device: Device, now: float) -> list[int]:
    """Return the silent seats for which no bot may play.

    A bot may not play if this device would be left alone, or if somebody may know the result of the
    open draw."""
    log = device.log
    if log is None or not log.seats_of(device.id):
        return []
    silent = [seat for seat in range(log.seats) if device.overdue(seat, now)]
    told = device.has_told()
    return [seat for seat in silent if told or device.bot_leaves_one(seat, now)]


def bots(_: Catalogue, device: Device, now: float) -> str:
    """The effect of a bot on a silent seat; "" while no bot may take one."""
    log = device.log
    if log is None:
        return ""
    seats = [seat for seat in range(log.seats) if device.bot_may_sit(seat, now)]
    seats = [seat for seat in seats if not device.bot_leaves_one(seat, now)]
    if not seats:
        return ""
    text: str = _("The bot plays until the device is back.")
    if log.drawing:
        text += " " + _(
            "Nobody knows the current throw or card yet. It will be drawn again without "
            "the missing device."
        )
    return text


def waits_for(
    _: Catalogue, device: Device, devices_state: DevicesViewState, seat: int, now: float
) -> str:
    """Return a sentence that names the device which has to give a seat's answer. Seat -1 is chance."""
    log = device.log
    if log is None:
        return ""
    if log.paused:
        return _("The game is paused for everyone.")
    states, seats = seat_presence(device, now), log.game.record.seats
    waited = device.lacking(now) if seat < 0 else [seat]
    if seat < 0 and not log.drawing:
        return _("The game waits until one of the sleeping devices wakes up.")
    if seat < 0 and not waited:
        return _("All devices are working out the result together.")
    if seat >= 0 and states[seat][0] not in ("away", "rests"):
        return _("This player is playing on another device.")
    name = _.listed([seats[n].name for n in waited])
    text = _("{name}’s device isn’t answering.", name=name)
    if seat in devices_state.gone:
        text = _("{name} left the game.", name=name)
    elif seat >= 0 and states[seat][0] == "rests":
        text = _("{name}’s device is asleep: wake it up.", name=name)
    if seat < 0:
        text = _("The dice are waiting for {name}’s device.", name=name) + " "
        if any(n in log.seats_of(device.id) for n in waited):
            return text + _("That’s this device. If nothing happens, reload this page.")
        text += _("Wake it up, or check that the page is still open there.")
    if not log.seats_of(device.id):
        return text
    if device.has_told() or all(device.bot_leaves_one(n, now) for n in waited):
        if may_play_alone(device, now):
            text += " " + _("Under “Several devices” you can also continue alone.")
        return text
    if not any(device.bot_may_sit(n, now) for n in waited):
        return text + " " + _("If nothing happens for 40 seconds, a bot can take over.")
    return text + " " + _("Under “Several devices” you can let a bot play.")


def trouble_text(_: Catalogue, cause: str, hosting: bool) -> str:
    """Return a text about two devices that did not connect: what happened, and what to do, by the cause."""
    match cause:
        case "no-window":
            return _(
                "No other window of this browser is hosting a game. In the window that "
                "should host it, choose “Several devices”, then “Invite people”."
            )
        case "no-camera":
            return _(
                "This page can’t find a camera here or isn’t allowed to use it. "
                "Paste the code instead."
            )
        case "no-addresses":
            return _(
                "The network hides this device: the browser can’t find its address. Allow "
                "this page to use the camera once, on either device. You can turn the "
                "camera off right afterward. Then try again."
            )
        case "damaged":
            return _("The browser can’t use that code.") + " " + _another(_, hosting)
    text: str = _("The devices can’t reach each other.")
    if hosting:
        return text + " " + _another(_, hosting)
    return (
        text
        + " "
        + _("The host’s screen shows a new code. Scan it first, then show the host your new reply.")
    )


def _another(_: Catalogue, hosting: bool) -> str:
    """The advice about the codes after a failure."""
    if hosting:
        return _("A new code is shown here. Use it to try again.")
    return _("Ask the host for a new code and enter it here.")


def may_take(device: Device, seat: int) -> bool:
    """Whether the people here may ask for the seat of a bot.

    They may if they have no seat, or if it is their own one, which this device does not take back by
    itself."""
    log = device.log
    if log is None:
        return False
    if log.holders[seat].device == device.id:
        return device.stays_out(seat)
    return not device.mine and not any(holder.device == device.id for holder in log.holders)
