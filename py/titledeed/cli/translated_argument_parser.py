"""The parser of the command line, in the language that ``--language`` names."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from ..language.catalogue import LANGUAGES, N_, Catalogue
from .check_record_expectations import plain

_OPTION: Final = "--language"

# The messages of argparse itself. The catalog finds them by their shape (``Catalogue.sentence``), since
# their wording differs little between the versions of Python.
OF_ARGPARSE: Final = (
    N_("positional arguments"),
    N_("options"),
    N_("argument {a}: {b}"),
    N_("the following arguments are required: {a}"),
    N_("unrecognized arguments: {a}"),
    N_("invalid choice: {a} (choose from {b})"),
    N_("expected one argument"),
    N_("expected at least one argument"),
    N_("expected {a} arguments"),
    N_("ambiguous option: {a} could match {b}"),
    N_("ignored explicit argument {a}"),
)


def chosen_catalogue(words: Sequence[str]) -> Catalogue:
    """The catalog of the language that ``--language`` names, anywhere among the words of a command.

    Without the option it is English, whatever the machine's locale. With an unknown language it is
    English too; the parser then refuses the language."""
    language = "en"
    for word, following in zip(words, [*words[1:], ""], strict=False):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if len(name) > len("--") and _OPTION.startswith(name):  # argparse accepts abbreviations too
            value = value if equals else following
            language = value if value in LANGUAGES else language
    return Catalogue(language, {})


class _Formatter(argparse.HelpFormatter):
    def __init__(self, catalogue: Catalogue, prog: str) -> None:
        super().__init__(prog)
        self.catalogue = catalogue

    def start_section(self, heading: str | None) -> None:
        super().start_section(self.catalogue.sentence(heading) if heading else heading)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        before = f"{self.catalogue('usage:')} " if prefix is None else prefix
        super().add_usage(usage, actions, groups, before)


class Parser(argparse.ArgumentParser):
    """A parser with the messages of a catalog and the option ``--language``. Its messages are safe on
    any terminal, whatever the user typed."""

    def __init__(self, catalogue: Catalogue, **named: Any) -> None:
        super().__init__(add_help=False, formatter_class=partial(_Formatter, catalogue), **named)
        self.catalogue = catalogue
        self.add_argument(
            "-h", "--help", action="help", help=catalogue("show this help message and exit")
        )
        self.add_argument(
            _OPTION,
            choices=tuple(LANGUAGES),
            default=argparse.SUPPRESS,  # chosen_catalogue has read it
            help=catalogue("the language of help, results and errors (default: English)"),
        )

    def error(self, message: str) -> NoReturn:
        """End the program with the usage and an error message."""
        self.print_usage(sys.stderr)
        text = self.catalogue.sentence(message)
        self.exit(2, self.catalogue("{prog}: error: {text}", prog=self.prog, text=text) + "\n")

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End the program with a message on stderr."""
        lines = (message or "").split("\n")
        super().exit(status, "\n".join(map(plain, lines)))


def add_command(commands: Any, name: str, catalogue: Catalogue, help: str) -> Parser:
    """Add a command to those of a parser. ``help``: what it does, in that language."""
    parser: Parser = commands.add_parser(
        name, catalogue=catalogue, help=help, description=f"{help[:1].upper()}{help[1:]}."
    )
    return parser
