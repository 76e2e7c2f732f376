"""The oldest browsers that Title Deed is for (tools/floor.toml)."""

from __future__ import annotations

import tomllib
from pathlib import Path

FLOOR: dict[str, str] = tomllib.loads((Path(__file__).parent / "floor.toml").read_text())["floor"]
