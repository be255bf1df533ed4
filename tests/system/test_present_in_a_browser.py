"""A class in a real browser: projector, remote and three phones through a whole lesson.

Needs the extras `browser` and `present`, and Debian's Chromium; without them it says so.
"""

import signal
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from browsing import audit, in_a_browser, playwright
from presenting import Running, presenting

pytest.importorskip("starlette", reason="no Starlette: no class is held")
pytestmark = in_a_browser
LINES = """selector => {
  const { lineHeight } = getComputedStyle(document.querySelector(selector));
  return Math.round(document.querySelector(selector).clientHeight / parseFloat(lineHeight)); }"""
BROKEN = """() => [...document.querySelectorAll("#answers button, h1, p")].filter((element) => {
  const range = document.createRange();
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode())
    for (const { 0: word, index } of texts.currentNode.data.matchAll(/\\S+/g)) {
      range.setStart(texts.currentNode, index);
      range.setEnd(texts.currentNode, index + word.length);
      if (range.getClientRects().length > 1) return true;
    }
  return element.scrollWidth > element.clientWidth;
}).map(({ textContent }) => textContent)"""
OUTSIDE = """[...document.querySelectorAll('.panel *')].filter(element => {
  const box = element.getBoundingClientRect();
  const panel = element.closest('.panel').getBoundingClientRect();
  const isOutside = box.top < panel.top - 1 || box.bottom > panel.bottom + 1;
  return box.height && !element.closest('.reply') && isOutside;
}).map(element => element.className || element.tagName)"""
SIZES = [(360, 640), (390, 844), (1024, 768), (1366, 768), (1920, 1080), (844, 390)]


@pytest.fixture
def visit(visit: Callable[..., playwright.Page]) -> Iterator[Callable[..., playwright.Page]]:
    """Return what opens an address; nothing that it asks for may be against its policy."""
    said = []

    def listens(page: playwright.Page) -> None:
        page.on("console", lambda message: said.append(message.text))

    yield partial(visit, listens=listens)
    assert not [text for text in said if "Policy" in text]


def has(page: playwright.Page, text: str, within: str = "body") -> None:
    playwright.expect(page.locator(within)).to_contain_text(text, timeout=30_000)


def tallies(screen: playwright.Page) -> list[playwright.Locator]:
    return [each.locator(".tally b") for each in screen.locator(".answer").all()]


def vote(phone: playwright.Page, number: int) -> None:
    phone.locator("#answers button").nth(number).click()
    has(phone, "You may change it", "#message")


def led(page: playwright.Page, act: Callable[[], object]) -> None:
    """Act as the lecturer, as soon as the server is not deaf any more."""
    heard = False
    while not heard:
        with page.expect_response("**/lead") as answer:
            act()
        heard = answer.value.json()["heard"]


def push(remote: playwright.Page, name: str) -> None:
    led(remote, remote.get_by_role("button", name=name, exact=True).click)


def press(screen: playwright.Page, key: str) -> None:
    screen.wait_for_timeout(1100)  # sooner it would be the second of two presses
    led(screen, lambda: screen.keyboard.press(key))


def home(running: Running) -> str:
    return f"http://127.0.0.1:{running.port}/"


def lecturers(running: Running, screen: str) -> str:
    """Return the address of the projector or the remote."""
    return f"{home(running)}lecturer#{running.keys[screen]}"


def to_question(screen: playwright.Page, number: int, key: str = " ") -> None:
    for _ in range(90):
        if screen.evaluate("location.hash") == f"#question={number}":
            return
        screen.keyboard.press(key)
        screen.wait_for_timeout(30)
    raise AssertionError(screen.url)


@pytest.fixture
def running() -> Iterator[Running]:
    with presenting("three.txt") as running:
        yield running


@pytest.fixture
def phone(visit: Callable[..., playwright.Page], running: Running) -> playwright.Page:
    phone = visit(home(running))
    has(phone, "Connected.", "#connection")
    return phone


