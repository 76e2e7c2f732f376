// Runs a Python file in Pyodide under Node, with the same archives that the browser gets.
//
//   node tools/pyodide.mjs FOLDER FILE [ARGUMENT…]
//
// FOLDER holds stdlib.….gz, app.….gz, lab.….gz, tables.….gz, odds.….gz and de.….gz, as dist/python/
// does.
// The working folder is there as /here and contains FILE; the program is imported from its archive. The
// rest
// of the standard library is missing, so a module that tools/stdlib.txt lacks cannot be imported here
// either.
import { readFileSync, readdirSync, writeFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const [folder, file, ...rest] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), "titledeed-"));
const names = readdirSync(folder);
// The archives that the page fetches later: the laboratory, tables, odds, and each language.
const offered = names.filter((name) => name.endsWith(".gz")).map((name) => name.split(".")[0]).filter((stem) => !["app", "stdlib"].includes(stem));
const archive = (stem) => readFileSync(join(folder, names.find((name) => name.startsWith(`${stem}.`))));
const library = join(scratch, "stdlib.zip");
writeFileSync(library, gunzipSync(archive("stdlib")));
const python = await loadPyodide({
  stdLibURL: library,
  fsInit(FS) {
    for (const name of ["app", ...offered]) FS.writeFile(`/lib/${name}.zip`, gunzipSync(archive(name)));
  },
});
rmSync(scratch, { recursive: true });
python.FS.mkdirTree("/here");
python.FS.mount(python.FS.filesystems.NODEFS, { root: process.cwd() }, "/here");
python.globals.set("argv", python.toPy([file, ...rest]));
python.globals.set("offered", python.toPy(offered));
let status;
try {
  status = python.runPython(`
import os, sys
os.chdir("/here")
sys.argv = argv
import gc, sitecustomize
for name in offered:
    sitecustomize.offer(f"/lib/{name}.zip")
sitecustomize.program("/lib/app.zip")
gc.enable()
status = 0
try:
    with open(argv[0], encoding="utf-8") as file:
        exec(compile(file.read(), argv[0], "exec"), {"__name__": "__main__", "__file__": argv[0]})
except SystemExit as end:
    status = end.code if isinstance(end.code, int) else int(end.code is not None)
    if isinstance(end.code, str):
        print(end.code, file=sys.stderr)
sys.stdout.flush()
sys.stderr.flush()
status
`);
} catch (why) {
  console.error(why.message); // the Python traceback; Node itself would print Pyodide's source
  status = 1;
}
process.exit(status);
