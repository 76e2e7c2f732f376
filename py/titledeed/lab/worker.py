"""Calls a function by its name with JSON in and out: in a web worker, or in slices in the page if the
browser has no workers."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from importlib import import_module
from typing import Any, Final

from ..engine.words import Malformed, Unloadable

# Functions with a generator form that pauses, as ``module:name``.
_SLICED: Final = {
    "titledeed.lab.games:run": "titledeed.lab.games:run_in_slices",
    "titledeed.lab.games:warm": "titledeed.lab.games:warm_in_slices",
    "titledeed.lab.games:replayed": "titledeed.lab.games:replayed_in_slices",
    "titledeed.lab.records:run": "titledeed.lab.records:run_in_slices",
    "titledeed.lab.records:counted_or_refused": "titledeed.lab.records:counted_or_refused_in_slices",
    "titledeed.lab.story:analyse": "titledeed.lab.story:analyse_in_slices",
    "titledeed.review:study": "titledeed.review:study_in_slices",
    "titledeed.lab.landings.heat:seen": "titledeed.lab.landings.heat:seen_in_slices",
}


def _function(name: str) -> Callable[[Any], Any]:
    module, _, function = name.partition(":")
    target: Callable[[Any], Any] = getattr(import_module(module), function)
    return target


def answer(call: str, job: str) -> str:
    """Call ``module:function`` with a job in JSON. Returns the JSON of ``{"done": result}``, or of
    ``{"refused": sentence}`` after :class:`Unloadable` or :class:`Malformed`. Other exceptions pass."""
    try:
        return json.dumps({"done": _function(call)(json.loads(job))})
    except (Unloadable, Malformed) as trouble:
        return json.dumps({"refused": str(trouble)})


def slices(call: str, job: str) -> Generator[None, None, str]:
    """As :func:`answer`, as a generator that pauses often if the function has a generator form."""
    if call not in _SLICED:
        yield
        return answer(call, job)
    try:
        done = yield from _function(_SLICED[call])(json.loads(job))
        return json.dumps({"done": done})
    except (Unloadable, Malformed) as trouble:
        return json.dumps({"refused": str(trouble)})
