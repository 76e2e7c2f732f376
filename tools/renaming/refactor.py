"""Moves modules and symbols of a Python tree and rewrites imports and uses. Usage: refactor.py ROOT plan.py [--dry]"""
from __future__ import annotations
import ast, re, subprocess, sys, runpy
from pathlib import Path
from collections import defaultdict

ROOT = Path(sys.argv[1]).resolve()
PLAN = runpy.run_path(sys.argv[2])
MOVES: dict[str, str] = PLAN["MOVES"]          # old module -> new module (dotted, relative to a source root)
SYMBOLS: dict[tuple[str, str], tuple[str, str]] = PLAN.get("SYMBOLS", {})  # (old module, name) -> (new module, new name)
SRC = ROOT / "py"

def module_of(file: Path) -> str | None:
    if file.is_relative_to(SRC):
        parts = list(file.relative_to(SRC).with_suffix("").parts)
    elif file.is_relative_to(ROOT / "tools") :
        parts = list(file.relative_to(ROOT).with_suffix("").parts)
    elif file.is_relative_to(ROOT / "tests" / "support"):
        parts = list(file.relative_to(ROOT / "tests" / "support").with_suffix("").parts)
    else:
        return None
    if parts[-1] == "__init__": parts.pop()
    return ".".join(parts)

FILES = sorted(set(f for d in ("py", "tests", "tools", "static/boot") for f in (ROOT / d).rglob("*.py")) | {ROOT / "build.py"})
FILES = [f for f in FILES if "__pycache__" not in f.parts]
MODFILE = {module_of(f): f for f in FILES if module_of(f)}
MODULES = set(MODFILE)
PKGS = {m for m, f in MODFILE.items() if f.name == "__init__.py"}

def newmod(m: str) -> str:
    if m in MOVES: return MOVES[m]
    # a package prefix?
    parts = m.split(".")
    for n in range(len(parts) - 1, 0, -1):
        p = ".".join(parts[:n])
        if p in MOVES and p in PKGS: return MOVES[p] + "." + ".".join(parts[n:])
    return m

problems: list[str] = []

DEFS: dict[str, set[str]] = {}
REEX: dict[tuple[str, str], tuple[str, str]] = {}
for _m, _f in MODFILE.items():
    if _m in PKGS or not _m.startswith("titledeed"): continue
    _t = ast.parse(_f.read_text("utf-8")); DEFS[_m] = set()
    for _n in _t.body:
        if hasattr(_n, "name"): DEFS[_m].add(_n.name)
        elif isinstance(_n, (ast.Assign, ast.AnnAssign)):
            for _x in ast.walk(_n):
                if isinstance(_x, ast.Name) and isinstance(_x.ctx, ast.Store): DEFS[_m].add(_x.id)
        elif isinstance(_n, ast.ImportFrom):
            _b = _n.module or ""
            if _n.level:
                _p = _m.split(".")[:-1]; _p = _p[: len(_p) - _n.level + 1]; _b = ".".join([*_p, *filter(None, [_b])])
            for _a in _n.names: REEX[_m, _a.asname or _a.name] = (_b, _a.name)
def canon(base, name):
    while base in DEFS and name not in DEFS[base] and (base, name) in REEX and REEX[base, name][0] in DEFS and f"{REEX[base, name][0]}.{REEX[base, name][1]}" not in MODULES:
        base, name = REEX[base, name]
    return base, name

class Scope:
    def __init__(self, node, parent):
        self.node, self.parent, self.bound, self.globals = node, parent, set(), set()

