"""A third-party bot plays by the protocol. A mistake costs it that answer and nothing else."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from scene import table
from titledeed.bots.protocol import Choice, View
from titledeed.engine.answers import (
    Bid,
    Build,
    Buy,
    Decline,
)
from titledeed.engine.errors import LoadError
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.state import (
    State,
)
from titledeed.lab import arena, third_party_bots
from titledeed.lab.third_party_bots import Guarded

KEPT = Path(__file__).with_name("kept") / "bots_of_0_1_0.py"
PAGE = Path(__file__).resolve().parents[2] / "docs" / "BOTS.md"


def example() -> str:
    match = re.search(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert match is not None
    return match[1]


# ---------------------------------------------------------------- the example on the page


def test_the_example_on_the_page_plays_without_a_wrong_answer(tmp_path: Path) -> None:
    (tmp_path / "careful.py").write_text(example(), "utf-8")
    names = [f"{tmp_path}/careful.py:Careful", "simple", "simple"]
    tally = arena.run_arena(names, 6, 3, most_rounds=150)
    assert tally.replaced == [0, 0, 0]
    assert tally.games == 6
    assert tally.wins[0] >= 1


def test_the_example_is_a_page_long_and_needs_nothing_else() -> None:
    lines = example().splitlines()
    assert len(lines) <= 35
    assert not [line for line in lines if "import" in line]


@pytest.mark.parametrize("name", ["Reader", "Careful"])
def test_a_bot_from_before_the_api_still_loads_and_plays(name: str) -> None:
    """``Reader`` reads all that the page promised then, and raises an error if anything differs."""
    tally = arena.run_arena([f"{KEPT}:{name}", "simple", "steady-1"], 3, 3, most_rounds=25)
    assert tally.replaced == [0, 0, 0]
    assert tally.throws > 100


def test_no_bot_gets_the_opposite_of_the_answer_it_asked_for() -> None:
    """The removed ``allows`` returned the objections, so it was true when the answer was not allowed."""
    assert not hasattr(Options, "allows")


# ---------------------------------------------------------------- what it may say


class Says:
    """A bot that always says one thing."""

    def __init__(self, reply: Any) -> None:
        self.reply = reply

    def choose(self, view: View, options: Options) -> Any:
        return self.reply


def asked(bot: Any, who: int = 0) -> tuple[Choice | None, int]:
    """Ask the bot when Ada may buy Baltic Avenue.

    Return the answer that counts and the number of faults."""
    t = table("modern").throw("Ada", 1, 2).ask("Ada buy")
    guard = Guarded(bot, t.game.notation)
    state = t.game.state
    before = state.contents()
    choice = guard.choose(View(state, who), Options(state, who))
    assert state.contents() == before
    return choice, guard.faults


@pytest.mark.parametrize(
    ("reply", "choice"),
    [
        ("buy", Choice(Buy(), "")),
        ("  decline ", Choice(Decline(), "")),
        (("buy", "It is brown."), Choice(Buy(), "It is brown.")),
        (("buy", "{0.__class__}"), Choice(Buy(), "(0.__class__)")),
        (Buy(), Choice(Buy(), "")),
        (Choice(Decline(), "No."), Choice(Decline(), "")),
    ],
)
def test_an_answer_is_a_line_a_pair_or_an_option(reply: Any, choice: Choice) -> None:
    assert asked(Says(reply)) == (choice, 0)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "roll",
        "bid 5",
        "buy now",
        "chance dice 1 2",
        "buy\nbuy",
        ("buy",),
        ("buy", "a", "b"),
        Bid(5),
        Bid(True),
        Build(-1),
        Build(99),
        Build("boardwalk"),  # type: ignore[arg-type]
        Bid(1.5),  # type: ignore[arg-type]
        None,
        17,
        object(),
        Buy,
        [Buy()],
    ],
)
def test_a_wrong_answer_is_replaced_and_counted(reply: Any) -> None:
    choice, faults = asked(Says(reply))
    assert choice is not None
    assert choice.answer == Buy()  # ``simple`` gives this answer here
    assert faults == 1


def test_a_bot_that_is_not_asked_may_answer_nothing() -> None:
    t = table("modern")
    guard = Guarded(Says(None), t.game.notation)
    for seat in (0, 1):  # Ada at her roll, Ben out of turn
        assert guard.choose(View(t.game.state, seat), Options(t.game.state, seat)) is None
    assert guard.faults == 0


# ---------------------------------------------------------------- what it may do


class Raises:
    """A bot that fails with this error at every question."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, view: View, options: Options) -> Any:
        raise self.error


@pytest.mark.parametrize(
    "error",
    [
        *(RuntimeError("no"), RecursionError(), MemoryError(), SystemExit(0), AssertionError()),
        *(GeneratorExit(), BaseException("of no kind")),
    ],
)
def test_an_exception_is_replaced_and_counted(error: BaseException) -> None:
    assert asked(Raises(error)) == (asked(Says("roll"))[0], 1)


def test_a_keyboard_interrupt_is_not_caught() -> None:
    with pytest.raises(KeyboardInterrupt):
        asked(Raises(KeyboardInterrupt()))


