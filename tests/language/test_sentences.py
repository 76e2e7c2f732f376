"""Every event, question, answer and refusal has a sentence in three languages.

The languages are English, German and the pseudo-language."""

from __future__ import annotations

import ast
import json
import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from jinja2 import Environment
from markupsafe import Markup

import wild_games
from scene import BOOKS, table
from tellers import teller
from titledeed.bots import trading
from titledeed.engine import reducer
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import (
    Answer,
)
from titledeed.engine.asks import (
    ASKS,
    AskBid,
    AskDebt,
)
from titledeed.engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from titledeed.engine.legal_answers import (
    options,
)
from titledeed.engine.record import Game, Record, Seat, read_record
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.engine.state import (
    State,
)
from titledeed.game.answer_entries_and_checkpoints import Entry
from titledeed.game.session import Session
from titledeed.language import answer_labels, asks, events, reasons, rule_clauses
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.language.sentence_parts import plain_text
from titledeed.language.state_descriptions import (
    deed_rows,
    landing_cost,
    seat_says,
    space_says,
    square_foot,
)

ROOT = Path(__file__).resolve().parents[2]
ENGINE = Path(reducer.__file__).parent
EDITIONS = ("atlantic-city", "london", "australia")
LANGUAGES = ("en", "de", "fr", "es", "xx")
CLAUSE = re.compile(r"[a-z]+(?:-[a-z]+)*\.[a-z0-9-]+")


def misplaced(language: str) -> str:
    """Return a pattern of marks with a wrong space before them.

    In French, a no-break space precedes most of them; in other languages no space does."""
    return r"\s[,.]|(?<![\xa0\u202f])[;:?!]" if language == "fr" else r"\s[,.;:?!]"


def sound(text: str, language: str = "en") -> None:
    """Check the rules that apply to every sentence."""
    assert text, "nothing is said"
    assert not re.search(rf"[{{}}]|None|  |{misplaced(language)}|\.\.|::", text), text
    ends = (".", "?", "!", "”", "“", "»", "…", "⟧")
    assert text.endswith(ends), text
    assert not text[0].islower(), text
    if language == "xx":
        # Only names and sums are outside the brackets of their message.
        assert text.startswith("⟦"), text


# ---------------------------------------------------------------- everything is said


EIGHT = 20  # the seed of a game whose first throw is an eight, after two shuffles


def wild_records() -> Iterator[dict[str, Any]]:
    """Yield wild games that together show every event, question and answer."""
    for n in range(60):
        draw = random.Random(n)
        more: dict[str, Any] = {"rulebook": BOOKS[n % 5], "edition": EDITIONS[n % 3]}
        if n % 4 == 1:
            more["rent"] = "asked"
        if n % 7 == 2:
            pot = 500 if n % 2 else "pot"
            more["house_rules"] = {"free-parking": pot, "lap-first": True, "limit-minutes": 10}
            more["house_rules"]["rent-in-jail"] = False
        if n % 10 == 4:
            more["variant"] = "short"
        if n % 4 == 2 or "variant" in more:
            yield wild_games.fresh(draw, **more)
        else:
            yield wild_games.crowded(draw, scarce=n % 2 == 0, **more)
    # The first throw takes Ada past GO, and the card does so once more.
    there = {
        "turn": "Ada",
        "seat": {"Ada": {"at": "boardwalk"}},
        "deck": {"chance": ["advance-to-5"]},
    }
    more = {"rulebook": "australian", "decks": "us-1936", "seed": EIGHT, "position": there}
    yield wild_games.fresh(random.Random(1), **more)


@cache
def played() -> list[list[wild_games.Moment]]:
    return [
        list(wild_games.moments(record, random.Random(n), 350))
        for n, record in enumerate(wild_records())
    ]


def told_in_engine() -> set[str]:
    """Return the kinds of event that the engine's source can make."""
    kinds = {"build", "unbuild", "mortgage", "redeem"}  # a call chooses between these
    for file in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
                name = node.func.id if isinstance(node.func, ast.Name) else name
                if name in ("tell", "Event"):
                    kinds.add(node.args[0].value)
    return kinds


