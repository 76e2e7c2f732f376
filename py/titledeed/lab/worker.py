"""What runs in a worker, or where there are none in slices in the page: a function by its name, with plain
data in and out."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator
from importlib import import_module
from typing import Any, Final

from ..engine.words import Malformed, Unloadable

# Functions that have a form with pauses, as ``module:name``.
_SLICED: Final = {
    "titledeed.lab.games:run": "titledeed.lab.games:run_in_slices",
    "titledeed.lab.story:study": "titledeed.lab.story:study_in_slices",
    "titledeed.review:study": "titledeed.review:study_in_slices",
    "titledeed.lab.heat:seen": "titledeed.lab.heat:seen_in_slices",
}


def _found(name: str) -> Callable[[Any], Any]:
    module, _, function = name.partition(":")
    target: Callable[[Any], Any] = getattr(import_module(module), function)
    return target


def answer(call: str, job: str) -> str:
    """Call ``module:function`` with a job in JSON: JSON of ``{"done": …}``, or of ``{"refused": a
    sentence}``. Anything else that goes wrong is raised."""
    try:
        return json.dumps({"done": _found(call)(json.loads(job))})
    except (Unloadable, Malformed) as trouble:
        return json.dumps({"refused": str(trouble)})


def slices(call: str, job: str) -> Generator[None, None, str]:
    """As :func:`answer`, with pauses where the function has a form with pauses."""
    if call not in _SLICED:
        yield
        return answer(call, job)
    try:
        done = yield from _found(_SLICED[call])(json.loads(job))
        return json.dumps({"done": done})
    except (Unloadable, Malformed) as trouble:
        return json.dumps({"refused": str(trouble)})
