"""The view of the position editor: a position that is set up by hand, square by square and seat by seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ....engine.record import Game, read_record
from ....engine.rulebook_loader_and_rules_compiler import (
    BOOKS,
    EDITIONS,
    built_in_edition,
    rule_texts,
)
from ....engine.special_seats_and_ids import BANK, DECKS, FREE, SPACES
from ....game.session import Session
from ....language.catalogue import Catalogue
from ....language.narrator_of_journal_and_refusals import Narrator
from ...phase_stage_and_tempo import Playing
from ...state import AppState
from ...views.board import board
from ...views.board.bank_houses_hotels_pot import bank_view
from ...views.view_context_and_shared_parts import ViewContext
from ..state.comparison_form import BOTS, SEATS
from ..state.position_editor import PositionEditorState
from .comparison_settings import bot_label
from .figure_format import FigureFormat
from .rollout_results_odds_and_next_throw import favoured_view, throw_view

if TYPE_CHECKING:
    from ...views.types import ChoiceOption
    from .types import (
        NewPosition,
        PositionDeck,
        PositionEditorView,
        PositionSeat,
        PositionSquare,
    )

NAMES: Final = ("Ada", "Ben", "Cleo", "Dora", "Eve", "Fay", "Gus", "Hal")


def context_of(table: dict[str, Any], theme: AppState) -> ViewContext:
    """A :class:`ViewContext` of the position, as if it were an open game."""
    record = read_record({**table, "chance": "by-hand"})
    session = Session(Game(record))
    rules = session.state.rules
    catalogue = Catalogue.of(theme.catalogue.language, rules.edition)
    look = AppState(
        phase=Playing(session),
        narrator=Narrator(rules, [seat.name for seat in record.seats], catalogue),
        catalogue=catalogue,
        settings=theme.settings,
    )
    return ViewContext(look)


def position_editor_view(editor: PositionEditorState, theme: AppState) -> PositionEditorView:
    """The view of the screen. ``theme``: the state that has the page's theme."""
    ctx = context_of(editor.table, theme)
    figures = FigureFormat(ctx._, ctx.rules.edition)
    standing: dict[int, list[int]] = {}
    state = ctx.state
    for n in range(state.seats):
        if state.playing[n]:
            standing.setdefault(state.at[n], []).append(n)
    spaces = [
        board.space_view(ctx, i, standing.get(i, []), i == editor.space) | {"look": True}
        for i in range(SPACES)
    ]
    return {
        "spaces": spaces,
        "chosen_space": max(editor.space, 0),
        "tokens": board.tokens_view(ctx),
        "square": _square(editor, ctx) if editor.space >= 0 else None,
        "people": [_seat(n, editor, ctx) for n in range(state.seats)],
        "turns": [
            {**ctx.seat(n), "chosen": n == state.turn}
            for n in range(state.seats)
            if state.playing[n]
        ],
        "decks": _decks(ctx),
        "stock": bank_view(ctx),
        "pot": ctx.rules.pot,
        "pot_cash": editor.entries.shown("pot", editor.table["position"].get("pot", 0)),
        "round": editor.entries.shown("round", state.round),
        "said": editor.said,
        "trouble": editor.trouble,
        "clauses": list(editor.clauses[:2]),
        "undo": bool(editor.past),
        "redo": bool(editor.undone),
        "address": editor.address,
        "copied": editor.copied,
        "code": {"side": editor.code[0], "path": editor.code[1]},
        "new": _new(editor, ctx._),
        "favoured": favoured_view(editor, ctx, figures),
        "throw": throw_view(editor, ctx, figures),
        "can_replace": theme.session is not None,
    }


def _new(editor: PositionEditorState, _: Catalogue) -> NewPosition:
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}
    now = editor.table
    return {
        "books": [
            {"value": id, "label": _(names[id]), "chosen": id == now["rulebook"]} for id in BOOKS
        ],
        "boards": [
            {
                "value": id,
                "label": built_in_edition(id).name,
                "chosen": id == now.get("edition", "atlantic-city"),
            }
            for id in EDITIONS
        ],
        "counts": [{"value": n, "label": n, "chosen": int(n) == len(now["seats"])} for n in SEATS],
    }


