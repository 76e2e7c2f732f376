// A page of version 0.1.0 that a browser has kept asks for this file at this address, and no longer finds the
// others: it is loaded anew, past the browser's store, once.
const TRIED = "titledeed/loaded-anew";

let tried = true;
try {
  tried = sessionStorage.getItem(TRIED) === "yes";
  sessionStorage.setItem(TRIED, "yes");
} catch {
  // No storage here: nothing would keep it from going round for ever.
}
if (!tried) {
  await fetch(new URL("../../", import.meta.url), { cache: "reload" });
  location.reload();
}
