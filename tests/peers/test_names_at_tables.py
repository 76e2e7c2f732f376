"""Names that people type or other devices send are short enough to be shown in one line."""

from __future__ import annotations

import json
import random

import pytest

from games_by_codes import ENGINE, NAMES, begun
from simulated_tables import World, conn_to, ledger_of, news, record
from titledeed.engine.errors import LoadError
from titledeed.engine.notation import MOST_MARKS, WIDEST_NAME, columns
from titledeed.peers import messages
from titledeed.peers.checksummed_codes import open_code, seal_code
from titledeed.peers.correspondence.open_join_play_correspondence_game import CorrespondenceGame
from titledeed.peers.device.model import seat_entry
from titledeed.peers.log_entry_fields_and_checks import LogError, is_table_name
from titledeed.peers.replicated_log_entry_rules import read_head
from titledeed.ui.setup_form import clean_name

GOOD = (
    *("Eve", "Zoë", "Nguyễn Thị Minh Khai", "王小明", "नमस्ते", "ไม้เอก", "שָׁלוֹם", "محمد", "བསྒྲུབས"),
    *(
        "Ada \U0001f451",
        "\U0001f469\u200d\U0001f469\u200d\U0001f467",
        "1\ufe0f\u20e3",
        "W" * 30,
        "",
    ),
)
TALL = ("\u0335" * 30, "x" + "\u0335" * 5, "Z\u0335\u0336\u0337\u200d\u0338o")
WIDE = ("\U0001f451" * 30, "\U0001f451" * 16, "龍" * 16, "\u2764\ufe0f" * 15 + "x")


def at_a_table() -> World:
    """Ben has come to Ada's table, which has not begun."""
    world = World(3, ["Ada", "Ben"], record(2))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    world.device("Ada").open(world.record, [0], world.now)
    world.device("Ben")
    world.connect("Ben", "Ada", chosen=True)
    world.run(1)
    return world


@pytest.mark.parametrize("name", GOOD)
def test_names_in_many_scripts_are_accepted_unchanged(name: str) -> None:
    assert is_table_name(name)
    assert clean_name(name) == name
    if name:
        world = at_a_table()
        world.devices["Ben"].rename(name, world.now)
        world._carry("Ben")
        world.run(1)
        assert ledger_of(world, "Ada").game.record.seats[1].name == name
        assert ledger_of(world, "Ben").digest == ledger_of(world, "Ada").digest


@pytest.mark.parametrize("name", [*TALL, *WIDE])
def test_no_tall_or_wide_name_is_accepted_from_another_device(name: str) -> None:
    world = at_a_table()
    world.devices["Ben"].rename(name, world.now)
    world._carry("Ben")
    world.run(0.2)
    assert [facts["why"] for who, facts in news(world, "dropped") if who == "Ada"] == [
        "A message “hello” with a wrong “name”."
    ]
    log = ledger_of(world, "Ada")
    assert log.game.record.seats[1].name == "Ben"
    with pytest.raises(LogError):
        log.add(seat_entry(1, log.holders[1].device, log.holders[1].key, name))
    head = json.loads(log.head())
    head["seats"][0]["name"] = name
    with pytest.raises(LoadError):
        read_head(json.dumps(head))


@pytest.mark.parametrize("tall", TALL)
def test_a_reason_in_a_message_cannot_overlap_other_lines(tall: str) -> None:
    world = at_a_table()
    world.devices["Ben"].send(conn_to(world, "Ben", "Ada"), "bye", why=tall)
    world._carry("Ben")
    world.run(0.2)
    assert not [facts for who, facts in news(world, "bye") if who == "Ada"]
    with pytest.raises(messages.MessageError):
        messages.read_message(messages.write_message("bye", why=tall))


@pytest.mark.parametrize("name", [*TALL, *WIDE])
def test_a_code_with_such_a_name_does_not_change_the_seats_name(name: str) -> None:
    codes = begun(2)
    guest = CorrespondenceGame(ENGINE, random.Random(1).randbytes, 10)
    data = open_code(codes.first[0])
    at = data.index(NAMES[0].encode())
    words = name.encode()[:120].decode(errors="ignore").encode()
    changed = data[: at - 1] + bytes([len(words)]) + words + data[at + len(NAMES[0]) :]
    guest.join(seal_code(changed), "Ben")
    assert [holder.name for holder in guest.guests] == [""]


def test_anything_people_type_becomes_a_name_that_every_device_accepts() -> None:
    rng = random.Random(5)
    signs = "aZé \u0301\u0335\u0336\u20dd\u200d\u200c\ufe0f\U0001f451\U0001f469龍नमस\u094d\u0947\t\u202e"
    for _ in range(3000):
        typed = "".join(rng.choice(signs) for _ in range(rng.randrange(60)))
        name = clean_name(typed)
        assert is_table_name(name), ascii(typed)
        assert clean_name(name) == name, ascii(typed)
        assert columns(name) <= WIDEST_NAME
    assert clean_name("x" + "\u0335" * 30) == "x" + "\u0335" * MOST_MARKS
    assert clean_name("\U0001f451" * 30) == "\U0001f451" * 15
