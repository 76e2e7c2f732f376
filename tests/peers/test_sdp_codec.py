"""The short codes of connection offers, and the offers that are rebuilt from them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from spoiled_codes import spoiled
from titledeed.peers.checksummed_codes import ALPHABET, open_code, seal_code
from titledeed.peers.sdp_codec import (
    SHORTEST,
    Address,
    ConnectionDescription,
    SdpError,
    agreed_words,
    build_sdp,
    ice_server,
    pack_connection,
    pack_connection_answer,
    parse_sdp,
    unpack_connection,
    unpack_connection_answer,
    with_words,
)

PRINT = ":".join(f"{n:02X}" for n in range(160, 192))
# As Chromium 156 and Firefox 153 write them, reduced to the differences.
CHROMIUM = f"""v=0
o=- 4611731400430051336 2 IN IP4 127.0.0.1
s=-
t=0 0
a=group:BUNDLE 0
a=extmap-allow-mixed
a=msid-semantic: WMS
m=application 54321 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:3091 1 udp 2113937151 0e9b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local 54321 typ host generation 0
a=candidate:3091 1 udp 2113939711 7a6b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local 50022 typ host generation 0
a=candidate:77 1 tcp 1518149375 7a6b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local 9 typ host tcptype active
a=ice-ufrag:rX2k
a=ice-pwd:AbCdEfGhIjKlMnOpQrStUv+/
a=ice-options:trickle
a=fingerprint:sha-256 {PRINT}
a=setup:actpass
a=mid:0
a=sctp-port:5000
a=max-message-size:262144
""".replace("\n", "\r\n")
FIREFOX = f"""v=0
o=mozilla...THIS_IS_SDPARTA-99.0 1234 0 IN IP4 0.0.0.0
s=-
t=0 0
a=sendrecv
a=fingerprint:sha-256 {PRINT}
a=group:BUNDLE 0
a=ice-options:trickle
m=application 9 UDP/DTLS/SCTP webrtc-datachannel
c=IN IP4 0.0.0.0
a=candidate:0 1 UDP 2122252543 192.168.7.23 40404 typ host
a=sendrecv
a=end-of-candidates
a=ice-pwd:00112233445566778899aabbccddeeff
a=ice-ufrag:0a1b2c3d
a=mid:0
a=setup:active
a=sctp-port:5000
a=max-message-size:1073741823
""".replace("\n", "\r\n")


def test_an_offer_with_two_names_has_129_characters() -> None:
    description = parse_sdp(CHROMIUM)
    assert description == ConnectionDescription(
        "actpass",
        "rX2k",
        "AbCdEfGhIjKlMnOpQrStUv+/",
        bytes(range(160, 192)),
        (
            Address("0e9b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local", 54321),
            Address("7a6b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local", 50022),
        ),
    )
    assert len(pack_connection(description)) == 129
    assert unpack_connection(pack_connection(description)) == description
    assert parse_sdp(build_sdp(description)) == description


def test_an_answer_with_an_address_is_shorter() -> None:
    description = replace(parse_sdp(FIREFOX), answers=b"ab")
    assert description.addresses == (Address("192.168.7.23", 40404),)
    assert len(pack_connection(description)) == 89
    assert (
        unpack_connection(" ".join(pack_connection(description))) == description
    )  # copying may add spaces and line ends
    assert replace(parse_sdp(build_sdp(description)), answers=b"ab") == description
    with pytest.raises(SdpError):
        pack_connection(parse_sdp(FIREFOX))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("a=setup:actpass", "a=setup:holdconn"),
        ("a=ice-ufrag:rX2k", "a=ice-ufrag:r"),
        ("a=ice-ufrag:rX2k", "a=ice-ufrag:rX2k\r\na=ice-ufrag:evil"),
        ("a=ice-pwd:AbCdEfGhIjKlMnOpQrStUv+/", "a=ice-pwd:short"),
        ("a=ice-pwd:AbCdEfGhIjKlMnOpQrStUv+/", "a=ice-pwd:AbCdEfGhIjKlMnOpQrStUv+/ a=x"),
        ("sha-256 A0", "sha-1 A0"),
        ("sha-256 A0:", "sha-256 "),
    ],
)
def test_forbidden_content_in_a_connection_text_is_refused(old: str, new: str) -> None:
    assert old in CHROMIUM
    with pytest.raises(SdpError):
        parse_sdp(CHROMIUM.replace(old, new))


def test_extra_lines_from_the_other_browser_are_dropped() -> None:
    """The other browser's text contains nothing else from this one."""
    evil = CHROMIUM.replace(
        "a=mid:0",
        "a=mid:0\r\nm=audio 9 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\na=candidate:9 1 udp 1 evil.example 80 "
        "typ host\r\na=candidate:9 1 udp 1 224.0.0.1 80 typ host\r\na=candidate:1 1 udp 1 10.0.0.1 99999 "
        "typ host\r\na=x-script:<script>alert(1)</script>",
    )
    built = build_sdp(unpack_connection(pack_connection(parse_sdp(evil))))
    assert built == build_sdp(parse_sdp(CHROMIUM))
    assert all(word not in built for word in ("audio", "evil", "script", "224.0.0.1", "99999"))