def test_a_whole_lesson_with_both_votes(visit):
    with presenting("three.txt") as running:
        screen = visit(lecturers(running, "Projector"), (1366, 768))
        has(screen, "Vote with your phone")
        assert screen.url == f"{home(running)}projector"
        remote = visit(lecturers(running, "Remote"))
        has(remote, "Connected.")
        phones = [
            visit(home(running), color_scheme=scheme) for scheme in ("light", "dark", "light")
        ]
        for phone in phones:
            has(phone, "Connected.")
        has(screen, "3 phones here")
        screen.keyboard.press(" ")
        screen.locator(".seat").first.wait_for(timeout=60_000)  # an earlier key would be lost
        to_question(screen, 1)
        has(screen, "0 of 3", "#voted")
        for phone, answer in zip(phones, (1, 3, 2), strict=True):
            has(phone, "What do you think?")
            vote(phone, answer)
        vote(phones[2], 1)
        has(screen, "3 of 3", "#voted")
        assert screen.evaluate(LINES, "#poll .address") == 1
        assert not remote.locator("#bars tr").count()
        press(screen, " ")
        has(screen, "The vote is closed", "#stage")
        has(remote, "30 to 70 % are right: let them talk, then vote again.")
        has(remote, "2 (67 %)")
        for page in (*phones, screen):
            assert "right" not in page.locator("body").inner_text().lower()
        # One goes offline, one reloads, the server is killed and comes back.
        phones[0].context.set_offline(True)
        has(phones[0], "No connection", "#connection")
        phones[1].reload()
        has(phones[1], "The vote is closed.")
        running.stop(signal.SIGKILL)
        has(phones[1], "No connection", "#connection")
        with presenting("three.txt", port=running.port) as running:
            assert "Continuing the class in" in running.said
            phones[0].context.set_offline(False)
            for page in phones:
                has(page, "Connected.", "#connection")
            has(remote, "Open the link in the terminal; after a restart, the new", "#connection")
            assert remote.locator("button").count() == 0
            remote.goto(lecturers(running, "Remote"))
            screen.goto(lecturers(running, "Projector"))
            has(remote, "2 (67 %)")
            has(screen, "The vote is closed", "#stage")
            push(remote, "Reopen the vote")
            has(screen, "Vote now", "#stage")
            for phone in phones:
                has(phone, "You may change it.")
            push(remote, "Close the vote")
            has(screen, "The vote is closed", "#stage")
            press(screen, "t")
            for page in (screen, *phones):
                has(page, " s", "#timer")
            push(remote, "Vote again now")
            for phone, answer in zip(phones, (3, 3, 1), strict=True):
                has(phone, "Vote again: what do you think now?")
                vote(phone, answer)
            has(screen, "3 of 3", "#voted")
            push(remote, "Close the vote")
            has(screen, "The vote is closed", "#stage")
            press(screen, "PageDown")
            has(screen, "✓", ".answer.right")
            bars = [each.all_inner_texts() for each in tallies(screen)]
            assert bars[1] == ["67 %", "33 %"]
            assert bars[3] == ["33 %", "67 %"]
            has(screen, "Not a pair. Three of a kind wins.", ".reply")
            assert screen.evaluate(OUTSIDE) == []
            for phone in phones:
                has(phone, "Right!" if phone is not phones[2] else "Not a pair.", "#message")
            for page in (screen, remote, *phones):
                assert audit(page) == []
            for size in SIZES:
                phones[0].set_viewport_size({"width": size[0], "height": size[1]})
                wide = phones[0].evaluate("document.documentElement.scrollWidth > innerWidth")
                assert not wide, size
            screen.wait_for_timeout(1100)
            screen.keyboard.press(" ")
            for number in 2, 3:
                to_question(screen, number)
                for phone in phones:
                    has(phone, "What do you think?", "#message")
                    vote(phone, 1)
                has(screen, "3 of 3", "#voted")
                press(screen, "Enter")
                has(remote, "Show the answer", "#walk")
                push(remote, "Show the answer")
                has(screen, "✓", ".answer.right")
                screen.wait_for_timeout(1100)
                screen.keyboard.press(" ")
            has(phones[0], "of 3", "#score")
            remote.once("dialog", lambda dialog: dialog.accept())
            push(remote, "End the class")
            has(phones[0], "The class is over.")
            assert "The class is over. The votes are in ./class-" in running.stop()
            phones[0].wait_for_timeout(6000)
            assert phones[0].inner_text("#connection") == ""


