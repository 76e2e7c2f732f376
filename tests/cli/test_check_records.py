"""The referee names each difference and its place, and reports failure by its exit code."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import random
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest

from scene import record_of
from titledeed.cli import check_record_expectations
from titledeed.engine.errors import LoadError, MalformedAnswer
from titledeed.engine.notation import check_name
from titledeed.engine.parsing import edition_text_to_table
from titledeed.engine.parsing.untrusted_input import json_value
from titledeed.engine.record import Game, parse_record, parse_record_to_keep, read_record
from titledeed.game import share_link
from titledeed.language.sanitize import clean_text

PLAY = ["Ada roll", "chance dice 1 2", "Ada buy"]


def judged(expect: dict[str, Any], play: list[str] = PLAY, **more: Any) -> list[str]:
    record = record_of("modern", seats={"Ben": {"jail": 1, "cards": ["chance"]}}, **more)
    return check_record_expectations.check_table(
        {**record, "step": [{"play": play, "expect": expect}]}
    )


RIGHT: dict[str, Any] = {
    "ask": "Ada end",
    "cash": {"Ada": 1440, "bank": -4440},
    "at": {"Ada": "baltic-avenue", "Ben": "@10"},
    "owner": {"baltic-avenue": "Ada", "boardwalk": "bank"},
    "buildings": {"baltic-avenue": 0},
    "mortgaged": {"baltic-avenue": False},
    "jail": {"Ben": 1, "Ada": "free"},
    "cards": {"Ben": ["chance"], "Ada": []},
    "stock": {"houses": 32, "hotels": 12},
    "playing": ["Ada", "Ben", "Cleo"],
    "may": ["Ada mortgage baltic-avenue"],
    "refuses": {
        "Ada build baltic-avenue": "houses.full-group",
        "Ada build boardwalk": "houses.even | houses.full-group",
        "Ada roll": "",
    },
    "cites": ["purchase.option"],
    "deck_top": {"community-chest": "inheritance"},
}


def test_a_true_expectation_passes() -> None:
    assert judged(RIGHT, deck={"community-chest": ["inheritance"]}) == []


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ({"ask": "Ada roll"}, "ask should be Ada roll and is Ada end"),
        ({"cash": {"Ada": 1441}}, "cash of Ada should be 1441 and is 1440"),
        ({"at": {"Ada": "go"}}, "Ada should stand on go and stands on baltic-avenue"),
        ({"owner": {"baltic-avenue": "Ben"}}, "owner of baltic-avenue should be Ben and is Ada"),
        ({"buildings": {"baltic-avenue": 1}}, "buildings on baltic-avenue should be 1 and is 0"),
        ({"mortgaged": {"baltic-avenue": True}}, "should be true and is false"),
        ({"mortgaged": {"baltic-avenue": 0}}, "should be 0 and is false"),
        ({"jail": {"Ben": 0}}, "jail of Ben should be 0 and is 1"),
        ({"jail": {"Ben": "free"}}, "jail of Ben should be free and is 1"),
        ({"cards": {"Ada": ["chance"]}}, "cards of Ada should be chance"),
        ({"stock": {"houses": 31}}, "stock of houses should be 31 and is 32"),
        ({"playing": ["Ada", "Ben"]}, "playing should be Ada, Ben and is Ada, Ben, Cleo"),
        ({"winners": ["Ada"]}, "the game should be over and is not"),
        ({"may": ["Ada roll"]}, "“Ada roll” should be accepted and is refused by"),
        (
            {"may": ["Ada fly"]},
            "“Ada fly” should be accepted and is refused by the rules of notation",
        ),
        ({"refuses": {"Ada end": ""}}, "“Ada end” should be refused and is accepted"),
        (
            {"refuses": {"Ada build baltic-avenue": "houses.even|houses.price"}},
            "should be refused by houses.even|houses.price, but is refused by houses.full-group",
        ),
        (
            {"refuses": {"Ada fly": "houses.even"}},
            "should be refused by houses.even, but is refused by the rules of notation",
        ),
        ({"cites": ["rent.due"]}, "no event of this step cites rent.due"),
        ({"deck_top": {"chance": "chairman"}}, "deck_top of chance should be chairman"),
        ({"cash": {"Zoe": 5}}, "There is no player “Zoe”"),
        ({"cash": 5}, "“cash” must be a table"),
    ],
)
def test_a_false_expectation_is_explained_in_a_sentence(expect: dict[str, Any], says: str) -> None:
    (fault,) = judged(expect, deck={"chance": ["dividend"]})
    assert fault.startswith("step 1: ")
    assert says in fault


def test_a_tried_answer_is_checked_now_without_a_throw_or_a_card() -> None:
    """Otherwise the seed would decide, and later the lines would be accepted."""
    ben = {"deeds": ["baltic-avenue", "mediterranean-avenue"]}
    record = record_of("modern", seats={"Ada": {"at": "jail"}, "Ben": ben})
    thrown = {
        "play": ["Ada roll"],
        "expect": {
            "ask": "chance dice",
            "may": ["chance dice 4 6"],
            "refuses": {
                "Ben build baltic-avenue": "houses.any-time",
                "Ada end": "",
                "Ada roll": "",
                "chance card hospital": "",
            },
        },
    }
    after = {"play": ["Ben build baltic-avenue"], "expect": {"ask": "Ada end"}}
    throw = {"play": ["chance dice 4 6"]}
    assert check_record_expectations.check_table({**record, "step": [thrown, throw, after]}) == []
    before = {"expect": {"ask": "Ada roll", "may": ["Ada roll", "Ben build baltic-avenue"]}}
    assert check_record_expectations.check_table({**record, "step": [before]}) == []
    (fault,) = check_record_expectations.check_table(
        {**record, "step": [{"play": ["Ada roll"], "expect": {"may": ["Ada end"]}}]}
    )
    assert "“Ada end” should be accepted and is refused by" in fault


def test_a_rejected_line_is_named_with_its_number() -> None:
    (fault,) = judged({}, [*PLAY, "Ada build boardwalk"])
    assert fault.startswith("line 4 “Ada build boardwalk” is refused by houses.full-group")
    (fault,) = judged({}, ["Ada roll", "chance dice 7 7"])
    assert fault.startswith("line 2 “chance dice 7 7”: Dice")


def test_a_record_that_loads_but_should_not_fails(tmp_path: Path) -> None:
    assert check_record_expectations.check_table({**record_of("modern"), "refused": ""}) == [
        "loads, but must be refused (by any clause)"
    ]
    bad = {**record_of("modern", seats={"Ada": {"cash": -1}}), "refused": "setup.deeds"}
    (fault,) = check_record_expectations.check_table(bad)
    assert "not by setup.deeds" in fault


def test_keys_of_other_programs_are_ignored_anywhere() -> None:
    record = record_of("modern", seats={"Ada": {"cash": 5, "x-mood": "good"}, "Ben": {"cash": 6}})
    record["position"] |= {"x-a": 1, "deck": {"chance": ["dividend"], "x-note": 1}}
    record["position"]["seat"]["x-note"] = "places"
    record["house_rules"] = {"salary": 400, "x-why": "it is Sunday", "x-more": {"auctions": 1}}
    record["seats"] = [{"name": "Ada", "x-chair": "blue"}, "Ben"]
    record |= {"x-app": {"version": 2}}
    expect = {"cash": {"Ada": 5}, "x-seen": True}
    record["step"] = [{"play": [], "expect": expect, "x-note": "nothing yet"}]
    assert check_record_expectations.check_table(record) == []
    table = Game(read_record(record)).to_dict()
    assert table["seats"] == [{"name": "Ada", "x-chair": "blue"}, {"name": "Ben"}]
    assert table["x-app"] == {"version": 2}
    assert table["house_rules"]["x-why"] == "it is Sunday"
    assert table["position"]["x-a"] == 1
    assert read_record(table).seats == read_record(record).seats


def test_a_name_that_is_not_a_word_is_written_as_its_number() -> None:
    names = ["Zoë", "Ada B", "bank", "4you", "a-b_c", "O'Neil", "Over", "seat"]
    game = Game(read_record({**record_of("modern", turn="seat:2"), "seats": names}))
    words = [game.notation.seat_word(seat) for seat in range(8)]
    assert words == ["Zoë", "seat:2", "seat:3", "seat:4", "a-b_c", "seat:6", "Over", "seat"]
    game.line("seat:2 roll")
    assert game.lines[-1] == "seat:2 roll"
    for line in ("Ada B roll", "Ada roll", "seat:9 roll", "seat:0 roll", "seat:02 roll", "roll"):
        with pytest.raises(MalformedAnswer):
            game.line(line)


FAMILY = "\U0001f469\u200d\U0001f467"  # a woman and a girl, joined into one emoji
SHE_GOES = "\u0645\u06cc\u200c\u0631\u0648\u062f"  # Persian: one word of two parts


def test_joiners_count_in_a_name_only_where_they_join_and_do_not_make_names_different() -> None:
    game = Game(read_record({**record_of("modern", turn="seat:1"), "seats": [FAMILY, SHE_GOES]}))
    assert [game.notation.seat_word(seat) for seat in (0, 1)] == ["seat:1", "seat:2"]
    for name in (
        "A\u200dda",
        "Ada\u200d",
        "\u200cAda",
        "\u06cc\u200d\u200d\u0631",
        "\u06cc\u202e\u0631",
    ):
        with pytest.raises(LoadError, match="control characters"):
            read_record({**record_of("modern"), "seats": [name, "Ben"]})
    with pytest.raises(LoadError, match="Two players are called"):
        read_record({**record_of("modern"), "seats": [SHE_GOES, SHE_GOES.replace("\u200c", "")]})


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        (FAMILY, FAMILY),
        (f" {SHE_GOES} ", SHE_GOES),
        ("A\u200dda", "Ada"),
        ("\u06cc\u202e\u200c\u0631", "\u06cc\u200c\u0631"),
        ("\u06cc\u200c\u200c\u0631", "\u06cc\u200c\u0631"),
        ("\u06cc" * 29 + "\u200c\u0631", "\u06cc" * 29),
    ],
)
def test_a_typed_name_keeps_the_joiners_that_join(typed: str, cleaned: str) -> None:
    assert clean_text(typed, 30) == check_name(cleaned)


@pytest.mark.parametrize(
    "answer",
    [
        *("roll now", "bid", "bid 1 2", "bid 01", "bid -1", "bid 1.0", "bid 1000000000", "bid ١"),
        *("card", "card dividend chairman", "dice 1", "dice 1 2 3", "dice 0 1", "dice 1 7"),
        *("build", "build boardwalk park-place", "sell-down brown", "sell-down brown 1 2"),
        *("use-card chance chance", "use-card luck", "ask-rent", "ask-rent boardwalk Ben Ada"),
        *("offer Ben give 1", "offer Ben get 1 give 1", "offer Ben give get 1", "deal Ada"),
        *("offer Ben give 1 get nothing 5", "build @40", "build @-1", "build @07", "fly"),
    ],
)
def test_a_missing_or_extra_word_makes_an_answer_invalid(answer: str) -> None:
    game = Game(read_record(record_of("modern")))
    before = game.state
    for who in ("Ada", "chance"):
        with pytest.raises(MalformedAnswer):
            game.line(f"{who} {answer}")
    assert game.state is before
    assert game.refusal(f"Ada {answer}") == ()


def test_a_file_can_be_in_any_form_that_people_and_editors_write(tmp_path: Path) -> None:
    """The files have a byte order mark, a date without quotes, other line ends, or an ending in capitals."""
    text = """format = "title-deed/1"
