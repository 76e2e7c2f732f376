"""Settings and fixtures for all tests. Long tests run only with ``--long``; the site is built once per
run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from sharing_out import shared_out
from tools import fresh, machine

# Makes a failing assert in these modules show its values; must come before their first import.
pytest.register_assert_rewrite("scene", "invariants")

# No test depends on the machine's speed.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

ROOT = Path(__file__).resolve().parents[1]
BROWSER = ROOT / "tests" / "browser"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")
    parser.addoption(
        "--quick", action="store_true", help="leave out lengthy ones, and all but one in a browser"
    )


# The longest tests start first, so that no worker is left alone with one at the end.
FIRST = (
    "test_in_pyodide",
    "test_kills",
    "test_suspense",
    "test_other_browsers",
    "test_whole_game",
    "test_machine",
    "test_stamina",
    "test_devices",
    "test_lab",
)


# The files that --quick leaves out besides those tests that are marked ``lengthy``: they play many games,
# or start Pyodide.
LENGTHY = {
    "bots/test_fair",
    "bots/test_field",
    "bots/test_pyodide",
    "bots/test_sound_values",
    "build/test_library",
    "build/test_wheel",
    "engine/fuzz/test_fuzz",
    "engine/fuzz/test_in_pyodide",
    "engine/machine/test_machine",
    "game/test_bot_worker_questions_and_answers",
    "game/test_character_reactions",
    "game/test_resumed",
    "game/test_same_state",
    "lab/test_batch_games",
    "lab/test_counted",
    "lab/test_landings",
    "lab/test_odds",
    "lab/test_pyodide",
    "lab/test_write_and_count_record_files",
    "lab/test_verdicts",
    "language/test_sentences",
    "peers/test_device",
    "peers/test_restless",
    "peers/test_steering",
    "ui/lab/test_game_analysis",
    "ui/lab/test_verdict",
    "ui/test_bot_thinking",
    "ui/test_list_patches",
    "ui/test_written_bots",
    "ui/test_bot_pacing_within_longest_wait",
}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in FIRST)
    if config.getoption("--quick"):
        # Tests that need the site are grouped, so that one worker waits for it while the other runs
        # scenes.
        items.sort(key=lambda item: "built_site" not in getattr(item, "fixturenames", ()))
    for item in items:
        if _in_browser(item.path):
            # A single hang of a browser must not stop a release. The report lists the tests that needed
            # a second try.
            item.add_marker(pytest.mark.flaky(reruns=1))
    left_out = [item for item in items if _left_out(config, item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        gone = set(left_out)
        items[:] = [item for item in items if item not in gone]
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers > 2:
        items[:] = shared_out(items, workers, lambda item: _in_browser(item.path))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List the tests that passed only at the second try: each of them hides a race to fix."""
    for report in terminalreporter.stats.get("rerun", ()):
        terminalreporter.write_line(f"FAILED ONCE, tried again: {report.nodeid}", yellow=True)
        terminalreporter.write_line(report.longreprtext)


def _left_out(config: pytest.Config, item: pytest.Item) -> bool:
    if item.get_closest_marker("long") and not config.getoption("--long"):
        return True
    if not config.getoption("--quick") or item.get_closest_marker("smoke"):
        return False
    lengthy = item.get_closest_marker("lengthy") is not None or _lengthy(item.path)
    return lengthy or _in_browser(item.path)


@cache
def _lengthy(path: Path) -> bool:
    return path.relative_to(ROOT / "tests").with_suffix("").as_posix() in LENGTHY


@cache  # thousands of tests are in a few hundred files
def _in_browser(path: Path) -> bool:
    return BROWSER in path.parents


@pytest.fixture(scope="session")
def node() -> Path:
    """The path of Node, with the npm packages installed."""
    return machine.packages(machine.python_with("build", "test"))


@pytest.fixture(scope="session")
def built_site(node: Path) -> Path:
    """The folder of the site, built once for all workers.

    It is built only if its sources have changed since the last run. All tests share it: a test that
    changes a file must copy it first."""
    return fresh.folder(node)


@pytest.fixture(scope="session")
def in_pyodide(built_site: Path, node: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs a Python file in Pyodide under Node with the site's own archives.

    Example: ``in_pyodide("tests/support/golden_games.py", "argument")``. The path starts at the
    repository's root. Node compiles Pyodide a second time, with full optimization, only for a script
    that plays long."""

    def run(
        file: str | Path, *arguments: str, plays_long: bool = False
    ) -> subprocess.CompletedProcess[str]:
        flags = [] if plays_long else ["--liftoff-only"]
        runner = [*flags, str(ROOT / "tools" / "pyodide.mjs"), str(built_site / "python")]
        command = [str(node), *runner, str(file), *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    return run


@pytest.fixture(scope="session")
def printed_in_both(
    in_pyodide: Callable[..., subprocess.CompletedProcess[str]],
) -> Callable[..., str]:
    """Return a function that runs a script in Pyodide and in CPython and compares the output.

    Both runs get the same arguments and must print the same."""

    def printed(script: str, *arguments: str, plays_long: bool = False) -> str:
        there = in_pyodide(script, *arguments, plays_long=plays_long)
        assert there.returncode == 0, there.stderr
        here = subprocess.run(
            [sys.executable, str(ROOT / script), *arguments],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT / "py")},
        )
        assert there.stdout == here.stdout
        return here.stdout

    return printed
