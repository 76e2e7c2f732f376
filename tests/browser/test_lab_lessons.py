"""Worksheets in a browser: a lesson from nothing, given out by a link, filled in, handed in, collected."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from browsing import Visits

PATIENT = 240_000  # milliseconds: a loaded machine plays slowly


def worksheets(page: Page) -> None:
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible(timeout=PATIENT)
    page.get_by_role("button", name="Worksheets", exact=True).click()
    expect(page.get_by_role("heading", name="Worksheets")).to_be_visible()


def test_a_lesson_from_nothing_to_the_table_of_answers(visit: Visits, tmp_path: Path) -> None:
    teacher = visit()
    worksheets(teacher)
    teacher.get_by_role("button", name="Write one").click()
    form = teacher.locator("#lesson-draft")
    form.get_by_label("Title").fill("Is my die fair?")
    form.get_by_label("What it is about").fill("Throw it.\nThen say.")
    form.get_by_role("button", name="A die").click()
    form.get_by_role("button", name="Add a question").click()
    expect(teacher.locator("#lesson-q-0")).to_be_focused()
    teacher.keyboard.type("How many sixes will there be?")
    form.get_by_label("Answer").select_option("number")
    form.get_by_role("button", name="Add a question").click()
    teacher.keyboard.type("Is it fair?")
    form.get_by_label("The teacher’s page").fill("The six is heavy.")
    teacher.get_by_role("button", name="Copy the pupils’ link").click()
    address = teacher.locator("#lesson-address")
    expect(address).to_have_value(re.compile("#lesson=1[.]"))

    files = []
    for name, guess in (("Ada", "100"), ("Bo", "=120")):
        pupil = visit("#" + address.input_value().partition("#")[2])
        expect(pupil.get_by_role("heading", name="Is my die fair?")).to_be_visible(timeout=PATIENT)
        run = pupil.get_by_role("button", name="Throw the die 600 times")
        expect(run).to_have_attribute("aria-disabled", "true")
        pupil.get_by_label("Your name").fill(name)
        pupil.get_by_label("How many sixes").fill(guess)
        expect(run).not_to_have_attribute("aria-disabled", "true")
        run.click()
        expect(pupil.get_by_role("img", name=re.compile("600 throws"))).to_be_visible()
        expect(pupil.get_by_label("How many sixes")).not_to_be_editable()
        pupil.get_by_label("Is it fair?").fill("Hardly.\nBut see.")
        pupil.reload()  # what was written is still there
        pupil.goto(address.input_value())
        expect(pupil.get_by_label("Is it fair?")).to_have_value(
            "Hardly.\nBut see.", timeout=PATIENT
        )
        pupil.get_by_role("button", name="Throw the die").click()
        expect(pupil.get_by_role("img", name=re.compile("600 throws"))).to_be_visible()
        with pupil.expect_download() as coming:
            pupil.get_by_role("button", name="Hand in as a file").click()
        files.append(tmp_path / coming.value.suggested_filename)
        coming.value.save_as(files[-1])
    assert [file.name for file in files] == [
        "titledeed-answers-ada.json",
        "titledeed-answers-bo.json",
    ]
    assert json.loads(files[0].read_text("utf-8"))["answers"] == ["100", "Hardly.\nBut see."]

    teacher.get_by_role("button", name="Collect answers").click()
    with teacher.expect_file_chooser() as chooser:
        teacher.get_by_role("button", name="Read in answer files").click()
    chooser.value.set_files(files)
    table = teacher.locator(".lesson-answers")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("row", name=re.compile("Bo"))).to_contain_text("=120")
    with teacher.expect_download() as coming:
        teacher.get_by_role("button", name="This table (CSV)").click()
    coming.value.save_as(tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text("utf-8").splitlines()
    assert lines[2].startswith('"Bo","\'=120","Hardly. But see."')


def test_a_sheet_prints_without_what_can_only_be_pressed(visit: Visits) -> None:
    page = visit("#lesson=ready.pot")
    expect(page.get_by_role("heading", name="Is the Free Parking pot")).to_be_visible(
        timeout=PATIENT
    )
    page.get_by_label("Your name").fill("Ada")
    page.locator("#lesson-a-1").fill("More money, more rounds.")
    page.locator("#lesson-a-1").blur()
    page.emulate_media(media="print")
    shown = "e => e.checkVisibility()"
    for hidden in (
        "#bar",
        ".lab-head",
        "#lesson-a-1",
        ".lesson-out",
        "#lesson-before .lesson-pupil",
    ):
        assert not page.locator(hidden).first.evaluate(shown), hidden
    expect(page.get_by_text("More money, more rounds.").last).to_be_visible()
    expect(page.locator(".lesson-printed i").first).to_be_visible()
    expect(page.locator(".lesson-name-lines")).to_be_visible()
    page.emulate_media(media="screen")


def test_a_damaged_lesson_is_said_and_the_page_goes_on(visit: Visits) -> None:
    page = visit("#lesson=1.eJwrzUyxBQADgQGH")
    trouble = page.locator("#lesson-trouble")
    expect(trouble).to_contain_text("damaged", timeout=PATIENT)
    page.get_by_role("button", name=re.compile("Open: Is this die fair")).click()
    expect(page.get_by_role("heading", name="Is this die fair?")).to_be_visible()
