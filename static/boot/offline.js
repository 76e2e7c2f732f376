// Has the service worker keep the site, and says quietly when a newer version waits.
//
// <html data-kept> is there once everything is stored, and says how many bytes that are; <html data-unkept>
// says why it is not: insecure, unsupported, refused, failed (ui/page_port.py, Offline); the event kept-or-not
// tells of either. #update is shown when a new version could take over; its button, #update-now, lets it, and
// the page is loaded anew.

const root = document.documentElement;

// The page's policy lets no text become a script's address but through this, and this only one.
function trusted(address) {
  const createScriptURL = (text) => {
    if (text !== "sw.js") throw new TypeError(`not the service worker: ${text}`);
    return text;
  };
  const policy = globalThis.trustedTypes?.createPolicy("titledeed-offline", { createScriptURL });
  return policy?.createScriptURL(address) ?? address;
}

// What has been entered for a new game is there again when the page is (ui/browser/dom_page.py); games are anyway.
function loadAnew() {
  const form = document.getElementById("setup-form");
  try {
    if (form) sessionStorage.setItem("titledeed/entered", JSON.stringify(Object.fromEntries(new FormData(form))));
  } catch {
    // No storage here: then it has to be entered again.
  }
  location.reload();
}

/** Says in the settings why this version is not kept, and where it should have been in a sentence. */
function unkept(reason, why = "") {
  if (root.dataset.kept !== undefined) return;
  root.dataset.unkept = reason;
  root.dataset.unkeptWhy = why;
  document.dispatchEvent(new Event("kept-or-not"));
  const notice = document.getElementById("unkept");
  notice.hidden = !["refused", "failed"].includes(reason);
  document.getElementById("unkept-read").addEventListener("click", () => (notice.hidden = true));
}

/** What the service worker has noted of this page's version, once all of it is kept. */
async function noted(scope) {
  const { content: version } = document.querySelector("meta[name=version]");
  const cacheName = `titledeed ${scope} ${version}`;
  return (await caches.match(new URL("kept.json", scope).href, { cacheName }))?.json();
}

/** Has the service worker keep the page's language too, and waits until it has tried. */
function keepLanguage(worker, language) {
  return new Promise((tried) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = tried;
    worker.postMessage({ language }, [port2]);
  });
}

/** Starts to keep the site. Without service workers (an insecure address, some private windows)
 *  the page works as it is, online. */
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
    // A page of the old version cannot go on once another one answers for its files. The first one that a
    // page gets is no other one: it has just kept the site, and answers for it from now on.
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
