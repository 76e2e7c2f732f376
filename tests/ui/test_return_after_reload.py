"""A reload returns to the game that the window showed."""

from __future__ import annotations

from fake_page import FakePage, Table
from playing import sensible


def reloaded(table: Table) -> Table:
    """The page after a reload: with the same storage, and what the window remembers."""
    again = Table(store=table.disk(), page=FakePage(open_game=table.page.open_game))
    again.hands.return_to_game()
    return again


def test_a_reload_returns_to_the_game() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    table.say(sensible(table.answers()))
    again = reloaded(table)
    assert again.session.entries[-1].line == table.session.entries[-1].line
    assert again.page.state["ask"] == table.page.state["ask"]
    assert again.page.open_game == table.app.game_id


def test_after_leaving_the_game_a_reload_shows_the_first_page() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("leave")
    again = reloaded(table)
    assert again.app.session is None
    assert again.page.state["screen"] == "setup"


def test_a_deleted_game_is_forgotten() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.page.open_game = "0123456789ab"
    again = reloaded(table)
    assert again.app.session is None
    assert again.page.open_game == ""
    assert again.page.text("notices") == ""


def test_a_watched_game_is_not_returned_to() -> None:
    table = Table()
    table.play("Ada", "Ben")
    id = table.app.game_id
    table.do("leave")
    table.do("watch", id)
    assert table.page.open_game == ""
