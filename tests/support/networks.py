"""Simulates devices in a room without internet: network namespaces on one bridge of this machine.

Linux only, as root, with ``ip``, ``bridge`` (iproute2) and ``nsenter``.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import subprocess
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_NEW_NETWORK: Final = 0x40000000  # CLONE_NEWNET
_NAMES: Final = Path("/run/netns")


def possible() -> bool:
    """Return whether this machine allows network namespaces."""
    if getattr(os, "geteuid", lambda: 1)() or not all(
        map(shutil.which, ("ip", "bridge", "nsenter"))
    ):
        return False
    try:
        with Room(["x"]):
            return True
    except subprocess.CalledProcessError:
        return False


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)


class Room:
    """A room with a gateway that leads nowhere. Each device has a namespace of its own."""

    GATEWAY: Final = "10.77.0.1"

    def __init__(self, devices: Sequence[str], name: str = "") -> None:
        self.name = name or f"td{os.getpid() % 10_000}"
        self.devices = list(devices)

    def __enter__(self) -> Room:
        try:
            self._build()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _build(self) -> None:
        # The bridge has a namespace of its own, so that nothing touches the machine's network.
        hub = self.space("hub")
        _run("ip", "netns", "add", hub)
        _run("ip", "-n", hub, "link", "add", "hub", "type", "bridge", "mcast_snooping", "0")
        _run("ip", "-n", hub, "addr", "add", f"{self.GATEWAY}/24", "dev", "hub")
        _run("ip", "-n", hub, "link", "set", "hub", "up")
        for n, device in enumerate(self.devices):
            space = self.space(device)
            _run("ip", "netns", "add", space)
            _run("ip", "-n", space, "link", "set", "lo", "up")
            ends = ["type", "veth", "peer", "name", f"port{n}", "netns", hub]
            _run("ip", "-n", space, "link", "add", "wlan0", *ends)
            _run("ip", "-n", hub, "link", "set", f"port{n}", "master", "hub", "up")
            _run("ip", "-n", space, "addr", "add", f"10.77.0.{n + 2}/24", "dev", "wlan0")
            _run("ip", "-n", space, "link", "set", "wlan0", "up")
            _run("ip", "-n", space, "route", "add", "default", "via", self.GATEWAY)

    def __exit__(self, *_: object) -> None:
        for device in [*self.devices, "hub"]:
            subprocess.run(
                ["ip", "netns", "del", self.space(device)], capture_output=True, check=False
            )

    def space(self, device: str) -> str:
        return f"{self.name}-{device}"

    # ------------------------------------------------------------ faults

    def no_route(self) -> None:
        """Remove the default route; then browsers find no address of the device."""
        for device in self.devices:
            _run("ip", "-n", self.space(device), "route", "del", "default")

    def no_multicast(self) -> None:
        """Block multicast, so that devices cannot resolve names such as ``….local``."""
        hub = self.space("hub")
        for n in range(len(self.devices)):
            _run("bridge", "-n", hub, "link", "set", "dev", f"port{n}", "mcast_flood", "off")

    def isolated(self) -> None:
        """Isolate the devices, as guest Wi-Fi does: each reaches only the gateway."""
        for n in range(len(self.devices)):
            hub = self.space("hub")
            _run("bridge", "-n", hub, "link", "set", "dev", f"port{n}", "isolated", "on")

    # ------------------------------------------------------------ services

    @contextlib.contextmanager
    def relaying(self, user: str, password: str, folder: Path) -> Iterator[None]:
        """Run a TURN server (coturn) at the gateway."""
        with self.inside("hub"):
            server = subprocess.Popen(
                [
                    *("turnserver", "-n", "--no-cli", "--no-tls", "--no-dtls", "--lt-cred-mech"),
                    *("--listening-ip", self.GATEWAY, "--relay-ip", self.GATEWAY),
                    *("--realm", "room", "--user", f"{user}:{password}"),
                    *("--pidfile", str(folder / "turn.pid"), "--userdb", str(folder / "turn.db")),
                    *("--log-file", str(folder / "turn.log"), "--simple-log"),
                ],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        try:
            yield
        finally:
            server.terminate()
            server.wait()

    # ------------------------------------------------------------ running programs at a device

    @contextlib.contextmanager
    def inside(self, device: str) -> Iterator[None]:
        """Put sockets and processes started by this thread into the device's namespace."""
        libc = ctypes.CDLL(None, use_errno=True)
        own = os.open(f"/proc/self/task/{threading.get_native_id()}/ns/net", os.O_RDONLY)
        there = os.open(_NAMES / self.space(device), os.O_RDONLY)
        try:
            if libc.setns(there, _NEW_NETWORK):
                raise OSError(ctypes.get_errno(), "setns")
            yield
        finally:
            libc.setns(own, _NEW_NETWORK)
            os.close(own)
            os.close(there)

    def program(self, path: str, device: str, folder: Path) -> str:
        """Write a script that runs a program on a device; return its path."""
        script = folder / f"at-{device}"
        script.write_text(
            f'#!/bin/sh\nexec nsenter --net={_NAMES}/{self.space(device)} "{path}" "$@"\n'
        )
        script.chmod(0o755)
        return str(script)
