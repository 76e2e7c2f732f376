"""The odds sum to 1 at every table, are the same in every Python, and predict better than net worth."""

from __future__ import annotations

import csv
import hashlib
import json
import subprocess
from collections.abc import Callable, Iterable
from math import fsum
from pathlib import Path
from typing import Any

import pytest

from titledeed.__main__ import main
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.parsing.edition_text_to_table import parse_edition_file
from titledeed.engine.record import Game, parse_record, read_record, replay_record
from titledeed.engine.state import (
    State,
)
from titledeed.lab import arena, seat_odds_per_round_csv
from titledeed.odds import WHOLE, expected_odds, model
from titledeed.odds.features import common_feature_width, feature_rows
from tools.field import halves
from tools.odds import check
from tools.odds import games as learned
from trade_odds import trade_odds_in_random_positions

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, str]]:
    assert main(["lab", "odds", *arguments]) == 0
    return list(csv.DictReader(capsys.readouterr().out.splitlines()))


def moments(names: str, games: int, seed: int, book: str = "modern") -> list[check.Moment]:
    rows = seat_odds_per_round_csv.odds_rows(names.split(","), games, seed, book)
    return list(
        check.moments(dict(zip(seat_odds_per_round_csv.HEAD, row, strict=True)) for row in rows)
    )


def whole(rows: Iterable[tuple[Any, ...]]) -> int:
    """Check that each position's odds sum to 1 and none is 0; return the number of positions."""
    sums: dict[tuple[int, int], int] = {}
    for game, round_, _, share, _, _ in rows:
        millionths = int(share.replace(".", ""))
        assert millionths > 0
        sums[game, round_] = sums.get((game, round_), 0) + millionths
    assert set(sums.values()) == {1_000_000}
    return len(sums)


# ---------------------------------------------------------------- what is printed


def test_lab_odds_prints_a_line_for_each_active_seat_at_the_start_of_each_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows = printed(capsys, "--seats", "steady-1,simple,simple", "--games", "2", "--seed", "5")
    assert list(rows[0]) == ["game", "round", "seat", "odds", "worth", "won"]
    first = [row for row in rows if row["game"] == "0" and row["round"] == "1"]
    assert [row["seat"] for row in first] == ["1", "2", "3"]
    assert [row["worth"] for row in first] == ["1500", "1500", "1500"]
    assert {row["game"] for row in rows} == {"0", "1"}
    rounds = [int(row["round"]) for row in rows if row["game"] == "1"]
    assert rounds == sorted(rounds)


def test_lab_odds_plays_the_same_games_as_the_laboratory(
    capsys: pytest.CaptureFixture[str],
) -> None:
    seats = "steady-1,simple,steady-1"
    same = ("--seats", seats, "--games", "3", "--seed", "9")
    rows = printed(capsys, *same)
    winners = {(row["game"], row["seat"]) for row in rows if row["won"] == "1"}
    assert main(["lab", "games", "--rulebook", "modern", *same]) == 0
    games = csv.DictReader(capsys.readouterr().out.splitlines())
    assert winners == {(game["game"], game["winner"]) for game in games if game["winner"]}
    assert winners


def test_a_stopped_game_has_no_winner_in_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    rows = printed(capsys, "--seats", "simple,simple", "--games", "2", "--rounds", "3")
    assert {row["round"] for row in rows} == {"1", "2", "3"}
    assert {row["won"] for row in rows} == {"0"}