class Names(ast.NodeVisitor):
    """All Name loads/stores with their scope; the bindings of each scope."""
    def __init__(self, tree):
        self.uses: list[tuple[ast.AST, str, Scope]] = []
        self.top = Scope(tree, None); self.cur = self.top
        for n in tree.body: self.visit(n)
    def bind(self, name): self.cur.bound.add(name)
    def visit_Name(self, node):
        if isinstance(node.ctx, (ast.Store, ast.Del)): self.bind(node.id)
        self.uses.append((node, node.id, self.cur))
    def visit_Import(self, node):
        for a in node.names: self.bind((a.asname or a.name).split(".")[0])
    def visit_ImportFrom(self, node):
        for a in node.names: self.bind(a.asname or a.name)
    def visit_Global(self, node): self.cur.globals.update(node.names)
    visit_Nonlocal = visit_Global
    def visit_ExceptHandler(self, node):
        if node.name: self.bind(node.name)
        self.generic_visit(node)
    def visit_MatchAs(self, node):
        if node.name: self.bind(node.name)
        self.generic_visit(node)
    def visit_MatchStar(self, node):
        if node.name: self.bind(node.name)
    def visit_MatchMapping(self, node):
        if node.rest: self.bind(node.rest)
        self.generic_visit(node)
    def _args(self, args):
        for a in [*args.posonlyargs, *args.args, *args.kwonlyargs, *filter(None, [args.vararg, args.kwarg])]:
            yield a
    def _func(self, node, body):
        for d in getattr(node, "decorator_list", []): self.visit(d)
        for d in [*node.args.defaults, *[d for d in node.args.kw_defaults if d]]: self.visit(d)
        for a in self._args(node.args):
            if a.annotation: self.visit(a.annotation)
        if getattr(node, "returns", None): self.visit(node.returns)
        self.cur = Scope(node, self.cur)
        for a in self._args(node.args): self.bind(a.arg)
        for b in body: self.visit(b)
        self.cur = self.cur.parent
    def visit_FunctionDef(self, node): self.bind(node.name); self._func(node, node.body)
    visit_AsyncFunctionDef = visit_FunctionDef
    def visit_Lambda(self, node): self._func(node, [node.body])
    def visit_ClassDef(self, node):
        self.bind(node.name)
        for d in node.decorator_list + node.bases + [k.value for k in node.keywords]: self.visit(d)
        self.cur = Scope(node, self.cur)
        for b in node.body: self.visit(b)
        self.cur = self.cur.parent
    def _comp(self, node):
        self.visit(node.generators[0].iter)
        self.cur = Scope(node, self.cur)
        for i, g in enumerate(node.generators):
            if i: self.visit(g.iter)
            self.visit(g.target)
            for c in g.ifs: self.visit(c)
        for f in ("elt", "key", "value"):
            if hasattr(node, f): self.visit(getattr(node, f))
        self.cur = self.cur.parent
    visit_ListComp = visit_SetComp = visit_GeneratorExp = visit_DictComp = _comp

def resolve(scope: Scope, name: str) -> Scope | None:
    s, first = scope, True
    while s:
        skip = isinstance(s.node, ast.ClassDef) and not first
        if not skip and name in s.bound and name not in s.globals: return s
        s, first = s.parent, False
    return None

def scope_of_imports(tree):
    """import node -> Scope (object of a Names visitor)"""
    v = Names.__new__(Names); v.uses = []; v.top = Scope(tree, None); v.cur = v.top; v.imports = []
    orig_i, orig_f = Names.visit_Import, Names.visit_ImportFrom
    class W(Names):
        def visit_Import(self, node): self.imports.append((node, self.cur)); Names.visit_Import(self, node)
        def visit_ImportFrom(self, node): self.imports.append((node, self.cur)); Names.visit_ImportFrom(self, node)
    w = W.__new__(W); w.uses = []; w.imports = []; w.top = Scope(tree, None); w.cur = w.top
    for n in tree.body: w.visit(n)
    return w

