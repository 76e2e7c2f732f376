"""The results on the teachers' pages are the results of the experiments."""

from __future__ import annotations

import copy
import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from math import ceil, floor
from statistics import median
from typing import Any

import pytest

from titledeed.bots import BOTS
from titledeed.engine.answers import Answer, CardIs, Dice, Roll
from titledeed.engine.reducer import play
from titledeed.engine.special_seats_and_ids import BANK, CHANCE
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab import compare, intervals, parallel_jobs, position_editor, rollouts
from titledeed.lab.batch_games import MOST_ROUNDS, Played, Setting
from titledeed.lab.curves.unequal_starts import start_order
from titledeed.lab.landings import shares_and_group_earnings
from titledeed.lab.landings.simulation import rules_for
from titledeed.lab.lessons import builtin, loaded_die, two_dice
from titledeed.language.catalogue import LANGUAGES, Catalogue
from titledeed.ui.lab.state.comparison_form import table_of as table_of_side
from titledeed.workshop import practice, steps
from titledeed.workshop.bot_code import BotProgram
from titledeed.workshop.fence_answers import read_counts, table_of
from titledeed.workshop.fenced_bot import FencedBot
from titledeed.workshop.inside_fence import answer
from worksheets import for_teachers

LESSONS = builtin.builtin_lessons("en")


def said(name: str, *texts: str) -> None:
    """Check that these figures are on the teacher's page in every language."""
    pages = {
        language: for_teachers(builtin.builtin_lessons(language)[name]) for language in LANGUAGES
    }
    for text in texts:
        assert text in pages["en"], text
        german = text.replace(",", ";").replace(".", ",").replace(";", ".")
        assert german in pages["de"], german
        # French and Spanish write thousands with a space, which may be one of several.
        for language in ("fr", "es"):
            plain = re.sub(r"(?<=\d)[\s.](?=\d{3})", "", pages[language])
            assert german.replace(".", "") in plain, (language, german)


@cache
def played(name: str, seed: int, games: int) -> tuple[list[Played], list[Played]]:
    """Return the games of both sides of a lesson, in a run with this seed."""
    a, b = (table_of_side(side, Catalogue(), {}) for side in LESSONS[name]["run"]["sides"])
    return list(parallel_jobs.play_jobs(a, seed, games)), list(
        parallel_jobs.play_jobs(b, seed, games)
    )


def measures(a: list[Played], b: list[Played]) -> Any:
    return compare.to_dict(a, b)["measures"]


def pooled(name: str, seeds: range, games: int) -> tuple[list[Played], list[Played]]:
    runs = [played(name, seed, games) for seed in seeds]
    return [game for a, _b in runs for game in a], [game for _a, b in runs for game in b]


@pytest.mark.long
def test_the_free_parking_lesson_shows_a_change_in_income_but_none_in_length() -> None:
    a, b = (side[:200] for side in played("pot", 11, 1000))
    figures = measures(a, b)
    rounds = figures["rounds"]
    assert (rounds["a"], rounds["b"]) == (33.57, 36.05)
    assert [round(rounds[end], 2) for end in ("difference", "low", "high")] == [2.48, -2.85, 7.81]
    # as displayed on the page
    assert compare.verdict_of(a, b, "rounds").interval == (2.5, -2.9, 7.9)
    said("pot", "33.6", "36.0", "+2.5", "+2.4", "−2.9", "+7.9")
    assert [n for n, game in enumerate(b) if game["rounds"] == MOST_ROUNDS] == [91]
    assert median(game["rounds"] for game in a) == median(game["rounds"] for game in b) == 31
    without = measures(a[:91] + a[92:], b[:91] + b[92:])["rounds"]
    assert [round(without[end], 2) for end in ("difference", "low", "high")] == [0.12, -2.23, 2.48]
    said("pot", "+0.1", "−2.3", "+2.5", "31")
    shares = [figures["income_salary"]["a"], figures["income_salary"]["b"]]
    assert [round(100 * share) for share in shares] == [43, 37]
    assert round(100 * figures["income_parking"]["b"]) == 9
    assert round(100 * figures["income_rent"]["difference"]) == -2
    many = measures(*pooled("pot", range(11, 14), 1000))["rounds"]
    assert [round(many[end], 2) for end in ("difference", "low", "high")] == [-0.02, -0.8, 0.75]
    said("pot", "3,000", "0.0", "−0.8", "+0.8")


