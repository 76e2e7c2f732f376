"""The laboratory in a browser: its workers, and runs that are the same with workers or without."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import FilePayload, Page, Worker, expect

from browsing import RUN, Visits, tabbed_to
from screens import kept_run
from titledeed.bots import BOTS
from titledeed.lab import batch_games, parallel_jobs
from titledeed.lab import write_and_count_record_files as record_files
from titledeed.lab.batch_games import POLICY
from titledeed.language.catalogue import Catalogue
from titledeed.ui.lab.state.comparison_form import PLAIN, table_of

# The number of workers follows from this.
CORES = "Object.defineProperty(navigator, 'hardwareConcurrency', {{value: {}}});"
# Workers that die in the middle of a job; only the first two of them do.
MORTAL = """
  const Real = Worker; let born = 0;
  globalThis.Worker = class extends Real {
    constructor(...given) {
      super(...given);
      if (++born > 2) return;
      let heard = 0;
      this.addEventListener("message", () => {
        if (++heard !== 3) return;
        this.terminate();
        this.dispatchEvent(new ErrorEvent("error", {message: "it died", cancelable: true}));
      });
    }
  };
  globalThis.born = () => born;
"""
NONE = "globalThis.Worker = class { constructor() { throw new Error('no workers here'); } };"
PATIENT = 240_000  # milliseconds: a loaded machine plays slowly


def opened(page: Page) -> None:
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible(timeout=PATIENT)


def short(page: Page) -> None:
    """Set up two seats on each side, so that a game is short."""
    for side in "ab":
        page.locator(f"#lab-form-{side} > summary").click()
        form = page.locator(f"#lab-form-{side} form")
        form.locator("[name=seats]").select_option("2")
        # This form has no field for a limit of rounds.
        expect(form.locator("fieldset")).to_have_count(2)


def run(page: Page) -> None:
    page.locator("#lab [name=size][value='100']").check()
    page.get_by_role("button", name="Run simulation", exact=True).click()


def done(page: Page) -> None:
    expect(page.locator("#lab-says")).to_contain_text("100 games on each side", timeout=PATIENT)


def csv(page: Page, folder: Path) -> bytes:
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download games of A (CSV)").click()
    path = folder / "a.csv"
    coming.value.save_as(path)
    return path.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("script", [CORES.format(2), CORES.format(3), MORTAL, NONE])
def test_the_table_is_the_same_no_matter_where_the_games_are_played(
    visit: Visits, tmp_path: Path, script: str
) -> None:
    page = visit(script=script)
    opened(page)
    short(page)
    run(page)
    done(page)
    record = batch_games.record_of("modern", [batch_games.POLICY] * 2)
    here = "\n".join(batch_games.games_csv(parallel_jobs.play_jobs(record, 11, 100), 2)) + "\n"
    assert csv(page, tmp_path) == here.encode()
    slices = page.get_by_text("This browser can’t play games in the background here")
    expect(slices).to_have_count(1 if script == NONE else 0)
    if script == MORTAL:
        assert page.evaluate("born()") > 2


def given(page: Page, button: str, *files: tuple[str, bytes]) -> None:
    """Choose these files (name and content) with this button."""
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name=button).click()
    chooser.value.set_files(
        [
            FilePayload(name=name, mimeType="application/octet-stream", buffer=data)
            for name, data in files
        ]
    )


def job_of(fields: dict[str, str], count: int) -> batch_games.GamesJob:
    record = table_of(fields, Catalogue(), {})
    return batch_games.GamesJob(record=record, seed=11, first=0, count=count)


def packed(recorded: list[record_files.Recorded]) -> bytes:
    packing = record_files.Packing(len(recorded))
    for n, game in enumerate(recorded):
        packing.add(n, game["record"])
    return packing.finish()


@pytest.mark.parametrize(
    ("bot", "count", "script"),
    [
        pytest.param(POLICY, 2, "", id="in workers"),
        *(
            pytest.param(bot, 20, script, marks=pytest.mark.long, id=f"twenty {bot}{where}")
            for bot in BOTS
            for script, where in (("", ""), (NONE, " in the page"))
        ),
    ],
)
def test_the_counted_games_are_the_games_in_the_replays(
    visit: Visits, tmp_path: Path, bot: str, count: int, script: str
) -> None:
    """Counted rows come in a run's file, and workers (or the page itself) play the games again.

    They pack the games and count them once more from the zip. All rows and records are the same
    bytes."""
    fields = {**PLAIN, **{f"bot-{n}": bot for n in range(4)}}
    recorded = record_files.run_recorded_games(job_of(fields, count))
    run = {
        "format": "title-deed-run/1",
        "question": "own",
        "sides": [fields, fields],
        "guess": [0, 0, 0],
        "seed": 11,
        "size": count,
        "played": [[game["played"] for game in recorded]] * 2,
    }
    page = visit(script=script)
    opened(page)
    given(page, "Open a simulation…", ("run.json", json.dumps(run).encode()))
    with page.expect_download(timeout=20 * PATIENT) as coming:
        page.get_by_role("button", name="All games of A (zip)").click()
    coming.value.save_as(tmp_path / "a.zip")
    expect(page.get_by_text("the result differs from the one on this page")).to_have_count(0)
    data = (tmp_path / "a.zip").read_bytes()
    texts = [source.text() for source in record_files.record_sources("a.zip", data)]
    assert texts == [game["record"] for game in recorded]
    page.get_by_role("button", name="Game files", exact=True).click()
    given(page, "Choose files…", ("ours.zip", packed(recorded)))
    expect(page.get_by_role("heading", name=f"{count} games counted.")).to_be_visible(
        timeout=20 * PATIENT
    )
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download these rows (CSV)").click()
    coming.value.save_as(tmp_path / "rows.csv")
    rows = "\n".join(batch_games.games_csv([game["played"] for game in recorded], 4)) + "\n"
    assert (tmp_path / "rows.csv").read_bytes() == rows.encode()


@pytest.mark.long
def test_a_slow_job_is_not_mistaken_for_a_lost_one(visit: Visits) -> None:
    """A worker signals that it is running when an answer of sharks takes longer than the page waits."""
    fields = {**PLAIN, **{f"bot-{n}": "shark" for n in range(4)}}
    run = {
        "format": "title-deed-run/1",
        "question": "own",
        "sides": [fields, fields],
        "guess": [0, 0, 0],
        "seed": 11,
        "size": 5,
        "played": [batch_games.run_games(job_of(fields, 5))] * 2,
    }
    page = visit()
    opened(page)
    given(page, "Open a saved run…", ("run.json", json.dumps(run).encode()))
    page.evaluate(RUN, "from titledeed.ui.browser import workers; workers.STUCK = 10_000; ''")
    ended: list[Worker] = []

    def lost(worker: Worker) -> None:
        ended.append(worker)

    def look(begun: Worker) -> None:
        begun.on("close", lost)

    page.on("worker", look)
    for begun in page.workers:
        look(begun)
    with page.expect_download(timeout=PATIENT):
        page.get_by_role("button", name="All games of A (zip)").click()
    assert ended == []


def test_a_run_starts_can_be_stopped_and_then_gives_no_verdict(visit: Visits) -> None:
    page = visit()
    opened(page)
    run(page)
    expect(page.get_by_role("heading", name="No verdict yet")).to_be_visible(timeout=PATIENT)
    # The locked guess is below the simulation, for the keys as for the eyes. The focus is not lost.
    cards = page.locator("#lab-simulation, #lab-guessing")
    tops = cards.evaluate_all("all => all.map(card => [card.id, card.getBoundingClientRect().top])")
    assert [id for id, _ in tops] == ["lab-simulation", "lab-guessing"]
    assert tops[0][1] < tops[1][1]
    assert page.evaluate("document.activeElement.closest('#lab-simulation') !== null")
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(
        page.get_by_role("heading", name="No verdict: the simulation was stopped")
    ).to_be_visible()
    page.get_by_role("button", name="Leave the laboratory").click()
    expect(page.locator("#start-game")).to_be_visible()


def test_the_landings_chart_on_the_board_can_be_saved_as_a_drawing_and_as_a_picture(
    visit: Visits, tmp_path: Path
) -> None:
    page = visit()
    opened(page)
    page.get_by_role("button", name="Landings", exact=True).click()
    seen = page.locator("#lab-seen")
    expect(seen).to_have_text(re.compile("20,000 throws, seed"), timeout=PATIENT)
    expect(page.get_by_role("img", name=re.compile("Most often: in jail"))).to_be_visible()
    page.get_by_role("button", name="Throw 20,000 more").click()
    expect(seen).to_have_text(re.compile("40,000 throws, seed"), timeout=PATIENT)
    published = page.get_by_role("row", name=re.compile("six-sided dice"))
    expect(published).to_contain_text("102400", timeout=PATIENT)
    expect(page.locator("#lab-picture")).to_be_visible(timeout=PATIENT)
    for kind in ("SVG", "PNG"):
        with page.expect_download() as coming:
            page.get_by_role("button", name=f"Download this chart as {kind}").click()
        assert coming.value.suggested_filename == f"titledeed-landings.{kind.lower()}"
        coming.value.save_as(tmp_path / kind)
    tree = ElementTree.fromstring((tmp_path / "SVG").read_text("utf-8"))
    drawn = list(tree.iter())
    assert "Most often: in jail" in str(tree.findtext("{*}title"))
    assert len([shape for shape in drawn if shape.tag.endswith("rect")]) > 80
    # The drawing needs no style sheet, and its colors work in programs from 2001.
    assert not [shape for shape in drawn if {"class", "style"} & set(shape.attrib)]
    colours = {shape.get(name) for shape in drawn for name in ("fill", "stroke")} - {None}
    assert len(colours) > 8
    assert all(re.fullmatch(r"none|#[0-9a-f]{6}|rgba\([0-9.,]+\)", str(shape)) for shape in colours)
    # On a projector the chart has large figures and no names. Its file is the same.
    page.evaluate("document.documentElement.dataset.size = 'projector'")
    expect(page.locator("#lab-picture .heat-name").first).to_be_hidden()
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download this chart as SVG").click()
    coming.value.save_as(tmp_path / "projector")
    assert (tmp_path / "projector").read_text("utf-8") == (tmp_path / "SVG").read_text("utf-8")
    expect(page.locator("#lab-picture .heat-name").first).to_be_hidden()
    picture = (tmp_path / "PNG").read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == 1920
    assert len(picture) > 50_000  # the image is not empty


@pytest.mark.long
def test_a_position_can_be_set_up_by_keyboard_rolled_out_and_shared(visit: Visits) -> None:
    page = visit()
    opened(page)
    page.get_by_role("button", name="Position editor").press("Enter")
    page.locator("#desk-1").press("ArrowRight")
    expect(page.locator("#desk-0")).to_be_focused()
    page.keyboard.press("ArrowUp")
    square = page.locator("#desk-39")
    expect(square).to_be_focused()
    square.press("Enter")
    deed = page.get_by_role("group", name="Deed", exact=True)
    deed.get_by_role("button", name="Ben").press("Enter")
    expect(deed.get_by_role("button", name="Ben")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="one more").press("Enter")
    expect(page.locator("#desk-trouble")).to_contain_text("but nobody owns the whole group")
    page.locator("#lab [name=size][value='96']").check()
    page.get_by_role("button", name="Run trial games").press("Enter")
    expect(page.locator("#desk-done")).to_have_text("96 of 96 trial games", timeout=PATIENT)
    # The odds model has arrived too.
    model = page.get_by_role("row", name=re.compile("Ada")).locator("td").last
    expect(model).to_have_text(re.compile("[0-9]+"), timeout=PATIENT)
    page.get_by_role("button", name="Share the position").click()
    address = page.locator("#desk-address")
    expect(address).to_have_value(re.compile("#desk=1[.]"))
    other = visit("#" + address.input_value().partition("#")[2])
    owner = other.locator("#desk-39")
    expect(owner).to_have_attribute("data-seat", "1", timeout=PATIENT)


def test_a_wrong_number_stays_in_its_field_with_a_sentence_beside_it(visit: Visits) -> None:
    """Nothing of the laboratory is fetched before it is opened."""
    page = visit()
    names = "performance.getEntriesByType('resource').map((entry) => entry.name)"
    assert not [name for name in page.evaluate(names) if "/lab." in name or "/worker." in name]
    opened(page)
    assert [name for name in page.evaluate(names) if "/python/lab." in name]
    page.locator("#lab-form-b > summary").click()
    page.locator("#lab-b-seats > summary").click()
    cash = page.locator("#lab-form-b [name=cash-0]")
    for field, says in (
        (cash, "Enter a whole number from 0 to 999,999."),
        (page.locator("#lab-seed"), "Enter a whole number from 0 to 999,999,999."),
        (page.locator("#lab-hands-0"), "Enter a whole number from 0 to 999."),
    ):
        field.fill("-5 bananas")
        field.press("Tab")
        expect(page.locator(f"#{field.get_attribute('id')}-fault")).to_have_text(says)
        expect(field).to_have_value("-5 bananas")
        expect(field).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Run simulation", exact=True).click()
    expect(page.get_by_text("Correct the marked fields first.", exact=True)).to_be_visible()
    cash.fill("1600")
    cash.press("Tab")
    expect(page.locator("#lab-b-0-cash-fault")).to_have_count(0)


def test_a_question_of_ones_own_leads_from_the_forms_to_the_guess_and_the_bar(
    visit: Visits,
) -> None:
    page = visit(viewport={"width": 390, "height": 844})
    opened(page)
    page.locator("#lab [name=question]").select_option("own")
    bar = page.locator("#lab .lab-go.is-first")
    expect(page.locator("#lab-still")).to_contain_text("A and B are still the same.")
    expect(bar).to_have_count(0)
    # One form at a time: at first that of B.
    forms = {side: page.locator(f"#lab-form-{side} form") for side in "ab"}
    expect(forms["a"]).not_to_be_visible()
    expect(forms["b"]).to_be_visible()
    ways = {side: page.locator(f".lab-which [data-arg={side}]") for side in "ab"}
    expect(ways["b"]).to_have_text("B Modern")
    ways["a"].click()
    expect(page.locator("#lab-form-a [name=rulebook]")).to_be_focused()
    expect(forms["b"]).not_to_be_visible()
    # The button says which form this is, so nothing else does.
    expect(page.locator("#lab-form-a > summary")).not_to_be_visible()
    ways["b"].click()
    book = page.locator("#lab-form-b [name=rulebook]")
    expect(book).to_be_focused()
    expect(book).to_be_in_viewport()
    # The changed field keeps the focus.
    book.select_option("classic")
    expect(page.locator("#lab-form-b .lab-differs")).to_have_text("differs from A")
    expect(ways["a"]).to_have_text("A Modern")
    expect(ways["b"]).to_have_text("B Classic")
    expect(bar).to_be_in_viewport()
    expect(page.locator("#lab-hands-0")).to_have_value("0")


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param("normal", marks=pytest.mark.long), "projector"])
def test_the_verdict_is_visible_without_scrolling_at_1280_by_720(visit: Visits, size: str) -> None:
    page = visit(viewport={"width": 1280, "height": 720})
    opened(page)
    page.evaluate("size => { document.documentElement.dataset.size = size; }", size)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a simulation").click()
    file = {"name": "run.json", "mimeType": "application/json", "buffer": kept_run().encode()}
    chooser.value.set_files(file)
    verdict = page.locator(".lab-verdict h2")
    expect(verdict).to_be_visible(timeout=PATIENT)
    page.evaluate("scrollTo(0, 0)")
    box = verdict.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < 720


@pytest.mark.long
def test_a_sweep_is_planned_run_and_read_by_keyboard(visit: Visits) -> None:
    page = visit("#lab=curves")
    expect(page.locator("#lab .lab-studies")).to_be_visible(timeout=PATIENT)
    tabbed_to(page, "[data-do=lab-study][data-arg=sweep]")
    page.keyboard.press("Enter")
    tabbed_to(page, "#lab [name=vary]")
    page.keyboard.type("Salary")
    tabbed_to(page, "#lab-points")
    page.keyboard.press("Control+a")
    page.keyboard.type("3")
    tabbed_to(page, "#lab [name=guess]")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#lab [name=guess] option")).to_have_count(4)
    tabbed_to(page, "#lab [name=size]")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#lab [name=size][value='50']")).to_be_checked()
    tabbed_to(page, "#lab [data-do=lab-run]")
    page.keyboard.press("Enter")
    # The same press would stop it: the focus stays where the button was.
    tabbed_to(page, "#lab [data-do=lab-cancel]")
    verdict = page.locator("#lab .lab-verdict:not(.is-open) h2")
    expect(verdict).to_be_visible(timeout=PATIENT)
    assert page.evaluate("document.activeElement !== document.body")
    tabbed_to(page, "#lab .lab-far .lab-wide")  # the table can be scrolled
    tabbed_to(page, "#lab [data-do=lab-keep]")
    with page.expect_download() as coming:
        page.keyboard.press("Enter")
    table = json.loads(Path(coming.value.path()).read_text("utf-8"))
    assert (table["vary"], len(table["values"]), table["size"]) == ("salary", 3, 50)
