"""The short codes of connection offers, and the offers that are made of them again."""

from __future__ import annotations

import random

import pytest

from titledeed.peers.sdp import (
    SHORTEST,
    Address,
    Foreign,
    Way,
    build,
    chosen,
    pack,
    pack_back,
    parse,
    unpack,
    unpack_back,
    with_words,
)

PRINT = ":".join(f"{n:02X}" for n in range(160, 192))
# As Chromium 156 and Firefox 153 write them, shortened to what differs.
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


def test_an_offer_of_two_names_has_some_130_letters() -> None:
    way = parse(CHROMIUM)
    assert way == Way(
        "actpass",
        "rX2k",
        "AbCdEfGhIjKlMnOpQrStUv+/",
        bytes(range(160, 192)),
        (
            Address("0e9b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local", 54321),
            Address("7a6b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local", 50022),
        ),
    )
    assert len(pack(way)) == 126
    assert unpack(pack(way)) == way
    assert parse(build(way)) == way


def test_an_answer_with_an_address_is_shorter() -> None:
    way = parse(FIREFOX)
    assert way.places == (Address("192.168.7.23", 40404),)
    assert len(pack(way)) == 83
    assert unpack(" ".join(pack(way))) == way  # spaces and line ends may come in by copying
    assert parse(build(way)) == way


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
def test_what_a_text_must_not_say_is_refused(old: str, new: str) -> None:
    assert old in CHROMIUM
    with pytest.raises(Foreign):
        parse(CHROMIUM.replace(old, new))


def test_foreign_lines_do_not_come_through() -> None:
    """Whatever else stands in the text: the text that the other browser gets does not hold it."""
    evil = CHROMIUM.replace(
        "a=mid:0",
        "a=mid:0\r\nm=audio 9 RTP/AVP 0\r\na=rtpmap:0 PCMU/8000\r\na=candidate:9 1 udp 1 evil.example 80 "
        "typ host\r\na=candidate:9 1 udp 1 224.0.0.1 80 typ host\r\na=candidate:1 1 udp 1 10.0.0.1 99999 "
        "typ host\r\na=x-script:<script>alert(1)</script>",
    )
    built = build(unpack(pack(parse(evil))))
    assert built == build(parse(CHROMIUM))
    assert all(word not in built for word in ("audio", "evil", "script", "224.0.0.1", "99999"))


def test_a_code_of_chance_is_refused_or_gives_a_way_that_packs_again() -> None:
    rng = random.Random(1)
    codes = [pack(parse(CHROMIUM)), pack(parse(FIREFOX))]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    whole = 0
    for _ in range(4000):
        code = list(rng.choice(codes))
        for _ in range(rng.randrange(1, 4)):
            match rng.randrange(3):
                case 0:
                    code[rng.randrange(len(code))] = rng.choice(letters)
                case 1:
                    del code[rng.randrange(len(code))]
                case 2:
                    code.insert(rng.randrange(len(code)), rng.choice(letters + " é=+/\n"))
        try:
            way = unpack("".join(code))
        except Foreign:
            continue
        whole += 1
        assert unpack(pack(way)) == way
        assert parse(build(way)).fingerprint == way.fingerprint
    assert whole


@pytest.mark.parametrize("code", ["", "A", "AAAA", "x" * 901, "é" * 100, "/" * 120, "____" * 30])
def test_what_is_no_code_is_refused(code: str) -> None:
    with pytest.raises(Foreign):
        unpack(code)


@pytest.mark.parametrize(
    ("ufrag", "pwd"),
    [
        ("rX2k", "AbCdEfGhIjKlMnOpQrStUv+/"),
        ("dead", "AbCdEfGhIjKlMnOpQrStUv+/"),  # base64 that looks like hexadecimal digits
        ("12ab", "0123456789abcdef01234567"),
        ("0a1b2c3d", "00112233445566778899aabbccddeeff"),
    ],
)
def test_who_comes_back_tells_at_most_30_letters(ufrag: str, pwd: str) -> None:
    for seat in range(8):
        letters = pack_back(seat, ufrag, pwd)
        assert len(letters) <= SHORTEST
        assert unpack_back(f" {letters[:9]} {letters[9:]}\n") == (seat, ufrag, pwd)


def test_letters_that_are_none_are_refused() -> None:
    good = pack_back(3, "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/")
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
        with pytest.raises(Foreign):
            unpack_back(bad)
    for ufrag, pwd in (
        ("abcdef", "AbCdEfGhIjKlMnOpQrStUv+/"),
        ("rX2k", "00112233445566778899aabbccddeeff"),
        ("0A1b2c3d", "00112233445566778899aabbccddeeff"),
        ("0a1b2c3g", "00112233445566778899aabbccddeeff"),
        ("rX2=", "AbCdEfGhIjKlMnOpQrStUv+/"),
    ):
        with pytest.raises(Foreign):
            pack_back(0, ufrag, pwd)
    with pytest.raises(Foreign):
        pack_back(8, "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/")


@pytest.mark.parametrize(
    ("ufrag", "pwd", "count"),
    [
        ("rX2k", "AbCdEfGhIjKlMnOpQrStUv+/", 30),
        ("0a1b2c3d", "00112233445566778899aabbccddeeff", 29),
    ],
)
def test_one_letter_that_is_wrong_or_two_that_change_places_are_refused(
    ufrag: str, pwd: str, count: int
) -> None:
    """A connection that is held ready takes letters once: wrong ones must not come so far."""
    good = pack_back(5, ufrag, pwd)
    assert len(good) == count
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    wrong = {good[:n] + letter + good[n + 1 :] for n in range(count) for letter in letters}
    for n in range(count - 1):
        wrong.add(good[:n] + good[n + 1] + good[n] + good[n + 2 :])
    for bad in wrong - {good}:
        with pytest.raises(Foreign):
            unpack_back(bad)


def test_words_agreed_on_take_the_place_of_the_browsers_own() -> None:
    ufrag, pwd = chosen("wxyzAbCdEfGhIjKlMnOpQrStUv+/")
    way = parse(with_words(CHROMIUM, ufrag, pwd))
    assert (way.ufrag, way.pwd) == ("wxyz", "AbCdEfGhIjKlMnOpQrStUv+/")
    assert way.places == parse(CHROMIUM).places
    for bad in ("", "short", "x" * 29, "\r\na=candidate:1 1 udp 1 1.2 3"):
        with pytest.raises(Foreign):
            chosen(bad)


def with_places(*hosts: str) -> Way:
    places = tuple(Address(host, 4000 + n) for n, host in enumerate(hosts))
    return Way("actpass", "rX2k", "AbCdEfGhIjKlMnOpQrStUv+/", bytes(32), places)


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
def test_a_code_leads_to_no_host_in_the_public_network(host: str) -> None:
    """A stranger's code could otherwise make this browser call any host."""
    code = pack(with_places("192.168.7.23", host))
    assert unpack(code) == with_places("192.168.7.23")
    assert unpack(pack(with_places(host))).places == ()
    # Whoever has entered a server of their own wants to be found through it.
    assert [place.port for place in unpack(code, far=True).places] == [4000, 4001]


@pytest.mark.parametrize("host", NEAR)
def test_a_code_leads_to_a_device_nearby(host: str) -> None:
    code = pack(with_places(host))
    assert len(unpack(code).places) == 1
    assert unpack(code) == unpack(code, far=True)
