"""The catalogue: placeholders, vocabulary and plural forms. Every sentence goes through it."""

from __future__ import annotations

import gettext
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import jinja2
import pytest
from babel.messages.catalog import Catalog
from jinja2 import nodes
from markupsafe import Markup

from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.language import catalogue, number_list_and_plural_conventions
from titledeed.language.catalogue import NAMES, Catalogue, fill, names_in, pseudo, voiced
from titledeed.language.numbers import Numbers
from tools import messages

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = messages.languages()
COMPLETE = ("de", "es", "fr")  # languages that the project itself maintains in full


def words(edition: str) -> Catalogue:
    return Catalogue("en", rules_compiler.built_in_edition(edition).words)


# ---------------------------------------------------------------- filling in


def test_only_plain_names_are_replaced() -> None:
    say = Catalogue()
    assert say("{seat.__class__} {0} {seat!r} {seat:>9} {seat}", seat="Ada") == (
        "{seat.__class__} {0} {seat!r} {seat:>9} Ada"
    )


def test_a_message_refers_to_somebody_by_name_or_to_you() -> None:
    message = "{seat} pay[s|] [other:{other}’s|your] debt, [which is {seat}’s|yours] too. [[{a}]]"
    assert voiced(message) == "{seat} pays {other}’s debt, which is {seat}’s too. [[{a}]]"
    assert voiced(message, seat=True) == "{seat} pay {other}’s debt, yours too. [[{a}]]"
    assert voiced(message, other=True) == "{seat} pays your debt, which is {seat}’s too. [[{a}]]"
    assert Catalogue()(message, seat="Ada", other="Ben").startswith("Ada pays Ben’s debt")
    assert pseudo("{seat} pay[s|] [other:{other}|you]") == "⟦{seat} pàýē[s|] [other:{other}|ýõüēē]⟧"


def test_an_unknown_name_stays_unchanged() -> None:
    assert Catalogue()("{stranger} pays.") == "{stranger} pays."


def test_braces_inside_an_inserted_piece_are_plain_text() -> None:
    assert fill("{seat} pays {other}.", {"seat": "{other}", "other": "{seat}"}) == (
        "{other} pays {seat}."
    )


def test_plain_values_give_text_and_markup_gives_markup_with_everything_else_escaped() -> None:
    plain = fill("{seat} & {other}", {"seat": "<b>", "other": "x"})
    assert plain == "<b> & x"
    assert not isinstance(plain, Markup)
    marked = fill("{seat} & {other}", {"seat": "<b>", "other": Markup("<i>x</i>")})
    assert marked == Markup("&lt;b&gt; &amp; <i>x</i>")
    assert isinstance(marked, Markup)


def test_templates_use_the_same_catalog_and_escape() -> None:
    environment = jinja2.Environment(autoescape=True)
    Catalogue("de").install(environment)
    template = environment.from_string(
        "{{ _('Pay {amount}', amount=sum) }}|{{ n_('{n} {house}', '{n} {houses}', 2) }}|"
        "{{ fill('{seat} <', {'seat': b}) }}"
    )
    html = template.render(sum="<9>", b=Markup("<b>Ada</b>"))
    assert html == "&lt;9&gt; zahlen|2 Häuser|<b>Ada</b> &lt;"
    Catalogue("en").install(environment)
    assert template.render(sum="9", b="Ada") == "Pay 9|2 houses|Ada &lt;"


# ---------------------------------------------------------------- vocabulary


def test_edition_words_come_in_all_their_forms() -> None:
    london, australia = words("london"), words("australia")
    assert london("{A railroad}, {a utility}, {Railroads}") == "A station, a utility, Stations"
    assert australia("{street} {Jail} {a jail_card}") == "lot Gaol a gaol-release card"
    assert words("atlantic-city")("{color} {a railroad}") == "color a railroad"


def test_an_stands_before_a_vowel_but_not_before_u() -> None:
    say = Catalogue("en", {"deed": "act", "utility": "utility", "hotel": "inn"})
    assert say("{a deed}, {a utility}, {A hotel}") == "an act, a utility, An inn"


def test_a_word_from_a_strangers_edition_is_plain_text() -> None:
    say = Catalogue("en", {"bank": "{seat}"})
    assert say("{bank} pays {seat}.", seat="Ada") == "(seat) pays Ada."


def test_a_piece_takes_precedence_over_a_word() -> None:
    assert words("london")("pay {house} for each of your {houses}", house="£25") == (
        "pay £25 for each of your houses"
    )


