// Stores the site for use without a network, one version at a time, never a mixture. A version is used
// only when everything needed to play is here and each file is the one that was built. A new version
// waits until the page says "take over" or no page of the old one is open. Of the languages besides
// English, only those that this device has used are stored.

// build.py writes here: the version, the files needed to play, the other files, and those of each
// language, each with the hash of its content. A packed file also has the hash of its unpacked content,
// because a host may send it with Content-Encoding.
const BUILT = {};

const scope = self.registration.scope; // one origin may hold several sites: caches name theirs
const OURS = `titledeed ${scope} `;
const CACHE = OURS + BUILT.version;
const NOTE = new URL("kept.json", scope).href; // what is kept, for offline.js: at no address of the site
const AT_ONCE = 4;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOthers().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  const { data, ports } = event;
  if (data === "take over") self.skipWaiting();
  else if (data.language) event.waitUntil(keepLanguage(data.language).finally(() => ports[0].postMessage("kept")));
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method !== "GET" || !url.startsWith(scope)) return;
  event.respondWith(answer(event.request));
  const language = languageOf(url);
  if (language) event.waitUntil(keepLanguage(language));
});

async function keep() {
  const cache = await caches.open(CACHE);
  try {
    await keepPage(cache);
    await keepAll(cache, BUILT.needed);
    const missing = [];
    await keepAll(cache, BUILT.others, (address) => missing.push(address));
    for (const language of await languagesBefore()) await keepLanguage(language);
    const note = { version: BUILT.version, bytes: BUILT.bytes, missing };
    await cache.put(NOTE, new Response(JSON.stringify(note)));
  } catch (why) {
    await caches.delete(CACHE);
    await tell(String(why?.message ?? why));
    throw why;
  }
}

/** Tells open pages why the site could not be stored. The next visit tries again. */
async function tell(unkept) {
  const pages = await self.clients.matchAll({ includeUncontrolled: true, type: "window" });
  for (const page of pages) page.postMessage({ unkept });
}

/** Stores the page. A proxy may add to it in transit, so its version is checked in its text instead of by a hash. */
async function keepPage(cache) {
  const response = await fetch(scope, { cache: "no-cache" });
  const text = await response.clone().text();
  const whole = text.includes("</html>") && text.includes(`<meta name="version" content="${BUILT.version}">`);
  if (!response.ok || !whole) throw new Error(`index.html: ${response.ok ? "not of this version" : response.status}`);
  // A browser rejects a redirected response for a page, and some hosts redirect to the folder without
  // its slash.
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

/** Returns the language of a file of any version, if this version has that language. */
function languageOf(url) {
  const [, language] = /\/(?:python|static\/words)\/(\w+)\.[0-9a-f]{8}\./.exec(url) ?? [];
  return language && Object.hasOwn(BUILT.languages, language) ? language : undefined;
}

/** Returns the languages that are stored with an earlier version. */
async function languagesBefore() {
  const languages = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith(OURS) || name === CACHE) continue;
    const requests = await (await caches.open(name)).keys();
    for (const { url } of requests) languages.add(languageOf(url));
  }
  languages.delete(undefined);
  return languages;
}

/** Stores the missing files of a language. A file that does not arrive is requested again at the next use. */
async function keepLanguage(language) {
  if (!Object.hasOwn(BUILT.languages, language)) return;
  const cache = await caches.open(CACHE);
  const here = new Set((await cache.keys()).map(({ url }) => url));
  const files = Object.entries(BUILT.languages[language]);
  const absent = files.filter(([address]) => !here.has(new URL(address, scope).href));
  await keepAll(cache, Object.fromEntries(absent), () => {});
}

async function keepOne(cache, address, integrity) {
  const url = new URL(address, scope).href;
  // A file whose address has a hash is the same in every version that has it.
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
  // The part after a "?" means nothing here. (Cache.match can ignore it, but then it searches everything
  // stored, at each request of each start.)
  url.search = url.hash = "";
  if (url.href === `${scope}index.html`) url.href = scope;
  const kept = await caches.match(url.href, { cacheName: CACHE, ignoreVary: true });
  return kept ?? fetch(request);
}
