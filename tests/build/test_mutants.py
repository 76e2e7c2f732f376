"""The tool that plants faults in the rules: its changes, and its verdict on weak and strong tests."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from titledeed.engine.mutations import Position, SeatAt, lay_out_state
from titledeed.engine.rulebook_loader_and_rules_compiler import make_rules
from titledeed.engine.rules import houses, tax, turn
from titledeed.engine.state import (
    State,
)
from tools.mutants import changes, judging
from tools.mutants.__main__ import EQUIVALENT

EVERY_KIND = '''
LIMIT = 3
BECAUSE = ("rent.due", "a text")


def rule(s, t) -> bool:
    """A docstring is left alone."""
    assert s
    if s.x < LIMIT and t:
        t.tell("rent", ("rent.due",))
        s.y = 1
    while not t.done:
        t.next()
    for i in [i for i in s if i != "go"]:
        continue
    match s.kind:
        case "street" if t:
            return s.x == 2
    return True if s.z else False


def clauses(s) -> Because:
    return s.because
'''


def changes_of(source: str, tmp_path: Path) -> list[str]:
    """Return the changes to a module, each as ``function: old -> new``."""
    file = tmp_path / "module.py"
    file.write_text(source, "utf-8")
    return [
        f"{mutant.where}: {mutant.before} -> {mutant.after or 'nothing'}"
        for mutant in changes.of_file(file, judging.is_clause)
    ]


def test_each_kind_of_change_produces_a_mutant(tmp_path: Path) -> None:
    actual = changes_of(EVERY_KIND, tmp_path)
    condition = "rule: if s.x < LIMIT and t -> if "
    match = "rule: match s.kind: case 'street' if t -> match s.kind: case "
    loop = "rule: for i in [i for i in s if i != 'go'] -> for i in [i for i in s if "
    wanted = [
        "LIMIT: LIMIT = 3 -> LIMIT = 4",
        "LIMIT: LIMIT = 3 -> LIMIT = 2",
        "BECAUSE: BECAUSE = ('rent.due', 'a text') -> BECAUSE = ('a text',)",
        *(condition + new for new in ("True", "False", "s.x < LIMIT or t", "t", "s.x < LIMIT")),
        *(condition + new for new in ("s.x <= LIMIT and t", "s.x >= LIMIT and t")),
        "rule: t.tell('rent', ('rent.due',)) -> nothing",
        "rule: t.tell('rent', ('rent.due',)) -> t.tell('rent', ())",
        "rule: s.y = 1 -> nothing",
        "rule: s.y = 1 -> s.y = 2",
        "rule: s.y = 1 -> s.y = 0",
        *(f"rule: if not t.done -> if {new}" for new in ("True", "False", "t.done")),
        "rule: t.next() -> nothing",
        *(loop + new for new in ("True]", "i == 'go']", "i != 'go?']")),
        "rule: continue -> nothing",
        match + "'street?' if t",
        match + "'street'",
        *(f"rule: return s.x == 2 -> return {new}" for new in ("not s.x == 2", "s.x != 2")),
        *(f"rule: return s.x == 2 -> return s.x == {new}" for new in (3, 1)),
        "rule: return True if s.z else False -> return not (True if s.z else False)",
        *(
            f"rule: return True if s.z else False -> return {new}"
            for new in (
                *("True if True else False", "True if False else False"),
                *("False if s.z else False", "True if s.z else True"),
            )
        ),
        "clauses: return s.because -> return ()",
    ]
    assert sorted(actual) == sorted(wanted)


def test_the_same_seed_gives_the_same_mutants_and_another_seed_gives_others() -> None:
    mutants = [mutant for file in changes.FILES[:3] for mutant in of(file)]
    first = [mutant.name for mutant in changes.draw(mutants, 5, 40)]
    assert first == [mutant.name for mutant in changes.draw(mutants, 5, 40)]
    assert len(set(first)) == 40
    assert first != [mutant.name for mutant in changes.draw(mutants, 6, 40)]
    assert len(changes.draw(mutants[:7], 5, 40)) == 7


def of(file: Path) -> list[changes.Mutant]:
    return list(changes.of_file(file, judging.is_clause))


def the(file: str, before: str, after: str) -> changes.Mutant:
    """Return the mutant of a rule module with this change."""
    mutants = [
        mutant
        for mutant in of(changes.ENGINE / "rules" / file)
        if (mutant.before, mutant.after) == (before, after)
    ]
    assert len(mutants) == 1
    return mutants[0]


def killer(mutant: changes.Mutant, *tests: Callable[[], None]) -> str:
    """Return the name of the test that notices the mutant, or "" if none does."""
    cases = [judging.Case(test.__name__, test) for test in tests]
    places = [(str(file), line) for file in changes.FILES for line in range(1, 999)]
    reach = judging.Reach([0.0] * len(cases), {place: [*range(len(cases))] for place in places})
    return judging.judge(mutant, cases, reach)


def laid_out() -> State:
    seats = Position(turn=0, seats=[SeatAt(cash=1001), SeatAt()])
    return lay_out_state(make_rules("classic"), 2, seats, asked=False, by_hand=False)


def weak() -> None:
    assert tax.tenth(laid_out(), 0) > 0


def strong() -> None:
    assert tax.tenth(laid_out(), 0) == 101


@pytest.mark.parametrize(
    ("tests", "by"), [((weak,), ""), ((strong,), "strong"), ((weak, strong), "strong")]
)
def test_a_mutant_survives_a_weak_test(tests: tuple[Callable[[], None], ...], by: str) -> None:
    before = "return -(-worth(state, seat) * SHARE // 100)"
    mutant = the("tax.py", before, f"{before} + 1")
    assert killer(mutant, *tests) == by
    strong()  # no part of the mutant is left in this process


def test_a_mutant_reaches_the_constants_computed_with_it() -> None:
    def unlike() -> None:
        assert "house.build-evenly" in houses._BUILD_UNEVEN
        assert "houses.price" not in houses._WON

    unlike()
    before = "_UNEVEN: Final[Because] = ('house.build-evenly',)"
    assert killer(the("houses.py", before, "_UNEVEN: Final[Because] = ()"), unlike)
    before = "return tuple((clause for clause in because if clause not in clauses))"
    after = "return tuple((clause for clause in because if True))"
    assert killer(the("houses.py", before, after), unlike)


def test_an_endless_mutant_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "LONGEST", 0.2)

    def next_seat() -> None:
        assert turn.next_seat(laid_out(), 0) == 1

    mutant = the("turn.py", "if not state.playing[following]", "if True")
    assert killer(mutant, next_seat) == "next_seat"


def test_each_equivalent_mutant_has_an_explanation_of_the_change() -> None:
    rows = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    for row in rows:
        assert row.keys() == {"name", "before", "after", "why"}
        assert row["before"] != row["after"]
        assert len(row["why"].split()) > 5
    names = [row["name"] for row in rows]
    assert len(set(names)) == len(names)
