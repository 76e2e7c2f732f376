"""The verdict of a comparison: one measure and one number of games, chosen before.

Everything else is exploring."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from fake_page import FakePage, FakeWork, Table
from titledeed.lab import compare, run_file
from titledeed.lab.batch_games import Played
from titledeed.ui.lab.state.compare import QUESTIONS, CompareState
from titledeed.ui.lab.state.comparison_form import NEW
from tools import verdicts

OLD_RUN = Path(__file__).resolve().parents[2] / "migrations" / "kept" / "title-deed-run-1.json"


class KnownGames(FakePage):
    """A page whose workers know all games already."""

    def __init__(self, a: Sequence[Played], b: Sequence[Played]) -> None:
        super().__init__()
        self.sides = (a, b)

    def work(self, call: str, jobs: Any, done: Any, failed: Any) -> FakeWork:
        if call != "titledeed.lab.batch_games:run_games":
            return super().work(call, jobs, done, failed)
        work, waiting = FakeWork(), list(enumerate(jobs))

        def step() -> None:
            if not work.cancelled and waiting:
                place, job = waiting.pop(0)
                side = self.sides["free-parking" in job["record"]["house_rules"]]
                done(place, list(side[job["first"] : job["first"] + job["count"]]))
                self.after(1, step)

        self.after(1, step)
        return work


def drawn(seed: int = 3) -> tuple[list[Played], list[Played]]:
    """Return two lists of real games of one setting, which differ only by chance."""
    games = verdicts.pool("plain")
    return random.Random(seed).sample(games, 1000), random.Random(seed + 1).sample(games, 1000)


def longer(games: Sequence[Played], by: int) -> list[Played]:
    return [{**game, "rounds": game["rounds"] + by} for game in games]


def laboratory(by: int = 0, seed: int = 3) -> Table:
    a, b = drawn(seed)
    table = Table(page=KnownGames(a, longer(b, by)))
    table.do("lab")
    table.do("lab-size", kind="change", fields={"size": "100"})
    return table


def state(table: Table) -> Any:
    return table.app.lab.compare.comparison  # type: ignore[union-attr]


def text(table: Table) -> str:
    return table.page.text("lab")


def verdict(table: Table) -> str:
    """The text of the verdict's card, without what A and B are."""
    table.app.lab.render()  # type: ignore[union-attr]
    card = re.search(r'<div class="lab-verdict.*?</div>', table.page.regions["lab"], re.DOTALL)
    assert card is not None
    rest = re.sub(r'<p class="lab-what">.*?</p>', "", card[0], flags=re.DOTALL)
    plain = re.sub(r"<[^>]+>", " ", rest)
    return re.sub(r"\s+", " ", html.unescape(plain)).strip()


def choose(table: Table, measure: str) -> None:
    table.do("lab-plan", kind="change", fields={"measure": measure})


def size(table: Table, games: int) -> None:
    table.do("lab-size", kind="change", fields={"size": str(games)})


def marks(table: Table) -> int:
    return table.page.regions["lab"].count("<b>●")


# ---------------------------------------------------------------- one verdict


def test_the_verdict_is_on_the_chosen_measure_no_matter_what_is_viewed() -> None:
    table = laboratory(by=12)
    table.do("lab-run")
    before = verdict(table)
    assert before.startswith(
        "The games show a difference: higher in B. Rounds until the end: B is higher by"
    )
    assert (
        "The measure and the number of games (100 on each side) were chosen before the simulation."
        in before
    )
    for measure in compare.measures_for(4):
        table.do("lab-measure", measure.id)
        assert verdict(table) == before
    table.do("lab-measure", "win_2")
    assert "For exploring only: this measure wasn’t chosen before the simulation." in text(table)
    assert "Back to “Rounds until the end”" in text(table)
    table.do("lab-measure", "")
    assert "Exploring:" not in text(table)


