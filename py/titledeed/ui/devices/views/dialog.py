"""The views of the dialog and the notices of a table over several devices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....language.catalogue import Catalogue
from ....peers.device.device import Device
from ....peers.device.model import News, Poll
from ....peers.ecdsa import fingerprint
from ....peers.replicated_log import ReplicatedLog
from ...notices import Notice, action_data
from ...state import AppState
from ..state import DevicesViewState

if TYPE_CHECKING:
    from ...views.types import NoticeAction
    from .types import DeviceSeat, DevicesView


def seat_presence(device: Device, now: float) -> tuple[tuple[str, int], ...]:
    """For each seat "here", "rests", "away", "bot" or "free", and for how many tens of seconds it has been
    away."""
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
        elif seat in log.resting:
            out.append(("rests", 0))
        elif seat in present:
            out.append(("here", 0))
        else:
            out.append(("away", int(device.silent_for(seat, now) // 10)))
    return tuple(out)


def devices_view(
    app: AppState, device: Device | None, devices_state: DevicesViewState, now: float, stored: str
) -> DevicesView:
    """The view of the dialog. ``now``: seconds; ``stored``: what the browser has kept of a table."""
    _, log = app.catalogue, device.log if device else None
    seats = _seats(_, device, devices_state, now) if device is not None else []
    mine = [row["name"] for row in seats if row["mine"]]
    begun = log is not None and log.begun
    hosting = device is not None and device.hosting
    watching = log is not None and not mine
    return {
        "stage": devices_state.stage,
        "name": devices_state.name,
        "watch": devices_state.watch,
        "to_watch": devices_state.to_watch,
        "making": devices_state.making,
        "code": devices_state.code,
        "picture": {"side": devices_state.picture[0], "path": devices_state.picture[1]},
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
        # What a bot for a silent device means now.
        "one": one_left(_, device, now) if begun and device is not None else "",
        "bots": bots(_, device, now) if begun and device is not None else "",
        "helps": trouble_text(_, "apart", hosting=False),
        "servers": devices_state.servers,
        "entered": {"address": "", "user": "", **devices_state.entered},
        "server_trouble": devices_state.server_trouble,
        "kept": devices_state.stage == "start" and _kind_of_stored(stored),
        "stuck": devices_state.stuck,
        "alone": device is not None and _alone(device, devices_state),
        "letters": [
            {"name": _whose(log, other), "code": code}
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
    for seat, (heard, _tens) in enumerate(seat_presence(device, now)):
        state = "left" if heard in ("away", "rests") and seat in devices_state.gone else heard
        own = log.holders[seat].device == device.id
        rows.append(
            {
                "n": seat,
                "name": log.game.record.seats[seat].name,
                "state": state,
                "says": _state(_, state),
                "mine": own and state != "bot",
                "host": seat == log.host and state != "free",
                "key": fingerprint(key) if (key := log.holders[seat].pub) else "",
                "bot": device.bot_may_sit(seat, now) and not device.bot_leaves_one(seat, now),
                "take": log.begun and state == "bot" and _may_take(device, seat),
                "back": own and state == "bot",
            }
        )
    return rows


def _watchers(_: Catalogue, device: Device | None) -> str:
    """How many watch, as far as the host knows; "" for none."""
    links = device.links.values() if device is not None else ()
    seated = {holder.device for holder in device.log.holders} if device and device.log else set()
    count = sum(conn.joined and conn.device not in seated for conn in links)
    return _.count("{n} person watches", "{n} people watch", count) if count else ""


def _alone(device: Device, devices_state: DevicesViewState) -> bool:
    """Whether this device has lost all others of its table; those who have left are not lost."""
    log = device.log
    if log is None or not log.seats_of(device.id):
        return False
    people = [holder for n, holder in enumerate(log.holders) if n not in devices_state.gone]
    others = [p for p in people if p.device and p.device != device.id and not p.bot]
    return bool(others) and not device.links


def _whose(log: ReplicatedLog | None, device: str) -> str:
    seats = log.seats_of(device) if log is not None else []
    return ", ".join(log.game.record.seats[n].name for n in seats) if log is not None else ""


def _kind_of_stored(stored: str) -> str:
    """The kind of the stored table: "" for none, "table" for a live one, "letters" for a game by codes."""
    return "" if not stored else "letters" if stored.startswith('{"letters"') else "table"


def _state(_: Catalogue, state: str) -> str:
    match state:
        case "here":
            return _("here")
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
    """What people can do where all other devices are silent; "" while that is not so."""
    seats = may_play_alone(device, now)
    if not seats:
        return ""
    log = device.log
    assert log is not None
    names = ", ".join(log.game.record.seats[seat].name for seat in seats)
    if device.has_told():
        return _(
            "The game waits for {names}: only that device can tell its part of the open throw or card."
            " Nobody is left out of it now, since somebody may know the result already. Wait, or play on"
            " alone. Then this device leaves the table and goes on with a game of its own. Bots play the"
            " other seats, and other devices prove the dice no more.",
            names=names,
        )
    return _(
        "The game waits for {names}: with one device alone, that device would know all throws and cards"
        " to come. Wait for them, or play on alone. Then this device leaves the table and goes on with a"
        " game of its own. Bots play the other seats, and other devices prove the dice no more.",
        names=names,
    )


def may_play_alone(device: Device, now: float) -> list[int]:
    """The silent seats for which no bot may play, since this device would be left alone, or since somebody
    may know what the open draw will be."""
    log = device.log
    if log is None or not log.seats_of(device.id):
        return []
    silent = [seat for seat in range(log.seats) if device.overdue(seat, now)]
    told = device.has_told()
    return [seat for seat in silent if told or device.bot_leaves_one(seat, now)]


def bots(_: Catalogue, device: Device, now: float) -> str:
    """What a bot on a silent seat would mean; "" while no bot may take one."""
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
            "Nobody knows the open throw or card yet. It’s drawn anew without that device."
        )
    return text


def waits_for(
    _: Catalogue, device: Device, devices_state: DevicesViewState, seat: int, now: float
) -> str:
    """A sentence that says which device a seat's answer is to come from. Seat -1 is chance."""
    log = device.log
    if log is None:
        return ""
    if log.paused:
        return _("The game is paused for everyone.")
    states, seats = seat_presence(device, now), log.game.record.seats
    waited = device.lacking(now) if seat < 0 else [seat]
    if seat < 0 and not log.drawing:
        return _("The dice wait until one of the sleeping devices is awake.")
    if seat < 0 and not waited:
        return _("All devices draw together.")
    if seat >= 0 and states[seat][0] not in ("away", "rests"):
        return _("They decide on their own device.")
    name = ", ".join(seats[n].name for n in waited)
    text = _("{name}’s device does not answer.", name=name)
    if seat in devices_state.gone:
        text = _("{name} has left the game.", name=name)
    elif seat >= 0 and states[seat][0] == "rests":
        text = _("{name}’s device is asleep: wake it.", name=name)
    if seat < 0:
        text = _("The dice wait for {name}’s device.", name=name) + " "
        if any(n in log.seats_of(device.id) for n in waited):
            return text + _("That is this device: reload this page if nothing happens.")
        text += _("Wake it, or look whether its page is open.")
    if not log.seats_of(device.id):
        return text
    if device.has_told() or all(device.bot_leaves_one(n, now) for n in waited):
        if may_play_alone(device, now):
            text += " " + _("Under “Several devices” you can also play on alone.")
        return text
    if not any(device.bot_may_sit(n, now) for n in waited):
        return text + " " + _("If nothing happens for 40 seconds, a bot can take over.")
    return text + " " + _("Under “Several devices” you can let a bot play.")


