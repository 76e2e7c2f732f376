"""The whole view of the page: what each of its regions shows of the state.

Each region has a view of its own, so that only what has changed is rendered. ``types`` has the
types of the views.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from ...bots.protocol import COUNTER
from ...engine.asks import (
    AskBid,
    Over,
)
from ...engine.constants import (
    NOBODY,
)
from ...game.history import Entry
from ...language import answer_labels, rule_clauses
from ...language.asks import claim_deadline
from ...language.catalogue import Catalogue
from ..notices import Notice, action_data
from ..phase import AwaitingAnswer, HandingOver, InMotion, Playing, Replaying, Thinking, Underway
from ..state import AppState
from . import guide, odds_strip, prompts, replay
from .board import board, board_centre
from .board.bank import bank_view
from .board.deed import deed_view
from .board.player_list import seats_view
from .context import Cache, ViewContext
from .setup import board_preview, setup

if TYPE_CHECKING:
    from .types import (
        AskView,
        CardView,
        GameView,
        JournalEntry,
        LimitView,
        NoticeAction,
        NoticeView,
        PageView,
        SaidView,
        ScreenView,
        SeatView,
        SetupView,
        StageView,
        StartView,
        TableRegions,
        Text,
        Words,
    )

JOURNAL: Final = 40  # lines beside the board; the dialog has more
REGIONS: Final = (
    "bar",
    "menu",
    "setup",
    "seats",
    "tools",
    "stage",
    "notices",
    "ask",
    "board",
    "deed",
    "journal",
)
# The regions that index.html comes with, in the order of their marks in it (``screen.shell``).
BUILT: Final = ("bar", "menu", "setup")


def words_view(catalogue: Catalogue) -> Words:
    """The edition's words that templates use outside of messages."""
    vocabulary = catalogue.words
    return {
        "jail": vocabulary["jail"],
        "in_jail": vocabulary["jail"],
        "chance": vocabulary["chance"],
        "chest": vocabulary["community_chest"],
        "bank": vocabulary["bank"],
        "the_bank": catalogue("The {bank}"),
    }


def page_view(
    app: AppState, saved: Callable[[], StartView], cache: Cache | None = None
) -> PageView:
    """The whole view, with the keys that the templates read. ``saved``: makes the start page's view of saved
    games (``saves.start``)."""
    cache = cache or Cache()
    screen: ScreenView
    form: SetupView | None = None
    if app.session is None:
        form = {
            **setup.setup_view(
                app.setup,
                app.catalogue,
                app.boards,
                error=app.setup_error,
                trial=app.trial,
            ),
            **saved(),
            "look": board_preview.look_view(app, cache),
        }
        notices = [_notice(None, notice) for notice in app.notices]
        screen = {**_nothing(), "screen": "setup", "state": "setup", "notices": notices}
    else:
        cache.look = None  # the form is not on the page
        screen = table_view(ViewContext(app, cache))
    return {
        "lang": app.catalogue.language,
        "ui": {
            "theme": app.settings.theme,
            "speed": app.settings.speed,
            "size": app.settings.size,
            "motion": app.settings.motion,
        },
        "w": words_view(app.catalogue),
        "setup": form,
        **screen,
    }


def _nothing() -> TableRegions:
    """The regions of the table when there is no game."""
    return {
        "game": None,
        "bank": None,
        "seats": [],
        "odds": None,
        "board": None,
        "dice": None,
        "card": None,
        "said": None,
        "moment": None,
        "meanwhile": None,
        "journal": [],
        "notices": [],
        "deed": None,
        "ask": None,
    }


def table_view(ctx: ViewContext) -> ScreenView:
    """All regions of a game."""
    asked = ask_view(ctx)
    return {
        "screen": "table",
        "state": page_state(ctx),
        "game": game_view(ctx),
        "bank": bank_view(ctx),
        "seats": seats_view(ctx),
        "odds": odds_strip.strip_view(ctx),
        "board": board.board_view(ctx),
        **stage_view(ctx),
        "journal": journal_view(ctx, JOURNAL),
        "notices": notices_view(ctx, asked["kind"]),
        "deed": deed_view(ctx, ctx.app.deed, "deed-side"),
        "ask": asked,
    }


