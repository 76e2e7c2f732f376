"""``lab games``, ``lab compare`` and ``lab rollouts``: their output, which is the same on every machine."""

from __future__ import annotations

import errno
import gc
import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from random_positions import random_position
from titledeed.__main__ import main
from titledeed.bots import BOTS
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.errors import LoadError
from titledeed.engine.generic_event import Event
from titledeed.engine.rules.short_game import score, scores
from titledeed.engine.state import State
from titledeed.lab import (
    arena,
    batch_games,
    call_job_by_name,
    compare,
    money_ledger,
    parallel_jobs,
    position_from_game,
)
from titledeed.run_generator_to_end import at_once

ROOT = Path(__file__).resolve().parents[2]
HEAD = 'format = "title-deed/1"\nrulebook = "modern"\n'
SEATS = 'seats = [{ name = "Ada", bot = "steady-1" }, { name = "Ben", bot = "simple" }]\n'


def lab(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lab", *words]) == 0
    return capsys.readouterr().out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["lab", *words]) == 1
    out = capsys.readouterr()
    assert out.out == ""
    return out.err


def record(folder: Path, name: str, more: str = "", seats: str = SEATS) -> str:
    file = folder / f"{name}.toml"
    file.write_text(HEAD + seats + more, "utf-8")
    return str(file)


# ---------------------------------------------------------------- games

FOUR = ("--rulebook", "modern", "--seats", "steady-1,simple,steady-1")


def test_lab_games_prints_a_line_for_each_game(capsys: pytest.CaptureFixture[str]) -> None:
    lines = lab(capsys, "games", *FOUR, "--games", "3", "--seed", "7").splitlines()
    assert lines[0] == "game,rounds,throws,winner,worth_1,worth_2,worth_3,gini"
    assert [line.split(",")[0] for line in lines[1:]] == ["0", "1", "2"]
    for line in lines[1:]:
        cells = line.split(",")
        winner = cells[3]
        assert winner == "" or int(cells[3 + int(winner)]) > 0
        assert 0 < float(cells[-1]) < 2 / 3


def test_the_game_for_a_seed_is_the_same_as_in_the_arena(
    capsys: pytest.CaptureFixture[str],
) -> None:
    lines = lab(capsys, "games", *FOUR, "--games", "4", "--seed", "7").splitlines()[1:]
    rules = rules_compiler.make_rules("modern")
    for i, line in enumerate(lines):
        # the seats do not rotate
        seats = [BOTS[name]() for name in ("steady-1", "simple", "steady-1")]
        outcome = arena.play_game(rules, seats, rng.random_number(7, i) >> 1)
        winner = str(outcome.winners[0] + 1) if outcome.winners else ""
        cells = line.split(",")
        assert cells[:4] == [str(i), str(outcome.rounds), str(outcome.throws), winner]


