"""Runs one bench, or all of them: prints tables and saves the figures as JSON."""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import sys
from pathlib import Path
from types import ModuleType

from tools.bench import RESULTS


def benches() -> dict[str, ModuleType]:
    names = sorted(file.stem for file in Path(__file__).parent.glob("[a-z]*.py"))
    modules = {name: importlib.import_module(f"tools.bench.{name}") for name in names}
    return {name: module for name, module in modules.items() if hasattr(module, "measure")}


def main() -> None:
    known = benches()
    parser = argparse.ArgumentParser(prog="build.py bench", description="Measure.")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON as well")
    commands = parser.add_subparsers(dest="name", metavar="which")
    for name, module in known.items():
        summary = (module.__doc__ or "").strip().partition("\n")[0]
        command = commands.add_parser(name, help=summary, description=summary)
        if hasattr(module, "options"):
            module.options(command)
    args = parser.parse_args()
    for name in [args.name] if args.name else list(known):
        chosen = args if args.name else parser.parse_args([name])
        print(f"\n== {name} ==", flush=True)
        figures = known[name].measure(chosen)
        figures["machine"] = {"python": platform.python_version(), "system": platform.platform()}
        RESULTS.mkdir(parents=True, exist_ok=True)
        copy = RESULTS / f"{name}.json"
        copy.write_text(json.dumps(figures, indent=1) + "\n")
        if args.json:
            print(json.dumps(figures, indent=1))
        print(f"(also in {copy.relative_to(RESULTS.parent.parent)})")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "py"))
    main()
