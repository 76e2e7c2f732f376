"""``pip install .`` installs the command ``titledeed`` with all its data, on a plain Python, offline."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
OF_THE_PAGE = ("ui", "storage")
LONG = pytest.mark.long
RECORD = ROOT / "tests" / "golden" / "modern-london.json"


def run(*command: str | Path, folder: Path) -> str:
    """Run a command far from the sources; return its output."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith("PYTHON")
    }
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel, built from a copy of the sources by the pinned backend of the tests."""
    folder = tmp_path_factory.mktemp("wheel")
    sources, out = folder / "sources", folder / "out"
    sources.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    shutil.copytree(
        ROOT / "py", sources / "py", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info")
    )
    offline = ["--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    run(sys.executable, "-m", "pip", "wheel", *offline, "-w", out, sources, folder=folder)
    [made] = out.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of programs of an environment in which only the wheel is installed."""
    folder = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", "--without-pip", "env", folder=folder)
    programs = folder / "env" / ("Scripts" if os.name == "nt" else "bin")
    python = next(programs.glob("python*"))
    run(
        *(sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python),
        *("install", "--no-index", wheel),
        folder=folder,
    )
    return programs


def test_the_backend_is_pinned_to_the_tested_version_with_a_hash() -> None:
    [required] = PYPROJECT["build-system"]["requires"]
    assert required == f"setuptools=={version('setuptools')}"
    pinned = (ROOT / "tools" / "requirements" / "test.txt").read_text("utf-8")
    assert re.search(rf"^{re.escape(required)} \\\n +--hash=sha256:", pinned, re.MULTILINE)


def test_the_wheel_has_no_dependencies_and_contains_everything_but_the_page(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        inside = set(archive.namelist())
        [about] = (archive.read(name).decode() for name in inside if name.endswith("/METADATA"))
    assert wheel.name == f"titledeed-{PYPROJECT['project']['version']}-py3-none-any.whl"
    assert "Requires-Dist" not in about
    wanted = {
        path.relative_to(ROOT / "py").as_posix()
        for path in (ROOT / "py" / "titledeed").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    of_the_page = {name for name in wanted if name.split("/")[1] in OF_THE_PAGE}
    assert len(of_the_page) > len(OF_THE_PAGE)
    assert {name for name in inside if ".dist-info/" not in name} == wanted - of_the_page


@pytest.mark.parametrize(
    "command",
    [
        f"referee {RECORD}",
        f"--language fr referee {RECORD}",
        "lab games --rulebook modern --seats simple,simple --games 1",
        pytest.param("lab landings --rulebook classic --jail leave --exact", marks=LONG),
        pytest.param("lab odds --seats simple,simple --games 1 --rounds 3", marks=LONG),
        pytest.param("arena --seats simple,simple --games 1 --rounds 5 --json", marks=LONG),
    ],
    ids=lambda command: "-".join(command.split()[:2]).partition("/")[0],
)
def test_the_installed_command_prints_what_the_sources_print(
    command: str, installed: Path, tmp_path: Path
) -> None:
    words = command.split()
    by_name = run(installed / "titledeed", *words, folder=tmp_path)
    python = next(installed.glob("python*"))
    by_module = run(python, "-m", "titledeed", *words, folder=tmp_path)
    source = subprocess.run(
        [sys.executable, "-m", "titledeed", *words],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT / "py")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    shown = [re.sub(r'"seconds": [\d.]+', "", text) for text in (by_name, by_module, source)]
    assert by_name
    assert shown == [shown[0]] * 3


@pytest.mark.long
def test_all_modules_and_data_of_the_wheel_are_readable(installed: Path, tmp_path: Path) -> None:
    script = """
import importlib, pkgutil
import titledeed
names = [each.name for each in pkgutil.walk_packages(titledeed.__path__, "titledeed.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
from titledeed import api
from titledeed.lab.lessons.builtin import builtin_lessons
for book in api.RULEBOOKS:
    for edition in ("atlantic-city", "london", "australia"):
        api.new_game(["Ada", "Ben"], book, edition=edition).state
assert builtin_lessons("de")
print(titledeed.__file__, len(names))
"""
    file, count = run(next(installed.glob("python*")), "-c", script, folder=tmp_path).split()
    assert not Path(file).is_relative_to(ROOT)
    assert int(count) > 70
