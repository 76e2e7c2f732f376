"""Splits modules: split.py ROOT plan.py. SPLITS = {old dotted module: {new dotted module: (docstring, [names])}}.
Names not listed stay. Uses elsewhere are rewritten (imports only; alias uses are reported)."""
from __future__ import annotations
import ast, re, runpy, subprocess, sys, builtins
from pathlib import Path
ROOT = Path(sys.argv[1]).resolve(); PLAN = runpy.run_path(sys.argv[2]); SPLITS = PLAN["SPLITS"]
ALIAS = PLAN.get("ALIAS", {})  # old module imported as an alias -> module to import instead
SRC = ROOT / "py"
def path(m): return SRC.joinpath(*m.split(".")).with_suffix(".py")
def names_of(n):
    if hasattr(n, "name"): return [n.name]
    ts = getattr(n, "targets", None) or ([n.target] if hasattr(n, "target") else [])
    out = []
    for t in ts:
        for x in ast.walk(t):
            if isinstance(x, ast.Name): out.append(x.id)
    return out
def rel(frm, to):
    a, b = frm.split(".")[:-1], to.split(".")
    c = 0
    while c < min(len(a), len(b)) and a[c] == b[c]: c += 1
    return "." * (len(a) - c + 1) + ".".join(b[c:])
def absolute(mod, node):
    if not node.level: return node.module or ""
    parts = mod.split(".")[:-1]
    parts = parts[: len(parts) - node.level + 1]
    return ".".join([*parts, *filter(None, [node.module])])
HOME = {}  # (old module, name) -> new module
for old, table in SPLITS.items():
    for new, (doc, names) in table.items():
        for n in names: HOME[old, n] = new
MODS = {".".join(f.relative_to(SRC).with_suffix("").parts) for f in SRC.rglob("*.py")} | {new for t in SPLITS.values() for new in t}
def import_lines(here, wants):
    """wants: {module: set(names)} absolute; package modules become relative."""
    out = []
    for m in sorted(wants, key=lambda m: (m.startswith("titledeed"), m)):
        target = rel(here, m) if m.startswith("titledeed") else m
        out.append(f"from {target} import (" + ", ".join(sorted(wants[m])) + ",)")
    return "\n".join(out)
made = {}
raw_made = {}
rest = {}
for old, table in SPLITS.items():
    f = path(old); text = f.read_text("utf-8"); tree = ast.parse(text); lines = text.splitlines(keepends=True)
    source = {}  # name -> ("from", module, orig, asname) / ("import", text)
    body = tree.body; chunks = []; end = 0
    for n in body:
        start = end
        first = min([n.lineno, *[d.lineno for d in getattr(n, "decorator_list", [])]])
        lead = lines[start: first - 1]
        code = lines[first - 1: n.end_lineno]; end = n.end_lineno
        # trailing comment on the same line stays within code
        if isinstance(n, ast.ImportFrom):
            for a in n.names: source[a.asname or a.name] = ("from", absolute(old, n), a.name, a.asname)
        elif isinstance(n, ast.Import):
            for a in n.names: source[a.asname or a.name.split(".")[0]] = ("import", a.name, None, a.asname)
        chunks.append((n, lead, code))
    defined = {x: HOME.get((old, x), old) for n, _, _ in chunks for x in names_of(n)}
    # names that no target claims but whose statement defines them stay
    files = {old: [], **{new: [] for new in table}}
    for n, lead, code in chunks:
        if isinstance(n, (ast.Import, ast.ImportFrom)) or (isinstance(n, ast.Expr) and n is body[0]): continue
        where = {defined[x] for x in names_of(n)} or {old}
        assert len(where) == 1, (old, names_of(n), where)
        w = where.pop()
        lead = "".join(l for l in lead if not re.match(r"# -{10,}", l)).strip("\n")
        sep = "\n\n\n" if isinstance(n, (ast.ClassDef, ast.FunctionDef)) else "\n"
        files[w].append((n, sep, (lead + "\n" if lead.strip() else "") + "".join(code)))
    for m, parts in files.items():
        if m == old and not parts: rest[old] = None; continue
        if not parts: raise SystemExit(f"{m}: nothing")
        used = set()
        for n, _, code in parts:
            used |= {x.id for x in ast.walk(n) if isinstance(x, ast.Name)}
            for x in ast.walk(n):  # string annotations
                if isinstance(x, ast.Constant) and isinstance(x.value, str) and re.fullmatch(r"[A-Z]\w+", x.value): used.add(x.value) if x.value in defined else None
        own = {x for n, _, _ in parts for x in names_of(n)}
        wants, plain = {}, []
        for u in sorted(used - own):
            if u in defined: wants.setdefault(defined[u], set()).add(u)
            elif u in source:
                kind, mod, orig, asname = source[u]
                if kind == "import": plain.append(f"import {mod}" + (f" as {asname}" if asname else ""))
                else:
                    mod = HOME.get((mod, orig), mod)
                    wants.setdefault(mod, set()).add(orig + (f" as {asname}" if asname else ""))
        doc = table[m][0] if m != old else PLAN.get("DOCS", {}).get(old) or ast.get_docstring(tree, clean=False)
        r = raw_made.setdefault(m, ["", {}, set(), []])
        r[0] = r[0] or doc
        for k, v in wants.items(): r[1].setdefault(k, set()).update(v)
        r[2].update(plain); r[3] += parts
