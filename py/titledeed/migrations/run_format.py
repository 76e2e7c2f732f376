"""The format of whole runs of the laboratory."""

from __future__ import annotations

from typing import Final

from .versioned_format import FileFormat, Table


def _without_plan(run: Table) -> Table:
    """Fill in the plan of a run of version 1.

    Version 1 asked for no measure before the run, so such a run opens without a verdict."""
    return {**run, "measure": "", "planned": run.get("size"), "unplanned": "version"}


def _without_play_versions(run: Table) -> Table:
    """Versions 1 and 2 saved no versions of the bots' play; a bot without one has version 1."""
    return {**run, "plays": {}}


RUN: Final = FileFormat("title-deed-run", _without_plan, _without_play_versions)
