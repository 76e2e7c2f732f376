"""The referee: replays a record and checks its expectations."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from ..engine.asks import (
    AskShuffle,
    Over,
)
from ..engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ..engine.notation import LONGEST_LINE, Notation
from ..engine.record import Game, Record, parse_record, read_record
from ..engine.special_seats_and_ids import BANK, DECKS, FREE, HOTEL, HOUSE, POT
from ..engine.state import (
    State,
)
from ..game.recognize_saves_of_older_programs import changed_ruling
from ..language.catalogue import N_, Catalogue

Check = Callable[[Mapping[str, Any]], list[str]]

# The operating system's messages about a file, as Python quotes them in every locale.
SYSTEM_ERRORS: Final = (
    N_("cannot be read: No such file or directory"),
    N_("cannot be read: Is a directory"),
    N_("cannot be read: Not a directory"),
    N_("cannot be read: Permission denied"),
    N_("cannot be read: File name too long"),
    N_("No such file or directory."),
    N_("Is a directory."),
    N_("Not a directory."),
    N_("Permission denied."),
    N_("File name too long."),
    N_("File exists."),
    N_("No space left on device."),
    N_("Read-only file system."),
)


def check_file(path: Path, also: Check | None = None) -> list[str]:
    """Return a sentence for each difference, [] if the file passes. ``also``: a further check, which
    runs only if there is no difference."""
    try:
        text = path.read_text("utf-8-sig")  # some editors write a byte order mark
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError):
            return [f"cannot be read: {error.strerror}"]  # the usual reasons are in SYSTEM_ERRORS
        return [N_("cannot be read: it is not UTF-8 text")]
    try:
        table = parse_record(text, path.suffix.lower() == ".toml")
    except LoadError as error:
        return [str(error)]
    return check_table(table) or (also(table) if also else [])


def check_table(table: Mapping[str, Any]) -> list[str]:
    """Like :func:`check_file`, for a record that is already parsed."""
    wanted = table.get("refused")
    try:
        record = read_record(table)
        game = Game(record)
    except LoadError as error:
        return _refused_on_loading(error, wanted)
    if record.refused is not None:
        if record.refused:
            return [N_(f"loads, but must be refused ({record.refused})")]
        return [N_("loads, but must be refused (by any clause)")]
    faults = check_steps(game, record)
    if faults and (changed := changed_ruling(record)):
        faults.append(str(changed))
    return faults


def _refused_on_loading(error: LoadError, wanted: object) -> list[str]:
    if not isinstance(wanted, str):
        if error.clauses:
            return [N_(f"does not load: {error} ({', '.join(error.clauses)})")]
        return [N_(f"does not load: {error}")]
    if wanted and not _one_of(wanted, error.clauses):
        cited = ", ".join(error.clauses) or N_("no clause")
        return [N_(f"is refused, but not by {wanted} (cited: {cited}): {error}")]
    return []


def _one_of(wanted: str, cited: Iterable[str]) -> bool:
    """Whether one of the ids in ``a|b`` was cited."""
    return not {id.strip() for id in wanted.split("|")}.isdisjoint(cited)


def check_steps(game: Game, record: Record) -> list[str]:
    """Play all steps, checking after each. Stops at the first line that is not accepted."""
    number = 0
    for n, step in enumerate(record.steps, 1):
        game.events.clear()
        for text in step.lines:
            number += 1
            try:
                game.line(text)
            except RefusedAnswer as error:
                cited = ", ".join(error.clauses)
                return [N_(f"line {number} “{_cut(text)}” is refused by {cited}")]
            except MalformedAnswer as error:
                return [N_(f"line {number} “{_cut(text)}”: {error}")]
        try:
            faults = [fault for fault in _faults(game, step.expect) if fault]
        except (MalformedAnswer, LoadError) as error:
            faults = [str(error)]
        if faults:
            return [N_(f"step {n}: {fault}") for fault in faults]
    return []


def _cut(line: str) -> str:
    """A line, cut to the longest length allowed."""
    return line.strip()[:LONGEST_LINE]


def _faults(game: Game, expect: Mapping[str, Any]) -> Iterable[str]:
    for key, value in expect.items():
        if not key.startswith("x-"):
            yield from _CHECKS[key](game, value)


def _pairs(value: Any, key: str) -> Iterable[tuple[str, Any]]:
    if not isinstance(value, dict):
        raise LoadError(f"expect: “{key}” must be a table.")
    return value.items()


def _words(value: Any, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
        raise LoadError(f"expect: “{key}” must be a list of text values.")
    return value


def _differ(name: str, wanted: object, actual: object) -> Iterable[str]:
    # Types must be equal too: true is not 1.
    if type(wanted) is not type(actual) or wanted != actual:
        yield N_(f"{name} should be {_show(wanted)} and is {_show(actual)}")


def _show(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or N_("an empty list")
    return str(value)


def _ask(game: Game, wanted: Any) -> Iterable[str]:
    asked = game.notation.ask(game.state)
    if asked != wanted and isinstance(game.state.ask, AskShuffle):
        # A pending shuffle does not affect whom the program asks next.
        below = [a for a in game.state.agenda if not isinstance(a, AskShuffle)][-1]
        asked = f"{game.notation.seat_word(below.seat)} {below.kind}"  # type: ignore[union-attr]
    yield from _differ("ask", _seat_word(wanted, game.notation), asked)


def _seat_word(text: Any, notation: Notation) -> Any:
    """Replace a seat's number by its name: ``seat:2 roll`` becomes ``Ben roll``."""
    if isinstance(text, str) and text.startswith("seat:") and " " in text:
        word, rest = text.split(" ", 1)
        return f"{notation.seat_word(notation.seat(word))} {rest}"
    return text