def page_state(ctx: ViewContext) -> str:
    """The state of the page in a word: "replay", "over", "busy" or "asking"."""
    if ctx.app.replaying is not None:
        return "replay"
    if isinstance(ctx.state.ask, Over):
        return "over"
    return "busy" if pending_text(ctx) == "bots" else "asking"


def pending_text(ctx: ViewContext) -> str:
    """What is asked of whom: "buy 0", "handover 2", "dice chance"; "over", "replay", or "bots" if nothing is
    asked of a person here."""
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


def ask_view(ctx: ViewContext) -> AskView:
    """The panel with the one thing to do now."""
    waiting = ctx.session.waiting()
    match ctx.app.phase:
        case Replaying() as replaying:
            return replay.card_view(ctx, replaying)
        case Playing(stage=InMotion() | Thinking()):
            return prompts.wait_view(ctx)
        case Playing(stage=HandingOver()):
            return prompts.handover_view(ctx)
        case Playing(stage=Underway()) if waiting.who in ("person", "hand", "claim"):
            return prompts.wait_view(ctx)  # they are about to be asked
    match waiting.who:
        case "bot" if isinstance(ctx.state.ask, AskBid):
            return prompts.ask_view(ctx)
        case "bot" | "chance" | "elsewhere":
            return prompts.wait_view(ctx)
        case "claim":
            assert waiting.claim is not None
            return prompts.claim_view(ctx, waiting.claim)
        case _:
            return prompts.ask_view(ctx)


def game_view(ctx: ViewContext) -> GameView:
    """The bar at the top."""
    session, _ = ctx.session, ctx._
    undo, redo = session.to_undo(), session.to_redo()
    return {
        "title": ctx.app.title,
        "book": rule_clauses.book_name(ctx.narrator.parts, ctx.narrator.rules.book),
        "board": ctx.narrator.parts.data(ctx.rules.edition.name),
        "round": ctx.state.round,
        "official": ctx.rules.official,
        "limit": limit_view(ctx),
        "undo": {
            "barred": not undo,
            "says": _("Undo: {answers}", answers=_answers(ctx, undo)) if undo else no_undo(ctx),
        },
        "redo": {"says": _("Redo: {answers}", answers=_answers(ctx, redo))} if redo else None,
        "replay": ctx.app.replaying is not None,
        "watching": session.elsewhere == frozenset(range(ctx.state.seats)),
        "played": bool(session.entries),
    }


def taken_back(ctx: ViewContext) -> str:
    """The sentence after an undo. To be called before the undo."""
    return ctx._("Taken back: {answers}", answers=_answers(ctx, ctx.session.to_undo()))


def no_undo(ctx: ViewContext) -> str:
    """A sentence that says why nothing can be taken back."""
    session, _ = ctx.session, ctx._
    if any(entry.by in ("person", "hand") for entry in session.entries):
        return _("The dice have been thrown since: your settings do not let undo go past a throw")
    return _("There is nothing to take back")


def _answers(ctx: ViewContext, entries: Sequence[Entry]) -> str:
    """The first of these answers in words, and how many answers of players follow it."""
    _, n_ = ctx._, ctx.n_
    first, log = entries[0], ctx.session.entries
    label = ctx.cache.label
    if label is None or label[0] is not first or label[1] is not ctx.narrator:
        n = len(log) - len(entries) if log and log[-1] is entries[-1] else len(log)
        sentence = replay.answer_text(ctx, first, ctx.session.at(n))
        label = ctx.cache.label = (first, ctx.narrator, sentence)
    more = sum(entry.seat >= 0 for entry in entries[1:])
    if not more:
        return label[2]
    after = n_("{n} answer after it", "{n} answers after it", more)
    return _("{answer}, and {after}", answer=label[2], after=after)


def limit_view(ctx: ViewContext) -> LimitView | None:
    """The rest of the agreed rounds or minutes; None without a limit."""
    rules, state, _ = ctx.rules, ctx.state, ctx._
    if not (rules.limit_rounds or rules.limit_minutes):
        return None
    sentences, clauses = [], []
    last = False
    if rules.limit_rounds:
        left = rules.limit_rounds - state.round
        last = left <= 0
        clauses.append("house.limit-rounds")
        sentences.append(
            _(
                "round {n} of {most}",
                n=min(state.round, rules.limit_rounds),
                most=rules.limit_rounds,
            )
        )
    clock = ""
    if rules.limit_minutes:
        left = max(0, rules.limit_minutes * 60 - int(ctx.app.elapsed))
        last = last or state.time_up
        clauses.append("house.limit-minutes")
        clock = f"{left // 60}:{left % 60:02}"
    over = isinstance(state.ask, Over)
    return {
        "rounds": " ".join(sentences),
        "clock": "" if last or over else clock,
        "last": _("last round") if last and not over else "",
        "clause": clauses[0],
    }