for m, (doc, wants, plain, parts) in raw_made.items():
    own = {x for n, _, _ in parts for x in names_of(n)}
    wants = {HOME.get((k, ""), k): {x for x in v} for k, v in wants.items()}
    fixed = {}
    for k, v in wants.items():
        for x in v:
            h = HOME.get((k, x.split(" as ")[0]), k)
            if h != m: fixed.setdefault(h, set()).add(x)
    out = f'"""{doc}"""\n\nfrom __future__ import annotations\n\n' + "\n".join(sorted(plain)) + "\n" + import_lines(m, fixed) + "\n\n"
    out += "".join(sep + code for _, sep, code in parts)
    made[m] = out.rstrip("\n") + "\n"
# other files
changed = 0
def fix(f):
    global changed
    text = f.read_text("utf-8")
    if f.is_relative_to(SRC): here = ".".join(f.relative_to(SRC).with_suffix("").parts)
    else: here = None
    if here and here.endswith(".__init__"): here = here[: -len("__init__")] + "__init__"
    if here in SPLITS: return
    tree = ast.parse(text); lines = text.splitlines(keepends=True); edits = []
    for n in ast.walk(tree):
        if not isinstance(n, ast.ImportFrom): continue
        mod = absolute(here or "x", n)
        if mod in SPLITS:
            groups = {}
            for a in n.names:
                m = HOME.get((mod, a.name), mod)
                if m == mod and rest.get(mod, 1) is None: print("!", f, n.lineno, a.name, "has no home")
                groups.setdefault(m, []).append(a.name + (f" as {a.asname}" if a.asname else ""))
            if set(groups) == {mod}: continue
            ind = " " * n.col_offset
            outs = []
            for m, ns in groups.items():
                target = rel(here, m) if here and m.startswith("titledeed") and n.level else m
                outs.append((target, ns))
            tail = lines[n.end_lineno - 1].encode()[n.end_col_offset:].decode().rstrip("\n")
            first = lines[n.lineno - 1]
            if "# noqa" in first and "# noqa" not in tail: tail = "  " + first[first.index("# noqa"):].rstrip("\n")
            sep = tail + "\n" if tail else ""
            outs = [f"from {target} import ({sep}" + ", ".join(ns) + ",)" for target, ns in outs]
            tail = ""
            edits.append((n.lineno, n.end_lineno, ind + (tail + "\n" + ind).join(outs) + tail + "\n"))
        else:
            for a in n.names:
                if f"{mod}.{a.name}" in SPLITS and rest.get(f"{mod}.{a.name}", 1) is None or f"{mod}.{a.name}" in ALIAS:
                    full = f"{mod}.{a.name}"
                    if full in ALIAS and len(n.names) == 1:
                        nb, _, last = ALIAS[full].rpartition(".")
                        tail = lines[n.end_lineno - 1].encode()[n.end_col_offset:].decode().rstrip("\n")
                        edits.append((n.lineno, n.end_lineno, f"from {nb} import {last} as {a.asname or a.name}{tail}\n"))
                    else: print("!", f, n.lineno, "imports the module", a.name)
    for s, e, t in sorted(edits, reverse=True): lines[s - 1: e] = [t]
    if edits: f.write_text("".join(lines), "utf-8"); changed += 1
FILES = [f for d in ("py", "tests", "tools", "static/boot") for f in (ROOT / d).rglob("*.py") if "__pycache__" not in f.parts] + [ROOT / "build.py"]
for f in FILES: fix(f)
# attribute uses: alias.name -> name, imported from its new module
for f in FILES:
    if not f.exists(): continue
    text = f.read_text("utf-8"); here = ".".join(f.relative_to(SRC).with_suffix("").parts) if f.is_relative_to(SRC) else None
    if here in SPLITS: continue
    tree = ast.parse(text); alias = {}
    for n in ast.walk(tree):
        if isinstance(n, ast.ImportFrom):
            mod = absolute(here or "x", n)
            for a in n.names:
                if f"{mod}.{a.name}" in SPLITS: alias[a.asname or a.name] = (f"{mod}.{a.name}", n)
    if not alias: continue
    spots, adds = [], {}
    for n in ast.walk(tree):
        if isinstance(n, ast.Attribute) and isinstance(n.value, ast.Name) and n.value.id in alias:
            m, imp = alias[n.value.id]
            if (m, n.attr) in HOME and HOME[m, n.attr] != m:
                spots.append((n.lineno, n.col_offset, n.end_lineno, n.end_col_offset, n.attr)); adds.setdefault((imp.lineno, imp.end_lineno, imp.level), {}).setdefault(HOME[m, n.attr], set()).add(n.attr)
    if not spots: continue
    bl = [l.encode() for l in text.splitlines(keepends=True)]
    for l, c, el, ec, name in sorted(spots, reverse=True):
        assert l == el, f
        bl[l - 1] = bl[l - 1][:c] + name.encode() + bl[l - 1][ec:]
    for (l, el, level), mods in sorted(adds.items(), reverse=True):
        ind = bl[l - 1][: len(bl[l - 1]) - len(bl[l - 1].lstrip())].decode()
        for m, ns in mods.items():
            target = rel(here, m) if here and level else m
            noqa = "  # noqa: E402" if b"# noqa" in bl[l - 1] else ""
            bl.insert(el, f"{ind}from {target} import {', '.join(sorted(ns))}{noqa}\n".encode())
    f.write_text(b"".join(bl).decode(), "utf-8")
for m, t in made.items():
    path(m).parent.mkdir(parents=True, exist_ok=True); path(m).write_text(t, "utf-8")
for m, r in rest.items():
    if r is None and m not in made: path(m).unlink()
print("files with imports changed:", changed, "made:", len(made))
