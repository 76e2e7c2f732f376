"""A start in Firefox, without a driver: a page around the site looks at it and reports the time.

The page lies beside the site, so it may look; its report is a request that the host notes.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tools.serve import Host

WATCH = "watch.html"
PAGE = """<!doctype html><meta charset="utf-8"><title>Watching a start</title>
<iframe src="./" width="1280" height="720"></iframe>
<script>
const keeps = location.hash === "#kept";
const watch = setInterval(() => {
  const inside = document.querySelector("iframe").contentWindow;
  const root = inside.document?.documentElement;
  const [ready] = inside.performance.getEntriesByName("titledeed:ready");
  if (root?.dataset.state === "failed") report("failed");
  else if (ready && (!keeps || "kept" in root.dataset)) report(ready.startTime);
}, 20);
function report(what) {
  clearInterval(watch);
  fetch(`report-${what}`).catch(() => {});
}
</script>
"""
# Nothing but the site: no first pages, no reports, no updates.
SETTINGS = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "extensions.update.enabled": False,
}
PATIENCE = 120.0  # seconds


def site(folder: Path, copy: Path) -> Path:
    """A copy of a site with the watching page beside it."""
    shutil.copytree(folder, copy)
    (copy / WATCH).write_text(PAGE)
    return copy


def start(
    program: str, profile: Path, host: Host, address: str, keeps: bool, linger: float
) -> float:
    """Milliseconds to the first answer, by the page's own clock."""
    profile.mkdir(parents=True, exist_ok=True)
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in SETTINGS.items()]
    (profile / "user.js").write_text("\n".join(lines))
    host.sent.clear()
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    running = subprocess.Popen(
        [*command, f"{address}{WATCH}{'#kept' if keeps else ''}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for name, _ in list(host.sent):
                if name.startswith("report-"):
                    time.sleep(linger)
                    return float(name.removeprefix("report-"))
            time.sleep(0.05)
        raise RuntimeError(f"{address} did not start in Firefox.")
    finally:
        running.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.wait(20)
        running.kill()
        running.wait()
