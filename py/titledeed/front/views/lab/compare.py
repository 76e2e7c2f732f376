"""The laboratory's screen as plain data: two settings, the guess, the run, and what can be claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ....engine.books import BOOKS, EDITIONS, built_in_edition, make_rules, texts
from ....engine.record import FORMAT
from ....engine.words import Unloadable
from ....lab import compare, games
from ....lab.compare import Compared, Measure
from ....lab.games import Played
from ....lab.intervals import mean, quantile
from ....language import clauses
from ....language.catalogue import N_, Catalogue
from ....language.numbers import Numbers
from ....language.pieces import Parts
from ..bits import View
from ..house_rules import Faulty, HouseForm, house_rules

SIZES: Final = (100, 1000, 10_000)
SEATS: Final = ("2", "3", "4", "5", "6", "7", "8")
BOTS: Final = {
    "steady-1": N_("Steady of the first release"),
    "simple": N_("Simple"),
    "steady": N_("Steady"),
}
MOST_BARS: Final = 20
_LISTED: Final = 6  # games of a bar that are listed of each side
_ROUNDS: Final = 60  # of the curve of inequality, at most

WIDTH: Final = 640
HEIGHT: Final = 150  # of one side of the histogram

Fields = Mapping[str, str]

# Ready questions: what is asked, and the fields of B (and of A) that differ from plain rules.
QUESTIONS: Final[tuple[tuple[str, str, dict[str, str], dict[str, str]], ...]] = (
    (
        "pot",
        N_("Does a pot on {free_parking} make the game longer?"),
        {},
        {"house:free-parking": "pot"},
    ),
    ("auctions", N_("What do auctions change?"), {}, {"house:auctions": "on"}),
    ("salary", N_("Does a double {salary} make the game longer?"), {}, {"house:salary": "400"}),
    (
        "classes",
        N_("A rigged game: four classes of players"),
        {},
        {
            **{f"cash-{n}": cash for n, cash in enumerate(("2500", "1500", "1000", "500"))},
            **{f"salary-{n}": sum_ for n, sum_ in enumerate(("400", "200", "200", "100"))},
        },
    ),
    ("first", N_("Does the first player win more?"), {}, {"first": "0"}),
    ("book", N_("Do the rulebooks play differently?"), {}, {"rulebook": "classic"}),
)
PLAIN: Final = {"rulebook": "modern", "edition": "atlantic-city", "seats": "4"}


@dataclass
class Compare:
    """What is on the screen that compares: settings by their forms' fields, the guess, the run."""

    question: str = "pot"
    sides: list[dict[str, str]] = field(default_factory=list)
    guess: list[int] = field(default_factory=lambda: [0, 0, 0])  # B less, no difference, B more
    size: int = SIZES[1]
    seed: int = 11
    state: str = "new"  # "new" "coming" "running" "stopped" "done"
    played: list[list[Played | None]] = field(default_factory=lambda: [[], []])
    measure: str = "rounds"
    bar: int = -1
    trouble: str = ""
    started: float = 0.0  # milliseconds
    elapsed: float = 0.0
    workers: int = 1

    def ask(self, question: str) -> None:
        """Set up a ready question."""
        for id, _text, a, b in QUESTIONS:
            if id == question:
                self.question = id
                self.sides = [{**PLAIN, **a}, {**PLAIN, **b}]
                self.clear()
                self.guess = [0, 0, 0]

    def clear(self) -> None:
        """Without any games."""
        self.state, self.played, self.bar, self.trouble = "new", [[], []], -1, ""
        self.elapsed = 0.0

    @property
    def pairs(self) -> tuple[list[Played], list[Played]]:
        """The games that both sides have, in the order of the run."""
        both = [(a, b) for a, b in zip(*self.played, strict=False) if a and b]
        return [a for a, _ in both], [b for _, b in both]

    @property
    def done(self) -> int:
        """How many games of both have been played."""
        return sum(game is not None for side in self.played for game in side)


# ---------------------------------------------------------------- settings


def seats_of(fields: Fields) -> int:
    """How many play."""
    seats = fields.get("seats", "4")
    return int(seats) if seats in SEATS else 4


def book_of(fields: Fields) -> str:
    """The rulebook that is chosen."""
    book = fields.get("rulebook", "")
    return book if book in BOOKS else PLAIN["rulebook"]


def board_of(fields: Fields) -> str:
    """The board that is chosen."""
    board = fields.get("edition", "")
    return board if board in EDITIONS else PLAIN["edition"]


