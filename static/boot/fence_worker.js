// Python inside the closed frame (fence.js). The page has sent its files, because nothing can be fetched from here. Then
// come questions as JSON with an id, one at a time; each gets an answer (titledeed/workshop/inside_fence.py).

const SCRIPT = "text/javascript";
const WASM = "application/wasm";
const PAGE = 65536; // bytes of a page of WebAssembly's memory
const MOST_PAGES = (512 * 1024 * 1024) / PAGE;
const tell = (message) => postMessage(JSON.stringify(message));
const load = (bytes) => import(URL.createObjectURL(new Blob([bytes], { type: SCRIPT })));

let answer;

async function boot({ pyodide, script, wasm, empty, stdlib, app, lock, entry, ...archives }) {
  delete WebAssembly.Suspending; // python.js says why
  // A bot gets half a gigabyte. Beyond that Python raises MemoryError.
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength / PAGE + Number(pages) > MOST_PAGES) throw new RangeError("too much memory");
    return grow.call(this, pages);
  };
  globalThis.fetch = async (address) =>
    new Response(String(address).endsWith(".zip") ? empty : wasm, { headers: { "Content-Type": WASM } });
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([load(pyodide), load(script)]);
  const python = await loadPyodide({
    createPyodideModule,
    indexURL: "https://nowhere.invalid/",
    stdLibURL: "https://nowhere.invalid/empty.zip",
    packageBaseUrl: "https://nowhere.invalid/",
    lockFileContents: { info: JSON.parse(lock), packages: {} },
    stdout() {},
    stderr() {},
    async fsInit(FS) {
      while (!FS.analyzePath("/lib/python314.zip").exists) await new Promise((go) => setTimeout(go));
      FS.writeFile("/lib/python314.zip", new Uint8Array(stdlib), { canOwn: true });
      FS.writeFile("/lib/app.zip", new Uint8Array(app), { canOwn: true });
      for (const [part, bytes] of Object.entries(archives)) {
        FS.writeFile(`/lib/${part}.zip`, new Uint8Array(bytes), { canOwn: true });
      }
    },
  });
  if (python._api) python._api.on_fatal = (why) => tell({ dead: String(why) });
  const offered = Object.keys(archives).map((part) => `sitecustomize.offer("/lib/${part}.zip")\n`);
  python.runPython(`import sitecustomize\nsitecustomize.program("/lib/app.zip")\n${offered.join("")}import gc\ngc.enable()\n`);
  const [module, name] = entry.split(":");
  answer = python.pyimport(module)[name];
  delete globalThis.Worker; // a bot would otherwise have several processors, and more memory
  tell({ ready: true });
}

addEventListener("message", async ({ data }) => {
  if (typeof data !== "string") {
    boot(data).catch((why) => tell({ dead: String(why) }));
    return;
  }
  const { id } = JSON.parse(data);
  try {
    tell({ id, done: answer(data, (progress) => tell({ id, alive: progress })) });
  } catch (why) {
    tell({ id, failed: String(why) });
  }
});
