"""The way a language writes numbers, sums, percentages, lists and plurals.

The values come from the Unicode CLDR through Babel, which neither the browser nor the command line has.
``tools/messages.py`` writes them into the header of a language's ``.po`` file
(``po_file.CONVENTIONS``). Two things are written by hand: English, which needs no catalog, and
``GROUPED_FROM``, which Babel does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

HUNDRED: Final = 100
TAGS: Final = ("zero", "one", "two", "few", "many", "other")  # the CLDR's names of plural forms
# Spanish writes 1500 but 15.000: CLDR's "minimum grouping digits", which Babel does not read.
GROUPED_FROM: Final = {"es": 5}


class Conventions(NamedTuple):
    """The conventions of a language; by default those of English."""

    decimal: str = "."
    group: str = ","
    grouped_from: int = 4  # the number of digits from which a whole number is grouped
    percent: str = "%"  # including a space before the sign if there is one
    sign_after: bool = False  # whether the sign of a currency follows the sum
    between: str = ", "  # the separator of a list
    last: str = " and "  # before the last member of a list
    # The index of the plural form, as digits. First come the numbers from 0 to 99, then those from 100
    # on by their last two digits.
    plural: str = "1" + "0" + "1" * (2 * HUNDRED - 2)

    def form(self, n: int) -> int:
        """The index of the plural form for a whole number."""
        return int(self.plural[n if n < HUNDRED else HUNDRED + n % HUNDRED])

    def grouped(self, n: int, group: str | None = None) -> str:
        """The digits of a nonnegative whole number. ``group``: another separator between them."""
        text = str(n)
        if len(text) < self.grouped_from:
            return text
        return f"{n:,}".replace(",", self.group if group is None else group)

    def listed(self, parts: Sequence[str]) -> str:
        """A list as text: one, two and three. It has at least one item."""
        head = self.between.join(parts[:-1])
        return f"{head}{self.last}{parts[-1]}" if head else parts[-1]


ENGLISH: Final = Conventions()


def from_cldr(language: str, forms: int) -> dict[str, Any]:
    """The conventions of a language as the fields of :class:`Conventions`. It needs Babel, so it runs
    only in the tools.

    ``forms``: the number of plural forms in the ``.po`` file. It may be smaller than that of the
    language: the CLDR has one more for millions in some languages."""
    from babel import Locale  # noqa: PLC0415
    from babel.lists import format_list  # noqa: PLC0415
    from babel.numbers import format_percent  # noqa: PLC0415

    locale = Locale.parse(language)
    symbols = locale.number_symbols["latn"]
    tags: list[str] = [tag for tag in TAGS if tag in (*locale.plural_form.tags, "other")]
    between, last = format_list(["0", "1", "2"], locale=locale).removeprefix("0").split("1")
    return {
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "grouped_from": GROUPED_FROM.get(language, ENGLISH.grouped_from),
        "percent": format_percent(0.01, locale=locale).removeprefix("1"),
        "sign_after": locale.currency_formats["standard"].pattern.endswith("¤"),
        "between": between,
        "last": last.removesuffix("2"),
        "plural": "".join(
            str(min(tags.index(locale.plural_form(n)), forms - 1)) for n in range(2 * HUNDRED)
        ),
    }
