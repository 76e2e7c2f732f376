import ast, pathlib, collections
PY=pathlib.Path('py'); mods={}
for f in PY.rglob('*.py'):
    p=list(f.relative_to(PY).with_suffix('').parts)
    if p[-1]=='__init__': p.pop()
    mods['.'.join(p)]=f
defs={}
for m,f in mods.items():
    for n in ast.parse(f.read_text()).body:
        if isinstance(n,(ast.FunctionDef,ast.ClassDef,ast.AsyncFunctionDef)): defs[m,n.name]=type(n).__name__[0]
uses=collections.Counter()
for m,f in mods.items():
    pkg=m if f.name=='__init__.py' else m.rpartition('.')[0]
    t=ast.parse(f.read_text()); al={}
    for n in ast.walk(t):
        if isinstance(n,ast.ImportFrom):
            base=n.module or ''
            if n.level:
                parts=pkg.split('.'); base='.'.join([*parts[:len(parts)-n.level+1],*filter(None,[base])])
            for a in n.names:
                x=f'{base}.{a.name}'
                if x in mods: al[a.asname or a.name]=x
                elif (base,a.name) in defs: uses[base,a.name]+=1
    for n in ast.walk(t):
        if isinstance(n,ast.Attribute) and isinstance(n.value,ast.Name) and n.value.id in al and (al[n.value.id],n.attr) in defs:
            uses[al[n.value.id],n.attr]+=1
import itertools
for m,g in itertools.groupby(sorted(k for k in defs if uses[k]),key=lambda k:k[0]):
    print(m.replace('titledeed.',''),' '.join(f"{'!' if defs[k]=='C' else ''}{k[1]}:{uses[k]}" for k in g))
