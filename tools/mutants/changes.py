"""Finds all possible changes of the rules; each change is one mutant.

It changes comparisons, conditions, constants, returns, statements and clause ids."""

from __future__ import annotations

import ast
import copy
import os.path
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "py" / "titledeed" / "engine"
FILES = (
    *sorted((ENGINE / "rules").glob("[a-z]*.py")),
    ENGINE / "rng.py",
    ENGINE / "reducer.py",
    ENGINE / "legal_answers.py",
    ENGINE / "mutations.py",
)
_AROUND = 34  # characters of the code on each side of a change that are part of its name

_OTHER_OPERATORS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


@dataclass(frozen=True)
class Mutant:
    """One change.

    ``name`` describes the change and survives a move to other lines. ``top`` is the number of the
    module's statement that contains it, ``number`` its own number there. ``before`` and ``after`` are
    the text of the innermost statement; ``after`` is "" for a removed one."""

    name: str
    file: Path
    where: str  # a function, "Class.method", or the name of a constant
    top: int
    number: int
    lines: tuple[int, int]
    before: str
    after: str


def all_mutants(is_clause: Callable[[str], bool]) -> list[Mutant]:
    """Every mutant, in the order of the sources."""
    mutants = [mutant for file in FILES for mutant in of_file(file, is_clause)]
    again: Counter[str] = Counter()
    named = []
    for mutant in mutants:
        again[mutant.name] += 1
        n = again[mutant.name]
        name = mutant.name if n == 1 else f"{mutant.name} #{n}"
        named.append(replace(mutant, name=name))
    return named


def mutated(mutant: Mutant, is_clause: Callable[[str], bool]) -> ast.Module:
    """The module with the change made."""
    tree = ast.parse(mutant.file.read_text("utf-8"))
    changer = _Changer(is_clause, mutant.number)
    tree.body[mutant.top] = changer.visit(tree.body[mutant.top])
    assert changer.made is not None
    return ast.fix_missing_locations(tree)


def of_file(file: Path, is_clause: Callable[[str], bool]) -> Iterator[Mutant]:
    """The mutants of one module. Mutants that read the same still have the same name."""
    tree = ast.parse(file.read_text("utf-8"))
    module = os.path.relpath(file.with_suffix(""), ENGINE)
    for top, statement in enumerate(tree.body):
        if not isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign):
            continue
        finder = _Changer(is_clause)
        finder.visit(copy.deepcopy(statement))
        for number, (where, lines) in enumerate(finder.offers):
            changer = _Changer(is_clause, number)
            changer.visit(copy.deepcopy(statement))
            assert changer.made is not None
            name = f"{module} {where}: {_difference(*changer.made)}"
            yield Mutant(name, file, where, top, number, lines, *changer.made)


def draw(mutants: list[Mutant], seed: int, count: int) -> list[Mutant]:
    """Draw ``count`` of them, the same for the same seed."""
    return random.Random(seed).sample(mutants, min(count, len(mutants)))


def _difference(before: str, after: str) -> str:
    """Both texts as one: their common parts around ``[old => new]``."""
    if not after:
        return f"[{before[:90]} => ]"
    start = _alike(before, after)
    while start and (before[start - 1].isalnum() or before[start - 1] in "_.-"):
        start -= 1
    rest, other = before[start:], after[start:]
    end = _alike(rest[::-1], other[::-1])
    while end and (rest[-end].isalnum() or rest[-end] in "_.-"):
        end -= 1
    old, new = rest[: len(rest) - end], other[: len(other) - end]
    left, right = before[max(start - _AROUND, 0) : start], rest[len(rest) - end :][:_AROUND]
    return f"{left}[{old} => {new}]{right}"


def _alike(text: str, other: str) -> int:
    """The number of equal letters with which both begin."""
    pairs = enumerate(zip(text, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(text), len(other)))