@pytest.mark.long
def test_a_head_start_helps_and_half_of_the_worksheets_show_it() -> None:
    runs = [played("start", seed, 1000) for seed in range(11, 16)]
    together = measures(*pooled("start", range(11, 16), 1000))["win_1"]
    assert (round(together["a"], 3), round(together["b"], 3)) == (0.242, 0.303)
    ends = [round(100 * together[end], 2) for end in ("difference", "low", "high")]
    assert ends == [6.06, 4.7, 7.42]
    said("start", "24.2", "30.3", "6.1", "4.7", "7.4")
    sheets = [  # as displayed on the pages
        compare.verdict_of(a[first : first + 200], b[first : first + 200], "win_1").interval
        for a, b in runs
        for first in range(0, 1000, 200)
    ]
    differences = [round(100 * sheet.value) for sheet in sheets]
    assert (len(sheets), min(differences), max(differences)) == (25, -4, 14)
    assert sum(sheet.low > 0 for sheet in sheets) == 11
    assert not [sheet for sheet in sheets if sheet.high < 0]
    half = sum(100 * (sheet.high - sheet.low) / 2 for sheet in sheets) / len(sheets)
    assert f"{half:.1f}" == "6.9"
    # standard error of the difference between two sheets
    apart = half / (1.96 * compare.WIDER) * 2**0.5
    assert (int(0.674 * apart), int(1.96 * apart)) == (3, 9)
    said("start", "25", "−4", "+14", "6.9", "11", "14")


@pytest.mark.long
def test_the_lesson_on_four_starts_shows_who_wins() -> None:
    a, b = played("classes", 11, LESSONS["classes"]["run"]["size"])
    figures = measures(a, b)
    assert [figures[f"win_{n}"]["b"] for n in range(1, 5)] == [0.84, 0.12, 0.04, 0.0]
    assert figures["win_1"]["a"] == 0.27
    others = [row for row in compare.compare(a, b) if row.measure.id != "win_1"]
    marked = dict(zip((row.measure.id for row in others), compare.holm(others), strict=True))
    rounds = marked["rounds"].interval
    assert rounds == (-3.58, -8.98, 1.82)  # as displayed on the page
    assert not marked["rounds"].shows
    said("classes", "84", "27", "12", "3.6", "−8.98", "+1.82")
    first = [sum(game["ginis"][0] for game in side) / len(side) for side in (a, b)]
    assert [f"{gini:.2f}" for gini in first] == ["0.02", "0.30"]
    said("classes", "0.02", "0.30")


def test_the_lessons_show_where_tokens_stop_and_how_fast_houses_pay_back() -> None:
    stay: shares_and_group_earnings.ChainParameters = LESSONS["landings"]["run"]["chain"]
    shares = shares_and_group_earnings.exact(stay)
    assert f"{100 * shares[-1]:.1f}" == "9.4"
    assert sorted(range(41), key=lambda place: -shares[place])[:4] == [40, 24, 0, 25]
    assert [f"{100 * shares[place]:.1f}" for place in (24, 0, 25)] == ["3.0", "2.9", "2.9"]
    assert [f"{100 * shares[place]:.1f}" for place in (16, 18, 19)] == ["2.7", "2.8", "2.8"]
    assert sorted(f"{100 * shares[place]:.1f}" for place in (7, 22, 36)) == ["0.8", "0.8", "1.0"]
    assert shares[30] == 0
    assert f"{100 * sum(shares[:40]) / 40:.1f}" == "2.3"
    leave: shares_and_group_earnings.ChainParameters = LESSONS["house"]["run"]["chain"]
    gone = shares_and_group_earnings.exact(leave)
    assert f"{100 * gone[-1]:.2f}" == "3.95"
    said("landings", "9.4", "3.9", "3.0", "2.9", "0.8", "1.0", "2.7", "2.8", "2.3")
    groups = shares_and_group_earnings.landing_earnings(
        rules_for("modern", "atlantic-city", None), gone
    )
    paid = {group.group: [round(step.payback) for step in group.steps] for group in groups}
    assert paid["orange"] == [77, 25, 9, 17, 17]
    best = {group: min(steps) for group, steps in paid.items()}
    assert [best[g] for g in ("light-blue", "pink", "red", "yellow", "green", "dark-blue")] == [
        *(12, 13, 11, 12, 15, 12)
    ]
    assert [steps.index(min(steps)) for group, steps in paid.items() if group != "brown"] == [2] * 7
    assert paid["brown"][-1] == best["brown"] == 21
    first, *_, hotel = ({group.group: group.steps[n] for group in groups} for n in range(5))
    assert f"{first['orange'].payback:.0f} {first['orange'].payback / 3:.1f}" == "77 25.7"
    earns = [f"{hotel[group].earns:.1f}0" for group in ("dark-blue", "orange")]
    assert earns == ["85.30", "85.30"]
    # The sums include the prices of the streets, as in question 5.
    assert 350 + 400 + 5 * 400 == 2750
    assert 180 + 180 + 200 + 5 * 300 == 2060
    throws = [2750 / hotel["dark-blue"].earns, 2060 / hotel["orange"].earns]
    assert [round(n) for n in throws] == [32, 24]
    said("house", "77", "25.7", "85.30", "2,750", "2,060", "32", "24")


