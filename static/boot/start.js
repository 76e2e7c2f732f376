// Starts Python while the page is already there, and says how it goes. The page's state is
// <html data-state>: shell (HTML alone), loading, ready (set by py/main.py), failed, ended.

const root = document.documentElement;
const own = document.querySelector("script[data-pyscript]");
const script = document.querySelector("script[type=py]");
const section = document.getElementById("start");
const part = (name) => document.getElementById(`start-${name}`);

// Fetching takes most of a first visit; PyScript's own reports share the rest.
const FETCHED = 0.9;
const REPORTS = { "Loaded interpreter": 0.95, "Loaded Pyodide": 0.97 };

function show(fraction, words) {
  if (root.dataset.state !== "loading") return;
  const bar = part("bar");
  bar.value = Math.max(bar.value, fraction);
  if (words && part("words").textContent !== words) part("words").textContent = words;
}

function failed(why) {
  if (root.dataset.state !== "loading") return;
  if (window.guard) return window.guard.failed(why);
  root.dataset.state = "failed";
  say(section.dataset.failed, why);
}

function say(words, why) {
  part("words").textContent = words;
  part("why").textContent = String(why?.message ?? why);
  part("why").hidden = false;
  part("bar").hidden = true;
  part("again").hidden = false;
}

// Python can end while the page is still there, for example if it is out of memory. Then nothing answers
// any more.
function ended(why) {
  if (root.dataset.state !== "ready") return failed(why);
  root.dataset.state = "ended";
  say(section.dataset.ended, why);
  // A dialog would cover the button, and Python would have to handle the closing of a dialog.
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.remove();
  section.hidden = false;
  part("again").focus();
}

// People's display settings are known before Python runs; unknown values are ignored. build.py writes
// here each setting that styles use, and its values (ui/settings.py).
const BUILT = {};
try {
  const kept = localStorage.getItem("titledeed/1/settings") ?? "";
  const liked = JSON.parse(kept.slice(kept.indexOf("{"))); // a checksum stands before it
  for (const [name, values] of Object.entries(BUILT))
    if (values.includes(liked?.[name])) root.dataset[name] = liked[name];
} catch {
  // No storage here, or something else in it: the program reports that.
}

// If the browser lacks something, guard.js has said so, and this script waits forever.
if (root.dataset.state === "lacking") await new Promise(() => {});

root.dataset.state = "loading";
part("again").addEventListener("click", () => location.reload());
addEventListener("unhandledrejection", ({ reason }) => failed(reason));
addEventListener("error", ({ error, message }) => failed(error ?? message));
addEventListener("py:progress", ({ detail }) => {
  if (REPORTS[detail]) show(REPORTS[detail], section.dataset.setting);
});

// The menu and the deeds of the first page's board open and close without Python. A press next to an
// open one closes it, as the Escape key does in any case.
addEventListener("click", ({ target }) => {
  const shows = target.closest("[data-shows]");
  if (shows) document.getElementById(shows.dataset.shows).showModal();
  else if (target.closest("[data-hides]") || target.matches("dialog:not(.sheet)")) target.closest("dialog").close();
});

// What people press before Python runs is done once it runs; until then, nothing may leave the page.
const early = [];
const keep = (event) => {
  if (event.type === "submit") event.preventDefault();
  const pressed = event.target.closest("form[data-do], button[data-do], a[data-do], button[data-why]");
  if (root.dataset.state !== "loading" || !pressed) return;
  if (event.type === "click" && pressed.tagName === "FORM") return;
  early.push(pressed);
};
addEventListener("click", keep);
addEventListener("submit", keep);

function doWhatWasPressed() {
  for (const pressed of early) {
    if (!pressed.isConnected) continue;
    if (pressed.tagName === "FORM") pressed.requestSubmit();
    else pressed.click();
  }
}

// PyScript opens two databases of its own and waits for one; they contain nothing of ours. In a browser
// that denies databases or never answers, the start would fail. So PyScript gets empty ones. The
// program's own database is not affected.
const answered = (result) => {
  const request = {};
  queueMicrotask(() => request.onsuccess?.({ target: { result } }));
  return request;
};
const nothing = new Proxy({}, { get: () => () => answered([]) });
const empty = { transaction: () => ({ objectStore: () => nothing }), close() {} };
const databases = Object.getOwnPropertyDescriptor(globalThis, "indexedDB");
if (databases?.configurable) {
  const open = (name, version) =>
    name.startsWith("IDBMap/")
      ? answered(empty)
      : databases.get.call(globalThis).open(name, version);
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: { open } });
}

// PyScript makes a channel to other windows as it starts, and the program has its own. If a browser has
// no BroadcastChannel, windows communicate through localStorage, which reports each change to all
// others.
globalThis.BroadcastChannel ??= class {
  constructor(name) {
    this.key = `titledeed/channel/${name}`;
    addEventListener("storage", ({ key, newValue }) => {
      if (key === this.key && newValue) this.onmessage?.({ data: newValue.slice(newValue.indexOf(" ") + 1) });
    });
  }
  postMessage(text) {
    try {
      localStorage.setItem(this.key, `${Math.random()} ${text}`); // equal texts in a row would change nothing
      localStorage.removeItem(this.key);
    } catch {
      // No storage here: then no other window has this one's games either.
    }
  }
  close() {}
};

const interpreter = JSON.parse(script.getAttribute("config")).interpreter;
const [python, pyscript] = await Promise.all([
  import(new URL(interpreter, document.baseURI).href).then((python) => {
    python.onProgress((fraction) =>
      show(FETCHED * fraction, section.dataset[fraction < 1 ? "fetching" : "starting"]),
    );
    python.onEnd(ended);
    return python;
  }),
  import(new URL(own.dataset.pyscript, document.baseURI).href),
]).catch((why) => {
  failed(why);
  throw why;
});

// Work after the start must not compete with the start.
new MutationObserver((_, observer) => {
  if (root.dataset.state !== "ready") return;
  observer.disconnect();
  if (databases?.configurable) Object.defineProperty(globalThis, "indexedDB", databases);
  removeEventListener("click", keep);
  removeEventListener("submit", keep);
  doWhatWasPressed();
  if (!own.dataset.offline) return; // opened from a file
  import(new URL(own.dataset.offline, document.baseURI).href)
    .then(({ keepOffline }) => keepOffline(own.dataset.worker))
    .catch((why) => console.info("The site cannot be kept for offline use here:", why));
}).observe(root, { attributeFilter: ["data-state"] });

// PyScript would turn its one default worker hook into a function by eval, which our policy
// forbids. The hook gives workers the module `_pyscript`, which we do not use there.
pyscript.hooks.worker.onBeforeRunAsync.clear();
