"""A board that a class makes: dealing, taking what is handed in, conflicts, and files from strangers."""

from __future__ import annotations

import random

import pytest

from titledeed.board_maker import changes, checks, class_board, part_files, part_values
from titledeed.board_maker.class_board import BoardPart, ClassBoard, questions, take_part
from titledeed.board_maker.draft import BoardDraft
from titledeed.classroom import messages
from titledeed.engine.errors import LoadError
from titledeed.engine.rulebook_loader_and_rules_compiler import EDITIONS

ID = "0123456789abcdef"
BASE = changes.printed_draft("atlantic-city", "Our town")


def a_class(*names: str, which: str = "all", base: BoardDraft = BASE) -> ClassBoard:
    return class_board.with_hands(ClassBoard(ID, base), [(name, "") for name in names], which)


def hand_in(
    board: ClassBoard, draft: BoardDraft, n: int, own: BoardDraft
) -> tuple[ClassBoard, BoardDraft]:
    """A student's own board goes through the text of its part."""
    part = board.task(n).part(own)
    again = part_files.read_part(part_files.write_part(part), board.base)
    assert again == part
    return take_part(board, draft, again, "2026-11-26")


def test_spaces_are_dealt_evenly_in_neighboring_runs() -> None:
    board = a_class("Ada", "Ben", "Cleo")
    shares = [hand.spaces for hand in board.hands.values()]
    assert [len(share) for share in shares] == [13, 13, 14]
    assert sorted(at for share in shares for at in share) == list(range(40))
    streets = a_class("Ada", "Ben", which="streets")
    assert streets.hands[1].spaces == (1, 3, 6, 8, 9, 11, 13, 14, 16, 18, 19)
    assert len(a_class(*(str(n) for n in range(60))).hands) == class_board.MOST_HANDS
    late = class_board.with_one_more(board, "Dora")
    late = class_board.with_space_dealt(late, 4, 3)
    assert late.owners(3) == [1, 4]
    assert class_board.with_space_dealt(late, 4, 3).owners(3) == [1]


def test_a_space_brings_its_group_and_a_space_of_cards_a_third_of_its_deck() -> None:
    assert part_values.keys_of(BASE, [3, 4]) == (
        *("space 3 name", "space 3 icon", "space 3 price", "space 4 name", "space 4 icon"),
        *(f"group 0 {part}" for part in part_values.OF_GROUP),
    )
    thirds = [
        [key for key in part_values.keys_of(BASE, [at]) if key.startswith("card 0")]
        for at in (7, 22, 36)
    ]
    assert [len(third) for third in thirds] == [6, 5, 5]
    assert thirds[0][0] == "card 0 0"


def test_what_students_hand_in_comes_together_without_a_question() -> None:
    board = a_class("Ada", "Ben", "Cleo")
    draft = board.base
    ada = changes.with_space_name(BASE, 1, "Bakery Lane")
    ada = changes.with_price(ada, 3, 70)
    ada = changes.with_card(
        changes.with_group(ada, BASE.groups[0].id, name="Sweets"),
        *(0, 2, lambda card: card),
    )
    assert board.task(1).allows(ada)
    ben = changes.with_effect(
        changes.with_space_name(BASE, 20, "Park"), 0, 8, "pay", "Pay {amount}."
    )
    ben = changes.with_icon(ben, 16, "bell")
    board, draft = hand_in(board, draft, 1, ada)
    board, draft = hand_in(board, draft, 2, ben)
    assert questions(board, draft) == []
    assert draft.spaces[1].name == "Bakery Lane"
    assert (draft.spaces[3].price, draft.spaces[3].rents) == (70, ada.spaces[3].rents)
    assert draft.groups[0].name == "Sweets"
    assert draft.spaces[20].name == changes.word_of(draft, "free_parking") == "Park"
    assert draft.decks
    assert draft.decks[0][8].text == "Pay {amount}."
    assert draft.spaces[16].icon == "bell"
    assert board.handed() == 2
    assert hand_in(board, draft, 2, ben) == (board, draft)  # a second time changes nothing
    board, draft = hand_in(board, draft, 2, changes.with_icon(ben, 16, ""))
    assert draft.spaces[16].icon == ""  # what a student takes back is taken back
    assert checks.problems(draft) == []


def test_names_that_move_on_the_board_need_no_decision() -> None:
    board = a_class("Ada")
    own = changes.with_space_name(BASE, 1, BASE.spaces[3].name)
    own = changes.with_space_name(own, 3, "Mill Street")
    board, draft = hand_in(board, board.base, 1, own)
    assert questions(board, draft) == []
    assert [draft.spaces[at].name for at in (1, 3)] == [BASE.spaces[3].name, "Mill Street"]


