"""Packs a WebRTC session description (SDP) into a code of about 135 characters, and unpacks it.

A browser's SDP has about 700 characters, of which a table needs five things. These are the ICE user
fragment and password (the two *words* of a connection), the certificate's fingerprint, the DTLS setup
role, and the ICE candidates (*addresses*). They are checked one by one and packed. The other side builds a
new SDP from them. So nothing else that an untrusted device writes into an SDP reaches the browser.
"""

from __future__ import annotations

import base64
import hashlib
import ipaddress
import re
from dataclasses import dataclass, replace
from typing import Final

from ..engine.parsing.untrusted_input import from_base64
from .checksummed_codes import (
    ALPHABET,
    CHECKS,
    CONNECTION,
    CodeError,
    check_characters,
    is_whole_code,
    open_code,
    seal_code,
    tidy_code,
)
from .draw_hash_chains import from_base64url, to_base64url

LONGEST: Final = 900  # characters of a code
LONGEST_TEXT: Final = 20_000  # characters of an SDP
MOST_ADDRESSES: Final = 8
SHORTEST: Final = 32  # most characters of a code with which a device returns

AGREED: Final = 28  # letters agreed on beforehand: 4 for the user fragment, 24 for the password
_MARK: Final = 2  # bytes with which an answer names its offer

_WORD: Final = re.compile(r"[A-Za-z0-9+/]{4,64}\Z")
_NAME: Final = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.local\Z")
_PRINT: Final = re.compile(r"[0-9A-F]{2}(:[0-9A-F]{2}){31}\Z")
_UDP_PORT: Final = re.compile(r"[0-9]{1,5}\Z")
_ONCE: Final = ("a=ice-ufrag", "a=ice-pwd", "a=fingerprint", "a=setup")
_TYPES: Final = ("host", "srflx", "relay")
_SETUPS: Final = ("actpass", "active", "passive")
_TO_WATCH: Final = 3  # in place of one of these indices: an offer to a spectator


_SERVER: Final = re.compile(r"(stuns?|turns?):([^?]*)(\?transport=(?:udp|tcp))?\Z", re.IGNORECASE)
_PORT: Final = re.compile(r"(.*?)(?::([0-9]*))?\Z")
_LABEL: Final = re.compile(r"(?!-)[A-Za-z0-9-]{1,63}(?<!-)\Z")
_LONGEST_HOST: Final = 150


# Where a device of another person may be looked for without a server. These are home and company
# networks, connections between two machines, and the inner networks of providers and of private
# tunnels. They also include the networks for examples and trials, which lead to nobody in public.
_NEAR: Final = tuple(
    ipaddress.ip_network(net)
    for net in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10"),
        *("127.0.0.0/8", "fc00::/7", "fe80::/10", "::1/128"),
        *("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "198.18.0.0/15", "2001:db8::/32"),
    )
)


class SdpError(ValueError):
    """A code or an SDP that no table sends. The exception's text is a sentence."""


@dataclass(frozen=True)
class Address:
    """An ICE candidate: an mDNS name that the browser made up (``….local``) or an IP address, with its UDP
    port and type."""

    host: str
    port: int
    type: str = "host"


@dataclass(frozen=True)
class ConnectionDescription:
    """The parts of an SDP offer or answer that a table needs."""

    setup: str  # the DTLS role: "actpass" in an offer, "active" or "passive" in an answer
    ufrag: str
    pwd: str
    fingerprint: bytes  # SHA-256 of the certificate
    addresses: tuple[Address, ...]
    to_watch: bool = False  # an offer to a spectator
    answers: bytes = b""  # the mark of the offer that an answer is for

    @property
    def mark(self) -> bytes:
        """The bytes with which an answer names this offer.

        A wrong offer has the same mark once in 65,536 times."""
        words = f"{self.ufrag} {self.pwd} ".encode()
        return hashlib.sha256(words + self.fingerprint).digest()[:_MARK]


