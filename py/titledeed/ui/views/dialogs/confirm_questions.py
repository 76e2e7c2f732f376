"""The questions before an action that is hard to reverse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....bots.strategy_ids import is_strategy
from ....engine.answers import SellDown
from ....engine.asks import Over
from ....language import answer_labels
from ...state import AppState, OpenDialog
from ..view_context_and_shared_parts import ViewContext, bot_name
from . import share_or_open_game_link

if TYPE_CHECKING:
    from .types import ConfirmView


def _what_is_left_behind(app: AppState) -> str:
    """What happens to the property of a player who leaves this game for good."""
    _, session = app.catalogue, app.session
    if session is not None and sum(session.state.playing) <= 2:
        return _("The game ends, and the other player wins.")
    if session is not None and session.state.rules.auctions:
        return _(
            "Your cash, buildings and cards go to the {bank} for nothing, and your {deeds} are "
            "auctioned among the others."
        )
    return _("Everything goes to the {bank} for nothing: cash, {deeds}, buildings and cards.")


def _selling(ctx: ViewContext, line: str) -> ConfirmView:
    """The question before several buildings are sold by one press. ``line``: the answer."""
    _, state = ctx._, ctx.state
    answer = ctx.notation.answer(line.split(), state)
    assert isinstance(answer, SellDown)
    members = ctx.rules.edition.groups[answer.group].members
    steps = sum(max(state.level[i] - answer.level, 0) for i in members)
    label = answer_labels.answer_label(ctx.narrator.parts, answer, state)
    return {
        "title": _("{answer}?", answer=label),
        "text": _(
            "Building them costs {money}.", money=ctx.money(steps * ctx.rules.cost[members[0]])
        ),
        "label": _("Sell"),
        "cancel": _("Keep them"),
        "icon": "u-minus",
        "do": "",
        "arg": "",
        "answer": line,
    }


def confirm_view(app: AppState, dialog: OpenDialog) -> ConfirmView:
    """The question before an action that is hard to reverse.

    ``icon``: shown in the color of danger, for the loss; "" if nothing is lost."""
    _ = app.catalogue
    action, _dot, about = dialog.arg.partition(" ")
    if action == "resign":
        return {
            "title": _("Resign for good?"),
            "text": _what_is_left_behind(app),
            "label": _("Resign"),
            "cancel": _("Play on"),
            "icon": "u-flag",
            "do": "",
            "arg": "",
            "answer": "resign",
        }
    if action == "bankrupt":
        return {
            "title": _("Go bankrupt?"),
            "text": _("Everything you own goes to the creditor, and you are out of the game."),
            "label": _("Go bankrupt"),
            "cancel": _("Play on"),
            "icon": "u-flag",
            "do": "",
            "arg": "",
            "answer": "bankrupt",
        }
    if action == "sell-down" and app.session is not None:
        return _selling(ViewContext(app), dialog.arg)
    if action == "board":
        name = app.boards.get(about, {}).get("name", "")
        return {
            "title": _("Remove the board {name}?", name=name),
            "text": _(
                "The board disappears from the list. Games already started on it keep using it."
            ),
            "label": _("Remove"),
            "cancel": _("Keep it"),
            "icon": "u-trash",
            "do": "remove-board-now",
            "arg": about,
            "answer": "",
        }
    if action == "bot":
        text = _(
            "In games that it hasn’t finished, the simple bot plays for it. A saved file "
            "of the bot stays as it is."
        )
        if is_strategy(about):
            text = _(
                "In saved games it plays on, as they contain its rules. A saved file stays "
                "as it is."
            )
        return {
            "title": _("Remove {bot} from this device?", bot=bot_name(app.catalogue, about)),
            "text": text,
            "label": _("Remove"),
            "cancel": _("Keep it"),
            "icon": "u-trash",
            "do": "remove-bot-now",
            "arg": about,
            "answer": "",
        }
    if action == "link" and app.linked_game is not None:
        names = [seat.name for seat in app.linked_game.game.record.seats]
        over = isinstance(app.linked_game.ask, Over)
        return share_or_open_game_link.linked_view(_, names, app.linked_game.state.round, over)
    if action == "results":
        return {
            "title": _("Erase the statistics?"),
            "text": _("They’ll be gone for good. Saved games stay."),
            "label": _("Erase"),
            "cancel": _("Keep them"),
            "icon": "u-trash",
            "do": "erase-results-now",
            "arg": "",
            "answer": "",
        }
    return {
        "title": _("Delete “{title}”?", title=app.title) if app.title else _("Delete this game?"),
        "text": _(
            "This is the game you’re playing. Deleting it takes you to the start page. You can bring it "
            "back there."
        ),
        "label": _("Delete"),
        "cancel": _("Keep it"),
        "icon": "u-trash",
        "do": "delete-now",
        "arg": about,
        "answer": "",
    }
