// Byte-compiles every .py below a folder, in place, with the same Python that will run it:
// the pinned Pyodide, started under Node. Pyodide would refuse bytecode of any other Python.
//
//   node tools/bytecode.mjs FOLDER
//
// FOLDER/<archive>/<name>/… is compiled as FOLDER/levels.json says: {"<name>": 0 or 2}. Level 2 leaves
// out docstrings, asserts and the lines inside functions; level 0 (our own program) leaves out the types
// of functions. A file that does not compile stops the build. If an archive contains the program, the
// script records the results that the program's dataclasses would compute at each import
// (static/boot/made_dataclasses.py).
import { loadPyodide } from "pyodide";

const folder = process.argv[2];
const DATACLASSES = "dataclasses.marshal"; // static/boot/sitecustomize.py reads it
// No columns: they are a quarter of the packed bytecode, and only serve to point into a source.
const python = await loadPyodide({ env: { PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdirTree("/stage");
python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/stage");
const compile = `
import ast
import importlib.util
import json
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

def undocumented(text, name):
    """What it is compiled from, without the docstrings of modules and functions: a twentieth of what is sent."""
    tree = ast.parse(text, name)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                said = node.body.pop(0)
                if not node.body and not isinstance(node, ast.Module):
                    node.body.append(ast.copy_location(ast.Pass(), said))
    return tree

class Untyped(ast.NodeTransformer):
    """Leaves out what only the type checker reads: annotations of functions, and imports for them. Those of
    classes stay, since dataclasses are made of them."""

    def visit_If(self, node):
        self.generic_visit(node)
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse or ast.copy_location(ast.Pass(), node)
        return node

    def visit_arg(self, node):
        node.annotation = None
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.returns = None
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

def without_lines(code):
    """The code with all instructions on the line where the function begins: the other lines are a tenth of what
    is sent, and only tracebacks show them."""
    # An entry of the table covers up to eight units of code: 0xe8 for one unit, without columns, and 0 lines
    # further (InternalDocs/code_objects.md of CPython).
    whole, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes((0xef, 0)) * whole + (bytes((0xe7 + rest, 0)) if rest else b"")
    consts = tuple(without_lines(c) if isinstance(c, type(code)) else c for c in code.co_consts)
    return code.replace(co_linetable=table, co_consts=consts)

stage = Path("/stage")
archives = sorted(folder for folder in stage.iterdir() if folder.is_dir())
for archive in archives:
    for name, level in json.loads((stage / "levels.json").read_text()).items():
        for source in sorted((archive / name).rglob("*.py")):
            text = source.read_bytes()
            said = source.relative_to(archive / name).as_posix()
            tree = undocumented(text, said)
            if level == 0:  # our own program, which looks at no annotation of a function
                tree = Untyped().visit(tree)
            code = compile(tree, said, "exec", dont_inherit=True, optimize=level)
            if level == 2:
                code = without_lines(code)
            # Hash-based and unchecked: no date is looked at when it is read, so it is reproducible.
            pyc = _code_to_hash_pyc(code, importlib.util.source_hash(text), checked=False)
            source.with_suffix(".pyc").write_bytes(pyc)
            source.unlink()

import importlib
import marshal
import sys

for archive in archives:
    if not list(archive.glob("*/made_dataclasses.pyc")):
        continue
    sys.path[:0] = [str(path) for path in archive.iterdir()]
    import made_dataclasses
    with made_dataclasses.recorded() as notes:
        for module in sorted(archive.glob("*/titledeed/**/*.pyc")):
            name = ".".join(module.relative_to(archive).with_suffix("").parts[1:])
            try:
                importlib.import_module(name.removesuffix(".__init__"))
            except (ImportError, AttributeError):
                pass  # it wants the browser's page, and has no dataclasses that matter
    (archive / "bare" / "${DATACLASSES}").write_bytes(marshal.dumps(notes))
`;
try {
  python.runPython(compile);
} catch (why) {
  console.error(why.message); // the Python traceback; Node itself would print Pyodide's source
  process.exit(1);
}