def test_an_answer_names_its_offer() -> None:
    offer, other = parse_sdp(CHROMIUM), parse_sdp(CHROMIUM.replace("rX2k", "rX2m"))
    answer = replace(parse_sdp(FIREFOX), answers=offer.mark)
    assert unpack_connection(pack_connection(answer)) == answer
    assert offer.mark != other.mark
    assert unpack_connection(pack_connection(offer)).mark == offer.mark


def test_an_offer_may_be_for_a_spectator() -> None:
    offer = replace(parse_sdp(CHROMIUM), to_watch=True)
    assert unpack_connection(pack_connection(offer)) == offer
    assert len(pack_connection(offer)) == 129
    with pytest.raises(SdpError):
        pack_connection(replace(parse_sdp(FIREFOX), to_watch=True))


def wrong_bytes() -> Iterator[bytes]:
    """Yield the bytes of codes that somebody has changed, with matching checks."""
    rng = random.Random(1)
    offer = parse_sdp(CHROMIUM)
    codes = [
        open_code(pack_connection(offer)),
        open_code(pack_connection(replace(parse_sdp(FIREFOX), answers=offer.mark))),
    ]
    for _ in range(4000):
        data = bytearray(rng.choice(codes))
        for _ in range(rng.randrange(1, 4)):
            match rng.randrange(3):
                case 0:
                    data[rng.randrange(len(data))] = rng.randrange(256)
                case 1:
                    del data[rng.randrange(len(data))]
                case 2:
                    data.insert(rng.randrange(len(data)), rng.randrange(256))
        yield bytes(data)


def test_a_random_code_is_refused_or_gives_a_connection_that_packs_again() -> None:
    read = 0
    for data in wrong_bytes():
        try:
            description = unpack_connection(seal_code(data))
        except SdpError:
            continue
        read += 1
        assert unpack_connection(pack_connection(description)) == description
        assert parse_sdp(build_sdp(description)).fingerprint == description.fingerprint
    assert read


@pytest.mark.parametrize("kind", ["offer", "answer", "back", "back of Firefox"])
def test_one_wrong_character_or_two_swapped_ones_are_refused_in_a_connection_code(
    kind: str,
) -> None:
    offer = parse_sdp(CHROMIUM)
    read: Callable[[str], object] = unpack_connection
    match kind:
        case "offer":
            code = pack_connection(offer)
        case "answer":
            code = pack_connection(replace(parse_sdp(FIREFOX), answers=offer.mark))
        case "back":
            code, read = (
                pack_connection_answer(5, "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/"),
                unpack_connection_answer,
            )
        case _:
            code, read = (
                pack_connection_answer(2, "0a1b2c3d", "00112233445566778899aabbccddeeff"),
                unpack_connection_answer,
            )
    read(code)
    for bad in spoiled(code, random.Random(kind)):
        with pytest.raises(SdpError):
            read(bad)


def test_codes_of_an_earlier_version_are_refused_with_the_reason_by_the_game() -> None:
    offer = "EARyWDJrmABeRh9BBgIQoKGio6Slpqeoqaqrr" + "A" * 80
    with pytest.raises(SdpError, match="comes from an earlier version of the program"):
        unpack_connection(offer)


