"""How Chromium is started for tests."""

from __future__ import annotations

import os

# Chromium itself must ask nothing of the network, and a container's root has no sandbox.
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ROOTED = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
