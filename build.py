#!/usr/bin/env python3
"""Build, test, serve and measure the site from a fresh clone. Needs Python 3.11 and nothing else.

python3 build.py serve    build the site and serve it on this machine
python3 build.py test     lint, types and all tests, in a real browser too (--long: all of them;
                          --quick: only one in a browser and no lengthy ones, for everyday work)
python3 build.py build    leave the site in dist/, ready for any static host (--zip: as one file;
                          --file: an edition that plays from a USB stick, by double click)
python3 build.py bench    measure, and print tables and JSON
python3 build.py clean    remove what the build made (--all: what the set-up fetched as well)
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 (older ones must be able to read this)
    have = ".".join(str(part) for part in sys.version_info[:3])
    sys.exit("Title Deed is built with Python 3.11 or newer; this is Python %s." % have)  # noqa: UP031

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from tools import machine
from tools.arguments import whole_number

ROOT = Path(__file__).resolve().parent
DIST = ROOT / "dist"
MADE = [
    "dist",
    "titledeed.zip",
    "titledeed-file",
    ".cache",
    "test-results",
    ".mypy_cache",
    ".ruff_cache",
    ".pytest_cache",
]
FETCHED = [".venv", "node_modules"]


def run(*command: object) -> int:
    """Run a program from the repository's root, with its output going straight to the terminal."""
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=False).returncode


def build(python: Path, *options: object) -> None:
    if run(python, "-m", "tools.site", "--out", DIST, *options):
        sys.exit("The site was not built.")


def serve(args: argparse.Namespace) -> int:
    python = machine.python_with("build")
    build(python, "--node", machine.packages(python))
    return run(python, "-m", "tools.serve", DIST, "--port", args.port, "--host", args.host)


def build_(args: argparse.Namespace) -> int:
    python = machine.python_with("build")
    wanted = [f"--{option}" for option in ("zip", "file") if getattr(args, option)]
    build(python, "--node", machine.packages(python), *wanted)
    return 0


def test(args: argparse.Namespace) -> int:
    python = machine.python_with("build", "test")
    node = machine.packages(python)
    machine.browser(python)
    if not args.quick:
        machine.firefox()
    if args.long:
        for program in machine.SERVERS:
            machine.server(program)
        machine.webkit()
        for version in machine.OLD_CHROMIUMS:
            machine.old_chromium(version)
    machine.keep_bytecode(os.environ)
    # The site is built for the tests while the linter and the type checker run.
    site = subprocess.Popen(
        [str(python), "-m", "tools.fresh", "--node", str(node)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    # The first run compiles all tests once, and not in each worker at the same time.
    compiled = None if machine.has_bytecode(ROOT / "tests" / "conftest.py") else _collecting(python)
    checks = {
        "ruff check": [python, "-m", "ruff", "check", "--quiet"],
        "ruff format --check": [python, "-m", "ruff", "format", "--check", "--quiet"],
        "mypy --strict py/": [python, "-m", "mypy", "--no-error-summary"],
    }
    failed = []
    for name, command in checks.items():
        machine.say(name)
        if run(*command):
            failed.append(name)
    if compiled:
        compiled.wait()
    machine.say("pytest")
    chosen = [f"--{name}" for name in ("long", "quick") if getattr(args, name)]
    # Browser tests often wait for timers of the page or for a browser to start. So two cores get four
    # workers, one of which starts without a browser (tests/support/sharing_out.py). Runs with tests
    # that have time limits in seconds get three. Browser tests are grouped: an idle worker takes half
    # of another's.
    count = 2 if args.quick else 3 if args.long else 4
    workers = ["--numprocesses", str(count), "--dist", "worksteal"]
    status = run(python, "-m", "pytest", *workers, *chosen, *args.pytest)
    site.wait()
    if failed:
        print("The tests' line above is not all: " + " and ".join(failed) + " failed before them.")
    return 1 if status or failed else 0


def _collecting(python: Path) -> subprocess.Popen[bytes]:
    """Let pytest find all tests in the background, which saves their bytecode."""
    command = [str(python), "-m", "pytest", "--collect-only", "--quiet"]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=ROOT, stdout=quiet, stderr=quiet)


def bench(args: argparse.Namespace) -> int:
    python = machine.python_with("build", "test")
    build(python, "--node", machine.packages(python))
    machine.browser(python)
    return run(python, "-m", "tools.bench", *args.bench)


def clean(args: argparse.Namespace) -> int:
    for path in (ROOT / name for name in MADE + (FETCHED if args.all else [])):
        if path.is_file():
            path.unlink()
        shutil.rmtree(path, ignore_errors=True)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="build.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(metavar="command", required=True)
    command = commands.add_parser("serve", help="build the site and serve it on this machine")
    command.add_argument(
        "--port", type=whole_number(0, 65_535), default=0, help="0, as given: any free one"
    )
    command.add_argument("--host", default="127.0.0.1")
    command.set_defaults(do=serve)
    command = commands.add_parser("build", help="leave the site in dist/")
    command.add_argument("--zip", action="store_true", help="and as one file to unpack anywhere")
    command.add_argument("--file", action="store_true", help="and to play by a double click")
    command.set_defaults(do=build_)
    command = commands.add_parser("test", help="lint, types and all tests")
    often = command.add_mutually_exclusive_group()
    often.add_argument(
        "--quick", action="store_true", help="one test in a browser, and those that are soon done"
    )
    often.add_argument("--long", action="store_true", help="add what takes longer")
    command.add_argument("pytest", nargs="*", help="for pytest, after --")
    command.set_defaults(do=test)
    command = commands.add_parser("bench", help="measure", add_help=False)
    command.add_argument("bench", nargs=argparse.REMAINDER, help="which, and its options")
    command.set_defaults(do=bench)
    command = commands.add_parser("clean", help="remove what the build made")
    command.add_argument("--all", action="store_true", help="and what the set-up fetched")
    command.set_defaults(do=clean)
    args = parser.parse_args()
    try:
        return int(args.do(args))
    except machine.CannotBeDone as why:
        print(f"\n{why}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
