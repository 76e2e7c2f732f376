"""The position editor: positions are set up, refused by a clause, undone, shared, played, rolled out."""

from __future__ import annotations

import copy
import math
import re
from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.engine import rng
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.notation import Notation
from titledeed.engine.reducer import play_in_place
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game import share_link
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.game.session import Session
from titledeed.lab import batch_games, position_editor, rollouts
from titledeed.lab.position_from_game import begins_turn, position_of
from titledeed.ui.lab.state import position_editor as position_editor_state
from titledeed.ui.lab.state.position_editor import PositionEditorState


def text(table: Table) -> str:
    return table.page.text("lab")


def opened() -> Table:
    table = Table(page=FakePage())
    table.do("lab", "desk")
    return table


def test_each_number_of_trial_games_says_how_exact_it_is() -> None:
    assert "96 ±10% 385 ±5% 1,068 ±3%" in text(opened())


def it(table: Table) -> PositionEditorState:
    assert table.app.lab is not None
    desk = table.app.lab.position.editor  # type: ignore[attr-defined]
    assert isinstance(desk, PositionEditorState)
    return desk


def rest(table: Table) -> None:
    while table.page.tick():
        pass


def square(table: Table, at: int) -> None:
    table.do("lab-square", str(at))


def test_a_position_is_set_up_square_by_square() -> None:
    table = opened()
    for at in (37, 39):
        square(table, at)
        table.do("lab-owner", "1")
    table.do("lab-level", "1")
    square(table, 5)
    table.do("lab-owner", "0")
    table.do("lab-mortgage")
    table.do("lab-token", "2")
    table.do("lab-seat", "3", kind="change", fields={"cash": "77", "jail": "1", "bot": "simple"})
    table.do("lab-seat", "3", kind="change", fields={"cash": "77", "jail": "1", "bot": "simple"})
    table.do("lab-seat", "3", kind="change", fields={"cash": "77", "jail": "1", "bot": "simple"})
    table.do("lab-turn", kind="change", fields={"turn": "1"})
    table.do("lab-count", kind="change", fields={"round": "12"})
    table.do("lab-deck", "chance", kind="change", fields={"held": "0"})
    assert it(table).table["position"] == {
        "turn": "seat:2",
        "round": 12,
        "seat": {
            "seat:1": {
                "cash": 1500,
                "at": "go",
                "deeds": ["reading-railroad:m"],
                "cards": ["chance"],
            },
            "seat:2": {"cash": 1500, "at": "go", "deeds": ["park-place", "boardwalk:1"]},
            "seat:3": {"cash": 1500, "at": "reading-railroad", "deeds": []},
            "seat:4": {"cash": 77, "jail": 1, "deeds": []},
        },
    }
    assert it(table).table["seats"][3]["bot"] == "simple"
    assert it(table).trouble == ""


HOUSE_ON_39 = [
    ("lab-square", "37"),
    ("lab-owner", "0"),
    ("lab-square", "39"),
    ("lab-owner", "0"),
    ("lab-level", "1"),
]


@pytest.mark.parametrize(
    ("at", "acts", "clause"),
    [
        (39, [("lab-owner", "0"), ("lab-level", "1")], "houses.full-group"),
        (39, [("lab-level", "1")], "houses.full-group"),
        (
            39,
            [("lab-owner", "0"), ("lab-mortgage", ""), ("lab-level", "1")],
            "houses.unmortgaged-group",
        ),
        (39, [("lab-owner", "0"), ("lab-level", "-1")], "selling-buildings.half-price"),
        (5, [("lab-owner", "0"), ("lab-level", "1")], "houses.streets-only"),
        (30, [("lab-token", "0")], "jail.entry"),
        # Each of these would remove the house from the street.
        (39, [*HOUSE_ON_39, ("lab-mortgage", "")], "mortgage.bare-group"),
        (39, [*HOUSE_ON_39, ("lab-owner", "1")], "houses.full-group"),
        (39, [*HOUSE_ON_39, ("lab-owner", "-1")], "houses.full-group"),
    ],
)
def test_an_impossible_position_names_its_clause(
    at: int, acts: list[tuple[str, str]], clause: str
) -> None:
    table = opened()
    square(table, at)
    for act, arg in acts[:-1]:
        table.do(act, arg)
    before = it(table).table
    table.do(*acts[-1])
    assert clause in it(table).clauses
    assert clause in text(table)
    assert it(table).table == before


