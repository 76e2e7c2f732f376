"""The messages of the program: found in its sources, stored in ``py/titledeed/locale/*.po``.

python -m tools.messages        bring the files up to date, then check them
python -m tools.messages check  say what is missing, no longer used, wrong in its placeholders or to be
                                reviewed, and exit with 1 if anything is; and which labels may not fit

There are three kinds of messages:

- Messages of the page are the arguments of ``_``, ``n_``, ``N_``, ``NN_``, ``count``, ``tell``,
  ``tell_n``, a bot's ``Choice`` and its ``Character`` in Python and templates. Messages of the command
  line are found in the same way; its ``N_(f"…")`` marks a sentence with values.
- The English texts of the data (vocabulary, editions, cards, books, clauses, house rules) are messages
  without any change.
- The sentences of the engine's exceptions are found where they are raised. Their values are replaced by
  ``{a}``, ``{b}`` and so on (``Catalogue.sentence``).
"""

from __future__ import annotations

import ast
import importlib
import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

import jinja2
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

from tools import guard

ROOT: Final = Path(__file__).resolve().parents[1]
PROGRAM: Final = ROOT / "py" / "titledeed"
LOCALE: Final = PROGRAM / "locale"
MANIFEST: Final = ROOT / "static" / "manifest.webmanifest"
TEMPLATES: Final = (ROOT / "index.html", *sorted((ROOT / "templates").rglob("*.html")))

# The meanings of the placeholders, for translators. Words of the board ({jail}) need no line here.
PLACEHOLDERS: Final[Mapping[str, str]] = {
    "seat": "a player’s name",
    "other": "the name of another player",
    "seats": "names of players, as a list",
    "players": "names of players, as a list",
    "name": "a name: of a player, a device, a file or a game",
    "n": "a number",
    "m": "a number",
    "count": "a number",
    "all": "a number: of how many",
    "low": "a number or a sum: the lower end",
    "signs": "one or two signs, as ▲ ▼",
    "high": "a number or a sum: the upper end",
    "rounds": "a number of rounds",
    "amount": "a sum of money",
    "price": "a sum of money",
    "cash": "a sum of money in hand",
    "money": "a sum of money",
    "cost": "a sum of money",
    "missing": "a sum of money, or what is missing",
    "more": "a sum of money",
    "value": "a sum of money or a number",
    "worth": "a sum of money: what a player owns in all",
    "keep": "a sum of money that stays in hand",
    "brings": "a sum of money: what a trade brings",
    "costs": "a sum of money: what a trade costs",
    "count_all": "a number: of how many",
    "space_mine": "the name of a space on the board",
    "fine": "a sum of money",
    "space": "the name of a space on the board",
    "spaces": "names of spaces, as a list",
    "group": "the name of a color group",
    "dice": "two numbers, as “3 and 4”",
    "card": "the name of a card or deck",
    "give": "what one side of a trade gives",
    "get": "what one side of a trade gets",
    "answer": "a move as its button names it, e.g. “Buy it”",
    "title": "the title of a game, a rule or a worksheet",
    "bot": "the name of a bot",
    "bots": "names of bots, as a list",
    "file": "the name of a file",
    "measure": "the name of a measure of the laboratory",
    "book": "the name of a rulebook",
    "values": "the words that an option takes, by commas",
    "throws": "a number of throws",
    "median": "a number: the median of the rounds",
    "prog": "the name of the command, as “titledeed lab”",
    "text": "a sentence or a part of one",
}
# The meaning of {a}, {b} … in sentences. Only sentences of the command line get this explanation.
A_VALUE: Final = "a name, a number or a sentence"
# A label may not fit if it is longer than the English text by both this factor and this number of
# characters.
LONGER: Final = 1.4
LONGER_BY: Final = 12
LABEL: Final = 40  # characters: longer texts are sentences, which may wrap
PLACES: Final = ("templates/", "py/titledeed/language/answer_labels.py", "py/titledeed/ui/")

# The comment of a translation whose English text has changed since then (tools/reword.py).
TO_REVIEW: Final = "To review"

Keywords = Mapping[str, tuple[int, ...]]

