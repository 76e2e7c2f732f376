"""The state of the page in a word, the current question with its seat, and what crowds its card, all as
attributes of the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ....engine.asks import Over
from ....language.sentence_parts import plain_text
from ...notices import SOUND, TRADE
from ...phase_stage_and_tempo import AwaitingAnswer, HandingOver, Playing, Replaying
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import DeedView, NoticeView, TableRegions

_MANY_ANSWERS = 3
_THREE_LINES = 75  # letters that a notice on a phone has room for beside its button


def page_state(ctx: ViewContext) -> str:
    """The state of the page in a word: "replay", "over", "busy" or "asking"."""
    if ctx.app.replaying is not None:
        return "replay"
    if isinstance(ctx.state.ask, Over) and not ctx.app.in_motion:
        return "over"
    return "busy" if pending_text(ctx) == "bots" else "asking"


def pending_text(ctx: ViewContext) -> str:
    """The current question with its seat: "buy 0", "handover 2", "dice chance".

    It is "over", "replay", or "bots" if no person here is asked anything."""
    match ctx.app.phase:
        case Replaying():
            return "replay"
        case Playing(stage=HandingOver(seat=seat, guarded=False)):
            return f"handover {seat}"
        case Playing(stage=AwaitingAnswer(guarded=False)):
            return _asked_of(ctx)
        case _:
            return "bots"


def _asked_of(ctx: ViewContext) -> str:
    ask_, waiting = ctx.state.ask, ctx.session.waiting()
    match waiting.who:
        case "over":
            return "over"
        case "hand":
            return f"{ask_.kind} chance"
        case "claim":
            return f"rent-claim {waiting.seat}"
        case "person":
            return f"{ask_.kind} {ask_.seat}"
        case _:
            return "bots"


def beside(dialogs: Iterable[str], deed: DeedView | None) -> str:
    """What the open dialogs cover of the table, as words for the style sheets: "deed" (a deed is open), with
    "own" (and what its owner can do) and "streets" (and those of its group), "panel" (a player or a rule,
    over the same column), "ceiling" (one's limit in an auction).

    A style sheet could ask for these with ``:has(~ dialog[open])``. The browser would then style the whole
    table again at every change in a dialog: half of the time in which *Trade* opens."""
    words = {"deed": "deed", "seat": "panel", "why": "panel", "ceiling": "ceiling"}
    found = {words[id] for id in dialogs if id in words}
    if deed is not None and deed["own"]:
        found.add("own")
        if deed["own"]["streets"]:
            found.add("streets")
    return " ".join(sorted(found))


def _tall(notice: NoticeView) -> bool:
    """Whether the notice needs more than three lines on a phone, or may need them."""
    if notice["id"] == TRADE:
        return len(plain_text(notice["text"])) > _THREE_LINES
    return notice["id"] != SOUND


def crowding(view: TableRegions) -> str:
    """What makes the middle of the board crowded, as words for the style sheets: "notice", "notices" (two or
    more), "tall" (on a phone a line of the journal has no room above them), "trade" (people look at the board
    for one), "answers" (three or more before a throw), "hint" (it is shown), "bare-lot" (a lot of no group).

    A style sheet could ask for these with ``:has``. The browser would then look through the
    whole page at every change in it."""
    words = []
    if view["notices"]:
        words.append("notice")
    if len(view["notices"]) > 1:
        words.append("notices")
    trades = [notice for notice in view["notices"] if notice["id"] == TRADE]
    if any(map(_tall, trades or view["notices"])):  # the others are not shown beside it
        words.append("tall")
    if trades:
        words.append("trade")
    ask: Any = view["ask"]
    if ask is None:
        return " ".join(words)
    if ask["kind"] == "roll":
        options = ask["options"]
        shown = [options["roll"], options["fine"], *options["cards"], ask.get("raise")]
        if sum(map(bool, shown)) >= _MANY_ANSWERS:
            words.append("answers")
    if (ask.get("advice") or {}).get("lines"):
        words.append("hint")
    if ask["kind"] == "bid" and not ask["lot"]["group"]:
        words.append("bare-lot")
    return " ".join(words)