@pytest.mark.long
def test_the_choice_in_the_prepared_position_hardly_shows_in_trial_games() -> None:
    (position,) = LESSONS["house"]["teacher"]["positions"]
    shares = []
    for houses in range(4):
        table = copy.deepcopy(position["record"])
        seat = table["position"]["seat"]["seat:1"]
        seat["cash"] -= 300 * houses
        if houses:
            seat["deeds"] = [f"{deed}:{houses}" for deed in seat["deeds"]]
        start = rollouts.rollout_start(table, "steady-1").table
        games = list(parallel_jobs.play_jobs(start, 1, 400))
        shares.append(rollouts.win_shares(games, 4)[0].value)
    assert [round(1000 * share) for share in shares] == [445, 458, 445, 448]
    said("house", "44", "46", "400")


def test_a_reserve_costs_the_rent_that_its_page_says() -> None:
    leave: shares_and_group_earnings.ChainParameters = LESSONS["house"]["run"]["chain"]
    groups = shares_and_group_earnings.landing_earnings(
        rules_for("modern", "atlantic-city", None), shares_and_group_earnings.exact(leave)
    )
    (orange,) = (group for group in groups if group.group == "orange")
    two, three = (3 * orange.steps[n].earns for n in (1, 2))
    assert orange.steps[2].cost == 300
    assert f"{two:.2f} {three:.2f} {three - two:.0f}" == "54.73 150.05 95"
    assert round(three - two) * 10 == 950
    assert 950 - 300 // 2 == 800
    said("reserve", "54.73", "150.05", "95", "950", "800")
    position, ahead = (LESSONS[name]["teacher"]["positions"][0] for name in ("reserve", "dice"))
    seats, others = (each["record"]["position"]["seat"] for each in (position, ahead))
    assert seats["seat:2"] == others["seat:2"]  # the streets ahead, of which 14 throws hit one
    assert seats["seat:1"]["cash"] == 450


@pytest.mark.long
def test_a_reserve_costs_more_than_it_protects_in_the_prepared_position() -> None:
    (position,) = LESSONS["reserve"]["teacher"]["positions"]
    shares = []
    for houses in (2, 3):
        table = copy.deepcopy(position["record"])
        seat = table["position"]["seat"]["seat:1"]
        seat["cash"] -= 300 * (houses - 2)
        seat["deeds"] = [deed.replace(":2", f":{houses}") for deed in seat["deeds"]]
        start = rollouts.rollout_start(table, "steady-1").table
        games = list(parallel_jobs.play_jobs(start, 1, 2000))
        shares.append(rollouts.win_shares(games, 4)[0].value)
    assert shares == [0.5745, 0.6425]
    said("reserve", "57", "64", "2,000")


def test_the_loaded_die_is_as_heavy_as_its_page_says() -> None:
    run = LESSONS["die"]["run"]
    assert f"{100 * run['weights'][-1] / sum(run['weights']):.1f}" == "23.1"
    said("die", "23.1", "11.1")
    seen = [
        {step["throws"]: step["p"] for step in loaded_die.throws({**run, "seed": seed})}
        for seed in range(100)
    ]
    assert sum(step[30] < 0.05 for step in seen) < 20  # few students can tell
    assert sum(step[600] < 0.01 for step in seen) > 50  # most can