rulebook = "modern"
seats = ["Ada", "Ben"]
saved = 2024-05-01T10:00:00
x-days = [2024-05-01]
[position]
turn = "Ada"
[[step]]
play = '''
Ada roll   # that is all
'''
expect.ask = "chance dice"
"""
    file = tmp_path / "PARTY.TOML"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert check_record_expectations.check_file(file) == []


def test_text_that_no_screen_can_show_does_not_stop_the_referee(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "half.json"
    file.write_text(json.dumps({**record_of("modern"), "\ud800": 1}), "utf-8")
    assert check_record_expectations.main([str(file)]) == 1
    assert "the key “\\ud800” is unknown." in capsys.readouterr().out


def test_each_file_has_one_line_in_the_report_no_matter_what_it_contains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No record can forge a line of the report or send control sequences to the terminal."""
    file = tmp_path / "forged.json"
    table = {
        **record_of("modern"),
        "step": [{"play": ["Ada fly\nother.toml: ok \x1b[2J\u202e" * 99]}],
    }
    file.write_text(json.dumps(table), "utf-8")
    assert check_record_expectations.main([str(file)]) == 1
    line, count = capsys.readouterr().out.split("\n")[:2]
    assert "Ada fly\\nother.toml: ok \\x1b[2J\\u202e" in line
    assert len(line) < 2000
    assert count == "0 passed, 1 failed"


