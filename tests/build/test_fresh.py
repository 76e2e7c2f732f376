"""The tests' site is built again only when one of its sources has changed."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import fresh, machine

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A little repository; each build of its site is a file in ``built``."""
    for name in ("docs", "py", "static", "templates", "tools", "node_modules", "built"):
        (tmp_path / name).mkdir()
    for name in ("index.html", "pyscript.toml", "package.json", "package-lock.json"):
        (tmp_path / name).write_text(name)
    for name in ("pyproject.toml", "LICENSE", "py/game.py", "node_modules/.installed"):
        (tmp_path / name).write_text(name)

    def build(out: Path, node: Path) -> None:
        out.mkdir()
        (out / "index.html").write_text((tmp_path / "index.html").read_text())
        (tmp_path / "built" / str(len(list((tmp_path / "built").iterdir())))).touch()

    monkeypatch.setattr(fresh, "ROOT", tmp_path)
    monkeypatch.setattr(fresh, "FOLDER", tmp_path / ".cache" / "fresh")
    monkeypatch.setattr(fresh.site, "build", build)
    monkeypatch.setattr(machine, "NODE_MODULES", tmp_path / "node_modules")
    return tmp_path


def builds(clone: Path) -> int:
    return len(list((clone / "built").iterdir()))


def test_the_same_sources_are_built_only_once(clone: Path) -> None:
    first = fresh.folder(Path("node"))
    assert fresh.folder(Path("node")) == first
    assert builds(clone) == 1


@pytest.mark.parametrize(
    "changed", ["index.html", "py/game.py", "py/new.py", "tools/site.py", "node_modules/.installed"]
)
def test_any_change_builds_another_site(clone: Path, changed: str) -> None:
    first = fresh.folder(Path("node"))
    (clone / changed).write_text("changed")
    second = fresh.folder(Path("node"))
    assert second != first
    assert builds(clone) == 2
    assert (second / "index.html").read_text() == (clone / "index.html").read_text()


def test_at_most_three_built_sites_are_stored(clone: Path) -> None:
    for n in range(5):
        (clone / "index.html").write_text(str(n))
        newest = fresh.folder(Path("node"))
    sites = sorted((clone / ".cache" / "fresh").glob("?" * 16))
    assert len(sites) == 3
    assert newest in sites


@pytest.mark.lengthy
def test_the_quick_option_skips_slow_tests_and_all_but_one_browser_test() -> None:
    conftest = (ROOT / "tests" / "conftest.py").read_text("utf-8")
    lengthy = re.findall(r'^    "([\w/]+/test_\w+)",$', conftest, re.MULTILINE)
    assert "peers/test_restless" in lengthy
    assert [name for name in lengthy if not (ROOT / "tests" / f"{name}.py").exists()] == []

    def collected(*options: str) -> set[str]:
        command = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-n", "0", *options]
        command += ["tests/engine/test_rng.py", "tests/peers/test_restless.py"]
        listed = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        return {line for line in listed.splitlines() if "::" in line}

    usual, quick = collected("tests/browser/test_start.py"), collected("--quick", "tests/browser")
    driving = {test for test in quick if test.startswith("tests/browser/")}
    assert len(driving) == 1
    games = {test for test in usual if test.startswith("tests/peers/")}
    assert games
    rolled = {test for test in usual if test.startswith("tests/engine/")}
    assert len(rolled) > 1
    assert usual > games | rolled
    assert quick - driving == rolled