def test_the_totals_of_two_dice_and_the_average_rent_are_as_the_page_says() -> None:
    totals = Counter(red + blue for red in range(1, 7) for blue in range(1, 7))
    assert tuple(totals[total] for total in two_dice.TOTALS) == two_dice.WAYS
    assert (totals[7], totals[4]) == (6, 3)
    ahead = {6: 270, 8: 270, 9: 300}
    hits = sum(totals[total] for total in ahead)
    assert (hits, f"{hits / 36:.1%}") == (14, "38.9%")
    average = sum(totals[total] * rent for total, rent in ahead.items()) / 36
    (position,) = LESSONS["dice"]["teacher"]["positions"]
    rents = rules_for("modern", "atlantic-city", None).rents
    assert [rents[space][3] for space in ahead] == list(ahead.values())
    deeds = position["record"]["position"]["seat"]["seat:2"]["deeds"]
    assert [deed.endswith(":3") for deed in deeds] == [True] * 3
    said("dice", "14", "38.9", f"{average:.2f}", "22")
    size = LESSONS["dice"]["run"]["size"]
    spread = 1.96 * (5 / 36 / size) ** 0.5
    said("dice", "600", f"{100 * (1 / 6 - spread):.1f}", f"{100 * (1 / 6 + spread):.1f}", "16.7")
    after_30 = 1.96 * (5 / 36 / 30) ** 0.5
    assert (round(100 * (1 / 6 - after_30)), round(100 * (1 / 6 + after_30))) == (3, 30)
    last = two_dice.throws({"seed": 1, "size": size})[-1]
    assert (last["throws"], sum(last["counts"])) == (size, size)
    assert 1 / 6 - 2 * spread < last["counts"][5] / size < 1 / 6 + 2 * spread


def test_the_time_in_jail_is_as_the_page_says() -> None:
    fail = Fraction(5, 6)
    counted = 1 + fail + fail**2
    assert (counted, f"{float(counted):.2f}") == (Fraction(91, 36), "2.53")
    assert [f"{float(share):.1%}" for share in (fail**3, 1 - fail**3)] == ["57.9%", "42.1%"]
    stay: shares_and_group_earnings.ChainParameters = LESSONS["jail"]["run"]["chain"]
    share = shares_and_group_earnings.exact(stay)[-1]
    leave = shares_and_group_earnings.exact({**stay, "jail": "leave"})[-1]
    assert [f"{100 * each:.1f}" for each in (share, share / float(counted), share / 3, leave)] == [
        *("9.4", "3.7", "3.1", "3.9")
    ]
    said("jail", "91/36", "2.53", "57.9", "42.1", "9.4", "3.7", "3.1", "3.9", "125/216")


def test_paying_or_staying_in_the_prepared_position_costs_what_its_page_says() -> None:
    (position,) = LESSONS["jail"]["teacher"]["positions"]
    state = Setting.of(position["record"]).opening()
    ada = 0
    assert list(state.jail) == [0, -1, -1, -1], "her first try"
    here, rules = state.at[ada], state.rules
    throws = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    ahead = [place for place in rules.ownable if state.level[place] == 3]
    assert [place - here for place in ahead] == [6, 8, 9]

    def rents(thrown: list[tuple[int, int]]) -> list[int]:
        return [rules.rents[here + a + b][3] for a, b in thrown if here + a + b in ahead]

    assert len(rents(throws)) == 14
    assert set(rents(throws)) == {550, 600}
    assert max(rents(throws)) < state.cash[ada]
    pays, stays = (rents(these) for these in (throws, [(n, n) for n in range(1, 7)]))
    assert len(stays) == 2
    averages = [f"${sum(paid) / 36:.2f}" for paid in (pays, stays)]
    assert averages == ["$219.44", "$30.56"]
    said("jail", "219.44", "30.56")
    (four,) = LESSONS["classes"]["teacher"]["positions"]
    _plain, unequal = LESSONS["classes"]["run"]["sides"]
    prepared = start_order(Setting.of(four["record"]))
    assert prepared == start_order(Setting.of(table_of_side(unequal, Catalogue(), {})))
    assert prepared == [(2500, 400), (1500, 200), (1000, 200), (500, 100)]