def test_the_report_works_on_a_terminal_with_few_characters(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    file.write_text(json.dumps({**record_of("modern"), "rulebook": "x"}), "utf-8")
    py = Path(check_record_expectations.__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "titledeed", "referee", str(file)],
        env={**os.environ, "PYTHONPATH": str(py), "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "There is no rulebook \\u201cx\\u201d" in done.stdout


def test_a_key_with_endless_parts_is_refused_before_parsing(tmp_path: Path) -> None:
    """The time that tomllib needs grows with the square of the parts: this key would take minutes."""
    for key in (".".join("a" * 50_000), " . ".join(['"a b"', "'c'"] * 20_000)):
        with pytest.raises(LoadError, match="nested too deeply"):
            parse_record(f"{key} = 1", toml=True)
    assert parse_record('play = "' + "1.5, " * 5000 + '"', toml=True)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ('{"title": "\\ud83d"}', "The game file contains a damaged character."),
        ('{"seats": [{"name": "Ada", "x-\\udc00": 1}, "Ben"]}', "contains a damaged character"),
        ('{"x-a": NaN}', "contains “NaN” or “Infinity” where a number should be"),
        ('{"x-a": [-1e999]}', "contains “NaN” or “Infinity” where a number should be"),
    ],
)
def test_text_that_no_file_or_link_can_hold_is_refused(written: str, says: str) -> None:
    """A file would contain something else, and its checksum would not match any more."""
    with pytest.raises(LoadError, match=says):
        parse_record_to_keep(written, toml=False)
    assert parse_record_to_keep("x-a = -inf", toml=True) == {"x-a": "-inf"}
    assert parse_record_to_keep('{"title": "\\ud83d\\ude00"}', toml=False) == {"title": "😀"}


