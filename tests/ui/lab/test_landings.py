"""The laboratory's screen of landings: exact beside seen, what houses are worth, published figures."""

from __future__ import annotations

import re

import pytest

from fake_page import FakePage, Table
from titledeed.lab.landings import recompute_published_figures, shares_and_group_earnings
from titledeed.lab.landings.markov import MarkovChain
from titledeed.lab.landings.simulation import rules_for
from titledeed.language.catalogue import Catalogue
from titledeed.ui.lab.state.landings import LandingsState
from titledeed.ui.lab.views import landings as view


def opened() -> Table:
    table = Table(page=FakePage())
    table.do("lab", "landings")
    table.page.run()
    return table


def text(table: Table) -> str:
    return table.page.text("lab")


def test_exact_and_simulated_figures_are_side_by_side_on_the_board() -> None:
    table = opened()
    assert "Most often: in jail, then Illinois Avenue, then GO" in text(table)
    assert "20,000 throws, seed 1." in text(table)
    assert "The results fit the calculation." in text(table)
    assert table.page.regions["lab"].count('class="heat-bar"') == 36
    assert table.page.regions["lab"].count('class="heat-dot"') == 36
    # All spaces but the 22 streets have their drawing, as on the board of a game.
    assert table.page.regions["lab"].count('<use class="heat-icon') == 18
    # docs/LANDINGS.md: Illinois Avenue with jail left at once.
    assert "Illinois Avenue 3.186" in text(table)
    table.do("lab-throw")
    table.page.run()
    assert "40,000 throws" in text(table)


def test_the_list_for_a_projector_names_the_ten_spaces_visited_most() -> None:
    table = opened()
    table.do("lab-chain", kind="change", fields={"jail": "stay"})
    table.page.run()
    html = table.page.regions["lab"]
    listed = html.split('class="effect heat-list"')[1].split("</table>")[0]
    shares = [float(cell) for cell in re.findall(r'<td class="sum">([\d.]+)', listed)]
    assert len(shares) == 10
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 9  # in jail, which is no space of its own, with 9.3855%
    assert listed.count('class="mark"') + listed.count('class="i"') == 10


@pytest.mark.parametrize("share", [0.04, 0.08])
def test_no_bar_crosses_another_at_any_length(share: float) -> None:
    """At the corners the bars of two sides point at each other."""
    landings = LandingsState(shares=[share] * 41, batches=[[1] * 41, [900] * 41])
    board = view.landings_view(landings, Catalogue())["board"]
    half = board["bar"] / 2
    boxes = []
    for square in board["squares"]:
        bar = square["bar"]
        if bar is None:
            continue
        long = max(bar["long"], bar["high"])
        x, y = bar["x"], bar["y"]
        boxes.append(
            {
                "south": (x - half, y - long, x + half, y),
                "north": (x - half, y, x + half, y + long),
                "west": (x, y - half, x + long, y + half),
                "east": (x - long, y - half, x, y + half),
            }[square["side"]]
        )
    assert len(boxes) == 36
    for n, (left, top, right, bottom) in enumerate(boxes):
        assert min(left, top) >= 125
        assert max(right, bottom) <= 875
        for a, b, c, d in boxes[:n]:
            assert right <= a or c <= left or bottom <= b or d <= top


def test_another_jail_strategy_gives_another_chain() -> None:
    table = opened()
    table.do("lab-chain", kind="change", fields={"book": "classic", "jail": "stay"})
    assert "In jail 9.386" in text(table)
    table.do("lab-chain", kind="change", fields={"edition": "london"})
    table.page.run()
    assert "The card that offers a choice" in text(table)
    assert "Trafalgar Square" in text(table)


def test_published_figures_follow_from_their_own_rules() -> None:
    assert recompute_published_figures.figures() == pytest.approx(
        {
            "euler_6": "102400",
            "euler_6_most": 0.0624,
            "euler_4": "101524",
            "euler_4_most": 0.0702,
            "stay_australian": 0.094569,
            "stay_classic": 0.093855,
        },
        abs=5e-5,
    )
    assert text(opened()).count("the same") >= 3


def test_the_earnings_of_each_building_step_match_published_figures() -> None:
    """The expected figures come from an independent chain, in which players leave jail early.

    They are the throws by one opponent until a step is paid back, and the earnings with three houses
    and a hotel."""
    rules = rules_for("modern")
    earned = shares_and_group_earnings.landing_earnings(rules, MarkovChain(rules, "leave").shares())
    assert [[round(step.payback) for step in row.steps] for row in earned] == [
        [258, 77, 26, 22, 21],
        [109, 36, 12, 16, 15],
        [125, 37, 13, 22, 27],
        [77, 25, 9, 17, 17],
        [91, 29, 11, 29, 29],
        [83, 25, 12, 32, 32],
        [92, 28, 15, 38, 42],
        [81, 23, 12, 33, 33],
    ]
    assert [round(row.steps[2].earns, 1) for row in earned[:4]] == [5.8, 19.3, 35.2, 50.0]
    assert [round(row.steps[4].earns, 1) for row in earned[4:]] == [93.5, 93.0, 102.6, 85.3]
    assert (
        round(
            shares_and_group_earnings.other_landings(rules, MarkovChain(rules, "leave").shares())[
                "railroad"
            ],
            1,
        )
        == 22.8
    )


def test_a_walk_in_slices_equals_a_whole_walk() -> None:
    job: shares_and_group_earnings.Throws = {
        "book": "modern",
        "edition": "atlantic-city",
        "decks": "",  # type: ignore[typeddict-item]
        "jail": "leave",
        "choice": "pay",
        "seed": 3,
        "n": 1,
    }
    batches = shares_and_group_earnings.seen(job)
    assert [sum(batch) for batch in batches] == [1000] * 20
    assert batches == shares_and_group_earnings.seen(job)
    assert batches != shares_and_group_earnings.seen({**job, "n": 2})


def test_landing_intervals_contain_the_truth_as_often_as_promised() -> None:
    """With intervals of 95 % for 41 places, about 2 places lie outside in each of the 6 walks."""
    rules = rules_for("classic")
    shares = MarkovChain(rules, "stay").shares()
    outside = 0
    for n in range(6):
        job: shares_and_group_earnings.Throws = {
            "book": "classic",
            "edition": "atlantic-city",
            "decks": "",  # type: ignore[typeddict-item]
            "jail": "stay",
            "choice": "pay",
            "seed": 5,
            "n": n,
        }
        seen = shares_and_group_earnings.observed_landings(shares_and_group_earnings.seen(job))
        outside += sum(
            not view.within(interval, share) for interval, share in zip(seen, shares, strict=True)
        )
    assert 3 <= outside <= 27  # of 246, 12.3 are expected


def test_the_landings_can_be_saved_as_a_table() -> None:
    table = opened()
    table.do("lab-csv")
    lines = table.page.files["titledeed-landings.csv"].splitlines()
    assert lines[0] == "place,exact,seen,low,high"
    assert len(lines) == 42
    assert lines[25].startswith("24,0.031858,0.03")
    assert lines[41].startswith("jail,0.039500,")


def test_hostile_fields_change_nothing() -> None:
    table = opened()
    evil = "<img src=x onerror=alert(1)>"
    table.do("lab-chain", kind="change", fields=dict.fromkeys(("book", "edition", "decks"), evil))
    table.do("lab-seed", kind="change", fields={"seed": evil})
    table.do("lab-screen", evil)
    table.page.run()
    assert "<img" not in table.page.regions["lab"]
    assert "in jail, then Illinois Avenue" in text(table)
