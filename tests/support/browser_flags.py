"""The flags with which tests start Chromium."""

from __future__ import annotations

import os

# What Chromium's window would make ready for its address bar: two pages of its own with a process, for every
# visitor 0.6 s of CPU.
_ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# What Playwright turns off itself. Of several such settings Chromium takes the last, so these stand here too.
_PLAYWRIGHTS = (
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)

# Chromium itself must ask nothing of the network, and a container's root has no sandbox.
QUIET = [
    "--disable-features=" + ",".join((*_ADDRESS_BAR, *_PLAYWRIGHTS)),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ROOTED = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