@pytest.mark.long
def test_more_money_makes_games_longer_and_nobody_likelier_to_win() -> None:
    a, b = played("money", 11, 200)
    assert compare.verdict_of(a, b, "rounds").interval == (10.6, 4.4, 16.8)
    figures = measures(a, b)
    assert [f"{figures['rounds'][side]:.1f}" for side in "ab"] == ["33.6", "44.2"]
    for n in range(1, 5):
        assert figures[f"win_{n}"]["low"] < 0 < figures[f"win_{n}"]["high"]
        said("money", *(f"{100 * figures[f'win_{n}'][side]:.1f}" for side in "ab"))
    for name in ("income_rent", "income_salary"):
        said("money", *(f"{100 * figures[name][side]:.1f}" for side in "ab"))
    salary = {**LESSONS["money"]["run"]["sides"][0], "house:salary": "400"}
    c = list(parallel_jobs.play_jobs(table_of_side(salary, Catalogue(), {}), 11, 200))
    assert compare.verdict_of(a, c, "rounds").interval == (10.3, 4.4, 16.3)
    said("money", "10.6", "4.4", "16.8", "43.9", "10.3", "16.3")


def won(code: str, against: str, seed: int = 1, games: int = 100) -> int:
    """How many practice games a program wins against three such bots, as in the workshop."""
    question = {"do": "practice", "code": code, "against": [against] * 3, "seed": seed}
    question |= {"rounds": practice.ROUNDS, "first": 0, "games": games}
    return read_counts(table_of(answer(json.dumps(question)))["counts"], games).won


def with_number(name: str, line: str, number: int) -> str:
    """The program of a lesson with another number in this line."""
    code: str = LESSONS[name]["run"]["code"]
    return re.sub(rf"(?m)^{line} = \d+$", f"{line} = {number}", code)


def test_the_programs_of_lessons_play_and_know_the_landings() -> None:
    assert LESSONS["fair"]["run"]["code"] == steps.STEPS[2].solution
    leave: shares_and_group_earnings.ChainParameters = LESSONS["house"]["run"]["chain"]
    lands = [round(1000 * share) for share in shares_and_group_earnings.exact(leave)[:40]]
    names: dict[str, list[int]] = {}
    listed = LESSONS["rule"]["run"]["code"].partition("LEAST")[0]
    exec(listed, names)
    assert names["LANDS"] == lands
    rules = rules_for("modern", "atlantic-city", None)
    worth = {
        rules.edition.spaces[space].id: lands[space] * rules.rents[space][3] / rules.price[space]
        for space in rules.ownable
        if len(rules.rents[space]) > 3
    }
    assert worth["new-york-avenue"] == 93
    said("rule", "93", "3,720,000")
    assert len([name for name, value in worth.items() if value >= 80]) == 11
    below = [name for name, value in worth.items() if value < 35]
    assert sorted(name for name in below if "railroad" not in name) == [
        *("mediterranean-avenue", "short-line")
    ]
    for name in ("reserve", "rule", "fair"):
        assert 0 <= won(LESSONS[name]["run"]["code"], "simple", games=2) <= 2


@pytest.mark.long
def test_the_bots_of_lessons_win_as_many_games_as_their_pages_say() -> None:
    code = LESSONS["fair"]["run"]["code"]
    assert (won(code, "novice"), won(code, "simple")) == (55, 1)
    picky = {n: won(with_number("rule", "LEAST", n), "simple") for n in (0, 35, 60, 80, 90)}
    assert picky == {0: 22, 35: 7, 60: 6, 80: 1, 90: 0}
    kept = {0: (21, 19, 17, 20), 100: (22, 19, 15, 20), 200: (20, 18, 14, 17)}
    kept |= {300: (18, 13, 12, 16), 500: (12, 9, 11, 17), 800: (7, 4, 11, 12)}
    for number, wins in kept.items():
        program = with_number("reserve", "KEEP", number)
        assert tuple(won(program, "simple", seed) for seed in (1, 2, 3, 4)) == wins
        said("reserve", str(wins[0]), str(sum(wins)))
    assert won(with_number("reserve", "KEEP", 1100), "simple") == 3
    ends = intervals.share_interval(22, 100)
    assert (round(100 * ends.low), round(100 * ends.high)) == (15, 31)


