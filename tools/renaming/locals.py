"""Renames parameters and local variables by name and mypy type. locals.py ROOT plan.py [--dry] [--stats]
plan: LOCALS = {(old, "full.Class" or "*"): new}. A name of that type is renamed in its whole function; collisions are reported."""
from __future__ import annotations
import os, runpy, sys
from collections import Counter, defaultdict
from pathlib import Path
from mypy import build as mbuild
from mypy.options import Options
from mypy.find_sources import create_source_list
from mypy.modulefinder import BuildSource
from mypy.nodes import *
from mypy.types import *
from mypy.traverser import TraverserVisitor
from mypy.config_parser import parse_config_file
sys.setrecursionlimit(10000)
root = Path(sys.argv[1]).resolve(); os.chdir(root)
plan = runpy.run_path(sys.argv[2]); LOCALS = plan.get("LOCALS", {}); ATTRS = plan.get("ATTRS", {}); ATTR_NAMES = {k for k, _ in ATTRS}
dry = "--dry" in sys.argv; stats = "--stats" in sys.argv
options = Options(); parse_config_file(options, lambda: None, "pyproject.toml", sys.stdout, sys.stderr)
options.export_types = True; options.incremental = False; options.mypy_path = [str(root / "py"), str(root / "tests/support"), str(root)]
options.ignore_missing_imports = True; options.preserve_asts = True; options.check_untyped_defs = True
sources = create_source_list(["py"], options); have = {s.module for s in sources}
for d in ("tests", "tools"):
    for p in sorted((root / d).rglob("*.py")):
        if "__pycache__" in p.parts or p.name == "surface.py": continue
        rel = p.relative_to(root); mod = ".".join(rel.with_suffix("").parts)
        if rel.parts[:2] == ("tests", "support"): mod = rel.stem
        if mod.endswith(".__init__"): mod = mod[:-9]
        if mod in have: continue
        have.add(mod); sources.append(BuildSource(str(p), mod, None))
result = mbuild.build(sources, options)
def tname(t):
    t = get_proper_type(t) if t is not None else None
    if isinstance(t, Instance): return t.type.fullname
    if isinstance(t, UnionType):
        ns = {tname(x) for x in t.items if not isinstance(get_proper_type(x), NoneType)}
        return ns.pop() if len(ns) == 1 else "|".join(sorted(map(str, ns)))
    if isinstance(t, TypeVarType): return tname(t.upper_bound)
    return str(type(t).__name__)
