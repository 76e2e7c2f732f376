"""The notices of a table over several devices: news, questions to all people, a pause, a split."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....language.catalogue import Catalogue
from ....peers.device.device import Device
from ....peers.device.model import News, Poll
from ...notices import Notice, action_data
from .dialog import may_take

if TYPE_CHECKING:
    from ...views.types import NoticeAction

PAUSED: Final = "devices-paused"  # the notices
SPLIT: Final = "devices-split"


def paused_notice(_: Catalogue, device: Device) -> Notice:
    """The notice at a device while the table is paused. People with a seat may let it go on."""
    sits = device.log is not None and device.log.seats_of(device.id)
    acts = (action_data("devices-pause", _("Resume")),) if sits else ()
    return Notice(
        PAUSED, _("The game is paused for everyone."), icon="u-pause", acts=acts, lasts=True
    )


# When a device asks for a seat, the question replaces these notices.
BEFORE_JOIN: Final = frozenset({"devices-bot", "devices-joined"})
# The notices of questions to all people, by kind.
VOTES: Final = {"undo": "devices-undo", "join": "devices-join", "replace": "devices-replace"}


def _ended(text: str) -> str:
    """Return the sentence with exactly one full stop at its end, even if a name before it ends with one."""
    return text[:-1] if text.endswith("..") else text


def vote_notice(_: Catalogue, device: Device, vote: Poll, undone: str) -> Notice | None:
    """The notice for a question to all people, at a device that has to answer it or waits for others.

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
        text = _("{name} would like to undo:", name=names[vote.by]) + " " + undone
        if vote.by in mine:
            text = _("You’ve asked to undo:") + " " + undone
        if log.history.takes_back_draws(vote.entry["to"]):
            text += " " + _("The next throw or card will be a new one.")
        icon = "u-undo"
    else:
        seat, own = names[vote.entry["seat"]], vote.entry["device"] == device.id
        icon = "u-link"
        if own:
            text = _("The others are being asked whether you may play for {name}.", name=seat)
        elif guest := device.name_of(vote.entry["device"]):
            text = _(
                "{guest} is new here and would like to play for {name} instead of the bot.",
                guest=guest,
                name=seat,
            )
        else:
            text = _("A new player would like to play for {name} instead of the bot.", name=seat)
    agreed = _.series([names[seat] for seat in sorted(vote.yes)])
    more = _ended(_("Agreed: {names}.", names=agreed)) + " " if agreed else ""
    if waits:
        waited = _.series([names[seat] for seat in waits])
        more += _ended(_("Still waiting for: {names}.", names=waited))
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
    if not any(may_take(device, seat) for seat, holder in enumerate(log.holders) if holder.bot):
        return None
    text = _("You’re watching: this game has already begun.")
    more = _("You can ask to play instead of a bot. All players have to agree.")
    ask = action_data("devices", _("Several devices"))
    return Notice("devices-joined", text, more=more, icon="u-eye", acts=(ask,), lasts=True)


def _split(_: Catalogue, mine: int, theirs: int, remade: list[int]) -> tuple[str, str]:
    """Return the text about two halves of a table that have met, and the details."""
    text = _("The devices lost contact and split into two groups, and both groups played on.")
    more = _("Moves since then: {n} in your game, {m} in theirs.", n=mine, m=theirs)
    more += " " + _("Your own game stays in your saved games.")
    if remade:
        first = _.series(list(map(str, remade)))
        text = _(
            "On another device, this game took a different course: throws or cards were "
            "drawn again there (no. {n}).",
            n=first,
        )
        more += " " + _(
            "This device had already revealed its part of that draw, so the others could "
            "have chosen the result. Ask them what happened before you switch to their "
            "game."
        )
    return text, more