def test_uneven_or_too_many_buildings_are_impossible() -> None:
    table = opened()
    for at in (37, 39):
        square(table, at)
        table.do("lab-owner", "0")
    table.do("lab-level", "1")
    table.do("lab-level", "1")
    assert "houses.even" in it(table).clauses
    for _level in range(2, 6):
        square(table, 37)
        table.do("lab-level", "1")
        square(table, 39)
        table.do("lab-level", "1")
    square(table, 37)
    table.do("lab-level", "1")
    deeds = it(table).table["position"]["seat"]["seat:1"]["deeds"]
    assert deeds == ["park-place:hotel", "boardwalk:hotel"]
    table.do("lab-level", "1")
    assert "hotels.one-per-street" in it(table).clauses


def test_a_house_that_prevents_a_mortgage_is_named_with_the_remedy() -> None:
    table = opened()
    for act, arg in HOUSE_ON_39:
        table.do(act, arg)
    table.do("lab-mortgage")
    assert "There are buildings here. Use “one fewer” to remove them first." in text(table)
    table.do("lab-level", "-1")
    table.do("lab-mortgage")
    deeds = it(table).table["position"]["seat"]["seat:1"]["deeds"]
    assert deeds == ["park-place", "boardwalk:m"]


def test_a_mortgage_moves_with_its_deed_to_another_seat() -> None:
    table = opened()
    square(table, 5)
    for act, arg in [("lab-owner", "0"), ("lab-mortgage", ""), ("lab-owner", "1")]:
        table.do(act, arg)
    assert it(table).table["position"]["seat"]["seat:2"]["deeds"] == ["reading-railroad:m"]


def test_undo_and_redo_cover_every_step_in_the_editor() -> None:
    table = opened()
    start = it(table).table
    square(table, 1)
    table.do("lab-owner", "2")
    changed = it(table).table
    table.do("lab-undo")
    assert it(table).table == start
    table.do("lab-undo")
    assert it(table).table == start
    table.do("lab-redo")
    assert it(table).table == changed


def positions(count: int) -> list[dict[str, Any]]:
    """Return starts of turns in games that bots play, by several books and boards."""
    tables: list[dict[str, Any]] = []
    settings = [
        ("modern", "atlantic-city", 4, {}),
        ("classic", "london", 3, {"free-parking": "pot"}),
        ("australian", "australia", 5, {}),
        ("parker1973", "atlantic-city", 2, {"limit-rounds": 30}),
        ("wikibooks", "london", 6, {"lap-first": True}),
    ]
    game = 0
    while len(tables) < count:
        book, edition, seats, house = settings[game % len(settings)]
        table = batch_games.record_of(book, ["steady-1"] * seats, edition, house_rules=house)
        setting = batch_games.Setting.of(table)
        notation = Notation(setting.rules, [seat.name for seat in setting.record.seats])
        state, players = setting.opening(), BotScheduler(setting.players())
        seen, wanted = 0, 0
        while len(tables) < count and not isinstance(state.ask, Over) and seen < 2000:
            if begins_turn(state):
                seen += 1
                if seen > wanted:
                    wanted = seen + rng.random_number(7, len(tables)) % 25
                    tables.append({**table, "position": position_of(state, notation)})
            if state.ask.seat == CHANCE:
                play_in_place(state, CHANCE, rng.chance_answer(state, game), [])
            else:
                choice = players.next(state)
                assert choice is not None
                play_in_place(state, choice[0], choice[1].answer, [])
        game += 1
    return tables


def test_200_positions_survive_editor_link_editor() -> None:
    table = opened()
    part = table.app.lab.position  # type: ignore[union-attr]
    for record in positions(200):
        part.load(record)
        on_desk = it(table).table
        first = position_editor.open_position(on_desk)
        address = "#desk=" + share_link.pack_record(on_desk)
        part.load(batch_games.record_of("modern", ["simple"] * 2))
        part.open_link(address)
        assert it(table).trouble == ""
        assert it(table).table == on_desk
        again = position_editor.open_position(it(table).table)
        assert again.contents() == first.contents()
        state = batch_games.Setting.of(record).opening()
        assert (again.cash, again.owner, again.level) == (state.cash, state.owner, state.level)
        assert (again.at, again.jail, again.turn) == (state.at, state.jail, state.turn)
        assert (again.held, again.claims) == (state.held, state.claims)


def test_during_a_turn_the_editor_uses_the_last_turn_start_and_says_so() -> None:
    table = Table(page=FakePage())
    table.play("Ada", "Ben")
    table.hands.play.answer(0, "roll")
    table.page.run()
    table.do("lab", "desk")
    table.do("lab-take")
    assert "Showing the start of the current turn (after" in text(table)
    assert it(table).table["position"]["seat"]["seat:1"]["at"] == "go"
    assert [seat["name"] for seat in it(table).table["seats"]] == ["Ada", "Ben"]