@pytest.mark.long
def test_the_promised_number_of_worksheets_detects_the_loaded_die() -> None:
    run = LESSONS["die"]["run"]
    loaded = [
        {step["throws"]: step["p"] for step in loaded_die.throws({**run, "seed": seed})}
        for seed in range(1000)
    ]
    found_out = [sum(step[throws] < 0.05 for step in loaded) for throws in (30, 300, 600)]
    assert found_out == [102, 585, 888]
    fair = [
        loaded_die.throws({"seed": seed, "weights": [1] * 6, "size": 600}) for seed in range(1000)
    ]
    assert sum(any(step["p"] < 0.05 for step in steps) for steps in fair) == 159
    assert {len(steps) for steps in fair} == {5}
    said("die", "159")
    said("die", "10", "59", "89", "11")
    assert sum(max(steps[-1]["counts"]) > 121 for steps in fair) == 48
    said("die", "48", "121")


# ---------------------------------------------------------------- prepared positions


def prepared(name: str) -> list[dict[str, Any]]:
    """The records of a lesson's prepared positions."""
    return [position["record"] for position in LESSONS[name]["teacher"]["positions"]]


def cash_in(record: dict[str, Any]) -> list[int]:
    return [seat["cash"] for seat in record["position"]["seat"].values()]


def without(records: list[dict[str, Any]], *keys: str) -> list[dict[str, Any]]:
    """The records without these parts of the position, and without the cash and the bots of the seats."""
    plain = copy.deepcopy(records)
    for record in plain:
        for key in keys:
            record["position"].pop(key, None)
        for seat in record["position"]["seat"].values():
            seat.pop("cash")
        for seat in record["seats"]:
            seat.pop("bot", None)
    return plain


def trial_games(record: dict[str, Any], games: int) -> list[Played]:
    """The trial games of a position, as the page plays them with the first version of the steady bot."""
    start = rollouts.rollout_start(record, "steady-1").table
    return list(parallel_jobs.play_jobs(start, 1, games))


def shown_shares(first: list[Played], now: list[Played], seat: int) -> tuple[str, str, bool]:
    """A seat's shares of games won in two positions, and whether the page shows a difference."""
    (measure,) = (m for m in compare.measures_for(4) if m.id == f"win_{seat + 1}")
    row = compare.compare_one(measure, first, now)
    interval = row.interval(4)  # valid for all four seats at once
    shares = [f"{100 * share:.1f}" for share in (row.a, row.b)]
    return shares[0], shares[1], not (row.few(4) or interval.low <= 0 <= interval.high)


def test_every_lesson_has_a_prepared_position_with_a_title_in_every_language() -> None:
    for language in LANGUAGES:
        for name, lesson in builtin.builtin_lessons(language).items():
            assert lesson["teacher"]["positions"], name
            for position in lesson["teacher"]["positions"]:
                position_editor.filled_position(position["record"])
                english = [row["title"] for row in LESSONS[name]["teacher"]["positions"]]
                assert (position["title"] in english) == (language == "en"), position["title"]


def to_jail(space: int) -> Fraction:
    """How likely a token on this space goes to jail with the next throw, its first of the turn."""
    (record,) = copy.deepcopy(prepared("landings"))
    state = position_editor.open_position(record)
    state.at[0] = space
    ids = position_editor.decks_of(state)
    state, _events = play(state, 0, Roll())
    likely = Fraction(0)
    for red in range(1, 7):
        for blue in range(1, 7):
            thrown, _events = play(state, CHANCE, Dice(red, blue))
            likely += Fraction(by_cards(thrown, ids), 36)
    return likely


def by_cards(state: Any, ids: list[list[str]]) -> Fraction:
    if state.ask.kind != "card":
        return Fraction(int(state.jail[0] >= 0))
    cards = range(len(ids[state.ask.deck]))
    after = [play(state, CHANCE, CardIs(card))[0] for card in cards]
    return sum((by_cards(each, ids) for each in after), Fraction(0)) / len(after)


def test_no_space_is_more_dangerous_than_indiana_avenue() -> None:
    (record,) = prepared("landings")
    state = position_editor.open_position(record)
    here = state.at[0]
    assert state.rules.edition.spaces[here].id == "indiana-avenue"
    assert [end.total for end in position_editor.next_throw(record) if end.jailed] == [7]
    assert [(end.total, end.ways) for end in position_editor.next_throw(record) if end.card] == [
        (10, 3)
    ]
    danger = to_jail(here)
    assert danger == (6 + Fraction(3, 16)) / 36
    assert all(to_jail(space) < danger for space in range(40) if space not in (here, 30))
    gone = shares_and_group_earnings.exact(LESSONS["house"]["run"]["chain"])[-1]
    assert f"{100 * gone:.2f}" == "3.95"
    assert 4 < danger / gone < 4.5
    said("landings", f"{100 * float(danger):.1f}", "(6 + 3/16) ÷ 36", "3.9")


