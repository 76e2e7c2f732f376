"""Parts that are rendered once, and anew where what they show has changed."""

from __future__ import annotations

from jinja2 import DictLoader

from fake_page import Table
from titledeed.front.showing.screen import Screen
from titledeed.language.catalogue import Catalogue

PARTS = {
    "list.html": '{% for it in all %}{{ once("part.html", it.id, it) }}{% endfor %}',
    "part.html": "<p>{{ it.text }}: {{ bits.word() }}</p>",
    "bits.html": '{% macro word() %}{{ _("Journal") }}{% endmacro %}',
}


def shown(screen: Screen, *texts: str) -> str:
    return screen.render("list.html", {"all": [{"id": n, "text": t} for n, t in enumerate(texts)]})


def test_a_part_that_has_changed_is_rendered_anew() -> None:
    screen = Screen(DictLoader(PARTS))
    assert shown(screen, "a", "b") == "<p>a: Journal</p><p>b: Journal</p>"
    assert shown(screen, "a", "c", "b") == "<p>a: Journal</p><p>c: Journal</p><p>b: Journal</p>"


def test_what_a_part_shows_is_escaped_once() -> None:
    screen = Screen(DictLoader(PARTS))
    for _ in range(2):
        assert shown(screen, "<b>&") == "<p>&lt;b&gt;&amp;: Journal</p>"


def test_another_language_is_seen_in_every_part() -> None:
    screen = Screen(DictLoader(PARTS))
    english = shown(screen, "a")
    screen.speak(Catalogue("de"))
    assert shown(screen, "a") != english


def test_the_journal_of_another_game_is_its_own() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.press("ask", "Throw the dice")
    assert "Ada" in table.page.regions["journal"]
    table.play("Cleo", "Dan")
    table.press("ask", "Throw the dice")
    assert "Cleo" in table.page.regions["journal"]
    assert "Ada" not in table.page.regions["journal"]
