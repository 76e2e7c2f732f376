"""The set-up: pinned versions, and the sentence for anything that cannot be installed."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools import machine

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tools" / "requirements").glob("*.txt")), ids=lambda f: f.stem
)
def test_every_python_package_is_pinned_with_hashes(file: Path) -> None:
    blocks = re.split(r"\n(?=[a-z])", file.read_text())
    names = [block for block in blocks if re.match(r"[a-z]", block)]
    assert names
    for block in names:
        assert re.match(r"[a-z0-9-]+==[0-9.]+", block), block
        assert "--hash=sha256:" in block, block


def test_every_npm_package_has_a_hash_and_no_url() -> None:
    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    fetched = {name: entry for name, entry in packages.items() if name}
    assert "node_modules/pyodide" in fetched
    for name, entry in fetched.items():
        assert entry["integrity"].startswith("sha512-"), name
        assert "resolved" not in entry, name


@pytest.mark.parametrize(
    ("output", "sentence"),
    [
        ("OSError: [Errno 28] No space left on device", "The disk is full."),
        ("Temporary failure in name resolution", "is this machine online?"),
        ("npm error code ENOTFOUND", "is this machine online?"),
        ("THESE PACKAGES DO NOT MATCH THE HASHES FROM", "its hash differs"),
        ("something else", "pip failed."),
    ],
)
def test_a_failed_install_is_explained(
    output: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine, "ROOT", tmp_path)
    monkeypatch.setattr(machine, "LOGS", tmp_path)
    failing = [sys.executable, "-c", f"import sys; print({output!r}); sys.exit(1)"]
    with pytest.raises(machine.CannotBeDone, match=re.escape(sentence)) as told:
        machine._run("pip", failing)
    assert output in str(told.value)


def test_a_missing_program_is_explained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine, "ROOT", tmp_path)
    monkeypatch.setattr(machine, "LOGS", tmp_path)
    with pytest.raises(machine.CannotBeDone, match="npm could not be started"):
        machine._run("npm", [str(tmp_path / "missing")])


def test_build_py_lists_its_commands() -> None:
    help_text = subprocess.run(
        [sys.executable, "build.py", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for command in ("serve", "test", "build", "bench", "clean"):
        assert f"python3 build.py {command}" in help_text


def test_bytecode_can_be_cached_away_from_the_sources() -> None:
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    machine.keep_bytecode(environment)
    command = [
        sys.executable,
        "-c",
        "import sys; print(sys.dont_write_bytecode, sys.pycache_prefix)",
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == f"False {machine.BYTECODE}\n"


def test_bytecode_stays_in_its_usual_place() -> None:
    environment = {"HOME": "/home/ada"}
    machine.keep_bytecode(environment)
    assert environment == {"HOME": "/home/ada"}


# ---------------------------------------------------------------- a Debian without python3-venv


class Debian:
    """A machine whose Python cannot install pip in an environment.

    The system's pip may help, or root with the package client."""

    def __init__(self, pip: bool = False, root: bool = False) -> None:
        self.pip, self.root, self.venv = pip, root, False
        self.installed: list[str] = []

    def silent(self, command: list[object]) -> int:
        words = [str(word) for word in command]
        if "pip" in words:
            return 0 if self.pip and "--python" in words else 1
        if "--without-pip" in words:
            return 0
        return 0 if self.venv else 1

    def install(self, *names: str) -> None:
        self.installed += names
        self.venv = True


def set_up(debian: Debian, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(machine, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(machine, "_silent", debian.silent)
    monkeypatch.setattr(machine, "_may_install", lambda: debian.root)
    monkeypatch.setattr(machine, "_debian_packages", debian.install)
    return machine._environment()


def test_without_python3_venv_the_systems_pip_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debian = Debian(pip=True)
    assert set_up(debian, tmp_path, monkeypatch).name.startswith("python")
    assert debian.installed == []


def test_without_pip_as_well_root_installs_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    debian = Debian(root=True)
    set_up(debian, tmp_path, monkeypatch)
    major, minor = sys.version_info[:2]
    assert debian.installed == [f"python{major}.{minor}-venv"]


def test_a_user_who_may_not_install_sees_the_package_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(machine.CannotBeDone, match="apt-get install python3-venv"):
        set_up(Debian(), tmp_path, monkeypatch)


# ---------------------------------------------------------------- browsers and servers of the tests

NEEDED = {
    "firefox-esr": machine.firefox,
    "webkit2gtk-driver and xvfb": machine.webkit,
    "nginx-light": lambda: machine.server("nginx"),
    "lighttpd": lambda: machine.server("lighttpd"),
    "apache2": lambda: machine.server("apache2"),
    "@sparticuz/chromium@111.0.0": lambda: machine.old_chromium("111.0.0"),
    "@sparticuz/chromium@109.0.6": lambda: machine.old_chromium("109.0.6"),
    "chrome-aws-lambda@1.7.0": lambda: machine.old_chromium("70"),
}


@pytest.mark.parametrize("root", [False, True])
@pytest.mark.parametrize("package", NEEDED)
def test_test_dependencies_that_cannot_be_installed_are_named(
    package: str, root: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is installed, and no package client reaches its host."""

    def nobody_answers(name: str, *_: object, **__: object) -> None:
        raise machine.CannotBeDone(f"{name} could not reach its packages.")

    monkeypatch.setattr(machine, "ROOT", tmp_path)
    monkeypatch.setattr(machine, "SYSTEM", "")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(machine, "_node", lambda _: (tmp_path / "node", ["npm"]))
    monkeypatch.setattr(machine, "_may_install", lambda: root)
    monkeypatch.setattr(machine, "_run", nobody_answers)
    with pytest.raises(machine.CannotBeDone, match=re.escape(package)) as told:
        NEEDED[package]()
    tried = root or "chrom" in package
    assert ("could not reach its packages" in str(told.value)) == tried
