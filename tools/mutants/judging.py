"""Runs the scenes against a mutant, in a process of its own: the quick ones that reach it come first.

The mutant's code replaces that of existing functions, so nothing is reloaded. A constant is computed
again in its place."""

from __future__ import annotations

import ast
import hashlib
import importlib
import importlib.util
import json
import os
import resource
import select
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any

from titledeed.engine.rulebook_loader_and_rules_compiler import clause_table
from titledeed.language.rule_clauses import house_rules
from tools.mutants.changes import ENGINE, FILES, ROOT, Mutant, mutated

SCENES = ROOT / "tests" / "engine" / "clauses"
PARAMETERS = ROOT / "tests" / "engine" / "test_parameters_matter.py"
KEPT = ROOT / ".cache" / "mutants"
LONGEST = 10.0  # seconds of computing for one test, as a mutant may never end
MEMORY = 1_200_000_000  # bytes, as a mutant may fill the memory

KNOWN = frozenset({*clause_table(), *(f"house.{key}" for key in house_rules())})
is_clause = KNOWN.__contains__


@dataclass(frozen=True)
class Case:
    """One run of a test: a scene in one book."""

    name: str
    run: Callable[[], None]


# ---------------------------------------------------------------- the tests


def _load(file: Path) -> ModuleType:
    name = f"mutants_{file.stem}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def all_cases() -> list[Case]:
    """Every run of every scene, then the tests of parameters."""
    parameters = _load(PARAMETERS)
    cases = []
    for file in sorted(SCENES.glob("test_*.py")):
        for name, scene in vars(_load(file)).items():
            if name.startswith("test_") and isinstance(scene, FunctionType):
                for arguments in _runs(parameters, scene):
                    label = f"{file.stem}::{name}[{'-'.join(map(str, arguments.values()))}]"
                    cases.append(Case(label, _bound(scene, arguments)))
    held = parameters.shown.scenes()
    for id, book, other in parameters.changes():
        label = f"{PARAMETERS.stem}::{id} {book} {other}"
        cases.append(Case(label, _parameter(parameters, held, id, book, other)))
    return cases


def _runs(parameters: ModuleType, scene: Any) -> Iterator[dict[str, Any]]:
    marks = getattr(scene, "pytestmark", [])
    books = next((mark.args[1] for mark in marks if mark.args[0] == "book"), None)
    if not marks:
        yield {}
    elif books is None:
        for arguments in parameters.runs(scene, ""):
            yield {key: value for key, value in arguments.items() if key != "book"}
    else:
        for book in books:
            yield from parameters.runs(scene, book)


def _bound(scene: Callable[..., None], arguments: dict[str, Any]) -> Callable[[], None]:
    return lambda: scene(**arguments)


def _parameter(module: ModuleType, *rest: Any) -> Callable[[], None]:
    def run() -> None:
        patch = module.pytest.MonkeyPatch()
        try:
            module.test_a_scene_fails_when_a_book_gets_another_value_for_a_parameter(
                rest[0], patch, *rest[1:]
            )
        finally:
            patch.undo()

    return run


# ---------------------------------------------------------------- which test reaches what


@dataclass
class Reach:
    """``seconds``: the time that each case takes. ``lines``: by file and line, the cases that run it."""

    seconds: list[float]
    lines: dict[tuple[str, int], list[int]]


def reach_of(cases: list[Case], say: Callable[[str], None]) -> Reach:
    """Run every case once, and note the lines of the rules that it runs.

    The result is saved until a source or a test changes."""
    digest = hashlib.sha256()
    support = ROOT / "tests" / "support"
    for file in (*sorted(ENGINE.rglob("*.py")), *sorted(SCENES.glob("*.py")), PARAMETERS):
        digest.update(file.read_bytes())
    for file in (*sorted(support.glob("*.py")), *sorted((ENGINE.parent / "books").glob("*"))):
        digest.update(file.read_bytes())
    store = KEPT / f"{digest.hexdigest()[:16]}.json"
    if store.exists():
        stored = json.loads(store.read_text("utf-8"))
        lines = {(file, line): numbers for file, line, numbers in stored["lines"]}
        return Reach(stored["seconds"], lines)
    say(f"running {len(cases)} tests once")
    reach = Reach([], defaultdict(list))
    for n, case in enumerate(cases):
        start = time.process_time()
        seen = _lines_of(case)
        reach.seconds.append(time.process_time() - start)
        for place in seen:
            reach.lines[place].append(n)
    KEPT.mkdir(parents=True, exist_ok=True)
    for old in KEPT.glob("*.json"):
        old.unlink()
    rows = [[*place, numbers] for place, numbers in reach.lines.items()]
    store.write_text(json.dumps({"seconds": reach.seconds, "lines": rows}), encoding="utf-8")
    return reach


def _lines_of(case: Case) -> set[tuple[str, int]]:
    wanted = {str(file): file.name for file in FILES}
    seen: set[tuple[str, int]] = set()

    def inside(frame: FrameType, event: str, arg: object) -> Any:
        if event == "line":
            seen.add((frame.f_code.co_filename, frame.f_lineno))
        return inside

    def entered(frame: FrameType, event: str, arg: object) -> Any:
        return inside if frame.f_code.co_filename in wanted else None

    sys.settrace(entered)
    try:
        case.run()
    finally:
        sys.settrace(None)
    return seen