@pytest.mark.parametrize("code", ["", "A", "AAAA", "x" * 901, "é" * 100, "/" * 120, "____" * 30])
def test_an_invalid_code_is_refused(code: str) -> None:
    with pytest.raises(SdpError):
        unpack_connection(code)


@pytest.mark.parametrize(
    ("ufrag", "pwd"),
    [
        ("rX2k", "AbCdEfGhIjKlMnOpQrStUv+/"),
        ("dead", "AbCdEfGhIjKlMnOpQrStUv+/"),  # base64 that looks like hexadecimal digits
        ("12ab", "0123456789abcdef01234567"),
        ("0a1b2c3d", "00112233445566778899aabbccddeeff"),
    ],
)
def test_a_returning_device_needs_at_most_32_characters(ufrag: str, pwd: str) -> None:
    for seat in range(8):
        letters = pack_connection_answer(seat, ufrag, pwd)
        assert len(letters) <= SHORTEST
        assert unpack_connection_answer(f" {letters[:9]} {letters[9:]}\n") == (seat, ufrag, pwd)


def test_invalid_characters_are_refused() -> None:
    good = pack_connection_answer(3, "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/")
    for bad in (
        "",
        "D",
        good[:-1],
        good + "A",
        "Z" + good[1:],
        "!" + good[1:],
        "A" * 31,
        good[:-1] + "=",
    ):
        with pytest.raises(SdpError):
            unpack_connection_answer(bad)
    for ufrag, pwd in (
        ("abcdef", "AbCdEfGhIjKlMnOpQrStUv+/"),
        ("rX2k", "00112233445566778899aabbccddeeff"),
        ("0A1b2c3d", "00112233445566778899aabbccddeeff"),
        ("0a1b2c3g", "00112233445566778899aabbccddeeff"),
        ("rX2=", "AbCdEfGhIjKlMnOpQrStUv+/"),
    ):
        with pytest.raises(SdpError):
            pack_connection_answer(0, ufrag, pwd)
    with pytest.raises(SdpError):
        pack_connection_answer(8, "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/")


@pytest.mark.parametrize(
    ("ufrag", "pwd", "count"),
    [
        ("rX2k", "AbCdEfGhIjKlMnOpQrStUv+/", 32),
        ("0a1b2c3d", "00112233445566778899aabbccddeeff", 31),
    ],
)
def test_every_wrong_character_in_a_return_code_is_refused(
    ufrag: str, pwd: str, count: int
) -> None:
    """A connection that is held ready accepts only one code, so a wrong one must not get that far."""
    good = pack_connection_answer(5, ufrag, pwd)
    assert len(good) == count
    wrong = {good[:n] + letter + good[n + 1 :] for n in range(count) for letter in ALPHABET}
    for n in range(count):
        for m in range(n):
            wrong.add(good[:m] + good[n] + good[m + 1 : n] + good[m] + good[n + 1 :])
    for bad in wrong - {good}:
        with pytest.raises(SdpError):
            unpack_connection_answer(bad)


def test_agreed_credentials_replace_the_browsers_own() -> None:
    ufrag, pwd = agreed_words("wxyzAbCdEfGhIjKlMnOpQrStUv+/")
    description = parse_sdp(with_words(CHROMIUM, ufrag, pwd))
    assert (description.ufrag, description.pwd) == ("wxyz", "AbCdEfGhIjKlMnOpQrStUv+/")
    assert description.addresses == parse_sdp(CHROMIUM).addresses
    for bad in ("", "short", "x" * 29, "\r\na=candidate:1 1 udp 1 1.2 3"):
        with pytest.raises(SdpError):
            agreed_words(bad)


def with_addresses(*hosts: str) -> ConnectionDescription:
    addresses = tuple(Address(host, 4000 + n) for n, host in enumerate(hosts))
    return ConnectionDescription(
        "actpass", "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/", bytes(32), addresses
    )


FAR = [
    *("8.8.8.8", "255.255.255.255", "192.0.3.7", "0.1.2.3", "240.0.0.1", "172.32.0.1"),
    *("2001:db9::1", "2606:4700:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"),
    *("2002:808:808::1", "2001::808:808", "::8.8.8.8"),
]
NEAR = [
    *(
        "10.77.0.3",
        "172.16.4.5",
        "192.168.7.23",
        "169.254.1.1",
        "100.64.0.9",
        "192.0.2.2",
        "127.0.0.1",
    ),
    *("fd00::7", "fe80::1", "::1", "::ffff:10.0.0.1"),
    "0e9b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local",
]