def table_of(fields: Fields, _: Catalogue) -> dict[str, Any]:
    """The record that the form of one side makes. Raises :class:`Faulty` or :class:`Unloadable` with a
    sentence."""
    count = seats_of(fields)
    book = book_of(fields)
    house = house_rules(fields, _, book)
    salaries = [_amount(fields, f"salary-{n}", _("{Salary}")) for n in range(count)]
    if any(amount is not None for amount in salaries):
        usual = house.get("salary", 200)
        house["salary"] = [usual if amount is None else amount for amount in salaries]
    places: dict[str, Any] = {}
    for n in range(count):
        place: dict[str, Any] = {}
        cash = _amount(fields, f"cash-{n}", _("Opening cash"))
        if cash is not None:
            place["cash"] = cash
        if fields.get(f"at-{n}"):
            place["at"] = fields[f"at-{n}"]
        deeds = fields.get(f"deeds-{n}", "").replace(",", " ").split()
        if deeds:
            place["deeds"] = deeds
        if place:
            places[f"seat-{n + 1}"] = place
    position: dict[str, Any] = {"seat": places} if places else {}
    first = fields.get("first", "")
    if first.isdigit() and int(first) < count:
        position["turn"] = f"seat-{int(first) + 1}"
    table = {
        "format": FORMAT,
        "rulebook": book,
        "edition": board_of(fields),
        "seats": [
            {"name": f"seat-{n + 1}", "bot": fields.get(f"bot-{n}") or games.POLICY}
            for n in range(count)
        ],
        "house_rules": house,
    }
    if position:
        table["position"] = position
    return table