def test_a_student_changes_only_what_is_theirs() -> None:
    task = a_class("Ada", "Ben").task(1)
    assert task.allows(BASE)
    for own in (
        changes.with_space_name(BASE, 30, "Elsewhere"),
        changes.exchanged(BASE, 1, 39),
        changes.exchanged(BASE, 1, 3),
        changes.with_kind(BASE, 1, "chance"),
        changes.with_group(BASE, BASE.groups[7].id, color="#000000"),
        changes.with_printed_deck(changes.with_effect(BASE, 1, 15, "pay", "!"), 0),
    ):
        if own.spaces != BASE.spaces or own.groups != BASE.groups or own.decks:
            assert not task.allows(own)
    assert task.allows(changes.with_space_name(BASE, 2, "Post"))  # its deck's other spaces follow
    assert task.allows(changes.with_price(BASE, 1, 100))


def test_two_hands_on_one_space_are_decided_by_the_teacher() -> None:
    board = class_board.with_space_dealt(a_class("Ada", "Ben"), 2, 3)
    board, draft = hand_in(board, BASE, 1, changes.with_space_name(BASE, 3, "Bakery"))
    board, draft = hand_in(board, draft, 2, changes.with_space_name(BASE, 3, "Butcher"))
    (question,) = questions(board, draft)
    assert question.reason == "two-hands"
    assert question.now_of == (1,)
    assert [one.hand for one in question.proposals] == [2]
    assert draft.spaces[3].name == "Bakery"
    taken, now = class_board.decided(board, draft, question.asked, 2)
    assert now.spaces[3].name == "Butcher"
    assert questions(taken, now) == []
    kept, now = class_board.decided(board, draft, question.asked, None)
    assert now.spaces[3].name == "Bakery"
    assert questions(kept, now) == []
    board, draft = hand_in(kept, now, 2, changes.with_space_name(BASE, 3, "Bank"))
    assert [one.value[0] for one in questions(board, draft)[0].proposals] == ["Bank"]


def test_a_color_that_two_change_differently_and_one_that_they_change_alike() -> None:
    id = BASE.groups[0].id
    board = class_board.with_hand(a_class("Ada", "Ben"), 2, class_board.Hand("Ben", (3,)))
    ada = changes.with_group(BASE, id, color="#112233", name="North")
    ben = changes.with_group(BASE, id, color="#445566", name="North")
    board, draft = hand_in(board, BASE, 1, ada)
    board, draft = hand_in(board, draft, 2, ben)
    (question,) = questions(board, draft)
    assert (question.key, question.reason) == ("group 0 color", "two-hands")


def test_the_three_spaces_of_a_deck_have_one_name() -> None:
    board = a_class("Ada", "Ben", "Cleo")
    board, draft = hand_in(board, BASE, 1, changes.with_space_name(BASE, 2, "Post"))
    board, draft = hand_in(board, draft, 2, changes.with_space_name(BASE, 17, "Letters"))
    board, draft = hand_in(board, draft, 3, changes.with_space_name(BASE, 33, "Post"))
    (question,) = questions(board, draft)
    assert (question.key, question.reason, question.now_of) == ("space 2 name", "two-hands", (1, 3))
    board, draft = class_board.decided(board, draft, question.asked, 2)
    assert {draft.spaces[at].name for at in (2, 17, 33)} == {"Letters"}
    assert questions(board, draft) == []


def test_prices_of_one_group_do_not_clash_over_the_cost_of_its_houses() -> None:
    board = class_board.with_hand(a_class("Ada", "Ben"), 1, class_board.Hand("Ada", (1,)))
    board = class_board.with_hand(board, 2, class_board.Hand("Ben", (3,)))
    board, draft = hand_in(board, BASE, 1, changes.with_price(BASE, 1, 200))
    board, draft = hand_in(board, draft, 2, changes.with_price(BASE, 3, 220))
    assert questions(board, draft) == []
    both = changes.with_price(changes.with_price(BASE, 1, 200), 3, 220)
    assert draft == both


def test_a_space_that_was_not_dealt_and_a_name_that_is_there_already() -> None:
    board = a_class("Ada", "Ben")
    foreign = BoardPart(ID, 1, "Ada", {"space 39 name": ["Mine", None]})
    board, draft = take_part(board, BASE, foreign, "")
    (question,) = questions(board, draft)
    assert question.reason == "not-dealt"
    assert draft == BASE
    board, draft = class_board.decided(board, draft, question.asked, 1)
    assert draft.spaces[39].name == "Mine"
    board, draft = hand_in(board, draft, 2, changes.with_space_name(BASE, 29, " mine"))
    (question,) = questions(board, draft)
    assert (question.reason, question.other) == ("same-name", 39)
    board, draft = class_board.decided(board, draft, question.asked, 2)
    assert draft.spaces[29].name == " mine"
    assert questions(board, draft) == []