def process(file: Path) -> str | None:
    text = file.read_text("utf-8")
    try: tree = ast.parse(text)
    except SyntaxError as e: problems.append(f"{file}: {e}"); return None
    here = module_of(file)
    in_pkg = here is not None and here.startswith("titledeed")
    is_init = file.name == "__init__.py"
    pkg = (here if is_init else here.rpartition(".")[0]) if here else ""
    nhere = newmod(here) if here else None
    npkg = (nhere if is_init else nhere.rpartition(".")[0]) if nhere else ""
    w = scope_of_imports(tree)
    lines = text.splitlines(keepends=True); bl = [l.encode() for l in lines]
    starts = [0]
    for b in bl: starts.append(starts[-1] + len(b))
    raw = text.encode()
    def pos(l, c): return starts[l - 1] + c
    edits: list[tuple[int, int, bytes]] = []
    local_renames: list[tuple[Scope, str, str]] = []
    module_alias: dict[tuple[int, str], str] = {}  # (id(scope), local) -> old module
    def rel(mod: str) -> str:
        """mod as a from-target, relative if the package's own."""
        if not in_pkg or not mod.startswith("titledeed"): return mod
        a, b = npkg.split("."), mod.split(".")
        common = 0
        while common < min(len(a), len(b)) and a[common] == b[common]: common += 1
        if common == 0: return mod
        dots = "." * (len(a) - common + 1)
        return dots + ".".join(b[common:])
    for node, scope in w.imports:
        changed = False; out: list[str] = []
        if isinstance(node, ast.Import):
            for a in node.names:
                if a.name in MODULES:
                    n = newmod(a.name)
                    if a.asname:
                        module_alias[id(scope), a.asname] = a.name
                        base, _, last = n.rpartition(".")
                        out.append(f"import {n} as {a.asname}")
                    else:
                        out.append(f"import {n}")
                        if n != a.name: problems.append(f"{file}:{node.lineno}: bare import {a.name}")
                    changed |= n != a.name
                else:
                    out.append(f"import {a.name}" + (f" as {a.asname}" if a.asname else ""))
        else:
            base = node.module or ""
            if node.level:
                parts = pkg.split(".")
                base = ".".join([*parts[: len(parts) - node.level + 1], *filter(None, [base])])
            if base not in MODULES and not base.startswith(("titledeed", "tools")):
                continue
            groups: dict[str, list[str]] = defaultdict(list)
            for a in node.names:
                full = f"{base}.{a.name}" if base else a.name
                local = a.asname or a.name
                if full in MODULES:
                    n = newmod(full); nb, _, last = n.rpartition(".")
                    module_alias[id(scope), local] = full
                    as_ = a.asname
                    if not as_ and last != a.name: local_renames.append((scope, a.name, last))
                    if as_ == last: as_ = None
                    groups[nb].append(last + (f" as {as_}" if as_ else "")); changed |= n != full
                else:
                    b2, n2 = canon(base, a.name)
                    nm, nn = SYMBOLS.get((b2, n2), (newmod(b2), n2))
                    changed |= (b2, n2) != (base, a.name)
                    as_ = a.asname
                    if not as_ and nn != a.name: local_renames.append((scope, a.name, nn))
                    if as_ == nn: as_ = None
                    groups[nm].append(nn + (f" as {as_}" if as_ else "")); changed |= (nm, nn) != (base, a.name)
            # a moved file changes its relative imports, too
            if node.level and rel(base) != "." * node.level + (node.module or ""): changed = True
            for nb, names in groups.items():
                target = rel(nb)
                if len(names) == 1: out.append(f"from {target} import {names[0]}")
                else: out.append(f"from {target} import (" + ", ".join(names) + ")")
        if changed:
            s, e = pos(node.lineno, node.col_offset), pos(node.end_lineno, node.end_col_offset)
            indent = " " * node.col_offset
            first = lines[node.lineno - 1]
            if "# noqa" in first:
                note = "  " + first[first.index("# noqa"):].rstrip("\n")
                if node.lineno == node.end_lineno:
                    e = pos(node.end_lineno, 0) + len(bl[node.end_lineno - 1].rstrip(b"\n"))
                out = [(o.replace(" import (", f" import ({note}\n", 1) if " import (" in o else o + note) for o in out]
            edits.append((s, e, ("\n" + indent).join(out).encode()))
    # definitions of renamed symbols in their own module
    for (m, n), (nm, nn) in SYMBOLS.items():
        if m == here and n != nn:
            local_renames.append((w.top, n, nn))
            for d in ast.walk(tree):
                if isinstance(d, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and d.name == n and d in tree.body:
                    seg = raw[pos(d.lineno, d.col_offset): pos(d.lineno, d.col_offset) + 400]
                    mm = re.search(rb"(?:class|def)\s+(" + n.encode() + rb")\b", seg)
                    s = pos(d.lineno, d.col_offset) + mm.start(1)
                    edits.append((s, s + len(n.encode()), nn.encode()))
    # uses
    ren = {(id(s), a): b for s, a, b in local_renames}
    for node, name, scope in w.uses:
        r = resolve(scope, name)
        if r is not None and (id(r), name) in ren:
            new = ren[id(r), name]
            t = resolve(scope, new)
            if t is not None and not (t is r and any(x is r and b == new for x, _, b in local_renames) and new not in r.bound):
                problems.append(f"{file}:{node.lineno}: {name} -> {new} collides")
            s = pos(node.lineno, node.col_offset)
            edits.append((s, s + len(name.encode()), new.encode()))
    # attributes of modules: mod.symbol
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            pass
    attr_scope = {id(n): s for n, _, s in w.uses}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and id(node.value) in attr_scope:
            r = resolve(attr_scope[id(node.value)], node.value.id)
            m = module_alias.get((id(r), node.value.id)) if r else None
            if m and (m, node.attr) in SYMBOLS:
                nm, nn = SYMBOLS[m, node.attr]
                if nm != newmod(m): problems.append(f"{file}:{node.lineno}: {node.value.id}.{node.attr} moved to {nm}.{nn}"); continue
                e = pos(node.end_lineno, node.end_col_offset)
                edits.append((e - len(node.attr.encode()), e, nn.encode()))
    if not edits: return None
    edits.sort(); out = bytearray(); at = 0
    for s, e, b in edits:
        if s < at: problems.append(f"{file}: overlapping edit at byte {s}"); continue
        out += raw[at:s] + b; at = e
    out += raw[at:]
    return out.decode()

results = {f: process(f) for f in FILES}
for p in problems: print("!", p)
if "--dry" in sys.argv: sys.exit()
for f, t in results.items():
    if t is not None: f.write_text(t, "utf-8")
# move files
for m, f in sorted(MODFILE.items()):
    n = newmod(m)
    if n == m or not f.is_relative_to(SRC): continue
    target = SRC.joinpath(*n.split("."))
    target = target / "__init__.py" if f.name == "__init__.py" else target.with_suffix(".py")
    target.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "-C", str(ROOT), "mv", str(f), str(target)], check=True)
print("files changed:", sum(t is not None for t in results.values()))