class Dawdles:
    """A bot that thinks forever and cannot be stopped."""

    def choose(self, view: View, options: Options) -> Any:
        while True:
            try:
                while True:
                    sum(range(1000))
            except Exception:  # noqa: BLE001 - that is the point of it
                continue


class Late:
    """A bot that gives the right answer too late; nothing interrupts it."""

    def choose(self, view: View, options: Options) -> Any:
        end = time.monotonic() + 2 * third_party_bots.PATIENCE
        while time.monotonic() < end:
            pass
        return "buy"


@pytest.mark.parametrize("interrupts", [True, False])
def test_a_late_answer_is_replaced_and_counted(
    interrupts: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(third_party_bots, "PATIENCE", 0.05)
    if not interrupts:
        monkeypatch.delattr(third_party_bots.signal, "setitimer")
    assert asked(Late())[1] == 1


def test_a_bot_that_never_answers_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(third_party_bots, "PATIENCE", 0.05)
    choice, faults = asked(Dawdles())
    assert choice is not None
    assert (choice.answer, faults) == (Buy(), 1)


def test_a_bot_has_one_second_to_answer() -> None:
    assert third_party_bots.PATIENCE == 1.0


class Meddles:
    """A bot that looks for hidden information and changes the objects that it is shown."""

    def __init__(self) -> None:
        self.seen: State | None = None

    def choose(self, view: View, options: Options) -> Any:
        self.seen = view._state
        print("hello")
        view.cash[0] = 5000  # type: ignore[index]
        return "buy"


def test_a_bot_cannot_see_the_order_of_a_deck_or_change_the_game(
    capsys: pytest.CaptureFixture[str],
) -> None:
    bot = Meddles()
    assert asked(bot) == (Choice(Buy(), ""), 0)
    assert bot.seen is not None
    assert bot.seen.decks == [list(range(16)), list(range(16))]
    assert bot.seen.draws == 0
    assert not [name for name in dir(View) if "deck" in name or "seed" in name]
    assert capsys.readouterr().out == ""


# ---------------------------------------------------------------- the file


@pytest.mark.parametrize(
    ("text", "wanted", "says"),
    [
        ("class A:\n    def choose(self, v, o): ...", "B", "has no class “B”"),
        ("A = 5", "A", "has no class “A”"),
        ("class A: ...", "A", "with a method choose"),
        ("1 / 0", "A", "does not load: ZeroDivisionError"),
        ("import sys; sys.exit()", "A", "does not load: SystemExit"),
        ("class A(", "A", "does not load: SyntaxError"),
        (
            "class A:\n    def __init__(self, x): ...\n    def choose(self, v, o): ...",
            "A",
            "cannot be created: TypeError",
        ),
    ],
)
def test_a_file_that_is_not_a_bot_is_refused_with_a_sentence(
    tmp_path: Path, text: str, wanted: str, says: str
) -> None:
    (tmp_path / "bot.py").write_text(text, "utf-8")
    with pytest.raises(LoadError) as caught:
        arena.run_arena([f"{tmp_path}/bot.py:{wanted}", "simple"], 1, 1)
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("while True: pass", "s to load"),
        (
            "class A:\n    def choose(self, v, o): ...\n    def __init__(self):\n        while 1: pass",
            "s to get ready",
        ),
    ],
)
def test_an_endless_file_is_refused(
    tmp_path: Path, text: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(third_party_bots, "TO_LOAD", 0.2)
    (tmp_path / "bot.py").write_text(text, "utf-8")
    with pytest.raises(LoadError, match=says):
        arena.run_arena([f"{tmp_path}/bot.py:A", "simple"], 1, 1)


@pytest.mark.parametrize(
    ("name", "says"),
    [("none.py:A", "no file “none.py”"), ("clever", "no bot “clever”"), ("", "no bot “”")],
)
def test_a_missing_bot_is_named(name: str, says: str) -> None:
    with pytest.raises(LoadError, match=says):
        arena.run_arena([name, "simple"], 1, 1)


def write(folder: Path, name: str, body: str) -> str:
    """Write a bot to a file; ``body`` is the expression or the statements of its answer."""
    text = f"class Bot:\n    def choose(self, view, options):\n        {body}\n"
    (folder / f"{name}.py").write_text(text, "utf-8")
    return f"{folder}/{name}.py:Bot"


@pytest.fixture
def bot(tmp_path: Path) -> Callable[[str, str], str]:
    return lambda name, body: write(tmp_path, name, body)


def test_the_arena_counts_replaced_answers_by_bot_name(bot: Callable[[str, str], str]) -> None:
    names = ["simple", bot("wrong", "return 'fly'"), bot("silent", "return None")]
    tally = arena.run_arena(names, 3, 1, most_rounds=5)
    assert tally.replaced[0] == 0
    assert tally.replaced[1] > tally.replaced[2] > 0


def test_wins_are_counted_by_bot_name_for_any_seat(
    bot: Callable[[str, str], str],
) -> None:
    quits = bot("quits", "return 'resign' if options.of('resign') else None")
    tally = arena.run_arena([quits, "simple", quits], 6, 1)
    assert (tally.games, tally.finished, tally.wins) == (6, 6, [0, 6, 0])