def test_more_processes_print_the_same_result(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("games", *FOUR, "--games", "30", "--seed", "2")
    assert lab(capsys, *words) == lab(capsys, *words, "--jobs", "2")


def test_house_rules_are_given_as_a_clause_and_a_value(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("games", *FOUR, "--games", "2", "--house", "limit-rounds=3", "salary=[400, 200, 0]")
    rounds = [line.split(",")[1] for line in lab(capsys, *words).splitlines()[1:]]
    assert rounds == ["3", "3"]
    apart = (*words[:-3], "--house", "tax.income=flat-200", "--house", "limit-rounds=2")
    rounds = [line.split(",")[1] for line in lab(capsys, *apart).splitlines()[1:]]
    assert rounds == ["2", "2"]


def test_a_stopped_game_has_no_winner() -> None:
    setting = batch_games.Setting.of(batch_games.record_of("modern", ["simple", "simple"]))
    outcome = batch_games.play_to_end(setting, 5, most_rounds=4)
    assert (outcome["rounds"], outcome["winners"], len(outcome["ginis"])) == (4, [], 4)
    line = list(batch_games.games_csv([outcome], 2))[1]
    assert line.split(",")[3] == ""


def test_a_tie_has_no_winner_in_the_table() -> None:
    game: batch_games.Played = {
        "rounds": 3,
        "throws": 9,
        "winners": [0, 1],
        "worth": [5, 5],
        "gini": 0.0,
        "ginis": [0.0],
        "income": [[0, 0]] * 4,
        "groups": [],
    }
    assert list(batch_games.games_csv([game], 2))[1] == "0,3,9,,5,5,0.000000"


def counted_by_events(
    setting: batch_games.Setting, seed: int
) -> tuple[batch_games.Played, set[str]]:
    """The summary of a game by its events, and the purposes of its payments."""
    count = batch_games.Count(setting.opening())
    purposes: set[str] = set()
    states: list[State] = []

    def read(_round: int, events: Sequence[Event], state: State) -> None:
        purposes.update(str(event.facts["what"]) for event in events if event.kind == "pay")
        count.events = list(events)
        count.answered(state)
        states[:] = [state]

    batch_games.play_to_end(setting, seed, watch=read)
    return count.played(states[0]), purposes


@pytest.mark.parametrize("book", ["classic", "modern"])
def test_a_game_has_the_same_summary_by_its_payments_as_by_its_events(book: str) -> None:
    table = batch_games.record_of(book, ["steady", "dealer", "simple"])
    job = batch_games.GamesJob(record=table, seed=5, first=0, count=4)
    setting = batch_games.setting_of(table)
    purposes: set[str] = set()
    for game, counted in enumerate(batch_games.run_games(job)):
        by_events, paid = counted_by_events(setting, batch_games.seed_of(5, game))
        assert by_events == counted
        purposes |= paid
    assert {"salary", "rent", "card"} <= purposes


def test_searches_for_reference_cycles_are_as_usual_after_a_job() -> None:
    usual = gc.get_threshold()
    with batch_games.rare_collections():
        assert gc.get_threshold() > usual
    assert gc.get_threshold() == usual


def test_inequality_counts_all_players_who_started() -> None:
    """Round by round, watched from outside: bankrupt players count as zero."""
    table = batch_games.record_of("modern", ["steady-1"] * 3)
    table["position"] = {"seat": {"seat-1": {"cash": 6000}, "seat-3": {"cash": 0}}}
    setting = batch_games.Setting.of(table)
    seen: dict[int, list[int]] = {}

    def watch(round: int, events: Any, state: Any) -> None:
        seen[round] = batch_games.seat_worths(state)

    outcome = batch_games.play_to_end(setting, 11, watch=watch)
    assert len(outcome["ginis"]) == outcome["rounds"] == len(seen)
    ginis = []
    for worths in seen.values():
        pairs = sum(abs(a - b) for a in worths for b in worths)
        ginis.append(pairs / (2 * 3 * sum(worths)))
    assert outcome["gini"] == pytest.approx(sum(ginis) / len(ginis), abs=1e-6)
    assert outcome["ginis"][-1] == 0.6667  # one player owns everything


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--seats", "simple"), "A game has two to eight players; this file has 1."),
        (("--seats", "simple,clever"), "There is no bot “clever”"),
        (("--rulebook", "victorian", "--seats", "simple,simple"), "no rulebook “victorian”"),
        (("--seats", "simple,simple", "--house", "salary=[1]"), "“salary” must be a whole number"),
        (
            ("--seats", "simple,simple", "--house", "salary=[1,2,3]"),
            "must have one amount for each of the 2 players, not 3",
        ),
        (("--seats", "simple,simple", "--house", "cows=3"), "“cows” is unknown"),
        (("--seats", "simple,simple", "--house", "limit-minutes=5"), "has no clock"),
        (("--seats", "simple,simple,"), "a seat without a bot"),
        (("--seats", "simple, ,simple"), "a seat without a bot"),
    ],
)
def test_lab_games_explains_a_setup_that_cannot_be_played(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str
) -> None:
    assert says in refused(capsys, "games", "--rulebook", "modern", *words)


# ---------------------------------------------------------------- compare


def compared(capsys: pytest.CaptureFixture[str], a: str, b: str, *more: str) -> Any:
    return json.loads(lab(capsys, "compare", a, b, "--json", *more))


