// Right behind guard.js, inside the page itself, where the policy knows it by its hash: it runs where that one has
// not arrived. Then the page may stand at a wrong address: a folder's without its slash, or one that its host
// answers with the page because nothing is there. The site's folder is the one with guard.js in it: there it
// goes on, with all that stands behind the path. ES5, as guard.js is.
//
// Meanwhile the page loads nothing: each of its files would be an error on the console. If there is no such folder,
// the page is loaded once more, in the usual way, to say so itself.
(function () {
  "use strict";

  // guard.js forgets this. A host may take the slash away again: then index.html is named, and that is all.
  var TRIED = "titledeed/folders-tried";
  var NOWHERE = "titledeed/no-folder";
  if (window.guard) return;
  try {
    if (sessionStorage.getItem(NOWHERE)) return sessionStorage.removeItem(NOWHERE);
    sessionStorage.setItem(NOWHERE, "");
    window.stop();
  } catch (why) {
    // No storage here: the page could not know that it has looked already, and loads what there is.
  }
  console.info("Title Deed is not at this address. Looking for its folder.");

  var site = location.protocol + "//" + location.host;
  var first = document.getElementsByTagName("script")[0].getAttribute("src");
  var path = location.pathname;
  var here = path.replace(/[^\/]*$/, ""); // where it was not
  var folders = path === here ? [] : [path + "/"];
  for (var up = here; up.length > 1; folders.push(up)) up = up.replace(/[^\/]*\/$/, "");

  function go(folder) {
    var tried;
    var to = site + folder;
    try {
      tried = JSON.parse(sessionStorage.getItem(TRIED) || "[]");
      if (tried.indexOf(to) >= 0) to += "index.html";
      if (tried.indexOf(to) >= 0) return nowhere();
      sessionStorage.setItem(TRIED, JSON.stringify(tried.concat(to)));
    } catch (why) {
      return; // nothing would keep it from going round for ever
    }
    location.replace(to + location.search + location.hash);
  }

  function nowhere() {
    try {
      sessionStorage.setItem(NOWHERE, "yes");
    } catch (why) {
      return; // the page is loading
    }
    location.reload();
  }

  function next() {
    var folder = folders.shift();
    if (!folder) return nowhere();
    var request = new XMLHttpRequest();
    request.open("GET", site + folder + first);
    request.onerror = next;
    request.onload = function () {
      // What is not there, some hosts answer with a page, and "200".
      var script = request.status === 200 && !/^\s*</.test(request.responseText);
      if (script && request.responseText.indexOf("guard") > 0) go(folder);
      else next();
    };
    request.send();
  }

  next();
})();
