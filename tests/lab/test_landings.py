"""Landing shares: the engine's rules, simulated and enumerated, against the exact chain."""

from __future__ import annotations

import math
import re
import statistics
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from titledeed.__main__ import main
from titledeed.engine.answers import (
    Answer,
    CardIs,
    Decline,
    Dice,
    Fine,
    Flat,
    Pay,
    Roll,
    TakeChance,
)
from titledeed.engine.asks import (
    AskBuy,
    AskCard,
    AskCardChoice,
    AskDice,
    AskEnd,
    AskRoll,
    AskTax,
)
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.mutations import Position, SeatAt, lay_out_state
from titledeed.engine.reducer import play
from titledeed.engine.special_seats_and_ids import CHANCE, FREE
from titledeed.engine.state import (
    State,
)
from titledeed.lab.landings.markov import (
    JAIL,
    CardChoice,
    ChainState,
    JailPolicy,
    MarkovChain,
    stationary,
)
from titledeed.lab.landings.simulation import Simulation, landings_csv, rules_for

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
BATCHES = 100

Game = tuple[str, str, JailPolicy, CardChoice]

# Both policies with US and UK decks, the card with a choice, and doubles that free and earn a throw.
GAMES: list[Game] = [
    ("classic", "us-1936", "leave", "pay"),
    ("classic", "us-1936", "stay", "pay"),
    ("classic", "uk-classic", "leave", "pay"),
    ("classic", "uk-classic", "stay", "pay"),
    ("classic", "uk-classic", "stay", "take-chance"),
    ("australian", "us-1936", "stay", "pay"),
]


@cache
def batches(game: Game, throws: int) -> list[list[float]]:
    """Return the shares in each of 100 equal parts of one long walk."""
    book, decks, jail, choice = game
    simulation = Simulation(rules_for(book, decks=decks), 1, jail, choice)
    size = throws // BATCHES
    return [[times / size for times in simulation.throws(size)] for _ in range(BATCHES)]


def chain(game: Game) -> MarkovChain:
    book, decks, jail, choice = game
    return MarkovChain(rules_for(book, decks=decks), jail, choice)


def errors(seen: list[list[float]], expected: Sequence[float]) -> list[float]:
    """Return the distance from seen to expected at each place, in standard errors of the batch means."""
    distances = []
    for shares, share in zip(zip(*seen, strict=True), expected, strict=True):
        error = statistics.stdev(shares) / math.sqrt(len(shares))
        away = abs(statistics.fmean(shares) - share)
        distances.append(away / error if error else math.inf if away else 0.0)
    return distances


# ---------------------------------------------------------------- played


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=[pytest.mark.long] if n % 3 else []) for n, game in enumerate(GAMES)],
    ids="-".join,
)
def test_the_simulated_walk_agrees_with_the_exact_chain(game: Game) -> None:
    assert max(errors(batches(game, 200_000), chain(game).shares())) < 4


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES, ids="-".join)
def test_two_million_throws_agree_with_the_exact_chain(game: Game) -> None:
    assert max(errors(batches(game, 2_000_000), chain(game).shares())) < 4


class WithoutThirdDouble(MarkovChain):
    """A wrong chain: three doubles in a row do not lead to jail."""

    def _thrown(self, before: ChainState, a: int, b: int) -> dict[ChainState, float]:
        return super()._thrown(ChainState(before.place, min(before.run, 1)), a, b)


def test_the_test_rejects_a_wrong_chain() -> None:
    """Each wrong chain differs from the walk by one rule, one card or one deck, and is rejected."""
    game = GAMES[1]
    rules = rules_for("classic", decks="us-1936")
    chance, chest = rules.decks
    four = tuple(replace(card, steps=4) if card.do == "back" else card for card in chance)
    wrong = {
        "the other policy": MarkovChain(rules, "leave"),
        "the other decks": MarkovChain(rules_for("classic", decks="uk-classic"), "stay"),
        "back four instead of three": MarkovChain(replace(rules, decks=(four, chest)), "stay"),
        "no jail for the third doubles": WithoutThirdDouble(rules, "stay"),
    }
    for name, other in wrong.items():
        assert max(errors(batches(game, 200_000), other.shares())) > 5, name


def test_a_player_collects_nothing_while_passing_through() -> None:
    simulation = Simulation(rules_for("classic"), 3, "stay")
    simulation.throws(5_000)
    state = simulation.state
    assert all(owner < 0 for owner in state.owner)
    assert all(holder < 0 for holder in state.held)
    assert [sorted(deck) for deck in state.decks] == [list(range(16)), list(range(16))]
    assert sum(state.cash) == 0