def trouble_text(_: Catalogue, cause: str, hosting: bool) -> str:
    """A text that says what happened when two devices did not connect, and what to do, by the cause."""
    match cause:
        case "no-window":
            return _(
                "No other window of this browser hosts a game. In that window choose “Several devices”, then"
                " “Invite players”."
            )
        case "no-camera":
            return _("This page can’t use a camera here, or may not. Paste the code instead.")
        case "no-places":
            return _(
                "The network hides this device: the browser finds no address for it. Allow this page to use"
                " the camera once, on either device; it can stay off. Then try again."
            )
        case "damaged":
            return _("The browser couldn’t use that code.") + " " + _another(_, hosting)
    reason = _(
        "Some networks hide devices: allow this page to use the camera once, on either device. Guest Wi-Fi"
        " keeps devices apart: turn on a phone’s hotspot and connect both to it; it needs no data."
    )
    return _("The devices can’t reach each other.") + " " + _another(_, hosting) + " " + reason


def _another(_: Catalogue, hosting: bool) -> str:
    """What to do with the codes after a failure."""
    if hosting:
        return _("The code shown here is a new one: use it for the next try.")
    return _("Ask the host for a new code and enter it here.")


PAUSED: Final = "devices-paused"  # the notices
SPLIT: Final = "devices-split"


