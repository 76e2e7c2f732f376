"""Serves a built site as a plain static host would: ``python -m tools.serve dist [--port N]``.

The tests and the benches serve with the same class, from a sub-path.
"""

from __future__ import annotations

import argparse
import gzip
import http.server
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from tools import pages
from tools.arguments import whole_number

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gz": "application/gzip",
    ".html": "text/html; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".whl": "application/octet-stream",
    ".woff2": "font/woff2",
    ".xz": "application/x-xz",
    ".zip": "application/zip",
}
# Types that the host compresses; the others are compressed already.
COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".wasm", ".webmanifest"}
STOPS_WITHIN = 0.02  # seconds


@dataclass
class Line:
    """A slow connection, shared by all requests."""

    bits_per_second: float
    latency: float  # seconds before the first byte of each answer
    free_at: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def take(self, size: int) -> None:
        with self.lock:
            self.free_at = max(self.free_at, time.monotonic()) + size * 8 / self.bits_per_second
            wait = self.free_at - time.monotonic()
        if wait > 0:
            time.sleep(wait)


@dataclass
class Host:
    """A static host of one folder. ``sent``: the path and bytes of each answer. All paths here are without
    hashes."""

    folder: Path
    prefix: str = "/"
    policy: bool = True  # send the page's own policy as a header too
    compress: bool = False
    max_age: int = 0
    # Headers by suffix or name, in addition to the usual ones; "" removes a header.
    headers: dict[str, dict[str, str]] = field(default_factory=dict)
    # Behavior of other hosts and proxies, and of broken ones:
    missing: set[str] = field(default_factory=set)  # answered with 404
    cut: set[str] = field(default_factory=set)  # only half of the file is sent
    fallback: bool = False  # send the page with status 200 instead of a 404
    slashless: bool = False  # the folder's address is redirected to the one without a slash
    added: bytes = b""  # bytes added to the end of each page
    line: Line | None = None
    sent: list[tuple[str, int]] = field(default_factory=list)
    server: _Server | None = None  # while the host serves

    def die(self) -> None:
        """Stop answering: no connection can be made, and open connections of a browser are cut."""
        assert self.server is not None
        self.server.stop()

    def name(self, address: str) -> str | None:
        """The name of the site's file at an address. A folder without a slash means its page."""
        path = unquote(urlsplit(address).path)
        if path.startswith(self.prefix):
            return path.removeprefix(self.prefix) or "index.html"
        return "index.html" if f"{path}/" == self.prefix else None

    def find(self, address: str) -> Path | None:
        file = self._find(self.name(address))
        return self.folder / "index.html" if file is None and self.fallback else file

    def _find(self, name: str | None) -> Path | None:
        if name is None:
            return None
        file = (self.folder / name).resolve()
        if file.is_dir():
            file /= "index.html"
        inside = file.is_relative_to(self.folder.resolve())
        return file if inside and file.is_file() and pages.plain(name) not in self.missing else None


def _handler(host: Host) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        server_version = "TitleDeed"
        sys_version = ""
        wbufsize = -1  # send headers and a small body in one packet

        def do_GET(self) -> None:
            if host.line:
                time.sleep(host.line.latency)
            path, mark, query = self.path.partition("?")
            if host.slashless and path == host.prefix:
                self._send(308, b"", {"Location": path.removesuffix("/") + mark + query})
                return
            file = host.find(self.path)
            if file is None:
                self._send(404, b"Not found", {"Content-Type": TYPES[".txt"]})
                return
            headers = {"Content-Type": TYPES.get(file.suffix, "application/octet-stream")}
            content = file.read_bytes()
            headers["Cache-Control"] = f"max-age={host.max_age}" if host.max_age else "no-cache"
            headers["X-Content-Type-Options"] = "nosniff"
            name = pages.plain(host.name(self.path) or "")
            headers |= host.headers.get(file.suffix, {}) | host.headers.get(name, {})
            if name in host.cut:
                content = content[: len(content) // 2]
            if file.suffix == ".html":
                content += host.added
            headers["ETag"] = f'"{len(content):x}-{file.stat().st_mtime_ns:x}"'
            # Other pages, such as the fence for bots, have a policy of their own (docs/PUBLISHING.md).
            if host.policy and file.name == "index.html":
                headers["Content-Security-Policy"] = f"{pages.POLICY}; frame-ancestors 'none'"
            if self.headers.get("If-None-Match") == headers["ETag"]:
                self._send(304, b"", headers)
                return
            accepted = self.headers.get("Accept-Encoding", "")
            if host.compress and file.suffix in COMPRESSED and "gzip" in accepted:
                content = _gzipped(content)
                headers["Content-Encoding"] = "gzip"
            self._send(200, content, headers)

        do_HEAD = do_GET

        def _send(self, status: int, content: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            for name, value in headers.items():
                if value:
                    self.send_header(name, value)
            if status != 304:
                self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            if self.command == "HEAD":
                return
            path = urlsplit(self.path).path.removeprefix(host.prefix)
            host.sent.append((pages.plain(path), len(content)))
            try:
                if host.line is None:
                    self.wfile.write(content)
                    return
                for start in range(0, len(content), PIECE):
                    piece = content[start : start + PIECE]
                    host.line.take(len(piece))
                    self.wfile.write(piece)
                    self.wfile.flush()
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True  # the browser has closed the connection

        def log_message(self, format: str, *args: object) -> None:
            pass

    return Handler


PIECE = 8192


@lru_cache(maxsize=100)
def _gzipped(content: bytes) -> bytes:
    return gzip.compress(content, compresslevel=6, mtime=0)


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.open: set[socket.socket] = set()

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def stop(self) -> None:
        self.shutdown()
        self.server_close()
        for connection in list(self.open):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore connections that a closed or killed browser has broken off."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serving(host: Host, address: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serve in a thread; yield the site's address, with a slash at its end."""
    host.server = server = _Server((address, port), _handler(host))
    thread = threading.Thread(target=server.serve_forever, args=(STOPS_WITHIN,), daemon=True)
    thread.start()
    try:
        yield f"http://{address}:{server.server_address[1]}{host.prefix}"
    finally:
        server.stop()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=whole_number(0, 65_535), default=0)
    args = parser.parse_args()
    try:
        with serving(Host(args.folder), args.host, args.port) as address:
            print(f"\nTitle Deed is at {address}  (Ctrl+C stops it)", flush=True)
            threading.Event().wait()
    except OSError as error:
        raise SystemExit(f"It cannot be served at {args.host}:{args.port}: {error}") from None
    except KeyboardInterrupt:
        print()


if __name__ == "__main__":
    main()