@pytest.mark.parametrize(
    "text",
    [
        *("[" * 100_000, "[" * 70 + "]" * 70, '{"a":' * 70 + "1" + "}" * 70, '["]",' * 1000),
        *("[[]," * 5000, "[{}," * 100 + "1" + "]" * 100, '"' + '\\"' * 50 + '",' + "[" * 70),
    ],
)
def test_deep_nesting_is_refused_before_parsing(text: str) -> None:
    """A browser's stack would overflow before the reader noticed, and the program would end."""
    with pytest.raises(RecursionError):
        json_value(text)


@pytest.mark.parametrize("value", ["[" * 500, {"a": ['"[' * 90, "\\", {"[": 1}]}, [[]] * 900, 7])
def test_brackets_in_sequence_or_in_strings_do_not_count_as_nesting(value: Any) -> None:
    assert json_value(json.dumps(value)) == value


def test_ordinary_records_are_within_the_size_limit() -> None:
    text = "# much\n" * 300_000
    with pytest.raises(LoadError, match="more than 2 million characters"):
        parse_record(text, toml=True)


def test_lines_are_counted_as_in_the_file() -> None:
    """Comments may contain some characters that Python takes for line ends."""
    play = "Ada roll # one\u2028two\x85three\x0bfour\r\nchance dice 1 2\rAda buy"
    table = {**record_of("modern"), "step": [{"play": play, "expect": {"ask": "Ada end"}}]}
    assert check_record_expectations.check_table(table) == []


