"""Finds out what a beginner's mistake probably is, from Python's error or from the bot's answer."""

from __future__ import annotations

import ast
import builtins
import keyword
import re
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from ..bots.protocol import View
from ..engine.answers import Bid
from ..engine.asks import QUIET
from ..engine.legal_answers import Amount, Options
from ..engine.notation import ANSWER_WORDS
from .bot_code import FILE, LateError, NoClassError
from .findings import Finding, Fix, shortened

# What a view has for each seat.
_BY_SEAT: Final = ("cash", "at", "jail", "playing")
_CAPITAL: Final = {"true": "True", "false": "False", "none": "None", "null": "None"}
_KEYWORDS: Final = frozenset(keyword.kwlist) - {"True", "False", "None"}
_QUOTES: Final = "“”„«»‘’‚´`"
_WORD: Final = re.compile(r"[A-Za-z_]\w*")


def near(name: str, names: Iterable[str]) -> str:
    """The most similar of these names, or "" if none is similar enough."""
    found = [(_distance(name.lower(), other.lower()), other) for other in names if other != name]
    close = [(d, o) for d, o in found if d <= (1 if min(len(name), len(o)) <= 4 else 2)]
    close = [(d, o) for d, o in close if d < len(name)]
    return min(close)[1] if close else ""


def _distance(a: str, b: str) -> int:
    """How many letters must be added, dropped, replaced or exchanged with the next one."""
    if abs(len(a) - len(b)) > 2:
        return 3
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            cost = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before, last = last, row
    return last[-1]


def _python(error: BaseException) -> str:
    return shortened(f"{type(error).__name__}: {error}", 300)


# ---------------------------------------------------------------- programs that can't be read


def of_syntax(error: SyntaxError, code: str) -> Finding:
    """The finding for a program that Python can't read."""
    line = error.lineno or 0
    lines = code.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    says = str(error.msg or "")

    def found(key: str, at: int = line, fix: Fix | None = None, **facts: object) -> Finding:
        short = {name: shortened(fact) for name, fact in facts.items()}
        return Finding(key, at, short, shortened(f"{type(error).__name__}: {says}", 300), fix)

    strange = re.search(r"invalid (?:non-printable )?character '?(.)?", says)
    if strange:
        was = next((c for c in text if not c.isascii()), strange[1] or "")
        if was in _QUOTES:
            return found("strange-quote", fix=Fix(line, was, '"'), was=was)
        return found("strange-character", was=was)
    if isinstance(error, TabError):
        return found("tabs")
    if isinstance(error, IndentationError):
        if says.startswith("expected an indented block"):
            return found("no-block")
        return found("uneven" if says.startswith("unindent") else "too-far-in")
    opened = re.search(r"'(.)' was never closed", says)
    if opened:
        return found("open-bracket", bracket=opened[1])
    closed = re.search(r"(?:unmatched|closing parenthesis) '(.)'", says)
    if closed:
        return found("wrong-bracket", bracket=closed[1])
    if "unterminated" in says or "EOL while" in says:
        return found("open-text")
    for word in _WORD.findall(text):
        if word not in keyword.kwlist and word.lower() in _KEYWORDS:
            return found("small-word", fix=Fix(line, word, word.lower()), near=word.lower())
    if "==" in says:
        single = re.search(r"(?<![=!<>:])=(?!=)", text)
        return found("equal-for-comparison", fix=_equal(line, text, single))
    if says.startswith("expected ':'"):
        return found("no-colon", fix=_with_colon(line, text))
    if "outside function" in says:
        return found("return-outside")
    if "decimal literal" in says or "leading zeros" in says:
        return found("digit-first")
    if "forgot a comma" in says:
        return found("no-comma")
    return found("unreadable")


def _equal(line: int, text: str, single: re.Match[str] | None) -> Fix | None:
    if single is None or len(text.strip()) > 70:
        return None
    return Fix(line, text.strip(), (text[: single.start()] + "==" + text[single.end() :]).strip())


def _with_colon(line: int, text: str) -> Fix | None:
    bare = text.split("#", maxsplit=1)[0].rstrip()
    return Fix(line, bare.strip(), bare.strip() + ":") if 0 < len(bare.strip()) < 70 else None