def test_trusting_the_loaded_die_costs_what_its_page_says() -> None:
    (record,) = prepared("die")
    costs = {
        end.total: round(end.pays) for end in position_editor.next_throw(record) if end.to == 1
    }
    assert costs == {10: 1100, 12: 1400}
    weights = LESSONS["die"]["run"]["weights"]

    def cases(blue: list[int]) -> Counter[int]:
        totals: Counter[int] = Counter()
        for red in range(1, 7):
            for side, weight in enumerate(blue, 1):
                totals[red + side] += weight
        return totals

    averages = []
    for blue, all_cases, ways in (([1] * 6, 36, (3, 1)), (weights, 156, (14, 6))):
        counted = cases(blue)
        assert (sum(counted.values()), (counted[10], counted[12])) == (all_cases, ways)
        averages.append(sum(counted[total] * rent for total, rent in costs.items()) / all_cases)
    assert [f"{average:.2f}" for average in averages] == ["130.56", "152.56"]
    assert round(averages[1] - averages[0]) == 22
    said("die", "130.56", "156", "152.56", "22")
    assert max(costs.values()) <= prepared("die")[0]["position"]["seat"]["seat:1"]["cash"]


@pytest.mark.long
def test_more_trial_games_narrow_the_interval_as_the_page_says() -> None:
    (record,) = prepared("start")
    _equal, ahead = LESSONS["start"]["run"]["sides"]
    side = Setting.of(table_of_side(ahead, Catalogue(), {}))
    assert start_order(Setting.of(record)) == start_order(side)
    games = trial_games(record, 1068)
    shares = [rollouts.win_shares(games[:count], 4)[0] for count in (96, 385, 1068)]
    ends = [(floor(100 * share.low), ceil(100 * share.high)) for share in shares]
    assert ends == [(20, 38), (26, 36), (28, 35)]
    assert [share.low < 0.25 < share.high for share in shares] == [True, False, False]
    wide = [share.high - share.low for share in shares]
    assert 1.9 < wide[0] / wide[1] < 2.1
    for low, high in ends:
        said("start", str(low), str(high))


def test_money_in_the_prepared_positions_is_what_its_page_says() -> None:
    before, after = prepared("money")
    assert (cash_in(before), cash_in(after)) == ([400] * 4, [900] * 4)
    assert without([before]) == without([after])
    said("money", f"{sum(cash_in(before)):,}", f"{sum(cash_in(after)):,}")
    state = position_editor.open_position(after)
    groups = [group.members for group in state.rules.edition.groups]
    whole = [group for group in groups if len({state.owner[space] for space in group}) == 1]
    (orange,) = (group for group in whole if state.owner[group[0]] >= 0)
    assert state.owner[orange[0]] == 1
    assert 3 * sum(state.rules.cost[space] for space in orange) == state.cash[1] == 900


@pytest.mark.long
def test_a_gift_to_all_makes_the_owner_of_a_group_win() -> None:
    before, after = (trial_games(record, 385) for record in prepared("money"))
    assert shown_shares(before, after, 0) == ("37.7", "11.9", True)
    assert shown_shares(before, after, 1) == ("18.7", "54.3", True)
    said("money", "19", "54", "38", "12", "385")


def test_the_pot_brings_what_its_page_says() -> None:
    records = prepared("pot")
    assert [record["position"]["pot"] for record in records] == [120, 0, 600]
    first, *others = without(records, "pot")
    assert others == [first, first]
    for record in records:
        (parking,) = (end for end in position_editor.next_throw(record) if end.total == 7)
        assert (parking.ways, -round(parking.pays)) == (6, record["position"]["pot"])
    assert 6 * 120 / 36 == 20
    said("pot", "120", "20")


@pytest.mark.long
def test_trial_games_show_a_large_pot_but_not_a_small_one() -> None:
    small, empty, large = (trial_games(record, 385) for record in prepared("pot"))
    assert shown_shares(small, empty, 0) == ("13.8", "14.0", False)
    assert shown_shares(small, large, 0) == ("13.8", "24.2", True)
    assert shown_shares(empty, large, 0)[2]
    said("pot", "13.8", "14.0", "24.2", "385")


