"""Worksheets in a browser: create a lesson, share it by a link, fill it in, hand it in, collect it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits, waits

PATIENT = 240_000  # milliseconds: a loaded machine plays slowly


def worksheets(page: Page) -> None:
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible(timeout=PATIENT)
    page.get_by_role("button", name="Worksheets", exact=True).click()
    expect(page.get_by_role("heading", name="Worksheets")).to_be_visible()


def test_a_teacher_sees_the_worksheet_while_writing_it(visit: Visits) -> None:
    teacher = visit()
    worksheets(teacher)
    teacher.get_by_role("button", name="For teachers").click()
    teacher.get_by_role("button", name="Write a worksheet").click()
    saved, preview = teacher.locator("#lesson-saved"), teacher.locator("#lesson-preview")
    title = teacher.get_by_label("Title")
    expect(saved).to_contain_text("Nothing saved yet")
    expect(preview).to_contain_text("Your title")
    title.press_sequentially("Is <i>7</i> special?")
    expect(saved).to_contain_text("Saved in this browser")
    expect(preview.get_by_role("heading", name="Is <i>7</i> special?")).to_be_visible()
    expect(title).to_be_focused()
    teacher.get_by_role("button", name="Two dice").click()
    for text in ("How many sevens?", "Why so many?"):
        teacher.get_by_role("button", name="Add a question").click()
        teacher.keyboard.type(text)
        expect(preview).to_contain_text(text)
    short = teacher.get_by_label("Minutes of the short form")
    expect(short).to_have_count(0)
    teacher.get_by_label("Also offer a short form").check()
    expect(short).to_have_value("15")
    expect(teacher.get_by_label("Also offer a short form")).to_be_focused()

    # On a phone the preview takes the place of the form.
    teacher.set_viewport_size({"width": 390, "height": 844})
    expect(preview).to_be_hidden()
    teacher.get_by_role("button", name="Preview").click()
    expect(preview).to_contain_text("Throw two dice 3,600 times")
    expect(title).to_be_hidden()
    teacher.get_by_role("button", name="Write", exact=True).click()
    expect(title).to_have_value("Is <i>7</i> special?")

    teacher.locator("#lesson-draft").evaluate("form => form.querySelector('[name=q-1]').focus()")
    teacher.get_by_role("button", name="For teachers").click()
    teacher.reload()
    teacher.get_by_role("button", name="Continue writing").click(timeout=PATIENT)
    expect(title).to_have_value("Is <i>7</i> special?")
    expect(teacher.locator("#lesson-q-1")).to_have_value("Why so many?")
    expect(saved).to_contain_text("Saved in this browser")
    teacher.get_by_role("button", name="View as a student").click()
    expect(teacher.locator("#lesson-title")).to_have_text("Is <i>7</i> special?")
    teacher.get_by_label("How many sevens?").fill("600")
    teacher.get_by_role("button", name="Throw two dice 3,600 times").click()
    expect(teacher.get_by_label("Why so many?")).to_be_visible()


@pytest.mark.long
def test_a_teacher_goes_from_a_new_lesson_to_the_table_of_answers(
    visit: Visits, tmp_path: Path
) -> None:
    teacher = visit()
    worksheets(teacher)
    teacher.get_by_role("button", name="For teachers").click()
    teacher.get_by_role("button", name="Write a worksheet").click()
    form = teacher.locator("#lesson-draft")
    form.get_by_label("Title").fill("Is my die fair?")
    form.get_by_label("What it’s about").fill("Throw it.\nThen say.")
    form.get_by_role("button", name="A die").click()
    form.get_by_role("button", name="Add a question").click()
    expect(teacher.locator("#lesson-q-0")).to_be_focused()
    teacher.keyboard.type("How many sixes will there be?")
    form.locator("[name=kind-0]").select_option("number")
    form.get_by_role("button", name="Add a question").click()
    teacher.keyboard.type("Is it fair?")
    form.get_by_label("Background").fill("The six is heavy.")
    teacher.get_by_role("button", name="Copy the students’ link").click()
    address = teacher.locator("#lesson-address")
    expect(address).to_have_value(re.compile("#lesson=1[.]"))

    files = []
    for name, says in (("Ada", "Hardly.\nBut see."), ("Bo", "=1+1\nBut see.")):
        student = visit("#" + address.input_value().partition("#")[2])
        expect(student.get_by_role("heading", name="Is my die fair?")).to_be_visible(
            timeout=PATIENT
        )
        run = student.get_by_role("button", name="Throw the die 600 times")
        expect(run).to_have_attribute("aria-disabled", "true")
        student.get_by_label("Your name").fill(name)
        student.get_by_label("How many sixes").fill("100")
        expect(run).not_to_have_attribute("aria-disabled", "true")
        run.click()
        expect(student.get_by_role("img", name=re.compile("600 throws"))).to_be_visible()
        expect(student.get_by_label("How many sixes")).not_to_be_editable()
        student.get_by_label("Is it fair?").fill(says)
        if name == "Ada":
            student.reload()  # the worksheet is back with its answers and the same dice
            expect(student.get_by_label("Is it fair?")).to_have_value(says, timeout=PATIENT)
            expect(student.get_by_role("img", name=re.compile("600 throws"))).to_be_visible()
        with student.expect_download() as coming:
            student.get_by_role("button", name="Hand in as a file").click()
        files.append(tmp_path / coming.value.suggested_filename)
        coming.value.save_as(files[-1])
    assert [file.name for file in files] == [
        "titledeed-answers-ada.json",
        "titledeed-answers-bo.json",
    ]
    assert json.loads(files[0].read_text("utf-8"))["answers"] == ["100", "Hardly.\nBut see."]

    teacher.get_by_role("button", name="For teachers").click()
    teacher.get_by_role("button", name="Collect answers").click()
    with teacher.expect_file_chooser() as chooser:
        teacher.get_by_role("button", name="Open answer files").click()
    chooser.value.set_files(files)
    table = teacher.locator(".lesson-answers")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("row", name=re.compile("Bo"))).to_contain_text("=1+1")
    with teacher.expect_download() as coming:
        teacher.get_by_role("button", name="Download this table (CSV)").click()
    coming.value.save_as(tmp_path / "table.csv")
    lines = (tmp_path / "table.csv").read_text("utf-8").splitlines()
    assert lines[2].startswith('"Bo","100","\'=1+1 But see."')


# The text of the displayed QR code, as a camera would read it.
SCANNED = """
async () => {
  const code = document.getElementById("lesson-address-code").cloneNode(true);
  code.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  code.setAttribute("width", 600);
  code.setAttribute("height", 600);
  const image = new Image();
  image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(code.outerHTML);
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 600;
  const sheet = canvas.getContext("2d");
  sheet.drawImage(image, 0, 0);
  const config = JSON.parse(document.querySelector("script[type=py]").getAttribute("config"));
  const {library} = await import(new URL(config.interpreter, document.baseURI).href);
  return (await library("qrRead")).default(sheet.getImageData(0, 0, 600, 600));
}
"""


def on_top(page: Page, selector: str) -> None:
    page.locator(selector).evaluate("element => element.scrollIntoView()")


def test_a_worksheet_survives_a_reload_back_two_tabs_and_a_change_of_device(visit: Visits) -> None:
    student = visit("#lesson=ready.die")
    die = student.get_by_role("img", name=re.compile("600 throws"))
    student.get_by_label("Your name").fill("Ada")
    student.locator("#lesson-a-0").fill("-5 bananas")
    student.locator("#lesson-a-0").blur()
    expect(student.locator("#lesson-wrong-0")).to_contain_text("Enter only a number")
    student.locator("#lesson-a-0").fill("120")
    student.locator("#lab [name=answer-1]").first.check()
    student.get_by_role("button", name="Throw the die").click()
    expect(die).to_be_visible()
    student.locator("#lesson-a-4").fill("Hardly.")
    on_top(student, "#lesson-a-2")
    top = "document.getElementById('lesson-a-2').getBoundingClientRect().top"
    before = student.evaluate(top)

    student.reload()
    expect(die).to_be_visible(timeout=PATIENT)
    expect(student.locator("#lesson-a-4")).to_have_value("Hardly.")
    waits(student, f"Math.abs({top} - {before}) < 3")

    tab = student.context.new_page()
    tab.goto(student.url)
    expect(tab.locator("#lesson-a-4")).to_have_value("Hardly.", timeout=PATIENT)
    tab.locator("#lesson-a-3").fill("3")
    student.locator("#lesson-a-2").fill("After 300.")
    expect(tab.locator("#lesson-a-2")).to_have_value("After 300.")
    expect(student.locator("#lesson-a-3")).to_have_value("3")
    tab.close()

    student.get_by_role("button", name="Landings", exact=True).click()
    student.go_back()
    expect(student.get_by_role("heading", name="Is this die fair?")).to_be_visible()
    # In the middle of a word: the field reports each change as it happens.
    student.locator("#lesson-a-4").press("End")
    student.keyboard.type(" Very har")
    student.go_back()
    expect(student.locator("#start-game")).to_be_visible()
    student.go_forward()
    expect(student.locator("#lesson-a-4")).to_have_value("Hardly. Very har")

    student.get_by_role("button", name="Continue on another device").click()
    address = student.locator("#lesson-address").input_value()
    expect(student.locator("#lesson-address-code")).to_be_visible(timeout=PATIENT)
    assert student.evaluate(SCANNED) == address
    throws = die.get_attribute("aria-label")
    other = visit("#" + address.partition("#")[2])
    expect(other.locator("#lesson-a-2")).to_have_value("After 300.", timeout=PATIENT)
    expect(other.locator("#lesson-a-3")).to_have_value("3")
    expect(other.get_by_label("Your name")).to_have_value("Ada")
    expect(other.get_by_role("img", name=str(throws))).to_be_visible()
    waits(other, f"{top} > 0 && {top} < innerHeight")  # the last answer is in view
    other.reload()
    expect(other.locator("#lesson-a-2")).to_have_value("After 300.", timeout=PATIENT)


def test_a_printed_worksheet_shows_no_buttons(visit: Visits) -> None:
    page = visit("#lesson=ready.landings")
    expect(page.locator("#lesson-title")).to_be_visible(timeout=PATIENT)
    page.get_by_label("Your name").fill("Ada")
    page.locator("#lesson-a-0").fill("Those after jail, and GO.")
    page.locator("#lesson-a-0").blur()
    page.emulate_media(media="print")
    shown = "e => e.checkVisibility()"
    for hidden in (
        "#bar",
        ".lab-head",
        "#lesson-a-0",
        ".lesson-out",
        "#lesson-before .lesson-student",
    ):
        assert not page.locator(hidden).first.evaluate(shown), hidden
    expect(page.get_by_text("Those after jail, and GO.").last).to_be_visible()
    expect(page.locator(".lesson-printed i").first).to_be_visible()
    expect(page.locator(".lesson-name-lines")).to_be_visible()
    page.emulate_media(media="screen")


def test_a_damaged_lesson_is_reported_and_the_page_continues(visit: Visits) -> None:
    page = visit("#lesson=1.eJwrzUyxBQADgQGH")
    trouble = page.locator("#lesson-trouble")
    expect(trouble).to_contain_text("damaged", timeout=PATIENT)
    page.get_by_role("button", name=re.compile("Open: Is this die fair")).click()
    expect(page.get_by_role("heading", name="Is this die fair?")).to_be_visible()
