"""tools/reword.py changes a message wherever it is written, and nothing else."""

import ast

import pytest

from tools import reword

OLD = "The dice have the word."
NEW = "Now the dice are thrown."


def changed(text: str, old: str = OLD, new: str = NEW) -> tuple[str, int]:
    found = {old: 0}
    return reword.in_python(text, {old: new}, found, count=True), found[old]


def test_rewording_changes_a_literal_but_not_a_longer_one() -> None:
    text = f'a = _("{OLD}")\nb = "{OLD} Wait."\n'
    assert changed(text) == (f'a = _("{NEW}")\nb = "{OLD} Wait."\n', 1)


def test_a_literal_on_several_lines_is_one_text() -> None:
    text = 'a = _(\n    "The dice "\n    "have the word."\n)\n'
    new, times = changed(text)
    assert times == 1
    assert ast.literal_eval(ast.unparse(ast.parse(new).body[0].value.args[0])) == NEW


@pytest.mark.parametrize("head", ["a = ", "a = _(", "def f():\n    return ", "a = {1: "])
def test_a_long_text_is_split_over_several_lines_and_stays_the_same(head: str) -> None:
    long = "Now the dice are thrown, " + "and thrown again, " * 12 + "until somebody has won."
    tail = {"a = _(": ")", "a = {1: ": "}"}.get(head, "")
    new, _ = changed(f'{head}"{OLD}"{tail}\n', new=long)
    texts = [n.value for n in ast.walk(ast.parse(new)) if isinstance(n, ast.Constant)]
    assert long in texts
    assert max(map(len, new.splitlines())) <= reword.WIDTH


def test_the_values_of_an_f_string_follow_their_placeholders() -> None:
    text = 'raise LoadError(f"{name!r} misses {count:,} of {file.stem}.")\n'
    old, new = "{a} misses {b} of {c}.", "In {c}, {b} are missing from {a}."
    made, times = changed(text, old, new)
    assert times == 1
    assert made == 'raise LoadError(f"In {file.stem}, {count:,} are missing from {name!r}.")\n'
    assert reword.in_order(new, "{a} fehlen {b} in {c}.") == (
        "In {a}, {b} are missing from {c}.",
        "{c} fehlen {b} in {a}.",
    )


def test_non_ascii_characters_before_a_text_do_not_shift_it() -> None:
    text = f'a = "äöü…“”", _("{OLD}"), "ß"\n'
    assert changed(text)[0] == f'a = "äöü…“”", _("{NEW}"), "ß"\n'


def test_a_text_in_the_data_keeps_its_mark_and_its_quotes() -> None:
    found = {OLD: 0}
    text = f'a = "{OLD}"\nb = "implied: {OLD}"\nc = "not {OLD}"\n'
    new = reword.in_quotes(text, {OLD: 'Say "six".'}, found)
    assert new == f'a = "Say \\"six\\"."\nb = "implied: Say \\"six\\"."\nc = "not {OLD}"\n'
    assert found[OLD] == 2


def test_a_paragraph_in_the_data_is_one_line() -> None:
    found = {OLD: 0}
    text = f'text = """\n{OLD}\n{OLD} Wait.\n"""\n'
    assert reword.in_paragraphs(text, {OLD: NEW}, found) == f'text = """\n{NEW}\n{OLD} Wait.\n"""\n'
    assert found[OLD] == 1


def test_literal_braces_in_an_f_string_stay_literal() -> None:
    text = 'raise LoadError(f"{where}: nothing stands for {{{name}}}.")\n'
    made, _ = changed(text, "{a}: nothing stands for {{b}}.", "{a} has no {{b}}.")
    assert made == 'raise LoadError(f"{where} has no {{{name}}}.")\n'


def test_a_word_that_is_a_key_stays_unchanged() -> None:
    text = 'themes = {"night": N_("night")}\n'
    assert changed(text, "night", "dark") == ('themes = {"night": N_("dark")}\n', 1)


def test_a_marked_message_gets_the_new_english_text_only() -> None:
    text = '\nmsgid "{n} {house}"\nmsgid_plural "{n} {houses}"\nmsgstr[0] "{n} <Haus>"\n'
    change = {"old": "{n} {house}", "new": "{n} of {house}"}
    plural = {"old_plural": "{n} {houses}", "new_plural": "{n} of {houses}"}
    assert reword.marked(text, [change | plural]) == (
        '\nmsgid "{n} of {house}"\nmsgid_plural "{n} of {houses}"\nmsgstr[0] "{n} <Haus>"\n'
    )
    assert reword.marked(text, [{"old": "house", "new": "cottage"}]) == text