def test_every_kind_of_event_has_a_sentence_or_a_reason_for_having_none() -> None:
    tables = [*events.SILENT, *events.PLAIN, *events._TELL]
    assert sorted(tables) == sorted(told_in_engine()), "each kind is in one of the three tables"


def test_the_wild_games_contain_every_event_question_and_answer() -> None:
    seen = [moment for game in played() for moment in game]
    assert {event.kind for m in seen for event in m.events} == told_in_engine()
    assert {type(m.before.ask) for m in seen} == set(ASKS) - {type(seen[0]), reducer.Over}
    assert {type(m.answer) for m in seen} == set(get_args(Answer))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_correct_sentence_with_a_clause(language: str) -> None:
    for game in played():
        narrator = teller(game[0].before, language)
        for moment in game:
            for line in narrator.events(moment.events, moment.answer):
                sound(plain_text(line["text"]), language)
                assert line["clause"] in line["clauses"]
                assert line["clause"] in rules_compiler.clause_table() or line["clause"].startswith(
                    "house."
                )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_can_be_described_alone(language: str) -> None:
    """A viewer of a replay may step through single events."""
    seen: set[tuple[Any, ...]] = set()
    for game in played():
        narrator = teller(game[0].before, language)
        for event in (event for moment in game for event in moment.events):
            sort = (event.kind, event.facts.get("what"), event.facts.get("how"))
            if sort not in seen:
                seen.add(sort)
                told = narrator.event(event)
                assert (told is None) == (event.kind in {*events.SILENT, "hand-card"})
                if told is not None:
                    sound(plain_text(told), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_is_a_correct_sentence(language: str) -> None:
    for game in played():
        narrator = teller(game[0].before, language)
        for moment in game[::2]:
            asking = asks.asking(narrator.parts, moment.before)
            assert asking["title"]
            sound(asking["announce"], language)
            assert all(
                c in rules_compiler.clause_table() or c.startswith("house.")
                for c in asking["clauses"]
            )
            sound(asks.waiting_text(narrator.parts, moment.before), language)
            for claim in moment.before.claims[:1]:
                sound(asks.waiting_for_claim(narrator.parts, claim), language)
            ask = moment.before.ask
            if isinstance(ask, AskBid):
                sound(asks.lot_note(narrator.parts, moment.before, ask), language)
            if isinstance(ask, AskDebt):
                sound(asks.debt_text(narrator.parts, ask), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_has_text(language: str) -> None:
    for game in played():
        narrator = teller(game[0].before, language)
        for moment in game[::8]:
            state = moment.before
            words = [answer_labels.answer_label(narrator.parts, moment.answer, state)]
            for seat in {moment.seat, state.ask.seat} - {CHANCE}:
                open_ = options(state, seat)
                for kind in open_.kinds():
                    words += [
                        answer_labels.answer_label(narrator.parts, option, state)
                        for option in open_.of(kind)
                    ]
                    words += [
                        answer_labels.answer_label(narrator.parts, barred, state)
                        for barred in open_.barred(kind)
                    ]
            for label in words:
                wrong = rf"[{{}}]|None|  |{misplaced(language)}|-\d"
                assert not re.search(wrong, label), label
                assert not label[0].islower(), label
                assert language != "xx" or label.startswith("⟦"), label


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_gives_a_reason(language: str) -> None:
    for n, game in enumerate(played()):
        narrator = teller(game[0].before, language)
        draw = random.Random(n)
        for moment in game[::20]:
            for seat, answer, clauses in wild_games.refused(moment.before, draw):
                sound(narrator.reason(seat, answer, clauses, moment.before), language)


def cited_by_refusals() -> set[str]:
    """Return every clause that the engine's source can cite in a refusal."""
    cited: set[str] = set()

    def collect(tree: ast.AST) -> None:
        texts = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        cited.update(t for t in texts if isinstance(t, str) and CLAUSE.fullmatch(t))

    for file in ENGINE.rglob("*.py"):
        if file.name in (
            "rulebook_loader_and_rules_compiler.py",
            "decks.py",
            "edition_parser.py",
            "record.py",
            "notation.py",
        ):
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            bars = isinstance(node, ast.FunctionDef) and re.search(
                "violations$|^_?bar|^explain", node.name
            )
            if bars or (isinstance(node, ast.AnnAssign) and file.name == "reducer.py"):
                collect(node)
    return cited


def test_every_clause_that_can_bar_an_answer_has_a_text_for_it() -> None:
    cited = cited_by_refusals()
    assert "houses.even" in cited
    assert "purchase.option" in cited
    house = {f"house.{key}" for key in rule_clauses.house_rules()}
    assert cited - {*reasons.PLAIN, *rules_compiler.clause_table(), *house} == set()
    assert set(reasons.PLAIN) <= cited


def test_the_texts_for_reasons_are_exactly_the_reasons_that_the_engine_can_give() -> None:
    named: set[str] = set()
    for file in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Cause":
                texts = (
                    part.value for part in ast.walk(node.args[0]) if isinstance(part, ast.Constant)
                )
                named.update(text for text in texts if isinstance(text, str))
    assert named == set(reasons.SENTENCES)


# ---------------------------------------------------------------- whole games of bots


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_whole_game_of_bots_reads_well_in_every_language(book: str, edition: str) -> None:
    names = ("<b>Ada</b>", "Ben & {Co}", "Cleo")
    session = Session.start(Record(book, [Seat(name, "simple") for name in names], edition, seed=5))
    entries: list[Entry] = []
    states: list[State] = []
    for _ in range(700):
        if session.waiting().who == "over":
            break
        states.append(session.state)
        entry = session.step()
        assert entry is not None
        entries.append(entry)
    for language in LANGUAGES:
        narrator = teller(session.state, language, names)
        shown = narrator.journal(entries)
        assert sum(line["turn"] for line in shown) > 20
        for line in shown:
            sound(plain_text(line["text"]).replace("{Co}", "Co").replace("<b>", "B"), language)
        for entry in entries:
            if entry.reason:
                sound(narrator.thought(entry.reason, entry.facts).replace("{Co}", "Co"), language)
        for state in states[::50]:
            for i in range(40):
                says = space_says(narrator.parts, state, i).replace("{Co}", "Co")
                assert not re.search(r"[{}]|None|  ", says), says
                small = square_foot(narrator.parts, state, i)
                assert "{" not in small
                assert all(label and amount for label, amount in deed_rows(narrator.parts, i))
                assert "{" not in landing_cost(narrator.parts, state, i, 0).replace("{Co}", "Co")
            for seat in range(3):
                sound(
                    seat_says(narrator.parts, state, seat, worth=1)
                    .replace("{Co}", "Co")
                    .replace("<b>", "B"),
                    language,
                )


def test_a_name_with_markup_stays_plain_text() -> None:
    session = Session.start(
        Record("modern", [Seat("<b>Ada</b>"), Seat("Ben")], position={"turn": "Ben"})
    )
    narrator = teller(session.state, "en", ("<b>Ada</b>", "Ben"))
    sentence = narrator.parts.tell(
        "{seat} bids {amount}.", seat=narrator.parts.seat(0), amount=narrator.parts.sum(5)
    )
    environment = Environment(autoescape=True)
    narrator.catalogue.install(environment)
    page = environment.from_string("{{ fill(x.say, values) }}")
    values = {
        name: Markup("<i>{}</i>").format(piece["text"]) for name, piece in sentence["with"].items()
    }
    assert page.render(x=sentence, values=values) == (
        "<i>&lt;b&gt;Ada&lt;/b&gt;</i> bids <i>$5</i>."
    )


# ---------------------------------------------------------------- thoughts, trouble, clauses


def test_the_facts_of_a_bots_thought_have_readable_names() -> None:
    state = table("modern", edition="london").game.state
    say = teller(state)
    facts = {"space": 39, "price": 1200, "seat_other": 1, "count": 3, "group": 7}
    assert say.thought("{seat_other}: {space} {price} {count} {group}", facts) == (
        "Ben: Mayfair £1,200 3 Dark Blue"
    )
    assert say.thought("{seat} {space}", {"seat": 99, "space": -5}) == "99 −5"
    assert say.thought("A stranger's {sentence}.", {}) == "A stranger's {sentence}."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{sum_200}", "$200"),
        ("{sum_}", "{sum_}"),
        ("{sum_x}", "{sum_x}"),
        ("{sum_1_0}", "{sum_1_0}"),
        (f"{{sum_{'9' * 5000}}}", f"{{sum_{'9' * 5000}}}"),
    ],
)
def test_only_a_number_makes_a_sum_in_a_text_that_may_be_a_strangers(text: str, shown: str) -> None:
    say = teller(table("modern").game.state)
    assert say.thought(text, {}) == shown
    assert say.parts.data(text) == shown
    assert say.thought("{sum_200}", {"sum_200": 5}) == "$5"


