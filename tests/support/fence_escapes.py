# ruff: noqa: E501 - each way is a line
"""Ways in which a bot's program may try to get out of the fence, or to send something out.

Each prints "out" if it has reached something at once. What comes later is noted in ``globalThis.came``."""

from __future__ import annotations

from textwrap import indent

# Names and lines of Python; HTTP is another host's address, OWN that of nothing.
ESCAPES = {
    "fetch": "later(js.fetch(HTTP))",
    "XMLHttpRequest": "x = js.XMLHttpRequest.new(); x.onload = note; x.open('GET', HTTP); x.send()",
    "blocking XMLHttpRequest": "x = js.XMLHttpRequest.new(); x.open('GET', HTTP, False); x.send(); out(x.status == 200)",
    "WebSocket": "x = js.WebSocket.new('ws://' + HTTP[7:]); x.onopen = note",
    "EventSource": "x = js.EventSource.new(HTTP); x.onopen = note",
    "WebTransport": "later(js.WebTransport.new('https://' + HTTP[7:]).ready)",
    "beacon": "out(js.navigator.sendBeacon(HTTP, 'x'))",
    "image": "x = js.Image.new(); x.onload = note; x.src = HTTP",
    "image bitmap": "later(js.createImageBitmap(js.Blob.new([HTTP])))",
    "font": "later(js.FontFace.new('x', f'url({HTTP})').load())",
    "importScripts": "js.importScripts(HTTP); out(True)",
    "importScripts of data": "js.importScripts('data:text/javascript,globalThis.came=1'); out(True)",
    "another worker": "x = js.Worker.new(HTTP)",
    "a worker of its own": "nested(f'fetch({HTTP!r}).then(() => postMessage(1))')",
    "a worker of its own with a socket": "nested(f'new WebSocket({\"ws://\" + HTTP[7:]!r}).onopen = () => postMessage(1)')",
    "a worker of its own that imports": "nested(f'import({HTTP!r}).then(() => postMessage(1))')",
    "shared worker": "js.SharedWorker.new(HTTP); out(True)",
    "service worker": "later(js.navigator.serviceWorker.register(HTTP))",
    "WebRTC": "js.RTCPeerConnection.new(); out(True)",
    "IndexedDB": "x = js.indexedDB.open('titledeed'); x.onsuccess = note",
    "localStorage": "js.localStorage.getItem('x'); out(True)",
    "sessionStorage": "js.sessionStorage.getItem('x'); out(True)",
    "caches": "later(js.caches.open('x'))",
    "private files": "later(js.navigator.storage.getDirectory())",
    "cookies": "out(bool(js.document.cookie) or True)",
    "cookie store": "later(js.cookieStore.set('x', 'y'))",
    "BroadcastChannel": "js.BroadcastChannel.new('out').postMessage('heard')",
    "locks": "later(js.navigator.locks.request('x', note))",
    "parent": "js.parent.document; out(True)",
    "top": "js.top.location; out(True)",
    "opener": "js.opener.location; out(True)",
    "open": "js.open(HTTP); out(True)",
    "location": "js.location.href = HTTP; out(js.location.href.startswith('http'))",
    "document": "js.document.body; out(True)",
    "eval": "out(js.eval('1 + 1') == 2)",
    "Function": "out(js.Function.new('return 2')() == 2)",
    "a timer with text": "js.setTimeout('globalThis.came = 1', 0)",
    "run_js": "from pyodide.code import run_js; out(run_js('1 + 1') == 2)",
    "pyfetch": "from pyodide.http import pyfetch; later(js.Promise.resolve(pyfetch(HTTP)))",
    "open_url": "from pyodide.http import open_url; open_url(HTTP); out(True)",
    "urllib": "from urllib.request import urlopen; urlopen(HTTP, timeout=1); out(True)",
    "socket": "import socket; socket.create_connection(('127.0.0.1', int(HTTP[:-1].split(':')[2])), 1); out(True)",
    "packages": "import pyodide_js; later(pyodide_js.loadPackage('micropip'))",
    "processes": "import os; out(os.system('true') == 0)",
    "subprocess": "import subprocess; subprocess.run(['true']); out(True)",
    "ctypes": "import ctypes; out(True)",
    "the page's Python": "import pyscript; pyscript.document.body; out(True)",
    "the page's modules": "from titledeed.ui.browser import dom_page; out(True)",
    "files": "out(any('seed' in open(f'/home/pyodide/{name}').read() for name in __import__('os').listdir('/home/pyodide')))",
}  # fmt: skip

_BEGIN = """
import js
from pyodide.ffi import create_proxy, to_js
HTTP = "http://{other}/"
js.globalThis.came = 0
def came(*_):
    js.globalThis.came = 1
note = create_proxy(came)
def later(promise):
    # An answer that the fence itself has made is none from outside.
    def look(value):
        if str(getattr(value, "url", "x")) != "":
            came()
    promise.then(create_proxy(look), create_proxy(lambda *_: None))
def out(reached):
    assert reached
    raise SystemExit
def nested(script):
    blob = js.Blob.new(to_js([script]))
    worker = js.Worker.new(js.URL.createObjectURL(blob))
    worker.onmessage = note
"""
_TRY = """
try:
{way}
    print({name!r} + ": nothing")
except SystemExit:
    print({name!r} + ": out")
except BaseException as error:
    print({name!r} + ": " + type(error).__name__)
"""
LOOKED_AFTER = """
import js
print("nothing came" if not js.globalThis.came else "something came")
"""

# Tried by the frame's own script, which no bot can reach. Returns what was reached.
FROM_THE_FRAME = """
async (http) => {
  const reached = [];
  const tries = {
    async fetch() { await fetch(http); },
    async image() { await new Promise((done, no) => { const i = new Image(); i.onload = done; i.onerror = no; i.src = http; }); },
    async storage() { localStorage.getItem("x"); },
    async cookies() { document.cookie = "x=y"; if (!document.cookie) throw 1; },
    async database() { await new Promise((done, no) => { const r = indexedDB.open("titledeed"); r.onsuccess = done; r.onerror = no; }); },
    async page() { parent.document.body; },
    async top() { top.document.body; },
    async script() { await import(http); },
    async frame() { const f = document.createElement("iframe"); f.src = http; document.body.append(f);
      await new Promise((go) => setTimeout(go, 200)); throw 1; },
    async window() { if (!open(http)) throw 1; },
    async form() { const f = document.createElement("form"); f.action = http; document.body.append(f); f.submit(); throw 1; },
    async beacon() { if (!navigator.sendBeacon(http, "x")) throw 1; await new Promise((go) => setTimeout(go, 100)); throw 1; },
    async worker() { await navigator.serviceWorker.register(http); },
    async up() { top.location = http; },
  };
  for (const [name, way] of Object.entries(tries)) {
    try { await way(); reached.push(name); } catch {}
  }
  return reached;
}
"""


def program(other: str) -> str:
    """A program that tries all ways, and prints the outcome of each. It has no bot."""
    tries = [_TRY.format(name=name, way=indent(way, "    ")) for name, way in ESCAPES.items()]
    return _BEGIN.format(other=other) + "".join(tries)