def _cash(game: Game, wanted: Any) -> Iterable[str]:
    for word, amount in _pairs(wanted, "cash"):
        account = {"bank": BANK, "pot": POT}.get(word)
        seat = account if account is not None else game.notation.seat(word)
        yield from _differ(N_(f"cash of {word}"), amount, game.state.cash[seat])


def _at(game: Game, wanted: Any) -> Iterable[str]:
    for word, space in _pairs(wanted, "at"):
        at = game.state.at[game.notation.seat(word)]
        if game.notation.space(str(space)) != at:
            there = game.notation.space_id(at)
            yield N_(f"{word} should stand on {space} and stands on {there}")


def _owner(game: Game, wanted: Any) -> Iterable[str]:
    for id, word in _pairs(wanted, "owner"):
        owner = game.state.owner[game.notation.space(id)]
        holder = "bank" if owner == BANK else game.notation.seat_word(owner)
        named = game.notation.seat_word(game.notation.seat(str(word))) if word != "bank" else word
        yield from _differ(N_(f"owner of {id}"), named, holder)


def level_shown(state: State, space: int) -> int:
    """The buildings of a street as a record counts them: 1 to 4 houses, 5 for a hotel, even in the Short
    Game."""
    level = state.level[space]
    return 5 if level == state.rules.top else level


def _buildings(game: Game, wanted: Any) -> Iterable[str]:
    for id, count in _pairs(wanted, "buildings"):
        level = level_shown(game.state, game.notation.space(id))
        yield from _differ(N_(f"buildings on {id}"), count, level)


def _mortgaged(game: Game, wanted: Any) -> Iterable[str]:
    for id, down in _pairs(wanted, "mortgaged"):
        face_down = game.state.mortgaged[game.notation.space(id)]
        yield from _differ(N_(f"mortgage on {id}"), down, face_down)


def _jail(game: Game, wanted: Any) -> Iterable[str]:
    for word, turns in _pairs(wanted, "jail"):
        turns_there = game.state.jail[game.notation.seat(word)]
        actual = "free" if turns_there == FREE else turns_there
        yield from _differ(N_(f"jail of {word}"), turns, actual)


def _cards(game: Game, wanted: Any) -> Iterable[str]:
    for word, decks in _pairs(wanted, "cards"):
        seat = game.notation.seat(word)
        cards = [deck for d, deck in enumerate(DECKS) if game.state.held[d] == seat]
        yield from _differ(N_(f"cards of {word}"), sorted(_words(decks, "cards")), sorted(cards))


def _stock(game: Game, wanted: Any) -> Iterable[str]:
    for key, count in _pairs(wanted, "stock"):
        building = {"houses": HOUSE, "hotels": HOTEL}.get(key)
        if building is None:
            raise LoadError("expect: “stock” can contain only “houses” and “hotels”.")
        yield from _differ(N_(f"stock of {key}"), count, game.state.stock[building])


def _seats(words: Any, key: str, notation: Notation) -> list[str]:
    return [notation.seat_word(notation.seat(word)) for word in _words(words, key)]


def _playing(game: Game, wanted: Any) -> Iterable[str]:
    playing = [game.notation.seat_word(s) for s, plays in enumerate(game.state.playing) if plays]
    yield from _differ("playing", _seats(wanted, "playing", game.notation), playing)


