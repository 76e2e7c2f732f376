"""Number fields of the laboratory and of worksheets: one check for all of them.

A text that is not a valid number is refused with a sentence beside the field, and stays in the field as
it was typed. Nothing is cut or replaced silently. ``templates/lab/fields.html`` draws such a field.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ....engine.rulebook_loader_and_rules_compiler import built_in_edition
from ....lab.number_input import parse_number
from ....language.catalogue import Catalogue
from ....language.numbers import Numbers
from ...setup_form import FormError

if TYPE_CHECKING:
    from ..views.types import EntryField

MOST_SEED: Final = 999_999_999
MOST_HANDS: Final = 999
_LONGEST: Final = 300  # characters of a refused text that are stored
_WHOLE: Final = re.compile(r"[+\-−]?[0-9]{1,12}")


def whole_number(text: str, low: int, high: int, _: Catalogue) -> int:
    """Return the whole number in a text.

    Raises :class:`FormError` with a sentence unless the text is exactly one number from ``low`` to
    ``high``."""
    text = text.strip()
    if _WHOLE.fullmatch(text):
        value = int(text.replace("−", "-"))
        if low <= value <= high:
            return value
    written = Numbers(built_in_edition("atlantic-city"), _.language).number
    raise FormError(
        _("Enter a whole number from {low} to {high}.", low=written(low), high=written(high))
    )


def decimal(text: str, _: Catalogue) -> float:
    """Return the number in a text as people of this language write it, by ``lab.number_input.parse_number``.

    Raises :class:`FormError` with a sentence unless the text is exactly one number."""
    value = parse_number(text, _.language)
    if value is None:
        raise FormError(no_number_text(_))
    return value


def no_number_text(_: Catalogue) -> str:
    """The sentence that refuses a text as a number."""
    return _("Enter only a number, for example 12 or −3.5.")


@dataclass
class NumberFields:
    """The fields of a form that hold no valid number: by name the typed text and its refusal."""

    texts: dict[str, str] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)

    def whole(self, name: str, text: str, low: int, high: int, _: Catalogue) -> int | None:
        """Return the number typed into the field ``name``, or None after noting its fault."""
        try:
            value = whole_number(text, low, high, _)
        except FormError as fault:
            self.refuse(name, text, str(fault))
            return None
        self.forget(name)
        return value

    def decimal(self, name: str, text: str, _: Catalogue) -> float | None:
        """As :meth:`whole`, for a number that may have decimals."""
        try:
            value = decimal(text, _)
        except FormError as fault:
            self.refuse(name, text, str(fault))
            return None
        self.forget(name)
        return value

    def refuse(self, name: str, text: str, sentence: str) -> None:
        """Note the fault of a field."""
        self.texts[name], self.faults[name] = text[:_LONGEST], sentence

    def forget(self, name: str) -> None:
        """Forget the fault of a field, which holds a valid number again."""
        self.texts.pop(name, None)
        self.faults.pop(name, None)

    def shown(self, name: str, value: object) -> EntryField:
        """Return the content of the field: ``value``, or the refused text with its sentence."""
        return {"text": self.texts.get(name, str(value)), "fault": self.faults.get(name, "")}
