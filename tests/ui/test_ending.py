"""After a game: the turning points, and the statistics of this device."""

from __future__ import annotations

import json
import random
import re
from itertools import pairwise
from typing import Any

import pytest

import wild_games
from fake_page import Box, Database, Table
from playing import sensible
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import Record, Seat, read_record
from titledeed.game.session import Session
from titledeed.language.sentence_parts import plain_text
from titledeed.storage.store import Store
from titledeed.ui.game_loop import finished_games_statistics
from titledeed.ui.views.ending import wealth_swings
from titledeed.ui.views.ending.standings_and_wealth import WIDTH, over_view, part_marks
from titledeed.ui.views.view_context_and_shared_parts import ViewContext


def won(store: Store | None = None, *, rent: bool = False, loser: int = 1) -> Table:
    """Return a finished game of Ada against a steady bot; the seat ``loser`` leaves it.

    ``rent``: the bot has paid her rent before."""
    table = Table(store)
    seats = {"Ada": {"deeds": ["park-place", "boardwalk"]}, "Ben": {"at": "pacific-avenue"}}
    table.play("Ada", "Ben", bots={"Ben": "steady"}, chance="by-hand", position={"seat": seats})
    if rent:
        for seat, text in ((0, "roll"), (-3, "dice 1 2"), (0, "decline"), (1, "pass"), (0, "pass")):
            table.session.say(seat, text)
        for seat, text in ((0, "end"), (1, "roll"), (-3, "dice 2 4")):
            table.session.say(seat, text)
    table.hands.play.answer(loser, "resign")
    table.page.run()
    assert isinstance(table.session.ask, Over)
    return table


def stored(table: Table) -> list[dict[str, Any]]:
    fetched: list[list[dict[str, Any]]] = []
    table.store.fetch(
        finished_games_statistics.PREFIX,
        lambda tables: fetched.append(finished_games_statistics.ended_games(tables)),
    )
    return fetched[0]


def test_a_game_counts_once_in_the_statistics_when_it_ends() -> None:
    table = won(rent=True)
    (result,) = stored(table)
    assert (result["book"], result["won"], result["bots"]) == ("modern", True, ["steady"])
    # doubled, because she owns both
    assert (result["rent"], result["street"]) == (70, "Park Place")
    table.hands.play.save()
    table.do("replay")
    table.do("replay-leave")
    assert len(stored(table)) == 1
    lost = won(table.store, loser=0)
    assert sorted(game["won"] for game in stored(lost)) == [False, True]


def pass_time(table: Table) -> None:
    while table.page.tick():
        pass


def test_the_end_page_opens_automatically_after_the_last_animation() -> None:
    table = won()
    assert table.page.opened == []
    assert "You win" in table.page.text("ask")
    ended = table.page.clock
    pass_time(table)
    assert table.page.opened == ["dlg-over"]
    assert 1_500 < table.page.clock - ended < 2_500
    table.do("close", where="dlg-over")
    pass_time(table)
    assert table.page.opened == []


def test_the_end_page_covers_nothing_and_appears_only_for_a_new_ending() -> None:
    table = won()
    table.do("open-journal")
    pass_time(table)
    assert table.page.opened == ["dlg-journal"]
    table.do("close", where="dlg-journal")
    table = won()
    table.page.menu = True
    pass_time(table)
    assert table.page.opened == []
    again = Session.load(table.session.save("2026-01-01", ""))
    table.hands.play.begin(again, "2", "an old game")
    pass_time(table)
    table = won()
    table.do("undo")
    pass_time(table)
    assert "dlg-over" not in table.page.opened


def test_an_undone_ending_does_not_count() -> None:
    table = won()
    table.do("undo")
    assert not isinstance(table.session.ask, Over)
    assert stored(table) == []
    table.hands.play.answer(0, "resign")
    table.page.run()
    assert [game["won"] for game in stored(table)] == [False]


