"""Draws mutants, judges each, and prints the results."""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests" / "support"), str(ROOT)]

from tools.arguments import whole_number  # noqa: E402
from tools.mutants import changes, judging  # noqa: E402

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
WANTED = 0.95  # share of the mutants to catch, without equivalent ones
MOST_EQUIVALENT = 0.25


def equivalent() -> dict[str, str]:
    """The mutants judged equivalent, with the reason for each."""
    rows = tomllib.loads(EQUIVALENT.read_text("utf-8"))["mutant"]
    return {row["name"]: row["why"] for row in rows}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--seed", type=whole_number(0), default=1)
    parser.add_argument(
        "--count", type=whole_number(0), default=200, help="mutants to draw; 0 for all"
    )
    parser.add_argument("--only", default="", help="those whose name holds this text, all of them")
    parser.add_argument(
        "--most", type=whole_number(0), default=0, help="tests to run against each; 0 for all"
    )
    parser.add_argument(
        "--all", action="store_true", help="run the tests also against those listed as equivalent"
    )
    parser.add_argument("--quiet", action="store_true", help="print survivors alone")
    args = parser.parse_args()
    known = equivalent()
    every = changes.all_mutants(judging.is_clause)
    gone = sorted(known.keys() - {mutant.name for mutant in every})
    for name in gone:
        print(f"NOT THERE ANY MORE  {name}")
    drawn = [mutant for mutant in every if args.only in mutant.name]
    if not args.only and args.count:
        drawn = changes.draw(drawn, args.seed, args.count)
    cases = judging.all_cases()
    reach = judging.reach_of(cases, lambda text: print(text, flush=True))
    print(f"{len(drawn)} of {len(every)} mutants, {len(cases)} tests", flush=True)
    start = time.monotonic()
    killed = listed = 0
    for mutant in drawn:
        tried = args.all or mutant.name not in known
        killer = judging.judge(mutant, cases, reach, args.most) if tried else ""
        if killer:
            killed += 1
        elif mutant.name in known:
            listed += 1
        verdict = "killed" if killer else "equivalent" if mutant.name in known else "SURVIVED"
        if killer and mutant.name in known:
            verdict = "KILLED, BUT LISTED AS EQUIVALENT"
        if not args.quiet or verdict.isupper():
            name = f"{mutant.name}  (line {mutant.lines[0]})"
            print(f"{verdict:10}  {name}{f'  by {killer}' if killer else ''}", flush=True)
    real = len(drawn) - listed
    minutes = (time.monotonic() - start) / 60
    share = killed / real if real else 1.0
    print(
        f"{killed} of {real} killed ({share:.1%}), {listed} of {len(drawn)} equivalent, "
        f"{minutes:.1f} minutes"
    )
    good = share >= WANTED and listed <= MOST_EQUIVALENT * len(drawn) and not gone
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
