"""The view of a game by codes, and of the preceding choice of how to play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....engine.asks import (
    Over,
)
from ....language.catalogue import Catalogue
from ....peers.correspondence.open_join_play_correspondence_game import AHEAD, CorrespondenceGame

if TYPE_CHECKING:
    from .types import CorrespondenceView, InvitedView, WaysToPlay


def ways_to_play(_: Catalogue, people: int, bots: int) -> WaysToPlay:
    """The choice before a game by codes: fair throws, or fewer codes and their price."""
    others = people - 1
    return {
        "ways": [
            {
                "arg": "fair",
                "label": _("Fair throws"),
                "mark": _("recommended"),
                "text": _("Nobody can foresee a throw or a card."),
                "codes": _.count(
                    "Each throw takes {all} codes: yours, then one from the other player.",
                    "Each throw takes {all} codes: yours, then one from each of the {n} others.",
                    others,
                    all=people,
                ),
            },
            {
                "arg": "fewer",
                "label": _("Fewer codes"),
                "mark": "",
                "text": _("For players who trust each other."),
                "codes": _("Usually one code for each turn."),
            },
        ],
        "ahead": AHEAD * people,
        "bots": bots,
    }


def invited_view(_: Catalogue, correspondence: CorrespondenceGame) -> InvitedView:
    """An invitation that has been opened and not answered yet."""
    host = correspondence.guests[0].name
    says = _("{name} invites you to play by codes.", name=host) if host else ""
    return {"says": says or _("You’re invited to play by codes."), "way": _way(_, correspondence)}


def letters_view(
    _: Catalogue, correspondence: CorrespondenceGame, picture: tuple[int, str]
) -> CorrespondenceView:
    """The part of the dialog that only a game by codes has."""
    encoder = correspondence.encoder
    over = encoder is not None and isinstance(encoder.log.state.ask, Over)
    many = correspondence.people > 2
    return {
        "code": correspondence.code,
        "picture": {"side": picture[0], "path": picture[1]},
        "link": encoder is None and correspondence.hosting,
        "begun": encoder is not None,
        "title": _title(_, correspondence, over),
        "counted": _counted(_, correspondence),
        "then": _then(_, correspondence),
        "label": _label(_, correspondence, many),
        "paste": "" if over and not correspondence.waits_for() else _paste(_, correspondence, many),
        "way": _way(_, correspondence),
        "recent": [code for code in correspondence.recent if code != correspondence.code],
    }


def _way(_: Catalogue, correspondence: CorrespondenceGame) -> str:
    """Return a sentence about the chance values that can be foreseen in this game."""
    if not correspondence.ahead:
        return _(
            "Fair throws: the dice are thrown only after every earlier move has been sent. "
            "So nobody knows a throw in advance."
        )
    return _(
        "Fewer codes: someone with a modified program could foresee the next {n} throws and cards.",
        n=correspondence.ahead,
    )


def waits_for(_: Catalogue, correspondence: CorrespondenceGame) -> str:
    """Return a sentence that names the seat whose code comes next; "" if it is this device's turn."""
    who = _names(_, correspondence)
    if not who:
        return ""
    return _("Waiting for a code from {name}. Send yours, then enter theirs.", name=who)


def _names(_: Catalogue, correspondence: CorrespondenceGame) -> str:
    encoder = correspondence.encoder
    seats = encoder.log.game.record.seats if encoder is not None else []
    names = [seats[seat].name for seat in correspondence.waits_for() if seat < len(seats)]
    return _.listed(names) if names else ""


def _title(_: Catalogue, correspondence: CorrespondenceGame, over: bool) -> str:
    encoder = correspondence.encoder
    if over:
        return _("The game is over")
    if encoder is None:
        return "" if correspondence.hosting else _("Your answer to the invitation")
    who = _names(_, correspondence)
    return (
        _("Next: a code from {name}", name=who)
        if who
        else _("Your turn: make your move on the board")
    )


def _counted(_: Catalogue, correspondence: CorrespondenceGame) -> str:
    """How many guests have answered; "" once the game has begun."""
    if correspondence.encoder is not None or not correspondence.hosting:
        return ""
    there = len(correspondence.guests)
    return _("Answers from guests: {n} of {all}", n=there, all=correspondence.people - 1)


def _then(_: Catalogue, correspondence: CorrespondenceGame) -> str:
    """What happens when these answers are there."""
    if correspondence.encoder is not None or not correspondence.hosting:
        return ""
    return _("After the last one, the game starts, and you send your moves as codes.")


def _label(_: Catalogue, correspondence: CorrespondenceGame, many: bool) -> str:
    """The label above the code to hand on."""
    if correspondence.encoder is None and correspondence.hosting:
        return _("1. Send this invitation, or have it scanned")
    return _("1. Send this code to all the others") if many else _("1. Send this code back")


def _paste(_: Catalogue, correspondence: CorrespondenceGame, many: bool) -> str:
    """The label above the field for the next code."""
    if correspondence.encoder is None and correspondence.hosting:
        return _("2. Paste each guest’s answer here")
    if many:
        return _("2. Paste the others’ codes here, in the order they arrive")
    return _("2. When a code comes back, paste it here")
