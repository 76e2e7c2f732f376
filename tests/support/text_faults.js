// The script of text_faults.py: gives what is wrong with the texts of the page, as sentences.
({names, marked}) => {
  const found = new Set();
  // On a phone what a card says is said twice, and whole on the card. A square has room for the words of the
  // languages that there are, which are looked at as they are.
  // A sheet of A4 has a part of the poster.
  const PART = ".maker-sheet > svg";
  const MEANT = marked ? `.drawn ~ .said, .space .foot, .desk-board .foot, ${PART}` : `.drawn ~ .said, ${PART}`;
  const WIDE = 240;
  const READ = ["aria-label", "title", "placeholder", "alt", "aria-description", "aria-roledescription"];
  const modal = [...document.querySelectorAll("dialog:modal, dialog[aria-modal]")].at(-1);
  const place = modal ?? document.body;
  const short = (text) => text.replace(/\s+/g, " ").trim().slice(0, 60);
  const path = (e) => {
    const names = [];
    for (let at = e; at && at !== document.body && names.length < 4; at = at.parentElement) {
      names.unshift(at.id ? `#${at.id}` : at.tagName.toLowerCase() + (at.classList.length ? `.${at.classList[0]}` : ""));
      if (at.id) break;
    }
    return names.join(" ");
  };

  // ---------------------------------------------------------------- what can be seen

  const styles = new Map();
  const style = (e) => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
  const hides = (value) => value === "hidden" || value === "clip";
  const scrolls = (value) => value === "auto" || value === "scroll";
  // Hidden from eyes, for screen readers alone.
  const forEars = (e) => {
    for (let at = e; at && at !== document.body; at = at.parentElement) {
      const {position, clip, clipPath, opacity} = style(at);
      if (position !== "static" && (clip.startsWith("rect(0") || clip.startsWith("rect(1px") || clipPath.startsWith("inset(50%"))) return true;
      if (opacity === "0" || at.matches(".vh, .skip")) return true;
    }
    return false;
  };
  const seen = (e) => e.checkVisibility({visibilityProperty: true, contentVisibilityAuto: true}) && !forEars(e);

  // The boxes around an element that may cut it, nearest first: what clips and what scrolls each way.
  const around = (e) => {
    const boxes = [];
    let from = e, free = style(e).position;
    for (let at = e; at; at = at.parentElement) {
      const {overflowX, overflowY, position, transform, containerType} = style(at);
      const holds = position !== "static" || transform !== "none" || containerType !== "normal";
      const skipped = (free === "absolute" && !holds && at !== from) || (free === "fixed" && at !== from);
      if (at !== from && holds && free === "absolute") free = position;
      else if (at !== from && !skipped && (position === "absolute" || position === "fixed")) free = position;
      if (at === from) free = position;
      if (skipped) continue;
      if (at === document.documentElement || at === document.body) continue;
      if (style(at).display === "inline" || style(at).display === "contents") continue;
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      const left = box.left + at.clientLeft, top = box.top + at.clientTop;
      boxes.push({at, left, top, right: left + at.clientWidth, bottom: top + at.clientHeight, x: overflowX, y: overflowY});
    }
    const fixed = free === "fixed" || !!e.closest("dialog[open]");
    return {boxes, fixed};
  };
  // Texts may reach over the edge by as much as a letter's ink leaves free.
  const measure = (e, rects, says, what) => {
    const {boxes, fixed} = around(e);
    const rests = [];
    for (const whole of rects) {
      let {left, right, top, bottom} = whole;
      const ink = (bottom - top) * 0.22;
      let cut = "";
      for (const box of boxes) {
        if (hides(box.x) && (left < box.left - 1.5 || right > box.right + 1.5))
          cut ||= `by ${Math.round(Math.max(box.left - left, right - box.right))} px of its width in ${path(box.at)}`;
        if (hides(box.y) && (top < box.top - ink - 1 || bottom > box.bottom + ink + 1))
          cut ||= `by ${Math.round(Math.max(box.top - top, bottom - box.bottom))} px of its height in ${path(box.at)}`;
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        if (left >= right || top >= bottom) break;
      }
      if (left < right && top < bottom) {
        if (left < -1 || right > innerWidth + 1) cut ||= "beside the window";
        if (fixed && (top < -ink || bottom > innerHeight + ink)) cut ||= "above or below the window";
        rests.push({left, right, top, bottom});
      }
      if (cut && !e.closest(MEANT)) found.add(`cut ${cut}: ${what}${path(e)} “${short(says)}”`);
    }
    return rests;
  };

  const texts = [];
  const range = document.createRange();
  const silent = "script, style, template, noscript, option, textarea, svg title, symbol, defs";
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const all = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.data.trim() || node.parentElement.closest("script, style, noscript, template")) continue;
    all.push(node);
  }
  for (const node of all) {
    const e = node.parentElement;
    if (e.closest(silent) || !seen(e)) continue;
    range.selectNodeContents(node);
    // The letters of a drawing may be squeezed, which a range does not know.
    const rects = [...(e instanceof SVGTextContentElement ? e : range).getClientRects()].filter((rect) => rect.width > 0.5 && rect.height > 0.5);
    if (!rects.length) continue;
    texts.push({node, e, rests: measure(e, rects, node.data, "")});
  }

  // What a field shows must fit into it, and so must its placeholder.
  const ruler = document.createElement("span");
  ruler.style.cssText = "position: fixed; visibility: hidden; white-space: pre; inset: 0 auto auto 0";
  place.append(ruler);
  for (const e of place.querySelectorAll("select, input[placeholder]")) {
    if (!seen(e)) continue;
    const text = e.tagName === "SELECT" ? (e.selectedOptions[0]?.textContent.trim() ?? "") : e.placeholder;
    const {paddingLeft, paddingRight, appearance} = style(e);
    const {font, fontStretch, letterSpacing} = e.tagName === "SELECT" ? style(e) : getComputedStyle(e, "::placeholder");
    ruler.style.font = font;
    ruler.style.fontStretch = fontStretch;
    ruler.style.letterSpacing = letterSpacing;
    ruler.textContent = text;
    const arrow = e.tagName === "SELECT" && appearance !== "none" ? 16 : 0;
    const room = e.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    const over = ruler.getBoundingClientRect().width - room;
    // A list that is as wide as it can be may cut its choice: it is seen whole where the list is opened.
    const row = e.closest("fieldset, form, .card, section") ?? place;
    const most = e.tagName === "SELECT" ? Math.min(WIDE, row.clientWidth * 0.8) : Infinity;
    if (over > 2 && e.clientWidth < most) found.add(`cut by ${Math.round(over)} px of its width in a field: ${path(e)} “${short(text)}”`);
  }
  ruler.remove();

  // ---------------------------------------------------------------- overlaps

  // What stays in view while the rest scrolls may cover it.
  const floats = (e) => {
    for (let at = e; at && at !== place; at = at.parentElement)
      if (["sticky", "fixed"].includes(style(at).position)) return at;
    return null;
  };
  const boxes = texts.flatMap(({node, e, rests}) => rests.map((rest) => {
    const ink = (rest.bottom - rest.top) * 0.18;
    return {node, e, left: rest.left, right: rest.right, top: rest.top + ink, bottom: rest.bottom - ink};
  })).sort((a, b) => a.top - b.top);
  for (let n = 0; n < boxes.length; n++) {
    const a = boxes[n];
    for (let m = n + 1; m < boxes.length && boxes[m].top < a.bottom; m++) {
      const b = boxes[m];
      if (a.node === b.node) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide < 3 || high < 3) continue;
      if (floats(a.e) !== floats(b.e)) continue;
      found.add(`overlap of ${Math.round(wide)}×${Math.round(high)} px: ${path(a.e)} “${short(a.node.data)}” and `
        + `${path(b.e)} “${short(b.node.data)}”`);
    }
  }
  if (!marked) {
    // A word of these languages fits into its place, or has places for hyphens.
    for (const {node, e} of texts) {
      if (style(e).hyphens === "auto" || e.closest(".link-address, code, svg")) continue;
      // The address of a file is no word.
      const data = node.data.replace(/\S*[\w](?:\/|\.)\w\S*/gu, (file) => " ".repeat(file.length));
      for (const {0: word, index} of data.matchAll(/[\p{L}\u00ad]{2,}/gu)) {
        if (word.includes("\u00ad")) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].filter(({width}) => width > 1).map(({top}) => Math.round(top)));
        if (lines.size > 1) found.add(`broken “${word}”: ${path(e)}`);
      }
    }
    return [...found];
  }

  // ---------------------------------------------------------------- texts outside the marks

  const known = new Set(names.map((name) => name.replaceAll("\u00ad", "")));
  const letters = /[\p{L}]/u;
  const isCode = /^([a-z0-9-]+(\.[a-z0-9-]+)+|[0-9A-F]{4})$/;
  const checkOutside = (outside, whole, where) => {
    const left = outside.replaceAll("\u00ad", "").trim();
    if (!letters.test(left) || known.has(left) || isCode.test(left)) return;
    if (/^\P{L}*\p{L}\P{L}*$/u.test(left)) return;  // a sign: of a color group, of a side
    let text = left;
    for (const name of [...known].sort((a, b) => b.length - a.length)) if (name) text = text.replaceAll(name, "");
    if (text.split(/[\s,·:;×…–+−()/|&→]+/u).every((word) => !letters.test(word) || isCode.test(word))) return;
    found.add(`unmarked “${short(left)}”: ${where}${whole === left ? "" : ` “${short(whole)}”`}`);
  };
  const outsideOf = (text) => {
    let depth = 0, outside = "";
    for (const sign of text) {
      if (sign === "⟦") depth++;
      else if (sign === "⟧") depth--;
      else if (!depth) outside += sign;
    }
    return outside;
  };
  const ENDS = /[.!?…]["”’)]*$/u;
  const JOINED = /^[\s,;:.–—()“”"’]*$/u;
  // Names, what is no language, and texts in the reader's other languages.
  const exempt = (e) => e.closest("[translate=no], code, kbd, samp, .link-address")
    || (e.closest("[lang]") ?? document.documentElement).lang !== document.documentElement.lang;
  for (const e of [place, ...place.querySelectorAll("*")]) {
    for (const name of READ) {
      const text = e.getAttribute(name);
      if (!text || exempt(e)) continue;
      checkOutside(outsideOf(text), text, `${name} of ${path(e)}`);
      for (const [, end, between] of text.matchAll(/([^⟦⟧]?)⟧([^⟦⟧]*)(?=⟦)/gu)) {
        if (depthAt(text, text.indexOf(between)) === 0 && JOINED.test(between) && !ENDS.test(end))
          found.add(`side by side: ${name} of ${path(e)} “${text.slice(0, 120)}”`);
      }
    }
  }
  function depthAt(text, at) {
    let depth = 0;
    for (const sign of text.slice(0, at)) depth += (sign === "⟦") - (sign === "⟧");
    return depth;
  }

  // ---------------------------------------------------------------- sentences of two messages

  const apart = (e) => {
    for (let at = e; at; at = at.parentElement)
      if (at === place || style(at).display !== "inline" && style(at).display !== "contents"
        || at.matches(".label, small, button, a, label, li, td, th, option, legend, summary, input, select")) return at;
    return place;
  };
  let depth = 0, end = null, between = "", last = "", outside = "", block = null, first = null;
  const flush = () => {
    if (outside) checkOutside(outside, outside, path(first));
    outside = "";
  };
  for (const node of all) {
    const e = node.parentElement;
    if (depth === 0 && exempt(e)) { end = null; flush(); continue; }
    const here = apart(e);
    if (here !== block && depth === 0) { end = null; flush(); }
    block = here;
    if (end && depth === 0 && separated(end.node, node)) end = null;
    let had = false;
    for (const sign of node.data) {
      if (sign === "⟦") {
        if (depth === 0 && end && JOINED.test(between) && !ENDS.test(end.last) && !/^\s*[.!?]/.test(between))
          found.add(`side by side: ${path(e)} “${short(end.node.data.slice(-60))}” and “${short(node.data)}”`);
        depth++;
      } else if (sign === "⟧") {
        depth--;
        if (depth === 0) { end = {node, last}; between = ""; }
      } else if (depth === 0) {
        between += sign;
        if (!outside) first = e;
        else if (!had) outside += " ";
        had = true;
        outside += sign;
      }
      if (depth > 0 && sign.trim() && sign !== "⟧") last = sign;
    }
    if (depth === 0 && !end) between = "";
  }
  flush();
  if (depth) found.add("the marks are not in pairs");
  return [...found];

  // Whether a line break, a drawing, a field or a line to be filled in is between two texts.
  function separated(one, other) {
    range.setStartAfter(one);
    range.setEndBefore(other);
    const common = range.commonAncestorContainer;
    return [...(common.querySelectorAll?.("*") ?? [])].some((e) => !e.textContent.trim()
      && one.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_FOLLOWING
      && other.compareDocumentPosition(e) & Node.DOCUMENT_POSITION_PRECEDING);
  }
}
