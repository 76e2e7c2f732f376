"""Cached parts of a page are rendered again when their values have changed."""

from __future__ import annotations

from jinja2 import DictLoader

from fake_page import Table
from playing import sensible
from titledeed.engine.record import Record, Seat
from titledeed.language.catalogue import Catalogue
from titledeed.ui.render.jinja_renderer import JinjaRenderer

PARTS = {
    "list.html": '{% for it in all %}{{ once("part.html", it.id, it) }}{% endfor %}',
    "part.html": "<p>{{ it.text }}: {{ bits.word() }}</p>",
    "bits.html": '{% macro word() %}{{ _("Journal") }}{% endmacro %}',
}


def shown(screen: JinjaRenderer, *texts: str) -> str:
    return screen.render("list.html", {"all": [{"id": n, "text": t} for n, t in enumerate(texts)]})


def test_a_changed_part_is_rendered_again() -> None:
    screen = JinjaRenderer(DictLoader(PARTS))
    assert shown(screen, "a", "b") == "<p>a: Journal</p><p>b: Journal</p>"
    assert shown(screen, "a", "c", "b") == "<p>a: Journal</p><p>c: Journal</p><p>b: Journal</p>"


def test_text_in_a_part_is_escaped_once() -> None:
    screen = JinjaRenderer(DictLoader(PARTS))
    for _ in range(2):
        assert shown(screen, "<b>&") == "<p>&lt;b&gt;&amp;: Journal</p>"


def test_a_change_of_language_shows_in_every_part() -> None:
    screen = JinjaRenderer(DictLoader(PARTS))
    english = shown(screen, "a")
    screen.speak(Catalogue("de"))
    assert shown(screen, "a") != english


def test_another_game_has_its_own_journal() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.press("ask", "Throw the dice")
    assert "Ada" in table.page.regions["journal"]
    table.play("Cleo", "Dan")
    table.press("ask", "Throw the dice")
    assert "Cleo" in table.page.regions["journal"]
    assert "Ada" not in table.page.regions["journal"]


def test_after_bots_at_full_speed_the_page_renders_in_several_tasks() -> None:
    """Rendering all regions at once blocks the page for more than 100 milliseconds on a slow machine."""
    table = Table(speed="instant")
    seats = [Seat(name, bot) for name, bot in zip("ABCD", ("", *["steady"] * 3), strict=True)]
    table.hands.play.start(Record("modern", seats, seed=1))
    table.page.run()
    asked = together = 0
    while asked < 12:
        answer = sensible(table.answers())
        table.hands.play.answer(0, answer)
        asked += table.page.state["ask"] == "bots"
        while table.page.state["ask"] == "bots":
            table.page.patches.clear()
            assert table.page.tick()
            patched = {place.split()[0].lstrip("#") for place in table.page.patches}
            parts = [{"ask"}, {"journal", "deed", "seats"}, {"board", "stage"}]
            # While bots play on, the page shows their moves together with their questions.
            asked_now = table.page.state["ask"] != "bots"
            together += asked_now and sum(bool(patched & part) for part in parts) > 1
    assert together == 0


def test_rendering_between_two_halves_leaves_no_old_question() -> None:
    table = Table(speed="instant")
    seats = [Seat(name, bot) for name, bot in zip("ABCD", ("", *["steady"] * 3), strict=True)]
    table.hands.play.start(Record("modern", seats, seed=1))
    table.page.run()
    turns = 0
    while turns < 3:
        answer = sensible(table.answers())
        table.hands.play.answer(0, answer)
        if answer == "end":
            turns += 1
            assert table.page.state["ask"] == "bots"
        while table.page.state["ask"] == "bots":
            table.hands.play.render()
            assert table.page.tick()


def test_regions_rendered_ahead_use_the_words_of_their_game() -> None:
    table = Table()
    table.play("Ada", "Ben")
    assert "Journal" in table.page.text("journal")
    table.app.catalogue = Catalogue("de")
    rendering = table.hands.play._rendering
    rendering.forget("journal")
    rendering.render_ahead(("journal",))
    assert "Verlauf" in table.page.text("journal")


def test_nothing_of_the_table_is_rendered_ahead_while_the_setup_form_is_open() -> None:
    table = Table(speed="instant")
    seats = [Seat("Ann", "steady"), Seat("Bea", "steady"), Seat("Cleo")]
    table.hands.play.render()
    table.hands.play.start(Record("modern", seats, seed=1, position={"turn": "Ann"}))
    assert table.page.state["screen"] != "table"
    while table.page.state["screen"] != "table":
        table.page.patches.clear()
        assert table.page.tick()
    assert {"ask", "journal", "board"} <= set(table.page.patches)
