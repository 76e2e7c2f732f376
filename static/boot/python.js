// The module that PyScript loads as its interpreter: Pyodide, started with our own archives, before
// PyScript itself has loaded. tools/archives.py says what is in them.  Both a page and PyScript's
// workers use this module; only a page starts early.

// build.py writes here the addresses relative to the site's top, the sizes, and the lock file's facts.
const BUILT = {};

export const version = BUILT.version;

const LONG_FOR_A_PICTURE = 1000; // ms
const LIBRARY = "/lib/python314.zip";
const PROGRAM = "/lib/app.zip";
const top = new URL("../../", import.meta.url);
export const address = (file) => new URL(BUILT.files[file], top).href;

// Where WebAssembly can switch stacks (JSPI), Pyodide runs Python on a separate stack. In some of its
// runs, Chromium measures its memory and follows the stack past its end. Then every page of such a run
// crashes. Nothing here waits in the middle of Python, which is the only use of JSPI.
delete WebAssembly.Suspending;

// ---- progress -------------------------------------------------------------------------------

const loaded = {};
const listeners = new Set();

/** Calls `listener(fraction)`, from 0 to 1, whenever more of the files has arrived. */
export const onProgress = (listener) => listeners.add(listener);

function arrived(file, bytes) {
  if (!BUILT.sizes[file]) return; // it comes after the start
  loaded[file] = Math.min((loaded[file] ?? 0) + bytes, BUILT.sizes[file].read);
  let have = 0;
  let all = 0;
  for (const [name, { read, sent }] of Object.entries(BUILT.sizes)) {
    have += ((loaded[name] ?? 0) / read) * sent;
    all += sent;
  }
  for (const listener of listeners) listener(have / all);
}

async function chunks(file, response) {
  const parts = [];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts;
    parts.push(value);
    arrived(file, value.length);
  }
}

// ---- fetching -------------------------------------------------------------------------------

/** Returns an archive's bytes, inflated. A damaged cached copy is fetched again once. */
export async function archive(file, cache = "default") {
  const response = await fetch(address(file), { cache });
  if (!response.ok) throw Object.assign(new Error(`${BUILT.files[file]}: ${response.status}`), { status: response.status });
  const parts = await chunks(file, response);
  try {
    return await inflate(parts);
  } catch (why) {
    if (cache === "reload") throw new Error(`${BUILT.files[file]} is damaged`, { cause: why });
    return archive(file, "reload");
  }
}

async function inflate(parts) {
  const packed = new Blob(parts);
  // A host may send a .gz file with Content-Encoding; then the browser has already inflated it.
  const [first, second] = parts[0] ?? [];
  const zip = first === 0x50 && second === 0x4b;
  if (zip) return new Uint8Array(await packed.arrayBuffer());
  if (typeof DecompressionStream === "function") {
    const stream = packed.stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }
  const { gunzipSync } = await import(address("inflate"));
  return gunzipSync(new Uint8Array(await packed.arrayBuffer()));
}

/** Runs `action` while WebAssembly's streaming start is wrapped. The wrapper counts bytes and accepts a host that
 *  sends .wasm with another type. It also reports a failure, which Pyodide's caller would hide. */
async function watched(action, failed) {
  const original = WebAssembly.instantiateStreaming;
  WebAssembly.instantiateStreaming = async (source, imports) => {
    try {
      const response = await source;
      if (!response.ok) throw new Error(`${BUILT.files.wasm}: ${response.status}`);
      // Counting the bytes takes a tenth of a quick start. It is done only if people will look at the
      // progress bar. That is so on a slow line, when the other half of Pyodide, requested earlier, has
      // not arrived yet.
      const slow = !performance.getEntriesByName(address("script")).length;
      if (slow) chunks("wasm", response.clone()).catch(failed);
      const streams = response.headers.get("Content-Type")?.startsWith("application/wasm");
      const made = streams
        ? await original.call(WebAssembly, response, imports)
        : await WebAssembly.instantiate(await response.arrayBuffer(), imports);
      arrived("wasm", BUILT.sizes.wasm.read);
      prepareForTable(imports.env, made);
      return made;
    } catch (why) {
      failed(why);
      throw why;
    }
  };
  try {
    return await action();
  } finally {
    WebAssembly.instantiateStreaming = original;
  }
}