# The arguments of each call that are messages, counted from 0.
KEYWORDS: Final[Keywords] = {
    "_": (0,),
    "catalogue": (0,),
    "N_": (0,),
    "NN_": (0, 1),
    "n_": (0, 1),
    "count": (0, 1),  # Catalogue.count; the count method of a list or a text has one argument
    "tell": (0,),
    "tell_n": (0, 1),
}
# The packages whose code has messages of the page.
WORDED: Final = ("language", "storage", "strategies", "strategy_desk", "ui", "workshop")
# The lines of the characters. A page loads them and their translations when a game is played.
LINES: Final = PROGRAM / "bots" / "lines.toml"
# The modules whose messages only the command line shows: the page does not load them.
OF_THE_COMMAND_LINE: Final = (
    *sorted((PROGRAM / "cli").glob("*.py")),
    PROGRAM / "__main__.py",
    PROGRAM / "lab" / "arena.py",
    PROGRAM / "lab" / "seat_odds_per_round_csv.py",
    PROGRAM / "lab" / "third_party_bots.py",
    PROGRAM / "peers" / "proof.py",
    PROGRAM / "peers" / "what_a_proof_shows.py",
)
CHOICE: Final[Keywords] = {"Choice": (1,)}
# The modules outside the folder bots/ that give reasons.
OTHER_REASONS: Final = (
    PROGRAM / "game" / "bot_scheduler.py",
    PROGRAM / "strategies" / "rules_bot.py",
)
# A character of bots/registry.py: its name, and its description.
CHARACTER: Final = "Character"

# The modules that refuse input with a sentence, and the position of the sentence in each call.
REFUSING: Final = (
    *sorted((PROGRAM / "engine").rglob("*.py")),
    *sorted((PROGRAM / "peers").rglob("*.py")),
    PROGRAM / "ui" / "browser" / "webrtc.py",
    *sorted((PROGRAM / "ui" / "devices" / "actions").glob("*.py")),
    *sorted((PROGRAM / "lab").rglob("*.py")),
    *sorted((PROGRAM / "board_maker").rglob("*.py")),
    *sorted((PROGRAM / "workshop").rglob("*.py")),
    *(PROGRAM / "classroom" / name for name in ("class_codes.py", "class_files.py")),
    PROGRAM / "ui" / "lab" / "actions" / "lessons" / "worksheets.py",
    PROGRAM / "game" / "recognize_saves_of_older_programs.py",
    PROGRAM / "game" / "share_link.py",
    PROGRAM / "game" / "bot_offer_inbox.py",
    PROGRAM / "game" / "save_record.py",
    PROGRAM / "game" / "session.py",
    PROGRAM / "game" / "strategy_seats.py",
    *sorted((PROGRAM / "strategies").glob("*.py")),
    *sorted((PROGRAM / "strategy_desk").glob("*.py")),
    *sorted((PROGRAM / "cli").glob("*.py")),
    PROGRAM / "__main__.py",
)
REFUSALS: Final = {
    **dict.fromkeys(
        (
            *(
                "MalformedAnswer",
                "LoadError",
                "SdpError",
                "TurnCodeError",
                "ClassCodeError",
                "CodeError",
                "MisfitError",
            ),
            *("Contradiction", "ChangedRuling", "refuse", "ArgumentTypeError"),
        ),
        0,
    ),
    **dict.fromkeys(("LogError", "_stop"), 0),  # the reason for the stop of a table
    "_drop": 1,  # and the reason for the exclusion of a device
    "clash": 2,
}
# the prefix of the functions that return a reason why an entry cannot be true
FORGED: Final = "_forged"

# The texts in the data that players read: folder or file -> keys.
CARD_KEYS: Final = ("text",)
CLAUSE_KEYS: Final = ("text", "play", "ruling")
BOOK_KEYS: Final = ("name", "title", "era", "line")
PRINTED: Final = (
    *("go", "just_visiting", "free_parking", "go_to_jail", "income_tax", "luxury_tax", "chance"),
    "community_chest",
)  # names on the board (``catalogue.NAMES``)
HOUSE_KEYS: Final = ("label", "text", "idle")

Message = tuple[str, str, str]  # its text, its plural or "", and the file it comes from


def messages() -> tuple[Message, ...]:
    """Every message in the order of the sources; a message may come more than once."""
    sources = [
        *(file for kind in ("py", "toml") for file in PROGRAM.rglob(f"*.{kind}")),
        *(*TEMPLATES, MANIFEST, ROOT / "tools" / "guard.py"),
    ]
    return _found(tuple([file.stat().st_mtime_ns for file in sources]))


