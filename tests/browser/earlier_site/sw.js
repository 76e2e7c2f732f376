// Keeps the whole site for use without a network, one version at a time, never a mixture: a version
// is used only when all of it is here and each file is the one that was built. A new version waits
// until the page says "take over" or no page of the old one is open.

// build.py writes here: the version, and each file's address with the hash of its content.
const BUILT = {};

const scope = self.registration.scope; // one origin may hold several sites: caches name theirs
const OURS = `titledeed ${scope} `;
const CACHE = OURS + BUILT.version;
const AT_ONCE = 4;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(CACHE);
  const waiting = Object.entries(BUILT.files);
  const fetching = async () => {
    for (let next; (next = waiting.pop()); ) await keepOne(cache, ...next);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, fetching));
  } catch (why) {
    await caches.delete(CACHE);
    throw why;
  }
}

async function keepOne(cache, address, integrity) {
  const url = new URL(address, scope).href;
  // An address that carries a hash or a version is the same file in every version that has it.
  const versioned = address.includes("?v=") || address.startsWith("vendor/");
  const kept = versioned && (await caches.match(url));
  if (kept) return cache.put(url, kept);
  const response = await fetch(url, { integrity, cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return cache.put(url, response);
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

// An address without its hash means the file of this version. (Cache.match can ignore what follows
// the "?" by itself, but then looks through all that is stored, at each request of each start.)
const full = new Map(
  Object.keys(BUILT.files).map((address) => [address.replace(/\?v=.*/, ""), address]),
);

async function answer(request) {
  const url = new URL(request.url);
  if (request.mode === "navigate" || !url.search) {
    const name = url.href.slice(scope.length).replace(/[?#].*/, "");
    const page = name === "" || name === "index.html";
    url.href = new URL(page ? "./" : (full.get(name) ?? name), scope).href;
  }
  const kept = await caches.match(url.href, { cacheName: CACHE, ignoreVary: true });
  return kept ?? fetch(request);
}
