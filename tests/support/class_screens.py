"""The screens of a class, the workshop and a tournament, filled by the program itself: the code runs in a
page as in a fake one. ``hands`` is the dispatcher."""

from __future__ import annotations

from typing import Final

# fmt: off
STUDENTS: Final = (
    "Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo", "Ida", "Jan", "Kira", "Leo", "Mia", "Noah",
    "Ole", "Pia", "Quinn", "Rosa", "Sam", "Tom", "Uma", "Vera", "Will", "Xenia", "Yuri", "Zoe", "Ali", "Bea",
)
# fmt: on
WHY: Final = ("It fell on the six too often.", "Luck.", "120 throws are not enough to say so.")
BOTS: Final = ("Magpie", "Rook", "Banker", "Tortoise", "Sparrow", "Miss Money", "MyBot")

OPENED: Final = (
    f"""
names, why, bots = {STUDENTS}, {WHY}, {BOTS}
"""
    """
from titledeed.classroom.class_codes import Invitation, pack_invitation
from titledeed.classroom.student import ClassMember
from titledeed.classroom.teacher import ClassStudent, ClassTeacher, HandedIn, StudentSheet, Written
FAR = 1e12
screen = hands.app.lab
shown = screen.shown
shown.__init__()
invited = Invitation("7B", "0123456789abcdef", "A" * 28, bytes(range(32)))
code = pack_invitation(invited)
"""
)

# 28 students on the worksheet of the die; three of them are away, some have handed in bots.
TAUGHT: Final = """
lesson, ready = screen._find("die")
teacher = ClassTeacher(invited.id, invited.name)
teacher.give(lesson, ready)
teacher.after = "open"
for n, name in enumerate(names):
    student = ClassStudent(f"{n:016x}", f"{n:032x}", name, hidden=n % 11 == 5)
    student.conn, student.heard = (0 if n % 11 == 10 else 1000 + n), FAR
    sheet = StudentSheet(place=n % 5, run=("before", "running", "ran")[n % 3], done=7 * n % 100)
    for q, asked in enumerate(lesson["questions"]):
        if q <= n % 5:
            choices = asked["choices"]
            text = choices[n * n % len(choices)] if choices else why[n % 3]
            number = asked["answer"] == "number"
            sheet.answers[q] = Written(str(90 + n * n % 47) if number else text, 1)
    student.sheets[teacher.at] = sheet
    if n % 4 == 2:
        bot = bots[n // 4]
        text = f'# title-deed-bot/1 {{"name": "{bot}"}}\\nclass Bot:\\n    pass\\n'
        student.handed.append(HandedIn(f"{n:016x}", "bot", bot, text))
    teacher.students[student.device] = student
teacher.dirty.clear()
teacher.changed, teacher._beat, teacher._sent_chart = False, FAR, teacher.chart()
shown.teacher, shown.at, shown.tab = teacher, "teach", TAB
shown.joined = list(teacher.students)[:6]
screen.teaching.context.show_code(code, "")
screen.render()
"""

JOINING: Final = """
shown.member = ClassMember(code, invited, "0" * 16, "0" * 32)
shown.member.name = "Ada"
shown.at = AT
if AT == "reply":
    screen.teaching.context.show_code(code, "")
screen.render()
"""

# A student who is in.
IN_CLASS: Final = """
member = ClassMember(code, invited, "0" * 16, "0" * 32)
member.name, member.conn, member._welcome = "Ada", 1000, True
lesson, ready = screen._find("die")
member.take_lesson(lesson, ready)
member.news.clear()
member._send = member.tick = lambda *_: None
shown.member, shown.at = member, "student"
screen.part._open_sheet()
"""
CHARTED: Final = """
from titledeed.classroom.tallies import chart_of
member.wait, shown.letting_in = True, True
asked = next(asked for asked in lesson["questions"] if asked["choices"])
answers = [asked["choices"][n * n % len(asked["choices"])] for n in range(25)]
member.chart = chart_of(asked, answers, 28, "en")
screen.render()
"""
LOOKING: Final = """
member.look = True
member.conn = 0
screen.render()
"""

ENDED: Final = """
member.over = True
screen.part.tick()
"""

