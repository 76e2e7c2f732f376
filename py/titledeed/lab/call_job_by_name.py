"""Calls a function by its name with JSON in and out. It runs in a web worker, or in slices in the page
if the browser has no workers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator
from importlib import import_module
from typing import Any, Final

from ..engine.errors import LoadError, MalformedAnswer

ALIVE: Final = 1.0  # seconds between two heartbeats of a long job
WARM: Final = "titledeed.lab.batch_games:warm_up"  # in slices, in the page, it does nothing

# Functions with a generator form that pauses, as ``module:name``.
_SLICED: Final = {
    "titledeed.lab.batch_games:run_games": "titledeed.lab.batch_games:run_in_slices",
    WARM: "titledeed.lab.batch_games:warm_in_slices",
    "titledeed.lab.batch_games:replay_game": "titledeed.lab.batch_games:replayed_in_slices",
    "titledeed.lab.write_and_count_record_files:run_recorded_games": (
        "titledeed.lab.write_and_count_record_files:run_in_slices"
    ),
    "titledeed.lab.write_and_count_record_files:counted_or_refused": (
        "titledeed.lab.write_and_count_record_files:counted_or_refused_in_slices"
    ),
    "titledeed.lab.curves.unequal_starts:run_courses": (
        "titledeed.lab.curves.unequal_starts:run_courses_in_slices"
    ),
    "titledeed.lab.game_worth_ledger_and_dice:analyse": (
        "titledeed.lab.game_worth_ledger_and_dice:analyse_in_slices"
    ),
    "titledeed.game.review_of_weightiest_decisions:study": (
        "titledeed.game.review_of_weightiest_decisions:study_in_slices"
    ),
    "titledeed.lab.landings.shares_and_group_earnings:seen": (
        "titledeed.lab.landings.shares_and_group_earnings:seen_in_slices"
    ),
}


def _function(name: str) -> Callable[[Any], Any]:
    module, _, function = name.partition(":")
    target: Callable[[Any], Any] = getattr(import_module(module), function)
    return target


def answer_job(call: str, job: str) -> str:
    """Call ``module:function`` with a job in JSON. Return the JSON of ``{"done": result}``, or of
    ``{"refused": sentence}`` after :class:`LoadError` or :class:`MalformedAnswer`. Other exceptions
    propagate."""
    try:
        return json.dumps({"done": _function(call)(json.loads(job))})
    except (LoadError, MalformedAnswer) as trouble:
        return json.dumps({"refused": str(trouble)})


def answer_job_with_signs(call: str, job: str, alive: Callable[[], Any]) -> str:
    """As :func:`answer_job`. If the function has a generator form, ``alive`` is called about once a
    second meanwhile. These calls distinguish a long job from a lost one."""
    if call == WARM:
        return answer_job(call, job)
    slices = answer_job_in_slices(call, job)
    told = time.monotonic()
    while True:
        try:
            next(slices)
        except StopIteration as last:
            return str(last.value)
        if time.monotonic() - told >= ALIVE:
            alive()
            told = time.monotonic()


def answer_job_in_slices(call: str, job: str) -> Generator[None, None, str]:
    """As :func:`answer_job`, as a generator that pauses often if the function has a generator form."""
    if call not in _SLICED:
        yield
        return answer_job(call, job)
    try:
        done = yield from _function(_SLICED[call])(json.loads(job))
        return json.dumps({"done": done})
    except (LoadError, MalformedAnswer) as trouble:
        return json.dumps({"refused": str(trouble)})