def test_a_game_that_did_not_start_here_does_not_count() -> None:
    table = won()
    first = table.session.save("2026-01-01", "")
    table.hands.play.begin_new(Session.load(first), "the same, from a file")
    table.hands.play.save()
    assert len(stored(table)) == 1
    table.do("replay", "0")
    table.do("replay-branch")
    table.hands.play.answer(1, "resign")
    table.page.run()
    assert isinstance(table.session.ask, Over)
    assert len(stored(table)) == 1


def test_results_survive_a_reload_and_full_storage() -> None:
    box, database = Box(), Database()
    table = won(Store(box, database))
    assert stored(Table(table.disk())) == stored(table)
    full = Box(room=10)
    assert len(stored(won(Store(full, database)))) == 2
    assert not any("result/" in key for key in full.texts)


def test_statistics_can_be_viewed_saved_as_a_file_and_erased() -> None:
    table = Table()
    table.do("open-results")
    assert "No games finished on this device yet." in table.page.text("dlg-results")
    table = won(rent=True)
    table.do("open-results")
    page_text = table.page.text("dlg-results")
    assert "1 game · 1 won" in page_text
    assert "1 Games you won 1 of 1 game" in page_text  # a share of one game would say nothing
    assert "Modern 1 1 100%" in page_text
    assert "Steady bot 1 1 100%" in page_text
    assert "Highest rent you collected $70 Park Place" in page_text
    table.do("export-results", where="dlg-results")
    text = table.page.files["title-deed-statistics.json"]
    assert json.loads(text)["games"][0]["rent"] == 70
    table.do("erase-results", where="dlg-results")
    assert "Saved games stay." in table.page.text("dlg-confirm")
    assert len(stored(table)) == 1
    table.do("erase-results-now", where="dlg-confirm")
    assert stored(table) == []
    assert "No games finished on this device yet." in table.page.text("dlg-results")


def games(*outcomes: bool, **more: object) -> list[dict[str, object]]:
    """Results of games against builder, the oldest first."""
    return [
        {
            "book": "modern",
            "official": True,
            "board": "Atlantic City",
            "people": 1,
            "won": won,
            "bots": ["builder"],
            "rounds": 30 + n,
            "seconds": 1800,
            "rent": 0,
            "street": "",
            "sign": ["$", False, ","],
            "when": f"2026-01-{n + 1:02d}T12:00:00Z",
            **more,
        }
        for n, won in enumerate(outcomes)
    ]


def shown_statistics(*results: dict[str, object]) -> Table:
    table = Table()
    for n, result in enumerate(results):
        table.store.put(f"{finished_games_statistics.PREFIX}{n}", result)
    table.do("open-results")
    return table


def test_statistics_of_many_games_show_the_share_the_latest_games_and_records() -> None:
    table = shown_statistics(*games(True, False, True, True, True, False, False, False))
    text, html = table.page.text("dlg-results"), table.page.regions["dlg-results"]
    assert "50% Games you won 4 of 8 games" in text
    assert text.count("Won in round") == 4
    assert text.count("Lost in round") == 4
    assert text.index("Won in round 30") < text.index("Lost in round 37")  # the oldest first
    assert "Longest winning streak 3 games" in text
    assert "Fastest win 30 rounds" in text
    assert "Average game 34 rounds" in text
    assert "Longest game 37 rounds" in text
    assert "Time played 4 h 0 min" in text
    assert "Highest rent" not in text
    assert "static/art/people/builder" in html
    assert 'stroke-dasharray="50 100"' in html


def test_only_the_latest_twenty_games_are_shown_one_by_one() -> None:
    table = shown_statistics(*games(*[True] * 25))
    assert table.page.text("dlg-results").count("Won in round") == 20
    assert "25 of 25 games" in table.page.text("dlg-results")


def test_games_of_several_people_are_counted_without_wins() -> None:
    table = shown_statistics(*games(False, False, people=2))
    text = table.page.text("dlg-results")
    assert "2 games" in text
    assert "Wins are counted in games that you play alone against bots." in text
    assert "Longest game" in text
    assert "Average game" not in text, "two games have no average worth a tile"
    assert "Games you won" not in text


