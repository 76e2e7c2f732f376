"""Beginners' mistakes are named, at their line, with a likely correction."""

from __future__ import annotations

import json
from itertools import chain, count
from types import SimpleNamespace
from typing import Any

import pytest

from titledeed.lab import third_party_bots
from titledeed.language.catalogue import LANGUAGES, Catalogue
from titledeed.workshop.findings import SENTENCES, Finding, fixed, read_finding
from titledeed.workshop.inside_fence import answer
from titledeed.workshop.steps import STEPS

BOT = """class MyBot:
    def choose(self, view, options):
        cash = view.cash[view.seat]
        {body}
        return options.least() if view.ask.seat == view.seat else None

    def buy(self, view, price):
        return "buy"
"""
GAME = {"against": ["novice"] * 3, "seed": 1, "rounds": 60, "first": 0, "games": 3}
# A line of the bot's program, the key of what is found in line 4, and the line after the correction.
MISTAKES = [
    ("if cash = 3: pass", "equal-for-comparison", "if cash == 3: pass"),
    ("if cash == 3\n            pass", "no-colon", "if cash == 3:"),
    ("IF cash == 3: pass", "small-word", "if cash == 3: pass"),
    ("x = “buy”", "strange-quote", 'x = "buy”'),
    ("x = (1, 2", "open-bracket", ""),
    ("x = 1, 2)", "wrong-bracket", ""),
    ("x = 'buy", "open-text", ""),
    ("  x = 1", "too-far-in", ""),
    ("x = 3rd", "digit-first", ""),
    ("x = a b", "unreadable", ""),
    ("x = cahs", "near-name", "x = cash"),
    ("x = true", "near-name", "x = True"),
    ("x = buy(view, 3)", "needs-self", "x = self.buy(view, 3)"),
    ("x = owner", "near-name", "x = view.owner"),
    ("x = playing", "near-name", "x = view.playing[view.seat]"),
    ("x = something_else_entirely", "unknown-name", ""),
    ("x = view.csh", "near-attribute", "x = view.cash"),
    ("x = view.something_else", "unknown-attribute", ""),
    ("x = self.rivals", "never-set", ""),
    ("x = self.buy(view)", "value-missing", ""),
    ("x = self.buy(view, 1, 2)", "too-many-values", ""),
    ("x = 'cash' + cash", "text-and-number", ""),
    ("x = cash < 'cash'", "text-and-number", ""),
    ("x = cash()", "not-callable", ""),
    ("x = view.deeds[0]", "call-missing", ""),
    ("x = cash[0]", "no-items", ""),
    ("y = None; x = y[0]", "none-used", ""),
    ("x = [][3]", "no-such-item", ""),
    ("x = {}['a']", "no-such-key", ""),
    ("x = 1 / 0", "by-zero", ""),
    ("import nowhere", "no-module", ""),
    ("exit()", "ended", ""),
    ("raise ValueError('hm')", "other", ""),
    ("return None", "no-answer", ""),
    ("return 5", "not-an-answer", ""),
    ("return 'Roll'", "small-answer", "return 'roll'"),
    ("return 'rol'", "near-answer", "return 'roll'"),
    ("return 'zzzzz there'", "unknown-answer", ""),
    ("return 'buy'", "wrong-ask", ""),
    ("self.buy(view, 3)", "lost-return", "return self.buy(view, 3)"),
    ("cash == 3", "lost-comparison", ""),
]


def found_in(code: str) -> dict[str, Any]:
    read = json.loads(answer(json.dumps({"do": "read", "code": code})))["findings"]
    if read:
        first: dict[str, Any] = read[0]
        return first
    played = json.loads(answer(json.dumps({"do": "practice", "code": code, **GAME})))
    assert "finding" in played, played
    finding: dict[str, Any] = played["finding"]
    return finding


@pytest.mark.parametrize(("body", "key", "becomes"), MISTAKES, ids=[m[0][:24] for m in MISTAKES])
def test_a_mistake_is_named_at_its_line(body: str, key: str, becomes: str) -> None:
    code = BOT.format(body=body)
    finding = read_finding(found_in(code))
    assert finding is not None
    assert (finding.key, finding.line) == (key, 4), finding
    for language in LANGUAGES:
        assert "{" not in finding.sentence(Catalogue(language)).replace("{}", "")
    if becomes:
        assert finding.fix is not None
        assert fixed(code, finding.fix).split("\n")[3].strip() == becomes


@pytest.mark.parametrize(
    ("answered", "key"),
    [
        ('f"bid {cash + 1}"', "over-cash"),
        ('"bid 1"', "under-least"),
        ('"bid much"', "illegal"),
    ],
)
def test_a_bad_bid_is_named(answered: str, key: str) -> None:
    bids = f'if view.ask.kind == "bid" and view.ask.seat == view.seat: return {answered}'
    assert found_in(BOT.format(body=bids))["key"] == key


def test_a_program_without_a_bot_is_named() -> None:
    assert found_in("x = 1\n")["key"] == "no-class"
    assert found_in("class MyBot:\n    def chose(self, view, options): pass\n")["key"] == "no-class"


def test_good_programs_have_no_findings() -> None:
    for step in STEPS:
        for code in (step.starter, step.solution):
            assert json.loads(answer(json.dumps({"do": "read", "code": code})))["findings"] == []


def test_data_that_are_no_finding_are_none() -> None:
    good = Finding("by-zero", 3).table()
    assert read_finding(good) == Finding("by-zero", 3)
    bad: list[Any] = [None, [], {}, {**good, "key": "<b>"}, {**good, "line": -1}]
    bad += [{**good, "facts": None}, {**good, "python": 3}, {**good, "line": True}]
    assert [read_finding(value) for value in bad] == [None] * len(bad)
    odd = read_finding({**good, "facts": {"x" * 99: "a\u202eb\n" * 99}, "fix": {"line": 1}})
    assert odd is not None
    assert odd.fix is None
    assert all(len(k) <= 20 and len(v) <= 80 and "\n" not in v for k, v in odd.facts.items())


def test_every_sentence_is_used() -> None:
    tried = {key for _, key, _ in MISTAKES} | {"over-cash", "under-least", "no-class"}
    unseen = set(SENTENCES) - tried
    # In the browser (test_fence.py), or hard to write into one line.
    assert unseen <= {
        *(
            "endless-loop",
            "too-slow",
            "long-game",
            "memory",
            "broke-python",
            "changed-python",
            "seat-from-one",
        ),
        *("no-block", "uneven", "tabs", "strange-character", "return-outside", "no-comma"),
        *("no-self", "no-value-yet", "illegal", "endless-call"),
    }


@pytest.mark.parametrize("early", range(0, 60, 6))
def test_a_right_answer_that_comes_late_is_named_as_late(
    monkeypatch: pytest.MonkeyPatch, early: int
) -> None:
    """It is not said to be missing or forbidden. So many looks at the clock go by before one is late."""
    times = chain([0.0] * early, count(step=2))
    monkeypatch.setattr(third_party_bots, "time", SimpleNamespace(monotonic=lambda: next(times)))
    quiet = 'view.ask.seat != view.seat or view.ask.kind in ("roll", "end")'
    code = f"return None if {quiet} else options.least()"
    found = found_in(f"class B:\n    def choose(self, view, options):\n        {code}\n")
    assert (found["key"], found["line"]) == ("too-slow", 0)
