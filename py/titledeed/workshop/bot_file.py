"""A bot as a file or a link: ``title-deed-bot/1``.

The file is a Python program, so the arena plays it unchanged. Its first line is a comment with the
format and the bot's name. A link contains the same text. Nothing here runs the program."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import (
    EmptyFileError,
    NotTextError,
    is_hidden,
    json_value,
    text_of,
)
from ..game.share_link import deflate_text, inflate_text
from ..migrations.bot_format import BOT
from ..migrations.versioned_format import NewerFormat, OtherFormat

MARK: Final = "#bot="  # prefix of a link's fragment
HEAD: Final = "# title-deed-bot/"  # how such a file begins
LARGEST: Final = 60_000  # characters of a program
LONGEST_NAME: Final = 24
NAME: Final = "MyBot"  # of a bot without a name
_NO_LETTER: Final = re.compile(r"[^A-Za-z0-9]+")


@dataclass(frozen=True)
class BotFile:
    """A bot's name, as people have written it, and its program."""

    name: str
    code: str

    @property
    def key(self) -> str:
        """A short hash of the program, which is the same on every device."""
        return sha256(self.code.encode("utf-8", "surrogatepass")).hexdigest()[:16]

    @property
    def file_name(self) -> str:
        """A name for its file, in letters that every system accepts."""
        plain = unicodedata.normalize("NFKD", self.name).encode("ascii", "ignore").decode()
        return (_NO_LETTER.sub("-", plain).strip("-") or NAME) + ".py"


def clean_name(name: str) -> str:
    """A name as it is shown: one line without invisible characters, not too long.

    It is ``NAME`` if nothing is left."""
    kept = "".join(c for c in " ".join(name.split()) if not is_hidden(c))
    return kept[:LONGEST_NAME].strip() or NAME


def write_bot(bot: BotFile) -> str:
    """The text of the bot's file."""
    title = json.dumps({"name": bot.name}, ensure_ascii=False)
    return f"# {BOT.id} {title}\n{bot.code.rstrip()}\n"


def read_bot(text: str, name: str = "") -> BotFile:
    """The bot in a file. ``name``: that of the file, for a Python program without the first line.

    Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST + 200:
        raise LoadError("The program is too long for a bot.")
    try:
        plain = text_of(text.replace("\r\n", "\n").replace("\r", "\n"))
    except EmptyFileError:
        raise LoadError("The file is empty: it contains no bot.") from None
    except NotTextError:
        raise LoadError("The file is not text, so it contains no bot.") from None
    if not plain.startswith(HEAD):
        return BotFile(clean_name(name.removesuffix(".py")), _code(plain))
    first, _, code = plain.partition("\n")
    written, _, title = first.removeprefix("# ").partition(" ")
    try:
        BOT.upgrade({"format": written})
    except NewerFormat as newer:
        raise LoadError(
            f"A later version of this program has written this bot, in the format “{newer}”. "
            "It can’t be read here."
        ) from None
    except OtherFormat:
        raise LoadError("The bot’s file is damaged: its first line can’t be read.") from None
    try:
        table = json_value(title) if len(title) <= 300 else None
    except ValueError:
        table = None
    named = table.get("name") if isinstance(table, dict) else None
    return BotFile(clean_name(named if isinstance(named, str) else ""), _code(code))


def _code(text: str) -> str:
    """The program of a file, if it can be shown and saved. Raises :class:`LoadError`."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise LoadError("The file contains a damaged character.") from None
    code = text.strip("\n")
    if not code.strip():
        raise LoadError("The file is empty: it contains no bot.")
    if len(code) > LARGEST:
        raise LoadError("The program is too long for a bot.")
    return code + "\n"


def bot_link(bot: BotFile) -> str:
    """The fragment of a link to this bot. Raises :class:`LoadError` if it is too long."""
    fragment = MARK + deflate_text(write_bot(bot))
    if len(fragment) > LARGEST:
        raise LoadError("This bot is too long for a link; save it as a file instead.")
    return fragment


def read_bot_link(fragment: str) -> BotFile:
    """The bot in a link. Raises :class:`LoadError` with a sentence."""
    return read_bot(inflate_text(fragment.removeprefix(MARK)))