def test_a_bot_from_another_version_has_the_name_in_its_result() -> None:
    table = won(rent=True)
    (good,) = stored(table)
    table.store.put(f"{finished_games_statistics.PREFIX}other", {**good, "bots": ["<i>later"]})
    table.do("open-results")
    assert "<i>later 1 1 100%" in table.page.text("dlg-results")


def test_damaged_results_are_left_out() -> None:
    table = won()
    (good,) = stored(table)
    for n, bad in enumerate(({"rounds": 3}, {**good, "sign": ["$"]}, {**good, "rent": "70"}, {})):
        table.store.put(f"{finished_games_statistics.PREFIX}bad{n}", bad)
    table.store.box.write("titledeed/1/result/worse", "{")
    assert stored(table) == [good]
    table.do("open-results")
    assert "1 game" in table.page.text("dlg-results")


def wild_session(seed: int, *, crowded: bool = False) -> Session:
    draw = random.Random(seed)
    record = (wild_games.crowded if crowded else wild_games.fresh)(draw, rulebook="modern")
    session = Session.start(read_record(record))
    wild_games.walk(session, draw, 600)
    return session


def shown_turning_points(session: Session) -> tuple[ViewContext, list[wealth_swings.Turning]]:
    table = Table()
    table.hands.play.begin(session, "1", "wild", look=True)
    ctx = ViewContext(table.app)
    return ctx, wealth_swings.points(ctx)


def test_turning_points_are_the_events_that_changed_a_worth_most() -> None:
    for seed, crowded in ((5, False), (3, True), (4, True)):
        session = wild_session(seed, crowded=crowded)
        ctx, points = shown_turning_points(session)
        assert 0 < len(points) <= wealth_swings.MOST
        assert [point.turn for point in points] == sorted(point.turn for point in points)
        for point in points:
            before, after = session.wealth[point.turn - 1], session.wealth[point.turn]
            assert before[0] < point.at <= after[0]
            assert point.entry is session.entries[point.at - 1]
            assert all(event in point.entry.events for event in point.events)
            assert point.change != 0
            changes = wealth_swings.worth_changes(ctx.rules, point.events, ctx.state.seats)
            assert point.change == changes[point.seat]
        view = over_view(ctx)
        assert [t["count"] for t in view["turning"]] == [point.at for point in points]
        assert [t["n"] for t in view["curves"]["turning"]] == [1, 2, 3][: len(points)]
        places = [t["x"] for t in view["curves"]["turning"]]
        assert places == sorted(places)


@pytest.mark.parametrize("crowded", [False, True])
def test_the_changes_by_events_add_up_to_the_wealth_of_the_chart(crowded: bool) -> None:
    told: set[str] = set()
    for seed in range(8):
        session = wild_session(seed, crowded=crowded)
        rules, seats = session.state.rules, session.state.seats
        for (first, before), (last, after) in pairwise(session.wealth):
            events = [e for entry in session.entries[first:last] for e in entry.events]
            told |= {event.kind for event in events}
            changes = wealth_swings.worth_changes(rules, events, seats)
            assert changes == [b - a for a, b in zip(before, after, strict=True)]
    assert {"pay", "deed", "build", "mortgage"} <= told


def test_a_purchase_or_a_building_at_its_price_and_a_salary_are_no_turning_points() -> None:
    seen: set[str] = set()
    for seed in range(8):
        session = wild_session(seed, crowded=True)
        for entry in session.entries:
            for events in wealth_swings.happenings(entry.events):
                facts: Any = events[0].facts
                what = facts.get("what", events[0].kind)
                assert what not in ("salary", "price")
                if what in ("house", "hotel", "mortgage"):
                    seen.add(what)
                    seats = session.state.seats
                    assert not any(wealth_swings.worth_changes(session.state.rules, events, seats))
    assert seen >= {"house", "mortgage"}