class _Changer(ast.NodeTransformer):
    """Counts the changes that are possible in a statement, and makes one of them.

    ``offers``: where each is, and its lines. ``made``: the text of the statement before and after."""

    def __init__(self, is_clause: Callable[[str], bool], wanted: int = -1) -> None:
        self.is_clause = is_clause
        self.wanted = wanted
        self.offers: list[tuple[str, tuple[int, int]]] = []
        self.made: tuple[str, str] | None = None
        self._names: list[str] = []
        self._returns: list[str] = []
        self._statement: ast.stmt | None = None
        self._before = ""

    # ------------------------------------------------------------ offers

    def _offer(self, node: ast.AST) -> bool:
        """Count a possible change; return whether it is the one to make."""
        statement = self._statement
        assert statement is not None
        low = getattr(node, "lineno", statement.lineno)
        high = getattr(node, "end_lineno", None) or low
        if not hasattr(statement, "body") and not isinstance(statement, ast.Match):
            # Where a statement has several lines, the interpreter may name only some of them.
            low, high = statement.lineno, statement.end_lineno or statement.lineno
        self.offers.append((self._where(), (low, high)))
        return len(self.offers) - 1 == self.wanted

    def _where(self) -> str:
        if self._names:
            return ".".join(self._names)
        target = self._statement
        if isinstance(target, ast.AnnAssign):
            return ast.unparse(target.target)
        assert isinstance(target, ast.Assign)
        return ast.unparse(target.targets[0])

    def _done(self, node: ast.AST | None) -> Any:
        """Note that the change has been made. Its text is stored when its statement is complete."""
        self._changed = True
        return node

    # ------------------------------------------------------------ statements

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, ast.stmt):
            return super().visit(node)
        outer, self._statement = self._statement, node
        before = _header(node)
        had = len(self.offers)
        result = self._removed(node) if self._removable(node) else super().visit(node)
        here = had <= self.wanted < len(self.offers)
        if here and self.made is None:
            after = _header(result) if isinstance(result, ast.stmt) else ""
            self.made = (before, "" if isinstance(result, ast.Pass) else after)
        self._statement = outer
        return result

    def _removable(self, node: ast.stmt) -> bool:
        match node:
            case ast.Expr(value=ast.Constant()):
                return False  # a docstring
            case ast.Expr() | ast.AugAssign() | ast.Delete() | ast.Continue() | ast.Break():
                return True
            case ast.Assign(targets=[target]):
                return isinstance(target, ast.Attribute | ast.Subscript)
            case ast.Return(value=None) | ast.Raise():
                return True
        return False

    def _removed(self, node: ast.stmt) -> Any:
        if self._offer(node):
            return ast.copy_location(ast.Pass(), node)
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        self._names.append(node.name)
        self._returns.append(ast.unparse(node.returns) if node.returns else "")
        node.body = [self.visit(statement) for statement in node.body]
        self._names.pop()
        self._returns.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        self._names.append(node.name)
        node.body = [
            self.visit(part) if isinstance(part, ast.FunctionDef) else part for part in node.body
        ]
        self._names.pop()
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        return node

    def visit_Return(self, node: ast.Return) -> Any:
        for other in self._other_values(node.value):
            if self._offer(node):
                return ast.copy_location(ast.Return(other), node)
        return self.generic_visit(node)

    def _other_values(self, value: ast.expr | None) -> Iterator[ast.expr]:
        returns = self._returns[-1] if self._returns else ""
        text = ast.unparse(value) if value is not None else ""
        if value is None or not returns:
            return
        if returns == "bool":
            yield ast.UnaryOp(ast.Not(), value)
        elif returns == "int":
            yield ast.BinOp(value, ast.Add(), ast.Constant(1))
        elif returns.startswith(("Because", "tuple")) and text != "()":
            yield ast.Tuple([], ast.Load())
        elif returns.startswith(("list", "Sequence")) and text != "[]":
            yield ast.List([], ast.Load())
        elif returns.endswith("| None") and text != "None":
            yield ast.Constant(None)

    # ------------------------------------------------------------ conditions

    def _condition(self, test: ast.expr) -> ast.expr:
        for value in (True, False):
            if self._offer(test):
                return ast.copy_location(ast.Constant(value), test)
        return self.visit(test)

    def visit_If(self, node: ast.If) -> Any:
        node.test = self._condition(node.test)
        node.body = [self.visit(part) for part in node.body]
        node.orelse = [self.visit(part) for part in node.orelse]
        return node

    def visit_While(self, node: ast.While) -> Any:
        node.test = self._condition(node.test)
        node.body = [self.visit(part) for part in node.body]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        node.test = self._condition(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        node.iter = self.visit(node.iter)
        for n, test in enumerate(node.ifs):
            if self._offer(test):
                node.ifs[n] = ast.copy_location(ast.Constant(True), test)
            else:
                node.ifs[n] = self.visit(test)
        return node

    def visit_match_case(self, node: ast.match_case) -> Any:
        node.pattern = self.visit(node.pattern)
        if node.guard is not None:
            if self._offer(node.guard):
                node.guard = None
            else:
                node.guard = self.visit(node.guard)
        node.body = [self.visit(part) for part in node.body]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        if self._offer(node):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            return ast.copy_location(ast.BoolOp(other, node.values), node)
        for n in range(len(node.values)):
            if self._offer(node.values[n]):
                rest = node.values[:n] + node.values[n + 1 :]
                return rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        node.values = [self.visit(value) for value in node.values]
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not) and self._offer(node):
            return node.operand
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        for n, operator in enumerate(node.ops):
            for other in _OTHER_OPERATORS[type(operator)]:
                if self._offer(node):
                    ops = [*node.ops[:n], other(), *node.ops[n + 1 :]]
                    return ast.copy_location(ast.Compare(node.left, ops, node.comparators), node)
        node.left = self._compared(node.left)
        node.comparators = [self._compared(other) for other in node.comparators]
        return node

    def _compared(self, node: ast.expr) -> Any:
        """Change a text in a comparison."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return self._other_text(node)
        return self.visit(node)

    def visit_MatchValue(self, node: ast.MatchValue) -> Any:
        node.value = self._compared(node.value)
        return node

    def _other_text(self, node: ast.Constant) -> ast.Constant:
        if self._offer(node):
            return ast.copy_location(ast.Constant(f"{node.value}?"), node)
        return node

    # ------------------------------------------------------------ constants and clauses

    def visit_Constant(self, node: ast.Constant) -> Any:
        value = node.value
        others: tuple[object, ...] = ()
        if isinstance(value, bool):
            others = (not value,)
        elif isinstance(value, int):
            others = (value + 1, value - 1) if value > 0 else (value + 1,)
        for other in others:
            if self._offer(node):
                return ast.copy_location(ast.Constant(other), node)
        return node

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        parts = []
        for part in node.elts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                if self.is_clause(part.value) and self._offer(part):
                    continue
                parts.append(part)
            else:
                parts.append(self.visit(part))
        node.elts = parts
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        node.func = self.visit(node.func)
        node.args = [self.visit(part) for part in node.args]
        for keyword in node.keywords:
            keyword.value = self.visit(keyword.value)
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        return node


def _header(node: ast.AST) -> str:
    """The text of a statement; for a compound statement, without its body."""
    match node:
        case ast.If() | ast.While():
            return f"if {ast.unparse(node.test)}"
        case ast.For():
            return f"for {ast.unparse(node.target)} in {ast.unparse(node.iter)}"
        case ast.FunctionDef() | ast.ClassDef():
            return node.name
        case ast.Match():
            cases = []
            for case in node.cases:
                guard = f" if {ast.unparse(case.guard)}" if case.guard else ""
                cases.append(f"case {ast.unparse(case.pattern)}{guard}")
            return f"match {ast.unparse(node.subject)}: {'; '.join(cases)}"
    return ast.unparse(node)