def stage_view(ctx: ViewContext) -> StageView:
    """The middle of the board: dice, the drawn card, and what just happened."""
    app, _ = ctx.app, ctx._
    a, b = app.shown.faces
    card: CardView | None = None
    if app.shown.card is not None:
        deck, drawn = app.shown.card
        card = {
            "deck": ("chance", "community-chest")[deck],
            "deck_name": ctx.narrator.parts.deck_name(deck),
            "text": ctx.narrator.parts.card_text(deck, drawn),
            "icon": prompts.CARD_ICONS[ctx.rules.decks[deck][drawn].do],
            "beat": app.shown.card_beat,
        }
    sentence: SaidView | None = None
    if app.lines and not app.in_motion:
        line = app.lines[-1][1]
        sentence = {"text": line["text"], "clause": line["clause"]}
    return {
        "dice": {
            "faces": [a, b],
            "beat": app.shown.dice_beat,
            "says": _("The dice show {a} and {b}", a=a, b=b) if a else _("No dice thrown yet"),
        },
        "card": card,
        "said": sentence,
        "moment": board_centre.moment_view(ctx, app.shown.moment) if app.shown.moment else None,
        "meanwhile": board_centre.meanwhile_view(ctx) if not app.in_motion else None,
    }


def journal_view(ctx: ViewContext, most: int) -> list[JournalEntry]:
    """The last ``most`` lines of the journal, the newest first."""
    lines = ctx.app.lines
    entries: list[JournalEntry] = []
    for id, line, thought in reversed(lines[-most:]):
        seat = line["seat"]
        entries.append(
            {
                "id": id,
                "seat": ctx.seat(seat) if seat is not None else None,
                "text": line["text"],
                "clause": line["clause"],
                "turn": line["turn"],
                "thought": thought,
            }
        )
    return entries


# ---------------------------------------------------------------- notices


def notices_view(ctx: ViewContext, asked: str) -> list[NoticeView]:
    """All notices: of the tour and the state, offers of bots, rents to ask for. ``asked``: kind of the
    current ask."""
    views = [_notice(ctx, notice) for notice in ctx.app.notices]
    if ctx.app.replaying is not None:
        return views
    tour = guide.tour_notice(ctx.app, asked)
    first = [_notice(ctx, tour)] if tour else []
    return [*first, *views, *_offers(ctx), *_rents(ctx)]


def _notice(ctx: ViewContext | None, notice: Notice) -> NoticeView:
    return {
        "id": notice.id,
        "tone": "bad" if notice.bad else "",
        "seat": None,
        "icon": notice.icon,
        "text": notice.text,
        "more": notice.more,
        "acts": list(notice.acts),
        "clauses": list(notice.clauses[:2]),
        "closes": notice.closes,
    }


def _offers(ctx: ViewContext) -> list[NoticeView]:
    """Notices for offers of bots that nobody has opened. They can be opened only while the table is
    quiet: before, several are one line, so that they leave the room to what is asked. A counter-offer
    is shown whole and can be accepted at once."""
    held, parts, _ = ctx.session.pending_offers, ctx.narrator.parts, ctx._
    if isinstance(ctx.state.ask, Over):
        return []  # they can no longer be accepted
    quiet = ctx.session.quiet and not ctx.app.in_motion
    if len(held) > 1 and not quiet:
        waiting = parts._(
            "Offers are waiting: {seats}.", seats=parts.seats(sorted({offer.by for offer in held}))
        )
        return [_offer_notice("offers", waiting, icon="u-trade", closes=False)]
    views: list[NoticeView] = []
    for offer in held:
        acts = [action_data("open-offer", _("Look at it"), str(offer.id))] if quiet else []
        text: Text = parts._(
            "{seat} ha[s|ve] an offer for {other}.",
            seat=parts.seat(offer.by),
            other=parts.seat(offer.to),
        )
        if offer.reason == COUNTER:
            text = ctx.narrator.offer(offer.by, offer.offer)
            if quiet:
                acts.insert(
                    0, action_data("take-offer", _("Accept the deal"), str(offer.id), main=True)
                )
        more = "" if quiet else _("It waits.")
        views.append(
            _offer_notice(f"offer-{offer.id}", text, seat=ctx.seat(offer.by), more=more, acts=acts)
        )
    return views