def paused_notice(_: Catalogue, device: Device) -> Notice:
    """The notice at a device while the table is paused; who sits may let it go on."""
    sits = device.log is not None and device.log.seats_of(device.id)
    acts = (action_data("devices-pause", _("Go on")),) if sits else ()
    return Notice(
        PAUSED, _("The game is paused for everyone."), icon="u-pause", acts=acts, lasts=True
    )


# Where a device asks for a seat, the question says what these have said.
BEFORE_JOIN: Final = frozenset({"devices-bot", "devices-joined"})
# The notices of questions to all people, by kind.
VOTES: Final = {"undo": "devices-undo", "join": "devices-join", "replace": "devices-replace"}


def _may_take(device: Device, seat: int) -> bool:
    """Whether the people here may ask for the seat of a bot: they have none, or it is their own one, which
    this device does not take back by itself."""
    log = device.log
    if log is None:
        return False
    if log.holders[seat].device == device.id:
        return device.stays_out(seat)
    return not device.mine and not any(holder.device == device.id for holder in log.holders)


def _ended(text: str) -> str:
    """A sentence that ends with one full stop, also after a name that ends with one."""
    return text[:-1] if text.endswith("..") else text


def question(_: Catalogue, device: Device, vote: Poll, undone: str) -> Notice | None:
    """The notice for a question to all people, at a device that has to answer it or waits for others;
    ``undone``: what an undo would take back, in words."""
    log = device.log
    if log is None or vote.kind == "replace":
        return None
    names = [seat.name for seat in log.game.record.seats]
    mine = log.seats_of(device.id)
    waits = [seat for seat in device.needed(vote) if seat not in vote.yes]
    if not mine and vote.entry.get("device") != device.id:
        return None
    if vote.kind == "undo":
        text = _("{name} would like to take something back:", name=names[vote.by]) + " " + undone
        if vote.by in mine:
            text = _("You have asked to take something back:") + " " + undone
        if log.history.takes_back_draws(vote.entry["to"]):
            text += " " + _("The next throw or card is a new one.")
        icon = "u-undo"
    else:
        seat, own = names[vote.entry["seat"]], vote.entry["device"] == device.id
        icon = "u-link"
        if own:
            text = _("The others are asked whether you may play for {name}.", name=seat)
        elif guest := device.name_of(vote.entry["device"]):
            text = _(
                "{guest} is new here and would like to play for {name}, instead of the bot.",
                guest=guest,
                name=seat,
            )
        else:
            text = _("Somebody new would like to play for {name}, instead of the bot.", name=seat)
    agreed = ", ".join(names[seat] for seat in sorted(vote.yes))
    more = _ended(_("Agreed: {names}.", names=agreed)) + " " if agreed else ""
    if waits:
        waited = ", ".join(names[seat] for seat in waits)
        more += _ended(_("Still to answer: {names}.", names=waited))
    acts: tuple[NoticeAction, ...] = ()
    if set(waits) & set(mine):
        yes = action_data("devices-agree", _("I agree"), f"yes {vote.kind}", main=True)
        acts = (yes, action_data("devices-agree", _("No"), f"no {vote.kind}"))
    return Notice(VOTES[vote.kind], text, more=more, icon=icon, acts=acts, lasts=True)