def test_a_player_starts_a_game_from_the_edited_position() -> None:
    table = opened()
    square(table, 39)
    table.do("lab-owner", "0")
    table.do("lab-seat", "0", kind="change", fields={"cash": "1500", "jail": "-1", "bot": ""})
    table.do("lab-play")
    assert table.page.state["screen"] == "table"
    assert table.session.state.owner[39] == 0
    assert table.session.is_person(0)
    assert "Boardwalk" in table.page.text("board")


def test_a_link_opens_the_position_editor() -> None:
    table = opened()
    square(table, 39)
    table.do("lab-owner", "3")
    table.do("lab-share")
    address = it(table).address
    assert table.page.clipboard == address
    assert 200 < len(address) < 600
    other = Table(page=FakePage())
    other.hands.open_link("#desk=" + address.partition("#desk=")[2])
    assert other.page.parts == ["lab", "strategies"]
    assert other.page.state["screen"] == "lab"
    assert it(other).table == it(table).table


@pytest.mark.parametrize(
    "fragment",
    ["", "1.", "2.abc", "1.!!", "1.eJw", "x" * 70_000, "1." + "A" * 500, "<img src=x>"],
)
def test_a_bad_link_gives_a_sentence_and_changes_nothing(fragment: str) -> None:
    table = opened()
    before = it(table).table
    table.hands.open_link("#desk=" + fragment)
    assert it(table).table == before
    assert it(table).trouble
    assert "<img" not in table.page.regions["lab"]


def test_positions_from_strangers_are_refused_with_a_sentence() -> None:
    table = opened()
    good = it(table).table
    evil = "<img src=x onerror=alert(1)>"
    bad: list[dict[str, Any]] = [
        {**good, "position": {"turn": evil}},
        {**good, "position": {"seat": {"seat:9": {}}}},
        {**good, "position": {"seat": {"seat:1": {"cash": -5}}}},
        {**good, "position": {"turn": "seat:1", "doubles": 1}},
        {**good, "seats": ["One"]},
        {**good, "seats": [evil, evil]},
        {**good, evil: 1},
        {**good, "rulebook": evil},
        {**good, "edition": {"id": evil}},
    ]
    for record in bad:
        table.hands.open_link("#desk=" + share_link.pack_record(record))
        assert it(table).table == good
        assert it(table).trouble
        assert "<img" not in table.page.regions["lab"]


def test_the_favorite_is_the_same_as_on_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_editor_state, "SIZES", (12, 20, 30))
    table = opened()
    assert {seat["bot"] for seat in it(table).table["seats"]} == {it(table).policy} == {"steady"}
    for at in (16, 18, 19):
        square(table, at)
        table.do("lab-owner", "2")
    table.do("lab-empty", kind="click")
    table.do("lab-rolls", kind="change", fields={"size": "12", "policy": "steady", "seed": "4"})
    table.do("lab-run")
    rest(table)
    assert it(table).state == "done"
    played = batch_games.run_games({"record": it(table).table, "seed": 4, "first": 0, "count": 12})
    assert it(table).played == played
    interval = rollouts.win_shares(played, 4)[2]
    assert "12 of 12 trial games" in text(table)
    low, high = math.floor(interval.low * 100), math.ceil(interval.high * 100)
    words = text(table).replace("\u202f", " ")
    assert f"Cleo {round(interval.value * 100)}% {low}–{high}%" in words
    assert sum(it(table).odds) == 1_000_000


def test_the_page_says_why_rollouts_and_odds_differ_and_which_games_were_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(position_editor_state, "SIZES", (12, 20, 30))
    table = opened()
    assert "Why do the trial games" not in text(table)
    table.do("lab-rolls", kind="change", fields={"size": "12", "policy": "steady", "seed": "4"})
    table.do("lab-run")
    rest(table)
    editor = it(table)
    inside = [round(1_000_000 * share.value) for share in rollouts.win_shares(editor.played, 4)]
    editor.odds = inside
    table.do("lab-square", "1")
    assert "Why do the trial games and the model differ?" in text(table)
    assert "doesn’t know who is playing here" in text(table)
    assert "outside the interval" not in text(table)
    assert "stopped after 500 rounds" not in text(table)
    editor.odds = [1_000_000, 0, 0, 0]
    editor.played[0] = {**editor.played[0], "winners": []}
    table.do("lab-square", "3")
    outside = sum(share.low > 0 for share in rollouts.win_shares(editor.played, 4)[1:]) + 1
    assert f"For {outside} seats, the model’s chance of winning is outside the interval" in text(
        table
    )
    assert (
        "1 trial game was stopped after 500 rounds. It doesn’t count as a win for any seat."
        in text(table)
    )


