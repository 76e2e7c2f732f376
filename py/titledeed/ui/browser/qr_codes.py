"""Draws QR codes for another device to read, and reads them with this device's camera.

The JavaScript library ``qr`` does both; it is fetched when it is first needed. The camera is on only
from a person's press until the first code is read, and its pictures never leave this device.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import js
from pyodide.ffi import JsException, jsnull, to_js
from pyscript.js_modules import boot

_BETWEEN: Final = 0.15  # seconds between two camera pictures that are searched for a code
_WIDE: Final = 640  # pixels: the width to which a camera picture is scaled down
_QUIET: Final = 4  # modules (the squares of a QR code) of white margin around it
VIDEO: Final = "#devices-video"


async def drawn(text: str) -> tuple[int, str]:
    """Draw a QR code. Return its modules per side, margin included, and an SVG path of the dark modules.

    Return (0, "") if the library cannot be fetched."""
    try:
        library = await boot.library("qrDraw")
        rows = library.encodeQR(text, "raw", _object({"ecc": "low"})).to_py()
    except (JsException, AttributeError):
        return 0, ""
    # The library adds a margin of its own: take only the dark modules, and add ours.
    dark = [(y, x) for y, row in enumerate(rows) for x, on in enumerate(row) if on]
    top, left = min(y for y, _ in dark), min(x for _, x in dark)
    side = max(y for y, _ in dark) - top + 1 + 2 * _QUIET
    path = "".join(f"M{x - left + _QUIET} {y - top + _QUIET}h1v1h-1z" for y, x in dark)
    return side, path


def _object(options: dict[str, Any]) -> Any:
    return to_js(options, dict_converter=js.Object.fromEntries)


class Camera:
    """Looks for a QR code until it reads one, or for ``many`` of them.

    It calls ``seen`` with the text of a code, and again only for another text. If there is no camera or
    the person does not allow it, it calls ``failed`` once."""

    def __init__(
        self, seen: Callable[[str], None], failed: Callable[[], None], many: bool = False
    ) -> None:
        self._seen, self._failed, self._many = seen, failed, many
        self._last = ""
        self._stream: Any = None
        self._off = False
        self._looking = asyncio.ensure_future(self._look())

    def off(self) -> None:
        """Switch the camera off and stop looking."""
        self._off = True
        if self._stream is not None:
            for track in self._stream.getTracks():
                track.stop()
            self._stream = None

    async def _look(self) -> None:
        try:
            library = await boot.library("qrRead")
            asked = _object({"video": {"facingMode": "environment"}, "audio": False})
            self._stream = await js.navigator.mediaDevices.getUserMedia(asked)
        except (JsException, AttributeError):  # no camera, no permission, or a page without https
            if not self._off:
                self._failed()
            return
        canvas = js.document.createElement("canvas")
        while not self._off:
            text = self._read(library, canvas)
            if text and not self._many:
                self.off()
                self._seen(text)
                return
            if text and text != self._last:
                self._last = text
                self._seen(text)
            await asyncio.sleep(_BETWEEN)
        self.off()

    def _read(self, library: Any, canvas: Any) -> str:
        video = js.document.querySelector(VIDEO)
        if video is jsnull:
            return ""
        if video.srcObject is jsnull:
            video.srcObject = self._stream
            video.play()
        if not video.videoWidth:
            return ""
        canvas.width = min(_WIDE, video.videoWidth)
        canvas.height = canvas.width * video.videoHeight // video.videoWidth
        sheet = canvas.getContext("2d", _object({"willReadFrequently": True}))
        sheet.drawImage(video, 0, 0, canvas.width, canvas.height)
        try:
            return str(library.decodeQR(sheet.getImageData(0, 0, canvas.width, canvas.height)))
        except JsException:  # no code in the picture
            return ""