# ---------------------------------------------------------------- enumerated


@pytest.mark.parametrize(
    ("book", "decks"),
    [
        *product(BOOKS, ("us-1936",)),
        *(pytest.param(book, "uk-classic", marks=pytest.mark.long) for book in BOOKS),
        ("modern", "us-2008"),
    ],
)
def test_every_throw_ends_where_the_chain_says(book: str, decks: str) -> None:
    """All 36 throws, with all the cards that they may turn up, from everywhere.

    The spaces where the engine ends are counted and compared without any tolerance."""
    rules = rules_for(book, decks=decks)
    policies: list[tuple[JailPolicy, CardChoice]] = [("leave", "pay"), ("stay", "take-chance")]
    for jail, choice in policies:
        rows = MarkovChain(rules, jail, choice).transitions()
        assert len(rows) == {"leave": 118, "stay": 120}[jail]
        for before, row in rows.items():
            assert ends(rules, before, jail, choice) == row, before


def ends(
    rules: Rules, before: ChainState, jail: JailPolicy, choice: CardChoice
) -> dict[ChainState, float]:
    """Returns how many of the 36 throws from a place end on each space by the engine's rules."""
    place, run = before
    seat = SeatAt(cash=10_000, at=place) if place < JAIL else SeatAt(cash=10_000, jail=run)
    position = Position(turn=0, doubles=run if place < JAIL else 0, seats=[seat])
    start = lay_out_state(rules, 1, position, asked=False, by_hand=True)
    if place == JAIL and jail == "leave":
        start, _ = play(start, 0, Fine())
    start, _ = play(start, 0, Roll())
    seats_own: dict[type, Answer] = {
        AskBuy: Decline(),
        AskTax: Flat(),
        AskCardChoice: Pay() if choice == "pay" else TakeChance(),
    }
    chances: defaultdict[ChainState, float] = defaultdict(float)
    waiting: list[tuple[State, float]] = [(start, 36.0)]
    while waiting:
        state, weight = waiting.pop()
        ask = state.ask
        match ask:
            case AskDice():
                by_chance: list[Answer] = [Dice(a, b) for a in range(1, 7) for b in range(1, 7)]
            case AskCard():
                by_chance = [CardIs(index) for index in range(16)]
            case AskRoll():
                assert state.doubles, "only doubles earn another throw"
                chances[ChainState(state.at[0], state.doubles)] += weight
                continue
            case AskEnd():
                held = state.jail[0] != FREE
                end = ChainState(JAIL, state.jail[0]) if held else ChainState(state.at[0], 0)
                chances[end] += weight
                continue
            case _:
                waiting.append((play(state, 0, seats_own[type(ask)])[0], weight))
                continue
        each = weight / len(by_chance)
        waiting.extend((play(state, CHANCE, answer)[0], each) for answer in by_chance)
    return dict(chances)


# ---------------------------------------------------------------- the chain by itself


def test_the_long_run_shares_stay_the_same_after_one_more_throw() -> None:
    rows = chain(GAMES[1]).transitions()
    order = list(rows)
    matrix = [[rows[here].get(there, 0.0) / 36 for there in order] for here in order]
    assert all(abs(sum(row) - 1) < 1e-14 for row in matrix)
    shares = stationary(matrix)
    assert abs(sum(shares) - 1) < 1e-14
    for share, column in zip(shares, zip(*matrix, strict=True), strict=True):
        after = sum(from_there * p for from_there, p in zip(shares, column, strict=True))
        assert abs(after - share) < 1e-15


def test_a_chain_small_enough_for_paper_is_solved_right() -> None:
    # From A one throw in two stays; from B and C all throws move on. So A has half, and B and C a
    # quarter each.
    assert stationary([[1, 1, 0], [0, 0, 2], [2, 0, 0]]) == [0.5, 0.25, 0.25]


def test_street_earnings_per_throw_match_published_figures() -> None:
    """Per opponent's throw, with three houses and with a hotel; players leave jail early.

    The figures come from an independent exact chain."""
    published = {
        "brown": (5.8, 15.1),
        "light-blue": (19.3, 39.0),
        "pink": (35.2, 60.2),
        "orange": (50.0, 85.3),
        "red": (62.9, 93.5),
        "yellow": (65.1, 93.0),
        "green": (72.7, 102.6),
        "dark-blue": (60.8, 85.3),
    }
    rules = rules_for("classic")
    shares = MarkovChain(rules, "leave").shares()
    earned = {
        group.id: tuple(
            round(sum(shares[i] * rules.rents[i][level] for i in group.members), 1)
            for level in (3, 5)
        )
        for group in rules.edition.groups
    }
    assert earned == published


