"""What the page tells of a throw, and when: never before the dice have come to rest and the token has walked.

Every change of a text, a label, the title or a live region is recorded together with what still moves at
that moment."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from playing import Player, game, sensible

Come = Callable[..., Player]

# Records changes of what people read and hear, and whether the dice tumble or a token walks meanwhile.
WATCH = """
() => {
  window.told = [];
  window.steps = [];
  const root = document.documentElement;
  const places = "#ask, #journal, #announce, #seats, #notices, #deed, #board, #stage, #bar, #tools, dialog";
  const moves = (e) => e.getAnimations({subtree: true}).some((a) => a.playState === "running");
  const runs = (selector) => [...document.querySelectorAll(selector)].some(moves);
  const place = (node) => {
    const e = node.nodeType === 1 ? node : node.parentElement;
    if (!e) return "";
    if (e.tagName === "TITLE") return "title";
    return e.closest(places)?.id ?? "";
  };
  const text = (id) => {
    const e = document.getElementById(id);
    if (!e) return document.title;
    const named = [...e.querySelectorAll("[aria-label], [title]")];
    const labels = named.map((x) => `${x.ariaLabel ?? ""} ${x.title}`);
    return [e.textContent, ...labels].join(" ").replace(/\\s+/g, " ").trim();
  };
  const last = {};
  const walks = new Map();  // each token's last step; a patch of the board ends its transition
  const walking = ({began, motion, ends}, now) =>
    began < now && (motion.playState === "running" || (motion.playState === "idle" && now < ends));
  new MutationObserver((changes) => {
    const now = performance.now();
    for (const change of changes)
      if (change.attributeName === "data-at" && change.target.matches(".tok")) {
        steps.push([now, change.target.id, change.target.dataset.at]);
        // Only a walk has a pace of its own: a token of a hurried bot is told as it moves.
        if (!change.target.style.length) continue;
        for (const motion of change.target.getAnimations().filter((one) => one.transitionProperty)) {
          const ends = now + motion.effect.getComputedTiming().endTime;
          walks.set(change.target.id, {began: now, motion, ends});
        }
      }
    const changed = new Set(changes.map((change) => place(change.target)).filter(Boolean));
    for (const id of changed) {
      const said = text(id);
      if (last[id] === said) continue;
      last[id] = said;
      told.push({
        at: now, where: id, said, ask: root.dataset.ask, game: document.body.dataset.game,
        card: document.querySelector("#ask .ask-card")?.id ?? "",
        tumbles: runs("#dice .cube, #dice .die"),
        walks: [...walks.values()].some((walk) => walking(walk, now)),
      });
    }
  }).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ["aria-label", "title", "data-at", "aria-live"],
  });
}
"""


def told(me: Player) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = me.page.evaluate("told.splice(0)")
    return rows


@pytest.mark.parametrize(
    ("speed", "most"),
    [("brisk", 7), *(pytest.param(s, 20, marks=pytest.mark.long) for s in ("brisk", "normal"))],
)
def test_no_text_tells_a_throw_before_it_is_seen(player: Come, speed: str, most: int) -> None:
    """``most``: throws; ``tests/ui/test_suspense.py`` follows twenty without a browser."""
    me = player(size=(1280, 720), settings={"speed": speed, "handover": False})
    me.sit_down(game("Ada", "Ben", "Cleo", bots={"Cleo": "simple"}, seed=5))
    me.page.evaluate(WATCH)
    throws = walks = 0
    while throws < most:
        answer = sensible(me.answers)
        told(me)
        me.page.evaluate("steps.length = 0")
        me.page.locator(f'#ask [data-answer="{answer}"]').first.click()
        me.settled()
        rows, steps = told(me), me.page.evaluate("steps")
        throws += sum(row["where"] == "stage" and "…" in row["said"] for row in rows)
        walks += len(steps) > 0
        check(rows)
        if me.asked == "over":
            break
    assert throws >= most
    assert walks >= most // 2


def check(rows: list[dict[str, Any]]) -> None:
    """Check what was told from an answer to the next question."""
    for row in rows:
        what = f"{row['where']}: {row['said'][:200]}"
        if row["tumbles"]:
            # Only that somebody throws is told, and no number of the throw.
            assert row["where"] in ("stage", "ask", "bar"), what
            assert row["where"] != "ask" or row["card"] == "card-wait", what
            if row["where"] == "stage":
                assert not re.search(r"\d", row["said"]), what
            if row["where"] == "bar":  # only what can be undone
                assert not re.search(r"\d \+ \d|lands?|pays?|bankrupt|wins?\b", row["said"]), what
        if row["walks"]:
            assert row["where"] in ("stage", "bar"), what


def test_a_key_or_a_press_hurries_the_throw(player: Come) -> None:
    me = player(size=(1280, 720), settings={"speed": "normal"})
    me.sit_down(game("Ada", "Ben", bots={"Ben": "simple"}, seed=5))
    for hurry in ("key", "press"):
        while "roll" not in me.answers:
            me.page.locator(f'#ask [data-answer="{sensible(me.answers)}"]').first.click()
            me.settled()
        me.button("Throw the dice").click()
        expect(me.page.locator("#dice")).to_have_attribute(
            "aria-label", "The dice are rolling", timeout=5000
        )
        if hurry == "key":
            me.page.keyboard.press("x")
        else:
            me.page.locator("#stage").click(position={"x": 5, "y": 5})
        # It is told in the same task, so no motion can be under way any more.
        state = me.page.evaluate(
            "[document.documentElement.dataset.ask, document.querySelector('#dice').dataset.beat]"
        )
        assert state[0] != "bots" or me.settled()
        assert state[1] == ""


def test_enter_on_the_menu_opens_it_during_a_throw(player: Come) -> None:
    me = player(size=(1280, 720), settings={"speed": "normal"})
    me.sit_down(game("Ada", "Ben", bots={"Ben": "simple"}, seed=5))
    me.button("Throw the dice").click()
    expect(me.page.locator("#dice")).to_have_attribute("aria-label", "The dice are rolling")
    me.page.get_by_role("button", name="Menu").press("Enter")
    expect(me.page.locator("#menu")).to_be_visible()
    me.close_all()
    me.settled()


def test_a_reload_in_the_middle_of_a_throw_loses_nothing(player: Come) -> None:
    me = player(size=(1280, 720), settings={"speed": "normal"})
    me.sit_down(game("Ada", "Ben", seed=5))
    me.button("Throw the dice").click()
    expect(me.page.locator("#dice")).to_have_attribute("aria-label", "The dice are rolling")
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")
    # The page returns to the game by itself.
    expect(me.page.locator("body")).to_have_attribute("data-screen", "table")
    assert me.settled() != "roll 0"
    assert any(line.startswith("chance dice") for line in me.lines())
