// Comes right after guard.js and is inlined in the page, where the policy allows it by its hash. It acts
// only if guard.js has not loaded. Then the page may be at a wrong address: a folder without its slash,
// or an address without content for which the host sends the page. The site's folder is the one with
// guard.js in it. The script goes there, with the query and fragment of the address. It is written in
// ES5, like guard.js.  Meanwhile the page loads nothing, because each of its files would be an error on
// the console. If there is no such folder, the page is reloaded once in the usual way, to report the
// failure itself.
(function () {
  "use strict";

  // guard.js removes this. A host may remove the slash again; then the script tries index.html once and
  // stops.
  var TRIED = "titledeed/folders-tried";
  var NOWHERE = "titledeed/no-folder";
  if (window.guard) return;
  try {
    if (sessionStorage.getItem(NOWHERE)) return sessionStorage.removeItem(NOWHERE);
    sessionStorage.setItem(NOWHERE, "");
    window.stop();
  } catch (why) {
    // No storage here: the page could not know that it has already looked, so it loads what there is.
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
      // Some hosts answer a request for a missing file with a page and status 200.
      var script = request.status === 200 && !/^\s*</.test(request.responseText);
      if (script && request.responseText.indexOf("guard") > 0) go(folder);
      else next();
    };
    request.send();
  }

  next();
})();
