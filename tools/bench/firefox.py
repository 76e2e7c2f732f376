"""Measures a start in Firefox without a driver.

A page with the site in a frame watches the site and reports the time. That page is on the same host as
the site, so it may read it. It reports by a request, which the host records.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
from pathlib import Path

from tools.serve import Host

WATCH = "watch.html"
PAGE = """<!doctype html><meta charset="utf-8"><title>Watching a start</title>
<iframe src="./" width="1280" height="720"></iframe>
<script>
const asked = new URLSearchParams(location.hash.slice(1));
const watch = setInterval(() => {
  const inside = document.querySelector("iframe").contentWindow;
  const root = inside.document?.documentElement;
  const [ready] = inside.performance.getEntriesByName("titledeed:ready");
  const [paint] = inside.performance.getEntriesByName("first-contentful-paint");
  if (root?.dataset.state === "failed") report("failed");
  else if (ready && (!asked.has("kept") || "kept" in root.dataset))
    report(`${ready.startTime}-${paint?.startTime ?? ""}`);
}, 20);
async function report(what) {
  clearInterval(watch);
  await fetch(`report-${what}`).catch(() => {});
  setTimeout(() => close(), asked.get("linger"));
}
</script>
"""
# Firefox must load nothing but the site: no first-run pages, reports or updates, and no second visit for a
# thumbnail on the new-tab page, which takes half of the machine.
SETTINGS = {
    "browser.aboutwelcome.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.newtabpage.enabled": False,
    "browser.pagethumbnails.capturing_disabled": True,
    "dom.allow_scripts_to_close_windows": True,
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
    """Make a copy of a site with the watching page beside it."""
    shutil.copytree(folder, copy)
    (copy / WATCH).write_text(PAGE)
    return copy


def start(
    program: str, profile: Path, host: Host, address: str, keeps: bool, linger: float
) -> tuple[float, float | None]:
    """Return the milliseconds to the first answer and to the first paint, by the page's clock.

    The second is None if there is no paint. The page stays ``linger`` seconds longer and then closes
    its window, because Firefox stores its service workers only when it ends by itself."""
    profile.mkdir(parents=True, exist_ok=True)
    lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in SETTINGS.items()]
    (profile / "user.js").write_text("\n".join(lines))
    host.sent.clear()
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    running = subprocess.Popen(
        [*command, f"{address}{WATCH}#linger={linger * 1000:.0f}{'&kept' if keeps else ''}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for name, _ in list(host.sent):
                if name.startswith("report-"):
                    if name == "report-failed":
                        raise RuntimeError(f"{address} says that its start failed.")
                    running.wait(PATIENCE)
                    ready, painted = name.removeprefix("report-").split("-")
                    return float(ready), float(painted) if painted else None
            time.sleep(0.05)
        raise RuntimeError(f"{address} did not start in Firefox.")
    finally:
        running.kill()
        running.wait()
