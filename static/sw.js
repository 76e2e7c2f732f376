// Keeps the whole site for use without a network, one version at a time, never a mixture: a version
// is used only when all that play needs is here and each file is the one that was built. A new version
// waits until the page says "take over" or no page of the old one is open.

// build.py writes here: the version, the files that play needs and those it does not, each with the hash of
// its content; of what is packed, that of what is in it too, for a host may send it as an encoding.
const BUILT = {};

const scope = self.registration.scope; // one origin may hold several sites: caches name theirs
const OURS = `titledeed ${scope} `;
const CACHE = OURS + BUILT.version;
const NOTE = new URL("kept.json", scope).href; // what is kept, for offline.js: at no address of the site
const AT_ONCE = 4;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));
self.addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope)) event.respondWith(answer(event.request));
});

async function keep() {
  const cache = await caches.open(CACHE);
  try {
    await keepPage(cache);
    await keepAll(cache, BUILT.needed);
    const missing = [];
    await keepAll(cache, BUILT.others, (address) => missing.push(address));
    const note = { version: BUILT.version, bytes: BUILT.bytes, missing };
    await cache.put(NOTE, new Response(JSON.stringify(note)));
  } catch (why) {
    await caches.delete(CACHE);
    await tell(String(why?.message ?? why));
    throw why;
  }
}

/** A page that is open can say why. The next visit tries again. */
async function tell(unkept) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const page of pages) page.postMessage({ unkept });
}

/** A proxy may add to the page on its way; that it is this version's stands in it. */
async function keepPage(cache) {
  const response = await fetch(scope, { cache: "no-cache" });
  const text = await response.clone().text();
  const whole = text.includes("</html>") && text.includes(`<meta name="version" content="${BUILT.version}">`);
  if (!response.ok || !whole) throw new Error(`index.html: ${response.ok ? "not of this version" : response.status}`);
  // A browser takes no answer for a page that was redirected, and some hosts take the folder's slash away.
  await cache.put(scope, response.redirected ? new Response(text, { headers: response.headers }) : response);
}

async function keepAll(cache, files, without) {
  const waiting = Object.entries(files);
  const fetching = async () => {
    for (let next; (next = waiting.pop()); ) {
      const [address, integrity] = next;
      const kept = keepOne(cache, address, integrity);
      await (without ? kept.catch(() => without(address)) : kept);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, fetching));
}

async function keepOne(cache, address, integrity) {
  const url = new URL(address, scope).href;
  // An address that carries a hash is the same file in every version that has it.
  const kept = /\.[0-9a-f]{8}[./]/.test(address) && (await caches.match(url));
  if (kept) return cache.put(url, kept);
  let response;
  try {
    response = await fetch(url, { integrity, cache: "no-cache" });
  } catch (why) {
    throw new Error(address, { cause: why }); // it did not arrive, or is not what was built
  }
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return cache.put(url, response);
}

async function forgetOthers() {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(OURS) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function answer(request) {
  const url = new URL(request.url);
  // What follows a "?" means nothing here. (Cache.match can ignore it by itself, but then looks through all
  // that is stored, at each request of each start.)
  url.search = url.hash = "";
  if (url.href === `${scope}index.html`) url.href = scope;
  const kept = await caches.match(url.href, { cacheName: CACHE, ignoreVary: true });
  return kept ?? fetch(request);
}