def test_the_same_setting_shows_no_difference(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    a = record(tmp_path, "a")
    figures = compared(capsys, a, a, "--games", "5", "--seed", "3")
    assert list(figures) == ["games", "unfinished", "measure", "measures"]
    assert (figures["games"], figures["measure"]) == (5, "rounds")
    keys = ["a", "b", "difference", "low", "high", "exploring", "shows"]
    for id, measure in figures["measures"].items():
        assert list(measure) == keys + ["holm"] * (id != "rounds")
        assert measure["a"] == measure["b"]
        assert (measure["difference"], measure["low"], measure["high"]) == (0, 0, 0)
        assert not measure["shows"]


def test_measures_that_were_not_chosen_are_marked_as_exploratory_in_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Their corrected intervals and marks are those of the printed table."""
    a = record(tmp_path, "a")
    b = record(tmp_path, "b", "[house_rules]\nlimit-rounds = 12\n")
    more = ("--games", "30", "--seed", "3", "--measure", "throws")
    figures = compared(capsys, a, b, *more)
    assert figures["measure"] == "throws"
    exploring = {id: m["exploring"] for id, m in figures["measures"].items()}
    assert exploring == {id: id != "throws" for id in exploring}
    printed = lab(capsys, "compare", a, b, *more).splitlines()
    rows = {line[1:21].strip(): line for line in printed[2:-3]}
    assert list(rows) == list(exploring)
    marks = {id: {"*": True, "!": True, " ": False}[line[0]] for id, line in rows.items()}
    assert marks == {id: m["shows"] for id, m in figures["measures"].items()}
    assert 2 < sum(marks.values()) < len(marks)
    for id, measure in figures["measures"].items():
        if id != "throws":
            holm = measure["holm"]
            assert 1 <= holm["tests"] < len(rows)
            assert holm["low"] <= measure["low"] <= measure["high"] <= holm["high"]
            if not rows[id].endswith("too few pairs differ"):
                low, high = map(float, rows[id].split("   ")[-1].split(" to "))
                assert (holm["low"], holm["high"]) == (low, high)


def test_games_are_paired_by_seed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The expected pairs are computed here from the output of ``lab games`` for each side."""
    a = record(tmp_path, "a")
    b = record(tmp_path, "b", "[house_rules]\nlimit-rounds = 12\n")
    figures = compared(capsys, a, b, "--games", "6", "--seed", "3")["measures"]["rounds"]
    words = ("games", "--rulebook", "modern", "--seats", "steady-1,simple", "--games", "6")
    rounds = [
        [int(line.split(",")[1]) for line in lab(capsys, *words, "--seed", "3", *more).split()[1:]]
        for more in ((), ("--house", "limit-rounds=12"))
    ]
    differences = [there - here for here, there in zip(*rounds, strict=True)]
    middle = sum(differences) / 6
    spread = (sum((d - middle) ** 2 for d in differences) / 5 / 6) ** 0.5
    assert figures["difference"] == pytest.approx(middle, abs=1e-6)
    assert figures["high"] - middle == pytest.approx(1.03 * 2.570582 * spread, abs=1e-5)
    assert figures["a"] == pytest.approx(sum(rounds[0]) / 6, abs=1e-6)


def test_the_richest_player_at_the_start_wins(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    seats = SEATS.replace("simple", "steady-1")
    a = record(tmp_path, "a", seats=seats)
    rich = "[position.seat.Ada]\ncash = 5000\n"
    figures = compared(capsys, a, record(tmp_path, "b", rich, seats), "--games", "40")
    won = figures["measures"]["win_1"]
    assert won["low"] > 0
    assert won["b"] > 0.8
    assert figures["measures"]["income_parking"]["b"] == 0


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ("[[step]]\nplay = 'Ada roll'\n", "this record already contains moves"),
        (
            "[house_rules]\nsalary = [1, 2, 3]\n",
            "must have one amount for each of the 2 players, not 3",
        ),
        ("cows = 3\n", "cows"),
    ],
)
def test_a_record_that_is_not_a_setting_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, more: str, says: str
) -> None:
    a = record(tmp_path, "a")
    assert says in refused(capsys, "compare", a, record(tmp_path, "b", more))


