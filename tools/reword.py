"""Changes the English text of messages everywhere at once, and takes their translations along.

python -m tools.reword FILE.json

The file is a list of ``{"old": …, "new": …}``. A message with a plural has ``"new_plural"`` too. A
translation that should change has its new text by language: ``{"de": …}``, a list of texts for a
plural. The tool changes each message in its sources (Python, templates, data, tests) and in every
``py/titledeed/locale/*.po``; in ``locale/nouns/`` only the English text changes. A translation without
a new text stays, with the comment ``To review``. So no message falls back to English, and
``python -m tools.messages check`` lists such translations.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import write_po

from tools import messages

ROOT: Final = messages.ROOT
WIDTH: Final = 100  # of a line of Python
_NAME: Final = re.compile(r"\{([a-h])\}")

_DOUBLED: Final = re.compile(r"\{\{([a-h])\}\}")

Span = tuple[
    int, int, str
]  # the beginning and end of a literal in a file's text, and its replacement


def sources() -> Iterator[Path]:
    """The files in which a message may be written."""
    for folder in ("py", "tools", "tests"):
        yield from sorted((ROOT / folder).rglob("*.py"))
    yield from messages.TEMPLATES
    yield from sorted((ROOT / "py" / "titledeed").rglob("*.toml"))
    yield from sorted((ROOT / "tests").rglob("*.toml"))


def reword(all_texts: Mapping[str, str], places: Mapping[str, set[str]]) -> dict[str, int]:
    """Replace texts in all the files in which they are written.

    ``places``: the files of each message, because the same text in another file of the program is not a
    message. Returns the number of times that each text was found in the sources (not in the tests)."""
    found = dict.fromkeys(all_texts, 0)
    for file in sources():
        text = file.read_text("utf-8")
        name = file.relative_to(ROOT).as_posix()
        texts = {
            old: new
            for old, new in all_texts.items()
            # A test may use a word of the page in another meaning.
            if name in places[old] or (name.startswith("tests/") and " " in old)
        }
        if file.suffix == ".py":
            new = in_python(text, texts, found, count="tests" not in file.parts)
        else:
            new = in_quotes(text, texts, found)
            if file.suffix == ".toml":
                new = in_paragraphs(new, texts, found)
        if new != text:
            file.write_text(new, "utf-8")
    return found


def in_quotes(text: str, texts: Mapping[str, str], found: dict[str, int]) -> str:
    """Replace the texts between quotation marks in a template or a data file."""
    for old, new in texts.items():
        for prefix in ("", "implied: "):
            for quote in ('"', "'"):
                written = quote + prefix + _escaped(old, quote) + quote
                if written in text:
                    found[old] += text.count(written)
                    text = text.replace(written, quote + prefix + _escaped(new, quote) + quote)
    return text


def in_paragraphs(text: str, texts: Mapping[str, str], found: dict[str, int]) -> str:
    """Replace whole lines of a data file, whose messages may be one paragraph of a text."""
    lines = text.split("\n")
    for n, line in enumerate(lines):
        if line in texts:
            found[line] += 1
            lines[n] = texts[line]
    return "\n".join(lines)


def _escaped(text: str, quote: str) -> str:
    return text.replace("\\", "\\\\").replace(quote, "\\" + quote).replace("\n", "\\n")


def in_python(text: str, texts: Mapping[str, str], found: dict[str, int], *, count: bool) -> str:
    """Replace the literals of a Python file that are such texts.

    An f-string also fits if its values are in the places of ``{a}``, ``{b}`` and so on in the message."""
    tree = ast.parse(text)
    starts = _line_starts(text)
    spans: list[Span] = []
    inside: set[int] = set()  # parts of f-strings
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            inside.update(id(part) for part in ast.walk(node) if part is not node)
    arguments = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        for argument in node.args
        for part in ast.walk(argument)
    }
    for node in ast.walk(tree):
        if id(node) in inside or not isinstance(node, (ast.Constant, ast.JoinedStr)):
            continue
        if isinstance(node, ast.Constant):
            old = node.value if isinstance(node.value, str) else ""
        else:
            many = sum(isinstance(part, ast.FormattedValue) for part in node.values) > len(
                "abcdefgh"
            )
            old = "" if many else messages.pattern(node)
        # A single word is a message only as an argument; elsewhere it may be a key.
        if old not in texts or not old or (" " not in old and id(node) not in arguments):
            continue
        found[old] += count
        values = _values(node, text, starts) if isinstance(node, ast.JoinedStr) else None
        begin = _offset(text, starts, node.lineno, node.col_offset)
        end = _offset(text, starts, node.end_lineno or 0, node.end_col_offset or 0)
        column = begin - starts[node.lineno - 1]
        bare = text[:begin].rstrip()[-1:] not in ("(", "[", "{", ",")
        spans.append((begin, end, _literal(texts[old], values, column, bare=bare)))
    for begin, end, new in sorted(spans, reverse=True):
        text = text[:begin] + new + text[end:]
    return text


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(text: str, starts: list[int], line: int, column: int) -> int:
    """The index of a position of ``ast``, which counts columns in bytes."""
    row = text[starts[line - 1] : starts[line]]
    return starts[line - 1] + len(row.encode()[:column].decode())


def _values(node: ast.JoinedStr, text: str, starts: list[int]) -> dict[str, str]:
    """The source of each value of an f-string by its letter, with its braces."""
    letters = iter("abcdefgh")
    values = {}
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            inner = ast.unparse(part.value)
            kind = f"!{chr(part.conversion)}" if part.conversion != -1 else ""
            shape = ""
            if isinstance(part.format_spec, ast.JoinedStr):
                shape = ":" + "".join(
                    str(p.value) for p in part.format_spec.values if isinstance(p, ast.Constant)
                )
            values[next(letters)] = f"{{{inner}{kind}{shape}}}".replace('"', "'")
    return values


def _literal(new: str, values: dict[str, str] | None, column: int, *, bare: bool) -> str:
    """The text as a Python literal, on several lines if one would be too long."""

    def written(part: str) -> str:
        if values is None or not _NAME.search(part):
            return json.dumps(part, ensure_ascii=False)
        # Other braces are characters of the text, which an f-string doubles.
        body = json.dumps(part, ensure_ascii=False).replace("{", "{{").replace("}", "}}")
        return "f" + _DOUBLED.sub(lambda name: values[name[1]], body)

    whole = written(new)
    if column + len(whole) + 3 <= WIDTH:
        return whole
    wrapped = textwrap.wrap(
        new, WIDTH - min(column, 40) - 12, break_long_words=False, break_on_hyphens=False
    )
    parts = [line + " " for line in wrapped[:-1]] + wrapped[-1:]
    if "".join(parts) != new:  # double spaces or line ends: do not break it
        return whole
    inner = ("\n" + " " * column).join(map(written, parts))
    return f"({inner})" if bare else inner


def in_order(text: str, *others: str) -> tuple[str, ...]:
    """Rename the values of a message and its translations to a, b, c in the order of the message.

    The letters then have the same order as in the sources."""
    order = list(dict.fromkeys(_NAME.findall(text)))
    names = dict(zip(order, "abcdefgh", strict=False))
    if list(names) == list(names.values()):
        return (text, *others)
    return tuple(
        _NAME.sub(lambda name: f"{{{names.get(name[1], name[1])}}}", each)
        for each in (text, *others)
    )


def translations(language: str, changes: Iterable[Mapping[str, Any]]) -> None:
    """Give the messages of a language's file their new English texts and, if there are any, their new
    translations."""
    have = messages.read(language)
    renamed = {change["old"]: change for change in changes}
    new = Catalog(locale=language, charset="utf-8", fuzzy=False, header_comment="")
    new.mime_headers = messages.kept_headers(have)
    for entry in have:
        if not entry.id:
            continue
        change = renamed.get(messages.msgid(entry.id))
        _add(new, entry, change, language)
    out = io.BytesIO()
    write_po(out, new, width=0, include_lineno=False, omit_header=False)
    (messages.LOCALE / f"{language}.po").write_bytes(messages.headed(language, out.getvalue(), new))


def marked(text: str, changes: Iterable[Mapping[str, Any]]) -> str:
    """The text of a file in ``locale/nouns/`` with the new English texts; its marked translations stay."""
    for change in changes:
        for key, line in (("old", "msgid"), ("old_plural", "msgid_plural")):
            if key in change:
                old, new = (
                    json.dumps(change[k], ensure_ascii=False)
                    for k in (key, key.replace("old", "new"))
                )
                text = text.replace(f"\n{line} {old}\n", f"\n{line} {new}\n")
    return text


def _add(new: Catalog, entry: Message, change: Mapping[str, Any] | None, language: str) -> None:
    id, string, comments = entry.id, entry.string, list(entry.user_comments)
    if change is not None:
        id = (change["new"], change["new_plural"]) if entry.pluralizable else change["new"]
        given = change.get(language)
        if given:
            string = tuple(given) if entry.pluralizable else given
            comments = []
        elif id != entry.id:
            comments = [f"{messages.TO_REVIEW}: the English text was “{messages.msgid(entry.id)}”"]
        if not entry.pluralizable:
            id, string = in_order(str(id), str(string)) if "{a}" in str(entry.id) else (id, string)
    new.add(id, string, locations=entry.locations, user_comments=comments)


def main(arguments: list[str]) -> int:
    """See the module."""
    if len(arguments) != 1:
        print(__doc__)
        return 2
    changes = json.loads(Path(arguments[0]).read_text("utf-8"))
    known = {messages.msgid(m.id): m for m in messages.template() if m.id}
    texts: dict[str, str] = {}
    places: dict[str, set[str]] = {}
    for change in changes:
        entry = known.get(change["old"])
        if entry is None:
            print(f"not a message: {change['old']}")
            continue
        files = {place for place, _ in entry.locations}
        places |= dict.fromkeys([*entry.id] if entry.pluralizable else [entry.id], files)
        if change["new"] != change["old"]:
            texts[change["old"]] = change["new"]
        if entry.pluralizable and change["new_plural"] != entry.id[1]:
            texts[entry.id[1]] = change["new_plural"]
    found = reword(texts, places)
    for text, times in found.items():
        if not times:
            print(f"not found in the sources: {text}")
    for language in messages.languages():
        translations(language, [c for c in changes if c["old"] in known])
    plural = {old: entry.id[1] for old, entry in known.items() if entry.pluralizable}
    for file in sorted((messages.LOCALE / "nouns").glob("*.po")):
        renamed = [
            {**c, "old_plural": plural[c["old"]]} if c["old"] in plural else c for c in changes
        ]
        file.write_text(marked(file.read_text("utf-8"), renamed), "utf-8")
    return 0 if all(found.values()) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