def suspicions(code: str) -> list[Finding]:
    """What looks wrong in a program that Python can read: results that get lost."""
    tree = ast.parse(code, FILE)
    methods = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    answering = {name for name, node in methods.items() if _returns_something(node)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Expr):
            continue
        value = node.value
        if isinstance(value, ast.Compare):
            found.append(Finding("lost-comparison", node.lineno))
        called = value.func if isinstance(value, ast.Call) else None
        if (
            isinstance(called, ast.Attribute)
            and isinstance(called.value, ast.Name)
            and called.value.id == "self"
            and called.attr in answering
        ):
            written = f"self.{called.attr}("
            fix = Fix(node.lineno, written, f"return {written}")
            found.append(Finding("lost-return", node.lineno, {"name": called.attr}, "", fix))
    return sorted(found, key=lambda finding: finding.line)


def _returns_something(function: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(function))


# ---------------------------------------------------------------- programs that break off


def of_error(error: BaseException, code: str, line: int = 0) -> Finding:
    """The finding for an error that a program has raised. ``line``: the last line that it had begun."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return of_syntax(error, code)
    frames = list(_own_frames(error.__traceback__))
    if frames:
        line = frames[-1][1]
    lines = code.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    frame = frames[-1][0] if frames else None
    key, facts, fix = _cause(error, line, text, frame)
    return Finding(key, line, {n: shortened(f) for n, f in facts.items()}, _python(error), fix)


def _own_frames(trace: types.TracebackType | None) -> Iterator[tuple[types.FrameType, int]]:
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def seen_by(error: BaseException | None) -> list[tuple[str, str]]:
    """The names and values of the method in which a program broke off, as text."""
    frames = list(_own_frames(error.__traceback__)) if error is not None else []
    if not frames:
        return []
    plain = (bool, int, str, list, tuple, type(None))
    return [
        (shortened(name, 40), shortened(repr(value)))
        for name, value in list(frames[-1][0].f_locals.items())[:12]
        if type(value) in plain and not name.startswith("_")
    ]


_Cause = tuple[str, dict[str, object], Fix | None]


def _cause(error: BaseException, line: int, text: str, frame: types.FrameType | None) -> _Cause:
    match error:
        case NoClassError():
            return "no-class", {}, None
        case LateError():
            return ("endless-loop" if line else "too-slow"), {}, None
        case RecursionError():
            return "endless-call", {}, None
        case MemoryError():
            return "memory", {}, None
        case SystemExit() | KeyboardInterrupt():
            return "ended", {}, None
        case ImportError():
            return "no-module", {"name": error.name or ""}, None
        case UnboundLocalError():
            return "no-value-yet", {"name": getattr(error, "name", None) or _quoted(error)}, None
        case NameError():
            return _unknown_name(getattr(error, "name", None) or _quoted(error), line, frame)
        case AttributeError():
            return _unknown_attribute(error, line)
        case TypeError():
            return _wrong_type(str(error))
        case IndexError():
            return "no-such-item", {}, None
        case KeyError():
            return "no-such-key", {"name": error.args[0] if error.args else ""}, None
        case ZeroDivisionError():
            return "by-zero", {}, None
    return "other", {"says": _python(error)}, None


def _quoted(error: BaseException) -> str:
    found = re.search(r"'(\w+)'", str(error))
    return found[1] if found else ""


def _unknown_name(name: str, line: int, frame: types.FrameType | None) -> _Cause:
    if name in _CAPITAL:
        better = _CAPITAL[name]
        return "near-name", {"name": name, "near": better}, Fix(line, name, better)
    known: dict[str, Any] = {**vars(builtins)}
    own: Any = None
    if frame is not None:
        known |= frame.f_globals | frame.f_locals
        own = frame.f_locals.get("self")
    if own is not None and hasattr(own, name):
        better = f"self.{name}"
        return "needs-self", {"name": name, "near": better}, Fix(line, name, better)
    view = frame.f_locals.get("view") if frame is not None else None
    if view is not None and not name.startswith("_") and hasattr(view, name):
        better = f"view.{name}[view.seat]" if name in _BY_SEAT else f"view.{name}"
        return "near-name", {"name": name, "near": better}, Fix(line, name, better)
    local = [n for n in (frame.f_locals if frame else ()) if not n.startswith("_")]
    better = near(name, local) or near(name, [n for n in known if not n.startswith("_")])
    if better:
        return "near-name", {"name": name, "near": better}, Fix(line, name, better)
    return "unknown-name", {"name": name}, None


def _unknown_attribute(error: AttributeError, line: int) -> _Cause:
    name = getattr(error, "name", None) or ""
    owner = getattr(error, "obj", None)
    if owner is None:
        return "none-used", {}, None
    kind = type(owner)
    if kind.__module__ == "bot":
        better = near(name, [n for n in (*vars(owner), *dir(kind)) if not n.startswith("_")])
        if better:
            fix = Fix(line, f".{name}", f".{better}")
            return "near-attribute", {"owner": "self", "name": name, "near": better}, fix
        return "never-set", {"name": name}, None
    path = {"View": ("view",), "Options": ("options",), "Rules": ("view", "rules")}
    shown = ".".join(path.get(kind.__name__, ()))
    names = [n for n in dir(owner) if not n.startswith("_")]
    facts: dict[str, object] = {"owner": shown or kind.__name__, "name": name}
    better = near(name, names)
    if better:
        return "near-attribute", {**facts, "near": better}, Fix(line, f".{name}", f".{better}")
    return "unknown-attribute", facts, None


_TYPES: Final[Sequence[tuple[str, str]]] = (
    (r"takes 0 positional arguments but", "no-self"),
    (r"missing \d+ required positional arguments?: '(?P<other>\w+)'", "value-missing"),
    (r"takes .* positional arguments? but", "too-many-values"),
    (r"NoneType", "none-used"),
    (r"'(builtin_function_or_)?(method|function)' object is not (subscr|iter)", "call-missing"),
    (r"(method|function)'", "call-missing"),
    (r"object is not callable", "not-callable"),
    (r"object is not (subscriptable|iterable)", "no-items"),
    (r"can only concatenate|unsupported operand|not supported between", "text-and-number"),
    (r"must be str, not|cannot convert|can't multiply", "text-and-number"),
)  # fmt: skip


def _wrong_type(says: str) -> _Cause:
    name = re.match(r"(?:\w+\.)?(\w+)\(\)", says)
    for pattern, key in _TYPES:
        found = re.search(pattern, says)
        if found:
            facts: dict[str, object] = {"name": name[1] if name else "", **found.groupdict()}
            return key, facts, None
    return "other", {"says": says}, None


# ---------------------------------------------------------------- answers that can't be used


def of_answer(reply: Any, view: View, options: Options, line: int, code: str) -> Finding:
    """The finding for an answer that the game can't use.

    ``line``: the last line that the bot had begun."""
    ask = view.ask.kind
    kinds = [kind for kind in options.kinds() if kind != "resign"]
    if isinstance(reply, tuple) and len(reply) == 2:
        reply = reply[0]
    lines = code.split("\n")
    text = lines[line - 1] if 0 < line <= len(lines) else ""

    def found(key: str, fix: Fix | None = None, **facts: object) -> Finding:
        return Finding(key, line, {n: shortened(f) for n, f in facts.items()}, "", fix)

    if reply is None:
        return found("no-answer", ask=ask)
    if not isinstance(reply, str):
        kind = getattr(reply, "kind", None)
        if not isinstance(kind, str) or kind not in ANSWER_WORDS:
            return found("not-an-answer", was=shortened(repr(reply), 40))
        if isinstance(reply, Bid):
            return _bad_bid(reply.amount, view, options, found)
        return found("illegal", was=kind)
    words = reply.split()
    word = words[0] if words else ""

    def replaced(better: str) -> Fix | None:
        return Fix(line, word, better) if word and word in text else None

    if word not in ANSWER_WORDS:
        if word.lower() in ANSWER_WORDS:
            better = word.lower()
            return found("small-answer", replaced(better), was=word, near=better)
        better = near(word, kinds) or near(word, ANSWER_WORDS)
        if better:
            return found("near-answer", replaced(better), was=word, near=better)
        return found("unknown-answer", was=reply)
    if word not in kinds:
        return found("wrong-ask", ask=ask, was=reply, kinds=", ".join(kinds[:6]))
    amount = words[1] if len(words) > 1 else ""
    if word == "bid" and amount.isdecimal() and len(amount) < 10:
        return _bad_bid(int(amount), view, options, found)
    if word == "offer" and ("seat:0" in words or f"seat:{len(view.playing) + 1}" in words):
        return found("seat-from-one")
    return found("illegal", was=reply)


def _bad_bid(amount: int, view: View, options: Options, found: Callable[..., Finding]) -> Finding:
    cash = view.cash[view.seat]
    if amount > cash:
        return found("over-cash", amount=amount, cash=cash)
    least = [bids.low for bids in options.of("bid") if isinstance(bids, Amount)]
    if least and amount < least[0]:
        return found("under-least", amount=amount, least=least[0])
    return found("illegal", was=f"bid {amount}")


def may_say_nothing(view: View) -> bool:
    """Whether the bot need not answer now."""
    return view.ask.seat != view.seat or isinstance(view.ask, QUIET)