def test_a_record_cannot_name_a_bot_from_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A record is untrusted input: it must not run any file of this machine."""
    file = tmp_path / "mine.py"
    file.write_text("raise SystemExit('run')\n", "utf-8")
    a = record(tmp_path, "a", seats=SEATS.replace("simple", f"{file}:Mine"))
    assert "There is no bot" in refused(capsys, "compare", a, a)


def test_a_refused_setting_is_named_by_its_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    good = record(tmp_path, "good")
    steps = record(tmp_path, "steps", '[[step]]\nplay = ["Ada roll"]\n')
    torn = record(tmp_path, "torn", "[[")
    gone = str(tmp_path / "gone.toml")
    for bad in (steps, torn, gone):
        sentence = refused(capsys, "compare", good, bad, "--games", "2")
        assert sentence.startswith(f"{bad}: ")
        assert sentence.count(bad) == 1


def test_sides_with_different_numbers_of_seats_are_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    b = record(tmp_path, "b", seats='seats = ["Ada", "Ben", "Cleo"]\n')
    assert "the same number of seats" in refused(capsys, "compare", record(tmp_path, "a"), b)


# ---------------------------------------------------------------- roll-outs


def test_the_output_has_shares_and_intervals_by_seat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rich = (
        "[position]\nturn = 'Ben'\n[position.seat.Ada]\ncash = 4000\n"
        "deeds = ['boardwalk:3', 'park-place:3']\n[position.seat.Ben]\ncash = 100\n"
    )
    file = record(tmp_path, "a", rich, seats='seats = ["Ada", "Ben"]\n')
    figures = json.loads(lab(capsys, "rollouts", file, "--games", "30", "--json"))
    assert [seat["name"] for seat in figures["seats"]] == ["Ada", "Ben"]
    assert [seat["policy"] for seat in figures["seats"]] == ["steady-1", "steady-1"]
    ada, ben = figures["seats"]
    assert ada["low"] > 0.7
    assert ben["high"] < 0.3
    assert ada["share"] + ben["share"] == pytest.approx(1 - figures["unfinished"] / 30, abs=1e-5)
    simple = json.loads(
        lab(capsys, "rollouts", file, "--games", "2", "--policy", "simple", "--json")
    )
    assert [seat["policy"] for seat in simple["seats"]] == ["simple", "simple"]


def test_rollouts_of_a_game_begin_at_its_last_turn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    steps = (
        "[position]\nturn = 'Ada'\n[[step]]\nplay = '''\nAda roll\nchance dice 1 2\nAda buy\n'''\n"
    )
    file = record(tmp_path, "a", steps)
    assert main(["lab", "rollouts", file, "--games", "2", "--json"]) == 0
    out = capsys.readouterr()
    assert "Starting from the beginning of the last turn, after 0 of 4 lines." in out.err
    file = record(tmp_path, "b", steps.replace("Ada buy", "Ada buy\nAda end"))
    assert main(["lab", "rollouts", file, "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lines"] == 5


def test_a_position_is_the_same_after_it_is_read_back() -> None:
    """For all turns of a game, a written position leads back to that moment, except for the decks."""
    setting = batch_games.Setting.of(batch_games.record_of("parker1973", ["steady-1"] * 4))
    turns = 0

    def watch(round: int, events: Any, state: Any) -> None:
        nonlocal turns
        if not position_from_game.begins_turn(state):
            return
        turns += 1
        table = position_from_game.position_of(state, setting.notation)
        again = batch_games.Setting.of(
            {**batch_games.record_of("parker1973", ["steady-1"] * 4), "position": table}
        ).opening()
        here, there = ([s.at[i] for i in range(4) if s.playing[i]] for s in (again, state))
        assert here == there  # a bankrupt player's token is off the board
        for slot in ("cash", "jail", "playing", "owner", "level", "mortgaged", "held"):
            assert getattr(again, slot) == getattr(state, slot), slot
        assert again.stock == state.stock
        assert (again.turn, again.round) == (state.turn, state.round)

    batch_games.play_to_end(setting, 3, watch=watch)
    assert turns > 40


# ---------------------------------------------------------------- the ledger


def kept(seed: int, book: str, house: dict[str, Any]) -> money_ledger.MoneyLedger:
    setting = batch_games.Setting.of(
        batch_games.record_of(book, ["steady-1"] * 3, house_rules=house)
    )
    books = money_ledger.MoneyLedger(setting.opening())

    def watch(round: int, events: Any, state: Any) -> None:
        books.book(round, events, state)

    batch_games.play_to_end(setting, seed, watch=watch)
    return books


@pytest.mark.parametrize("book", rules_compiler.BOOKS)
def test_every_ledger_sums_to_zero(book: str) -> None:
    for seed in range(3):
        books = kept(seed, book, {"free-parking": "pot"} if seed else {})
        assert books.faults() == []
        assert len(books.rounds) > 5


@pytest.mark.long
def test_the_ledgers_of_a_thousand_games_sum_to_zero() -> None:
    for seed in range(1000):
        book = rules_compiler.BOOKS[seed % 5]
        assert kept(seed, book, {"free-parking": "pot"} if seed % 2 else {}).faults() == []


def test_the_check_finds_a_false_ledger_entry() -> None:
    books = kept(1, "modern", {})
    books.flow[3][0]["rent"] += 1
    assert books.faults() == ["round 3, account 0", "round 3, rent"]


def test_the_ledger_of_a_record_is_printed_with_its_check(tmp_path: Path) -> None:
    table = json.loads(
        (Path(__file__).parents[1] / "golden" / "modern-london.json").read_text("utf-8")
    )
    from titledeed.engine.record import read_record  # noqa: PLC0415

    books = money_ledger.ledger_of(read_record(table))
    lines = list(money_ledger.cash_flow_csv(books, ["A"] * (books.accounts - 2)))
    assert lines[0].startswith("round,account,before,start,salary,rent,")
    assert lines[1].startswith("0,seat_1,0,1500,0,0,")
    assert {line.rpartition(",")[2] for line in lines[1:]} == {"0"}
    totals = money_ledger.to_dict(books)
    assert {sum(row) for row in totals.values()} == {0}
    assert totals["start"][:2] == [1500, 1500]


# ---------------------------------------------------------------- any executor


class Backwards:
    """An executor that does the last job first and passes plain data, as if to another process."""

    def __init__(self) -> None:
        self.calls: list[Any] = []

    def submit(self, call: Any, /, *arguments: Any) -> Any:
        self.calls.append((call, json.loads(json.dumps(arguments))))
        return Later(self, len(self.calls) - 1)


class Later:
    """The result of one job of ``Backwards``."""

    def __init__(self, owner: Backwards, place: int) -> None:
        self.owner, self.place = owner, place

    def result(self) -> Any:
        done = [
            json.loads(json.dumps(call(*arguments))) for call, arguments in self.owner.calls[::-1]
        ]
        return done[::-1][self.place]


def test_the_games_are_the_same_no_matter_which_worker_plays_them() -> None:
    table = batch_games.record_of("modern", ["simple", "steady-1"])
    alone = list(parallel_jobs.play_jobs(table, 4, 30))
    assert list(parallel_jobs.play_jobs(table, 4, 30, Backwards())) == alone
    assert len(alone) == 30


def test_a_comparison_needs_the_same_number_of_games_on_both_sides() -> None:
    with pytest.raises(ValueError, match="as many games"):
        compare.compare([], [])
    with pytest.raises(LoadError, match="the same number of seats"):
        compare.check_alike(
            batch_games.Setting.of(batch_games.record_of("modern", ["simple"] * 2)),
            batch_games.Setting.of(batch_games.record_of("modern", ["simple"] * 3)),
        )


def test_a_cached_setting_is_not_mistaken_for_another() -> None:
    seats = ["simple", "simple"]
    tables = [
        batch_games.record_of("modern", seats, house_rules={"salary": salary})
        for salary in ([200, 200], [400, 100], [200, 400])
    ]
    jobs_ = [batch_games.GamesJob(record=table, seed=3, first=0, count=2) for table in tables]
    alone = [
        [
            batch_games.play_to_end(
                batch_games.Setting.of(job["record"]), batch_games.seed_of(3, i)
            )
            for i in range(2)
        ]
        for job in jobs_
    ]
    assert alone[0] != alone[1] != alone[2]
    for order in ((0, 1, 2, 0, 1), (2, 2, 1, 0)):
        for n in order:
            assert batch_games.run_games(jobs_[n]) == alone[n]
    false = batch_games.record_of("modern", seats, house_rules={"salary": [True, 200]})
    with pytest.raises(LoadError):
        batch_games.run_games(batch_games.GamesJob(record=false, seed=3, first=0, count=1))


def test_a_closed_output_pipe_causes_no_message() -> None:
    """A reader such as "head" closes the pipe when it has its lines."""
    way = ("--exact", "--rulebook", "modern", "--jail", "leave")
    command = [sys.executable, "-m", "titledeed", "lab", "landings", *way]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=env, stdout=pipe, stderr=pipe) as printing:
        assert printing.stdout is not None
        assert printing.stderr is not None
        printing.stdout.close()
        assert printing.stderr.read() == b""
        assert printing.wait() == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no file that is always full")
def test_a_sentence_says_so_when_no_line_can_be_written() -> None:
    way = ("--exact", "--rulebook", "modern", "--jail", "leave")
    command = [sys.executable, "-m", "titledeed", "lab", "landings", *way]
    env = {**os.environ, "PYTHONPATH": str(ROOT / "py")}
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ended = subprocess.run(
            command, env=env, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.stderr == f"{os.strerror(errno.ENOSPC)}.\n"
    assert ended.returncode == 1


def test_workers_are_warmed_up_but_the_page_itself_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(
        batch_games, "play_to_end", lambda *of, most_rounds: begun.append((of, most_rounds))
    )
    warm = "titledeed.lab.batch_games:warm_up"
    assert json.loads(call_job_by_name.answer_job(warm, "null")) == {"done": None}
    assert [most_rounds for _of, most_rounds in begun] == [1]
    call_job_by_name.answer_job_with_signs(warm, "null", lambda: None)
    assert len(begun) == 2
    assert json.loads(at_once(call_job_by_name.answer_job_in_slices(warm, "null"))) == {
        "done": None
    }
    assert len(begun) == 2


def test_a_long_job_shows_progress_and_gives_the_same_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Five games of four sharks may take longer than the page waits for a worker that says nothing."""
    seconds = iter(range(100_000))
    monkeypatch.setattr(call_job_by_name.time, "monotonic", lambda: next(seconds))
    record = batch_games.record_of("modern", ["steady"] * 2)
    job = json.dumps(batch_games.GamesJob(record=record, seed=11, first=0, count=2))
    signs: list[None] = []
    for call in ("batch_games:run_games", "write_and_count_record_files:run_recorded_games"):
        signs.clear()
        told = call_job_by_name.answer_job_with_signs(
            f"titledeed.lab.{call}", job, lambda: signs.append(None)
        )
        assert told == call_job_by_name.answer_job(f"titledeed.lab.{call}", job)
        assert len(signs) > 4, call
    refused = call_job_by_name.answer_job_with_signs(
        "titledeed.lab.batch_games:run_games", '{"record": {}}', signs.clear
    )
    assert "refused" in json.loads(refused)