// A function's signature as Emscripten writes it, and WebAssembly's number for each type in it.
const TYPES = { i: 0x7f, p: 0x7f, j: 0x7e, f: 0x7d, d: 0x7c, e: 0x6f };
const SIGNATURE = /^[vipjfde][ipjfde]*$/;

/** Emscripten puts about 260 JavaScript functions into WebAssembly's table, which accepts only functions that
 *  WebAssembly exports. It learns that from an error each time, and makes a module for the one function. Here one
 *  module is made for all of them, and its exports replace the originals. */
function prepareForTable(functions, { module, instance }) {
  try {
    const names = WebAssembly.Module.imports(module)
      .filter(({ module, name }) => module === "GOT.func" && !(name in instance.exports))
      .map(({ name }) => name)
      .filter((name) => SIGNATURE.test(functions[name]?.sig));
    const originals = names.map((name) => functions[name]);
    const table = new WebAssembly.Module(passing(originals.map(({ sig }) => sig)));
    const { exports } = new WebAssembly.Instance(table, { "": { ...originals } });
    names.forEach((name, n) => {
      functions[name] = Object.assign(exports[n], { sig: originals[n].sig });
    });
  } catch (why) {
    console.info("Emscripten makes its table by itself:", why);
  }
}

/** A WebAssembly module that imports functions of these signatures, named 0, 1, 2 …, and exports them
 *  under the same names. */
function passing(signatures) {
  const number = (n) => (n < 0x80 ? [n] : [(n & 0x7f) | 0x80, ...number(n >> 7)]);
  const vector = (items) => [...number(items.length), ...items.flat()];
  const section = (id, items) => [id, ...vector(vector(items).map((byte) => [byte]))];
  const types = (letters) => vector([...letters].map((letter) => TYPES[letter]));
  const name = (n) => vector([...String(n)].map((digit) => digit.charCodeAt(0)));
  const each = (entry) => signatures.map(entry);
  return Uint8Array.of(
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, each(([out, ...ins]) => [0x60, ...types(ins), ...types(out.replace("v", ""))])),
    ...section(2, each((_, n) => [...name(""), ...name(n), 0, ...number(n)])),
    ...section(7, each((_, n) => [...name(n), 0, ...number(n)])),
  );
}

/** Resolves when the page has been painted for the first time. The next steps block the main thread, so the picture
 *  would otherwise come after them. A hidden page is not painted. */
async function pictured() {
  if (globalThis.document?.visibilityState !== "visible") return;
  const picture = new Promise((made) => requestAnimationFrame(() => setTimeout(made)));
  await Promise.race([picture, new Promise((go) => setTimeout(go, LONG_FOR_A_PICTURE))]);
}

// ---- languages -------------------------------------------------------------------------------

const place = (part) => `/lib/${part}.zip`;
const language = () => globalThis.guard?.language() ?? "";

/** Returns the texts in the visitor's language if the program does not contain them. They are requested together
 *  with the program. Without them the program is in English, and requests them again (ui/actions/settings.py). */
async function words() {
  if (!BUILT.languages?.includes(language())) return undefined;
  return archive(language()).catch((why) => console.info("The page's language is not here yet:", why));
}

// ---- starting -------------------------------------------------------------------------------