def reaching(mutant: Mutant, cases: list[Case], reach: Reach) -> list[int]:
    """The cases that run the changed lines or use the constant, in the order to run them.

    First comes one case of every test, then another of each, and so on; among these, quick ones come
    first."""
    low, high = mutant.lines
    places = {(str(mutant.file), line) for line in range(low, high + 1)}
    names = {name for part in _constants(mutant) for name in _targets(part)}
    for file in FILES if names else ():
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if getattr(node, "id", getattr(node, "attr", "")) in names:
                places.add((str(file), node.lineno))  # type: ignore[attr-defined]
    numbers = sorted({n for place in places for n in reach.lines.get(place, ())})
    if not numbers and names:
        numbers = list(range(len(cases)))  # other parts of the program use it
    turn: Counter[str] = Counter()
    order = []
    for n in sorted(numbers, key=lambda n: reach.seconds[n]):
        test = cases[n].name.partition("[")[0]
        order.append((turn[test], reach.seconds[n], n))
        turn[test] += 1
    return [n for *_, n in sorted(order)]


# ---------------------------------------------------------------- one mutant


def plant(mutant: Mutant) -> None:
    """Make the change in this process."""
    tree = mutated(mutant, is_clause)
    path = mutant.file.relative_to(ENGINE.parent).with_suffix("").parts
    module = importlib.import_module(".".join(("titledeed", *path)))
    statement = tree.body[mutant.top]
    code = compile(tree, str(mutant.file), "exec")
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        target: Any = module
        for name in mutant.where.split("."):
            target = getattr(target, name)
            if isinstance(target, property):
                target = target.fget
        while hasattr(target, "__wrapped__"):
            target.cache_clear()
            target = target.__wrapped__
        target.__code__ = _code_of(code, mutant.where)
    for constant in _constants(mutant):
        _compute_anew(module, mutant, constant)


def _constants(mutant: Mutant) -> list[ast.AnnAssign | ast.Assign]:
    """The assignments of the module, with the change made, whose values it affects."""
    tree = mutated(mutant, is_clause)
    changed = {mutant.where}
    is_function = isinstance(tree.body[mutant.top], ast.FunctionDef | ast.ClassDef)
    constants = []
    for statement in tree.body[mutant.top :]:
        if isinstance(statement, ast.AnnAssign | ast.Assign) and statement.value is not None:
            nodes = list(ast.walk(statement.value))
            if (
                is_function
            ):  # a table of functions stays the same; the result of a function does not
                nodes = [
                    part
                    for node in nodes
                    if isinstance(node, ast.Call)
                    for part in ast.walk(node.func)
                ]
            names = _targets(statement)
            used = {node.id for node in nodes if isinstance(node, ast.Name)}
            if not changed.isdisjoint((*names, *used)):
                changed.update(names)
                constants.append(statement)
    return constants


def _compute_anew(
    module: ModuleType, mutant: Mutant, statement: ast.AnnAssign | ast.Assign
) -> None:
    """Set a constant, in its module and in the modules that have imported it by name."""
    assert statement.value is not None
    value = FunctionType(_constant(statement.value, mutant), vars(module))()
    for name in _targets(statement):
        old = getattr(module, name)
        for other in list(sys.modules.values()):
            ours = getattr(other, "__name__", "").startswith("titledeed.")
            if ours and vars(other).get(name) is old:
                setattr(other, name, value)


def _targets(statement: ast.AnnAssign | ast.Assign) -> list[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _constant(value: ast.expr, mutant: Mutant) -> CodeType:
    """The code that computes the value of a constant."""
    return compile(ast.fix_missing_locations(ast.Expression(value)), str(mutant.file), "eval")


def _code_of(code: CodeType, where: str) -> CodeType:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == where:
                return constant
            if where.startswith(f"{constant.co_qualname}."):
                return _code_of(constant, where)
    raise KeyError(where)


class _Endless(BaseException):
    """A test has run for too long."""


def _too_long(number: int, frame: object) -> None:
    raise _Endless


def judge(mutant: Mutant, cases: list[Case], reach: Reach, most: int = 0) -> str:
    """The name of the first test that fails with this change; "" if none does.

    ``most``: run at most this number of cases (0: all)."""
    order = reaching(mutant, cases, reach)[: most or None]
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        killer = None  # the mutant could not be planted
        try:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.signal(signal.SIGPROF, _too_long)
            sys.setrecursionlimit(500)
            plant(mutant)
            killer = _first_failing(cases, order)
        finally:
            os.write(write, json.dumps(killer).encode())
            os._exit(0)
    os.close(write)
    told = b""
    while select.select([read], [], []) and (part := os.read(read, 65536)):
        told += part
    os.close(read)
    os.waitpid(child, 0)
    killer = json.loads(told) if told else "the process ended"
    assert killer is not None, f"{mutant.name} could not be planted"
    return str(killer)


def _first_failing(cases: list[Case], order: list[int]) -> str:
    for n in order:
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        try:
            cases[n].run()
        except BaseException:  # noqa: BLE001 - whatever it is, the test has failed
            return cases[n].name
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return ""
