"""The tables, formulas and names in docs/TABLE-PROTOCOL.md are those of the program."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tampered_games import KINDS, LONG, games
from titledeed.peers import ecdsa, log_entry_fields_and_checks, messages, proof, signing
from titledeed.peers import replicated_log_entry_rules as replicated_log
from titledeed.peers import table_state_seats_game_draws as table_state
from titledeed.peers.device import model
from titledeed.peers.draw_hash_chains import (
    drawn,
    first_beacon,
    hash_repeatedly,
    named,
    to_base64url,
)

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "TABLE-PROTOCOL.md").read_text("utf-8")
WORDS = " ".join(TEXT.split())


def table(head: str) -> dict[str, str]:
    """Return the rows of the table with this head: the first column by name, with the second."""
    rows = TEXT.split(head, 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    out: dict[str, str] = {}
    for row in rows:
        names, fields = row.split("|")[1:3]
        for name in re.findall(r"`([^`]+)`", names):
            out[name] = fields
    return out


def fields(text: str) -> set[str]:
    """Return the names of fields in a cell; text in brackets is values."""
    return set(re.findall(r"`([^`]+)`", re.sub(r"\([^)]*\)", "", text)))


def test_every_entry_has_the_fields_in_the_document() -> None:
    rows = table("| `e` | fields | meaning |")
    assert {kind: fields(cell) for kind, cell in rows.items()} == {
        kind: set(names) for kind, names in log_entry_fields_and_checks.FIELDS.items()
    }


def test_every_message_has_the_fields_in_the_document() -> None:
    rows = table("| `m` | fields | sender | purpose |")
    assert {kind: fields(cell) for kind, cell in rows.items()} == {
        kind: set(checks) for kind, checks in messages.KINDS.items()
    }


def examples() -> Iterator[str]:
    """Yield each message that the document shows as JSON; a block may have several."""
    decoder = json.JSONDecoder()
    for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL):
        text = block.strip()
        while text:
            _, end = decoder.raw_decode(text)
            yield text[:end]
            text = text[end:].strip()


def test_each_kind_of_message_has_a_readable_example() -> None:
    kinds = {messages.read_message(text)["m"] for text in examples()}
    assert kinds == set(messages.KINDS)


def test_a_draw_is_computed_as_the_document_says() -> None:
    first = re.search(r"B₀ = SHA-256 of `([^`]+)\|DIGEST`", WORDS)
    later = re.search(r"B = SHA-256 of `([^`]+)\|GAME\|K\|BEFORE\|SEAT=VALUE\|SEAT=VALUE…`", WORDS)
    assert first is not None
    assert later is not None
    digest, game = "0123456789abcdef" * 2, "00112233445566ff"
    begin = hashlib.sha256(f"{first[1]}|{digest}".encode()).digest()
    assert begin == first_beacon(digest)
    values = {2: hash_repeatedly(b"two"), 0: hash_repeatedly(b"zero")}
    text = f"{later[1]}|{game}|7|".encode() + begin + b"|0=" + values[0] + b"|2=" + values[2]
    assert hashlib.sha256(text).digest() == drawn(game, 7, begin, values)
    given_up = hashlib.sha256(f"{later[1]}|{game}|8|".encode() + begin).digest()
    assert given_up == drawn(game, 8, begin, {})


def test_a_draw_is_named_as_the_document_says() -> None:
    assert "of everything that determines its result, except the values to come" in WORDS
    first = re.search(
        r"These are the lines of text: \* `([^`]+)` \* the game \* \*k\* \* the B of", WORDS
    )
    assert first is not None
    game, before, known = (
        "00112233445566ff",
        hash_repeatedly(b"before"),
        to_base64url(hash_repeatedly(b"known")),
    )
    lines = [
        first[1],
        game,
        "7",
        to_base64url(before),
        f"0 1 {known}",
        f"2 3 {known}",
        "4 5",
        "",
        "s",
    ]
    name = hashlib.sha256("\n".join(lines).encode()).hexdigest()[:32]
    assert named(game, 7, before, {2: (3, known), 0: (1, known)}, [[4, 5], []], "s") == name


def test_names_numbers_and_files_in_the_document_match_the_program() -> None:
    assert TEXT.startswith("# One table, several devices, no server: `title-deed-table/2`")
    assert messages.PROTOCOL == signing.TABLE == "title-deed-table/2"
    assert f'"format": "{proof.FORMAT}"' in TEXT
    assert all(f"`{old}`" in TEXT or f'"{old}"' in TEXT for old in proof.LEDGERS)
    assert table_state.AWAKE == 2
    assert "Two devices of people stay in the draws (`table_state_seats_game_draws.AWAKE`)" in WORDS
    assert replicated_log.RESTED_LATE == 2
    assert (
        "as soon as two draws that opened after it have H's value (`replicated_log_entry_rules.RESTED_LATE`"
        in WORDS
    )
    assert f"| questions to all people a minute, from one device | {messages.MOST_POLLS} |" in TEXT
    for seconds, sentence in (
        (model.BOT_AFTER, "Once a seat has given no sign for {} s"),
        (model.BOT_AFTER, "once the draw has waited for it for {} s"),
        (model.READY, "A `ready` counts for {} s (`READY`)"),
        (
            model.BOT_AFTER - model.MARGIN / 2,
            "if it has not heard that seat for {} s, or if the draw has waited for the seat that long",
        ),
        (model.ASKED_AGAIN, "After {} s it asks again"),
        (model.SILENT, "A device counts as away once its last message is {} s old"),
        (model.HOST_LOST, "not heard the host for {} s"),
    ):
        assert sentence.format(int(seconds)) in WORDS, sentence
    assert model.UNASKED_AFTER == 600
    assert "nobody has heard for ten minutes" in WORDS
    for file in re.findall(r"`((?:peers|tests)/[\w/.]+\.py)`", TEXT):
        assert (ROOT / file).exists() or (ROOT / "py/titledeed" / file).exists(), file


def test_signatures_are_made_as_the_document_says() -> None:
    secret, game, digest = bytes(range(32)), "00112233445566ff", "0123456789abcdef" * 2
    entry = {"e": "undo", "to": 3, "by": 0, "yes": {"0": "x"}, "unasked": [1], "sig": "y"}
    lines = ["title-deed-table/2", game, "1", digest, '{"by":0,"e":"undo","to":3}']
    for name in ("`title-deed-table/2`, the game, its seat,", "`sig`, `yes` and `unasked`"):
        assert name in WORDS
    key = ecdsa.public_key(secret)
    assert ecdsa.verify(
        key, "\n".join(lines).encode(), signing.sign(secret, game, 1, digest, entry)
    )
    assert "SHA-256 of `title-deed key ` and the key" in WORDS
    digits = hashlib.sha256(b"title-deed key " + key.encode()).hexdigest()[:16]
    assert ecdsa.fingerprint(key).replace(" ", "").lower() == digits


def test_the_referees_sentences_are_those_in_the_document() -> None:
    listed = table("| a line begins with | it says |")
    files = [ROOT / "py/titledeed/peers" / name for name in ("what_a_proof_shows.py", "proof.py")]
    source = "".join(file.read_text("utf-8") for file in files)
    assert len(listed) == 11
    assert [text for text in listed if text not in source] == []
    assert f"tries {len(KINDS)} kinds of changes on eight signed games" in WORDS
    assert len(games()) == 8
    assert len(KINDS) * LONG >= 1200


def test_constants_functions_and_tests_named_in_the_document_exist() -> None:
    named = re.findall(r"`([a-z_]+)\.([A-Za-z_]+)`", TEXT)
    assert named
    for module, name in named:
        if name == "py":
            assert list(ROOT.glob(f"tests/peers/{module}.py")) + list(
                (ROOT / "py/titledeed/peers").rglob(f"{module}.py")
            ), f"{module}.py"
        elif module not in ("state", "crypto"):  # of the engine and of browsers
            assert hasattr(import_module(f"titledeed.peers.{module}"), name), f"{module}.{name}"


def test_the_page_and_the_guide_name_the_exceptions_to_the_argument() -> None:
    exceptions = WORDS.split("There are three exceptions.", 1)[1].split("### ", 1)[0]
    heads = re.findall(r"\*\*(Where [^*]+)\*\*", exceptions)[:3]
    assert heads == [
        "Where H itself is left out.",
        "Where a host shows two guests different lists.",
        "Where H is cut off for ten minutes.",
    ]
    guide = " ".join((ROOT / "docs/DEVICES.md").read_text("utf-8").split())
    page = (ROOT / "templates/dialogs/devices-start.html").read_text("utf-8")
    for text in (guide, page):
        told = text.split("There are three exceptions.", 1)[1]
        assert told.index("shut your device out") < told.index("only through the host")
        assert told.index("only through the host") < told.index("ten minutes")


def test_each_step_of_the_argument_has_attack_tests() -> None:
    argument = TEXT.split("## Why nobody steers the dice", 1)[1].split("\n## ", 1)[0]
    cited = set(re.findall(r"\[([A-F])\]", argument))
    rows = set(re.findall(r"^\*\*([A-F]): ", argument, re.MULTILINE))
    assert cited == rows == set("ABCDEF")
    steering = (ROOT / "tests/peers/test_steering.py").read_text("utf-8")
    marked = set(re.findall(r"^# -+ ([A-F]): ", steering, re.MULTILINE))
    assert marked == rows
