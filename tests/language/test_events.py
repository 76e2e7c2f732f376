"""Single lines of the journal for events that come alone or in an unusual order."""

from __future__ import annotations

import random

import mixed_games
from scene import BOOKS, Scene, table
from tellers import teller
from titledeed.engine.generic_event import Event
from titledeed.language import events
from titledeed.language.answer_labels import answer_label
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.language.sentence_parts import plain_text


def told(scene: Scene, *lines: str) -> list[str]:
    """Return the journal of the last of these lines."""
    *first, last = lines
    scene.play(*first)
    words = last.split()
    answer = scene.game.notation.answer(words[1:], scene.game.state)
    scene.play(last)
    narrator = teller(scene.game.state)
    return [plain_text(line["text"]) for line in narrator.events(scene.last, answer)]


def test_a_card_returned_with_the_next_move_does_not_split_the_line_for_the_throw() -> None:
    """In this book a used card returns when a token moves; the event comes before the move."""
    t = table("australian", deck={"community-chest": ["bank-error"]})
    t.play("Ada roll", "chance dice 1 1", "chance card bank-error", "Ada roll")
    assert told(t, "chance dice 1 3") == ["Ada throws 1 + 3 and lands on Oriental Avenue."]
    assert "card-back" in {event.kind for event in t.last}


def test_moving_by_card_to_ones_own_property_says_so_in_every_book() -> None:
    for book in ("australian", "modern"):
        t = table(
            book,
            seats={"Ada": {"deeds": "st-charles-place"}},
            deck={"chance": ["advance-to-11"]},
        )
        t.play("Ada roll", "chance dice 3 4")
        assert told(t, "chance card advance-to-11")[1:] == [
            "Ada moves to their own St. Charles Place."
        ]


def test_the_text_for_a_third_try_in_jail_depends_on_the_throw_itself() -> None:
    t = table("modern", seats={"Ada": {"jail": 2, "cash": 20, "deeds": "boardwalk"}})
    lines = told(t, "Ada roll", "chance dice 1 3")
    assert lines == [
        "Ada throws 1 + 3: no doubles on the third try.",
        "Ada owes the Bank $50 and is $30 short.",
    ]
    assert t.last[0].facts["jail"] == 2


def test_a_throw_shown_alone_mentions_only_the_dice() -> None:
    t = table("modern")
    t.play("Ada roll", "chance dice 1 3")
    assert plain_text(teller(t.game.state).event(t.last[0]) or "") == "Ada throws 1 + 3."


def test_a_liquidation_of_a_group_shown_alone_mentions_no_level() -> None:
    """The list of turning points shows the payment without the sold buildings."""
    t = table("modern", seats={"Ada": {"deeds": "park-place:3 boardwalk:3"}})
    t.play("Ada sell-down dark-blue 2")
    paid = next(event for event in t.last if event.kind == "pay")
    say = teller(t.game.state)
    assert plain_text(say.event(paid) or "") == "Ada sells buildings on Dark Blue for $200."
    whole = [plain_text(line["text"]) for line in say.events(t.last)]
    assert whole == ["Ada sells Dark Blue down to 2 houses each, for $200 in all."]


def test_an_uneven_group_is_sold_down_to_one_level_at_most() -> None:
    """Without even building, some of its streets may already have fewer houses."""
    t = table(
        "modern",
        house={"build-evenly": False},
        seats={"Ada": {"deeds": "st-james-place:3 tennessee-avenue new-york-avenue:2"}},
    )
    state = t.game.state
    answer = t.game.notation.answer(["sell-down", "orange", "1"], state)
    assert (
        answer_label(teller(state).parts, answer, state)
        == "Sell Orange down to at most 1 house each, for $150 in all"
    )
    assert told(t, "Ada sell-down orange 1") == [
        "Ada sells Orange down to at most 1 house each, for $150 in all."
    ]
    t.buildings(st_james_place=1, tennessee_avenue=0, new_york_avenue=1)


def test_a_silent_event_does_not_split_a_line() -> None:
    """The lines are the same wherever the event comes."""
    t = table("modern", seats={"Ada": {"at": "short-line", "deeds": "mediterranean-avenue"}})
    t.play("Ada roll", "chance dice 1 5")
    say = teller(t.game.state)
    lines = [plain_text(line["text"]) for line in say.events(t.last)]
    assert lines[0] == "Ada throws 1 + 5 and lands on their own Mediterranean Avenue."
    silent = Event("card-back", ("cards.return-timing",), {"deck": 0, "card": 3})
    for place in range(len(t.last) + 1):
        events = [*t.last[:place], silent, *t.last[place:]]
        assert [plain_text(line["text"]) for line in say.events(events)] == lines


def test_silent_events_do_not_change_a_line_in_whole_games() -> None:
    """Returned cards, turn changes and similar events change no line, wherever they occur."""
    draw = random.Random(5)
    passed_over = [kind for kind in events.SILENT if kind not in events._LANDINGS]
    answers = 0
    for book in BOOKS:
        for moment in mixed_games.moments(mixed_games.record(book, 7), 250):
            say = Narrator(moment.before.rules, mixed_games.NAMES, Catalogue("en"))
            lines = say.events(moment.events, moment.answer)
            strewn = list(moment.events)
            for _ in range(3):
                silent = Event(draw.choice(passed_over), ("cards.return-timing",), {})
                strewn.insert(draw.randint(0, len(strewn)), silent)
            assert say.events(strewn, moment.answer) == lines
            answers += 1
    assert answers > 600
