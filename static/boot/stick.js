// The edition for a USB stick: starts the page from file://. There a browser lets a page load classic
// scripts next to it, but no modules, and it cannot fetch anything.  So each file comes as such a
// script, which passes it to `titledeed.keep`. Modules are made of blobs. The build has replaced
// `import` in them with `titledeed.load`, and fetch is answered from the stored files.

const titledeed = (() => {
  const packed = new Map();
  const blobs = new Map();
  const HASH = /\.[0-9a-f]{8}(?=\.)/; // of its content, in a file's name
  const nameOf = (address) => String(address).replace(/[?#].*/, "").replace(/.*\//, "").replace(HASH, "");

  /** Stores a file: its name, type and content in base64; the encoding is "gzip" if it is packed. */
  function keep(name, type, encoding, base64) {
    packed.set(name, { type, encoding, base64 });
  }

  async function bytes(name) {
    const { encoding, base64 } = packed.get(name);
    const raw = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (!encoding) return raw;
    const stream = new Blob([raw]).stream().pipeThrough(new DecompressionStream(encoding));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  }

  /** Returns the blob of a module, with those of the modules that it names. */
  function blobOf(name) {
    if (!blobs.has(name)) {
      blobs.set(name, (async () => {
        let text = new TextDecoder().decode(await bytes(name));
        for (const [whole, other] of [...text.matchAll(/titledeed:([\w.-]+)/g)]) {
          text = text.replaceAll(whole, await blobOf(other));
        }
        return URL.createObjectURL(new Blob([text], { type: packed.get(name).type }));
      })());
    }
    return blobs.get(name);
  }

  /** Replaces `import`. */
  async function load(address) {
    const name = nameOf(address);
    return packed.has(name) ? import(await blobOf(name)) : import(address);
  }

  const elsewhere = globalThis.fetch;
  globalThis.fetch = async (address, how) => {
    const name = nameOf(address.url ?? address);
    if (!packed.has(name)) return elsewhere(address, how);
    return new Response(await bytes(name), { headers: { "Content-Type": packed.get(name).type } });
  };

  return { keep, load };
})();

addEventListener("DOMContentLoaded", () => {
  titledeed.load("saved.js");
  titledeed.load("start.js");
});
