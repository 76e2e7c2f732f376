"""The views of the words and money of a board, and of the ways to share it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....board_maker.link_code import LONGEST_LINK, LONGEST_QR
from ....language.catalogue import NAMES, PSEUDO, Catalogue
from ...setup_form import TOKENS
from ...views.setup.setup import token_name
from .maker_context import MakerContext
from .own_nouns import nouns_view

if TYPE_CHECKING:
    from .types import MakerShare, MakerWord, MakerWords

# The words that people change, in this order. The names of spaces are changed on the board.
WORDS: Final = (
    *("house", "houses", "hotel", "hotels", "jail", "just_visiting", "jail_card", "jail_cards"),
    *("salary", "chance", "community_chest", "railroad", "railroads", "utility", "utilities"),
    *("street", "streets", "bank", "banker", "currency", "currencies", "token", "tokens"),
    *("deck", "decks", "deed", "deeds", "color", "colors", "color_group", "color_groups"),
)
_SAMPLE: Final = 1500


def words_of(ctx: MakerContext) -> list[str]:
    """The words that can be changed in the reader's language."""
    plain = ctx._.language in ("en", PSEUDO)
    return [key for key in WORDS if plain or key in NAMES]


def word_row(ctx: MakerContext, key: str) -> MakerWord:
    """The field of a word."""
    usual = Catalogue(ctx._.language).words[key]
    return {"key": key, "label": usual, "value": ctx.word_field(key), "usual": usual}


def words_view(ctx: MakerContext) -> MakerWords:
    """The tab with words, money and tokens."""
    draft, _ = ctx.draft, ctx._
    named = draft.tokens
    return {
        "tab": "words",
        "name": draft.name,
        "sign": draft.currency.sign,
        "after": bool(draft.currency.after),
        "thousands": "," if draft.currency.group is None else draft.currency.group,
        "sample": ctx.money(_SAMPLE),
        "words": [word_row(ctx, key) for key in words_of(ctx)],
        "words_note": _(
            "Sentences in English use these words. Leave a field empty to get the printed word."
        )
        if _.language in ("en", PSEUDO)
        else _("Sentences in every language use these names."),
        **nouns_view(ctx),
        "tokens": [
            {
                "id": token,
                "drawing": f"t-{token}",
                "label": token_name(_, token),
                "chosen": token in named or not named,
            }
            for token in TOKENS
        ],
        "problems": ctx.problem_views(lambda p: p.place.part in ("word", "money", "board")),
    }


def share_view(ctx: MakerContext) -> MakerShare:
    """The tab with the file, the link and the QR code."""
    _, shared, numbers = ctx._, ctx.maker.share, ctx.numbers
    length = len(shared.address)
    fits = 0 < length <= LONGEST_LINK
    if fits:
        link = _("The whole board is in this link: {n} characters.", n=numbers.number(length))
    else:
        link = _(
            "This board needs a link of {n} characters. Many programs pass on only {all}, so send the "
            "file.",
            n=numbers.number(length),
            all=numbers.number(LONGEST_LINK),
        )
    if length > LONGEST_QR:
        code = _("A QR code has room for only {all} characters.", all=numbers.number(LONGEST_QR))
    else:
        code = _("Scan it with the camera of another device.")
    copied = ""
    if shared.copied is not None:
        copied = (
            _("Copied.")
            if shared.copied
            else _("The browser didn’t allow that. Copy the link by hand.")
        )
    return {
        "tab": "share",
        "playable": not ctx.problems,
        "address": shared.address if fits else "",
        "link_says": link,
        "qr_size": shared.qr[0],
        "qr_path": shared.qr[1],
        "qr_says": code,
        "copied": copied,
    }
