"""A live class over WebRTC: a teacher and a student, a reload on both sides, a class of 30."""

from __future__ import annotations

import re
import statistics
import time

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from browsing import Visits, press_by_keyboard, tabbed_to
from titledeed.classroom.class_codes import pack_reply, unpack_invitation
from titledeed.classroom.messages import PROTOCOL, message, write_message
from titledeed.lab.lessons.builtin import builtin_lessons
from titledeed.peers.sdp_codec import (
    ConnectionDescription,
    agreed_words,
    build_sdp,
    pack_connection,
    parse_sdp,
)

PATIENT = 120_000  # milliseconds
AXE = """
async () => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map((motion) => motion.finished));
  const {violations} = await axe.run(document, {resultTypes: ["violations"]});
  const named = (rule, node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`;
  return violations.flatMap((rule) => rule.nodes.map((node) => named(rule, node)));
}
"""


def axe(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {AXE_SCRIPT}; }}")
    faults: list[str] = page.evaluate(AXE)
    return faults


def wide(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    extra: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return extra


def lab(page: Page, name: str) -> None:
    """Press a button of the class's screen, with the Tab key."""
    expect(page.locator("#lab").get_by_role("button", name=name, exact=True)).to_be_visible()
    press_by_keyboard(page, name)


def teach(page: Page) -> str:
    """Open a class by keyboard; return its code."""
    tabbed_to(page, "#bar [data-shows=menu]")
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    press_by_keyboard(page, "Class")
    expect(page.locator("#class-name")).to_be_visible(timeout=PATIENT)
    tabbed_to(page, "#class-name")
    page.keyboard.type("7B")
    tabbed_to(page, "#lab select[name=lesson]")
    page.keyboard.type("Is this die")
    expect(page.locator("#lab select[name=lesson]")).to_have_value("die")
    lab(page, "Open the class")
    return code_of(page)


def code_of(page: Page) -> str:
    expect(page.locator("#class-code")).to_be_visible(timeout=PATIENT)
    return page.locator("#class-code").input_value().rpartition("#class=")[2]


def reply(page: Page, name: str) -> str:
    """Enter a name on a page that has followed the link of the class; return its code."""
    expect(page.locator("#class-student")).to_be_visible(timeout=PATIENT)
    tabbed_to(page, "#class-student")
    page.keyboard.type(name)
    page.keyboard.press("Enter")
    code = page.locator("#class-reply-code")
    expect(code).to_have_value(re.compile("."), timeout=PATIENT)
    return code.input_value()


def read(page: Page, code: str) -> None:
    """Read a student's code on the teacher's page."""
    tabbed_to(page, "#lab form[data-do=class-read] [name=code]")
    page.keyboard.insert_text(code)
    lab(page, "Enter code")


# Notes which of these parts of the page have been visible.
FIRST_SIGHT = """
window.firstSight = new Set();
(function look() {
  for (const id of ["setup", "opening", "lab"])
    if (document.getElementById(id)?.checkVisibility()) firstSight.add(id);
  requestAnimationFrame(look);
})();
"""


def ways(teacher: Page) -> str:
    """What the teacher's device has stored in order to reach the students after a reload."""
    key = "Object.keys(localStorage).find((key) => key.endsWith('class/teacher'))"
    stored: str = teacher.evaluate(f"() => localStorage[{key}].split('\"ways\"')[1]")
    return stored


def test_a_teacher_and_a_student_over_webrtc_and_both_reload(visit: Visits) -> None:
    # axe copies elements together with their style, which the policy then reports.
    visit.expected("style-src")
    teacher = visit()
    code = teach(teacher)
    expect(teacher.locator("#class-picture")).to_be_visible(timeout=PATIENT)
    assert axe(teacher) == []
    student = visit(
        before=lambda page: page.add_init_script(FIRST_SIGHT), at=visit.address + "#class=" + code
    )
    answer = reply(student, "Ada")
    # The start page has not been there before, not even for a moment.
    assert student.evaluate("() => [...firstSight].join(' ')") == "opening lab"
    read(teacher, answer)
    expect(student.locator(".class-state")).to_contain_text("Connected", timeout=PATIENT)
    expect(teacher.locator(".class-joined")).to_contain_text("Ada", timeout=PATIENT)
    lab(teacher, "Answers")
    tabbed_to(student, "#lesson-before input[type=radio]")
    student.keyboard.press("Space")
    expect(teacher.locator(".class-bars").first).to_contain_text("100%", timeout=5_000)
    press_by_keyboard(teacher, "Show it to everyone")
    writing = student.locator("#lesson-before input[type=radio]").last
    writing.focus()
    student.evaluate("scrollTo(0, 250)")
    expect(student.locator("#class-shown")).to_be_in_viewport(timeout=5_000)
    expect(student.locator("#class-shown .class-chart")).to_be_hidden()
    student.locator("#class-shown summary").click()
    expect(student.locator("#class-shown .class-chart")).to_be_in_viewport()
    for page in (teacher, student):
        assert axe(page) == []
        page.set_viewport_size({"width": 390, "height": 844})
        assert wide(page) <= 0
        page.set_viewport_size({"width": 1280, "height": 720})
    student.locator("#class-shown summary").click()
    expect(
        student.locator("#class-shown summary")
    ).to_be_focused()  # it has no name to be found by again
    lab(teacher, "Look here")
    expect(student.locator(".class-look")).to_be_visible(timeout=5_000)
    lab(teacher, "Back to work")
    expect(student.locator(".class-look")).to_be_hidden(timeout=5_000)
    expect(student.locator("#class-shown summary")).to_be_focused()
    writing.focus()
    student.evaluate("scrollTo(0, 250)")
    place = student.evaluate("document.activeElement.getBoundingClientRect().top")
    lab(teacher, "Look here")
    expect(student.locator(".class-look")).to_be_visible(timeout=5_000)
    lab(teacher, "Back to work")
    expect(writing).to_be_focused(timeout=5_000)
    again = student.evaluate("document.activeElement.getBoundingClientRect().top")
    assert abs(again - place) < 10, "the page is scrolled to where it was"
    before = ways(teacher)
    student.reload()
    visit.state(student, "ready")
    expect(student.locator(".class-state")).to_contain_text("Connected", timeout=PATIENT)
    expect(student.locator("#lesson-before input[type=radio]").first).to_be_checked()
    for _ in range(300):  # until the devices have agreed how to find each other next time
        if ways(teacher) != before:
            break
        teacher.wait_for_timeout(100)
    teacher.reload()
    visit.state(teacher, "ready")
    expect(teacher.locator(".class-head")).to_contain_text("1 of 1 connected", timeout=PATIENT)
    assert axe(teacher) == []


@pytest.mark.long
def test_a_class_of_four_makes_a_board_and_both_sides_reload(visit: Visits) -> None:
    """Four students rename ten spaces each. Two of them meet on a space, one gives a name twice."""
    visit.expected("style-src")
    teacher = visit()
    code = teach(teacher)
    students = [visit(at=visit.address + "#class=" + code) for _ in range(4)]
    for n, student in enumerate(students):
        student.set_viewport_size({"width": 390, "height": 844})
        read(teacher, reply(student, f"Student {n}"))
        expect(student.locator(".class-state")).to_contain_text("Connected", timeout=PATIENT)
    lab(teacher, "Overview")
    lab(teacher, "Make a board together")
    teacher.get_by_role("button", name="Atlantic City").click(timeout=PATIENT)
    to_class(teacher)
    assert axe(teacher) == []
    teacher.get_by_role("button", name=re.compile("Deal evenly to the class 7B")).click()
    teacher.locator("[data-do=maker-hand]").nth(1).click()
    teacher.locator("#maker-square-9").click()
    for n, student in enumerate(students):
        lab(student, "Open the board maker")
        own = [*range(10 * n, 10 * n + 10), *([9] if n == 1 else [])]
        for at in own:
            student.locator(f"#maker-square-{at}").click(timeout=PATIENT)
            student.locator("#maker-name").fill(DECK_ROOMS.get(at, f"Room {at} {n}"))
        if n == 3:
            student.locator("#maker-square-31").click()
            student.locator("#maker-name").fill("Room 11 1")
        if n == 1:
            student.reload()
            student.get_by_role("button", name="Back to the class").click(timeout=PATIENT)
            expect(student.locator("#maker-square-10")).to_contain_text(
                "Room 10 1", timeout=PATIENT
            )
        to_class(student)
        assert axe(student) == []
        assert wide(student) <= 0
        student.get_by_role("button", name="Hand in to the class 7B").click()
    handed = teacher.get_by_text("Handed in: 4 of 4.")
    expect(handed).to_be_visible(timeout=PATIENT)
    expect(teacher.locator("#maker-decide .maker-problem")).to_have_count(2)
    assert axe(teacher) == []
    teacher.reload()
    teacher.locator("[data-do=maker-saved]").first.click(timeout=PATIENT)
    to_class(teacher)
    expect(handed).to_be_visible()
    for left in (1, 0):
        teacher.locator("#maker-decide [data-do=maker-decide]").first.click()
        expect(teacher.locator("#maker-decide .maker-problem")).to_have_count(left)
    expect(teacher.locator("#maker-square-9")).to_contain_text("Room 9 1")
    expect(teacher.locator("#maker-square-31")).to_contain_text("Room 11 1")
    expect(teacher.locator("#maker-todo-title")).to_have_text("This board can be played.")


# The spaces of a deck have one name.
DECK_ROOMS = {
    **dict.fromkeys((7, 22, 36), "Lost and found"),
    **dict.fromkeys((2, 17, 33), "Letterbox"),
}


def to_class(page: Page) -> None:
    page.locator("[data-do=maker-tab][data-arg=class]").click(timeout=PATIENT)


# ---------------------------------------------------------------- a whole class

# Peers of a class in one page. Each is an RTCPeerConnection that speaks the protocol. Its own description
# is handed to the test, which builds the code from it.
PEERS = """() => {
  window.peers = [];
  window.make = async () => {
    const connection = new RTCPeerConnection();
    const channel = connection.createDataChannel("title-deed-table/1");
    const peer = {connection, channel, lesson: "", at: 0};
    channel.onopen = () => channel.send(peer.hello);
    channel.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.m === "sheet") peer.lesson = message.lesson;
    };
    setInterval(() => channel.readyState === "open" && channel.send('{"m":"still"}'), 3000);
    await connection.setLocalDescription(await connection.createOffer());
    for (let n = 0; n < 60 && connection.iceGatheringState !== "complete"; n++)
      await new Promise((later) => setTimeout(later, 50));
    peers.push(peer);
    return connection.localDescription.sdp;
  };
}"""
JOIN = """async ([answer, hello]) => {
  const peer = peers.at(-1);
  peer.hello = hello;
  await peer.connection.setRemoteDescription({type: "answer", sdp: answer});
}"""
# Each peer changes its answer about once a second; the answer is the time at which it was sent.
WRITE = """([q, rounds]) => new Promise((done, fail) => {
  const shut = peers.filter((peer) => peer.channel.readyState !== "open" || !peer.lesson).length;
  if (shut) return fail(new Error(`${shut} peers are not in the class`));
  let left = rounds * peers.length;
  peers.forEach((peer, n) => {
    for (let round = 0; round < rounds; round++)
      setTimeout(() => {
        const at = Date.now();
        const answer = {m: "answer", lesson: peer.lesson, q, text: `t${at}-${n}`, at};
        peer.channel.send(JSON.stringify(answer));
        if (--left === 0) setTimeout(done, 3000);
      }, round * 1000 + n * 37);
  });
})"""
# On the teacher's page: how long ago each answer was sent when it is first on the screen.
WATCH = """() => {
  window.seen = new Map();
  const look = () => {
    for (const item of document.querySelectorAll(".class-texts li")) {
      const text = item.textContent;
      if (/^t\\d+-/.test(text) && !seen.has(text)) seen.set(text, Date.now() - parseInt(text.slice(1)));
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.long
def test_thirty_join_within_a_minute_and_an_answer_arrives_within_a_second(visit: Visits) -> None:
    """Three real pages, and 27 peers that speak the protocol from one page. The test hands the codes on."""
    teacher = visit()
    code = teach(teacher)
    invitation = unpack_invitation(code)
    words = agreed_words(invitation.words)
    host = ConnectionDescription("active", *words, invitation.fingerprint, ())
    answer = build_sdp(host, later=True)
    pages = [visit(at=visit.address + "#class=" + code) for _ in range(2)]
    for page in pages:
        expect(page.locator("#class-student")).to_be_visible(timeout=PATIENT)
    crowd = visit()
    crowd.evaluate(PEERS)
    start = time.monotonic()
    for n, page in enumerate(pages):
        read(teacher, reply(page, f"Page {n}"))
    for n in range(27):
        sdp = crowd.evaluate("() => make()")
        hello = message(
            "hello",
            **{"class": invitation.id, "protocol": PROTOCOL, "name": f"Peer {n:02d}", "have": ""},
            device=f"{n:016x}",
            key=f"{n:032x}",
        )
        crowd.evaluate(JOIN, [answer, write_message(hello)])
        read(teacher, pack_reply(invitation, pack_connection(parse_sdp(sdp))))
    expect(teacher.locator(".class-head")).to_contain_text("29 of 29 connected", timeout=PATIENT)
    took = time.monotonic() - start
    lab(teacher, "Answers")
    lesson = builtin_lessons("en")["die"]
    q = next(n for n, asked in enumerate(lesson["questions"]) if asked["answer"] == "lines")
    teacher.evaluate(WATCH)
    crowd.evaluate(WRITE, [q, 8])
    late = sorted(teacher.evaluate("() => [...seen.values()]"))
    p95 = late[int(0.95 * len(late))]
    print(
        f"30 devices: joined after {took:.1f} s; {len(late)} answers on the teacher's screen after "
        f"{statistics.median(late)} ms (median), {p95} ms (p95), {late[-1]} ms (most)"
    )
    assert took < 60
    assert p95 < 1000