def test_the_measure_and_the_number_of_games_are_fixed_after_the_first_games() -> None:
    table = laboratory()
    choose(table, "gini")
    assert state(table).measure == "gini"
    table.do("lab-run")
    before = verdict(table)
    assert "Inequality, mean over all rounds" in before
    choose(table, "rounds")
    assert state(table).measure == "gini"
    assert re.search(r'name="measure" disabled', table.page.regions["lab"])
    for games in (1000, 10_000):  # further games are exploring
        size(table, games)
        assert verdict(table).startswith(before)


def test_playing_more_games_is_exploratory_and_does_not_change_the_verdict() -> None:
    """There is no difference at 100 games, and a clear one at all 1,000."""
    a, b = drawn()
    page = KnownGames(a, [*b[:100], *longer(b[100:], 20)])
    table = Table(page=page)
    table.do("lab")
    size(table, 100)
    table.do("lab-guess", "2 1")
    table.do("lab-run")
    assert "Most common guess: higher in B." in text(table)
    before = verdict(table)
    assert before.startswith("The games don’t show a difference.")
    size(table, 1000)
    assert "Explore with more games" in text(table)
    lab: Any = table.app.lab
    lab.compare.do_run(None)
    while state(table).done < 1000:
        page.tick()
        assert verdict(table).startswith(before), "also while more games are played"
        assert marks(table) == 0
    page.run()
    assert state(table).done == 2000
    row = next(row for row in state(table).figures().measures if row.measure.id == "rounds")
    assert row.shows(), "what is explored would be a difference"
    assert verdict(table).startswith(before)
    assert (
        "Games beyond the planned number are only for exploring: they never change the verdict."
        in verdict(table)
    )
    assert "For exploring only: this chart shows all games, 1,000 on each side." in text(table)
    assert "B minus A in all games, 1,000 on each side (for exploring only)" in text(table)
    assert 'lab-interval is-open"' in page.regions["lab"]
    assert "For exploring only: all games, 1,000 on each side, without marks." in text(table)
    assert marks(table) == 0
    assert page.said[-1].startswith("The games don’t show a difference."), (
        "said once, when it was found"
    )
    assert (
        sum(sentence.startswith("The games don’t show a difference") for sentence in page.said) == 1
    )
    assert "Most common guess" not in text(table), "the guess was about the verdict"
    size(table, 100)  # a return to a smaller number removes nothing
    assert state(table).size == 1000
    assert state(table).done == 2000


def test_a_run_in_progress_shows_no_marks_and_no_interval() -> None:
    table = laboratory(by=40)
    lab: Any = table.app.lab
    lab.compare.do_run(None)
    for _ in range(6):
        table.page.tick()
    lab.render()
    assert 0 < state(table).done < 200
    assert "No verdict yet" in verdict(table)
    assert marks(table) == 0
    words = text(table)
    assert "Differences and marks appear when the simulation is over." in words
    for shown in ("lab-interval", "○", "●", "Most common guess", "lab-strip"):
        assert shown not in table.page.regions["lab"]
    table.do("lab-cancel")
    assert verdict(table).startswith("No verdict: the simulation was stopped")
    for shown in ("lab-interval", "○", "●", "lab-strip"):
        assert shown not in table.page.regions["lab"]
    table.do("lab-run")
    table.page.run()
    assert verdict(table).startswith("The games show a difference: higher in B.")


def test_a_stopped_run_continues_to_the_chosen_number() -> None:
    table = laboratory()
    lab: Any = table.app.lab
    lab.compare.do_run(None)
    for _ in range(6):
        table.page.tick()
    table.do("lab-cancel")
    for games in (1000, 10_000):
        size(table, games)
        assert state(table).size == 100
    table.do("lab-run")
    assert state(table).planned == state(table).done // 2 == 100


def test_a_run_in_progress_shows_one_mean_for_each_side() -> None:
    """The means are of the games that both sides have played: A is mostly some games ahead of B."""
    table = laboratory()
    lab: Any = table.app.lab
    lab.compare.do_run(None)
    table.page.tick()
    table.page.tick()
    table.page.tick()
    played = state(table).played
    assert sum(map(bool, played[0])) != sum(map(bool, played[1]))
    lab.render()
    mean = re.search(r"A: mean ([0-9.]+)", text(table))
    row = state(table).figures().measures[0]
    assert mean is not None
    assert mean[1] == f"{row.a:.1f}"
    assert row.a == pytest.approx(compare.mean([g["rounds"] for g in state(table).pairs[0]]))


