"""Each clause that applies only sometimes has a scene that says where it must not be cited.

These are the clauses with a condition in the tables that judge the scenes (tests/support)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import cited_clauses
from titledeed.engine.rulebook_loader_and_rules_compiler import clause_table
from titledeed.language.rule_clauses import house_rules

TESTS = Path(__file__).resolve().parents[1]
KNOWN = {*clause_table(), *(f"house.{key}" for key in house_rules())}


def quoted(*nodes: ast.AST) -> set[str]:
    """Return the ids of the clauses in this code."""
    texts = [part for node in nodes for part in ast.walk(node) if isinstance(part, ast.Constant)]
    return {text.value for text in texts if isinstance(text.value, str) and text.value in KNOWN}


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] == name:
            yield node


def conditional(text: str) -> set[str]:
    """Return the clauses that the tables require only under a condition."""
    tree = ast.parse(text)
    ids = quoted(*calls(tree, "some"))
    for node in ast.walk(tree):
        if isinstance(node, ast.IfExp):
            ids |= quoted(node.body, node.orelse)
    return ids


def silent(text: str) -> set[str]:
    """Return the clauses that scenes forbid citing."""
    return quoted(*(part for call in calls(ast.parse(text), "is_silent_on") for part in call.args))


def sometimes() -> set[str]:
    tables = [TESTS / "support" / f"{name}.py" for name in ("due_citations", "due_refusals")]
    ids = {id for table in tables for id in conditional(table.read_text("utf-8"))}
    return ids | set(cited_clauses.MAY_CITE)


def test_each_conditional_clause_has_a_scene_that_must_not_cite_it() -> None:
    scenes = sorted((TESTS / "engine" / "clauses").glob("test_*.py"))
    seen = {id for file in scenes for id in silent(file.read_text("utf-8"))}
    assert len(sometimes()) > 100
    assert sorted(sometimes() - seen) == []


def test_a_conditional_clause_without_such_a_scene_is_detected() -> None:
    table = 'due = some(("jail.entry", x)) | {"go.salary" if y else "bank.pays"}; "rent.due"'
    assert conditional(table) == {"jail.entry", "go.salary", "bank.pays"}
    assert silent('t.cites("rent.due").is_silent_on("go.salary", *more)') == {"go.salary"}