def test_error_messages_say_what_happened_what_is_safe_and_what_to_do() -> None:
    t = table("modern", seats={"Ada": {"cash": 0, "at": "short-line"}})
    t.play("Ada roll", "chance dice 1 3")
    state = t.game.state
    say = teller(state)
    with pytest.raises(RefusedAnswer) as refused:
        t.game.line("Ada buy")
    told = say.refusal(refused.value, state, 0)
    assert told["what"] == "Ada has only $0."
    assert told["clauses"][0] == "purchase.option"
    with pytest.raises(MalformedAnswer) as malformed:
        t.game.line("Ada by")
    with pytest.raises(LoadError) as unloadable:
        read_record({"format": "title-deed/9"})
    for trouble in (refused.value, malformed.value, unloadable.value, ValueError("x")):
        told = say.refusal(trouble)
        for text in (told["what"], told["safe"], told["do"]):
            assert text
            assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_can_be_shown(edition: str, language: str) -> None:
    rules = rules_compiler.make_rules("australian", edition, house_rules={"free-parking": 500})
    say = Narrator(rules, ["Ada", "Ben"], Catalogue(language, rules.edition.words))
    assert set(rule_clauses.TOPICS) == {
        row["topic"] for row in rules_compiler.clause_table().values()
    } | {"house"}
    for id in (
        *rules_compiler.clause_table(),
        *(f"house.{key}" for key in rule_clauses.house_rules()),
    ):
        shown = rule_clauses.describe_clause(say.parts, id)
        text = json.dumps(shown, ensure_ascii=False)
        assert not re.search(r"\{[A-Za-z_ ]+\}", text), text
        assert shown["title"]
        sound(shown["text"], language)
        assert shown["here"]
    with pytest.raises(LoadError):
        rule_clauses.describe_clause(say.parts, "no.such")