# ---------------------------------------------------------------- ends, few games, stopped games


def made(table: Table, a: Sequence[Played], b: Sequence[Played]) -> None:
    """Show these games as a run that was planned for them."""
    comparison = state(table)
    comparison.clear()
    comparison.played, comparison.state = [list(a), list(b)], "done"
    comparison.planned = comparison.size = len(a)
    table.app.lab.render()  # type: ignore[union-attr]


def _twice(game: Played) -> Played:
    return {**game, "rounds": 2 * game["rounds"]}


def test_an_interval_end_shown_as_zero_is_not_a_difference() -> None:
    """Real games of twice the length, whose interval would be about -9 to -0.04: a narrower one would be
    shown with two decimals."""
    table = laboratory()
    a, b = ([_twice(game) for game in games[:100]] for games in drawn())
    gap = compare.compare_one(compare.measures_for(4)[0], a, b)
    half = gap.difference.high - gap.difference.value
    by = -0.04 - half - gap.difference.value
    moved: Any = [{**game, "rounds": game["rounds"] + by} for game in b]
    row = compare.compare_one(compare.measures_for(4)[0], a, moved)
    assert row.difference.shows
    assert -0.1 < row.difference.high < 0
    made(table, a, moved)
    assert verdict(table).startswith("The games don’t show a difference.")
    assert "and 0.0 (95% interval). The interval includes 0" in verdict(table)
    words = text(table)
    assert f"−{2 * half + 0.1:.1f}"[:3] in words
    assert "to 0.0" in words
    assert marks(table) == 0


def test_a_few_games_are_too_few_for_an_interval() -> None:
    table = laboratory()
    choose(table, "win_4")
    a = drawn()[0][:100]
    lost: Any = [{**game, "winners": [0]} for game in a]
    won: Any = [{**game, "winners": [3]} for game in lost[:4]] + lost[4:]
    made(table, lost, won)
    assert "A and B differ in only 4 of 100 pairs of games." in verdict(table)
    assert verdict(table).startswith("The games don’t show a difference.")
    assert "too few for an interval" in text(table)
    assert 'id="lab-interval"' not in table.page.regions["lab"]


def test_an_equal_difference_in_all_pairs_gets_no_interval_of_zero_width() -> None:
    table = laboratory()
    a = drawn()[0][:100]
    made(table, a, longer(a, 2))
    assert verdict(table).startswith(
        "The games show a difference: higher in B. Rounds until the end: in all 100 pairs "
        "of games, B minus A is +2.0."
    )


def test_the_verdict_names_stopped_games_with_the_medians() -> None:
    table = laboratory()
    a = drawn()[0][:100]
    stopped: Any = {**a[0], "rounds": 500, "winners": []}
    made(table, a, [*longer(a[:99], -1), stopped])
    told = verdict(table)
    assert (
        "0 of 100 games in A and 1 of 100 games in B were stopped after 500 rounds without a winner."
        in told
    )
    assert "Each of them counts as 500 rounds. Compare the medians too:" in told
    assert "The result depends on these games: without their pairs, B minus A is −1.0" in told
    assert re.search(
        r"A: mean [0-9.]+ , median [0-9.]+|A: mean [0-9.]+, median [0-9.]+", text(table)
    )


def test_with_few_finished_pairs_there_is_no_interval() -> None:
    table = laboratory()
    a = drawn()[0][:100]
    stopped: Any = {**a[0], "rounds": 500, "winners": []}
    made(table, a, [*longer(a[:2], -1), *[stopped] * 98])
    told = verdict(table)
    assert told.startswith("The games show a difference: higher in B.")
    assert (
        "The result depends on these games. Without their pairs, A and B differ in only 2 of 2 "
        "pairs of games. That’s too few to draw a conclusion." in told
    )
    assert "minus" not in told.partition("The result depends")[2]


