"""A start in Firefox, without a driver: a page around the site looks at it and reports the time.

The page lies beside the site, so it may look; its report is a request that the host notes.
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
# Nothing but the site: no first pages, no reports, no updates, and no second visit for a picture of it
# on the page of new tabs, which takes half of the machine.
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
    """A copy of a site with the watching page beside it."""
    shutil.copytree(folder, copy)
    (copy / WATCH).write_text(PAGE)
    return copy


def start(
    program: str, profile: Path, host: Host, address: str, keeps: bool, linger: float
) -> tuple[float, float | None]:
    """Milliseconds to the first answer and to the first paint, by the page's own clock. A page that shows
    nothing paints nothing. The page stays ``linger`` seconds longer, then closes its window: only a
    Firefox that ends by itself writes down which service workers there are."""
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