def test_a_translation_has_its_own_words_and_knows_the_names_of_the_built_in_boards() -> None:
    words = rules_compiler.built_in_edition("london").words
    german = Catalogue("de", words)
    assert german.words["railroads"] == "Bahnhöfe"
    assert german.words["luxury_tax"] == "Zusatzsteuer"
    assert german.named("Chance", "chance") == "Ereignis"
    assert german.named("Pall Mall", "street") == "Pall Mall"
    # "Print" and "Red" are texts of other parts of the program.
    assert (german.named("Print", "utility"), german.named("Red", "utility")) == ("Print", "Red")
    assert german.named("Red", "group") == "Rot"
    # A board from a file prints these words, so they stay unchanged.
    strange = Catalogue("de", {**words, "free_parking": "The Green", "chance": "Fate"})
    assert (strange.words["free_parking"], strange.words["chance"]) == ("The Green", "Fate")
    assert Catalogue("en", words).words["chance"] == "Chance"


# ---------------------------------------------------------------- plural forms and numbers


def test_the_plural_form_depends_on_the_number() -> None:
    say = Catalogue("en")
    assert [say.count("{n} {house}", "{n} {houses}", n) for n in (0, 1, 2)] == [
        "0 houses",
        "1 house",
        "2 houses",
    ]
    german = Catalogue("de")
    assert german.count("{n} {house}", "{n} {houses}", 1) == "1 Haus"
    assert german.count("{n} {house}", "{n} {houses}", 0) == "0 Häuser"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_languages_plural_forms_are_those_in_its_file(language: str) -> None:
    rule = gettext.c2py(messages.read(language).plural_expr)  # type: ignore[attr-defined]
    form = catalogue.conventions(language).form
    assert all(form(n) == rule(n) for n in range(1000))


def by_cldr(language: str) -> number_list_and_plural_conventions.Conventions:
    """Return the conventions of a language that may not have a file yet."""
    return number_list_and_plural_conventions.Conventions(
        **number_list_and_plural_conventions.from_cldr(
            language, Catalog(locale=language).num_plurals
        )
    )


def test_numbers_lists_and_plurals_follow_the_cldr() -> None:
    german, french, spanish = by_cldr("de"), by_cldr("fr"), by_cldr("es")
    assert [c.grouped(12345) for c in (german, french, spanish)] == [
        "12.345",
        "12\u202f345",
        "12.345",
    ]
    assert [c.grouped(1500) for c in (german, french, spanish)] == ["1.500", "1\u202f500", "1500"]
    assert [c.percent for c in (german, french, spanish)] == ["\u00a0%"] * 3
    assert french.listed(["a", "b", "c"]) == "a, b et c"
    assert spanish.listed(["a", "b", "c"]) == "a, b y c"
    assert [[c.form(n) for n in (0, 1, 2, 100, 101)] for c in (german, french, spanish)] == [
        [1, 0, 1, 1, 1],
        [0, 0, 1, 1, 1],
        [1, 0, 1, 1, 1],
    ]


def test_english_is_british_and_without_a_comma_before_and() -> None:
    english, british = by_cldr("en"), by_cldr("en_GB")
    assert english._replace(last=british.last) == number_list_and_plural_conventions.ENGLISH


def test_sums_are_written_as_the_edition_and_the_language_write_them() -> None:
    us, uk = (
        rules_compiler.built_in_edition("atlantic-city"),
        rules_compiler.built_in_edition("london"),
    )
    assert Numbers(us, "en").money(1204) == "$1,204"
    assert Numbers(uk, "en").money(-50) == "−£50"
    assert Numbers(uk, "de").money(1204) == "1.204\u00a0£"
    assert Numbers(us, "de").change(50) == "+50\u00a0$"
    assert Numbers(us, "en").change(-50) == "−$50"
    assert (Numbers(us, "en").percent(10), Numbers(us, "de").percent(10)) == ("10%", "10\u00a0%")
    assert (Numbers(us, "en").number(1204), Numbers(us, "de").number(1204)) == ("1,204", "1.204")


# ---------------------------------------------------------------- the translations


