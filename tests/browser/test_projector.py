"""What a class reads from a projector: letters of 22 px, and the verdict in sight without scrolling.

The screens are drawn without Python in the page (``drawn_screens.py``)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from drawn_screens import drawn, serve, show
from screens import SCREENS, InProgram, Screen, board_maker, lab, push, strategy_desk

# What takes many games or throws, filled in by the program itself. ``hands`` is the dispatcher.
PLAYED_OUT = """
from titledeed.lab.bot_play_versions import play_versions
from titledeed.odds import WHOLE
editor = hands.app.lab.position.editor
editor.size, editor.state, editor.plays = 96, "done", play_versions(editor.bots)
editor.odds = [WHOLE * share // 100 for share in (29, 26, 24, 21)]
editor.played = [{"rounds": 40, "winners": [(n * n + n // 5) % 4]} for n in range(96)]
hands.app.lab.render()
"""
# A game of 18 rounds, and its analysis.
OVER = """
from titledeed.game.session import Session
from titledeed.lab import batch_games
record = batch_games.record_of("modern", ["steady-1"] * 3)
record = batch_games.record_game({"record": record, "seed": 5, "first": 3, "count": 1})
hands.play.begin_new(Session.load(record), "A game")
"""
TOLD = """
from titledeed.ui.page_port import Gesture
hands.handle_gesture(Gesture("click", do="lab", arg="game"))
while hands.page.tick():
    pass
"""
COMPARED = """
from titledeed.strategies.playing_rules import PlayingRules
from titledeed.strategies.strategy_file import Strategy
from titledeed.strategy_desk.measuring import GAMES, Run
desk = hands.app.lab.desk
desk.before = Run(Strategy("Magpie"), desk.against, [float(n % 4 == 0) for n in range(GAMES)])
desk.strategy = Strategy("Magpie", PlayingRules(buy_keep=300))
desk.run = Run(desk.strategy, desk.against, [float(n % 2 == 0) for n in range(GAMES)])
hands.app.lab.render()
"""
BOTH_PLAYED = """
fair = hands.app.lab.maker.fair
for board, rounds in (("own", 41.2), ("printed", 44.9)):
    fair.games[board] = {"rounds": [rounds, rounds - 2, rounds + 2], "gini": [0.31, 0.28, 0.34]}
fair.planned = 400
hands.app.lab.render()
"""
GUESSED = """
from titledeed.ui.page_port import Gesture
fields = {"answer-0": "GO", "answer-1": "3"}
hands.handle_gesture(Gesture("type", where="lab", do="lab-answers", fields=fields))
hands.handle_gesture(Gesture("click", where="lab", do="lab-throw"))
"""
COLLECTED = """
from titledeed.lab.lessons.answer_files import write_answers
for n, name in enumerate(("Ada", "Ben", "Cleo")):
    sheet = {"lesson": "0123456789abcdef", "title": "Is the pot a bad rule?", "name": name}
    sheet |= {"questions": ["What do you expect?", "How many rounds?"], "answers": ["Longer games", "40"]}
    sheet |= {"seed": n, "figures": {"difference": 1.5 + n, "low": n - 1.0, "high": n + 4.0}, "tables": {}}
    hands.imported(f"{n}.json", write_answers(sheet))
"""
WORKSHEETS = lab("Worksheets")
FAIR = (board_maker, push("Atlantic City", "#lab"), push("Fair?", "#lab .maker-tabs"))
MORE = (
    Screen("lab, a position played out", None, (lab("Position editor"), InProgram(PLAYED_OUT))),
    Screen("lab, a game told", None, (InProgram(OVER), InProgram(TOLD))),
    Screen("how a long game went", None, (InProgram(OVER), push("See how it went"))),
    Screen("strategy desk, rules compared", None, (strategy_desk, InProgram(COMPARED))),
    Screen("board maker, games on both boards", None, (*FAIR, InProgram(BOTH_PLAYED))),
    *(
        Screen(
            f"lab, a sheet: {title}", None, (WORKSHEETS, push(f"Open: {title}"), InProgram(GUESSED))
        )
        for title in ("Where do tokens stop", "What is a house")
    ),
    Screen("lab, answers of a class", None, (WORKSHEETS, InProgram(COLLECTED))),
)

LEAST = 22.0  # pixels
# Where the figures and the result are, and the sentence that must be in sight.
FAR = {
    "lab, a run that is over": (".lab-far", ".lab-verdict h2"),
    "lab, a sweep": (".lab-far", ".lab-verdict h2"),
    "lab, one game at a time": (".lab-far", ".lab-verdict h2"),
    "lab, chance alone": (".lab-far", ".lab-verdict h2"),
    "lab, unequal starts": (".lab-far", ".lab-verdict h2"),
    "class, answers": (".class-chart", ""),
    "lab, a die thrown": (".lesson-run", ""),
    "lab, a vote": (".lab-vote", "h2"),
    "lab, a vote at a quiet turn": (".lab-vote", "h2"),
    "workshop, a run": (".ws-card:has(> .ws-result)", ""),
    "tournament, a league": (":is(.cup-table, .cup-moment)", ""),
    "tournament, the end": (":is(.cup-table, .cup-moment)", ".ws-verdict"),
    "lab, landings": (":is(.lab-far, #lab-seen)", ".lab-board-says b"),
    "lab, a sheet: Where do tokens stop": (".lesson-run", ""),
    "lab, a sheet: What is a house": (".lesson-run", ""),
    "lab, a position played out": (".lab-far", "#desk-favoured ~ .lab-wide tbody tr"),
    "lab, game files": (".lab-far", "#lab-summary"),
    "lab, a game told": (".lab-far", "#lab-worth-title"),
    "lab, answers of a class": (".lab-far", ""),
    "strategy desk, rules compared": (".sd-card:has(> .sd-verdict)", ".sd-verdict"),
    "board maker, games on both boards": (".maker-east", ".note"),
    "how it goes": ("#dlg-over .sheet-body", ".standings tbody tr"),
    "how it went": ("#dlg-over .sheet-body", ".won-title"),
    "how a long game went": ("#dlg-over .sheet-body", ".won-title"),
    "class, join": (".class-card", ""),
    "class, overview": (".class-card", ""),
    "class, handed": (".class-card", ""),
}
# Every visible text below the places, with the size of its letters on the screen. That of a drawing is
# scaled.
SMALL = """
([far, least]) => {
  const small = [];
  let seen = 0;
  for (const place of document.querySelectorAll(far)) {
    const walk = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) {
      const text = walk.currentNode.textContent.trim();
      const element = walk.currentNode.parentElement;
      const range = document.createRange();
      range.selectNodeContents(walk.currentNode);
      const box = range.getBoundingClientRect();
      if (!text || box.width < 2 || !element.checkVisibility() || element.closest(".vh")) continue;
      const matrix = element.ownerSVGElement ? element.getScreenCTM() : null;
      const scale = matrix ? Math.hypot(matrix.a, matrix.b) : 1;
      const size = parseFloat(getComputedStyle(element).fontSize) * scale;
      seen += 1;
      if (size < least - 0.05) small.push(`${size.toFixed(1)}: ${text.slice(0, 40)}`);
    }
  }
  return [seen, small];
}
"""
WIDER = "document.scrollingElement.scrollWidth - innerWidth"


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(reduced_motion="reduce", locale="en-US")
    page = context.new_page()
    serve(page, "en")
    yield page
    context.close()


@pytest.mark.parametrize(
    "size",
    [(1280, 720), *(pytest.param(o, marks=pytest.mark.long) for o in ((1440, 900), (1920, 1080)))],
)
@pytest.mark.parametrize("name", FAR)
def test_figures_and_verdicts_can_be_read_from_six_meters(
    page: Page, name: str, size: tuple[int, int]
) -> None:
    far, verdict = FAR[name]
    far = far if far.startswith("#dlg") else f"#lab {far}"
    picture = drawn(next(screen for screen in (*SCREENS, *MORE) if screen.name == name), "en")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, picture)
    page.evaluate("document.documentElement.dataset.size = 'projector'")
    found: list[Any] = page.evaluate(SMALL, [far, LEAST])
    assert found[0] > 5
    assert found[1] == []
    if verdict:
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(f"{far} {verdict}").first.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] < size[1]


@pytest.mark.parametrize("name", FAR)
def test_on_a_phone_no_page_with_a_projectors_letters_is_wider_than_the_screen(
    page: Page, name: str
) -> None:
    picture = drawn(next(screen for screen in (*SCREENS, *MORE) if screen.name == name), "en")
    page.set_viewport_size({"width": 390, "height": 844})
    show(page, picture)
    page.evaluate("document.documentElement.dataset.size = 'projector'")
    assert page.evaluate(WIDER) <= 0