def test_a_clause_shows_the_version_of_each_book_and_the_one_in_force() -> None:
    rules = rules_compiler.make_rules("modern", "london", house_rules={"tax.luxury": 75})
    say = Narrator(rules, ["Ada", "Ben"], Catalogue("en", rules.edition.words))
    shown = rule_clauses.describe_clause(say.parts, "tax.luxury")
    assert (shown["title"], shown["value"], shown["changed"]) == ("Super Tax", "£75", True)
    assert [(b["name"], b["value"], b["current"]) for b in shown["books"]] == [
        ("Classic", "£75", False),
        ("Australian", "£100", False),
        ("Modern", "£100", True),
        ("Wikibooks", "£75", False),
        ("1973", "£75", False),
    ]
    assert rule_clauses.differences(say.parts) == {"tax.luxury": "Super Tax: £75."}
    rules = rules_compiler.make_rules(
        "modern", "atlantic-city", house_rules={"free-parking": "pot", "salary": 400}
    )
    say = Narrator(rules, ["Ada", "Ben"], Catalogue("en", rules.edition.words))
    assert list(rule_clauses.differences(say.parts).values()) == [
        "Free Parking bonus: the pot of taxes, fines and card payments.",
        "Salary: $400.",
    ]
    assert (
        rule_clauses.describe_clause(say.parts, "house.free-parking")["value"]
        == "the pot of taxes, fines and card payments"
    )
    salary = {"salary": [400, 200, 100], "go-landing": "double"}
    rules = rules_compiler.make_rules("modern", "atlantic-city", house_rules=salary)
    say = Narrator(rules, ["Ada", "Ben", "Cleo"], Catalogue("en", rules.edition.words))
    assert rule_clauses.differences(say.parts)["salary"] == "Salary: $400, $200 and $100."
    assert say.parts.salary() == "$100 to $400"