@pytest.mark.parametrize("ascii_only", [True, False])
def test_a_checksum_does_not_depend_on_the_escaping(ascii_only: bool) -> None:
    table = {**record_of("modern"), "title": "Zoë’s game"}
    rest = json.dumps(table, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii_only)
    table["checksum"] = hashlib.sha256(rest.encode()).hexdigest()
    assert check_record_expectations.check_table(table) == []
    assert "damaged" in check_record_expectations.check_table({**table, "title": "Zoe’s game"})[0]


def test_a_seat_name_may_start_like_a_key_of_another_program() -> None:
    table = record_of("modern", turn="x-ray") | {"seats": ["Ada", "x-ray"]}
    table["position"]["seat"] = {"x-ray": {"cash": 7}, "x-note": 1}
    table["step"] = [{"expect": {"ask": "x-ray roll", "cash": {"x-ray": 7}}}]
    assert check_record_expectations.check_table(table) == []


def test_the_referee_prints_the_count_and_sets_the_exit_code(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(record_of("classic")), "utf-8")
    bad.write_text("{", "utf-8")
    missing = tmp_path / "missing.toml"
    assert check_record_expectations.main([str(good)]) == 0
    assert check_record_expectations.main([str(good), str(bad), str(missing)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{good}: ok"
    assert lines[1] == "1 passed, 0 failed"
    assert lines[3].startswith(f"{bad}: The game file is not valid JSON")
    assert lines[4].startswith(f"{missing}: cannot be read: ")
    assert lines[5] == "1 passed, 2 failed"


# ---------------------------------------------------------------- files that are no records

RANDOM = random.Random(7).randbytes(200_000)


@pytest.mark.parametrize("name", ["game.json", "game.toml"])
@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "The file is empty: it contains no game."),
        (b"\xef\xbb\xbf", "The file is empty: it contains no game."),
        (b" \r\n", "The file is empty: it contains no game."),
        (b"a\x00b", "The file is not UTF-8 text, so it contains no game."),
        (RANDOM, "cannot be read: it is not UTF-8 text"),
    ],
    ids=["empty", "a mark alone", "blank", "binary", "random"],
)
def test_a_file_that_is_not_text_is_refused_as_such(
    tmp_path: Path, name: str, content: bytes, says: str
) -> None:
    file = tmp_path / name
    file.write_bytes(content)
    assert check_record_expectations.check_file(file) == [says]


@pytest.mark.parametrize("toml", [True, False])
def test_bytes_that_a_browser_read_as_text_are_not_a_game(toml: bool) -> None:
    with pytest.raises(LoadError, match=r"^The file is not UTF-8 text, so it contains no game"):
        parse_record(RANDOM.decode("utf-8", "replace"), toml)


def test_plain_text_is_not_a_game() -> None:
    with pytest.raises(LoadError, match="This file contains no game: a game file in JSON begins"):
        parse_record("Dear Ada,\n\nthe game is on the other disk.", False)


def test_a_byte_order_mark_is_accepted_in_every_game_and_board(
    tmp_path: Path,
) -> None:
    record = {"format": "title-deed/1", "rulebook": "modern", "seats": ["Ada", "Ben"]}
    text = "\ufeff" + json.dumps(record)
    assert parse_record(text, False) == parse_record_to_keep(text, False) == record
    assert parse_record("\ufeff" + 'format = "title-deed/1"', True) == {"format": "title-deed/1"}
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode("utf-8"))).decode().rstrip("=")
    assert share_link.unpack_record("1." + packed) == record
    assert edition_text_to_table.parse_edition_file("\ufeff" + 'id = "mine"', True) == {
        "id": "mine"
    }
    assert edition_text_to_table.parse_edition_file("\ufeff" + '{"id": "mine"}', False) == {
        "id": "mine"
    }
    file = tmp_path / "game.json"
    file.write_text(text, "utf-8")
    assert check_record_expectations.check_file(file) == []