def _square(editor: PositionEditorState, ctx: ViewContext) -> PositionSquare:
    """The controls of the chosen square."""
    _, state, rules, i = ctx._, ctx.state, ctx.rules, editor.space
    ownable = i in rules.ownable
    owner = state.owner[i] if ownable else BANK
    # Its name stands above it.
    says = board.space_view(ctx, i, [], here=False)["says"].removeprefix(f"{ctx.name(i)}, ")
    return {
        "id": ctx.id(i),
        "name": ctx.name(i),
        "ownable": ownable,
        "street": rules.kind[i] == "street",
        "owners": [
            {**ctx.seat(n), "chosen": owner == n} for n in range(state.seats) if state.playing[n]
        ]
        if ownable
        else [],
        "free": owner < 0,
        "fewer": state.level[i] > 0,
        "more": owner >= 0 and not state.mortgaged[i] and state.level[i] < rules.top,
        "mortgaged": bool(ownable and state.mortgaged[i]),
        "says": says[:1].upper() + says[1:],
        "group": ctx.group(i) if ownable else None,
        "rests": rules.kind[i] != "go-to-jail",
        "here": [
            {**ctx.seat(n), "here": state.at[n] == i and state.jail[n] == FREE}
            for n in range(state.seats)
            if state.playing[n]
        ],
    }


def _seat(n: int, editor: PositionEditorState, ctx: ViewContext) -> PositionSeat:
    state, _ = ctx.state, ctx._
    bot = editor.table["seats"][n].get("bot", "")
    bots = [("", _("Person")), *((id, bot_label(_, id)) for id in BOTS)]
    if bot and bot not in BOTS:
        bots.append((bot, bot_label(_, bot)))
    return {
        **ctx.seat(n),
        "cash": editor.entries.shown(f"cash-{n}", state.cash[n]),
        "money": ctx.money(state.cash[n]),
        "out": not state.playing[n],
        "jail": state.jail[n],
        "jails": [
            {"value": str(turns), "label": text, "chosen": state.jail[n] == turns}
            for turns, text in (
                (FREE, _("not in {jail}")),
                (0, _("in {jail}, first throw")),
                (1, _("in {jail}, second throw")),
                (2, _("in {jail}, third throw")),
            )
        ],
        "bots": [{"value": id, "label": text, "chosen": id == bot} for id, text in bots],
    }


def _decks(ctx: ViewContext) -> list[PositionDeck]:
    """For each deck the holder of its jail card and the cards known to be on top; the rest is shuffled."""
    state, _ = ctx.state, ctx._
    position = ctx.session.game.record.position or {}
    rows: list[PositionDeck] = []
    for deck, id in enumerate(DECKS):
        top = list(position.get("deck", {}).get(id, []))
        cards = [
            (card.id, ctx.narrator.parts.card_text(deck, n))
            for n, card in enumerate(ctx.rules.decks[deck])
        ]
        names = dict(cards)
        holders: list[ChoiceOption] = [
            {"value": "-1", "label": _("in the {deck}"), "chosen": state.held[deck] < 0}
        ]
        holders += [
            {"value": str(n), "label": ctx.seat(n)["name"], "chosen": state.held[deck] == n}
            for n in range(state.seats)
            if state.playing[n]
        ]
        rows.append(
            {
                "id": id,
                "name": ctx.narrator.parts.deck_name(deck),
                "held": holders,
                "top": [_text(names.get(card, card)) for card in top],
                "cards": [
                    {"value": card, "label": _text(text)} for card, text in cards if card not in top
                ],
            }
        )
    return rows


def _text(card: Any) -> str:
    return card if isinstance(card, str) else str(card.get("say", ""))
