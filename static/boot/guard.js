// The first script of the page, and the only one that every browser of the last ten years can run: classic,
// ES5, no library. When the program does not start, it says within ten seconds what is missing and what to do.
// The other scripts are modules: where a host sends those under a wrong type, or a browser knows none, not
// one of them runs. Where this one does not run either, a sentence in the page appears (tools/guard.py).
//
// What the page needs of a browser is the table NEEDED below. To add to it: a line with the name under which
// people can look the thing up (it is the same in every language) and a function that is true where the
// browser has it; one that throws counts as false. No new syntax: this file must parse in old browsers.
// Which browsers have all of it the build says (tools/floor.toml). What else is said stands in tools/guard.py, for every language.
//
// <html data-state> becomes "lacking" where something of NEEDED is not there: then nothing starts, until
// "Try anyway" is pressed. window.guard.failed(why) is for start.js, .late(file) for what is loaded later, .language() for python.js.

(function () {
  "use strict";

  // build.py writes here: the words of each language, the files of a start with their sizes, and the oldest
  // browsers that the page is for.
  var BUILT = {};

  // The smallest module with an exception that is caught, as Pyodide's C has them.
  var CATCHES = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
  var NEEDED = [
    ["WebAssembly", function () { return typeof WebAssembly === "object" && typeof WebAssembly.instantiate === "function"; }],
    ["WebAssembly with exceptions", function () { return typeof WebAssembly !== "object" || WebAssembly.validate(new Uint8Array(CATCHES)); }],
    ["JavaScript modules", function () { return "noModule" in document.createElement("script"); }],
    // Safari got these together with blocks in classes, which Pyodide has and no script can ask for.
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

  // A visitor whose language is another one sees no English first: the page stays hidden until its words have
  // come (static/saved.js), or for three seconds (static/css/base.css).
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

  /** Loads the page again, and what was wrong before it. Of a file that has not changed a host only says so,
   *  and the browser would go on with the type that it was sent under first. */
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

  /** Asks for each file of a start and tells `done` what is wrong with them, in sentences. What the browser
   *  has kept damaged is fetched anew by this, so that "Try again" has the good one. */
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

  /** An address as people may read it: from the site's top, without what follows a "?". */
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
      // No storage here: the address says it.
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

  /** A start that has not moved for long is looked into. What is slow may still arrive: then the button and
   *  the sentence go away. */
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

  /** When all of the page has been loaded, its modules have run, or never will. */
  function loaded() {
    setTimeout(function () {
      if (state() === "shell") failed("");
      else if (broken.length && state() !== "lacking") looks();
    }, fromFile ? 5000 : 1500);
  }

  /** A style that did not arrive stops nothing, but it is said. */
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

  // An element that cannot be loaded says so to nobody but whoever listens on the way down to it.
  window.addEventListener("error", function (event) {
    var from = event.target;
    if (!from || from === window || !(from.src || from.href)) return;
    if (state() === "ready") return late(String(from.src || from.href));
    if (!/^(SCRIPT|LINK)$/.test(from.nodeName)) return;
    var address = plain(String(from.src || from.href));
    if (broken.indexOf(address) < 0) broken.push(address); // both its preload and the file itself may say so
  }, true);

  /** A file of the site that is asked for after the start is not there: its host has another version now. */
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
    // No storage here: then there is none to forget.
  }
  var missing = lacking();
  if (missing.length) return refuse(missing);
  whenThere(watch);
  window.addEventListener("load", loaded);
})();