async function start({ stdout, stderr }) {
  let failed;
  const failure = new Promise((_, reject) => (failed = reject));
  // Without its library, Python would start only to fail, so a failed start stops here.
  const archives = Promise.all([archive("stdlib"), archive("app"), words()]).catch((why) => {
    failed(why);
    return new Promise(() => {});
  });
  const pyodide = import(address("pyodide"));
  pyodide.catch(() => {}); // reported where it is awaited
  await pictured();
  const indexURL = new URL(".", address("pyodide")).href;
  const { loadPyodide } = await pyodide;
  const starting = watched(
    () =>
      loadPyodide({
        stdout,
        stderr,
        indexURL,
        packageBaseUrl: indexURL,
        lockFileContents: { info: BUILT.lock, packages: {} },
        // Pyodide writes this library itself. It gets an empty one, which ours then replaces.
        stdLibURL: address("empty"),
        async fsInit(FS) {
          const [library, program, said] = await archives;
          while (!FS.analyzePath(LIBRARY).exists) await new Promise((go) => setTimeout(go));
          FS.writeFile(LIBRARY, library, { canOwn: true });
          FS.writeFile(PROGRAM, program, { canOwn: true });
          if (said) FS.writeFile(place(language()), said, { canOwn: true });
        },
      }),
    failed,
  );
  const python = await Promise.race([starting, failure]);
  // The program's archive comes before the working folder, where PyScript writes its own
  // package as source.
  python.runPython(`
import sitecustomize
sitecustomize.program(${JSON.stringify(PROGRAM)})
sitecustomize.offer(${JSON.stringify(place(language()))})
import rest_of_library
rest_of_library.offer(${JSON.stringify(address("rest"))})
`);
  // A page continues to import modules; py/main.py enables the collector there.
  if (!globalThis.document) python.runPython("import gc; gc.enable()");
  // Pyodide reports a fatal error of the interpreter only to this hook and the console.
  if (python._api) python._api.on_fatal = (why) => ended(why);
  running = python;
  return python;
}

/** Loads a part of the program that is not loaded at the start. */
export async function part(name, python = running) {
  if (python.FS.analyzePath(place(name)).exists) return;
  const content = await archive(name).catch((why) => {
    if (why.status === 404) globalThis.guard?.late(address(name));
    throw why;
  });
  python.FS.writeFile(place(name), content, { canOwn: true });
  python.runPython(`import sitecustomize; sitecustomize.offer(${JSON.stringify(place(name))})`);
}

let workers;

/** Returns a worker (static/boot/worker.js) that has been told to start. Throws if workers are not available. */
export function worker(start) {
  const source = address("worker");
  // The page's policy allows a text as a script's address only through this function, and only this
  // text.
  const createScriptURL = (text) => {
    if (text !== source) throw new TypeError(`not our worker: ${text}`);
    return text;
  };
  workers ??= globalThis.trustedTypes?.createPolicy("titledeed-worker", { createScriptURL }) ?? {
    createScriptURL,
  };
  const made = new Worker(workers.createScriptURL(source), { type: "module" });
  made.postMessage(JSON.stringify({ start: { ...JSON.parse(start), python: import.meta.url } }));
  return made;
}

/** Pyodide's own facts about its packages, for the fence. */
export const lock = () => JSON.stringify(BUILT.lock);

/** Loads a library, a module that is not loaded at the start. */
export const library = (name) => import(address(name));

/** The program's own hash, which is the same for two pages of one version. */
export const program = BUILT.files && [BUILT.files.app, BUILT.files.tables].map((file) => file.split("?").pop()).join(" ");

// start.js reports on the start, so it must be there. If the browser does not have it when all of the
// page is loaded, it is requested once more. The new address is different, because the browser already
// knows the old one as failed.
if (globalThis.document)
  addEventListener("load", () => {
    const script = document.querySelector("script[data-pyscript][type=module]");
    if (!script || document.documentElement.dataset.state !== "shell") return;
    import(`${script.src}?again`).catch((why) => globalThis.guard?.failed(why));
  });

let ended = () => {};

/** Calls `listener(why)` when Python has ended for good; all later calls into Python fail. */
export const onEnd = (listener) => (ended = listener);

/** The interpreter, once it runs, for tests and for inspection in the browser's console. */
export let running;

// Python's output goes to the console until PyScript sets another target.
const out = { stdout: (text) => console.log(text), stderr: (text) => console.error(text) };

// In a page, Python starts now; PyScript later gets this interpreter.
let early;
if (globalThis.document && document.documentElement.dataset.state !== "lacking") {
  early = start({ stdout: (text) => out.stdout(text), stderr: (text) => out.stderr(text) });
  early.catch(() => {}); // reported by whoever awaits it, after a second try
}

/** Has Pyodide's own signature; PyScript calls it. */
export async function loadPyodide(options) {
  if (early) {
    const first = early;
    early = undefined;
    try {
      const python = await first;
      Object.assign(out, { stdout: options.stdout, stderr: options.stderr });
      return python;
    } catch (why) {
      console.info("Starting Python failed; trying once more.", why);
    }
  }
  return start(options);
}