@pytest.mark.parametrize("host", FAR)
def test_a_code_cannot_point_to_a_host_on_the_public_network(host: str) -> None:
    """A stranger's code could otherwise make this browser call any host."""
    code = pack_connection(with_addresses("192.168.7.23", host))
    assert unpack_connection(code) == with_addresses("192.168.7.23")
    assert unpack_connection(pack_connection(with_addresses(host))).addresses == ()
    # People who have entered a server of their own want to be found through it.
    assert [address.port for address in unpack_connection(code, far=True).addresses] == [4000, 4001]


@pytest.mark.parametrize("host", NEAR)
def test_a_code_can_point_to_a_nearby_device(host: str) -> None:
    code = pack_connection(with_addresses(host))
    assert len(unpack_connection(code).addresses) == 1
    assert unpack_connection(code) == unpack_connection(code, far=True)


@pytest.mark.parametrize(
    ("address", "urls"),
    [
        ("stun:stun.example.org", "stun:stun.example.org"),
        (" STUN:stun.example.org:3478 ", "stun:stun.example.org:3478"),
        ("stuns:[2001:db8::7]:5349", "stuns:[2001:db8::7]:5349"),
        ("stun:192.0.2.7:65535", "stun:192.0.2.7:65535"),
        ("turn:turn.example.org:3478?transport=tcp", "turn:turn.example.org:3478?transport=tcp"),
        ("turns:turn.example.org", "turns:turn.example.org"),
        ("stun:localhost", "stun:localhost"),
    ],
)
def test_a_server_address_is_accepted(address: str, urls: str) -> None:
    taken = ice_server(address, "me", "secret")
    assert taken["urls"] == urls
    assert ("credential" in taken) == urls.startswith("turn")


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("stun:ex.org:99999", "from 1 to 65535"),
        ("stun:ex.org:0", "from 1 to 65535"),
        ("stun:ex.org:", "from 1 to 65535"),
        (f"stun:ex.org:{'9' * 10_000}", "from 1 to 65535"),
        ("stun:ex.org:12a", "isn’t valid"),
        ("stun:", "server is missing"),
        ("stun::3478", "server is missing"),
        ("stun: ex.org", "a space"),
        ("stun:ex org", "a space"),
        ("stun:ex.org: 3478", "a space"),
        ("stun://ex.org", "Leave out the slashes"),
        ("ex.org", "must begin with stun: or turn:"),
        ("https://ex.org", "must begin with stun: or turn:"),
        ("", "must begin with stun: or turn:"),
        ("stun:ex..org", "isn’t valid"),
        ("stun:-ex.org", "isn’t valid"),
        ("stun:ex_1.org", "isn’t valid"),
        ("stun:me@ex.org", "isn’t valid"),
        ("stun:ex.org/path", "isn’t valid"),
        ("stun:" + "a" * 64 + ".org", "isn’t valid"),
        ("stun:" + "a." * 100 + "org", "isn’t valid"),
        ("stun:1.2.3", "isn’t valid"),
        ("stun:1.2.3.256", "isn’t valid"),
        ("stun:[::1", "isn’t valid"),
        ("stun:[fe80::1%eth0]", "isn’t valid"),
        ("stun:[1.2.3.4]", "isn’t valid"),
        ("stun:2001:db8::7", "isn’t valid"),
        ("stun:ex.org?transport=udp", "only in the address of a TURN server"),
        ("turn:ex.org?transport=sctp", "must begin with stun: or turn:"),
    ],
)
def test_a_wrong_server_address_is_refused_with_the_reason(address: str, reason: str) -> None:
    with pytest.raises(SdpError, match=reason):
        ice_server(address, "me", "secret")


def test_a_turn_server_needs_a_user_and_a_password() -> None:
    for user, password in (("", "secret"), ("me", ""), ("", "")):
        with pytest.raises(SdpError, match="needs a user name and a password"):
            ice_server("turn:ex.org", user, password)
    with pytest.raises(SdpError, match="at most 200 characters"):
        ice_server("turn:ex.org", "m" * 201, "secret")