def ice_server(address: str, user: str, password: str) -> dict[str, str]:
    """Return the ``RTCIceServer`` entry for a STUN or TURN server that people have entered.

    Raises :class:`SdpError` with a sentence."""
    address = address.strip()
    if any(c.isspace() for c in address):
        raise SdpError("The address contains a space. Remove it.")
    parts = _SERVER.match(address)
    if parts is None:
        raise SdpError("The address must begin with stun: or turn:, as in stun:stun.example.org.")
    scheme, rest, transport = parts[1].lower(), parts[2], (parts[3] or "").lower()
    if rest.startswith("/"):
        raise SdpError("Leave out the slashes after stun: or turn:, as in stun:stun.example.org.")
    host, port = _host_and_port(rest)
    if port is not None and not (0 < len(port) <= 5 and 1 <= int(port) <= 65535):
        raise SdpError("The port, after the last colon, must be a number from 1 to 65535.")
    if not host:
        raise SdpError(
            "The name of the server is missing. Write the address like this: stun:stun.example.org."
        )
    if not _is_host(host):
        raise SdpError("The name of the server isn’t valid. Check the spelling.")
    whole = f"{scheme}:{host}" + (f":{int(port)}" if port is not None else "")
    if scheme.startswith("stun"):
        if transport:
            raise SdpError("“?transport=” belongs only in the address of a TURN server.")
        return {"urls": whole}
    if not user or not password:
        raise SdpError("A TURN server needs a user name and a password.")
    if len(user) > 200 or len(password) > 200:
        raise SdpError("The user name or password is too long: use at most 200 characters.")
    return {"urls": whole + transport, "username": user, "credential": password}


def _host_and_port(text: str) -> tuple[str, str | None]:
    if text.startswith("["):
        host, bracket, rest = text.partition("]")
        parts = _PORT.match(rest)
        if not bracket or parts is None or parts[1]:
            return "[", None  # no host
        return host + bracket, parts[2]
    parts = _PORT.match(text)
    return (parts[1], parts[2]) if parts is not None else (text, None)


def _is_host(host: str) -> bool:
    """Whether a text is an IP address (IPv6 in brackets), or a valid host name."""
    try:
        if host.startswith("["):
            return "%" not in host and ipaddress.ip_address(host[1:-1]).version == 6
        if re.fullmatch(r"[0-9.]+", host):
            return ipaddress.ip_address(host).version == 4
    except ValueError:
        return False
    return len(host) <= _LONGEST_HOST and all(map(_LABEL.match, host.removesuffix(".").split(".")))


# ---------------------------------------------------------------- the browser's text


def parse_sdp(text: str) -> ConnectionDescription:
    """Read a browser's SDP. Raises :class:`SdpError` with a sentence."""
    if len(text) > LONGEST_TEXT:
        raise SdpError("The description of this device is too long.")
    fields: dict[str, str] = {}
    addresses: list[Address] = []
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key == "a=candidate":
            address = _candidate(value)
            if address is not None and address not in addresses:
                addresses.append(address)
        elif key in _ONCE and fields.setdefault(key, value) != value:
            raise SdpError("The description of this device contradicts itself.")
    ufrag, pwd = fields.get("a=ice-ufrag", ""), fields.get("a=ice-pwd", "")
    kind, _, print_ = fields.get("a=fingerprint", "").partition(" ")
    if kind.lower() != "sha-256":
        raise SdpError("The description of this device has no fingerprint of a known kind.")
    fingerprint = _fingerprint(print_.strip().upper())
    description = ConnectionDescription(
        fields.get("a=setup", ""), ufrag, pwd, fingerprint, tuple(addresses[:MOST_ADDRESSES])
    )
    _check(description)
    return description


def _fingerprint(text: str) -> bytes:
    if not _PRINT.match(text):
        raise SdpError("The fingerprint of this device is damaged.")
    return bytes.fromhex(text.replace(":", ""))


def _candidate(value: str) -> Address | None:
    """Return the address in a candidate line; None if it is invalid or not over UDP."""
    words = value.split()
    if len(words) < 8 or words[2].lower() != "udp" or words[6] != "typ" or words[1] != "1":
        return None
    if words[7] not in _TYPES or not _UDP_PORT.match(words[5]):
        return None
    address = Address(words[4], int(words[5]), words[7])
    try:
        _check_address(address)
    except SdpError:
        return None
    return address


def _check(description: ConnectionDescription) -> None:
    if description.setup not in _SETUPS:
        raise SdpError("The description doesn’t say which device starts the connection.")
    if (
        not _WORD.match(description.ufrag)
        or not _WORD.match(description.pwd)
        or len(description.pwd) < 22
    ):
        raise SdpError("The access data of this connection is damaged.")
    if (description.to_watch and description.setup != _SETUPS[0]) or len(
        description.answers
    ) not in (0, _MARK):
        raise SdpError("The description of a device is damaged.")
    if len(description.fingerprint) != 32 or len(description.addresses) > MOST_ADDRESSES:
        raise SdpError("The description of a device is damaged.")
    for address in description.addresses:
        _check_address(address)


