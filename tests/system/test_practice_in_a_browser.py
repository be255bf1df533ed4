"""Practice as a page in a real browser: taps are answers, and what was answered stays.

Needs the extra `browser` and Debian's Chromium; without them it says so and is skipped.
"""

import json
from pathlib import Path

import pytest
from browsing import audit, in_a_browser, playwright
from practising import needs_node, pool_data, practised
from program import run

from poker_table.practice.page import deciding_cards
from poker_table.practice.questions import (
    HAND_NAMES,
    KINDS,
    MISCONCEPTIONS,
    Question,
    question_pool,
)

pytestmark = in_a_browser
KEPT = "poker-table practice 1"


@pytest.fixture
def page(visit) -> playwright.Page:
    """A phone that has just opened the page."""
    run("practice", "--seed", "1", "--export", "practice.html")
    return visit(Path("practice.html").resolve().as_uri())


def current(page: playwright.Page) -> Question:
    names = "all => all.map(each => each.getAttribute('aria-label').replace(', decides', ''))"
    shown = page.eval_on_selector_all(".hand .card", names)
    text = page.inner_text("h2")
    cards = pool_data(1)["cards"]
    return next(
        question
        for question in question_pool(1)
        if KINDS[question.kind].text == text
        and [cards[str(card)][3] for hand in question.hands for card in hand.dealt] == shown
    )


def tap(page: playwright.Page, question: Question, answer: str) -> None:
    hands, kind = page.locator(".hand"), KINDS[question.kind]
    if question.kind == "order":
        for group in answer.split(", "):
            for number, name in enumerate(group.split(" = ")):
                hand = hands.nth(HAND_NAMES.index(name))
                hand.locator(".choice").click()
                if number:
                    hand.locator(".tie").click()
    elif kind.taps == "cards" and answer not in question.options:
        left = answer.split(" / ")
        for number, hand in enumerate(question.hands):
            digits = left[number].split() if kind.several else left[0].split()
            dealt = [f"{card.rank:d}" for card in hand.dealt]
            for digit in digits if kind.several or digits[0] in dealt else []:
                hands.nth(number).locator(".choice").nth(dealt.index(digit)).click()
                dealt[dealt.index(digit)] = ""
                if not kind.several:
                    return
    elif kind.taps == "hands" and answer in HAND_NAMES:
        hands.nth(HAND_NAMES.index(answer)).locator(".choice").click()
    else:
        page.locator(".body > .choice").nth(question.options.index(answer)).click()


def play(page: playwright.Page, believed: int, most: int = 60) -> int:
    """Answer like a student with a misconception; return how many answers were given."""
    for asked in range(most):
        if not page.locator(".hand").count():
            return asked
        question = current(page)
        tap(page, question, question.wrong.get(believed, question.right))
        page.click(".go")
        is_right = believed not in question.wrong
        assert ("✗" in page.inner_text(".verdict")) is not is_right
        assert current(page) == question  # the same hands stay
        decides = len(deciding_cards(question))
        assert page.locator(".decides").count() == decides
        assert page.locator(".why[open]").count() == (not is_right)
        page.click(".go")
    return most


@needs_node
@pytest.mark.parametrize("believed", [0, 46])
def test_taps_are_the_answers_of_the_course(page, believed):
    play(page, believed)
    [state] = practised([{"believed": [believed]}])
    kept = json.loads(page.evaluate(f"localStorage.getItem('{KEPT}')"))
    assert kept["answers"] == state["answers"]
    assert page.inner_text("h2") == "Not sure yet"
    assert page.inner_text(".code") == state["code"]
    assert MISCONCEPTIONS[believed].rule in page.inner_text(".known")
    page.click("text=Twelve more")
    assert page.locator(".hand").count()


def test_a_student_who_is_right_knows_the_rules(page):
    assert play(page, believed=-1) < 20
    assert page.inner_text("h2") == "You know the rules"
    assert page.inner_text(".progress") == "47 of 47 rules right so far."


