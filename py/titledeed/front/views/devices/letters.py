"""The view of a game by codes."""

from __future__ import annotations

from ....engine.words import Over
from ....language.catalogue import Catalogue
from ....peers.post import Post
from ..bits import Data


def letters(_: Catalogue, post: Post, picture: tuple[int, str]) -> Data:
    """The part of the dialog that only a game by codes has."""
    pen = post.pen
    over = pen is not None and isinstance(pen.ledger.state.ask, Over)
    many = post.people > 2
    return {
        "code": post.code,
        "picture": {"side": picture[0], "path": picture[1]},
        "link": pen is None and post.hosting,
        "begun": pen is not None,
        "title": _title(_, post, over),
        "label": _label(_, post, many),
        "paste": "" if over else _paste(_, post, many),
    }


def waits_for(_: Catalogue, post: Post) -> str:
    """A sentence that says whose code comes next; "" if it is this device's turn."""
    pen = post.pen
    names = [s.name for s in pen.ledger.game.record.seats] if pen is not None else []
    who = ", ".join(names[seat] for seat in post.waits_for() if seat < len(names))
    if not who:
        return ""
    return _("The next code is {name}’s. Hand on your own, and read theirs here.", name=who)


def _title(_: Catalogue, post: Post, over: bool) -> str:
    pen = post.pen
    if over:
        return _("The game is over")
    if pen is None and post.hosting:
        there = len(post.guests)
        return _("{n} of {all} guests have answered", n=there, all=post.people - 1)
    if pen is None:
        return _("Your answer to the invitation")
    waits = post.waits_for()
    if not waits:
        return _("It is your turn: answer at the board")
    names = [s.name for s in pen.ledger.game.record.seats]
    return _("{name}’s code comes next", name=", ".join(names[seat] for seat in waits))


def _label(_: Catalogue, post: Post, many: bool) -> str:
    """The label above the code to hand on."""
    if post.pen is None and post.hosting:
        return _("1. Send this invitation, or let it be scanned")
    if post.pen is None or post.pen.ledger.draw == 1:
        return _("1. Send this code to all others") if many else _("1. Send this code back")
    return _("1. Send this turn to all others") if many else _("1. Send this turn")


def _paste(_: Catalogue, post: Post, many: bool) -> str:
    """The label above the field for the next code."""
    if post.pen is None and post.hosting:
        return _("2. Paste the answer of each guest here")
    if many:
        return _("2. Paste the others’ codes here, in the order in which they come")
    return _("2. Paste the code that comes back here")