@pytest.mark.parametrize("language", COMPLETE)
def test_a_language_is_complete_and_has_nothing_unused(language: str) -> None:
    assert messages.faults(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_selectable_language_has_most_of_its_messages(language: str) -> None:
    wanted, have = messages.template(), messages.read(language)
    done = [messages.is_translated(have, message.id) for message in wanted if message.id]
    assert sum(done) >= 0.8 * len(done)


def test_a_message_without_a_translation_is_shown_in_english(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = {
        "": number_list_and_plural_conventions.from_cldr("de", 2),
        "Buy it": "Kaufen",
        "{n} {house}": ["{n} Haus"],
    }
    monkeypatch.setitem(catalogue._here, "de", {k: v for k, v in table.items() if k})
    say = Catalogue("de")
    assert (say("Buy it"), say("Leave it")) == ("Kaufen", "Leave it")
    assert say.count("{n} {house}", "{n} {houses}", 1) == "1 Haus"
    assert say.count("{n} {house}", "{n} {houses}", 2) == "2 houses"


def test_every_offered_language_exists() -> None:
    assert set(catalogue.LANGUAGES) == {"en", *LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_same_placeholders_as_its_message(language: str) -> None:
    vocabulary = Catalogue().words
    for message in messages.read(language):
        if not message.id:
            continue
        ids = list(message.id) if message.pluralizable else [message.id]
        forms = list(message.string) if message.pluralizable else [message.string]
        known = {name for id in ids for name in names_in(id)}
        needed = {name for name in known if name not in vocabulary} - {"n"}
        for form in filter(None, forms):
            has = set(names_in(voiced(form)))
            assert set(names_in(form)) <= known | NAMES, f"{form}: {has - known}"
            # The language has its own game words, and the articles are English.
            assert not any(name[:2] in ("a ", "A ") for name in has), form
            assert needed <= has, f"{form}: {needed - has}"


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_you_form_of_a_message_leaves_nobody_else_out(language: str) -> None:
    """Both forms of a message name the same sums, spaces and players, except for the addressee."""
    count = 0
    for message in messages.template() if language == "en" else messages.read(language):
        ids = list(message.id) if message.pluralizable else [message.id]
        forms = ids if language == "en" else message.string
        for form in [forms] if isinstance(forms, str) else filter(None, forms):
            assert not re.search(r"[][|]", voiced(form)) or not re.search(r"\|", form), form
            for to in ("seat", "other"):
                yours = voiced(form, to == "seat", to == "other")
                count += yours != voiced(form)
                lost = set(names_in(voiced(form))) - set(names_in(yours))
                assert lost <= {to}, f"{form}: {lost}"
    assert count > 100


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_ends_with_the_same_punctuation_as_its_message(language: str) -> None:
    ends = {"”": ("“", "»"), ".": ".", "?": "?", "!": "!", "…": "…", ":": ":"}
    for message in messages.read(language):
        id = message.id[0] if message.pluralizable else message.id
        translation = message.string[-1] if message.pluralizable else message.string
        if not id or not translation:
            continue
        if id[-1] in ends:
            # English closes a quotation after a period, other languages before it.
            inside = id[-2] if id[-1] == "”" and id[-2] in ".?!…" else id[-1]
            assert translation.endswith((*ends[id[-1]], id[-1], inside)), f"{id} → {translation}"
        else:
            assert not translation.endswith(tuple(".?!…")), f"{id} → {translation}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalog_that_the_browser_loads_gives_the_same_texts(language: str) -> None:
    compiled = json.loads(json.dumps(messages.compiled(messages.LOCALE / f"{language}.po")))
    found = number_list_and_plural_conventions.Conventions(**compiled.pop(""))
    assert found == catalogue.conventions(language)
    assert compiled == catalogue.translations_of(language)
    forms = {"de": "Haus Häuser", "fr": "maison maisons", "es": "casa casas"}[language].split()
    assert compiled["{n} {house}"] == [f"{{n}} {form}" for form in forms]


def test_english_needs_no_file_and_an_unknown_language_falls_back_to_english() -> None:
    assert catalogue.translations_of("en") == {}
    assert Catalogue("tlh").language == "en"
    with pytest.raises(KeyError):
        Catalogue("tlh", known=False)


# ---------------------------------------------------------------- nothing escapes


@pytest.mark.parametrize(
    "message",
    [
        "Rules",
        "Lift the mortgage on {space}",
        "The first simulation locks the guess.",
        "{seat} pay[s|] {other} {amount} for {space}, because the {deed} is not mortgaged.",
    ],
)
def test_texts_in_the_pseudo_language_are_two_fifths_longer(message: str) -> None:
    letters = sum(sign.isalpha() for sign in re.sub(r"\{.*?\}", "", message))
    assert len(pseudo(message)) - len("⟦⟧") - len(message) == round(0.4 * letters)
    assert sorted(names_in(pseudo(message))) == sorted(names_in(message))


def test_the_pseudo_language_marks_all_text_from_the_catalog() -> None:
    assert pseudo("The {bank} pays {seat}.") == "⟦Théē {bank} pàýsēē {seat}.⟧"
    assert Catalogue("xx").count("{n} house", "{n} houses", 2) == "⟦2 hõüsésēŗ⟧"


class _Words(HTMLParser):
    """The words of a page that people read: its text, and the attributes that are read aloud."""

    READ = frozenset({"aria-label", "title", "placeholder", "alt", "aria-description"})
    LINES = frozenset({"data-answer-form", "data-arg"})  # the notation of records
    SILENT = frozenset({"script", "style", "py-config", "mpy-config"})

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.SILENT:
            self._inside.append(tag)
        for name, value in attrs:
            told = name.startswith("data-") and name not in self.LINES and " " in (value or "")
            if name in self.READ or told:
                self.found.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        if self._inside and self._inside[-1] == tag:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if not self._inside:
            self.found.append(data)


def spoken(template: str) -> list[str]:
    """Returns the text of a template outside messages and expressions."""
    tree = jinja2.Environment().parse(template)
    text = "".join(
        part.data if isinstance(part, nodes.TemplateData) else "\N{DIGIT ZERO}"
        for output in tree.find_all(nodes.Output)
        for part in output.nodes
    )
    parser = _Words()
    parser.feed(text)
    parser.close()
    texts = [words.strip() for words in parser.found if re.search(r"[^\W\d_]", words)]
    # A single letter is a group's mark, and a clause is named by its id.
    return [words for words in texts if not re.fullmatch(r"[A-H]|[a-z-]+\.[a-z-]+", words)]


def test_the_check_finds_template_text_that_is_not_a_message() -> None:
    assert spoken("<p>{{ _('Buy') }} · <b title='Sell'>{{ x }}</b> or</p>") == ["Sell", "or"]


@pytest.mark.parametrize("file", messages.TEMPLATES, ids=lambda file: file.name)
def test_every_template_text_is_a_message(file: Path) -> None:
    assert spoken(file.read_text("utf-8")) == []


def test_words_that_differ_between_editions_are_in_braces() -> None:
    """The page says jail or gaol like the edition; "lot" is also the item in an auction."""
    editions = [rules_compiler.built_in_edition(id).words for id in rules_compiler.EDITIONS]
    varying = {
        edition[key]
        for edition in editions
        for key in edition
        if len({e[key] for e in editions}) > 1
    }
    assert {"jail", "gaol", "station", "colour"} <= varying
    words = "|".join(sorted(re.escape(word) for word in varying - {"lot", "lots"}))
    bare = [
        (where, singular)
        for singular, plural, where in messages.messages()
        if not where.endswith(".toml") and "/engine/" not in where and "/cli/" not in where
        if not singular.startswith("The position")  # places of a record, which use the ids' words
        for text in (singular, plural)
        if re.search(rf"(?<!\{{)\b(?:{words})\b(?!\}})", text, re.IGNORECASE)
    ]
    assert bare == []


@pytest.mark.parametrize(
    ("language", "breaking"),
    [("de", r"[\d}] %"), ("es", r"[\d}] %"), ("fr", r"\S [:;?!%»](?!\w)|« ")],
)
def test_no_line_breaks_before_a_sign_that_stands_alone(language: str, breaking: str) -> None:
    for message in messages.read(language):
        for text in message.string if message.pluralizable else [message.string]:
            if message.id and "(Holm)" not in text:  # a table of the command line has its own lines
                assert not re.search(breaking, text), text


@pytest.mark.parametrize(
    ("text", "story"),
    [
        ("You drove too fast: pay $15.", "You drove too fast"),
        ("Vous roulez trop vite\N{NO-BREAK SPACE}: payez 15.", "Vous roulez trop vite"),
        ("The 7:30 train is late: collect $20.", "The 7:30 train is late"),
        ("Take the 7:30 train.", "Take the 7:30 train."),
        ("Nearly there:", "Nearly there"),
    ],
)
def test_the_story_of_a_card_ends_before_a_colon_between_words(text: str, story: str) -> None:
    assert Catalogue().before_colon(text) == story