@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (320, 180), (1366, 768)])
def test_everybody_can_read_and_tap_every_kind_of_question(page, look, width, height):
    """320 x 180 is a screen of 1280 x 720 enlarged to 400 %."""
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=look)
    data = pool_data(1)
    text = Path("practice.html").read_text()
    for kind in KINDS:
        some = [question for question in data["questions"] if question["kind"] == kind][:60]
        only = json.dumps({**data, "questions": some, "of": 0, "seed": kind}).replace(
            "<", r"\u003c"
        )
        before, _, after = text.partition('id="data">')
        Path("kind.html").write_text(f'{before}id="data">{only}{after[after.index("</script>") :]}')
        page.goto(Path("kind.html").resolve().as_uri())
        for is_open in True, False:
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            for button in page.locator(".choice, .tie, .go").all():
                box = button.bounding_box()
                assert min(box["width"], box["height"]) >= 44
            assert audit(page) == []
            if is_open:
                question = current(page)
                tap(page, question, next(iter(question.wrong.values())))
                page.click(".go")


def test_the_keyboard_is_enough(page):
    question = current(page)
    for name in question.right.replace(" = ", ", ").split(", "):
        page.keyboard.press(str(HAND_NAMES.index(name) + 1))
    page.keyboard.press("Enter")
    assert page.inner_text(".go") == "Next"
    assert page.evaluate("document.activeElement.className") == "go"
    page.keyboard.press("Enter")
    assert page.inner_text(".progress").startswith("Question 2.")
    assert page.evaluate("document.activeElement.tagName") == "H2"


def test_a_wrong_tap_can_be_undone_and_a_question_looked_at_again(page):
    page.locator(".hand .choice").nth(1).click()
    assert page.locator(".hand .choice[aria-pressed=true]").count() == 1
    page.locator(".hand .choice").nth(1).click()
    assert page.locator(".hand .choice[aria-pressed=true]").count() == 0
    assert page.locator(".go").is_disabled()
    first = current(page)
    play(page, believed=0, most=3)
    page.click("text=Look again")
    page.click("text=Question 1")
    assert current(page) == first
    assert page.locator(".why[open]").count() == 1
    page.click(".go")
    assert page.inner_text(".progress").startswith("Question 4.")


def test_it_remembers_on_this_phone_and_forgets_at_two_presses(page):
    play(page, believed=0, most=2)
    page.reload()
    assert page.inner_text(".progress").startswith("Question 3.")
    page.click("text=Forget")
    assert page.inner_text(".progress").startswith("Question 3.")
    page.click("text=Forget")
    assert page.inner_text(".progress").startswith("Question 1.")
    page.reload()
    assert page.inner_text(".progress").startswith("Question 1.")


@pytest.mark.parametrize(
    "kept",
    [
        '{"asked":[3,4],"given":[1,0],"named":[],"until":12}',  # of an earlier version
        '{"of":1,"answers":[[3,"A"]],"until":12}',  # to other questions
        '{"of":OF,"answers":[[99999,"A"]],"until":12}',
        '{"of":OF,"answers":[["x"]],"until":"y"}',
        '{"of":OF}',
        "null",
        "[]",
        "{",
    ],
)
def test_whatever_was_kept_there_is_a_question(page, kept):
    text = kept.replace("OF", str(pool_data(1)["of"]))
    page.evaluate(f"localStorage.setItem('{KEPT}', {json.dumps(text)})")
    page.reload()
    assert page.locator(".hand").count() == 4
    assert "starts again" in page.inner_text(".verdict")
    play(page, believed=0, most=1)
    page.reload()
    assert page.inner_text(".progress").startswith("Question 2.")


def test_a_frame_that_may_keep_nothing_asks_and_says_so(page):
    Path("platform.html").write_text(
        '<iframe sandbox="allow-scripts" src="practice.html" width="340" height="600"></iframe>'
    )
    page.goto(Path("platform.html").resolve().as_uri())
    frame = page.frame_locator("iframe")
    assert "keeps no answers" in frame.locator(".verdict").inner_text()
    frame.locator(".hand .choice").nth(0).click()
    assert frame.locator(".hand .choice").count() == 4
