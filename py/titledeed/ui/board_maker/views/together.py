"""The view of a board that a class makes: who has which spaces, what has to be decided, and a student's own
part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ....board_maker.class_board import (
    ClassBoard,
    OpenQuestion,
    place_on_base,
    places_now,
    questions,
)
from ....board_maker.colors import PALETTE
from ....board_maker.draft_from_and_to_edition_table import card_of_table
from ....board_maker.link_code import LONGEST_QR
from ....board_maker.part_files import write_part
from ....board_maker.part_values import Value, place_of
from ....engine.special_seats_and_ids import SPACES
from .card_editor import filled
from .maker_context import ICONS, MakerContext, icon_name, share_color
from .space_editor import color_names

if TYPE_CHECKING:
    from ...live_class import LiveClass
    from .types import MakerAnswer, MakerChoice, MakerDecision, MakerHand, MakerTogether


def together_view(ctx: MakerContext, live: LiveClass | None, way_back: str) -> MakerTogether:
    """The tab about a class: of a teacher, or of a student. ``way_back``: as in
    :func:`~.start.start_view`."""
    maker, _ = ctx.maker, ctx._
    board, task, together = maker.klass, maker.task, maker.together
    students = live.students() if live is not None and live.teaches else []
    known = {hand.device for hand in board.hands.values()} if board else set()
    view: MakerTogether = {
        "tab": "class",
        "role": "teacher" if board else "student" if task else "none",
        "live": live.class_name if live is not None else "",
        "students": _.count("{n} student", "{n} students", len(students)) if students else "",
        "way_back": way_back,
        "new": sum(device not in known for device, *_rest in students),
        "alone": board is not None and any(not hand.device for hand in board.hands.values()),
        "which": _which(ctx),
        "summary": "",
        "to_decide": "",
        "hands": [],
        "shared": "",
        "decisions": [],
        "dealing": "",
        "code": "",
        "address": together.address if together.code_of else "",
        "copied": together.copied,
        "qr_size": together.picture[0],
        "qr_path": together.picture[1],
        "fits": len(together.address) <= LONGEST_QR,
        "camera": together.camera,
        "ending": together.ending,
        "changes": "",
        "changed": False,
        "part_of": task.name if task else "",
        "part_spaces": _("spaces {numbers}", numbers=spaces_text(task.spaces)) if task else "",
        "handed": False,
        "reads": "",
        "first": min(task.spaces, default=0) if task else 0,
    }
    if board is not None:
        view["summary"] = _("Handed in: {n} of {all}.", n=board.handed(), all=len(board.hands))
        view["hands"] = [_hand(ctx, board, n) for n in board.hands]
        view["shared"] = _shared(ctx, board)
        view["decisions"] = [
            _decision(ctx, board, n, question)
            for n, question in enumerate(questions(board, ctx.draft))
        ]
        left = len(view["decisions"])
        view["to_decide"] = _.count("{n} to decide", "{n} to decide", left) if left else ""
        chosen = board.hands.get(together.dealt_to)
        if chosen is not None:
            view["dealing"] = _(
                "Press spaces on the board to give them to {name}. Press again to take them back.",
                name=ctx.hand_name(together.dealt_to, chosen),
            )
        coded = board.hands.get(together.code_of)
        view["code"] = ctx.hand_name(together.code_of, coded) if coded is not None else ""
    elif task is not None:
        count = len(task.part(ctx.draft).values)
        view["changed"] = bool(count)
        view["changes"] = (
            _.count("You’ve made {n} change.", "You’ve made {n} changes.", count)
            if count
            else _("You haven’t changed anything yet.")
        )
        view["code"] = task.name if together.code_of else ""
        view["handed"] = together.handed == write_part(task.part(ctx.draft))
        if together.code_of:
            view["reads"] = _(
                "Once your teacher’s device has read the code, it shows “Handed in: {name}”. "
                "This device can’t tell.",
                name=task.name,
            )
        elif together.handed and not view["handed"]:
            view["reads"] = _("What you have changed since isn’t handed in yet.")
    return view


def _which(ctx: MakerContext) -> list[MakerChoice]:
    _ = ctx._
    labels = {
        "all": _("all 40 spaces, and the cards"),
        "deeds": _("everything that can be bought"),
        "streets": _("{streets} only"),
    }
    return [
        {"value": word, "label": label, "chosen": word == "all"} for word, label in labels.items()
    ]


def spaces_text(spaces: Sequence[int]) -> str:
    """Numbers of spaces, with neighbors as one range: "1–4, 9"."""
    runs: list[list[int]] = []
    for at in spaces:
        if runs and runs[-1][1] == at - 1:
            runs[-1][1] = at
        else:
            runs.append([at, at])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def _shared(ctx: MakerContext, board: ClassBoard) -> str:
    """What a space with several numbers means; "" if there is none."""
    owners = (board.owners(place_on_base(board.base, ctx.draft, at)) for at in range(SPACES))
    several = next((hands for hands in owners if len(hands) > 1), None)
    if several is None:
        return ""
    return ctx._(
        "A space with several numbers, such as {numbers}, is shared: all of these students can "
        "change it.",
        numbers="+".join(map(str, several)),
    )


def _hand(ctx: MakerContext, board: ClassBoard, n: int) -> MakerHand:
    _, together, hand = ctx._, ctx.maker.together, board.hands[n]
    if hand.values is None:
        state = _("not handed in")
    else:
        state = _.count("{n} change", "{n} changes", len(hand.values))
    places = spaces_text(places_now(board.base, ctx.draft, hand.spaces))
    return {
        "n": n,
        "share": share_color(n),
        "name": ctx.hand_name(n, hand),
        "spaces": _("spaces {numbers}", numbers=places) if places else _("no spaces"),
        "state": state,
        "handed": hand.values is not None,
        "dealing": together.dealt_to == n,
        "coded": together.code_of == n,
        "live": bool(hand.device),
    }


# ---------------------------------------------------------------- what has to be decided


def _decision(
    ctx: MakerContext, board: ClassBoard, n: int, question: OpenQuestion
) -> MakerDecision:
    _ = ctx._

    def name(hand: int) -> str:
        return ctx.hand_name(hand, board.hands[hand])

    first = name(question.proposals[0].hand)
    match question.reason:
        case "two-hands":
            everyone = [*question.now_of, *(one.hand for one in question.proposals)]
            text = _(
                "{names} have made different changes here.",
                names=_.listed([name(hand) for hand in everyone]),
            )
        case "not-dealt":
            text = _("{name} has changed this, but it wasn’t dealt to them.", name=first)
        case "same-name":
            text = _("{name} has used a name that is already on the board.", name=first)
        case "open":
            text = _("{name} has changed this, but it isn’t on the board.", name=first)
        case "gone":
            text = _("{name} has changed something that is no longer on the board.", name=first)
        case _:
            text = _("This has changed on the board since {name} began.", name=first)
    gone = question.reason == "gone"
    now = "" if gone else value_text(ctx, question.key, question.now)
    answers: list[MakerAnswer] = [
        {
            "label": _(
                "Use: {value} ({name})",
                value=value_text(ctx, question.key, one.value),
                name=name(one.hand),
            ),
            "arg": f"{n} {one.hand}",
        }
        for one in question.proposals
        if not gone
    ]
    keep = _("Leave it out") if gone else _("Keep: {value}", value=now)
    answers.append({"label": keep, "arg": f"{n} 0"})
    return {"where": where_text(ctx, question.key), "text": text, "answers": answers}


def where_text(ctx: MakerContext, key: str) -> str:
    """The place of a value, and which value it is."""
    _ = ctx._
    what, n, deck = place_of(key)
    if what == "card":
        return _("Card {n} of {name}", n=n + 1, name=ctx.deck_name(deck))
    part = {
        "name": _("name"),
        "icon": _("picture"),
        "price": _("price"),
        "color": _("{color}"),
        "mark": _("letter"),
        "cost": _("cost of {a house}"),
    }[key.split()[2]]
    if what == "space":
        place = _("Space {n}", n=n)
    elif n < len(ctx.draft.groups):
        place = ctx.says.group(ctx.draft.groups[n]) or _("{Color_group} {n}", n=n + 1)
    else:
        place = _("{Color_group} {n}", n=n + 1)
    return _("{a}: {b}", a=place, b=part)


def value_text(ctx: MakerContext, key: str, value: Value) -> str:
    """A value in words."""
    _ = ctx._
    what, n, _deck = place_of(key)
    if what == "card":
        return _quoted(ctx, filled(ctx, card_of_table({"id": "card", **value}, "Card")))
    match key.split()[2]:
        case "name":
            text = _.space_name(value[0], ctx.draft.spaces[n].kind) if what == "space" else value
            return _quoted(ctx, text)
        case "icon":
            return icon_name(_, value) if value in ICONS else _("no picture")
        case "price":
            price = ctx.money(value[0])
            if value[1] is None:
                return price
            return _("{amount} with its own rents", amount=price)
        case "cost":
            return _("based on the prices") if value is None else ctx.money(value)
        case "color":
            names = dict(zip(PALETTE, color_names(ctx), strict=True))
            return names.get(value.lower()) or str(value)
        case _:
            return _quoted(ctx, value)


def _quoted(ctx: MakerContext, text: str) -> str:
    return ctx._("“{text}”", text=text)
