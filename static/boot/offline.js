// Makes the service worker save the site for offline use, and shows a quiet notice when a newer version
// is ready.  <html data-kept> is set once everything is stored, and has the number of bytes. <html
// data-unkept> says why the site is not stored: insecure, unsupported, refused, failed (ui/page_port.py,
// Offline). The event kept-or-not reports either. #update is shown when a new version could take over.
// Its button, #update-now, activates that version and reloads the page.

const root = document.documentElement;

// The page's policy allows a text as a script's address only through this function, and only this text.
function trusted(address) {
  const createScriptURL = (text) => {
    if (text !== "sw.js") throw new TypeError(`not the service worker: ${text}`);
    return text;
  };
  const policy = globalThis.trustedTypes?.createPolicy("titledeed-offline", { createScriptURL });
  return policy?.createScriptURL(address) ?? address;
}

// What people have entered for a new game is restored after the reload (ui/browser/dom_page.py). Games
// are restored anyway.
function loadAnew() {
  const form = document.getElementById("setup-form");
  try {
    if (form) sessionStorage.setItem("titledeed/entered", JSON.stringify(Object.fromEntries(new FormData(form))));
  } catch {
    // No storage here: people must enter it again.
  }
  location.reload();
}

/** Says in the settings why this version is not stored. If it should have been stored, a notice says so too. */
function unkept(reason, why = "") {
  if (root.dataset.kept !== undefined) return;
  root.dataset.unkept = reason;
  root.dataset.unkeptWhy = why;
  document.dispatchEvent(new Event("kept-or-not"));
  const notice = document.getElementById("unkept");
  notice.hidden = !["refused", "failed"].includes(reason);
  document.getElementById("unkept-read").addEventListener("click", () => (notice.hidden = true));
}

/** Returns what the service worker has noted about this page's version, once all of it is stored. */
async function noted(scope) {
  const { content: version } = document.querySelector("meta[name=version]");
  const cacheName = `titledeed ${scope} ${version}`;
  return (await caches.match(new URL("kept.json", scope).href, { cacheName }))?.json();
}

/** Makes the service worker store the page's language too, and waits until it has tried. */
function keepLanguage(worker, language) {
  return new Promise((tried) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = tried;
    worker.postMessage({ language }, [port2]);
  });
}

/** Starts to store the site. Without service workers (an insecure address, some private windows), the page works
 *  only online. */
export async function keepOffline(address) {
  const workers = navigator.serviceWorker;
  if (!workers) return unkept(isSecureContext ? "unsupported" : "insecure");
  let controlled = Boolean(workers.controller);
  workers.addEventListener("message", ({ data }) => {
    if (data.unkept) unkept("failed", data.unkept);
  });
  let registration;
  try {
    registration = await workers.register(trusted(address));
  } catch (why) {
    return unkept("refused", String(why.message ?? why));
  }
  const notice = document.getElementById("update");
  const look = () => {
    if (registration.waiting && workers.controller) notice.hidden = false;
  };
  const watch = (worker) => worker?.addEventListener("statechange", look);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  watch(registration.installing);
  look();

  let asked = false;
  document.getElementById("update-now").addEventListener("click", () => {
    asked = true;
    registration.waiting?.postMessage("take over");
  });
  workers.addEventListener("controllerchange", () => {
    // A page of the old version cannot continue once another service worker answers for its files. The
    // first service worker of a page is not a change: it has just stored this version.
    if (controlled || asked) loadAnew();
    controlled = true;
  });
  const { active } = await workers.ready;
  const note = await noted(registration.scope);
  if (note) {
    await keepLanguage(active, globalThis.guard?.language() ?? "en");
    delete root.dataset.unkept;
    root.dataset.kept = note.bytes;
    document.dispatchEvent(new Event("kept-or-not"));
  } else if (!registration.installing && active.state === "activated") {
    unkept("failed", "sw.js");
  }
}