# ---------------------------------------------------------------- the guess


def test_a_guess_belongs_to_its_measure() -> None:
    table = laboratory()
    for _ in range(3):
        table.do("lab-guess", "2 1")
    choose(table, "gini")
    assert state(table).guess == [0, 0, 0]
    table.do("lab-guess", "0 1")
    choose(table, "rounds")
    assert state(table).guess == [0, 0, 3]
    table.do("lab-run")
    assert "Most common guess: higher in B." in text(table)
    for measure in ("gini", "win_1", "income_rent"):
        table.do("lab-measure", measure)
        assert "Most common guess" not in text(table)
        assert "lab-guessed" not in table.page.regions["lab"]


def guess_more(table: Table) -> list[int]:
    """Try all ways to add a hand; return the hands after that."""
    table.do("lab-guess", "1 1")
    table.do("lab-hands", kind="change", fields={"hands-1": "17"})
    return list(state(table).guess)


def test_the_first_run_locks_the_guess_for_good() -> None:
    table = laboratory()
    table.do("lab-guess", "2 1")
    table.do("lab-run")
    assert guess_more(table) == [0, 0, 1]
    size(table, 1000)
    assert guess_more(table) == [0, 0, 1]
    table.do("lab-run")
    assert guess_more(table) == [0, 0, 1]
    table.do("lab-again")
    assert guess_more(table) == [0, 0, 1], "a new run of the same settings"
    choose(table, "gini")
    assert guess_more(table) == [0, 0, 0], "whose measures have all been seen"
    table.do("lab-seed", kind="change", fields={"seed": "99"})
    assert guess_more(table) == [0, 0, 0]
    choose(table, "rounds")
    assert guess_more(table) == [0, 0, 1]
    # Another question has its own guess. The way back brings the old one, locked.
    table.do("lab-question", kind="change", fields={"question": "auctions"})
    assert guess_more(table) == [0, 17, 0]
    table.do("lab-question", kind="change", fields={"question": "pot"})
    assert guess_more(table) == [0, 0, 1]


def test_changing_a_setting_and_changing_it_back_does_not_unlock_the_guess() -> None:
    table = laboratory()
    usual = dict(NEW)
    table.do("lab-guess", "0 1")
    table.do("lab-run")
    table.do("lab-side", "a", kind="change", fields={**usual, "cash-0": "1600"})
    assert guess_more(table) == [0, 17, 0], "other settings: nobody has seen those"
    table.do("lab-side", "a", kind="change", fields=usual)
    assert guess_more(table) == [1, 0, 0]


@pytest.mark.parametrize(
    "written", [{"house:salary": "200"}, {"decks": "us-2008"}, {"cash-0": "1500"}]
)
def test_the_same_settings_in_another_form_play_the_same_games(written: dict[str, str]) -> None:
    """The settings name the rulebook's own value as a house rule, its own cards, and the usual cash."""
    table = laboratory()
    table.do("lab-guess", "0 1")
    table.do("lab-run")
    a = state(table).sides[0]
    table.do("lab-side", "a", kind="change", fields={**a, **written})
    assert guess_more(table) == [1, 0, 0]
    choose(table, "gini")
    table.do("lab-run")
    assert verdict(table).startswith("No verdict: the measure wasn’t chosen before the simulation")


def test_swapping_the_settings_does_not_unlock_the_guess() -> None:
    table = laboratory()
    table.do("lab-guess", "2 1")
    table.do("lab-run")
    a, b = state(table).sides
    table.do("lab-side", "a", kind="change", fields=b)
    assert guess_more(table) == [0, 17, 0], "both sides alike: nobody has seen those"
    table.do("lab-side", "b", kind="change", fields=a)
    assert guess_more(table) == [1, 0, 0], "more in B was guessed, and B is A now"