def test_for_a_record_the_last_position_counts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    over = str(ROOT / "tests" / "records" / "short-game-from-deal-to-end-parker1973.toml")
    assert main(["lab", "odds", over]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "file,seat,odds"
    assert out[1:] == [f"{over},1,0.000000", f"{over},2,1.000000"]
    running = str(ROOT / "tests" / "records" / "shortage-three-lots-parker1973.toml")
    rows = printed(capsys, running, over)
    assert sum(float(row["odds"]) for row in rows if row["file"] == running) == pytest.approx(1)
    damaged = tmp_path / "damaged, and more.json"
    damaged.write_text("{")
    assert main(["lab", "odds", str(damaged), over]) == 1
    done = capsys.readouterr()
    assert str(damaged) in done.err
    assert len(done.out.splitlines()) == 3
    named = tmp_path / 'over, "and" out.toml'
    named.write_text(Path(over).read_text("utf-8"), "utf-8")
    assert [row["file"] for row in printed(capsys, str(named))] == [str(named)] * 2


def test_lab_odds_names_an_invalid_record(capsys: pytest.CaptureFixture[str]) -> None:
    refused = str(ROOT / "tests" / "records" / "refused-card-twice.toml")
    assert main(["lab", "odds", refused, "nowhere.json"]) == 1
    faults = capsys.readouterr().err.splitlines()
    assert [line.split(":")[0] for line in faults] == [refused, "nowhere.json"]
    for wrong, reason in (
        (["--seats", "simple"], "A game has two to eight seats, not 1."),
        (["--seats", "simple,steddy"], "There is no bot “steddy”"),
        ([], "For odds, name either records or --seats, not both."),
    ):
        assert main(["lab", "odds", *wrong]) == 1
        done = capsys.readouterr()
        assert reason in done.err
        assert done.out == ""


# ---------------------------------------------------------------- every table


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("edition", ["atlantic-city", "london", "australia"])
def test_odds_sum_to_one_in_every_book_on_every_board(book: str, edition: str) -> None:
    names = ["steady-1", "steady-1", "simple"]
    assert whole(seat_odds_per_round_csv.odds_rows(names, 1, 3, book, edition, most_rounds=25)) >= 5


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6, 7, 8])
def test_odds_sum_to_one_for_two_to_eight_players(seats: int) -> None:
    assert whole(seat_odds_per_round_csv.odds_rows(["steady-1"] * seats, 1, 4, most_rounds=25)) >= 5


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_odds_sum_to_one_in_the_short_game(seats: int) -> None:
    games = seat_odds_per_round_csv.odds_rows(
        ["steady-1"] * seats, 1, 4, "parker1973", variant="short", most_rounds=25
    )
    assert whole(games) >= 2


@pytest.mark.parametrize("dear", [1, 200])
def test_odds_sum_to_one_on_any_custom_board_however_expensive(dear: int) -> None:
    text = (ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8")
    board = parse_edition_file(text, True)
    for space in board["space"]:
        if "price" in space:
            space["price"] *= dear
            space["mortgage"] = space["price"] // 2
            space["rents"] = [min(rent * dear, 1_000_000) for rent in space["rents"]]
    rules = rules_compiler.make_rules("modern", board)
    states: list[dict[int, int]] = []
    bots = [arena.BOTS["steady-1"](), arena.BOTS["simple"]()]
    arena.play_game(
        rules, bots, 3, 20, each_round=lambda state: states.append(expected_odds(state))
    )
    assert len(states) >= 2
    assert {sum(each.values()) for each in states} == {WHOLE}


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tests" / "records").glob("[!r]*.toml")), ids=lambda file: file.stem
)
def test_odds_sum_to_one_at_every_pending_moment(file: Path) -> None:
    """Each moment of each example record: debts, auctions, transfers, claims, the deal."""
    record = read_record(parse_record(file.read_text("utf-8"), True))
    game = Game(record)
    for step in record.steps:
        for line in step.lines:
            game.line(line)
            odds = expected_odds(game.state)
            assert sum(odds.values()) == WHOLE
            playing = [seat for seat in range(game.state.seats) if game.state.playing[seat]]
            assert sorted(odds) == playing
            assert min(odds.values()) >= 0


# ---------------------------------------------------------------- sense


def at(text: str) -> dict[int, int]:
    """Return the odds in the last position of a modern record with two or more seats."""
    head = 'format = "title-deed/1"\nrulebook = "modern"\nseed = 1\n'
    return expected_odds(replay_record(read_record(parse_record(head + text, True))).state)


TWO = 'seats = ["Ada", "Ben"]\n[position]\nturn = "Ada"\n'


def test_a_set_with_houses_is_worth_more_than_its_price() -> None:
    rich = "[position.seat.Ada]\ncash = 1500\n[position.seat.Ben]\ncash = 600\n"
    streets = 'deeds = ["new-york-avenue:3", "tennessee-avenue:3", "st-james-place:3"]\n'
    assert at(TWO + rich + streets)[1] > 800_000


