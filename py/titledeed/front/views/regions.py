"""The whole view of the page: what each of its regions shows of the desk.

Each region has a view of its own, so that only what has changed is rendered. docs/VIEW.md has the contract
with the templates.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from typing import Any, Final

from ...bots.protocol import COUNTER
from ...engine.words import NOBODY, AskBid, Over
from ...language import clauses, labels
from ...language.asks import deadline
from ...language.catalogue import Catalogue
from ...log import Entry
from ..desk import Desk, Notice, act
from . import asks, board, guide, happened, odds, replay
from .bits import Cache, Data, Sight
from .setup import preview, setup

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


def words(catalogue: Catalogue) -> Data:
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


def page(desk: Desk, saved: Callable[[], Data], cache: Cache | None = None) -> Data:
    """The whole view, with the keys that the templates read. ``saved``: makes the start page's view of saved
    games (``saves.start``)."""
    cache = cache or Cache()
    view: Data = {
        "lang": desk.catalogue.language,
        "ui": {
            "theme": desk.settings.theme,
            "speed": desk.settings.speed,
            "size": desk.settings.size,
            "motion": desk.settings.motion,
        },
        "w": words(desk.catalogue),
        "setup": None,
    }
    if desk.session is None:
        return (
            view
            | _nothing()
            | {
                "screen": "setup",
                "state": "setup",
                "notices": [_notice(None, notice) for notice in desk.notices],
                "setup": setup.setup(
                    desk.setup,
                    desk.catalogue,
                    desk.boards,
                    error=desk.setup_error,
                    trial=desk.trial,
                )
                | saved()
                | {"look": preview.look(desk, cache)},
            }
        )
    cache.look = None  # the form is not on the page
    return view | table(Sight(desk, cache))


def _nothing() -> Data:
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


def table(sight: Sight) -> Data:
    """All regions of a game."""
    asked = ask(sight)
    return {
        "screen": "table",
        "state": state(sight),
        "game": game(sight),
        "bank": board.bank(sight),
        "seats": board.seats(sight),
        "odds": odds.strip(sight),
        "board": board.board(sight),
        **stage(sight),
        "journal": journal(sight, JOURNAL),
        "notices": notices(sight, asked["kind"]),
        "deed": board.deed(sight, sight.desk.deed, "deed-side"),
        "ask": asked,
    }


def state(sight: Sight) -> str:
    """The state of the page in a word: "replay", "over", "busy" or "asking" (docs/VIEW.md)."""
    if sight.desk.replaying is not None:
        return "replay"
    if isinstance(sight.state.ask, Over):
        return "over"
    return "busy" if pending(sight) == "bots" else "asking"


def pending(sight: Sight) -> str:
    """What is asked of whom: "buy 0", "handover 2", "dice chance"; "over", "replay", or "bots" if nothing is
    asked of a person here."""
    desk = sight.desk
    if desk.replaying is not None:
        return "replay"
    if desk.busy or desk.settling or desk.thinking:
        return "bots"
    waiting = sight.session.waiting()
    match waiting.who:
        case "over":
            return "over"
        case "hand":
            return f"{sight.state.ask.kind} chance"
        case "claim":
            return f"rent-claim {waiting.seat}"
        case "person":
            return f"handover {waiting.seat}" if desk.handing else _kind_and_seat(sight)
        case _:
            return "bots"


def _kind_and_seat(sight: Sight) -> str:
    ask_ = sight.state.ask
    return f"{ask_.kind} {ask_.seat}"


def ask(sight: Sight) -> Data:
    """The panel with the one thing to do now."""
    if sight.desk.replaying is not None:
        return replay.card(sight, sight.desk.replaying)
    if sight.desk.busy or sight.desk.thinking:
        return asks.wait(sight)
    waiting = sight.session.waiting()
    match waiting.who:
        case "bot" if isinstance(sight.state.ask, AskBid):
            return asks.ask(sight)
        case "bot" | "chance" | "elsewhere":
            return asks.wait(sight)
        case "claim":
            assert waiting.claim is not None
            return asks.claim(sight, waiting.claim)
        case "person" if sight.desk.handing:
            return asks.handover(sight)
        case _:
            return asks.ask(sight)


def game(sight: Sight) -> Data:
    """The bar at the top."""
    session, _ = sight.session, sight._
    undo, redo = session.to_undo(), session.to_redo()
    return {
        "title": sight.desk.title,
        "book": clauses.book_name(sight.teller.parts, sight.teller.rules.book),
        "board": sight.teller.parts.data(sight.rules.edition.name),
        "round": sight.state.round,
        "official": sight.rules.official,
        "limit": limit(sight),
        "undo": {
            "barred": not undo,
            "says": _("Undo: {answers}", answers=_answers(sight, undo)) if undo else no_undo(sight),
        },
        "redo": {"says": _("Redo: {answers}", answers=_answers(sight, redo))} if redo else None,
        "replay": sight.desk.replaying is not None,
        "watching": session.elsewhere == frozenset(range(sight.state.seats)),
        "played": bool(session.entries),
    }


def taken_back(sight: Sight) -> str:
    """The sentence after an undo. To be called before the undo."""
    return sight._("Taken back: {answers}", answers=_answers(sight, sight.session.to_undo()))


def no_undo(sight: Sight) -> str:
    """A sentence that says why nothing can be taken back."""
    session, _ = sight.session, sight._
    if any(entry.by in ("person", "hand") for entry in session.entries):
        return _("The dice have been thrown since: your settings do not let undo go past a throw")
    return _("There is nothing to take back")


def _answers(sight: Sight, entries: Sequence[Entry]) -> str:
    """The first of these answers in words, and how many answers of players follow it."""
    _, n_ = sight._, sight.n_
    first, log = entries[0], sight.session.entries
    label = sight.cache.label
    if label is None or label[0] is not first or label[1] is not sight.teller:
        n = len(log) - len(entries) if log and log[-1] is entries[-1] else len(log)
        sentence = replay.answer(sight, first, sight.session.at(n))
        label = sight.cache.label = (first, sight.teller, sentence)
    more = sum(entry.seat >= 0 for entry in entries[1:])
    if not more:
        return label[2]
    after = n_("{n} answer after it", "{n} answers after it", more)
    return _("{answer}, and {after}", answer=label[2], after=after)


def limit(sight: Sight) -> Data | None:
    """The rest of the agreed rounds or minutes; None without a limit."""
    rules, state, _ = sight.rules, sight.state, sight._
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
        left = max(0, rules.limit_minutes * 60 - int(sight.desk.elapsed))
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


def stage(sight: Sight) -> Data:
    """The middle of the board: dice, the drawn card, and what just happened."""
    desk, _ = sight.desk, sight._
    a, b = desk.shown.faces
    card = None
    if desk.shown.card is not None:
        deck, drawn = desk.shown.card
        card = {
            "deck": ("chance", "community-chest")[deck],
            "deck_name": sight.teller.parts.deck_name(deck),
            "text": sight.teller.parts.card_text(deck, drawn),
            "icon": asks.CARD_ICONS[sight.rules.decks[deck][drawn].do],
            "beat": desk.shown.card_beat,
        }
    sentence = None
    if desk.lines and not desk.busy:
        line = desk.lines[-1][1]
        sentence = {"text": line["text"], "clause": line["clause"]}
    return {
        "dice": {
            "faces": [a, b],
            "beat": desk.shown.dice_beat,
            "says": _("The dice show {a} and {b}", a=a, b=b) if a else _("No dice thrown yet"),
        },
        "card": card,
        "said": sentence,
        "moment": happened.moment(sight, desk.shown.moment) if desk.shown.moment else None,
        "meanwhile": happened.meanwhile(sight) if not desk.busy else None,
    }


def journal(sight: Sight, most: int) -> list[Data]:
    """The last ``most`` lines of the journal, the newest first."""
    lines = sight.desk.lines
    entries = []
    for id, line, thought in reversed(lines[-most:]):
        seat = line["seat"]
        entries.append(
            {
                "id": id,
                "seat": sight.seat(seat) if seat is not None else None,
                "text": line["text"],
                "clause": line["clause"],
                "turn": line["turn"],
                "thought": thought,
            }
        )
    return entries


# ---------------------------------------------------------------- notices


def notices(sight: Sight, asked: str) -> list[Data]:
    """All notices: of the tour and the desk, offers of bots, rents to ask for. ``asked``: kind of the
    current ask."""
    views = [_notice(sight, notice) for notice in sight.desk.notices]
    if sight.desk.replaying is not None:
        return views
    tour = guide.tour(sight.desk, asked)
    first = [_notice(sight, tour)] if tour else []
    return [*first, *views, *_offers(sight), *_rents(sight)]


def _notice(sight: Sight | None, notice: Notice) -> Data:
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


def _offers(sight: Sight) -> list[Data]:
    """Notices for offers of bots that nobody has opened. They can be opened only while the table is
    quiet: before, several are one line, so that they leave the room to what is asked. A counter-offer
    is shown whole and can be accepted at once."""
    held, parts, _ = sight.session.held, sight.teller.parts, sight._
    if isinstance(sight.state.ask, Over):
        return []  # they can no longer be accepted
    quiet = sight.session.quiet and not sight.desk.busy
    if len(held) > 1 and not quiet:
        waiting = parts._(
            "Offers are waiting: {seats}.", seats=parts.seats(sorted({offer.by for offer in held}))
        )
        return [_offer_notice("offers", waiting, icon="u-trade", closes=False)]
    views: list[Data] = []
    for offer in held:
        acts = [act("open-offer", _("Look at it"), str(offer.id))] if quiet else []
        text: Any = parts._(
            "{seat} ha[s|ve] an offer for {other}.",
            seat=parts.seat(offer.by),
            other=parts.seat(offer.to),
        )
        if offer.why == COUNTER:
            text = sight.teller.offer(offer.by, offer.offer)
            if quiet:
                acts.insert(0, act("take-offer", _("Accept the deal"), str(offer.id), main=True))
        more = "" if quiet else _("It waits.")
        views.append(
            _offer_notice(
                f"offer-{offer.id}", text, seat=sight.seat(offer.by), more=more, acts=acts
            )
        )
    return views


def _offer_notice(
    id: str,
    text: Any,
    *,
    seat: Any = None,
    icon: str = "",
    more: str = "",
    acts: Sequence[Data] = (),
    closes: bool = True,
) -> Data:
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


def _rents(sight: Sight) -> list[Data]:
    """Notices for rents that people may ask for."""
    views: list[Data] = []
    parts = sight.teller.parts
    waiting = sight.session.waiting()
    for n, claim in enumerate(sight.state.claims):
        if not sight.session.is_person(claim.by) or claim == waiting.claim:
            continue
        acts = []
        for answer in sight.options(claim.by).of("ask-rent"):
            if getattr(answer, "space", NOBODY) != claim.space:
                continue
            if getattr(answer, "of", NOBODY) != claim.of:
                continue
            acts.append(
                {
                    "do": "",
                    "arg": "",
                    "answer": sight.notation.text(answer, sight.state),  # type: ignore[arg-type]
                    "label": labels.label(sight.teller.parts, answer, sight.state),
                    "main": True,
                }
            )
        views.append(
            {
                "id": f"rent-{claim.by}-{n}",
                "tone": "",
                "seat": sight.seat(claim.by),
                "icon": "",
                "text": parts._(
                    "{seat} may ask {other} for rent.",
                    seat=parts.seat(claim.by),
                    other=parts.seat(claim.of),
                ),
                "more": deadline(sight.teller.parts, sight.state, claim),
                "acts": acts[:1] if not sight.desk.busy else [],
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


def mark(part: dict[str, Any] | None) -> str:
    """A short mark of what a region is rendered from."""
    return f"{zlib.crc32(json.dumps(part).encode()):08x}"


def part_of(view: Data, region: str) -> dict[str, Any]:
    """The part of the view that a region's template gets. If it is unchanged, the region is not rendered."""
    part: dict[str, Any] = {}
    for key in TEMPLATES[region][1]:
        name, _, inside = key.partition(".")
        whole = view[name]
        if inside and whole is not None:
            part.setdefault(name, {})[inside] = whole[inside]
        else:
            part[name] = whole
    return part
