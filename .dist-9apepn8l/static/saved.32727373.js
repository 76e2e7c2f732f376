const KEYS = "titledeed/1/facts/";
const MOST = 3;

const parsed =
  document.readyState === "loading"
    ? new Promise((done) => document.addEventListener("readystatechange", done, { once: true }))
    : null;
const text = (pattern, pieces) => pattern.replace(/\{(\w+)\}/g, (_, name) => pieces[name]);

function noted() {
  const found = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(KEYS)) continue;
    const stored = localStorage.getItem(key);
    try {
      const facts = JSON.parse(stored.slice(stored.indexOf(" ") + 1));
      if (Array.isArray(facts.players) && facts.players.length) found.push({ ...facts, id: key.slice(KEYS.length) });
    } catch {
    }
  }
  return found.toSorted((a, b) => (String(a.when) < String(b.when) ? 1 : -1));
}

function show(place, games) {
  const patterns = place.dataset;
  const first = games.find((game) => !game.over);
  const others = games.filter((game) => game !== first).slice(0, MOST);
  if (first) {
    const button = document.getElementById("continue");
    button.dataset.arg = first.id;
    button.querySelector("span").textContent = text(patterns.continue, { players: first.players.join(", "), n: first.round });
    button.hidden = false;
  }
  const list = place.querySelector("ul");
  const date = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const game of others) {
    const row = place.querySelector("template").content.cloneNode(true).firstElementChild;
    row.id = `recent-${game.id}`;
    row.querySelector("button").dataset.arg = game.id;
    row.querySelector("b").textContent = game.title || game.players.join(", ");
    const when = new Date(game.when);
    const parts = [game.over ? patterns.over : text(patterns.round, { n: game.round })];
    if (game.official === false) parts.push(patterns.house);
    if (!Number.isNaN(when.getTime())) parts.push(date.format(when));
    row.querySelector("small").textContent = parts.join(" · ");
    list.append(row);
  }
  list.hidden = !others.length;
  place.hidden = !games.length;
  const root = document.documentElement; // the form is no longer what was built (ui/render/jinja_renderer.py)
  if (games.length) root.dataset.shell = root.dataset.shell.replace(/ \w+$/, "");
}

function language(words) {
  let chosen;
  try {
    const kept = localStorage.getItem("titledeed/1/settings") ?? "";
    chosen = JSON.parse(kept.slice(kept.indexOf("{")))?.language; // a checksum stands before it
  } catch {
  }
  return chosen === "en" || Object.hasOwn(words, chosen) ? chosen : navigator.language.slice(0, 2);
}

async function speak(address) {
  const response = await fetch(address, { priority: "high" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const { "": texts, " ": names = {}, ...attributes } = await response.json();
  await parsed;
  if (document.documentElement.dataset.state === "ready") return;
  const said = new Map(Object.entries(texts));
  const named = new Map(Object.entries(names)); // on the board: elements with translate="no"
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.data.trim();
    const words = walker.currentNode.parentElement.translate ? said : named;
    if (words.has(text)) walker.currentNode.data = walker.currentNode.data.replace(text, () => words.get(text));
  }
  for (const [name, words] of Object.entries(attributes))
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const value = element.getAttribute(name);
      if (Object.hasOwn(words, value)) element.setAttribute(name, words[value]);
    }
}

try {
  const words = document.getElementById("words")?.dataset ?? {};
  const address = words[language(words)];
  if (address) await speak(address);
} catch (why) {
  console.info("The page can't be put into other words yet:", why);
}
delete document.documentElement.dataset.words; // static/boot/guard.js
await parsed;
try {
  const place = document.getElementById("going-on");
  if (place && document.documentElement.dataset.state !== "ready") show(place, noted());
} catch (why) {
  console.info("The saved games can't be listed yet:", why);
}
