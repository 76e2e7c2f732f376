"""The flags with which tests start Chromium."""

from __future__ import annotations

import os

# Features that Chromium's window prepares for its address bar: two pages with a process of their own.
# They cost 0.6 s of CPU for every visitor.
_ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup")
# Features that Playwright turns off itself. Chromium uses only the last such setting, so they are
# repeated here.
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

# Chromium itself must send no network requests, and a container's root has no sandbox.
QUIET = [
    "--disable-features=" + ",".join((*_ADDRESS_BAR, *_PLAYWRIGHTS)),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
ROOTED = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