def test_students_enter_numbers_by_hand_and_bars_scale() -> None:
    table = laboratory()
    table.do("lab-hands", kind="change", fields={"hands-0": "8", "hands-1": "15", "hands-2": "28"})
    assert state(table).guess == [8, 15, 28]
    bars = re.findall(r'<rect class="lab-a" width="(\d+)" height="10"', table.page.regions["lab"])
    assert bars == ["29", "54", "100"]
    table.do("lab-hands", kind="change", fields={"hands-0": "-3", "hands-1": "x", "hands-2": "28"})
    assert state(table).guess == [8, 15, 28]
    page = table.page.regions["lab"]
    assert page.count("Enter a whole number from 0 to 999.") == 2
    assert 'value="-3"' in page
    table.do("lab-run")
    assert "Correct the marked fields first." in text(table)
    assert state(table).planned == 0
    table.do("lab-guess", "0 1")
    table.do("lab-hands", kind="change", fields={"hands-1": "16"})
    assert state(table).guess == [9, 16, 28]


@pytest.mark.parametrize("seed", ["-3", "", "1.5", "twelve", "9999999999", "-5 bananas"])
def test_a_seed_that_is_not_a_number_is_refused_beside_its_field(seed: str) -> None:
    table = laboratory()
    table.do("lab-seed", kind="change", fields={"seed": seed})
    assert state(table).seed == 11
    assert "Enter a whole number from 0 to 999,999,999." in text(table)
    assert f'value="{seed}"' in table.page.regions["lab"]
    table.do("lab-run")
    assert state(table).done == 0
    table.do("lab-seed", kind="change", fields={"seed": "12"})
    assert "Enter a whole number" not in text(table)
    table.do("lab-run")
    assert state(table).seed == 12
    assert state(table).done == 200


# ---------------------------------------------------------------- games that were seen


def test_a_new_run_plays_new_games_for_a_measure_chosen_first() -> None:
    table = laboratory()
    table.do("lab-run")
    table.do("lab-again")
    assert (state(table).seed, state(table).planned, state(table).done) == (12, 0, 0)
    choose(table, "win_1")
    table.do("lab-run")
    assert "Seat 1 wins" in verdict(table)
    assert "No verdict" not in verdict(table)


@pytest.mark.parametrize("change", ["measure", "number", "exchange"])
def test_games_already_seen_give_no_verdict_on_a_measure_chosen_later(change: str) -> None:
    table = laboratory()
    table.do("lab-run")
    table.do("lab-again")
    table.do("lab-seed", kind="change", fields={"seed": "11"})  # the same games
    if change == "measure":
        choose(table, "gini")
    elif change == "number":
        size(table, 1000)
    else:
        state(table).sides.reverse()
        choose(table, "throws")
    table.do("lab-run")
    assert verdict(table).startswith("No verdict: the measure wasn’t chosen before the simulation")
    assert "enter another seed" in verdict(table)


def test_a_repeated_run_with_these_settings_says_that_it_is_not_the_first() -> None:
    table = laboratory()
    table.do("lab-run")
    assert "This is simulation" not in verdict(table)
    for n in (2, 3):
        table.do("lab-again")
        table.do("lab-run")
        assert f"This is simulation {n} with these settings on this page." in verdict(table)
    table.do("lab-question", kind="change", fields={"question": "auctions"})
    table.do("lab-run")
    assert "This is simulation" not in verdict(table)


def test_the_same_plan_gives_the_same_verdict() -> None:
    table = laboratory(by=12)
    table.do("lab-run")
    first = verdict(table)
    table.do("lab-again")
    table.do("lab-seed", kind="change", fields={"seed": "11"})
    table.do("lab-run")
    assert verdict(table) == first


def test_a_measure_missing_from_the_settings_cannot_be_chosen() -> None:
    table = laboratory()
    choose(table, "win_4")
    fields = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    for side in "ab":
        table.do("lab-side", side, kind="change", fields=fields)
    assert state(table).measure == "rounds"
    choose(table, "win_3")
    choose(table, "nonsense")
    assert state(table).measure == "rounds"