# ---------------------------------------------------------------- every command

EVIL = "a\x1b[2J\u202e\n"


@pytest.mark.parametrize(
    "words",
    [
        ("lab", "games", "--games", "10000000000"),
        ("lab", "compare", "a", "b", "--games", "1000000001"),
        ("lab", "rollouts", "a", "--games", "0"),
        ("lab", "odds", "a", "--games", "9" * 5000),
        ("lab", "odds", "a", "--rounds", "1e3"),
        ("lab", "games", "--jobs", "257"),
        ("lab", "landings", "--rulebook", "modern", "--jail", "stay", "--throws", "10000000000"),
        ("arena", "--seats", "simple,simple", "--games", "10000000000"),
        ("arena", "--seats", "simple,simple", "--rounds", "٣"),
        ("arena", "--seats", "simple,simple", "--seed", "9" * 5000),
        ("lab", "games", "--seed", str(2**63)),
    ],
)
def test_no_command_accepts_a_number_beyond_its_limit(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    assert ended.value.code == 2
    out = capsys.readouterr()
    assert out.out == ""
    most = {"--jobs": "256", "--seed": "2^63 - 1"}.get(words[-2], "1,000,000,000")
    least = 0 if words[-2] == "--seed" else 1
    says = f"argument {words[-2]}: must be a whole number from {least} to {most}"
    assert out.err.splitlines()[-1].endswith(says)


@pytest.mark.parametrize(
    "words",
    [
        ("lab", "games", "--from", EVIL),
        ("lab", "games", "--rulebook", EVIL, "--seats", "simple,simple"),
        ("lab", "games", "--rulebook", "modern", "--seats", f"{EVIL},simple"),
        ("lab", "games", "--rulebook", "modern", "--seats", f"{EVIL}:Bot,simple"),
        (
            "lab",
            "games",
            "--rulebook",
            "modern",
            "--seats",
            "simple,simple",
            "--house",
            f"{EVIL}=1",
        ),
        ("lab", "games", "--house", EVIL),
        ("lab", "compare", EVIL, EVIL),
        ("lab", "rollouts", EVIL),
        ("lab", "odds", EVIL),
        ("lab", "odds", "--seats", f"{EVIL},simple"),
        ("lab", "landings", "--rulebook", EVIL, "--jail", "stay"),
        ("lab", "landings", "--rulebook", "modern", "--jail", EVIL),
        ("arena", "--seats", f"{EVIL},simple"),
        ("arena", "--seats", "simple,simple", "--games", EVIL),
        ("arena", "--seats", "simple,simple", "--edition", EVIL),
        ("arena", "--seats", "simple,simple", EVIL),
        ("referee", EVIL),
        ("referee", "--proof", EVIL),
        (EVIL,),
    ],
)
def test_no_command_prints_terminal_control_sequences(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    try:
        code: Any = main(list(words))
    except SystemExit as ended:
        code = ended.code
    assert code in (1, 2)
    out = capsys.readouterr()
    printed = out.out + out.err
    assert printed
    assert all(letter.isprintable() or letter == "\n" for letter in printed), printed


def test_names_from_strangers_and_files_are_printed_safely(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot = tmp_path / "a\x1b[2J.py"
    bot.write_text("from titledeed.bots.simple_bot_without_trades import Simple\n", "utf-8")
    assert main(["arena", "--seats", f"{bot}:Simple,simple", "--games", "1", "--rounds", "2"]) == 0
    file = tmp_path / "b\x1b[2J.toml"
    file.write_text(HEAD + SEATS, "utf-8")
    assert main(["lab", "odds", str(file)]) == 0
    out = capsys.readouterr().out
    assert "\\x1b[2J" in out
    assert "\x1b" not in out


def test_settings_share_their_rules_if_only_their_positions_differ() -> None:
    table = batch_games.record_of("modern", ["simple"] * 2)
    rich = {**table, "position": {"seat": {"seat-1": {"cash": 3000}}}}
    salary = batch_games.record_of("modern", ["simple"] * 2, house_rules={"salary": 400})
    plain = batch_games.Setting.of(table)
    assert batch_games.Setting.of(rich).rules is plain.rules
    assert batch_games.Setting.of(salary).rules.salary != plain.rules.salary


@pytest.mark.parametrize("book", ["modern", "parker1973"])
def test_the_worths_of_all_seats_are_their_scores(book: str) -> None:
    rules = rules_compiler.make_rules(book)
    for n in range(30):
        state = random_position(rules, random.Random(n))
        each = [score(state, seat) for seat in range(state.seats)]
        assert scores(state) == each
        worths = [worth if plays else 0 for worth, plays in zip(each, state.playing, strict=True)]
        assert batch_games.seat_worths(state) == worths
