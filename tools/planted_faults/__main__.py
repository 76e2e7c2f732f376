"""Plants each mistake of ``faults.toml`` into a copy of the repository, and runs the test for it.

The copy has the files that git knows, in their present state, and uses this environment. First, all
these tests must pass in the copy with nothing planted. With a browser, the copy builds its own site for
each mistake.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
LIST: Final = Path(__file__).with_name("faults.toml")
ROOMS: Final = ("rules", "storage", "views", "templates", "protocol", "boot")
# The parts that a copy shares with its original, because no test is about them.
SHARED: Final = (".venv", "node_modules", ".cache/browsers")
PASSED, FAILED = 0, 1  # pytest's own; any other value says that no test was run


@dataclass(frozen=True)
class Fault:
    """A mistake: in the file at ``path`` it replaces ``old`` with ``new``.

    ``test``: pytest's name of the test that fails then."""

    name: str
    room: str
    path: str
    old: str
    new: str
    test: str

    def planted(self, text: str) -> str | None:
        """Return the text with this fault; None if ``old`` is missing or not unique."""
        return text.replace(self.old, self.new) if text.count(self.old) == 1 else None


def read_faults() -> list[Fault]:
    return [Fault(**row) for row in tomllib.loads(LIST.read_text("utf-8"))["fault"]]


def copy_to(folder: Path) -> None:
    """Copy all files that git knows, in their present state, and share this machine's installations."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    # Some tests ask git for its list of files.
    for command in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    for name in SHARED:
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to((ROOT / name).resolve())


def run_tests(folder: Path, *tests: str) -> int:
    """Run these tests in the copy, and return pytest's exit code."""
    options = ["-q", "--numprocesses=0", "-p", "no:cacheprovider"]
    # Two states of a file may have the same size and be from the same second. Saved bytecode could then
    # be of the wrong one.
    settings = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    settings.pop("PYTHONPYCACHEPREFIX", None)
    command = [sys.executable, "-m", "pytest", *options, *tests]
    run = subprocess.run(
        command, cwd=folder, env=settings, capture_output=True, text=True, check=False
    )
    if run.returncode not in (PASSED, FAILED):
        print(run.stdout[-2000:] + run.stderr[-2000:])
    return run.returncode


def verdict(folder: Path, fault: Fault, tests: list[str]) -> str:
    """Return the fate of the fault: "caught", "SURVIVED", "DOES NOT APPLY" or "NOT RUN"."""
    file = folder / fault.path
    text = file.read_text("utf-8") if file.exists() else ""
    planted = fault.planted(text)
    if planted is None:
        return "DOES NOT APPLY"
    file.write_text(planted, "utf-8")
    try:
        return {PASSED: "SURVIVED", FAILED: "caught"}.get(run_tests(folder, *tests), "NOT RUN")
    finally:
        file.write_text(text, "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.planted_faults", description=__doc__)
    parser.add_argument("--only", default="", help="those whose room or name holds this text")
    parser.add_argument("--test", help="run this test instead of the one named in the list")
    args = parser.parse_args()
    faults = [one for one in read_faults() if args.only in f"{one.room}: {one.name}"]
    bad = 0
    with tempfile.TemporaryDirectory(prefix="titledeed-faults-") as folder:
        copy = Path(folder)
        copy_to(copy)
        named = sorted({args.test} if args.test else {fault.test for fault in faults})
        if run_tests(copy, *named) != PASSED:
            print("Without any fault these do not all pass: " + " ".join(named))
            return 1
        for fault in faults:
            found = verdict(copy, fault, [args.test or fault.test])
            bad += found != "caught"
            print(
                f"{found:14}  {fault.room}: {fault.name}  by {args.test or fault.test}", flush=True
            )
    print(f"{len(faults) - bad} of {len(faults)} caught")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