# ---------------------------------------------------------------- files


def test_a_saved_run_remembers_its_plan() -> None:
    table = laboratory(by=12)
    choose(table, "throws")
    table.do("lab-guess", "1 1")
    table.do("lab-run")
    size(table, 1000)
    table.do("lab-run")
    table.do("lab-keep")
    file = table.page.files["titledeed-run.json"]
    assert json.loads(file)["format"] == "title-deed-run/3"
    other = Table()
    other.hands.imported("titledeed-run.json", file)
    other.page.run()
    assert state(other).measure == "throws"
    assert (state(other).planned, state(other).done) == (100, 2000)
    assert verdict(other) == verdict(table)
    assert guess_more(other) == [0, 1, 0]
    choose(other, "rounds")
    assert state(other).measure == "throws"
    other.do("lab-keep")
    assert other.page.files["titledeed-run.json"] == file
    # A run from a file counts too: its games have been seen.
    other.do("lab-again")
    other.do("lab-seed", kind="change", fields={"seed": "11"})
    choose(other, "rounds")
    lab: Any = other.app.lab
    lab.compare.do_run(None)
    assert state(other).unplanned == "seen"


def test_a_run_from_an_earlier_version_says_that_its_measure_was_not_chosen_in_advance() -> None:
    """A version of the program that did not choose measures yet has written the file."""
    table = Table()
    table.hands.imported("run.json", OLD_RUN.read_text("utf-8"))
    assert "No verdict: the measure wasn’t chosen before the simulation" in text(table)
    assert "An earlier version of this program saved this simulation" in text(table)
    assert "10 games on each side, from a file. Seed: 11." in text(table)
    assert state(table).guesses[state(table).measure] == [1, 0, 2]
    assert "Most common guess" not in text(table)
    assert guess_more(table) == [1, 0, 2]
    assert "All 12 measures are only for exploring." in text(table)
    table.do("lab-keep")
    again = run_file.read_run(table.page.files["titledeed-run.json"])
    assert (again["unplanned"], again["measure"]) == ("version", "rounds")
    before = json.loads(OLD_RUN.read_text("utf-8"))
    assert again["played"] == before["played"]


@pytest.mark.parametrize(
    "change",
    [
        {"measure": ""},
        {"measure": "win_5"},
        {"measure": ["rounds"]},
        {"planned": 0},
        {"planned": 1001},
        {"planned": True},
        {"unplanned": "yes"},
        {"unplanned": []},
        {"guess": [1, 2]},
        {"plan": 1},
    ],
)
def test_an_impossible_plan_is_refused(change: dict[str, Any]) -> None:
    table = laboratory()
    table.do("lab-run")
    table.do("lab-keep")
    run = json.loads(table.page.files["titledeed-run.json"])
    before = state(table)
    table.app.lab.open_file(json.dumps({**run, **change}))  # type: ignore[union-attr]
    assert state(table) is before
    assert "The file is damaged: it doesn’t contain a simulation." in before.trouble


# ---------------------------------------------------------------- how often it is wrong


def test_the_page_finds_a_difference_in_few_comparisons_of_a_setting_with_itself() -> None:
    """The page judges thirty of them by its own text; tests/lab/test_verdicts.py has 300 by figures."""
    games = verdicts.pool("plain")
    table = laboratory()
    called = marked = 0
    for seed in range(30):
        sample = random.Random(seed).sample(games, 200)
        made(table, sample[:100], sample[100:])
        called += verdict(table).startswith("The games show a difference")
        marked += marks(table) > verdict(table).startswith("The games show a difference")
        row = compare.verdict_of(sample[:100], sample[100:], "rounds")
        assert row.shows == verdict(table).startswith("The games show a difference")
    assert called <= 5
    assert marked <= 5


def test_every_question_has_a_measure_that_its_settings_include() -> None:
    for id, _text, measure, *_sides in QUESTIONS:
        comparison = CompareState()
        comparison.ask(id)
        assert comparison.measure == measure
        assert measure in {each.id for each in comparison.measures}
