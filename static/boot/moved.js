// The page of an earlier version requests this file at this address, and no longer finds the others. A
// browser may have cached that page, so this script reloads it once, past the cache. If the same page
// comes again, its host is publishing a new version and still has the old page. The script says so, and
// looks for the new page.

// build.py writes the messages here, by language.
const BUILT = {};

const TRIED = "titledeed/loaded-anew";
const AGAIN = 2000; // ms between two looks
const site = new URL("../../", import.meta.url);

let tried = true;
try {
  tried = sessionStorage.getItem(TRIED) === "yes";
  sessionStorage.setItem(TRIED, "yes");
} catch {
  // No storage here: nothing would prevent an endless loop.
}

/** Returns the page as its host has it now; "" if it is unreachable. */
const page = async () => {
  try {
    return await (await fetch(site, { cache: "reload" })).text();
  } catch {
    return "";
  }
};

if (!tried) {
  await page();
  location.reload();
} else {
  document.documentElement.dataset.state = "failed"; // the earlier guard.js then leaves the words alone
  const words = document.getElementById("start-words") ?? document.body.appendChild(document.createElement("p"));
  words.textContent = BUILT[navigator.language.slice(0, 2)] ?? BUILT.en;
  const look = async () => {
    const text = await page();
    if (text && !text.includes("start.mjs")) location.reload();
    else setTimeout(look, AGAIN);
  };
  look();
}