def _amount(fields: Fields, name: str, label: str) -> int | None:
    text = fields.get(name, "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > 6:
        raise Faulty(f"{label}: 0–999999.")
    return int(text)


def _facts(fields: Fields, _: Catalogue) -> list[tuple[str, str]]:
    """What is set, each with its name: what both sides have alike, and where they differ."""
    count = seats_of(fields)
    book = book_of(fields)
    names = {row["id"]: row["name"] for row in texts("books")["book"]}
    board = built_in_edition(board_of(fields))
    numbers = Numbers(board, _.language)
    spaces = {space.id: space.name for space in board.spaces}
    bots = [fields.get(f"bot-{n}") or games.POLICY for n in range(count)]
    same = len(set(bots)) == 1
    said = [_(BOTS.get(bot, bot)) for bot in bots]
    found = [
        (_("Rulebook"), _(names[book])),
        (_("Board"), board.name),
        (_("Seats"), str(count)),
        (_("Who plays"), _("all {bot}", bot=said[0]) if same else ", ".join(said)),
    ]
    for name, label in (("cash", _("Opening cash")), ("salary", _("{Salary}"))):
        given = [fields.get(f"{name}-{n}", "").strip() for n in range(count)]
        if any(given):
            usual = "1500" if name == "cash" else "200"
            amounts = [
                numbers.money(int(x or usual)) if (x or usual).isdigit() else x for x in given
            ]
            found.append((label, " · ".join(amounts)))
    for name, label in (("at", _("{Token} on")), ("deeds", _("{Deeds} held"))):
        given = [fields.get(f"{name}-{n}", "").strip() for n in range(count)]
        if any(given):
            shown = [spaces.get(text, text) or "–" for text in given]
            found.append((label, " · ".join(shown)))
    first = fields.get("first", "")
    if first.isdigit() and int(first) < count:
        found.append((_("Begins"), _("seat {n}", n=int(first) + 1)))
    try:
        rules = make_rules(book, board.id, house_rules=house_rules(fields, _, book))
        p = Parts(rules, [], _)
        for key, value in rules.house_rules.items():
            if key in clauses.house_rules():
                label, words = (
                    clauses.house_rules()[key]["label"],
                    clauses.house_value(p, key, value),
                )
            else:
                label = clauses.parameter_words()[key]["label"]
                words = clauses.value_in_words(p, key, value)
            found.append((p.data(label), words))
    except (Faulty, Unloadable):
        pass
    return found


def settings(it: Compare, _: Catalogue) -> View:
    """Where the two differ, row by row, and what is the same in both."""
    facts = [dict(_facts(side, _)) for side in it.sides]
    labels = list(dict.fromkeys([*facts[0], *facts[1]]))
    usual = _("by the book")
    rows = [
        {"label": label, "a": facts[0].get(label, usual), "b": facts[1].get(label, usual)}
        for label in labels
        if facts[0].get(label) != facts[1].get(label)
    ]
    same = [
        f"{label}: {facts[0][label]}."
        for label in labels
        if label in facts[0] and facts[0].get(label) == facts[1].get(label)
    ]
    return {"rows": rows, "same": " ".join(same)}


def form(it: Compare, side: int, _: Catalogue) -> View:
    """The form of one side."""
    fields = it.sides[side]
    book = book_of(fields)
    board = built_in_edition(board_of(fields))
    made = HouseForm(fields, _, book, board.id, "standard")
    chosen = fields.get
    names = {row["id"]: row["name"] for row in texts("books")["book"]}

    def options(values: Sequence[tuple[str, str]], name: str, usual: str) -> list[View]:
        now = chosen(name) or usual
        return [{"value": v, "label": text, "chosen": v == now} for v, text in values]

    count = seats_of(fields)
    spaces = [("", _("the start"))] + [
        (s.id, s.name) for s in board.spaces if s.kind != "go-to-jail" and s.index
    ]
    return {
        "id": "ab"[side],
        "letter": "AB"[side],
        "books": options([(id, _(names[id])) for id in BOOKS], "rulebook", "modern"),
        "boards": options(
            [(id, built_in_edition(id).name) for id in EDITIONS], "edition", "atlantic-city"
        ),
        "counts": options([(n, n) for n in SEATS], "seats", "4"),
        "first": options(
            [("", _("whoever throws most"))]
            + [(str(n), _("seat {n}", n=n + 1)) for n in range(count)],
            "first",
            "",
        ),
        "seats": [
            {
                "n": n,
                "bots": options(
                    [(id, _(text)) for id, text in BOTS.items()], f"bot-{n}", "steady-1"
                ),
                "cash": chosen(f"cash-{n}", ""),
                "salary": chosen(f"salary-{n}", ""),
                "deeds": chosen(f"deeds-{n}", ""),
                "spaces": options(spaces, f"at-{n}", ""),
            }
            for n in range(count)
        ],
        "rules": made.view()["rules"],
        "example": "boardwalk:2 park-place:2",
        "error": made.error,
    }


# ---------------------------------------------------------------- figures


class Words:
    """Names of measures, and figures as a language writes them."""

    def __init__(self, _: Catalogue, edition: str) -> None:
        self._ = _
        self.numbers = Numbers(built_in_edition(edition), _.language)
        self._comma = _.language == "de"

    def fixed(self, value: float, digits: int, sign: bool = False) -> str:
        """With so many decimals, and a sign where it is a difference."""
        whole, _point, rest = f"{abs(value):.{digits}f}".partition(".")
        text = self.numbers.number(int(whole)) + (
            ("," if self._comma else ".") + rest if rest else ""
        )
        zero = not any(c in "123456789" for c in text)
        minus = "−" if value < 0 and not zero else "+" if sign and not zero else ""
        return minus + text

    def measure(self, measure: Measure) -> str:
        """What is counted, in words."""
        _ = self._
        n = measure.seat + 1
        match measure.id.partition("_")[0]:
            case "rounds":
                return _("Rounds until it is over")
            case "throws":
                return _("Throws of the dice")
            case "gini":
                return _("Inequality, mean of all rounds")
            case "win":
                return _("Seat {n} wins", n=n)
            case "worth":
                return _("Worth of seat {n} at the end", n=n)
            case "groups":
                return _("Groups owned by the winner")
        return {
            "income_salary": _("{Salary}, share of income"),
            "income_rent": _("Rent, share of income"),
            "income_card": _("Cards, share of income"),
            "income_parking": _("{free_parking}, share of income"),
        }[measure.id]

    def value(self, measure: Measure, value: float, sign: bool = False) -> str:
        """A mean or a difference of this measure."""
        kind = measure.id.partition("_")[0]
        if kind in ("win", "income"):
            text = self.fixed(100 * value, 1, sign)
            return self._("{n} points", n=text) if sign else f"{text}\u202f%"
        if kind == "worth":
            text = self.numbers.money(abs(round(value)))
            return ("−" if value < -0.5 else "+" if sign and value > 0.5 else "") + text
        digits = {"gini": 3, "groups": 2}.get(kind, 1)
        return self.fixed(value, digits, sign)

    def span(self, measure: Measure, low: float, high: float) -> str:
        """From one difference to another."""
        if measure.id.startswith(("win", "income")):
            ends = [self.fixed(100 * value, 1, sign=True) for value in (low, high)]
            return self._("{low} to {high} points", low=ends[0], high=ends[1])
        ends = [self.value(measure, value, sign=True) for value in (low, high)]
        return self._("{low} to {high}", low=ends[0], high=ends[1])


def bins(values: Sequence[float]) -> tuple[float, float, int]:
    """Start, width and number of the bars that show these values: at most ``MOST_BARS``, of a round
    width; what is rare and large is counted in the last one."""
    if not values:
        return 0.0, 1.0, 1
    ordered = sorted(values)
    low, high = ordered[0], quantile(ordered, 0.99)
    if set(ordered) <= {0, 1}:
        return 0.0, 1.0, 2
    span = max(high - low, 1e-9)
    # In whole thousandths, so that every Python finds the same bars.
    wanted = max(1, round(1000 * span / (MOST_BARS - 2)))
    if all(value == int(value) for value in ordered):
        wanted = max(wanted, 1000)
    unit = 1
    while unit * 10 <= wanted:
        unit *= 10
    width = next(unit * step for step in (1, 2, 5, 10) if unit * step >= wanted)
    start = int(1000 * low // width) * width
    count = min(MOST_BARS, int((1000 * high - start) // width) + 1)
    return start / 1000, width / 1000, max(count, 1)


def histogram(it: Compare, measure: Measure, words: Words) -> View:
    """Both sides' games by this measure, back to back: A up, B down."""
    _ = words._
    sides = [[game for game in side if game] for side in it.played]
    values = [[float(measure.of(game)) for game in side] for side in sides]
    start, width, count = bins([*values[0], *values[1]])
    counts = [compare.histogram(side, start, width, count) for side in values]
    most = max(1, *counts[0], *counts[1])
    step = WIDTH / count
    digits = 0 if width >= 1 else 1 if width >= 0.1 else 2 if width >= 0.01 else 3
    percent = measure.id.startswith(("win", "income"))

    def edge(n: int) -> str:
        at = start + n * width
        return words.fixed(100 * at, max(0, digits - 2)) if percent else words.fixed(at, digits)

    largest = max((*values[0], *values[1]), default=0.0)
    whole = measure.id in ("rounds", "throws", "groups_of_winners")
    bars = []
    for n in range(count):
        if measure.id.startswith("win"):
            name = _("won") if n else _("not won")
        elif n == count - 1 and largest >= start + count * width:
            name = _("{n} and more", n=edge(n))
        elif width == 1 and not percent:
            name = edge(n)
        elif whole:
            last = words.fixed(start + (n + 1) * width - 1, 0)
            name = _("{low} to {high}", low=edge(n), high=last)
        else:
            name = _("{low} to {high}", low=edge(n), high=edge(n + 1))
        tall = [round(HEIGHT * side[n] / most, 1) for side in counts]
        bars.append(
            {
                "n": n,
                "name": name,
                "a": counts[0][n],
                "b": counts[1][n],
                "x": round(n * step + 0.75, 2),
                "width": round(step - 1.5, 2),
                "up": tall[0],
                "down": tall[1],
                "chosen": n == it.bar,
            }
        )
    label = max(1, -(-count // 8))
    ticks = [
        {
            # A number stands where it is on the axis, a word under its bar.
            "x": round((n + (0 if count > 3 and width != 1 else 0.5)) * step, 1),
            "text": bars[n]["name"] if count <= 3 else edge(n),
        }
        for n in range(0, count, label)
    ]
    return {
        "bars": bars,
        "ticks": ticks,
        "width": WIDTH,
        "height": HEIGHT,
        "most": words.numbers.number(most),
        "says": _(
            "{measure}: {a} games of A above, {b} games of B below. Means {mean_a} and {mean_b}.",
            measure=words.measure(measure),
            a=len(values[0]),
            b=len(values[1]),
            mean_a=words.value(measure, mean(values[0])),
            mean_b=words.value(measure, mean(values[1])),
        ),
        "means": [
            {
                "text": words.value(measure, mean(side)),
                "half": _spread(sorted(side), measure, words),
                "x": round(min(WIDTH, max(0.0, (mean(side) - start) / width * step)), 1),
            }
            for side in values
        ],
    }


def _spread(ordered: Sequence[float], measure: Measure, words: Words) -> str:
    """Between which values half the games lie."""
    if measure.id.startswith("win") or not ordered:
        return ""
    middle = [quantile(ordered, part) for part in (0.25, 0.75)]
    if measure.id in ("rounds", "throws"):
        low, high = (words.numbers.number(int(value)) for value in middle)
    else:
        low, high = (words.value(measure, value) for value in middle)
    return words._("half the games between {low} and {high}", low=low, high=high)


def interval(found: Compared, it: Compare, words: Words) -> View:
    """The difference on an axis about nought, with the side that the class guessed."""
    low, high = found.difference.low, found.difference.high
    reach = max(abs(low), abs(high), 1e-6) * 1.6

    def x(value: float) -> float:
        return round(WIDTH / 2 + value / reach * WIDTH / 2, 1)

    hands = it.guess
    guessed = hands.index(max(hands)) if sum(hands) and hands.count(max(hands)) == 1 else -1
    _ = words._
    return {
        "low": x(low),
        "high": x(high),
        "at": x(found.difference.value),
        "zero": x(0),
        "width": WIDTH,
        "shows": found.difference.shows,
        "low_text": words.value(found.measure, low, sign=True),
        "high_text": words.value(found.measure, high, sign=True),
        "guessed": guessed,
        "says": _(
            "B less A: {value}, 95 % interval {low} to {high}.",
            value=words.value(found.measure, found.difference.value, sign=True),
            low=words.value(found.measure, low, sign=True),
            high=words.value(found.measure, high, sign=True),
        ),
        "guess": _guess_text(guessed, _),
    }


def _guess_text(guessed: int, _: Catalogue) -> str:
    texts = (
        _("Most guessed: less in B."),
        _("Most guessed: no difference."),
        _("Most guessed: more in B."),
    )
    return texts[guessed] if guessed >= 0 else ""


def verdict(found: Compared, it: Compare, words: Words) -> View:
    """One sentence that says what can be claimed."""
    _ = words._
    name = words.measure(found.measure)
    if it.state == "running":
        return {
            "final": False,
            "title": _("No verdict yet"),
            "text": _(
                "The run goes on. Whoever stops when the picture pleases deceives themselves."
            ),
        }
    if it.state == "stopped":
        return {
            "final": False,
            "title": _("No verdict: the run was stopped"),
            "text": _("A run that was stopped when somebody had seen enough proves nothing."),
        }
    low, high = found.difference.low, found.difference.high
    if not found.difference.shows:
        bound = words.value(found.measure, max(abs(low), abs(high)), sign=True).lstrip("+−")
        return {
            "final": True,
            "title": _("No difference shown."),
            "text": _(
                "{measure}: if there is a difference, it is less than {bound}, either way (95 % "
                "interval). That is no proof that there is none.",
                measure=name,
                bound=bound,
            ),
        }
    more = found.difference.value > 0
    near, far = sorted((abs(low), abs(high)))
    between = {
        "measure": name,
        "low": words.value(found.measure, near, sign=True).lstrip("+−"),
        "high": words.value(found.measure, far, sign=True).lstrip("+−"),
    }
    if more:
        text = _("{measure}: B has more, by {low} to {high} (95 % interval).", **between)
    else:
        text = _("{measure}: B has less, by {low} to {high} (95 % interval).", **between)
    return {
        "final": True,
        "title": _("A difference is shown: more in B.")
        if more
        else _("A difference is shown: less in B."),
        "text": text,
    }


def inequality(it: Compare, words: Words) -> View | None:
    """Gini's coefficient round by round; a game that is over keeps its last one."""
    sides = [[game for game in side if game] for side in it.played]
    if not all(sides):
        return None
    rounds = sorted(len(game["ginis"]) for side in sides for game in side)
    last = min(_ROUNDS, max(2, int(quantile(rounds, 0.9))))
    lines = [
        [
            mean([game["ginis"][min(n, len(game["ginis"]) - 1)] for game in side])
            for n in range(last)
        ]
        for side in sides
    ]
    width, height = 300, 110
    _ = words._

    def path(line: list[float]) -> str:
        return " ".join(
            f"{round(n * width / (last - 1), 1)},{round(height - value * height, 1)}"
            for n, value in enumerate(line)
        )

    step = max(1, -(-last // 8))
    return {
        "a": path(lines[0]),
        "b": path(lines[1]),
        "width": width,
        "height": height,
        "last": last,
        "says": _(
            "Inequality after {n} rounds: {a} in A, {b} in B.",
            n=last,
            a=words.fixed(lines[0][-1], 2),
            b=words.fixed(lines[1][-1], 2),
        ),
        "rows": [
            {"n": n + 1, "a": words.fixed(lines[0][n], 3), "b": words.fixed(lines[1][n], 3)}
            for n in range(0, last, step)
        ],
    }


def listed(it: Compare, measure: Measure) -> list[View]:
    """Games of the bar that was pressed, of each side."""
    values = [float(measure.of(game)) for side in it.played for game in side if game]
    start, width, count = bins(values)
    found: list[View] = []
    for s, side in enumerate(it.played):
        for i, game in enumerate(side):
            if game is None:
                continue
            at = min(count - 1, max(0, int((measure.of(game) - start) // width)))
            if at == it.bar and [f["side"] for f in found].count(s) < _LISTED:
                winner = game["winners"][0] + 1 if len(game["winners"]) == 1 else 0
                found.append(
                    {
                        "side": s,
                        "letter": "AB"[s],
                        "i": i,
                        "rounds": game["rounds"],
                        "winner": winner,
                    }
                )
    return found


def view(it: Compare, _: Catalogue, now: float) -> View:
    """Everything that the screen shows."""
    words = Words(_, board_of(it.sides[0]))
    a, b = it.pairs
    found = compare.compare(a, b) if a and len(a[0]["worth"]) == len(b[0]["worth"]) else []
    chosen = next((f for f in found if f.measure.id == it.measure), found[0] if found else None)
    total = 2 * it.size
    elapsed = now - it.started if it.state == "running" else it.elapsed
    left = elapsed / it.done * (total - it.done) if it.done else 0.0
    return {
        "lang": _.language,
        "question": next(_(text) for id, text, *_rest in QUESTIONS if id == it.question),
        "questions": [
            {"id": id, "text": _(text), "chosen": id == it.question} for id, text, *_r in QUESTIONS
        ],
        "settings": settings(it, _),
        "forms": [form(it, side, _) for side in (0, 1)],
        "guess": {
            "hands": it.guess,
            "labels": [_("less in B"), _("no difference"), _("more in B")],
            "locked": it.state != "new",
            "tallies": [_tally(n) for n in it.guess],
        },
        "run": {
            "state": it.state,
            "sizes": [
                {"n": n, "text": words.numbers.number(n), "chosen": n == it.size} for n in SIZES
            ],
            "done": it.done,
            "total": total,
            "says": _says(it, words, left),
            "trouble": it.trouble,
            "seed": it.seed,
            "slices": it.workers == 0,
        },
        "chosen": None
        if chosen is None
        else {
            "id": chosen.measure.id,
            "name": words.measure(chosen.measure),
            "histogram": histogram(it, chosen.measure, words),
            "interval": interval(chosen, it, words),
            "verdict": verdict(chosen, it, words),
            "games": listed(it, chosen.measure) if it.bar >= 0 else [],
            "bar": it.bar,
        },
        "measures": [_row(f, it, words) for f in found],
        "inequality": inequality(it, words) if found else None,
        "unfinished": [compare.unfinished(a), compare.unfinished(b)] if found else [0, 0],
    }


def _row(found: Compared, it: Compare, words: Words) -> View:
    value = words.value
    _ = words._
    return {
        "id": found.measure.id,
        "name": words.measure(found.measure),
        "a": value(found.measure, found.a),
        "b": value(found.measure, found.b),
        "difference": value(found.measure, found.difference.value, sign=True)
        if found.difference.shows
        else "",
        "interval": words.span(found.measure, found.difference.low, found.difference.high),
        "shows": found.difference.shows,
        "chosen": found.measure.id == it.measure,
    }


def _says(it: Compare, words: Words, left: float) -> str:
    _ = words._
    number = words.numbers.number
    match it.state:
        case "running" if it.done:
            return _(
                "{done} of {total} games, about {n} s left",
                done=number(it.done),
                total=number(2 * it.size),
                n=number(max(1, round(left / 1000))),
            )
        case "running":
            return _("The first games are being played…")
        case "stopped":
            return _(
                "Stopped after {done} of {total} games.",
                done=number(it.done),
                total=number(2 * it.size),
            )
        case "done":
            return _(
                "{n} games of each, in {seconds} s. Seed {seed}: the same run anywhere gives the same "
                "games.",
                n=number(it.size),
                seconds=number(max(1, round(it.elapsed / 1000))),
                seed=it.seed,
            )
    return ""


def _tally(n: int) -> str:
    """Strokes by fives, as they are counted on a board."""
    return " ".join([*(["||||/"] * (n // 5)), "|" * (n % 5)]).strip()
