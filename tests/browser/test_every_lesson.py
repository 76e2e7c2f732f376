"""Each of the twelve lessons in a browser, as its teacher and as a student would use it, with the whole
experiment. docs/LAB.md says what was found in this way; scripts tried the lessons, not people."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from titledeed.lab.lessons.builtin import builtin_lessons

pytestmark = pytest.mark.long
PATIENT = 600_000  # milliseconds: a loaded machine plays slowly
LESSONS = builtin_lessons("en")
# What the program of a lesson wins against three Simple, unchanged.
WINS = {"reserve": 22, "rule": 22, "fair": 1}


class Person:
    """Someone at a page, whose presses and filled-in fields are counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses = self.fields = 0

    def press(self, name: str | re.Pattern[str], within: str = "#lab") -> None:
        place = self.page.locator(within)
        found = place.get_by_role("button", name=name).or_(place.get_by_role("link", name=name))
        found.first.click()
        self.presses += 1

    def answer(self, name: str, when: str) -> None:
        """Answer all questions of this part with something that fits."""
        for n, question in enumerate(LESSONS[name]["questions"]):
            if question["when"] != when:
                continue
            self.fields += 1
            if question["answer"] == "choice":
                self.page.locator(f"#lab [name=answer-{n}]").first.check()
            else:
                value = "17" if question["answer"] == "number" else f"Because of {n}."
                self.page.locator(f"#lesson-a-{n}").fill(value)


def teaches(person: Person, name: str) -> None:
    """Read the teacher's page in both forms, open the prepared positions, and make the link."""
    page, lesson = person.page, LESSONS[name]
    paper = page.locator(".lesson-teacher")
    expect(paper).to_be_visible(timeout=PATIENT)
    for heading in ("Aims", "Plan", "Questions and answers", "Background"):
        expect(paper.get_by_role("heading", name=heading)).to_be_visible()
    expect(paper.locator(".lesson-steps > li")).to_have_count(len(lesson["teacher"]["steps"]))
    person.press("20 minutes")
    left = [step for step in lesson["teacher"]["steps"] if not step["short"]]
    expect(paper.locator(".lesson-steps .lesson-left-out")).to_have_count(len(left))
    person.press("40 minutes")
    for position in lesson["teacher"]["positions"]:
        person.press(position["title"])
        expect(page.get_by_text("Seats and turn")).to_be_visible()
        page.go_back()
        expect(paper).to_be_visible()
    person.press("Copy the students’ link")
    expect(page.locator("#lesson-address")).to_have_value(re.compile(f"#lesson=ready[.]{name}$"))


def experiments(person: Person, name: str) -> None:
    """Run the experiment of a worksheet, to its end."""
    page, kind = person.page, LESSONS[name]["run"]["kind"]
    run = page.locator(".lesson-run .btn.go").first
    expect(run).not_to_have_attribute("aria-disabled", "true")
    run.click()
    person.presses += 1
    if kind == "compare":
        expect(page.locator("#lab .lab-verdict h2")).to_be_visible(timeout=PATIENT)
        expect(page.locator("#lab .lab-progress")).to_have_count(0, timeout=PATIENT)
    elif kind == "bot":
        person.press("Open it in the workshop")
        look = page.locator("#workshop-look")
        expect(look).to_be_visible(timeout=PATIENT)
        person.press("Open it in the workshop", "#workshop-look")
        for n in range(3):
            page.locator(f"#lab [name=against-{n}]").select_option("simple")
            person.presses += 1
        person.press("Play 100 games")
        verdict = page.locator(".ws-verdict")
        won = re.compile(f" won {WINS[name]} of 100[.]")
        expect(verdict).to_have_text(won, timeout=PATIENT)
        for _ in range(3):
            if not page.url.endswith(f"#lesson=ready.{name}"):
                page.go_back()
                person.presses += 1
                page.wait_for_timeout(500)
        expect(page.locator("#lesson-title")).to_be_visible()
    else:
        figure = "#lab-board, .heat, .lab-svg, .lab-wide table"
        expect(page.locator(f".lesson-run :is({figure})").first).to_be_visible(timeout=PATIENT)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_can_be_taught_and_taken(visit: Visits, tmp_path: Path, name: str) -> None:
    teacher = Person(visit("#lab=teacher." + name))
    teaches(teacher, name)
    student = Person(visit("#lesson=ready." + name))
    page = student.page
    expect(page.locator("#lesson-title")).to_be_visible(timeout=PATIENT)
    page.get_by_label("Your name").fill("Zoe")
    student.fields += 1
    expect(page.locator("#lesson-after")).to_have_count(0)
    student.answer(name, "before")
    experiments(student, name)
    expect(page.locator("#lesson-after")).to_be_visible()
    student.answer(name, "after")
    with page.expect_download() as coming:
        student.press("Hand in as a file")
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    answers = json.loads(file.read_text("utf-8"))["answers"]
    assert len(answers) == len(LESSONS[name]["questions"])
    assert all(answers)

    teacher.press("For teachers")
    teacher.press("Collect answers")
    with teacher.page.expect_file_chooser() as chooser:
        teacher.press("Open answer files")
    chooser.value.set_files(file)
    row = teacher.page.locator(".lesson-answers").get_by_role("row", name="Zoe")
    expect(row).to_be_visible()
    print(
        f"{name}: teacher {teacher.presses} presses; student {student.presses} presses and "
        f"{student.fields} answers"
    )