def _winners(game: Game, wanted: Any) -> Iterable[str]:
    ask = game.state.ask
    if not isinstance(ask, Over):
        yield N_("the game should be over and is not")
        return
    winners = [game.notation.seat_word(seat) for seat in ask.winners]
    yield from _differ("winners", _seats(wanted, "winners", game.notation), winners)


def _may(game: Game, wanted: Any) -> Iterable[str]:
    for line in _words(wanted, "may"):
        clauses = game.refusal(line)
        if clauses is not None:
            cited = ", ".join(clauses) or N_("the rules of notation")
            yield N_(f"“{line}” should be accepted and is refused by {cited}")


def _refuses(game: Game, wanted: Any) -> Iterable[str]:
    for line, clauses in _pairs(wanted, "refuses"):
        because = game.refusal(line)
        if because is None:
            yield N_(f"“{line}” should be refused and is accepted")
        elif clauses and not _one_of(str(clauses), because):
            cited = ", ".join(because) or N_("the rules of notation")
            yield N_(f"“{line}” should be refused by {clauses}, but is refused by {cited}")


def _cites(game: Game, wanted: Any) -> Iterable[str]:
    cited = {clause for event in game.events for clause in event.clauses}
    for clause in _words(wanted, "cites"):
        if clause not in cited:
            yield N_(f"no event of this step cites {clause}")


def _deck_end(place: int) -> Callable[[Game, Any], Iterable[str]]:
    end = "deck_top" if place == 0 else "deck_bottom"

    def check(game: Game, wanted: Any) -> Iterable[str]:
        for word, id in _pairs(wanted, end):
            deck = game.notation.deck(word)
            cards = game.state.decks[deck]
            card = game.notation.card_id(deck, cards[place]) if cards else N_("no card")
            name = N_(f"deck_bottom of {word}") if place else N_(f"deck_top of {word}")
            yield from _differ(name, id, card)

    return check


_CHECKS: Final[dict[str, Callable[[Game, Any], Iterable[str]]]] = {
    "ask": _ask,
    "cash": _cash,
    "at": _at,
    "owner": _owner,
    "buildings": _buildings,
    "mortgaged": _mortgaged,
    "jail": _jail,
    "cards": _cards,
    "stock": _stock,
    "playing": _playing,
    "winners": _winners,
    "may": _may,
    "refuses": _refuses,
    "cites": _cites,
    "deck_top": _deck_end(0),
    "deck_bottom": _deck_end(-1),
}


def plain(line: str) -> str:
    """A line that is safe on any terminal. A third party's record, or the name of a file, may contain
    line ends, control characters and lone surrogates; they are escaped. No-break spaces stay, because
    translations contain them."""
    return "".join(
        c if c.isprintable() or c in _SPACES else c.encode("unicode_escape").decode("ascii")
        for c in line
    )


_SPACES: Final = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


def _told(fault: str, catalogue: Catalogue) -> str:
    """A difference in another language. The step number is split off first. Otherwise a message that
    begins with a placeholder would match it as part of the value."""
    step = _STEP.fullmatch(fault)
    if step is None:
        return catalogue.sentence(fault)
    return catalogue("step {a}: {b}", a=step[1], b=catalogue.sentence(step[2]))


_STEP: Final = re.compile(r"step (\d+): (.*)", re.DOTALL)


def main(
    paths: list[str],
    also: Check | None = None,
    report: Check | None = None,
    catalogue: Catalogue | None = None,
) -> int:
    """Check files, print a line for each and a count. Returns the exit code, 0 if all pass.

    ``report``: returns the text for a file that passes, one sentence for each line. ``catalogue``: the
    language, English by default."""
    if catalogue is None:
        catalogue = Catalogue("en", {})
    failed = 0
    for path in paths:
        told: list[str] = []

        def checked(table: Mapping[str, Any], told: list[str] = told) -> list[str]:
            faults = also(table) if also else []
            told += report(table) if report and not faults else []
            return faults

        faults = check_file(Path(path), checked)
        failed += bool(faults)
        sentences = [_told(fault, catalogue) for fault in faults]
        result = "; ".join(sentences) if sentences else catalogue("ok")
        print(plain(f"{path}: {result}"))
        for line in told:
            print(plain(f"  {catalogue.sentence(line)}"))
    print(catalogue("{n} passed, {m} failed", n=len(paths) - failed, m=failed))
    return 1 if failed else 0
