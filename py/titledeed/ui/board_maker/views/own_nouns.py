"""The fields for a board's own nouns in a language that inflects them, with sentences that use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, TypedDict

from ....language.catalogue import LANGUAGES, Catalogue, nouns_in
from ....language.own_nouns import (
    ASPIRATED,
    GENDERS,
    LONGEST,
    NOUNS,
    USUAL,
    begins_with_article,
    form_fault,
    noun_of,
    usual_dative,
    usual_genitive,
)
from .maker_context import MakerContext

if TYPE_CHECKING:
    from .types import MakerChoice, MakerNoun, MakerNounChoice, MakerNounForm

GENDER: Final = "gender"
# The articles by which people know the gender, by language.
_ARTICLES: Final[Mapping[str, Mapping[str, str]]] = {
    "de": {"m": "der", "f": "die", "n": "das"},
    "fr": {"m": "un", "f": "une"},
    "es": {"m": "un", "f": "una"},
}


class NounsView(TypedDict):
    noun_languages: list[MakerChoice]
    noun_language: str
    nouns: list[MakerNoun]
    nouns_note: str
    noun_samples: list[str]


def noun_language(ctx: MakerContext) -> str:
    """The language whose nouns are shown: the chosen one, or that of the page, or the first one."""
    chosen = ctx.maker.nouns or ctx._.language
    return chosen if chosen in GENDERS else next(iter(GENDERS))


def nouns_view(ctx: MakerContext) -> NounsView:
    """The part of the tab "Words" with the nouns."""
    _, language = ctx._, noun_language(ctx)
    said = ctx.catalogue_in(language)
    nouns = [_noun(ctx, language, key) for key in NOUNS]
    own = any(noun_of(language, _table(ctx, language, key)) for key in NOUNS)
    return {
        "noun_languages": [
            {"value": each, "label": LANGUAGES[each], "chosen": each == language}
            for each in GENDERS
        ],
        "noun_language": language,
        "nouns": nouns,
        "nouns_note": _(
            "{language}: sentences use these words with the right articles and endings. "
            "Where fields are empty, they use the usual word.",
            language=LANGUAGES[language],
        ),
        "noun_samples": _samples(said) if own else [],
    }


def _samples(_: Catalogue) -> list[str]:
    return [
        _("Nobody bids: the {house} stays with the {bank}."),
        _("The {bank} has no {hotel} left."),
        _("After {n} {houses} comes {a hotel}. Rents rise steeply with the third {house}.", n=4),
    ]


def _table(ctx: MakerContext, language: str, key: str) -> Mapping[str, Any]:
    """What the board says about a noun; only what can be shown in fields."""
    return _table_of(ctx.draft.extra, language, key)


def _table_of(extra: Mapping[str, Any], language: str, key: str) -> Mapping[str, Any]:
    table = (nouns_in(extra) or {}).get(language)
    noun = table.get(key) if isinstance(table, dict) else None
    return noun if isinstance(noun, dict) else {}


def noun_field(extra: Mapping[str, Any], language: str, key: str, form: str) -> str:
    """The text of a field. It is empty if the board has something there that no field can show.

    ``extra``: the keys of other programs in the board's file."""
    own = _table_of(extra, language, key).get(form)
    if form == ASPIRATED:
        return "1" if own is True else ""
    shown = isinstance(own, str) and (form != GENDER or own in GENDERS[language])
    return str(own) if shown else ""


def _noun(ctx: MakerContext, language: str, key: str) -> MakerNoun:
    _, table, usual = ctx._, _table(ctx, language, key), USUAL[language][key]
    known = noun_of(language, table)

    def value(form: str) -> str:
        own = noun_field(ctx.draft.extra, language, key, form)
        return ctx.typed(f"noun {language} {key} {form}", own)

    def field(form: str, label: str, otherwise: str) -> MakerNounForm:
        name = f"noun-{language}-{key}-{form}"
        return {"name": name, "label": label, "value": value(form), "usual": otherwise}

    one, many = value("one"), value("many")
    forms = [field("one", _("Singular"), usual.one), field("many", _("Plural"), usual.many)]
    gender = table.get(GENDER)
    options: list[MakerChoice] = [
        {"value": "", "label": "–", "chosen": gender not in GENDERS[language]}
    ]
    options += [
        {"value": each, "label": _ARTICLES[language][each], "chosen": gender == each}
        for each in GENDERS[language]
    ]
    choices: list[MakerNounChoice] = [
        {"name": f"noun-{language}-{key}-{GENDER}", "label": _("Article"), "options": options}
    ]
    if known is not None and language == "de":
        genitive = usual_genitive(known.gender, known.one, known.many)
        forms.append(field("genitive", _("Genitive singular"), genitive))
        forms.append(field("dative", _("Dative plural"), usual_dative(known.many)))
    if known is not None and language == "fr" and known.one[:1].lower() == "h":
        silent, article = table.get(ASPIRATED) is not True, "la" if known.gender == "f" else "le"
        choices.append(
            {
                "name": f"noun-{language}-{key}-{ASPIRATED}",
                "label": _("With article"),
                "options": [
                    {"value": "", "label": f"l’{known.one}", "chosen": silent},
                    {"value": "1", "label": f"{article} {known.one}", "chosen": not silent},
                ],
            }
        )
    note = ""
    faults = {form_fault(language, form["value"]): form["value"] for form in forms}
    double = next(
        (form["value"] for form in forms if begins_with_article(language, form["value"])), ""
    )
    if "long" in faults:
        note = _("At most {n} characters are allowed.", n=LONGEST)
    elif "hidden" in faults:
        note = _(
            "One of these words contains an invisible character. Delete the word and type it again."
        )
    elif "article" in faults:
        note = _("“{text}” is an article. Enter a noun.", text=faults["article"].strip())
    elif double:
        note = _(
            "“{text}” seems to begin with an article. Sentences add the article themselves.",
            text=double.strip(),
        )
    elif known is None and (one or many or gender):
        note = _(
            "Choose the article, and enter the singular and the plural. Until then, sentences say "
            "“{name}”.",
            name=usual.one,
        )
    return {"key": key, "usual": usual.one, "choices": choices, "forms": forms, "note": note}
