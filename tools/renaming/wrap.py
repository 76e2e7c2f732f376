"""Breaks comment and docstring lines that renaming made too long."""
import json, subprocess, sys
from pathlib import Path
LIMIT = 110
for _ in range(4):
    out = json.loads(subprocess.run([".venv/bin/ruff", "check", "--select", "E501", "--output-format", "json", "."], capture_output=True, text=True).stdout)
    todo = {}
    for e in out: todo.setdefault(e["filename"], []).append(e["location"]["row"])
    done = 0
    for f, rows in todo.items():
        lines = Path(f).read_text().split("\n")
        for r in sorted(rows, reverse=True):
            l = lines[r - 1]; ind = l[: len(l) - len(l.lstrip())]; s = l.strip()
            comment = s.startswith("#")
            if not comment and ("#" in s and not s.startswith(('"""', "``")) and s.split("#")[0].rstrip().endswith((",", ")", "]", "="))): continue
            pre = ind + ("# " if comment else "")
            cut = l.rfind(" ", 0, LIMIT + 1)
            if cut <= len(pre) + 20: continue
            head, tail = l[:cut].rstrip(), l[cut + 1:].strip()
            nxt = lines[r] if r < len(lines) else ""
            same = nxt.startswith(pre) and nxt.strip() and (nxt.strip().startswith("#") == comment) and not nxt.strip().startswith(('"""',"``","*","-")) and nxt[len(ind):len(ind)+1] not in (" ",) and not tail.endswith('"""') and (comment or not nxt.strip().startswith(":"))
            if comment and not nxt.startswith(pre): same = False
            if same and len(pre) + len(tail) + 1 + len(nxt[len(pre):]) <= 400 and (comment or l.count('"""') == 0 or l.strip().startswith('"""')):
                lines[r - 1: r + 1] = [head, pre + tail + " " + nxt[len(pre):].lstrip()]
            else:
                lines[r - 1: r] = [head, pre + tail]
            done += 1
        Path(f).write_text("\n".join(lines))
    if not done: break
