"""For all tests: what is long runs only when asked for; the site is built once for each run."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

from tools import machine, site

# A scene that fails shows what it found and what it wanted; before anything imports these.
pytest.register_assert_rewrite("scene", "invariants")

ROOT = Path(__file__).resolve().parents[1]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long as well")


# What takes longest begins first, so that no worker waits for it at the end.
FIRST = ("test_kills", "test_whole_game", "test_machine", "test_seen")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.path.stem not in FIRST)
    if config.getoption("--long"):
        return
    long = [item for item in items if item.get_closest_marker("long")]
    if long:
        config.hook.pytest_deselected(items=long)
        items[:] = [item for item in items if item not in long]


@pytest.fixture(scope="session")
def node() -> Path:
    """Node, with the npm packages installed."""
    return machine.packages(machine.python_with("build", "test"))


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory, worker_id: str, node: Path) -> Path:
    """The folder of the site, built once for all workers of this run."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder = shared / "dist"
    with FileLock(shared / "dist.lock"):
        if not folder.exists():
            site.build(folder, node)
    return folder


@pytest.fixture(scope="session")
def in_pyodide(built_site: Path, node: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a Python file in Pyodide under Node with the site's own archives:
    ``in_pyodide("tests/golden/replay.py", "argument")``, the path from the repository's top."""

    def run(file: str | Path, *arguments: str) -> subprocess.CompletedProcess[str]:
        runner = ROOT / "tools" / "pyodide.mjs"
        command = [str(node), str(runner), str(built_site / "python"), str(file), *arguments]
        return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    return run
