"""Runs real web servers with Debian's default configuration.

Only the listening address, the user and the paths to which they write differ."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import machine

PLACE = "some/place"
PATIENCE = 10  # seconds to wait for a server to listen


def nginx(port: int, work: Path) -> list[str]:
    """Debian's nginx.conf and its default site."""
    etc = Path("/etc/nginx")
    main = (etc / "nginx.conf").read_text()
    site = (etc / "sites-available" / "default").read_text()
    site = re.sub(r"(?m)^\s*listen \[::\].*$", "", site)
    site = site.replace("listen 80 default_server", f"listen 127.0.0.1:{port} default_server")
    site = site.replace("root /var/www/html;", f"root {work / 'root'};")
    (work / "default").write_text(site)
    main = re.sub(r"(?m)^user .*$", "user root;", main)
    main = re.sub(r"(?m)^pid .*$", f"pid {work}/pid;", main)
    main = main.replace("/var/log/nginx/", f"{work}/")
    main = main.replace("/etc/nginx/sites-enabled/*", f"{work}/default")
    main = main.replace("include mime.types", "include /etc/nginx/mime.types")
    (work / "nginx.conf").write_text(main)
    return ["nginx", "-e", f"{work}/error.log", "-c", f"{work}/nginx.conf", "-g", "daemon off;"]


def lighttpd(port: int, work: Path) -> list[str]:
    text = Path("/etc/lighttpd/lighttpd.conf").read_text()
    text = re.sub(r"(?m)^server\.(username|groupname|errorlog|pid-file|upload-dirs).*$", "", text)
    text = text.replace("cache/lighttpd/uploads", "tmp")
    text = re.sub(r"(?m)^server\.port.*$", f'server.port = {port}\nserver.bind = "127.0.0.1"', text)
    text = re.sub(r"(?m)^include_shell .*use-ipv6.*$", "", text)
    text = text.replace("/var/www/html", f"{work}/files")
    (work / "lighttpd.conf").write_text(text)
    return ["lighttpd", "-D", "-f", f"{work}/lighttpd.conf"]


def apache2(port: int, work: Path) -> list[str]:
    """Debian's apache2.conf and its default site. Environment variables say where it runs and writes."""
    etc = Path("/etc/apache2")
    site = (etc / "sites-available" / "000-default.conf").read_text()
    root = re.search(r"(?m)^\s*DocumentRoot (\S+)$", site)
    assert root, "the default site has no DocumentRoot"
    main = (etc / "apache2.conf").read_text()
    main = main.replace(f"{Path(root[1]).parent}/", f"{work}/files/")
    main = re.sub(r"(?m)^Include ports\.conf$", f"Listen 127.0.0.1:{port}", main)
    main = main.replace("sites-enabled/*.conf", f"{work}/default")
    site = site.replace("*:80>", f"*:{port}>").replace(root[1], f"{work}/files")
    (work / "default").write_text(site)
    (work / "apache2.conf").write_text(main)
    its = {"RUN_USER": "www-data", "RUN_GROUP": "www-data", "PID_FILE": f"{work}/pid"}
    its |= dict.fromkeys(["RUN_DIR", "LOCK_DIR", "LOG_DIR"], str(work))
    env = [f"APACHE_{name}={value}" for name, value in its.items()]
    return ["env", *env, "apache2", "-D", "FOREGROUND", "-f", f"{work}/apache2.conf"]


def python(port: int, work: Path) -> list[str]:
    where = ["--bind", "127.0.0.1", "--directory", f"{work}/files"]
    return [sys.executable, "-m", "http.server", str(port), *where]


@contextmanager
def serving(
    command: Callable[[int, Path], list[str]], site: Path, work: Path
) -> Iterator[tuple[str, Callable[[], None]]]:
    """Run such a server; yield the site's address and a function that stops the server."""
    work.chmod(0o755)  # some servers run as another user
    shutil.copytree(site, work / "files" / PLACE)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    with (work / "log").open("w") as log:
        env = os.environ | {"PATH": machine.SYSTEM}
        server = subprocess.Popen(command(port, work), env=env, stdout=log, stderr=log)

    def end() -> None:
        server.terminate()
        server.wait()

    try:
        _wait(port, server, work / "log")
        yield f"http://127.0.0.1:{port}/{PLACE}/", end
    finally:
        end()


def _wait(port: int, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(PATIENCE * 10):
        with socket.socket() as trying:
            if not trying.connect_ex(("127.0.0.1", port)):
                return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"{server.args!r} does not serve:\n{log.read_text()}")