def test_a_player_who_owes_more_than_they_can_raise_has_almost_no_chance() -> None:
    text = TWO + '[position.seat.Ada]\ncash = 20\nat = "pennsylvania-avenue"\n'
    text += '[position.seat.Ben]\ndeeds = ["boardwalk:3", "park-place:3"]\n'
    before = at(text)
    after = at(text + '[[step]]\nplay = """\nAda roll\nchance dice 2 3\n"""\n')
    assert before[0] > 1
    assert after[0] == 1
    assert after[1] == 999_999


def test_the_odds_treat_the_leading_bidder_as_the_owner_of_the_lot() -> None:
    text = (
        TWO
        + '[position.seat.Ada]\ncash = 900\nat = "ventnor-avenue"\n'
        + '[position.seat.Ben]\ncash = 900\ndeeds = ["pacific-avenue", "north-carolina-avenue"]\n'
        + '[[step]]\nplay = """\nAda roll\nchance dice 2 5\nAda decline\n"""\n'
    )
    led = at(text.replace("decline\n", "decline\nBen bid 20\n"))
    assert led[1] > at(text)[1]


# ---------------------------------------------------------------- good


@pytest.mark.long
def test_odds_predict_the_winner_better_than_worth_does() -> None:
    """This uses 60 games that the model was not trained on; the limit is looser than for 2,000."""
    samples = moments("steady,steady,steady,steady", 60, 4711)
    for tenth in check.tenths(samples):
        if tenth.samples >= check.ENOUGH:
            assert abs(tenth.off) <= 8, tenth
    worth, _ = check.worth_loss(samples)
    assert check.log_loss(samples) < worth


def test_odds_predict_the_winner_better_than_worth_in_a_few_games() -> None:
    """This uses 16 games that the model was not trained on."""
    samples = moments("steady,steady,steady,steady", 16, 4711)
    worth, _ = check.worth_loss(samples)
    assert check.log_loss(samples) < worth


@pytest.mark.long
def test_over_two_thousand_games_the_odds_are_right_within_three_points() -> None:
    samples = moments("steady,steady,steady,steady", 2000, 4711)
    for tenth in check.tenths(samples):
        if tenth.samples >= check.ENOUGH:
            assert abs(tenth.off) <= 3, tenth
    worth, _ = check.worth_loss(samples)
    assert check.log_loss(samples) < 0.9 * worth


@pytest.mark.long
def test_at_tables_of_the_field_the_odds_are_right_within_three_points_and_chance() -> None:
    """Half of these games do not end, and the positions of one game depend on each other. So the limit
    allows for chance as well; ``tools.odds.check --field`` measures more games."""
    setting = check.Setting(check.FIELDS["tuning"], every=3)
    samples = [m for game in range(300) for m in check.field_game(setting, 601, game)]
    for tenth in check.tenths(samples):
        assert abs(tenth.off) <= 3 + 196 * tenth.error, tenth
    worth, _ = check.worth_loss(samples)
    assert check.log_loss(samples) < 0.8 * worth


def test_the_calibration_measure_is_right() -> None:
    """Three positions worked out by hand."""
    samples = [
        check.Moment((0.5, 0.5), (1000, 1000), (1, 0)),
        check.Moment((0.75, 0.25), (2000, 1000), (1, 0)),
        check.Moment((0.75, 0.25), (2000, 1000), (0, 1)),
    ]
    assert check.log_loss(samples) == pytest.approx((0.693147 + 0.287682 + 1.386294) / 3, abs=1e-6)
    worth, a = check.worth_loss(samples)
    assert (worth, a) == (pytest.approx(0.693147, abs=1e-5), pytest.approx(0, abs=2e-6))
    high = check.tenths(samples)[-1]
    assert (high.low, high.samples, high.predicted, high.observed) == (7, 2, 0.75, 0.5)
    assert high.off == pytest.approx(-25)