def _check_address(address: Address) -> None:
    if not 1 <= address.port <= 65535 or address.type not in _TYPES:
        raise SdpError("The code contains a port that isn’t valid.")
    if _NAME.match(address.host):
        return
    try:
        ip = ipaddress.ip_address(address.host)
    except ValueError:
        raise SdpError("The code contains an address that isn’t valid.") from None
    if ip.is_multicast or ip.is_unspecified or "%" in address.host:
        raise SdpError("The code contains an address that can’t be reached.")


def _near(host: str) -> bool:
    if _NAME.match(host):
        return True
    address = ipaddress.ip_address(host)
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in net for net in _NEAR)


def build_sdp(description: ConnectionDescription, later: bool = False) -> str:
    """Return the SDP for the browser, built from checked fields alone.

    ``later``: leave the list of candidates open, because the other device will make itself known by
    connecting. Raises :class:`SdpError`."""
    _check(description)
    print_ = ":".join(f"{byte:02X}" for byte in description.fingerprint)
    lines = [
        *("v=0", "o=- 1 2 IN IP4 127.0.0.1", "s=-", "t=0 0", "a=group:BUNDLE 0"),
        *("m=application 9 UDP/DTLS/SCTP webrtc-datachannel", "c=IN IP4 0.0.0.0"),
        *(f"a=ice-ufrag:{description.ufrag}", f"a=ice-pwd:{description.pwd}"),
        *(f"a=fingerprint:sha-256 {print_}", f"a=setup:{description.setup}", "a=mid:0"),
        *("a=sctp-port:5000", "a=max-message-size:262144"),
    ]
    for n, address in enumerate(description.addresses):
        kind = _TYPES.index(address.type)
        rank = ((126, 100, 0)[kind] << 24) + ((65535 - n) << 8) + 255
        behind = " raddr 0.0.0.0 rport 0" if kind else ""
        lines.append(
            f"a=candidate:{n + 1} 1 udp {rank} {address.host} {address.port} typ {address.type}{behind}"
        )
    return "\r\n".join([*lines, *(() if later else ("a=end-of-candidates",)), ""])


# ---------------------------------------------------------------- the code


def pack_connection(description: ConnectionDescription) -> str:
    """Return the code of a connection; an answer must name its offer. Raises :class:`SdpError`."""
    _check(description)
    if bool(description.answers) != (description.setup != _SETUPS[0]):
        raise SdpError("The description of a device is damaged.")
    form = _SETUPS.index(description.setup)
    out = bytearray([CONNECTION << 4 | (_TO_WATCH if description.to_watch else form)])
    out += description.answers
    for text in (description.ufrag, description.pwd):
        kind, data = _packed(text)
        out += bytes([kind << 6 | len(data)]) + data
    out += description.fingerprint
    for address in description.addresses:
        kind, data = _packed_host(address.host)
        out += (
            bytes([kind << 4 | _TYPES.index(address.type)]) + data + address.port.to_bytes(2, "big")
        )
    return seal_code(bytes(out))


# The lengths of the two words of a browser, by the form in which they are packed: the bytes of each,
# and the letters. Chromium's words are base64, even if they happen to look like hexadecimal digits.
_BACK: Final = ((2, 3, 18), (1, 4, 16))
_BACK_LETTERS: Final = ((4, 24), (8, 32))


def pack_connection_answer(seat: int, ufrag: str, pwd: str) -> str:
    """Return the code with which a device returns to a connection that another one holds ready.

    The code has the device's seat and the two words of its own end. The other device knows everything
    else. Raises :class:`SdpError` if the browser's words are of another kind."""
    both = (len(ufrag), len(pwd))
    if both not in _BACK_LETTERS or not 0 <= seat < 8:
        raise SdpError("This browser can’t make a short code for reconnecting.")
    n = _BACK_LETTERS.index(both)
    try:
        data = bytes.fromhex(ufrag + pwd) if n else from_base64(ufrag + pwd, sum(both))
    except ValueError:
        raise SdpError("This browser can’t make a short code for reconnecting.") from None
    if _words_back(n, data) != (ufrag, pwd):
        raise SdpError("This browser can’t make a short code for reconnecting.")
    letters = ALPHABET[seat + 8 * n] + to_base64url(data)
    return letters + check_characters(letters)


def _words_back(n: int, data: bytes) -> tuple[str, str]:
    form, size, _rest = _BACK[n]
    return _unpacked(form, data[:size]), _unpacked(form, data[size:])


