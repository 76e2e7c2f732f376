"""The codes with which students join a class, and the name of the class in them.

The teacher's screen shows one invitation for the whole class. It has the words (ICE user fragment and
password) and the certificate's fingerprint that the teacher's device answers with. So a student's device
needs nothing else from the teacher's, and only its own code has to be carried back. A browser that does
not let a page choose these words makes an invitation for one student instead, with a whole offer.

A student's reply names the class by the first bytes of its id. So a reply to another class is recognized.
"""

from __future__ import annotations

import base64
import unicodedata
from dataclasses import dataclass
from typing import Final

from ..engine.parsing.untrusted_input import from_base64
from ..peers.checksummed_codes import CLASS, CodeError, open_code, seal_code
from ..peers.log_entry_fields_and_checks import is_printable
from ..peers.sdp_codec import AGREED, SdpError, agreed_words
from ..peers.sdp_codec import LONGEST as LONGEST_CONNECTION

LONGEST_NAME: Final = 8  # characters of the name of a class
LONGEST: Final = LONGEST_CONNECTION + 80  # characters of a code
ID_BYTES: Final = 8
_FINGERPRINT: Final = 32
_WORD_BYTES: Final = AGREED * 3 // 4
_MARK: Final = 3  # bytes with which a reply names its class
_EVERYONE, _ONE, _TO_EVERYONE, _TO_ONE = range(4)  # the forms of a code


class ClassCodeError(ValueError):
    """A text that is no code of a class. The exception's text is a sentence."""


def _foreign() -> ClassCodeError:
    return ClassCodeError(
        "This code comes from another program, or from another version of this one. Reload the page "
        "on both devices, and try again."
    )


@dataclass(frozen=True)
class Invitation:
    """``id``: 16 hexadecimal digits. Either ``words`` and ``fingerprint`` are given, for any number of
    students, or ``offer``, the code of a connection for one student."""

    name: str
    id: str
    words: str = ""
    fingerprint: bytes = b""
    offer: str = ""

    @property
    def for_everyone(self) -> bool:
        return not self.offer


@dataclass(frozen=True)
class Reply:
    """A student's code. ``mark`` is the beginning of the id of its class. ``calls``: the code in
    ``connection`` is an offer, which any invitation for everyone accepts; otherwise it answers the offer for
    one student."""

    mark: str
    connection: str
    calls: bool

    def fits(self, id: str) -> bool:
        """Whether the reply is for the class with this id."""
        return id.startswith(self.mark)


def clean_class_name(text: str) -> str:
    """The name of a class as people have typed it, without what cannot be shown; at most 8 characters."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    return "".join(c for c in text if is_printable(c))[:LONGEST_NAME].strip()


def is_class_name(text: str) -> bool:
    return bool(text) and clean_class_name(text) == text


def are_words(text: str) -> bool:
    """Whether an invitation for everyone can have these words."""
    try:
        agreed_words(text)
    except SdpError:
        return False
    return True


def pack_invitation(invitation: Invitation) -> str:
    """Return the code that the teacher's screen shows."""
    name = invitation.name.encode()
    form = _EVERYONE if invitation.for_everyone else _ONE
    head = bytes([CLASS << 4 | form, len(name)]) + name + bytes.fromhex(invitation.id)
    if invitation.offer:
        return seal_code(head + open_code(invitation.offer, LONGEST_CONNECTION))
    words = from_base64(invitation.words, AGREED)
    return seal_code(head + words + invitation.fingerprint)


def unpack_invitation(code: str) -> Invitation:
    """Return the invitation in a code. Raises :class:`ClassCodeError` with a sentence."""
    data, form = _opened(code)
    if form in (_TO_EVERYONE, _TO_ONE):
        raise ClassCodeError("This is a student’s code. Only the teacher’s device can read it.")
    size = data[1] if len(data) > 1 else 0
    name, rest = _text(data[2 : 2 + size]), data[2 + size :]
    id, rest = rest[:ID_BYTES], rest[ID_BYTES:]
    if len(id) != ID_BYTES or not is_class_name(name):
        raise _foreign()
    if form == _ONE:
        return Invitation(name, id.hex(), offer=_sealed(rest))
    if len(rest) != _WORD_BYTES + _FINGERPRINT:
        raise _foreign()
    words = base64.b64encode(rest[:_WORD_BYTES]).decode("ascii")
    return Invitation(name, id.hex(), words, rest[_WORD_BYTES:])


def pack_reply(invitation: Invitation, connection: str) -> str:
    """Return the code of a student's device, which contains the code of its connection."""
    form = _TO_EVERYONE if invitation.for_everyone else _TO_ONE
    mark = bytes.fromhex(invitation.id)[:_MARK]
    return seal_code(bytes([CLASS << 4 | form]) + mark + open_code(connection, LONGEST_CONNECTION))


def unpack_reply(code: str) -> Reply:
    """Return the reply in a code. Raises :class:`ClassCodeError` with a sentence."""
    data, form = _opened(code)
    if form not in (_TO_EVERYONE, _TO_ONE):
        raise ClassCodeError("This is an invitation to a class. Read a student’s code instead.")
    mark, rest = data[1 : 1 + _MARK], data[1 + _MARK :]
    if len(mark) != _MARK:
        raise _foreign()
    return Reply(mark.hex(), _sealed(rest), form == _TO_EVERYONE)


def _opened(code: str) -> tuple[bytes, int]:
    try:
        data = open_code(code, LONGEST)
    except CodeError as error:
        raise ClassCodeError(str(error)) from None
    if data[0] >> 4 != CLASS or data[0] & 15 > _TO_ONE:
        raise ClassCodeError("This code isn’t for joining a class.")
    return data, data[0] & 15


def _sealed(connection: bytes) -> str:
    if not connection:
        raise _foreign()
    return seal_code(connection)


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise _foreign() from None