def test_two_positions_are_rolled_out_with_the_same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_editor_state, "SIZES", (12, 20, 30))
    table = opened()
    table.do(
        "lab-empty", kind="submit", fields={"book": "modern", "edition": "london", "seats": "2"}
    )
    table.do("lab-rolls", kind="change", fields={"size": "12"})
    table.do("lab-second")
    table.do("lab-seat", "0", kind="change", fields={"cash": "5", "jail": "-1", "bot": "steady"})
    table.do("lab-run")
    rest(table)
    assert len(it(table).other_played) == 12
    assert "The 95% intervals are valid for all seats at once." in text(table)


def test_no_difference_is_shown_during_rollouts_or_after_a_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(position_editor_state, "SIZES", (30, 40, 50))
    table = opened()
    table.do("lab-rolls", kind="change", fields={"size": "30"})
    table.do("lab-second")
    table.do("lab-seat", "0", kind="change", fields={"cash": "5", "jail": "-1", "bot": "steady"})
    lab: Any = table.app.lab
    lab.position.do_run(None)
    for _ in range(3):
        table.page.tick()
    lab.render()
    assert any(it(table).played)
    assert "all seats at once" not in text(table)
    table.do("lab-cancel")
    assert "all seats at once" not in text(table)


@pytest.mark.parametrize(
    ("action", "arg", "fields", "says"),
    [
        (
            "lab-seat",
            "0",
            {"cash": "-5 bananas", "jail": "-1", "bot": "steady"},
            "0 to 999,999,999",
        ),
        ("lab-seat", "1", {"cash": "", "jail": "-1", "bot": "steady"}, "0 to 999,999,999"),
        ("lab-count", "", {"round": "0"}, "1 to 1,000,000"),
        ("lab-count", "", {"round": "one"}, "1 to 1,000,000"),
        ("lab-rolls", "", {"seed": "-3", "size": "96", "policy": ""}, "0 to 999,999,999"),
    ],
)
def test_a_number_field_without_a_number_leaves_the_typed_text_and_says_why(
    action: str, arg: str, fields: dict[str, str], says: str
) -> None:
    table = opened()
    before = copy.deepcopy((it(table).table, it(table).seed))
    table.do(action, arg, kind="change", fields=fields)
    assert (it(table).table, it(table).seed) == before
    assert f"Enter a whole number from {says}." in text(table)
    number = next(value for name, value in fields.items() if name in ("cash", "round", "seed"))
    assert f'value="{number}"' in table.page.regions["lab"]
    table.do("lab-run")
    assert it(table).state == "new"
    assert "Correct the marked fields first." in text(table)


def test_the_figures_for_the_next_throw_are_exact() -> None:
    """Ada is on GO before Ben's three light blue hotels, which sums of six, eight and nine hit."""
    table = position_editor.empty_position("modern", "atlantic-city", [("Ada", ""), ("Ben", "")])
    table["position"]["seat"]["seat:1"]["cash"] = 500
    table["position"]["seat"]["seat:2"]["deeds"] = [
        *("oriental-avenue:hotel", "vermont-avenue:hotel", "connecticut-avenue:hotel")
    ]
    sums = {end.total: end for end in position_editor.next_throw(table)}
    assert [sums[n].ways for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert (sums[6].pays, sums[8].pays, sums[9].pays) == (550, 550, 600)
    assert [n for n, end in sums.items() if end.short] == [6, 8, 9]
    assert (sums[4].pays, sums[3].pays, sums[7].card, sums[2].card) == (200, 0, True, True)


def test_rolled_out_positions_have_one_source() -> None:
    """A session at the position and the position editor have the same state."""
    table = opened()
    session = Session.load({**it(table).table, "seed": 1})
    assert session.state.cash[0] == 1500


def test_a_space_is_chosen_in_a_list_and_step_by_step() -> None:
    table = opened()
    table.do("lab-square", kind="change", fields={"space": "39"})
    html = table.page.regions["lab"]
    listed = html.partition('class="desk-list"')[2].partition("</form>")[0]
    assert "Boardwalk · $400" in " ".join(listed.split())
    assert listed.count("<option") == 40
    table.do("lab-square", re.findall(r'data-arg="(\d+)"', listed)[-1])
    listed = table.page.regions["lab"].partition('class="desk-list"')[2].partition("</form>")[0]
    assert re.findall(r'data-arg="(\d+)"', listed) == ["39", "1"]