def unpack_connection_answer(code: str) -> tuple[int, str, str]:
    """Return the seat and the two words in such a code. Raises :class:`SdpError` with a sentence."""
    letters = tidy_code(code)
    n, seat = divmod(ALPHABET.find(letters[:1]), 8)
    if len(letters) > SHORTEST or n not in (0, 1):
        raise SdpError("This isn’t a code for reconnecting a device.")
    data = from_base64url(letters[1:-CHECKS], sum(_BACK[n][1:]))
    if data is None or not is_whole_code(letters):
        raise SdpError(
            "A character of this code is wrong, missing or in the wrong place. Compare it with the other"
            " screen and try again."
        )
    ufrag, pwd = _words_back(n, data)
    return seat, ufrag, pwd


def with_words(text: str, ufrag: str, pwd: str) -> str:
    """Return this browser's own SDP with other words in it."""
    text = re.sub(r"(a=ice-ufrag:)[^\r\n]*", lambda at: at[1] + ufrag, text)
    return re.sub(r"(a=ice-pwd:)[^\r\n]*", lambda at: at[1] + pwd, text)


def agreed_words(words: str) -> tuple[str, str]:
    """Return the two words in ``AGREED`` letters agreed on beforehand. Raises :class:`SdpError`."""
    if len(words) != AGREED or not _WORD.match(words):
        raise SdpError("The access data of this connection is damaged.")
    return words[:4], words[4:]


def _packed(text: str) -> tuple[int, bytes]:
    """Pack a word as hexadecimal digits, as base64, or as plain text.

    Return (form, bytes) of the shortest form that unpacks to the same word."""
    if len(text) % 2 == 0 and re.fullmatch(r"[0-9a-f]+", text):
        return 1, bytes.fromhex(text)
    if len(text) % 4 == 0:
        return 2, from_base64(text, len(text))
    return 0, text.encode("ascii")


def _unpacked(form: int, data: bytes) -> str:
    match form:
        case 0:
            return data.decode("ascii", "replace")
        case 1:
            return data.hex()
        case 2:
            return base64.b64encode(data).decode("ascii")
    raise IndexError(form)


def _packed_host(host: str) -> tuple[int, bytes]:
    if host.endswith(".local"):
        return 0, bytes.fromhex(host.removesuffix(".local").replace("-", ""))
    address = ipaddress.ip_address(host)
    return (1 if address.version == 4 else 2), address.packed


def _unpacked_host(kind: int, data: bytes) -> str:
    if kind == 0:
        word = data.hex()
        return "-".join((word[:8], word[8:12], word[12:16], word[16:20], word[20:])) + ".local"
    return str(ipaddress.ip_address(data))


def unpack_connection(code: str, far: bool = False) -> ConnectionDescription:
    """Return the connection that a code describes.

    Without ``far``, its addresses in the public network are left out. Otherwise a browser would call any
    host that a stranger has written into the code. Raises :class:`SdpError` with a sentence."""
    try:
        data = open_code(code, LONGEST)
    except CodeError as error:
        raise SdpError(str(error)) from None
    if data[0] >> 4 != CONNECTION:
        raise SdpError("This code isn’t for connecting two devices.")
    try:
        description = _read(data)
        _check(description)
    except (IndexError, ValueError):
        raise SdpError(
            "This code comes from another program, or from another version of this one."
        ) from None
    return (
        description
        if far
        else replace(
            description, addresses=tuple(a for a in description.addresses if _near(a.host))
        )
    )


def _read(data: bytes) -> ConnectionDescription:
    watch = data[0] & 15 == _TO_WATCH
    setup = _SETUPS[0 if watch else data[0] & 15]
    answers = b"" if setup == _SETUPS[0] else _cut(data, 1, _MARK)
    at = 1 + len(answers)
    words = []
    for _ in range(2):
        form, size = data[at] >> 6, data[at] & 63
        words.append(_unpacked(form, _cut(data, at + 1, size)))
        at += 1 + size
    fingerprint = _cut(data, at, 32)
    at += 32
    addresses = []
    while at < len(data):
        kind, type_ = data[at] >> 4, data[at] & 15
        size = (16, 4, 16)[kind]
        host = _unpacked_host(kind, _cut(data, at + 1, size))
        port = int.from_bytes(_cut(data, at + 1 + size, 2), "big")
        addresses.append(Address(host, port, _TYPES[type_]))
        at += size + 3
    return ConnectionDescription(
        setup, words[0], words[1], fingerprint, tuple(addresses), watch, answers
    )


def _cut(data: bytes, at: int, size: int) -> bytes:
    part = data[at : at + size]
    if len(part) != size:
        raise IndexError(at)
    return part