@pytest.mark.parametrize(
    ("wave", "expected"),
    [
        (learned.FIELD, "6591d7537b0039cfd3b384201ebd4bbe6d01e7bdbc89df7cc201285d3f674494"),
        (learned.DEALERS, "d4defa5931d95f665ac60aa2672cb684660780c8ba7002ba75d4a5b233783aec"),
    ],
)
def test_the_games_used_to_train_the_weights_can_be_played_again(
    wave: learned.Wave, expected: str
) -> None:
    """One game of each table.

    After a change to how these players play, ``tools/odds/players.py`` must still have the old
    players, or the weights must be trained again."""
    rows: dict[int, learned.Played] = {}
    game = 0
    while len(rows) < len(wave.tables):
        place = wave.table_of(game)
        if place not in rows:
            rows[place] = learned.played(wave, game)
        game += 1
    digest = hashlib.sha256("".join(repr(tuple(rows[n])) for n in sorted(rows)).encode())
    assert digest.hexdigest() == expected


def test_no_player_behind_the_weights_is_held_out() -> None:
    held_out = {*halves.NEW_HELD_OUT, *halves.OLD_HELD_OUT}
    assert not held_out & {name for pool in learned.POOLS.values() for name in pool}


# ---------------------------------------------------------------- small, late and everywhere the same


def test_the_weights_file_is_small() -> None:
    assert (ROOT / "py" / "titledeed" / "odds" / "weights.json").stat().st_size <= 200_000


def test_nobody_pays_rent_to_a_retired_seat() -> None:
    """A game cannot reach such a position, but a caller may construct one."""
    state = lay_out_state(rules_compiler.make_rules("modern"), 3, asked=False, by_hand=False)
    for space in state.rules.ownable:
        state.owner[space] = space % 2
    group = state.rules.edition.groups[3].members
    for space in group:
        state.owner[space] = 2
    state.playing[2] = False
    before = model.odds_of_features(state)
    assert sorted(before) == [0, 1]
    for space in group:
        state.level[space] = 5
    assert model.odds_of_features(state) == before


def test_integer_odds_match_the_sums_of_the_weights() -> None:
    """The integer odds differ from float sums of the file's weights by under twenty millionths.

    The test compares them at each round of some games."""
    table = json.loads((ROOT / "py" / "titledeed" / "odds" / "weights.json").read_text("utf-8"))
    columns = list(zip(*table["into"], strict=True))

    common = common_feature_width()

    def logit(row: list[float]) -> float:
        hidden = [
            bias + fsum(x * w for x, w in zip(row, column, strict=True))
            for bias, column in zip(table["bias"], columns, strict=True)
        ]
        plain = [x * w for x, w in zip(row, table["line"], strict=True)]
        bent = fsum(max(0.0, h) * w for h, w in zip(hidden, table["out"], strict=True))
        return (fsum(plain[:-common]) + bent) * max(0.1, 1 + fsum(plain[-common:]))

    off: list[int] = []

    def compare(state: State) -> None:
        seats, rows = feature_rows(state)
        plain = model.softmax_shares(seats, [logit(row) for row in rows])
        odds = model.odds_of_features(state)
        off.append(max(abs(odds[seat] - plain[seat]) for seat in seats))

    for book, variant in (("modern", "standard"), ("parker1973", "short")):
        rules = rules_compiler.make_rules(book, "london", variant=variant)
        bots = [arena.BOTS[name]() for name in ("dealer", "builder", "steady", "novice")]
        arena.play_game(rules, bots, 6, 40, each_round=compare)
    assert len(off) > 30
    assert max(off) < 20


def test_weights_for_other_inputs_are_refused() -> None:
    with pytest.raises(ValueError, match="for other numbers"):
        model.Network({"line": [1.0], "into": [[1.0]], "bias": [0.0], "out": [1.0]})


def test_pyodide_prints_the_same_odds(
    in_pyodide: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    done = in_pyodide("tests/lab/odds_printed.py")
    assert done.returncode == 0, done.stderr
    rows = seat_odds_per_round_csv.odds_rows(
        ["steady-1", "steady-1", "simple"], 3, 8, "classic", most_rounds=40
    )
    text = "\n".join(map(seat_odds_per_round_csv.csv_line, rows))
    assert len(text.splitlines()) > 150
    trades = trade_odds_in_random_positions()
    assert done.stdout.split() == [hashlib.sha256(t.encode()).hexdigest() for t in (text, trades)]