def test_a_turning_point_shows_the_amount_that_its_sentence_names() -> None:
    """Not the change of the whole turn, in which a seat may also collect a salary or sell houses."""
    table = Table()
    ada = {"deeds": ["park-place:2", "boardwalk:2"], "cash": 2000}
    seats = {"Ada": ada, "Ben": {"at": "pacific-avenue"}}
    table.play("Ada", "Ben", chance="by-hand", position={"seat": seats, "turn": "Ada"})
    for seat, text in ((0, "roll"), (-3, "dice 1 2"), (0, "buy"), (0, "end")):
        table.session.say(seat, text)
    # Ben pays rent, passes GO after his double, and pays a tax.
    for seat, text in ((1, "roll"), (-3, "dice 4 4"), (1, "roll"), (-3, "dice 2 3"), (1, "end")):
        table.session.say(seat, text)
    told = over_view(ViewContext(table.app))["turning"]
    assert [(t["seat"]["name"], t["change"]) for t in told] == [("Ada", "+$600"), ("Ben", "−$200")]
    texts = [plain_text(t["text"]) for t in told]
    assert texts[0] == "Ben pays Ada $600 rent for Boardwalk with 2 houses."
    assert "tax" in texts[1].lower()


def test_numbers_of_turning_points_that_are_near_each_other_are_drawn_apart() -> None:
    assert part_marks([]) == []
    assert part_marks([100, 400, 700]) == [100, 400, 700]
    assert part_marks([200, 204]) == [187, 217]
    assert part_marks([100, 110, 120]) == [80, 110, 140]
    # They stay on the chart, and in their order.
    assert part_marks([0, 2]) == [0, 30]
    assert part_marks([WIDTH - 1, WIDTH, WIDTH]) == [WIDTH - 60, WIDTH - 30, WIDTH]


def test_the_person_is_you_at_the_end_and_at_the_start() -> None:
    """Also in the table of the chart, in the first throws, and in the own panel."""
    table = Table(speed="normal")
    seats = [Seat("Ada", ""), Seat("Ben", "simple"), Seat("Cleo", "simple")]
    table.hands.play.start(Record("modern", seats, seed=3))
    throws = re.search(r'class="moment-throws">(.*?)</ul>', table.page.regions["stage"], re.DOTALL)
    assert throws
    assert "<span>You</span>" in throws[1]
    assert "Ada" not in throws[1]
    table.page.run()
    table.do("open-seat", "0", where="seats")
    assert "You own no deeds yet." in table.page.text("dlg-seat")
    table.do("close", where="dlg-seat")
    while table.session.state.round < 3:
        table.say(sensible(table.answers()))
    table.do("open-over", where="menu")
    table_of_chart = table.page.regions["dlg-over"].partition("curve-table")[2]
    assert ">You<" in table_of_chart
    assert "Ada" not in table_of_chart


def test_no_curve_runs_through_the_sums_beside_the_chart() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"}, house_rules={"limit-rounds": 4})
    while table.session.waiting().who != "over":
        table.say(sensible(table.answers()))
    table.do("open-over", where="ask")
    chart = (
        table.page.regions["dlg-over"]
        .partition('class="curves card"')[2]
        .partition("<svg viewBox=")[2]
        .partition("</svg>")[0]
    )
    left = int(re.findall(r'"(-?\d+) ', chart)[0])
    sums = re.findall(r'class="worth" x="(-?\d+)"[^>]*>([^<]+)<', chart)
    assert sums
    for x, label in sums:
        # A letter of a phone is 24.5 units high, and about half as wide.
        assert left <= int(x)
        assert int(x) + 24.5 * 0.56 * len(label) <= 2
    xs = [
        int(x)
        for line in re.findall(r'points="([^"]+)"', chart)
        for x in re.findall(r"(-?\d+),", line)
    ]
    assert min(xs) == 0