edits = defaultdict(set); problems = []; count = Counter()
class V(TraverserVisitor):
    def __init__(self, path): self.path = path; self.stack = []
    def func(self, o):
        """names in this function (all nested included)"""
        names = set()
        class N(TraverserVisitor):
            def visit_name_expr(s, e): names.add(e.name)
            def visit_func_def(s, f):
                for a in f.arguments: names.add(a.variable.name)
                super().visit_func_def(f)
        o.accept(N())
        for a in o.arguments: names.add(a.variable.name)
        return names
    def want(self, var, name):
        if not isinstance(var, Var) or var.is_self or var.is_cls: return None
        if (name, "*") in LOCALS: return LOCALS[name, "*"]
        t = tname(var.type)
        return LOCALS.get((name, t))
    def visit_func_def(self, o):
        self.stack.append(self.func(o)); self.args(o); super().visit_func_def(o); self.stack.pop()
    def visit_lambda_expr(self, o):
        self.stack.append(self.func(o) | (self.stack[-1] if self.stack else set())); self.args(o); super().visit_lambda_expr(o); self.stack.pop()
    def args(self, o):
        for a in o.arguments:
            v = a.variable
            if stats: count[v.name, tname(v.type)] += 1
            new = self.want(v, v.name)
            if new: self.put(a.line, a.column, v.name, new)
    def put(self, line, col, old, new):
        if self.stack and new in self.stack[-1] and not self.ok(new):
            problems.append(f"{self.path}:{line}: {old} -> {new} collides"); return
        edits[self.path].add((line, col, old, new))
    def ok(self, new): return False
    def visit_name_expr(self, o):
        n = o.node
        if self.stack and isinstance(n, Var) and (o.kind in (LDEF,) or o.kind is None):
            if stats: count[o.name, tname(n.type)] += 1
            new = self.want(n, o.name)
            if new: self.put(o.line, o.column, o.name, new)
    def visit_call_expr(self, o):
        super().visit_call_expr(o)
        self.kwargs_of_class(o)
        node = o.callee.node if isinstance(o.callee, RefExpr) else None
        f = node.func if isinstance(node, Decorator) else node
        if isinstance(f, FuncDef):
            vs = {a.variable.name: a.variable for a in f.arguments}
            for name, arg in zip(o.arg_names, o.args):
                if name in vs:
                    new = self.want(vs[name], name)
                    if new: edits[self.path].add((arg.line, ("kw", arg.column), name, new))
    def attr_new(self, name, t):
        if (name, "*") in ATTRS: return ATTRS[name, "*"]
        return ATTRS.get((name, tname(t)))
    def visit_member_expr(self, o):
        super().visit_member_expr(o)
        if o.name in ATTR_NAMES:
            t = result.types.get(o)
            node = o.node
            if isinstance(node, Decorator): node = node.var
            vt = node.type if isinstance(node, Var) else None
            if isinstance(get_proper_type(vt), CallableType): vt = get_proper_type(vt).ret_type
            new = self.attr_new(o.name, vt) or self.attr_new(o.name, t)
            if new: edits[self.path].add((o.end_line, o.end_column - len(o.name), o.name, new))
            elif t is None: problems.append(f"{self.path}:{o.line}: .{o.name} of unknown type")
    def visit_class_def(self, o):
        for st in o.defs.body:
            for d in ([st] if not isinstance(st, OverloadedFuncDef) else st.items):
                f = d.func if isinstance(d, Decorator) else d
                if isinstance(f, FuncDef) and f.name in ATTR_NAMES and isinstance(d, Decorator):
                    ft = get_proper_type(f.type)
                    new = self.attr_new(f.name, ft.ret_type if isinstance(ft, CallableType) else None)
                    if new: edits[self.path].add((f.line, "def", f.name, new))
                if isinstance(f, AssignmentStmt):
                    for lv in f.lvalues:
                        if isinstance(lv, NameExpr) and lv.name in ATTR_NAMES:
                            new = self.attr_new(lv.name, lv.node.type if isinstance(lv.node, Var) else None)
                            if new: edits[self.path].add((lv.line, lv.column, lv.name, new))
        super().visit_class_def(o)
    def visit_class_pattern(self, o):
        super().visit_class_pattern(o)
        info = o.class_ref.node if isinstance(o.class_ref, RefExpr) else None
        if isinstance(info, TypeInfo):
            for k, v in zip(o.keyword_keys, o.keyword_values):
                if k in ATTR_NAMES and info.get(k) is not None:
                    new = self.attr_new(k, info.get(k).type)
                    if new: edits[self.path].add((v.line, ("kw", v.column), k, new))
    def kwargs_of_class(self, o):
        infos = []
        if isinstance(o.callee, RefExpr) and isinstance(o.callee.node, TypeInfo): infos = [o.callee.node]
        elif o.callee in result.types:
            t = get_proper_type(result.types[o.callee])
            if isinstance(t, CallableType) and t.is_type_obj(): infos = [t.type_object()]
        if isinstance(o.callee, RefExpr) and o.callee.name == "replace" and o.args and o.args[0] in result.types:
            t = get_proper_type(result.types[o.args[0]])
            if isinstance(t, Instance): infos = [t.type]
        for name, arg in zip(o.arg_names, o.args):
            if name not in ATTR_NAMES and (name, "*") not in LOCALS and not any(name == k for k, _ in LOCALS): continue
            for i in infos:
                new = None
                s = i.get(name) if name else None
                if s is not None and isinstance(s.node, Var): new = self.attr_new(name, s.node.type)
                init = i.get("__init__")
                if new is None and init is not None and isinstance(init.node, FuncDef):
                    for a in init.node.arguments:
                        if a.variable.name == name: new = self.want(a.variable, name)
                if new: edits[self.path].add((arg.line, ("kw", arg.column), name, new))
    def visit_as_pattern(self, o):
        super().visit_as_pattern(o)
        if o.name is not None: self.visit_name_expr(o.name)
for name, f in result.files.items():
    p = f.path
    if not p or not str(Path(p).resolve()).startswith(str(root)): continue
    if not (name.startswith(("titledeed", "tests", "tools", "main")) or "tests/support" in p): continue
    f.accept(V(p))
if stats:
    byname = defaultdict(Counter)
    for (n, t), c in count.items(): byname[n][t] += c
    for n, c in sorted(byname.items(), key=lambda kv: -sum(kv[1].values()))[:150]: print(n, sum(c.values()), c.most_common(5))
import re
done = 0
bad_lines = {tuple(p.split(":")[:2]) for p in problems}
for path, es in edits.items():
    lines = Path(path).read_text("utf-8").split("\n"); per = defaultdict(set)
    for line, col, old, new in es:
        text = lines[line - 1]; b = text.encode()
        if line < 1: continue
        if isinstance(col, tuple):
            pre = b[: col[1]].decode(errors="ignore"); ms = [x for x in re.finditer(r"\b" + old + r"\s*=(?!=)", pre)]
            k = line
            if not ms:
                for j in range(line - 2, max(line - 5, -1), -1):
                    m = re.search(r"\b" + old + r"\s*=\s*[\(\[]*\s*$", lines[j])
                    if m: ms = [m]; k = j + 1; break
            if not ms: problems.append(f"{path}:{line}: keyword {old} not found"); continue
            per[k].add((ms[-1].start(), old, new)); continue
        if col == "def":
            k = line
            while not (m := re.search(r"\bdef\s+(" + old + r")\b", lines[k - 1])): k += 1
            per[k].add((m.start(1), old, new)); continue
        c = len(b[:col].decode(errors="ignore"))
        if text[c: c + len(old)] != old:
            m = re.search(r"\b" + old + r"\b", text[c:])   # *args, as-patterns
            if not m: problems.append(f"{path}:{line}: expected {old}: {text[c:c+20]!r}"); continue
            c += m.start()
        per[line].add((c, old, new))
    for line, xs in per.items():
        for c, old, new in sorted(xs, reverse=True):
            t = lines[line - 1]; lines[line - 1] = t[:c] + new + t[c + len(old):]; done += 1
    if not dry: Path(path).write_text("\n".join(lines), "utf-8")
print("local edits:", done)
for p in sorted(set(problems))[:120]: print("!", p)