def test_a_vote_that_came_too_late_is_said_until_the_next_one(running, phone):
    teacher = running.lecturer()
    teacher.lead("open")
    has(phone, "What do you think?")
    phone.context.set_offline(True)
    phone.locator("#answers button").nth(2).click()
    has(phone, "Your vote: C, being sent", "#message")
    teacher.lead("close")
    phone.context.set_offline(False)
    said = "Your vote C came too late. "
    has(phone, f"{said}The vote is closed.", "#message")
    teacher.lead("talk")
    has(phone, f"{said}Convince your neighbour.", "#message")
    teacher.lead("vote again")
    has(phone, f"{said}Vote again: what do you think now?", "#message")
    vote(phone, 1)
    assert said not in phone.inner_text("#message")


def test_the_remote_asks_before_a_slip_spoils_anything(visit, running):
    remote, phone = visit(lecturers(running, "Remote")), visit(home(running))
    projector = running.phone(joined=False)
    projector.use(running.keys["Projector"])
    has(phone, "Connected.", "#connection")
    projector.lead("open")
    projector.ask("GET", "state?screen=projector&at=0")
    asked = list[str]()
    remote.on("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    close = remote.get_by_role("button", name="Close the vote")
    has(remote, "Close the vote", ".go")
    remote.get_by_role("button", name="Back").click()
    assert asked == ["The vote is open. Close it and leave?"]
    push(remote, "Close the vote")
    has(remote, "closed: 0 of 1 voted")
    assert close.count() == 0
    show = remote.get_by_role("button", name="Show the answer")
    with remote.expect_event("dialog"):
        show.click()
    assert asked[1:] == ["Only 0 of 1 voted. Show the answer?"]
    assert projector.state("remote")["stage"] == "closed"
    push(remote, "Reopen the vote")
    vote(phone, 1)
    push(remote, "Close the vote")
    push(remote, "Show the answer")
    has(remote, "Next", "#walk")
    assert len(asked) == 2


def test_going_back_on_the_remote_closes_the_vote_that_is_left(visit, running):
    remote = visit(lecturers(running, "Remote"))
    projector = running.phone(joined=False)
    projector.use(running.keys["Projector"])
    projector.lead("open")
    projector.ask("GET", "state?screen=projector&at=0")
    has(remote, "Close the vote", ".go")
    remote.on("dialog", lambda dialog: dialog.accept())
    remote.get_by_role("button", name="Back").click()
    has(remote, "closed: 0 of 0 voted")
    assert projector.state("projector")["leave"] == ""


def test_a_phone_that_may_not_join_says_why(visit, running):
    teacher = running.lecturer()
    teacher.lead("lock")
    phone = visit(home(running))
    has(phone, "The lecturer has locked joining.", "#connection")
    teacher.lead("unlock")
    has(phone, "Connected.", "#connection")
    assert teacher.state("remote")["refused"] <= 3
    phone.context.clear_cookies()  # as after a new start
    has(phone, "Connected.", "#connection")


def test_what_a_phone_takes_home(running, phone, tmp_path):
    teacher = running.lecturer()
    teacher.lead("open")
    has(phone, "What do you think?")
    vote(phone, 3)
    teacher.lead("close")
    teacher.lead("reveal")
    teacher.lead("open", 1)
    has(phone, "Which player wins?")
    teacher.lead("end")
    has(phone, "The class is over.", "h1")
    has(phone, "Right: 1 of 1", "#score")
    has(phone, "Your answer: three of a kind.", "#review")
    assert phone.locator("#review .hand").count() == 10
    assert "Which player" not in phone.inner_text("body")
    assert audit(phone) == []
    with phone.expect_download() as saved:
        phone.get_by_text("Save this as a file").click()
    saved.value.save_as(tmp_path / "saved.txt")
    text = (tmp_path / "saved.txt").read_text()
    assert "Right: 1 of 1" in text
    assert "Player 2: 7H 9H TS 9D 9S" in text
    assert "Right: three of a kind. Player 2: three nines, then ten, seven" in text


@pytest.mark.parametrize("size", [(360, 640), (320, 568)])
def test_no_word_is_broken(visit, running, size):
    phone, teacher = visit(home(running), size), running.lecturer()
    has(phone, "Connected.", "#connection")
    for question in range(3):
        teacher.lead("open", question)
        has(phone, "decides between" if question == 2 else "type" if not question else "player")
        assert phone.evaluate(BROKEN) == []


def test_slips_on_the_projector_spoil_nothing(visit, running):
    """Keys pressed twice, leaving a vote, going back, a reload: what a lecturer does by mistake."""
    screen = visit(lecturers(running, "Projector"), (1366, 768))
    phone, remote = visit(home(running)), running.lecturer()
    has(phone, "Connected.", "#connection")
    has(screen, "Vote with your phone")
    screen.keyboard.press(" ")
    screen.locator(".seat").first.wait_for(timeout=60_000)
    to_question(screen, 1)
    screen.keyboard.press(" ")  # the second of two presses
    has(screen, "0 of 1", "#voted")
    screen.wait_for_timeout(1100)
    screen.keyboard.press("4")
    screen.keyboard.press("n")
    assert screen.evaluate("location.hash") == "#question=1"
    assert remote.state("remote")["stage"] == "first vote"
    has(screen, "The vote is open. Close it and leave? Then press again.", "#message")
    screen.wait_for_timeout(1100)
    screen.keyboard.press("Home")  # which leads elsewhere, and so is asked itself
    has(screen, "Then press again.", "#message")
    assert screen.evaluate("location.hash") == "#question=1"
    playwright.expect(screen.locator("#message")).to_be_empty(timeout=8000)
    screen.keyboard.press("n")
    press(screen, "n")  # so the vote is closed and the lesson goes on
    has(phone, "The vote is closed.")
    assert screen.evaluate("location.hash") != "#question=1"
    screen.wait_for_timeout(1100)
    screen.evaluate("location.hash = '#question=2'")  # never asked: it opens no vote
    has(phone, "The vote will open soon.")
    screen.reload()
    has(screen, "Space opens the vote", "#stage")
    press(screen, " ")
    has(phone, "What do you think?")
    press(screen, " ")
    has(screen, "0 of 1", "#voted")
    screen.wait_for_timeout(1100)
    screen.keyboard.press(" ")
    has(screen, "Only 0 of 1 voted. Show the answer? Then press again.", "#message")
    assert remote.state("remote")["stage"] == "closed"
    press(screen, "t")
    has(phone, "Convince your neighbour.")
    left = remote.state("remote")["seconds_left"]
    screen.reload()
    has(screen, "Convince your neighbour", "#stage")
    assert remote.state("remote")["seconds_left"] <= left


def test_a_projector_that_is_opened_at_an_answer_shows_it(visit, running):
    teacher = running.lecturer()
    for action in "open", "close", "reveal":
        teacher.lead(action, 1)
    screen = visit(lecturers(running, "Projector"), (1366, 768))
    has(screen, "✓", ".answer.right")
    covered = screen.locator(".chance.covered")  # the chances show who wins
    playwright.expect(covered).to_have_count(0)
    teacher.lead("hide", 1)
    playwright.expect(covered).not_to_have_count(0)
