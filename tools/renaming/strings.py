"""Replaces old module names and paths in texts: dotted (titledeed.front.desk), paths (front/desk.py, front/hands/)."""
import re, runpy, sys, subprocess
from pathlib import Path
root = Path(sys.argv[1]); MOVES = runpy.run_path(sys.argv[2])["MOVES"]
files = [root / f for f in subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True).stdout.split("\n")
         if re.search(r"\.(py|md|toml|js|mjs|html|css|txt|yml)$", f) and not f.startswith(("tests/records", "tests/golden", "tests/saves", "static/vendor", "tools/requirements", "CHANGELOG"))]
byold = sorted(MOVES.items(), key=lambda kv: -len(kv[0]))
pats = []
for old, new in byold:
    pats.append((re.compile(r"(?<![\w.])" + re.escape(old) + r"(?![\w])"), new))
    po, pn = old.split(".", 1)[1].replace(".", "/"), new.split(".", 1)[1].replace(".", "/")
    pats.append((re.compile(r"(?<![\w])titledeed/" + re.escape(po) + r"(?=(\.py|/|\b(?![\w-])))"), "titledeed/" + pn))
    if "/" in po:
        pats.append((re.compile(r"(?<![\w/])" + re.escape(po) + r"(?=\.py\b|/)"), pn))
        tail = po.split("/", 1)[1] if po.startswith("front/") else None
        if tail and "/" in tail:
            pats.append((re.compile(r"(?<![\w/])" + re.escape(tail) + r"(?=\.py\b)"), pn.split("/", 1)[1]))
changed = 0
for f in files:
    if not f.exists(): continue
    t = f.read_text("utf-8"); o = t
    for p, n in pats: t = p.sub(n, t)
    if t != o: f.write_text(t, "utf-8"); changed += 1
print("texts changed:", changed)