WORKSHOP: Final = """
from titledeed.ui.workshop.state.workshop import WorkshopRun, WorkshopState
from titledeed.ui.workshop.state.tournament import TournamentState
from titledeed.workshop.bot_file import BotFile
from titledeed.workshop.fence_answers import RunCounts
from titledeed.workshop.findings import Finding, Fix
from titledeed.workshop.steps import STEPS
screen = hands.app.lab
screen.workshop.__init__()
screen.desk.pause()
screen.desk.state, screen.desk.on = TournamentState(), False
workshop = screen.workshop
"""
RAN: Final = """
from titledeed.workshop.inside_fence import Inside
from titledeed.workshop.fence_answers import read_game
step = STEPS[4]
workshop.at, workshop.reached = step.id, [each.id for each in STEPS[:5]]
workshop.code = step.solution
counts = [
    RunCounts(100, 55, 12, 0, 80, [14, 16, 15], [n for n in range(100) if n % 9 < 4]),
    RunCounts(100, 20, 4, 0, 60, [27, 25, 28], [n for n in range(100) if n % 5]),
]
for each in counts:
    each.asked, each.answered = {"buy": 900, "bid": 1200}, {"buy": 700, "bid": 400}
workshop.run = WorkshopRun(step.goals, counts, going=False)
workshop.printed = ["I bought Boardwalk.", "I have $210 left."]
screen.render()
"""
FAULTY: Final = """
workshop.at = STEPS[0].id
workshop.code = STEPS[0].starter.replace("cash = view.cash[view.seat]", "left = cash - 100")
python = "NameError: name 'cash' is not defined"
better = "view.cash[view.seat]"
fix = Fix(5, "cash", better)
workshop.findings = [Finding("near-name", 5, {"name": "cash", "near": better}, python, fix)]
workshop.hints, workshop.shows_way = 2, True
screen.render()
"""
OFFERED: Final = """
workshop.offered = BotFile("Magpie", STEPS[2].solution)
screen.render()
"""
LEAGUE: Final = (
    f"names, students = {BOTS}, {STUDENTS}\n"
    """
from titledeed.odds import WHOLE
from titledeed.ui.workshop.state.tournament import DecisiveMoment
import json
from titledeed.lab.batch_games import record_of
from titledeed.lab.write_and_count_record_files import run_recorded_games
from titledeed.engine.answers import Buy
from titledeed.engine.record import Game, read_record, replay_line_by_line
from titledeed.engine.reducer import play
from titledeed.language import asks
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.language.sentence_parts import plain_text
from titledeed.workshop.tournament import Entrant, Result, Tournament
entrants = [
    Entrant(student, BotFile(name, f"# {name}\\n{STEPS[-1].solution}"))
    for name, student in zip(names, students)
]
desk = screen.desk
desk.on = True
state = desk.state = TournamentState("Tournament", entrants)
"""
)
ENTERED: Final = """
more = ("Otter", "Lamplight", "Penny", "Ferry", "Gull")
entrants += [
    Entrant(student, BotFile(name, f"# {name}\\n{STEPS[-1].solution}"))
    for name, student in zip(more, students[len(names):])
]
screen.render()
"""
PLAYED: Final = """
state.tournament = Tournament.of("Tournament", entrants, "0123456789abcdef" * 2)
league = state.tournament.league
for n in range(league.games if OVER else 17):
    order = [(player * 7 + n * 3 * player) % 11 for player in league.seats(n)]
    replaced = (0, 0, 0, int(n == 3))
    league.results[n] = Result((order.index(max(order)),), f"{n:016x}", replaced)
hung = state.tournament.id(league.seats(3)[3])
state.findings[hung] = Finding("too-slow").sentence(hands.app.catalogue)
if OVER:
    table = record_of("modern", ["simple"] * 4, house_rules={"limit-rounds": 14})
    (played,) = run_recorded_games({"record": table, "seed": 11, "first": 0, "count": 1})
    game = Game(read_record(json.loads(played["record"])))
    for _events in replay_line_by_line(game):
        if game.state.ask.kind == "buy" and game.state.round > 8:
            bought, seat = game.state.copy(), game.state.ask.seat
    seated = [names[player % len(names)] for player in league.seats(0)]
    narrator = Narrator(bought.rules, seated, hands.app.catalogue)
    then, events = play(bought, seat, Buy())
    says = [plain_text(line["text"]) for line in narrator.events(events, Buy())]
    asked = asks.asking(narrator.parts, bought)["title"]
    states = [bought, then]
    state.moment = DecisiveMoment(0, seat, bought.round, 31, 62, states, says, asked)
    state.step, state.lines[False, 0] = 1, []
screen.render()
"""
