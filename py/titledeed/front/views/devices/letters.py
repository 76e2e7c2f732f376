"""The view of a game by codes, and of the choice before it how to play."""

from __future__ import annotations

from ....engine.words import Over
from ....language.catalogue import Catalogue
from ....peers.post import AHEAD, Post
from ..bits import Data


def ways_to_play(_: Catalogue, people: int, bots: int) -> Data:
    """The choice before a game by codes: fair throws, or fewer codes and what they cost."""
    others = people - 1
    answers = _.count(
        "A throw takes {all} codes: yours, then one from the other player.",
        "A throw takes {all} codes: yours, then one from each of the {n} others.",
        others,
        all=people,
    )
    return {
        "ways": [
            {
                "arg": "fair",
                "label": _("Fair throws"),
                "text": _(
                    "Nobody can foresee a throw or a card: it is made only when every choice before it has"
                    " been sent."
                )
                + " "
                + answers,
            },
            {
                "arg": "fewer",
                "label": _("Fewer codes"),
                "text": _(
                    "You throw alone, and send one code when the next player has to decide. But with a"
                    " changed program anyone could foresee the next {n} throws and cards, their own and"
                    " yours, and choose accordingly. Nobody can change them.",
                    n=AHEAD * people,
                ),
            },
        ],
        "bots": bots,
    }


def invited(_: Catalogue, post: Post) -> Data:
    """An invitation that has been opened and not answered yet."""
    host = post.guests[0].name
    says = _("{name} invites you to a game by codes.", name=host) if host else ""
    return {"says": says or _("You’re invited to a game by codes."), "way": _way(_, post)}


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
        "paste": "" if over and not post.waits_for() else _paste(_, post, many),
        "way": _way(_, post),
        "recent": [code for code in post.recent if code != post.code],
    }


def _way(_: Catalogue, post: Post) -> str:
    """A sentence about what can be foreseen in this game."""
    if not post.ahead:
        return _("Fair throws: nobody can foresee a throw before every choice ahead of it is sent.")
    return _(
        "Fewer codes: with a changed program anyone could foresee the next {n} throws and cards.",
        n=post.ahead,
    )


def waits_for(_: Catalogue, post: Post) -> str:
    """A sentence that says whose code comes next; "" if it is this device's turn."""
    who = _names(post)
    if not who:
        return ""
    return _("Waiting for a code from {name}. Send yours, and enter theirs here.", name=who)


def _names(post: Post) -> str:
    pen = post.pen
    seats = pen.ledger.game.record.seats if pen is not None else []
    return ", ".join(seats[seat].name for seat in post.waits_for() if seat < len(seats))


def _title(_: Catalogue, post: Post, over: bool) -> str:
    pen = post.pen
    if over:
        return _("The game is over")
    if pen is None and post.hosting:
        there = len(post.guests)
        return _("{n} of {all} guests have answered", n=there, all=post.people - 1)
    if pen is None:
        return _("Your answer to the invitation")
    who = _names(post)
    return _("Next: a code from {name}", name=who) if who else _("Your turn: decide at the board")


def _label(_: Catalogue, post: Post, many: bool) -> str:
    """The label above the code to hand on."""
    if post.pen is None and post.hosting:
        return _("1. Send this invitation, or let it be scanned")
    return _("1. Send this code to all the others") if many else _("1. Send this code back")


def _paste(_: Catalogue, post: Post, many: bool) -> str:
    """The label above the field for the next code."""
    if post.pen is None and post.hosting:
        return _("2. Paste each guest’s answer here")
    if many:
        return _("2. Paste the others’ codes here, in the order in which they arrive")
    return _("2. Paste the code that comes back here")
