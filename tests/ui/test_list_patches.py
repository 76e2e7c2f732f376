"""Only the changed items of a list are patched, and the result equals a page rendered whole."""

from __future__ import annotations

import random
from typing import Any

import pytest

import wild_games
from fake_page import ITEMS, Table, screen
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.record import read_record
from titledeed.ui.render import list_patches
from titledeed.ui.views.board import board
from titledeed.ui.views.page import region_templates_and_view_keys as regions
from titledeed.ui.views.view_context_and_shared_parts import Cache, ViewContext

FRESH = screen()


def same(table: Table) -> None:
    """Check that the page shows the same as a page that is rendered whole."""
    FRESH.speak(table.app.catalogue)
    view = table.hands.play.view()
    for region in list_patches.ITEMS:
        whole = FRESH.render(regions.TEMPLATES[region][0], regions.region_view(view, region))
        assert table.page.regions[region] == whole, region


USUAL = ("classic", "modern")
PLAYED = [
    pytest.param(book, marks=[] if book in USUAL else [pytest.mark.long])
    for book in rules_compiler.BOOKS
]


@pytest.mark.parametrize("book", PLAYED)
def test_patching_step_by_step_gives_the_same_as_full_rendering(book: str) -> None:
    """The test plays a wild game, in which players go bankrupt and leave jail by a card.

    It also takes answers back and changes the language."""
    draw = random.Random(f"patches {book}")
    table = Table()
    record = wild_games.crowded(draw, rulebook=book)
    table.hands.play.start(read_record(record))
    answers = 0
    while table.page.state["ask"] not in ("over", "") and answers < 100:
        seat, answer = wild_games.pick(table.session.state, draw)
        table.hands.play.answer(seat, table.session.game.notation.text(answer, table.session.state))
        table.page.run()
        answers += 1
        same(table)
        if answers % 30 == 0 and table.session.can_undo():
            table.hands.play.undo()
            same(table)
        if answers == 50:
            table.do("settings", kind="change", fields={"language": "de"})
            assert table.app.catalogue.language == "de"
            same(table)
    seen = set(table.page.patches)
    assert seen >= {*ITEMS} - {"#setup .ring"}, "no list was ever patched by its items alone"


@pytest.mark.parametrize("book", PLAYED)
def test_an_updated_square_is_the_same_as_a_new_one(book: str) -> None:
    """The test plays a wild game, with jumps back and forth, flipping deeds and walking tokens.

    Seats are handed to bots and back."""
    draw = random.Random(f"squares {book}")
    table = Table()
    table.hands.play.start(read_record(wild_games.crowded(draw, rulebook=book)))
    app, cache, other = table.app, Cache(), 0
    moments = list(wild_games.moments(wild_games.crowded(draw, rulebook=book), draw, 300))
    for now in moments:
        moment = now if draw.random() < 0.9 else draw.choice(moments)
        if draw.random() < 0.1:
            table.session.controls[draw.randrange(4)] = draw.choice(["", "simple"])
        if draw.random() < 0.3:
            app.flips[draw.randrange(40)] = draw.choice("ab")
        ctx, anew = ViewContext(app, cache), ViewContext(app)
        ctx.state = anew.state = moment.before
        views = cache.squares.views
        shown = board.board_view(ctx)
        other += cache.squares.views is views
        assert shown == board.board_view(anew)
    assert other > 20, "too seldom were squares kept"


def test_an_answer_patches_no_unchanged_square() -> None:
    sizes: list[tuple[str, int, int]] = []
    table = Table()
    table.play("Ada", "Ben")
    items = table.page.items

    def noting(place: str, html: str, count: int) -> None:
        sizes.append((place, len(ITEMS[place].findall(html)), count))
        items(place, html, count)

    table.page.items = noting  # type: ignore[method-assign]
    table.page.patches.clear()
    table.say("roll")
    assert "board" not in table.page.patches
    changed: dict[str, Any] = {place: (n, count) for place, n, count in sizes}
    assert changed["#board .ring"] == (2, 40), "where Ada stood and where she stands"
    assert changed["#board .tokens"] == (2, 2), "Ben has the square for himself"
    assert changed["#journal ol"][0] == 1
