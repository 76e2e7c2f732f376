// The first script of the page, and the only one that every browser of the last ten years can run:
// classic ES5 without a library. When the program does not start, it says within ten seconds what is
// missing and what to do. The other scripts are modules. If a host sends modules with a wrong type, or a
// browser does not know them, none of them runs. If this script does not run either, a sentence appears
// in the page (tools/guard.py).  The table NEEDED below lists what the page needs from a browser. To add
// to it, write a line with a name and a function. People can look up the name, which is the same in
// every language. The function returns true if the browser has the feature; an exception counts as
// false. Do not use new syntax: this file must parse in old browsers. The build determines which
// browsers have all of it (tools/floor.toml). All other messages are in tools/guard.py, for every
// language.  <html data-state> becomes "lacking" if the browser lacks something in NEEDED. Then nothing
// starts until "Try anyway" is pressed. window.guard.failed(why) is for start.js, .late(file) for files
// loaded later, and .language() for python.js.

(function () {
  "use strict";

  // build.py writes here the words of each language, the files of a start with their sizes, and the
  // oldest supported browsers.
  var BUILT = {};

  // The smallest module that catches an exception, as Pyodide's C code does.
  var CATCHES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
  var NEEDED = [
    ["WebAssembly", function () { return typeof WebAssembly === "object" && typeof WebAssembly.instantiate === "function"; }],
    ["WebAssembly with exceptions", function () { return typeof WebAssembly !== "object" || WebAssembly.validate(new Uint8Array(CATCHES)); }],
    ["JavaScript modules", function () { return "noModule" in document.createElement("script"); }],
    // Safari got these together with static blocks in classes. Pyodide uses such blocks, but no script
    // can test for them.
    ["JavaScript of 2022", function () { return new RegExp("(?<=a)b").test("ab") && !!Object.hasOwn && !![].at; }],
    ["<dialog>", function () { return typeof HTMLDialogElement === "function"; }],
    ["CSS container queries", function () { return CSS.supports("container-type", "inline-size"); }],
    ["CSS :has()", function () { return CSS.supports("selector(:has(a))"); }],
    ["JavaScript of 2023", function () { return typeof [].toSorted === "function"; }]
  ];

  var LONG = 7000; // ms in which something must have moved
  var TYPES = { js: /javascript|ecmascript/i, css: /^text\/css/i };
  var MOST_FAULTS = 2;
  var ANYWAY = "titledeed/try-all-the-same";

  var root = document.documentElement;
  // A link into a class shows that the class is coming, and not the start page, until Python has opened it.
  if (/^#class=/.test(location.hash)) root.setAttribute("data-link", "class");
  var fromFile = location.protocol === "file:";
  var broken = []; // addresses of elements that did not load
  var wrong = []; // files in which something is wrong
  var looking = false;
  var words = null;

  // ---- words --------------------------------------------------------------------------------

  function language() {
    var kept = null;
    try {
      kept = localStorage.getItem("titledeed/1/settings"); // a checksum stands before the JSON
      kept = kept && JSON.parse(kept.slice(kept.indexOf("{"))).language;
    } catch (why) {
      kept = null; // no storage here, or something else in it
    }
    return Object.prototype.hasOwnProperty.call(BUILT.words, kept) ? kept : String(navigator.language || "").slice(0, 2);
  }

  // A visitor with another language does not see English first. The page stays hidden until its words
  // have come (static/saved.js), but no longer than three seconds (static/css/base.css).
  if (language() !== "en" && Object.prototype.hasOwnProperty.call(BUILT.words, language())) root.setAttribute("data-words", "coming");

  function say(key, pieces) {
    words = words || BUILT.words[language()] || BUILT.words.en;
    return words[key].replace(/\{(\w+)\}/g, function (_, name) { return pieces[name]; });
  }

  // ---- the place where it is said -----------------------------------------------------------

  function part(name, tag) {
    var element = document.getElementById("start-" + name);
    if (element) return element;
    var section = document.getElementById("start");
    if (!section) { // the page arrived without it
      section = document.createElement("section");
      section.id = "start";
      section.className = "boot card";
      section.setAttribute("role", "status");
      document.body.insertBefore(section, document.body.firstChild);
    }
    element = document.createElement(tag || "p");
    element.id = "start-" + name;
    if (tag === "button") {
      element.className = "btn";
      element.type = "button";
    }
    section.appendChild(element);
    return element;
  }

  function put(name, text) {
    var element = part(name);
    element.textContent = text;
    element.hidden = !text;
  }

  function button(name, text, pressed) {
    var element = part(name, "button");
    element.textContent = text;
    element.hidden = false;
    element.onclick = pressed;
  }

  /** Reloads the page, and the faulty files before it. For an unchanged file, a host only confirms that it is
   *  unchanged, and the browser would continue to use the type that it got first. */
  function again() {
    var left;
    if (wrong.length >= MOST_FAULTS) wrong = BUILT.files; // there may be more
    left = wrong.length;
    if (!left) return location.reload();
    wrong.forEach(function (file) {
      ask(file, true, function () {
        left -= 1;
        if (!left) location.reload();
      });
    });
  }

  function whenThere(action) {
    if (document.body && document.readyState !== "loading") action();
    else document.addEventListener("DOMContentLoaded", action);
  }

  function state() {
    return root.getAttribute("data-state");
  }

  function failed(why) {
    if (state() === "lacking" || state() === "ready") return;
    root.setAttribute("data-state", "failed");
    whenThere(function () {
      document.getElementById("start") && (document.getElementById("start").hidden = false);
      put("words", say(navigator.onLine === false ? "offline" : "failed"));
      if (part("bar", "progress")) part("bar").hidden = true;
      put("why", why ? String(why.message || why) : "");
      button("again", say("again"), again);
      if (navigator.onLine === false) return;
      if (fromFile) faulty(broken.map(function (address) { return say("unreached", { file: address }); }));
      else look(faulty);
    });
  }

  /** Says what is wrong with files, and what to do about it. */
  function faulty(faults) {
    if (!faults.length) return put("do", say("unknown"));
    put("why", faults.slice(0, MOST_FAULTS).join(" "));
    put("do", say("mend"));
  }

  // ---- what is wrong with the files of a start ----------------------------------------------

  /** Requests each file of a start and tells `done` what is wrong with them, in sentences. This also replaces
   *  damaged copies in the browser's cache, so that "Try again" gets the good ones. */
  function look(done) {
    if (looking || fromFile) return;
    var faults = [];
    var waiting = BUILT.files.slice();
    if (!document.querySelector("script[data-pyscript]")) return done([say("page")]);
    looking = true;
    function next() {
      var file = waiting.shift();
      if (!file || faults.length >= MOST_FAULTS) {
        looking = false;
        return done(faults);
      }
      ask(file, false, function (fault) {
        if (!fault) return next();
        wrong.push(file);
        ask(file, true, function (still) {
          faults.push(still || say("kept", { file: plain(file[0]) }));
          next();
        });
      });
    }
    next();
  }

  /** Returns an address for people: relative to the site's top, without anything after a "?". */
  function plain(address) {
    return address.replace(/[?#].*/, "").replace(/.*?((static|python|vendor|program)\/)/, "$1");
  }

  function ask(file, anew, done) {
    var request = new XMLHttpRequest();
    request.open("GET", file[0]);
    if (anew) request.setRequestHeader("Cache-Control", "no-cache");
    request.responseType = "arraybuffer";
    request.onerror = function () { done(say("unreached", { file: plain(file[0]) })); };
    request.onload = function () { done(fault(file, request)); };
    request.send();
  }

  function fault(file, request) {
    var name = plain(file[0]);
    var size = request.response ? request.response.byteLength : 0;
    var type = request.getResponseHeader("Content-Type") || "";
    var wanted = TYPES[name.replace(/^.*\.m?/, "")];
    if (request.status !== 200) return say("missing", { file: name, status: request.status });
    if (wanted && !wanted.test(type)) return say("type", { file: name, type: type || "–", wanted: wanted === TYPES.css ? "text/css" : "text/javascript" });
    if (size < file[1]) return say("cut", { file: name, have: size, all: file[1] });
    return "";
  }

  // ---- watching -----------------------------------------------------------------------------

  function lacking() {
    var missing = [];
    var anyway = location.hash === "#" + ANYWAY;
    for (var n = 0; n < NEEDED.length; n += 1) {
      var there = false;
      try {
        there = NEEDED[n][1]();
      } catch (why) {
        there = false;
      }
      if (!there) missing.push(NEEDED[n][0]);
    }
    try {
      anyway = anyway || sessionStorage.getItem(ANYWAY) === "yes";
    } catch (why) {
      // No storage here: the address has the flag instead.
    }
    return anyway ? [] : missing;
  }

  function tryAllTheSame() {
    try {
      sessionStorage.setItem(ANYWAY, "yes");
    } catch (why) {
      location.hash = ANYWAY;
    }
    location.reload();
  }

  function refuse(missing) {
    root.setAttribute("data-state", "lacking");
    whenThere(function () {
      put("words", say("lacking", { what: missing.join(", ") }));
      if (document.getElementById("start-bar")) part("bar").hidden = true;
      put("do", say("newer", { floor: BUILT.floor }));
      button("again", say("anyway"), tryAllTheSame);
    });
  }

  function moved() {
    var bar = document.getElementById("start-bar");
    return state() + (bar ? bar.value : "") + (bar ? part("words").textContent : "");
  }

  /** Checks the files if a start has not progressed for a long time. A slow file may still arrive; then the button
   *  and the sentence disappear. */
  function watch() {
    var last = moved();
    var since = Date.now();
    var slow = false;
    var timer = setInterval(function () {
      var now = moved();
      if (state() !== "shell" && state() !== "loading") return clearInterval(timer);
      if (now !== last) {
        last = now;
        since = Date.now();
        if (slow) {
          put("do", "");
          part("again").hidden = true;
        }
        slow = false;
      } else if (Date.now() - since >= LONG && !slow) {
        slow = true;
        put("do", say(navigator.onLine === false ? "offline" : "slow"));
        button("again", say("again"), again);
        last = moved();
        look(function (faults) {
          if (!faults.length || (state() !== "shell" && state() !== "loading")) return;
          root.setAttribute("data-state", "failed");
          put("words", say("failed"));
          faulty(faults);
        });
      }
    }, 500);
  }

  /** Runs when all of the page has been loaded: by then its modules have run, or never will. */
  function loaded() {
    setTimeout(function () {
      if (state() === "shell") failed("");
      else if (broken.length && state() !== "lacking") looks();
    }, fromFile ? 5000 : 1500);
  }

  /** Reports a style sheet that did not arrive; this stops nothing. */
  function looks() {
    var styles = broken.filter(function (address) { return /\.css/.test(address); });
    if (styles.length) notice(say("looks", { file: styles.join(", ") }));
  }

  function notice(text) {
    var place = document.getElementById("guard");
    if (place) return;
    place = document.createElement("aside");
    place.id = "guard";
    place.className = "update card";
    place.setAttribute("role", "status");
    var sentence = document.createElement("p");
    var press = document.createElement("button");
    sentence.textContent = text;
    press.className = "btn";
    press.type = "button";
    press.textContent = say("reload");
    press.onclick = again;
    place.appendChild(sentence);
    place.appendChild(press);
    document.body.appendChild(place);
  }

  // Error events of elements do not bubble, so this listener must use the capture phase.
  window.addEventListener("error", function (event) {
    var from = event.target;
    if (!from || from === window || !(from.src || from.href)) return;
    if (state() === "ready") return late(String(from.src || from.href));
    if (!/^(SCRIPT|LINK)$/.test(from.nodeName)) return;
    var address = plain(String(from.src || from.href));
    if (broken.indexOf(address) < 0) broken.push(address); // both its preload and the file itself may say so
  }, true);

  /** Reports that a file requested after the start is missing, because the host now has another version. */
  function late(address) {
    var name = plain(address);
    if (name !== address.replace(/[?#].*/, "")) notice(say("late", { file: name }));
  }

  window.guard = { failed: failed, late: late, language: language };

  whenThere(function () {
    var unguarded = document.getElementById("unguarded");
    if (unguarded) unguarded.parentNode.removeChild(unguarded);
  });
  try {
    sessionStorage.removeItem("titledeed/folders-tried"); // of folder.js, whose work is done
    sessionStorage.removeItem("titledeed/no-folder");
  } catch (why) {
    // No storage here: then there is nothing to remove.
  }
  var missing = lacking();
  if (missing.length) return refuse(missing);
  whenThere(watch);
  window.addEventListener("load", loaded);
})();