@lru_cache(1)
def _found(changed: tuple[int, ...]) -> tuple[Message, ...]:
    """The messages of the sources that were ``changed`` at these times."""
    return tuple(_search())


def _search() -> Iterator[Message]:
    for room in WORDED:
        for file in sorted((PROGRAM / room).rglob("*.py")):
            yield from _of_code(file, KEYWORDS)
    for file in TEMPLATES:
        yield from _of_template(file)
    for file in sorted((PROGRAM / "bots").rglob("*.py")):
        yield from _of_code(file, CHOICE)
        yield from _of_reasons(file)
    yield from _of_characters(PROGRAM / "bots" / "registry.py")
    yield from _of_lines()
    for file in OTHER_REASONS:
        yield from _of_code(file, CHOICE)
    for file in REFUSING:
        yield from _of_refusals(file)
    for file in OF_THE_COMMAND_LINE:
        yield from _of_code(file, KEYWORDS)
    for text in guard.messages():
        yield text, "", "tools/guard.py"
    yield from _of_data()
    yield from _of_lessons()
    yield from _of_manifest()


def _of_code(file: Path, keywords: Keywords) -> Iterator[Message]:
    for name, arguments in _calls(file):
        if name in keywords and keywords[name][-1] < len(arguments):
            literals = [_literals(arguments[n]) for n in keywords[name]]
            if name == "N_" and isinstance(arguments[0], ast.JoinedStr):
                literals = [[pattern(arguments[0])]]
            for texts in zip(*literals, strict=False):
                yield texts[0], texts[1] if len(texts) == 2 else "", _name(file)


def _of_reasons(file: Path) -> Iterator[Message]:
    """The sentences that a bot assigns to a variable ``reason`` before it puts them into a Choice."""
    assignments = [
        n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, ast.Assign)
    ]
    for node in sorted(assignments, key=lambda node: node.lineno):
        if any(isinstance(t, ast.Name) and t.id == "reason" for t in node.targets):
            for text in _literals(node.value):
                yield text, "", _name(file)


def _of_characters(file: Path) -> Iterator[Message]:
    for name, arguments in _calls(file):
        if name == CHARACTER:
            for argument in arguments[1:3]:
                for text in _literals(argument):
                    yield text, "", _name(file)