def news_notice(_: Catalogue, device: Device | None, news: News) -> Notice | None:
    """The notice for an item of news; None if people need not know it."""
    facts = news.facts

    def each(seats: list[int]) -> list[str]:
        log = device.log if device else None
        record = log.game.record if log else None
        return [record.seats[seat].name for seat in seats if seat >= 0] if record else []

    def names(seats: list[int]) -> str:
        """The names as a part of a sentence."""
        found = each(seats)
        return _.listed(found) if found else ""

    match news.what:
        case "undone" if not facts["agreed"]:
            text = _(
                "{name} undid something while this device was away.", name=names([facts["by"]])
            )
            more = _ended(_("Agreed: {names}.", names=_.series(each(facts["yes"]))))
            if facts["unasked"]:
                more += " " + _(
                    "Not asked, because their devices had been silent for ten minutes: {names}.",
                    names=_.series(each(facts["unasked"])),
                )
            return Notice("devices-undone", text, more=more, icon="u-undo", lasts=True)
        case "vote-refused":
            text = _("{name} doesn’t agree, so nothing changes.", name=names([facts["by"]]))
            if facts["kind"] == "replace":
                text = _(
                    "{name}’s device is still connected to the missing device, so nothing changes.",
                    name=names([facts["by"]]),
                )
            return Notice(VOTES[facts["kind"]], text, icon="u-undo")
        case "vote-lapsed" if facts["kind"] == "undo" or facts["entry"].get("why") == "new":
            who = names(facts["waits"])
            text = _("No answer from {name} for two minutes, so nothing changes.", name=who)
            return Notice(VOTES[facts["kind"]], text, icon="u-undo")
        case "too-often":
            text = _("You can ask at most five times a minute: please wait a moment.")
            return Notice("devices-often", text, icon="u-undo")
        case "not-yet":
            text = _(
                "That device answered a moment ago, so a bot can’t replace it yet. "
                "Try again in a little while."
            )
            return Notice("devices-not-yet", text, icon="u-link")
        case "replaced":
            mine = device is not None and set(facts["seats"]) & set(device.mine)
            if mine:
                text = _(
                    "A bot is playing for you, because the others had to wait for this device."
                )
                more = _("You’ll be playing again in a moment.")
                if device is not None and any(map(device.stays_out, device.mine)):
                    more = _(
                        "Your device had already revealed its part of a throw or card "
                        "when the others drew again without it. If your connection broke "
                        "at that moment, nobody has seen that part. But perhaps the "
                        "others knew the result and wanted another one. So your device no "
                        "longer takes part in the draws, unless you trust the others and "
                        "replace the bot."
                    )
                    back = action_data("devices-take", _("Replace the bot"), str(min(mine)))
                    return Notice(
                        "devices-bot", text, more=more, icon="u-link", acts=(back,), lasts=True
                    )
                return Notice("devices-bot", text, more=more, icon="u-link", lasts=True)
            text = _("A bot plays for {name}.", name=names(facts["seats"]))
            return Notice("devices-bot", text, icon="u-link")
        case "sat-down":
            text = _("{name} is back in the game.", name=names([facts["seat"]]))
            if facts["why"] == "new":
                text = _("A new player now plays for {name}.", name=names([facts["seat"]]))
                holders = device.log.holders if device and device.log else []
                guest = device.name_of(holders[facts["seat"]].device) if device and holders else ""
                if guest:
                    text = _(
                        "{guest} now plays for {name}.", guest=guest, name=names([facts["seat"]])
                    )
            if facts["mine"]:
                text = _("You’re playing as {name}.", name=names([facts["seat"]]))
            return Notice("devices-bot", text, icon="u-link")
        case "explained" if not facts["mine"]:
            text = _("{name} is back and watching.", name=names([facts["seat"]]))
            more = _("The bot plays on for this player.")
            return Notice("devices-bot", text, more=more, icon="u-link")
        case "objects" | "liar":
            # No honest program does this; the draw waits until the right value has come.
            text = _(
                "{name}’s device sent a wrong value for throw or card no. {n}: it doesn’t "
                "match what the device had committed to.",
                n=facts["draw"],
                name=names([facts["seat"]]),
            )
            return Notice("devices-object", text, bad=True, icon="u-flag", lasts=True)
        case "without":
            first, last = facts["draws"][0], facts["draws"][-1]
            n = f"{first}" if first == last else f"{first}–{last}"
            text = _("Drawn while this device was away: throw or card no. {n}.", n=n)
            more = _("The game file lists every such draw.")
            return Notice("devices-without", text, more=more, icon="u-dice")
        case "stopped" | "says-stop":
            more = f"{_.sentence(facts['why'])} {names([facts['seat']])}"
            if not facts.get("stops", True):
                text = _(
                    "{name}’s device has stopped because it found a problem. Your device "
                    "found none.",
                    name=names(facts["by"]),
                )
                return Notice("devices-doubts", text, more=more, bad=True, icon="u-flag")
            text = _("The game has stopped: the devices don’t agree.")
            on = action_data("devices-go-on", _("Continue anyway"))
            return Notice(
                "devices-stopped", text, more=more, bad=True, icon="u-flag", acts=(on,), lasts=True
            )
        case "split":
            text, more = _split(_, facts["mine"], facts["theirs"], facts["remade"])
            on = action_data(
                "devices-follow", _("Switch to their game"), facts["digest"], main=True
            )
            bad = bool(facts["remade"])
            return Notice(SPLIT, text, more=more, bad=bad, icon="u-link", acts=(on,), lasts=True)
        case "host":
            text = _("{name} is now the host.", name=names([facts["seat"]]))
            if facts["mine"]:
                text = _("This device is now the host.")
            return Notice("devices-host", text, icon="u-link")
        case "full":
            name = facts["name"] or _("Someone")
            text = _("The game is full: {name} wanted to play and is watching instead.", name=name)
            if device is not None and device.log is not None and device.log.begun:
                text = _("{name} has joined to watch.", name=name)
                if any(holder.bot for holder in device.log.holders):
                    text += " " + _("They can ask to play instead of a bot.")
            return Notice("devices-full", text, icon="u-eye")
        case "no":
            text = _("The game had already moved on. Please decide again.")
            return Notice("devices-no", text, icon="u-flag")
        case "bye" if not facts.get("why") and facts.get("seats"):
            text = _("{name} left the game.", name=names(facts["seats"]))
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
            text = _("Another device now plays in your place.")
            return Notice("devices-seat", text, bad=True, icon="u-flag", lasts=True)
    return None