def landed(record: dict[str, Any], code: str, red: int, blue: int) -> tuple[list[str], Any]:
    """What happens after the program of the class, in the first seat, has thrown these dice. It returns
    the lines until the space has an owner or is left alone, and the State after them."""
    state = position_editor.open_position(record)
    state, _events = play(state, 0, Roll())
    state, _events = play(state, CHANCE, Dice(red, blue))
    notation = Setting.of(record).notation
    program = BotProgram(code)
    program.load()
    own = FencedBot(program.for_game("a lesson"), notation, strict=True)
    table = BotScheduler([own, *(BOTS[seat["bot"]]() for seat in record["seats"][1:])])
    lines: list[str] = []

    def told(seat: int, answer: Answer) -> None:
        lines.append(notation.line(seat, answer, state))

    while state.ask.kind in ("buy", "bid"):
        table.advance(state, 1, told=told)
    return lines, state


def test_a_picky_bot_gives_ben_the_group_in_the_prepared_position() -> None:
    (record,) = prepared("rule")
    lands: dict[str, list[int]] = {}
    exec(LESSONS["rule"]["run"]["code"].partition("LEAST")[0], lands)
    state = position_editor.open_position(record)
    names = [space.id for space in state.rules.edition.spaces]
    street = names.index("connecticut-avenue")
    (group,) = (g.members for g in state.rules.edition.groups if street in g.members)
    assert [state.owner[space] for space in group if space != street] == [1, 1]
    assert (state.at[0] + 4 + 5, state.cash[0]) == (street, 600)
    assert state.owner[street] == BANK, "it is for sale"
    worth = lands["LANDS"][street] * state.rules.rents[street][3] / state.rules.price[street]
    assert (lands["LANDS"][street], state.rules.rents[street][3]) == (23, 300)
    assert (state.rules.price[street], worth) == (120, 57.5)
    said("rule", "23 × 300 ÷ 120 = 57.5")
    for least, first, owner, paid in (
        *((0, "Ada buy", 0, [120, 0]), (35, "Ada buy", 0, [120, 0])),
        *((60, "Ada decline", 1, [0, 120]), (80, "Ada decline", 1, [0, 120])),
    ):
        lines, after = landed(record, with_number("rule", "LEAST", least), 4, 5)
        assert lines[0] == first
        assert not [line for line in lines if line.startswith("Ada bid")]
        assert after.owner[street] == owner
        assert [600 - after.cash[seat] for seat in (0, 1)] == paid


@pytest.mark.long
def test_a_declined_street_costs_as_many_games_as_the_page_says() -> None:
    (record,) = prepared("rule")
    shares = []
    for seat in ("seat:1", "seat:2"):
        bought = copy.deepcopy(record)
        owner = bought["position"]["seat"][seat]
        owner["cash"] -= 120
        owner["deeds"].append("connecticut-avenue")
        shares.append(rollouts.win_shares(trial_games(bought, 385), 4)[0].value)
    assert [round(100 * share) for share in shares] == [28, 4]
    said("rule", "28", "480", "385")


def test_the_trained_bot_gets_the_street_against_novices_alone() -> None:
    novices, simple = prepared("fair")
    assert without([novices]) == without([simple])
    assert cash_in(novices) == cash_in(simple) == [500] * 4
    assert [{seat["bot"] for seat in record["seats"][1:]} for record in (novices, simple)] == [
        {"novice"},
        {"simple"},
    ]
    state = position_editor.open_position(novices)
    street = state.at[0] + 7
    assert (state.rules.edition.spaces[street].id, state.rules.price[street]) == (
        *("new-york-avenue", 200),
    )
    (group,) = (g.members for g in state.rules.edition.groups if street in g.members)
    assert [state.owner[space] for space in group if space != street] == [0, 0]
    code = LESSONS["fair"]["run"]["code"]
    lines, after = landed(novices, code, 3, 4)
    assert (lines[0], after.owner[street], after.cash[0]) == ("Ada decline", 0, 490)
    assert [line for line in lines if " bid " in line] == ["Ada bid 10"]
    lines, after = landed(simple, code, 3, 4)
    assert (lines[0], after.owner[street], after.cash[1]) == ("Ada decline", 1, 300)
    assert [line for line in lines if line.endswith("200")] == ["Ben bid 200"]
    said("fair", "200", "10", "190")