@pytest.mark.parametrize(
    ("edition", "language", "sum_"),
    [
        ("london", "en", "£1,500"),
        ("atlantic-city", "en", "$1,500"),
        ("london", "de", "1.500\u00a0£"),
    ],
)
def test_a_sum_in_a_rule_has_the_boards_money_sign(edition: str, language: str, sum_: str) -> None:
    rules = rules_compiler.make_rules("modern", edition)
    parts = Narrator(rules, ["Ada", "Ben"], Catalogue(language, rules.edition.words)).parts
    clause = rule_clauses.describe_clause(parts, "setup.starting-cash")
    assert sum_ in clause["text"]
    assert sum_ in clause["here"]
    assert clause["books"][0]["says"] == sum_


# ---------------------------------------------------------------- what the engine says itself


def test_engine_messages_about_bad_input_are_in_german_too() -> None:
    say = Catalogue("de").sentence
    bad: list[tuple[dict[str, Any], str]] = [
        ({"rulebook": "moderne"}, "Es gibt kein Regelwerk „moderne“. Zur Wahl stehen: classic, "),
        ({"seats": ["Ada"]}, "Ein Spiel hat zwei bis acht Spieler; diese Datei hat 1."),
        ({"seats": ["Ada", "ada"]}, "Zwei Spieler heißen „ada“."),
        ({"seats": ["Ada", " "]}, "Der Name eines Spielers darf nicht leer sein"),
        ({"sead": 3}, "Spieldatei: Der Schlüssel „sead“ ist unbekannt."),
        ({"position": {"turn": "Zoe"}}, "In diesem Spiel gibt es keinen Spieler „Zoe“."),
        (
            {"position": {"seat": {"Ada": {"deeds": ["boardwalk:1"]}}}},
            "Die Stellung: In dark-blue stehen Gebäude, aber niemand besitzt die ganze Gruppe.",
        ),
        (
            {"house_rules": {"stock": [1, 1], "shortage.supply": "32/12"}},
            (
                "Hausregeln: „stock“ und „shortage.supply“ widersprechen einander: Sie nennen "
                "unterschiedlich viele Gebäude."
            ),
        ),
    ]
    for change, wanted in bad:
        record = {"format": "title-deed/1", "rulebook": "modern", "seats": ["Ada", "Ben"], **change}
        with pytest.raises((MalformedAnswer, LoadError)) as caught:
            Game(read_record(record))
        assert say(str(caught.value)).startswith(wanted)
    assert say("Line 3: There is no space “x y” on this board.") == (
        "Zeile 3: Auf diesem Spielbrett gibt es kein Feld „x y“."
    )
    assert say("Nobody wrote this: <b>{seat}</b>.") == "Nobody wrote this: <b>{seat}</b>."


def test_values_from_bad_input_stay_plain_text() -> None:
    named = "There is no space “{b} Ada.” on this board."
    assert Catalogue("de").sentence(named) == (
        "Auf diesem Spielbrett gibt es kein Feld „{b} Ada.“."
    )