def test_what_the_teacher_changes_or_takes_back_is_never_overwritten() -> None:
    board = a_class("Ada", "Ben")
    draft = changes.with_space_name(BASE, 1, "Town Hall")
    board, draft = hand_in(board, draft, 1, changes.with_space_name(BASE, 1, "Bakery"))
    assert draft.spaces[1].name == "Town Hall"
    assert questions(board, draft)[0].reason == "changed"
    board, draft = hand_in(a_class("Ada", "Ben"), BASE, 1, changes.with_price(BASE, 1, 50))
    assert questions(board, BASE)[0].reason == "open"  # the teacher has undone it
    moved = changes.exchanged(draft, 1, 39)  # names move, so the student's name follows
    board, moved = hand_in(board, moved, 1, changes.with_space_name(BASE, 1, "Bakery"))
    assert moved.spaces[39].name == "Bakery"
    gone = changes.with_kind(moved, 3, "chance")
    board, gone = hand_in(board, gone, 1, changes.with_price(BASE, 3, 90))
    assert [question.reason for question in questions(board, gone)][-1] == "gone"
    asked = questions(board, gone)[-1].asked
    assert class_board.decided(board, gone, asked, 1) == (board, gone)
    board, gone = class_board.decided(board, gone, asked, None)
    assert all(question.reason != "gone" for question in questions(board, gone))


def test_a_device_of_the_class_counts_more_than_the_number_in_a_part() -> None:
    board = class_board.with_hands(ClassBoard(ID, BASE), [("Ada", "a" * 16), ("Ben", "b" * 16)])
    part = BoardPart(ID, 1, "Ada", {"space 21 name": ["Quay", None]})
    taken, _draft = take_part(board, BASE, part, "", "b" * 16)
    assert taken.hands[2].values
    assert taken.hands[1].values is None
    for wrong, device in ((part, "c" * 16), (BoardPart(ID, 9, "", {}), "")):
        with pytest.raises(LoadError):
            take_part(board, BASE, wrong, "", device)
    with pytest.raises(LoadError):
        take_part(board, BASE, BoardPart("f" * 16, 1, "Ada", {}), "")


# ---------------------------------------------------------------- files


def test_tasks_and_the_teachers_file_come_back_as_they_were() -> None:
    for edition in EDITIONS:
        base = changes.printed_draft(edition, "Our town")
        board = a_class("Ada", "Ben", base=base)
        task = board.task(2)
        assert part_files.read_task(part_files.write_task(task)) == task
        link = part_files.pack(part_files.write_task(task), part_files.TASK_MARK)
        assert part_files.read_task(part_files.text_in(link)) == task
        assert len(link) < 700  # so that a QR code has room for it
        board, draft = hand_in(board, base, 1, changes.with_space_name(base, 1, "Bakery"))
        assert part_files.class_of_table(part_files.class_table(board)) == board
        assert part_files.read_class(part_files.write_class(board, draft)) == (board, draft)


def test_the_class_and_the_board_maker_agree_how_files_begin() -> None:
    assert messages.BOARD_TASK == part_files.TASK_HEAD
    assert messages.HANDED["board"] == (part_files.PART_HEAD,)
    assert messages.LARGEST_BOARD == part_files.LARGEST
    text = part_files.write_part(BoardPart(ID, 1, "Ada", {}))
    assert text.startswith(part_files.PART_HEAD)
    assert part_files.write_task(a_class("Ada").task(1)).startswith(part_files.TASK_HEAD)


def test_a_board_too_large_for_a_code_goes_as_a_table() -> None:
    base = BASE
    noise = random.Random(5)
    for at in range(40):
        name = "".join(noise.choice("abcdefghijklmnopqrstuvwxyzäöü ") for _ in range(80))
        base = changes.with_short_name(changes.with_space_name(base, at, name), at, name[::-1])
    for deck in (0, 1):
        for n in range(16):
            text = "".join(noise.choice("abcdefghijklmnopqrstuvwxyz ") for _ in range(400))
            base = changes.with_effect(base, deck, n, "pay", text)
    task = a_class("Ada", base=base).task(1)
    assert '"board": {' in part_files.write_task(task)
    assert part_files.read_task(part_files.write_task(task)) == task
