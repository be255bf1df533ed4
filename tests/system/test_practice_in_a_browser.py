"""Practice as a page in a real browser: it asks what the terminal asks, whatever is answered.

Needs the extra `browser` and Debian's Chromium; without them it says so and is skipped.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from practising import AT_RANDOM, ONE_IN_TEN, POOL, practised, student
from program import run

from poker_table.hands.sentence import with_symbols
from poker_table.lesson.course import State, answered, next_question
from poker_table.lesson.feedback import Result, reply

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
playwright = pytest.importorskip(
    "playwright.sync_api", reason="no playwright: practice is not looked at in a browser"
)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium: practice is not looked at"),
    pytest.mark.usefixtures("in_an_empty_folder"),
]
KEPT = f"poker-table practice {POOL.seed}"


@pytest.fixture
def page() -> Iterator[playwright.Page]:
    """A phone that has just opened the page."""
    run("practice", "--seed", str(POOL.seed), "--export", "practice.html")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 640})
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(Path("practice.html").resolve().as_uri())
        yield page
        browser.close()


@pytest.mark.parametrize(
    ("believed", "slips"),
    [([g], "") for g in range(0, len(POOL.misconceptions), 6)]
    + [([], ONE_IN_TEN), ([0, 9], ""), ([11, 25], AT_RANDOM)],
)
def test_the_page_asks_and_says_the_same_question_for_question(page, believed, slips):
    state, answer = State(), student(believed, slips, 3)
    while (number := next_question(POOL, state)) is not None:
        question = POOL.questions[number]
        assert page.inner_text("h2") == f"{len(state.asked) + 1}. {question.text}"
        shown = page.eval_on_selector_all(".card", "all => all.map(each => each.textContent)")
        cards = [card.with_symbol for hand in question.hands for card in hand]
        assert shown == cards
        given = answer(question)
        page.keyboard.press(str(given + 1))
        before, state = state, answered(POOL, state, number, given)
        told = page.eval_on_selector_all(".reply p", "all => all.map(each => each.textContent)")
        expected = [*map(with_symbols, reply(POOL, before, state))]
        assert told[: len(expected)] == expected
    kept = json.loads(page.evaluate(f"localStorage.getItem('{KEPT}')"))
    assert kept["named"] == [[*named] for named in state.named]
    assert page.inner_text("h2") == "The end"
    assert told[-1].endswith(Result.of(POOL, state).code)


@pytest.mark.parametrize("look", ["light", "dark"])
def test_everybody_can_read_and_tap_every_question(page, look):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    page.emulate_media(color_scheme=look)
    answer = student([0])
    for number in practised(student([0]), 12).asked:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
        assert min(box["height"] for box in _boxes(page)) >= 48
        page.locator(".answers button").nth(answer(POOL.questions[number])).click()
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_it_remembers_on_this_phone_and_forgets_at_a_touch(page):
    page.locator(".answers button").first.click()
    page.reload()
    assert page.inner_text("h2").startswith("2. ")
    page.click("text=Forget my answers")
    assert page.inner_text("h2").startswith("1. ")
    assert page.evaluate(f"localStorage.getItem('{KEPT}')") is None


def _boxes(page: playwright.Page) -> list[dict[str, float]]:
    return [button.bounding_box() for button in page.locator(".answers button").all()]
