"""The keys of the buttons: what a pressed key stands for, and what the help says about them."""

from __future__ import annotations

import pytest

from titledeed.ui.button_keys import EXPLAINED, LETTERS, MAIN_KEY, names_of


@pytest.mark.parametrize(
    ("key", "code", "shift", "names"),
    [
        ("n", "KeyN", False, ("n",)),
        ("N", "KeyN", True, ()),
        ("N", "KeyN", False, ("n",)),  # Caps Lock
        ("Enter", "Enter", False, (MAIN_KEY,)),
        (" ", "Space", False, (MAIN_KEY,)),
        ("Enter", "Enter", True, ()),
        ("2", "Digit2", False, ("2",)),
        ("2", "Numpad2", False, ("2",)),
        ("+", "Equal", True, ("+",)),
        ("=", "Equal", False, ("+",)),
        ("!", "Digit1", True, ()),
        # a French keyboard
        ("1", "Digit1", True, ("1",)),
        ("&", "Digit1", False, ("1",)),
        ("é", "Digit2", False, ("2",)),
        ("-", "Digit6", False, ("-", "6")),
        ("à", "Digit0", False, ()),
        ("é", "", False, ()),
        ("Tab", "Tab", False, ()),
    ],
)
def test_what_a_key_stands_for(key: str, code: str, shift: bool, names: tuple[str, ...]) -> None:
    """On a French keyboard the digits need Shift, and their keys write other signs without it."""
    assert names_of(key, code, shift=shift) == names


def test_the_help_explains_every_letter() -> None:
    explained = {key.lower() for key, _ in EXPLAINED}
    # These are shown on their buttons; each is there only once in a game, or very rarely.
    rare = {"i", "q", "u", "v"}
    assert set(LETTERS.values()) - rare <= explained