def came_late(_: Catalogue, device: Device) -> Notice | None:
    """The notice for people who wanted to play, at a table whose game has begun."""
    log = device.log
    if log is None or device.mine or device.want != "seat":
        return None
    if not any(_may_take(device, seat) for seat, holder in enumerate(log.holders) if holder.bot):
        return None
    text = _("You’re watching: this game has begun already.")
    more = _("You can ask for the seat of a bot. Everyone who plays has to agree.")
    ask = action_data("devices", _("Several devices"))
    return Notice("devices-joined", text, more=more, icon="u-eye", acts=(ask,), lasts=True)


def _split(_: Catalogue, mine: int, theirs: int, remade: list[int]) -> tuple[str, str]:
    """What to say of two halves of a table that have met, and more of it."""
    text = _("The two halves of the table have met, and both have played on.")
    more = _("Since then: {n} moves here, {m} there.", n=mine, m=theirs)
    more += " " + _("Your own record is kept with the saved games.")
    if remade:
        first = ", ".join(map(str, remade))
        text = _("Another list of this game has come in which dice fall again: draw {n}.", n=first)
        more += " " + _(
            "This device had opened its value for them already, so whoever made that list could"
            " choose. Ask the others what has happened before you go on with it."
        )
    return text, more


def news_notice(_: Catalogue, device: Device | None, news: News) -> Notice | None:
    """The notice for a piece of news; None if people need not know it."""
    facts = news.facts

    def names(seats: list[int]) -> str:
        log = device.log if device else None
        record = log.game.record if log else None
        return ", ".join(record.seats[seat].name for seat in seats if seat >= 0) if record else ""

    match news.what:
        case "undone" if not facts["agreed"]:
            text = _(
                "{name} took something back while this device was away.", name=names([facts["by"]])
            )
            more = _ended(_("Agreed: {names}.", names=names(facts["yes"])))
            if facts["unasked"]:
                more += " " + _(
                    "Not asked, since their devices gave no sign for ten minutes: {names}.",
                    names=names(facts["unasked"]),
                )
            return Notice("devices-undone", text, more=more, icon="u-undo", lasts=True)
        case "vote-refused":
            text = _("{name} does not agree, so nothing changes.", name=names([facts["by"]]))
            if facts["kind"] == "replace":
                text = _("{name}’s device still hears that one.", name=names([facts["by"]]))
            return Notice(VOTES[facts["kind"]], text, icon="u-undo")
        case "vote-lapsed" if facts["kind"] == "undo" or facts["entry"].get("why") == "new":
            who = names(facts["waits"])
            text = _("Nothing changes: {name} has not answered for two minutes.", name=who)
            return Notice(VOTES[facts["kind"]], text, icon="u-undo")
        case "too-often":
            text = _("Five questions a minute are enough: please wait a moment.")
            return Notice("devices-often", text, icon="u-undo")
        case "not-yet":
            text = _("That device has been heard a moment ago: please wait a little.")
            return Notice("devices-not-yet", text, icon="u-link")
        case "replaced":
            mine = device is not None and set(facts["seats"]) & set(device.mine)
            if mine:
                text = _("A bot plays for you: the others had waited for this device.")
                more = _("You are back in a moment.")
                if device is not None and any(map(device.stays_out, device.mine)):
                    more = _(
                        "Your device had told its part of a throw or card that the others then gave up. If"
                        " your connection broke at that moment, nobody has learned it. But the others may"
                        " also have known the result and wanted another one. So your device stays out of the"
                        " draws, unless you trust them and take your seat back."
                    )
                    back = action_data("devices-take", _("Take my seat back"), str(min(mine)))
                    return Notice(
                        "devices-bot", text, more=more, icon="u-link", acts=(back,), lasts=True
                    )
                return Notice("devices-bot", text, more=more, icon="u-link", lasts=True)
            text = _("A bot plays for {name}.", name=names(facts["seats"]))
            return Notice("devices-bot", text, icon="u-link")
        case "sat-down":
            text = _("{name} is back at the table.", name=names([facts["seat"]]))
            if facts["why"] == "new":
                text = _("Somebody new plays {name} now.", name=names([facts["seat"]]))
                places = device.log.holders if device and device.log else []
                guest = device.name_of(places[facts["seat"]].device) if device and places else ""
                if guest:
                    text = _(
                        "{guest} plays for {name} now.", guest=guest, name=names([facts["seat"]])
                    )
            if facts["mine"]:
                text = _("You play {name}.", name=names([facts["seat"]]))
            return Notice("devices-bot", text, icon="u-link")
        case "explained" if not facts["mine"]:
            text = _("{name} is back to watch.", name=names([facts["seat"]]))
            more = _("The bot that took the seat plays on.")
            return Notice("devices-bot", text, more=more, icon="u-link")
        case "objects" | "liar":
            # No honest program does this; the draw waits until the right value has come.
            text = _(
                "What {name}’s device sent for draw {n} does not fit what it had committed to.",
                n=facts["draw"],
                name=names([facts["seat"]]),
            )
            return Notice("devices-object", text, bad=True, icon="u-flag", lasts=True)
        case "without":
            first, last = facts["draws"][0], facts["draws"][-1]
            n = f"{first}" if first == last else f"{first}–{last}"
            text = _("Draws made while this device was away: {n}.", n=n)
            more = _("The record names each of these draws.")
            return Notice("devices-without", text, more=more, icon="u-dice")
        case "stopped" | "says-stop":
            more = f"{_.sentence(facts['why'])} {names([facts['seat']])}"
            if not facts.get("stops", True):
                text = _(
                    "{name}’s device has stopped: it has found something wrong. Yours has not.",
                    name=names(facts["by"]),
                )
                return Notice("devices-doubts", text, more=more, bad=True, icon="u-flag")
            text = _("The table has stopped: its devices do not agree.")
            on = action_data("devices-go-on", _("Go on anyway"))
            return Notice(
                "devices-stopped", text, more=more, bad=True, icon="u-flag", acts=(on,), lasts=True
            )
        case "split":
            text, more = _split(_, facts["mine"], facts["theirs"], facts["remade"])
            on = action_data("devices-follow", _("Go on with theirs"), facts["digest"], main=True)
            bad = bool(facts["remade"])
            return Notice(SPLIT, text, more=more, bad=bad, icon="u-link", acts=(on,), lasts=True)
        case "host":
            text = _("{name} is the host now.", name=names([facts["seat"]]))
            if facts["mine"]:
                text = _("This device is now the host.")
            return Notice("devices-host", text, icon="u-link")
        case "full":
            name = facts["name"] or _("Someone")
            text = _("{name} came to play, but every seat is taken. They’re watching.", name=name)
            if device is not None and device.log is not None and device.log.begun:
                text = _("{name} has come and is watching.", name=name)
                if any(holder.bot for holder in device.log.holders):
                    text += " " + _("They can ask for the seat of a bot.")
            return Notice("devices-full", text, icon="u-eye")
        case "no":
            text = _("The game had moved on. Please decide again.")
            return Notice("devices-no", text, icon="u-flag")
        case "bye" if not facts.get("why") and facts.get("seats"):
            text = _("{name} has left the game.", name=names(facts["seats"]))
            more = _("If they don’t come back, you can let a bot play for them.")
            again = action_data("devices", _("Several devices"))
            return Notice("devices-bye", text, more=more, icon="u-link", acts=(again,))
        case "dropped" | "bye" if facts.get("why"):
            reason = _.sentence(facts["why"])
            who = names(facts.get("seats", []))
            text = (
                _("{name}’s device was disconnected.", name=who)
                if who
                else _("A device was disconnected.")
            )
            return Notice("devices-bye", text, more=reason, icon="u-link")
        case "seat-lost":
            text = _("Another device has this seat now.")
            return Notice("devices-seat", text, bad=True, icon="u-flag", lasts=True)
    return None