@pytest.mark.parametrize("language", ["de", pytest.param("en", marks=pytest.mark.long)])
def test_pyodide_gives_the_same_texts(
    language: str, in_pyodide: Callable[..., subprocess.CompletedProcess[str]]
) -> None:
    record = "tests/golden/modern-london.json"
    done = in_pyodide("tests/language/telling.py", language, record)
    assert done.returncode == 0, done.stderr
    here = subprocess.run(
        [sys.executable, "tests/language/telling.py", language, record],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": "py"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(here.stdout)
    assert len(json.loads(here.stdout)) > 600


def test_the_program_addresses_the_only_person_as_you() -> None:
    state = table("modern").game.state
    rules = state.rules
    game = Narrator(rules, ["Ada", "Ben", "Cleo"], Catalogue("en", rules.edition.words), you=0)
    german = Narrator(rules, ["Ada", "Ben", "Cleo"], Catalogue("de", rules.edition.words), you=0)
    parts, d = game.parts, german.parts
    rent = ("{seat} pay[s|] {other} {amount}.", {"amount": parts.sum(50)})
    assert (
        parts._(rent[0], seat=parts.seat(0), other=parts.seat(1), **rent[1]) == "You pay Ben $50."
    )
    assert (
        parts._(rent[0], seat=parts.seat(1), other=parts.seat(0), **rent[1]) == "Ben pays you $50."
    )
    assert (
        parts._(rent[0], seat=parts.seat(1), other=parts.seat(2), **rent[1]) == "Ben pays Cleo $50."
    )
    euro = {"amount": d.sum(50)}
    assert d._(rent[0], seat=d.seat(0), other=d.seat(1), **euro) == "Du zahlst Ben 50\u00a0$."
    assert d._(rent[0], seat=d.seat(1), other=d.seat(0), **euro) == "Ben zahlt dir 50\u00a0$."
    tie = "{seats} tie at {n} and throw again."
    assert parts._(tie, seats=parts.seats((1, 0)), n=9) == "You and Ben tie at 9 and throw again."
    assert d._(tie, seats=d.seats((0, 1)), n=9) == (
        "Du und Ben liegt mit 9 gleichauf und würfelt noch einmal."
    )
    assert asks.asking(parts, state)["title"] in ("You throw to see who begins", "Your throw")
    # In a sentence that a page marks up, the piece has the form of its place.
    told = parts.tell("{seat} win[s|]", seat=parts.seat(0))
    assert (told["say"], told["with"]["seat"]["text"]) == ("{seat} win", "You")


def test_a_bots_reason_addresses_the_person_and_leaves_out_their_name() -> None:
    rules = rules_compiler.make_rules("modern", "atlantic-city")
    words = rules.edition.words
    facts = {"seat": 0, "gain": 61, "gain_theirs": 68}
    fair = "I gain about {gain} and {seat} gain[s|] {gain_theirs}: good enough for me."
    told = {
        you: Narrator(rules, ["Ada", "Ben"], Catalogue("en", words), you).thought(fair, facts)
        for you in (0, 1)
    }
    assert told == {
        0: "I gain about $61 and you gain $68: good enough for me.",
        1: "I gain about $61 and Ada gains $68: good enough for me.",
    }
    alone = Narrator(rules, ["Ada", "Ben"], Catalogue("en", words), 0)
    never = "I never trade[, {seat}|]."
    assert alone.thought(never, facts) == "I never trade."
    assert Narrator(rules, ["Ada", "Ben"], Catalogue("en", words), 1).thought(never, facts) == (
        "I never trade, Ada."
    )
    # A sentence without such a form, as a bot from a file may have it.
    assert alone.thought("I never trade, {seat}.", facts) == "I never trade, Ada."


@pytest.mark.parametrize("language", ["en", "de", "es", "fr"])
def test_no_bot_calls_the_only_person_by_name(language: str) -> None:
    """The page says "you" to the only person at this device, so a bot leaves out the name in speech."""
    rules = rules_compiler.make_rules("modern", "atlantic-city")
    catalogue = Catalogue(language, rules.edition.words)
    told = Narrator(rules, ["Zoe", "Ben"], catalogue, 0)
    facts = {"seat": 0, "more": 180, "gain": 1, "gain_theirs": 2, "count": 1, "keep": 3}
    sources = Path(trading.__file__).parent.glob("*.py")
    called = {
        text
        for source in sources
        for text in re.findall(r'"([^"\n]*)"', source.read_text("utf-8"))
        if re.search(r", \{seat\}[|.,!]", text)
    }
    assert len(called) == 5
    for text in called:
        said = told.thought(text, facts)
        assert "Zoe" not in said, said
        assert " ." not in said, said