def _calls(file: Path) -> Iterator[tuple[str, list[ast.expr]]]:
    """Every call in a Python file, in order: the name of the function without its module, and the
    arguments."""
    calls = [n for n in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(n, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        if isinstance(call.func, ast.Attribute):
            yield call.func.attr, call.args
        elif isinstance(call.func, ast.Name):
            yield call.func.id, call.args


def _literals(node: ast.expr) -> list[str]:
    """The texts that an argument may be; none if it is not a literal."""
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return []


def _of_template(file: Path) -> Iterator[Message]:
    tree = jinja2.Environment(autoescape=True).parse(file.read_text("utf-8"))
    for call in tree.find_all(nodes.Call):
        name = call.node.name if isinstance(call.node, nodes.Name) else ""
        wanted = KEYWORDS.get(name, ())
        arguments = [call.args[n] for n in wanted if n < len(call.args)]
        texts = [arg.value for arg in arguments if isinstance(arg, nodes.Const)]
        if texts and len(texts) == len(wanted):
            yield texts[0], texts[1] if len(texts) == 2 else "", _name(file)


def _of_refusals(file: Path) -> Iterator[Message]:
    for name, arguments in _calls(file):
        position = REFUSALS.get(name)
        if position is not None and position < len(arguments):
            text = pattern(arguments[position])
            if text:
                yield text, "", _name(file)
    for function in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name.startswith(FORGED):
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and node.value is not None:
                    for text in filter(None, _literals(node.value)):
                        yield text, "", _name(file)


def pattern(node: ast.expr) -> str:
    """The sentence with its values named in order; "" if it is not a literal."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    names = iter("abcdefgh")
    text = "".join(
        str(part.value) if isinstance(part, ast.Constant) else f"{{{next(names)}}}"
        for part in node.values
    )
    values = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    _expressions.setdefault(text, [ast.unparse(value) for value in values])
    return text


# the expressions of the values in each sentence found
_expressions: Final[dict[str, list[str]]] = {}


def _of_data() -> Iterator[Message]:
    def told(row: dict[str, Any], keys: tuple[str, ...], where: str) -> Iterator[Message]:
        for key in keys:
            text = row.get(key)
            if text:
                yield text.removeprefix("implied:").strip(), "", where

    for file in sorted((PROGRAM / "editions").glob("*.toml")):
        table, where = _toml(file), _name(file)
        for key, word in table["words"].items():
            yield (word if key in PRINTED else f"{{{key}}}"), "", where
        for space in table["space"]:
            if space["kind"] not in ("street", "railroad"):
                yield space["name"], "", where
            if space["kind"] == "jail":
                yield space["short"], "", where
        for group in table["group"]:
            yield group["name"], "", where
    for file in sorted((PROGRAM / "editions" / "decks").glob("*.toml")):
        table = _toml(file)
        for card in (*table["chance"], *table["community-chest"]):
            yield from told(card, CARD_KEYS, _name(file))
    books = PROGRAM / "books"
    for row in _toml(books / "books.toml")["book"]:
        where = _name(books / "books.toml")
        yield from told(row, BOOK_KEYS, where)
        for difference in row["differences"]:
            yield difference, "", where
    house = _toml(books / "house-rules.toml")
    for row in (*house["house"], *house["option"], *house["parameter"]):
        where = _name(books / "house-rules.toml")
        yield from told(row, HOUSE_KEYS, where)
        for name in row.get("names", {}).values():
            yield name, "", where
    clauses = _toml(books / "clauses.toml")["clause"]
    where = _name(books / "clauses.toml")
    for row in clauses:
        yield from told(row, CLAUSE_KEYS, where)
    for row in clauses:
        says = row.get("books", {})
        yield from told(says, tuple(says), where)


def _of_lines() -> Iterator[Message]:
    """What the characters say."""
    for occasions in _toml(LINES).values():
        for lines in occasions.values():
            for line in lines:
                yield line, "", _name(LINES)


def _of_lessons() -> Iterator[Message]:
    """The texts of the built-in lessons, one message for each paragraph."""
    file = PROGRAM / "lab" / "lessons" / "data" / "texts.toml"
    for lesson in _toml(file).values():
        texts = [lesson["title"], lesson["text"]]
        for question in lesson["question"]:
            texts += [question["text"], *question.get("choices", ())]
            texts += [question["model"], question.get("errors", "")]
        texts.append(lesson["aims"])
        for step in lesson["step"]:
            texts += [step["text"], step.get("say", "")]
        texts += [lesson["notes"], *lesson.get("position", ())]
        for text in texts:
            for paragraph in text.strip().splitlines():
                yield paragraph, "", _name(file)


def _of_manifest() -> Iterator[Message]:
    """The texts that a browser shows of the installed app."""
    table = json.loads(MANIFEST.read_text("utf-8"))
    for text in (table["description"], *(shot["label"] for shot in table["screenshots"])):
        yield text, "", _name(MANIFEST)


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def template() -> Catalog:
    """All messages, untranslated."""
    catalog = Catalog(project="Title Deed", charset="utf-8", fuzzy=False)
    for singular, plural, where in messages():
        entry = catalog.get(singular)
        if entry is not None and not entry.pluralizable and plural:
            # A message that is used both alone and with a plural needs only the entry with a plural.
            catalog.delete(singular)
            catalog.add((singular, plural), locations=[*entry.locations, (where, 0)])
        elif entry is not None and entry.pluralizable:
            entry.locations = list(dict.fromkeys([*entry.locations, (where, 0)]))
        else:
            catalog.add((singular, plural) if plural else singular, locations=[(where, 0)])
    for entry in catalog:
        entry.locations = list(dict.fromkeys(entry.locations))
    return catalog


def _catalogue_module() -> Any:
    """Import the program's catalog, which is possible only when py/ can be found."""
    if str(ROOT / "py") not in sys.path:
        sys.path.insert(0, str(ROOT / "py"))
    return importlib.import_module("titledeed.language.catalogue")


def read(language: str) -> Catalog:
    """The file of a language."""
    return read_po(io.BytesIO((LOCALE / f"{language}.po").read_bytes()), abort_invalid=True)


def compiled(file: Path) -> dict[str, Any]:
    """A language's file as the table that the program loads, as Babel is not in the site."""
    catalogue = _catalogue_module()
    messages: dict[str, Any] = catalogue.compiled(file.read_bytes(), file.stem)
    return messages


def of_the_characters(file: Path) -> dict[str, Any]:
    """Like :func:`compiled`, but only the messages that nothing but the characters says."""
    table = compiled(file)
    spoken = [
        msgid(message.id)
        for message in read(file.stem)
        if message.id and {place for place, _ in message.locations} == {_name(LINES)}
    ]
    return {message: table[message] for message in spoken if message in table}


def marked(file: Path) -> dict[str, Any]:
    """The messages of a file in ``locale/nouns/`` (``language/own_nouns.py``)."""
    table = compiled(file)
    table.pop("", None)
    return table


def of_the_page(file: Path) -> dict[str, Any]:
    """Like :func:`compiled`, without the messages that only the command line or the characters use."""
    others = _places_of_the_command_line() | {_name(LINES)}
    table = compiled(file)
    for message in read(file.stem):
        if message.id and {place for place, _ in message.locations} <= others:
            table.pop(msgid(message.id), None)
    return table


def _places_of_the_command_line() -> set[str]:
    return {_name(each) for each in OF_THE_COMMAND_LINE}


def languages() -> list[str]:
    """The languages that there are files for."""
    return sorted(file.stem for file in LOCALE.glob("*.po"))


def faults(language: str) -> list[str]:
    """Messages that are not translated, translations that are no longer used, and those whose English text
    has changed since."""
    wanted, have = template(), read(language)
    lacking = [
        f"not translated: {msgid(m.id)}" for m in wanted if m.id and not is_translated(have, m.id)
    ]
    unused = [f"no longer used: {msgid(m.id)}" for m in have if m.id and wanted.get(m.id) is None]
    broken = [
        f"placeholders: {wrong}" for m in have if m.id and m.string and (wrong := misplaced(m))
    ]
    review = [
        f"to review: {msgid(m.id)}"
        for m in have
        if m.id and any(comment.startswith(TO_REVIEW) for comment in m.user_comments)
    ]
    return lacking + unused + broken + review + noun_faults(language)


# ---------------------------------------------------------------- a board's own nouns

# What a translation says if it mentions a house, a hotel or a token, by language.
OF_NOUNS: Final[Mapping[str, str]] = {
    "de": r"Haus|Häus|Hotel|hotel|\bFigur(?:en)?\b",
    "fr": r"[Mm]aison|[Hh]ôtel|\b[Pp]ions?\b",
    "es": r"\b[Cc]asas?\b|[Hh]otel|\b[Ff]ichas?\b",
}
# Messages that mention one, but not the board's: in English they have a plain word, too.
NOT_OF_THE_BOARD: Final = re.compile(
    r"[Hh]ouse rules?\b|[Ww]orksheet|Chosen for the class|Copied from the other|\bhome\b|watching"
    r"|:hotel|“houses” and “hotels”|“stock”|hospital|Strictly by the rules|I stay in"
)
# The engine's sentences about a position in a file, and of a rare setup. English has plain words there.
PLAIN_IN_ENGLISH: Final = frozenset(
    {
        "{a}: in this game a street has at most {b} houses.",
        "no token can stay on the space that sends it to jail.",
        "all tokens must be on GO.",
        "Two players have the same token.",
        "where the token stands after each throw",
    }
)
# The comment of a marked message that differs from the main translation.
REPHRASED: Final = "rephrased"


def noun_faults(language: str) -> list[str]:
    """What is wrong in ``locale/nouns/`` of a language: messages that lack there, are no longer used, or do
    not say the same as the main translation with the usual nouns."""
    file = LOCALE / "nouns" / f"{language}.po"
    if language not in OF_NOUNS:
        return []
    _catalogue_module()
    own_nouns = importlib.import_module("titledeed.language.own_nouns")
    usual, vocabulary = own_nouns.USUAL[language], _catalogue_module().Catalogue(language)
    main, marks = read(language), read_po(io.BytesIO(file.read_bytes()), abort_invalid=True)
    known = {msgid(m.id): m for m in marks if m.id}
    found: list[str] = []
    others = _places_of_the_command_line() | {
        _name(PROGRAM / "lab" / "lessons" / "data" / "texts.toml")
    }
    for message in main:
        id, forms = msgid(message.id), _forms(message)
        if not id or id in known:
            continue
        plain = {place for place, _ in message.locations} <= others or id in PLAIN_IN_ENGLISH
        worded = [re.sub(r"\{[^}]*\}", "", form) for form in forms]
        if any(re.search(OF_NOUNS[language], form) for form in worded) and not (
            plain or NOT_OF_THE_BOARD.search(id)
        ):
            found.append(f"nouns, not marked: {id}")
    for id, message in known.items():
        twin = main.get(id)
        if twin is None or len(_forms(twin)) != len(_forms(message)):
            found.append(f"nouns, no such message: {id}")
            continue
        said = [own_nouns.filled(language, form, usual) for form in _forms(message)]
        same = [vocabulary.word(text, {}) for text in said] == [
            vocabulary.word(text, {}) for text in _forms(twin)
        ]
        if same == (REPHRASED in message.user_comments):
            found.append(f"nouns, {'the same' if same else 'another text'}: {id}")
        if any("<" in text for text in said):
            found.append(f"nouns, a mark is left: {id}")
    return found


def _forms(message: Any) -> list[str]:
    return list(message.string) if message.pluralizable else [message.string]


def is_translated(have: Catalog, id: Any) -> bool:
    """Whether a language's file has a translation of a message, in all plural forms."""
    entry = have.get(msgid(id))
    if entry is None or entry.fuzzy or entry.pluralizable != isinstance(id, (list, tuple)):
        return False
    return all(entry.string or ()) if entry.pluralizable else bool(entry.string)


def msgid(id: Any) -> str:
    return str(id[0] if isinstance(id, (list, tuple)) else id)


def update(language: str) -> None:
    """Bring a file up to date: add new messages and remove those no longer used."""
    wanted, have = template(), read(language)
    new = Catalog(
        locale=language, project="Title Deed", charset="utf-8", fuzzy=False, header_comment=""
    )
    new.mime_headers = kept_headers(have)
    glossary = terms(language)
    for message in wanted:
        if message.id:
            old = have.get(msgid(message.id))
            same = old is not None and old.pluralizable == message.pluralizable
            new.add(
                message.id,
                unbroken(language, old.string) if old and same else None,
                locations=message.locations,
                auto_comments=hints(message, glossary),
                user_comments=old.user_comments if old and same else (),
            )
    out = io.BytesIO()
    write_po(out, new, width=0, include_lineno=False, omit_header=False)
    (LOCALE / f"{language}.po").write_bytes(headed(language, out.getvalue(), new))


# The places where a language writes a space at which no line may break: before a percent sign, and in
# French before a high sign and inside quotation marks.
_SPACES: Final = {
    "de": r"(?<=[\d}]) (?=%)",
    "es": r"(?<=[\d}]) (?=%)",
    "fr": r"(?<=\S) (?=[:;?!%»](?!\w))|(?<=«) ",
}


def unbroken(language: str, translation: Any) -> Any:
    """A translation, or the forms of a plural, with no-break spaces where the language wants them."""
    if not isinstance(translation, str):
        return (
            tuple(unbroken(language, form) for form in translation) if translation else translation
        )
    if "\n" in translation:  # a table of the command line, whose lines are ours
        return translation
    return re.sub(_SPACES.get(language, r"(?!)"), "\u00a0", translation)


def hints(message: Any, glossary: Mapping[str, str]) -> list[str]:
    """The comments for the translator of a message: the meaning of its placeholders, and its terms."""
    text = " ".join(message.id if message.pluralizable else [message.id])
    catalogue = _catalogue_module()
    names = list(dict.fromkeys(catalogue.names_in(catalogue.voiced(text))))
    found = [f"{{{name}}}: {PLACEHOLDERS[name]}" for name in names if name in PLACEHOLDERS]
    found += [f"{{{name}}}: that sum of money" for name in names if re.fullmatch(r"sum_\d+", name)]
    if {place for place, _ in message.locations} <= _places_of_the_command_line():
        values = zip_longest("abcdefgh", _expressions.get(text, ()), fillvalue="")
        meaning = {name: f"{A_VALUE} ({code})" if code else A_VALUE for name, code in values}
        found += [f"{{{name}}}: {meaning[name]}" for name in names if name in meaning]
    # The lines of the characters play with words: "a fine plot" has no term in it.
    spoken = all(place == LINES.relative_to(ROOT).as_posix() for place, _ in message.locations)
    plain = re.sub(r"\{[^}]*\}", " ", text)
    known = [
        f"{term} = {word}"
        for term, word in glossary.items()
        if has_term(plain, term) and not spoken
    ]
    return [*found, *(["Terms: " + "; ".join(known)] if known else [])]


def has_term(text: str, term: str) -> bool:
    """Whether a text has a term of the glossary, also in the plural.

    A term is found in capitals as well. But the name of a space or deck (GO, Chance) counts only as it
    is written, so that "Let’s go" and "the chances of winning" do not have one."""
    if term[0].isupper():
        return bool(re.search(rf"\b{re.escape(term)}\b(?! of winning)", text))
    return bool(re.search(rf"\b{re.escape(term)}s?\b", text.lower()))


def terms(language: str) -> dict[str, str]:
    """The glossary of a language (docs/WORDS.md): English terms and its own."""
    catalogue = _catalogue_module()
    column, found = -1, {}
    for line in (ROOT / "docs" / "WORDS.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| English"):
            name = catalogue.LANGUAGES.get(language, "")
            column = cells.index(name) if name in cells else -1
        elif line.startswith("|") and column > 0 and not line.startswith("|--"):
            ours, theirs = cells[0].rstrip(" •").split(", "), cells[column].split(", ")
            each = theirs if len(theirs) == len(ours) else [cells[column]] * len(ours)
            found.update(zip(ours, each, strict=True))
    return found


def misplaced(message: Any) -> str:
    """The faults in the placeholders of a translation, or "" if there are none."""
    catalogue = _catalogue_module()
    vocabulary = catalogue.Catalogue().words
    ids = list(message.id) if message.pluralizable else [message.id]
    forms = list(message.string) if message.pluralizable else [message.string]
    known = {name for id in ids for name in catalogue.names_in(id)}
    needed = {name for name in known if name not in vocabulary} - {"n"}
    for form in filter(None, forms):
        extra = set(catalogue.names_in(form)) - known - catalogue.NAMES
        lost = needed - set(catalogue.names_in(catalogue.voiced(form)))
        if extra or lost:
            return f"{sorted(extra)} too many, {sorted(lost)} missing in “{form}”"
    return ""


def too_long(message: Any) -> bool:
    """Whether a translated label is so much longer than the English one that it may not fit."""
    ids = list(message.id) if message.pluralizable else [message.id]
    forms = list(message.string) if message.pluralizable else [message.string]
    have, most = (max(len(text) for text in texts) for texts in (forms, ids))
    label = most <= LABEL and not ids[0].endswith((".", "?", "!"))
    placed = any(place.startswith(PLACES) for place, _ in message.locations)
    return label and placed and have > max(LONGER * most, most + LONGER_BY)


def kept_headers(catalog: Catalog) -> list[tuple[str, str]]:
    """The headers that a file keeps: those without a date or a name."""
    kept = ("Language", "Content-Type", "Content-Transfer-Encoding", "Plural-Forms")
    return [(key, value) for key, value in catalog.mime_headers if key in kept]


def headed(language: str, text: bytes, catalog: Catalog) -> bytes:
    """The file with a minimal header, without dates, so that it changes only with its messages."""
    body = text.split(b"\n\n", 1)[1]
    head = (
        f'# Title Deed in another language. "python -m tools.messages" keeps this file up to date.\n'
        'msgid ""\nmsgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalog.plural_forms}\\n"\n'
        f'"{_conventions(language, catalog.num_plurals)}\\n"\n'
    )
    return head.encode() + b"\n" + body


def _conventions(language: str, forms: int) -> str:
    """The header with the conventions of a language for numbers, lists and plurals.

    A program without Babel reads them there."""
    _catalogue_module()  # which makes py/ known
    conventions = importlib.import_module("titledeed.language.number_list_and_plural_conventions")
    po_file = importlib.import_module("titledeed.language.po_file")
    found = conventions.from_cldr(language, forms)
    own = {
        name: value for name, value in found.items() if value != getattr(conventions.ENGLISH, name)
    }
    text = json.dumps(own).replace("\\", "\\\\").replace('"', '\\"')
    return f"{po_file.CONVENTIONS}: {text}"


def main(arguments: list[str]) -> int:
    """See the module."""
    status = 0
    for language in languages():
        if arguments != ["check"]:
            update(language)
        mistakes = faults(language)
        for fault in mistakes:
            print(f"{language}: {fault}")
        for message in read(language):
            if message.id and message.string and too_long(message):
                print(f"{language}: may not fit: {msgid(message.id)}")
        status = 1 if mistakes else status
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
