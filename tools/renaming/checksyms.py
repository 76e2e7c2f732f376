import runpy,sys,ast,pathlib
P=runpy.run_path(sys.argv[2]); root=pathlib.Path(sys.argv[1])
for (m,n),(nm,nn) in P["SYMBOLS"].items():
    f=root/"py"/(m.replace(".","/")+".py")
    if not f.exists(): print("no module",m,n); continue
    t=ast.parse(f.read_text()); names=set()
    for x in t.body:
        if hasattr(x,'name'): names.add(x.name)
        for y in ast.walk(x) if isinstance(x,(ast.Assign,ast.AnnAssign)) else []:
            if isinstance(y,ast.Name): names.add(y.id)
    if n not in names: print("no symbol",m,n)
    if nn in names: print("exists",m,nn)