def test_the_chain_is_close_to_project_euler_84() -> None:
    """The puzzle has these cards, and its players leave jail at once.

    But it counts prisoners and visitors together, and doubles in a row beyond the end of a turn. It
    prints 6.24, 3.18 and 3.09 % for the three likeliest spaces, 10, 24 and 0."""
    shares = MarkovChain(rules_for("classic", decks="us-1936"), "leave").shares()
    shares[10] += shares.pop(JAIL)
    likeliest = sorted(range(40), key=lambda place: -shares[place])[:3]
    assert likeliest == [10, 24, 0]
    for place, percent in zip(likeliest, (6.24, 3.18, 3.09), strict=True):
        assert abs(100 * shares[place] - percent) < 0.03


def test_jail_has_its_published_share_when_freeing_doubles_give_another_throw() -> None:
    """Published shares for the long stay are 9.46 % in jail and 2.14 % visiting.

    There, the doubles that free count as the first of a run, as in the australian book. In the
    classic book the share in jail is 9.39 %."""
    shares = MarkovChain(rules_for("australian", decks="us-1936"), "stay").shares()
    assert [round(100 * shares[place], 2) for place in (JAIL, 10)] == [9.46, 2.14]
    assert round(100 * MarkovChain(rules_for("classic"), "stay").shares()[JAIL], 2) == 9.39


def test_a_choice_on_the_card_moves_the_token_or_not() -> None:
    rules = rules_for("classic", decks="uk-classic")
    # Of 16 cards, one sends the token back to the first street, one to GO, one to jail. The choice is
    # the last.
    assert MarkovChain(rules, "stay", "pay").rest(33)[33] == 13 / 16
    # Taking the Chance card can lead back three to the corner and to jail, or on to five other spaces.
    taken = MarkovChain(rules, "stay", "take-chance").rest(33)
    assert taken[JAIL] == 1 / 16 + 2 / 256
    assert taken[15] == taken[24] == taken[39] == taken[11] == 1 / 256


# ---------------------------------------------------------------- the command, and the page


def table(*options: str) -> list[str]:
    return ["lab", "landings", "--rulebook", "classic", *options]


def test_lab_landings_prints_a_row_for_each_space_and_one_for_jail(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = table("--jail", "stay", "--throws", "3000", "--seed", "8", "--decks", "us-1936")
    assert main(arguments) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "index,share"
    rows = [line.split(",") for line in lines[1:]]
    assert [name for name, _ in rows] == [*map(str, range(40)), "jail"]
    assert abs(sum(float(share) for _, share in rows) - 1) < 1e-12
    assert all(abs(float(share) * 3000 % 1 - 0.5) > 0.49 for _, share in rows), "whole throws"
    assert rows[30][1] == "0.0"
    assert main(arguments) == 0
    assert capsys.readouterr().out.splitlines() == lines, "a seed always throws the same"
    assert main([*arguments, "--seed", "9"]) == 0
    assert capsys.readouterr().out.splitlines() != lines


def test_lab_landings_also_prints_the_exact_shares(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(table("--jail", "leave", "--exact", "--decks", "uk-classic")) == 0
    expected = MarkovChain(rules_for("classic", decks="uk-classic"), "leave").shares()
    assert capsys.readouterr().out.splitlines() == list(landings_csv(expected))


def test_lab_landings_refuses_unknown_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "landings", "--rulebook", "klassic", "--jail", "stay"]) == 1
    assert "There is no rulebook “klassic”" in capsys.readouterr().err
    for throws in ("0", "many"):
        with pytest.raises(SystemExit):
            main(table("--jail", "stay", "--throws", throws))
        assert "must be a whole number from 1 to 1,000,000,000" in capsys.readouterr().err


def test_docs_landings_shows_the_exact_shares() -> None:
    """The table of docs/LANDINGS.md has the chain's current shares, in percent."""
    text = (ROOT / "docs" / "LANDINGS.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+|jail) \| ([^|]+) \| ([\d.]+) \| ([\d.]+) \|$", text, re.MULTILINE)
    rules = rules_for("classic")
    leave, stay = MarkovChain(rules, "leave").shares(), MarkovChain(rules, "stay").shares()
    names = [space.name for space in rules.edition.spaces]
    names[10] = "Just Visiting"
    assert rows == [
        ("jail" if i == JAIL else str(i), name, f"{100 * leave[i]:.4f}", f"{100 * stay[i]:.4f}")
        for i, name in enumerate([*names, "in jail"])
    ]
