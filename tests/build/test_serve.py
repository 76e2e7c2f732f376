"""The static host that the serve command, the tests and the benches use."""

from __future__ import annotations

import gzip
import socket
import struct
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tools.serve import Host, Line, serving


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "static").mkdir(parents=True)
    (site / "index.html").write_text("<title>here</title>")
    (site / "static" / "a.mjs").write_text("export {};\n" * 500)
    (site / "static" / "a.wasm").write_bytes(b"\0asm")
    (tmp_path / "secret.txt").write_text("not of the site")
    return site


@pytest.fixture
def host(folder: Path) -> Host:
    return Host(folder, prefix="/some/place/")


@pytest.fixture
def address(host: Host) -> Iterator[str]:
    with serving(host) as where:
        yield where


def get(address: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    asked = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.urlopen(asked) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as refusal:
        with refusal:
            return refusal.code, dict(refusal.headers), refusal.read()


def test_the_server_serves_the_page_from_the_sub_path_with_its_policy(address: str) -> None:
    status, headers, content = get(address)
    assert (status, content) == (200, b"<title>here</title>")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert "script-src 'self' 'wasm-unsafe-eval' 'sha256-" in headers["Content-Security-Policy"]
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert headers["Content-Security-Policy"].endswith("frame-ancestors 'none'")


@pytest.mark.parametrize(
    "path", ["gone.html", "../secret.txt", "%2e%2e/secret.txt", "static/../../secret.txt", "static"]
)
def test_the_server_serves_nothing_else(address: str, path: str) -> None:
    assert get(address + path)[0] == 404


def test_the_server_serves_nothing_outside_the_sub_path(address: str) -> None:
    assert get(address.replace("/some/place/", "/index.html"))[0] == 404


def test_files_have_the_types_that_browsers_require(address: str) -> None:
    assert get(address + "static/a.wasm")[1]["Content-Type"] == "application/wasm"
    assert get(address + "static/a.mjs")[1]["Content-Type"] == "text/javascript; charset=utf-8"


def test_unchanged_files_are_not_sent_again(address: str, host: Host) -> None:
    tag = get(address)[1]["ETag"]
    host.sent.clear()
    status, _, content = get(address, **{"If-None-Match": tag})
    assert (status, content) == (304, b"")
    assert host.sent == [("", 0)]


def test_the_server_compresses_on_request_and_counts_the_bytes_sent(
    address: str, host: Host
) -> None:
    host.compress = True
    _, headers, content = get(address + "static/a.mjs", **{"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(content) == b"export {};\n" * 500
    assert host.sent == [("static/a.mjs", len(content))]
    assert "Content-Encoding" not in get(address + "static/a.mjs")[1]


def test_a_slow_line_is_shared_by_all_requests(folder: Path) -> None:
    (folder / "large.gz").write_bytes(bytes(25_000))
    with serving(Host(folder, line=Line(1e6, latency=0.05))) as address:
        began = time.monotonic()
        get(address + "large.gz")
        took = time.monotonic() - began
    # 25 kB at 1 Mbit/s take 0.2 s, after a latency of 0.05 s; it may take longer, never less.
    assert took >= 0.24


def test_killing_a_browser_leaves_no_traceback(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    others = set(threading.enumerate())  # other tests' hosts may hold connections open for minutes
    with serving(Host(folder)) as address:
        where = urlsplit(address)
        browser = socket.create_connection((where.hostname, where.port))
        browser.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
        assert browser.recv(1 << 16).startswith(b"HTTP/1.1 200")
        reset = struct.pack("ii", 1, 0)  # the connection is not closed but reset
        browser.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, reset)
        browser.close()
        for thread in set(threading.enumerate()) - others:
            if "process_request" in thread.name:
                thread.join(10)
    assert capfd.readouterr().err == ""
