// Has the service worker keep the site, and says quietly when a newer version waits.
//
// <html data-kept> is there once everything is stored. #update is shown when a new version could
// take over; its button, #update-now, lets it, and the page is loaded anew.

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

/** Starts to keep the site. Without service workers (an insecure address, some private windows)
 *  the page works as it is, online. */
export async function keepOffline(address) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const already = Boolean(workers.controller);
  const registration = await workers.register(trusted(address));
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
    // A page of the old version cannot go on once another one answers for its files.
    if (already || asked) location.reload();
  });
  await workers.ready;
  root.dataset.kept = "";
}
