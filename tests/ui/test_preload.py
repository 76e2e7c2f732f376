"""What the page imports at its start, and what it imports afterwards while nobody waits."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PY = Path(__file__).parents[2] / "py"

START = """
import sys
from titledeed.ui.actions import dispatcher
from titledeed.ui.render import jinja_renderer

def ours():
    return {name for name in sys.modules if name.startswith("titledeed.")}

def thinking():
    return sorted(name for name in ours() if name.startswith("titledeed.odds.") or name.startswith(
        ("titledeed.bots.frozen", "titledeed.bots.sha", "titledeed.bots.tra", "titledeed.bots.val")))
"""

LATER = """
from titledeed.bots import CHOOSABLE, BOTS
from titledeed.ui.browser import preload as preloading

class Page:
    def after(self, milliseconds, call):
        self.due = call

page = Page()
styled = []
preloading.preload(page, lambda: styled.append(True))
page.due()
print(styled == [True])
for name in preloading.MODULES:
    before = ours()
    page.due()
    print(sorted(ours() - before) == [name], name, sorted(ours() - before))
before = ours()
for name in CHOOSABLE:
    BOTS[name]()
from titledeed.ui.views import hints
print(ours() == before, sorted(ours() - before))
"""


def told(program: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(PY)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_the_page_starts_without_the_bots_that_think_and_without_the_odds() -> None:
    assert told(START + "print(thinking())") == ["[]"]


def test_bots_and_odds_are_imported_one_module_at_a_time_and_none_is_left_out() -> None:
    lines = told(START + LATER)
    assert len(lines) > 10
    assert [line for line in lines if not line.startswith("True")] == []
