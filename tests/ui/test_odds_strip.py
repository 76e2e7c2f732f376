"""Everybody's chance to win: the strip in games and replays, and the curve behind the slider."""

from __future__ import annotations

import re

from fake_page import Table
from on_screen import game
from titledeed.odds import WHOLE, expected_odds

ADA = ("Ada roll", "chance dice 1 2", "Ada buy", "Ada end")
BEN = ("Ben roll", "chance dice 2 3", "Ben buy", "Ben end")


def played(*, odds: bool = False) -> Table:
    table = Table()
    if odds:
        table.do("settings", kind="change", fields={"odds": "on", "speed": "instant"})
    table.play("Ada", "Ben")
    table.page.run()
    return table


def percents(table: Table) -> list[int]:
    return [int(n) for n in re.findall(r'class="sum">(\d+)%<', table.page.regions["seats"])]


def test_odds_are_shown_only_to_players_who_ask_for_them() -> None:
    assert "Chances of winning" not in played().page.regions["seats"]


def test_players_can_see_the_odds_during_a_game() -> None:
    table = played(odds=True)
    assert table.app.session is not None
    odds = expected_odds(table.app.session.state)
    assert percents(table) == [round(100 * share / WHOLE) for share in odds.values()]
    match = re.search(r'aria-label="Chances of winning: ([^"]*)"', table.page.regions["seats"])
    assert match is not None
    assert match[1] == ", ".join(
        f"{name} {n}%" for name, n in zip(("Ada", "Ben"), percents(table), strict=True)
    )


def test_the_odds_do_not_give_away_an_unfinished_animation() -> None:
    table = played(odds=True)
    before = percents(table)
    session = table.app.session
    assert session is not None
    session.state.cash[0] += 1000
    session.entries.append(session.entries[-1])
    table.playing.show_motions(0)
    table.hands.play.render()
    assert percents(table) == before
    table.playing.end_motions()
    table.hands.play.render()
    assert percents(table)[0] > before[0]


def test_odds_are_not_calculated_before_the_tax_is_chosen() -> None:
    table = game("classic", "Ada roll", "chance dice 1 3")
    table.do("settings", kind="change", fields={"odds": "on"})
    assert table.app.session is not None
    assert table.app.session.ask.kind == "tax"
    assert "Chances of winning" not in table.page.regions["seats"]


def test_a_replay_has_the_odds_strip_and_the_curve() -> None:
    table = game("modern", *ADA, *BEN)
    table.do("replay")
    table.page.run()
    assert "Chances of winning" in table.page.regions["seats"]
    replaying = table.app.replaying
    assert replaying is not None
    assert [stop for stop, _odds in replaying.odds] == [
        *replaying.replay.turns,
        replaying.replay.last,
    ]
    for stop, odds in replaying.odds:
        assert odds == expected_odds(replaying.replay.whole.at(replaying.replay.stops[stop]))
    drawn = re.findall(r'<polygon data-seat="(\d)" class="area"', table.page.regions["ask"])
    assert drawn == ["0", "1"]
    assert "<polyline" not in table.page.regions["ask"]