def _offer_notice(
    id: str,
    text: Text,
    *,
    seat: SeatView | None = None,
    icon: str = "",
    more: str = "",
    acts: Sequence[NoticeAction] = (),
    closes: bool = True,
) -> NoticeView:
    return {
        "id": id,
        "tone": "",
        "seat": seat,
        "icon": icon,
        "text": text,
        "more": more,
        "acts": list(acts),
        "clauses": [],
        "closes": closes,
    }


def _rents(ctx: ViewContext) -> list[NoticeView]:
    """Notices for rents that people may ask for."""
    views: list[NoticeView] = []
    parts = ctx.narrator.parts
    waiting = ctx.session.waiting()
    for n, claim in enumerate(ctx.state.claims):
        if not ctx.session.is_person(claim.by) or claim == waiting.claim:
            continue
        acts: list[NoticeAction] = []
        for answer in ctx.options(claim.by).of("ask-rent"):
            if getattr(answer, "space", NOBODY) != claim.space:
                continue
            if getattr(answer, "of", NOBODY) != claim.of:
                continue
            acts.append(
                {
                    "do": "",
                    "arg": "",
                    "answer": ctx.notation.text(answer, ctx.state),  # type: ignore[arg-type]
                    "label": answer_labels.answer_label(ctx.narrator.parts, answer, ctx.state),
                    "main": True,
                }
            )
        views.append(
            {
                "id": f"rent-{claim.by}-{n}",
                "tone": "",
                "seat": ctx.seat(claim.by),
                "icon": "",
                "text": parts._(
                    "{seat} may ask {other} for rent.",
                    seat=parts.seat(claim.by),
                    other=parts.seat(claim.of),
                ),
                "more": claim_deadline(ctx.narrator.parts, ctx.state, claim),
                "acts": acts[:1] if not ctx.app.in_motion else [],
                "clauses": ["rent.claim-deadline"],
                "closes": False,
            }
        )
    return views


# ---------------------------------------------------------------- templates

# For each region its template, and the keys of the view that it reads ("game.round": only the round of the
# game). Regions are rendered in this order. The ask comes last: to focus its title, the browser has to lay
# out everything that has changed before.
TEMPLATES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "bar": ("bar.html", ("game", "w", "lang")),
    "menu": ("menu.html", ("game.replay", "game.played", "w", "lang")),
    "setup": ("setup.html", ("setup", "notices", "w", "lang")),
    "seats": ("seats.html", ("seats", "odds", "w", "lang")),
    "tools": ("tools.html", ("bank", "game.replay", "game.watching", "w", "lang")),
    "stage": ("stage.html", ("dice", "card", "said", "moment", "meanwhile", "w", "lang")),
    "notices": ("notices.html", ("notices", "w", "lang")),
    "board": ("board.html", ("board", "w", "lang")),
    "deed": ("deed.html", ("deed", "w", "lang")),
    "journal": ("journal.html", ("journal", "game.round", "w", "lang")),
    "ask": ("ask.html", ("ask", "w", "lang")),
}


def region_mark(part: dict[str, Any] | None) -> str:
    """A short mark of what a region is rendered from."""
    return f"{zlib.crc32(json.dumps(part).encode()):08x}"


def part_of(view: PageView, region: str) -> dict[str, Any]:
    """The part of the view that a region's template gets. If it is unchanged, the region is not rendered."""
    values: Any = view  # the names of the keys are not known to the type checker
    part: dict[str, Any] = {}
    for key in TEMPLATES[region][1]:
        name, _, inside = key.partition(".")
        whole = values[name]
        if inside and whole is not None:
            part.setdefault(name, {})[inside] = whole[inside]
        else:
            part[name] = whole
    return part
