"""The lesson in a real browser: every key, every size, every step, and everybody.

Needs the extra `browser` and Debian's Chromium; without them it says so and is skipped.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browsing import audit, in_a_browser, playwright
from program import run

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.hand import Hand
from poker_table.game.table import Showdown, deal
from poker_table.grading.judging.faults import Fault
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import class_page
from poker_table.grading.sheet import FAILED, Finding, Item, Sheet
from poker_table.lesson import page as lesson_page
from poker_table.lesson.drawing import drawing_data
from poker_table.lesson.showdown import showdown_page
from poker_table.lesson.steps import steps
from poker_table.show import html
from poker_table.show.page import Page

pytestmark = in_a_browser
PHONE = (360, 740)
SCREENS = {"1024x768": (1024, 768), "720p": (1280, 720), "1080p": (1920, 1080), "4k": (3840, 2160)}
SCREENS |= {"phone": PHONE}
Open = Callable[..., "playwright.Page"]


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("lesson") / "three.html"
    assert run("three.txt", "--export", str(path))[0] == 0
    return path


@pytest.fixture
def lesson(visit: Open, three: Path) -> Iterator[Open]:
    """Return what opens a lesson; afterwards it must have asked for nothing and said nothing."""
    said, asked = [], []

    def listens(page: playwright.Page) -> None:
        page.on("console", lambda message: said.append(message.text))
        page.on("dialog", lambda dialog: said.append(dialog.message))
        page.on("request", lambda request: asked.append(re.split("[?#]", request.url)[0]))

    def lesson(at: str = "step=1", path: Path = three, **more: object) -> playwright.Page:
        more = {"size": (1280, 720), **more}
        return visit(f"{path.as_uri()}#{at}", listens=listens, **more)

    yield lesson
    assert said == []
    assert set(asked) <= {path.as_uri() for path in [three, *Path.cwd().glob("*.html")]}


def where(page: playwright.Page) -> str:
    return page.evaluate("location.hash.slice(1)")


def press(page: playwright.Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def after(page: playwright.Page, keys: str) -> str:
    """Press some keys; return the address to which they lead."""
    press(page, keys)
    return where(page)


def through(page: playwright.Page) -> Iterator[str]:
    """Press Space until the end, and yield each address on the way once."""
    last = ""
    while True:
        if (at := where(page)) != last:
            yield (last := at)
        if at == "end":
            return
        press(page, "Space")


ROWS = """[...document.querySelectorAll('.seat')].map(seat => [
  seat.querySelector('h2').textContent,
  [...seat.querySelectorAll('.card')].map(card => card.ariaLabel).join(' '),
  seat.querySelector('.told').textContent].join(' - '))"""
NAMES = {name: word for word, (_, _, _, name) in drawing_data()["cards"].items()}


def table(page: playwright.Page) -> str:
    """Return the rows of the last screen as the program prints them."""
    text = "\n".join(page.evaluate(ROWS)) + "\n"
    return re.sub("|".join(NAMES), lambda match: NAMES[match[0]], text)


# What there is to see and to hear.


def test_each_step_is_announced_in_the_words_of_the_terminal(lesson):
    page = lesson()
    said = {at: page.inner_text(".said") and page.text_content(".said") for at in through(page)}
    told = run("three.txt", "--step", "--format", "words")[1].strip().split("\n\n")
    assert [said[f"step={n}"].strip() for n in range(1, 72)] == told
    assert page.get_attribute(".said", "aria-live") == "polite"


def test_it_ends_with_the_table_that_the_program_prints(lesson):
    assert table(lesson("end")) == run("three.txt")[1]


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Return what copies the lesson of a deck, written once, to the current folder."""
    folder = tmp_path_factory.mktemp("lessons")

    def lesson(deck: str) -> Path:
        path = folder / f"{deck}.html"
        assert path.exists() or run(deck, "--export", str(path))[0] == 0
        return Path(shutil.copy(path, "deck.html")).resolve()

    return lesson


# More often than there are screens and questions.
PLAY = """() => {
  const seen = new Set();
  for (let times = 0; times < 100; times++) {
    seen.add(location.hash);
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  }
  return seen.size;
}"""


@pytest.mark.usefixtures("without_chances")
@pytest.mark.parametrize("deck", bundled_decks())
def test_the_lesson_of_every_bundled_deck_plays_to_its_end(lesson, deck):
    run(deck, "--export", "deck.html")
    page = lesson(path=Path("deck.html").resolve())
    assert page.evaluate(PLAY) >= 73
    assert where(page) == "end"
    assert table(page) == run(deck)[1]


@pytest.mark.parametrize("players", ["1", "2", "3"])
def test_the_lesson_of_fewer_players_plays_to_its_end(lesson, players):
    run("run-1.txt", "--players", players, "--export", "few.html")
    page = lesson(path=Path("few.html").resolve())
    for _ in through(page):
        assert overflow(page) == []
    assert table(page) == run("run-1.txt", "--players", players)[1]


# Keys, the address, touch.

PHASES = "step=1 question=1 step=52 question=3 step=62 end".split()


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        *[("step=5", key, "step=6") for key in "Space Enter ArrowRight ArrowDown PageDown".split()],
        *[("step=5", key, "step=4") for key in "ArrowLeft ArrowUp PageUp".split()],
        ("step=5", "Home", "step=1"),
        ("step=5", "End", "end"),
        ("step=1", "ArrowLeft", "step=1"),
        ("end", "Space", "end"),
        *zip(["step=9"] * 6, "123456", PHASES, strict=True),
        ("step=9", "9", "step=9"),
        ("step=9", "n", "question=1"),
        ("question=2", "n", "step=52"),
        ("end", "n", "end"),
        ("step=9", "Control+1", "step=9"),
    ],
)
def test_a_key_goes_somewhere(lesson, start, key, end):
    page = lesson(start)
    assert after(page, key) == end


def test_the_address_says_the_step_and_a_link_opens_there(lesson):
    page = lesson("step=23")
    assert "Step 23 of 71" in page.text_content(".said")
    assert page.inner_text("[aria-current]") == "1 Deal"
    assert page.inner_text(".count") == "23 of 71"  # the number that the address and `--step` have
    press(page, "Space")
    page.reload()
    assert where(page) == "step=24"
    assert "Step 24 of 71" in page.text_content(".said")
    page.evaluate("location.hash = '#step=60'")
    page.wait_for_function("document.querySelector('.said').textContent.includes('Step 60 of')")
    assert page.inner_text("[aria-current]") == "3 Read"
    page.evaluate("location.hash = '#nowhere'")
    page.wait_for_function("document.querySelector('.said').textContent.includes('Step 1 of')")


def test_play_goes_on_by_itself_and_stops_at_every_question(lesson):
    page = lesson("step=48")
    page.clock.install()
    page.reload()
    press(page, "p")
    page.clock.run_for(3500)
    assert where(page) == "step=51"
    for question in "question=1", "question=2", "question=3", "why":
        page.clock.run_for(200_000)
        assert where(page) == question
        assert page.locator(".answer.right, .reply .why").count() == 0
        press(page, "p")  # there is nothing to play before the answer
        page.clock.run_for(200_000)
        assert where(page) == question
        press(page, "Space")
        assert page.locator(".reply .why").count() >= 1
        press(page, "p")
    press(page, "p")
    at = where(page)
    page.clock.run_for(60_000)
    assert where(page) == at


def test_a_presenter_s_remote_blanks_the_screen(lesson):
    page = lesson("question=1")
    press(page, ".")
    assert page.locator("dialog.black").is_visible()
    press(page, "PageDown")
    assert not page.locator("dialog.black").is_visible()
    assert where(page) == "question=1"
    press(page, "PageDown")
    assert page.locator(".answer.right").count() == 1
    assert after(page, "PageDown") == "question=2"
    assert after(page, "PageUp") == "question=1"
    press(page, "b")  # now that the answer is shown, no hand is counted for B
    assert page.locator("dialog.black").is_visible()


@pytest.mark.parametrize("key", ["x", "f"])
def test_full_screen_and_back(lesson, key):
    page = lesson()
    press(page, key)
    page.wait_for_function("document.fullscreenElement !== null")
    press(page, key)
    page.wait_for_function("document.fullscreenElement === null")


def test_an_answer_s_key_is_nothing_else_while_hands_are_counted(lesson):
    page = lesson("question=1")
    assert after(page, " ".join("bfBF123456789")) == "question=1"
    assert page.inner_text(".total") == "4 hands"
    assert not page.locator("dialog.black").is_visible()


def test_the_hand_types_are_shown_on_every_screen(lesson):
    page = lesson("question=1")
    press(page, "r")
    assert page.locator("dialog.types tr").count() == 9
    assert page.inner_text("dialog.types tr").endswith("1 in 64,974")
    press(page, "Space")  # closes, by the focused button
    assert not page.locator("dialog.types").is_visible()
    assert where(page) == "question=1"


@pytest.mark.parametrize("inside", ["src", "srcdoc"])
def test_a_frame_that_forbids_storage_stops_nothing(lesson, three, inside):
    page = lesson()
    text = three.read_text(encoding="utf-8") if inside == "srcdoc" else three.as_uri()
    page.evaluate(
        """([inside, text]) => { const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts"); frame[inside] = text;
        frame.style = "position: fixed; inset: 0; width: 100%; height: 100%; z-index: 9";
        document.body.append(frame); }""",
        [inside, text],
    )
    framed = page.frame_locator("iframe")
    framed.locator(".title").click()
    framed.locator("body").press("2")
    framed.locator("body").press("d")
    framed.locator("body").press(" ")
    playwright.expect(framed.locator(".verdict")).to_have_text("Three of a kind wins.")


def test_space_first_finishes_what_is_still_building(lesson):
    page = lesson("step=51", reduced_motion="no-preference")
    press(page, "3")
    assert after(page, "Space") == "step=52"  # the explanation of the first hand is complete
    assert after(page, "Space") == "step=53"
    shown = "getComputedStyle(document.querySelector('{}')).opacity"
    parts = ".panel .value", ".panel .sum", ".seat.now .worth"
    assert [page.evaluate(shown.format(part)) for part in parts] == ["0"] * 3
    assert after(page, "Space") == "step=53"
    assert [page.evaluate(shown.format(part)) for part in parts] == ["1"] * 3
    assert after(page, "Space") == "step=54"


def test_the_keys_are_shown_and_do_nothing_meanwhile(lesson):
    page = lesson("step=5")
    press(page, "?")
    assert page.locator("dialog.keys").is_visible()
    assert "Page Down" in page.inner_text("dialog.keys")
    press(page, "ArrowRight Escape")
    assert not page.locator("dialog.keys").is_visible()
    assert where(page) == "step=5"
    for key, panel in ("?", "keys"), ("r", "types"):
        for is_open in True, False:
            press(page, key)
            assert page.locator(f"dialog.{panel}").is_visible() is is_open


def test_a_button_pressed_with_the_mouse_does_not_take_the_space_key(lesson):
    page = lesson("step=5")
    page.click("text=Sort")
    assert after(page, "Space") == "step=63"


def test_tab_goes_through_the_number_fields_and_a_number_is_typed_into_each(lesson):
    page = lesson("question=1")
    for number in range(9):
        press(page, "Tab")
        assert page.evaluate("document.activeElement.ariaLabel").startswith("Hands for ")
        page.keyboard.type("120" if number != 3 else "121")
    assert page.inner_text(".total") == "1081 hands"
    press(page, "Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Hands for high card"
    press(page, "Shift+Tab")
    assert page.evaluate("document.activeElement.ariaLabel") == "Hands for straight flush"
    assert after(page, "Space") == "question=1"
    assert votes(page)["D"] == ("121", 1)


def test_every_button_has_a_place_in_the_order_of_tab_and_is_seen_there(lesson):
    page = lesson("step=1")
    seen = []
    for _ in range(6 + 4 + 2):
        press(page, "Tab")
        seen.append(
            page.evaluate(
                "[document.activeElement.tagName, getComputedStyle(document.activeElement)"
                ".outlineStyle, document.activeElement.ariaLabel"
                " || document.activeElement.textContent]"
            )
        )
    assert {outline for _, outline, _ in seen} == {"solid"}
    assert len({name for _, _, name in seen}) == len(seen)


def test_the_page_is_swiped(lesson):
    page = lesson("step=5", size=PHONE, has_touch=True)
    swipe = """([from, to]) => { for (const [type, x] of [['touchstart', from], ['touchend', to]]) {
      const touch = new Touch({ identifier: 1, target: document.body, clientX: x, clientY: 300 });
      document.body.dispatchEvent(new TouchEvent(type, { bubbles: true,
        touches: type === 'touchend' ? [] : [touch], changedTouches: [touch] })); } }"""
    page.evaluate(swipe, [300, 100])
    assert where(page) == "step=6"
    page.evaluate(swipe, [100, 300])
    page.evaluate(swipe, [300, 280])
    assert where(page) == "step=5"


# Questions.


VOTES = """[...document.querySelectorAll('.answer')].map(answer => {
  const bar = answer.querySelector('.tally i');
  return [answer.querySelector('kbd').textContent, answer.querySelector('.tally b')?.textContent,
    bar ? new DOMMatrix(getComputedStyle(bar).transform).a : 0]; })"""


def votes(page: playwright.Page) -> dict[str, tuple[str, float]]:
    """Return of each answer with a bar the number that stands there and how long it is."""
    return {key: (told, round(width, 1)) for key, told, width in page.evaluate(VOTES) if width}


def test_hands_are_counted_by_keys_and_seen_by_nobody_before_the_answer(lesson):
    page = lesson("question=1")
    press(page, "a Shift+B Shift+B c d Backspace")
    assert page.inner_text(".total") == "4 hands"
    assert votes(page) == {}
    assert {field.input_value() for field in page.locator("input").all()} == {""}
    press(page, "Space")
    assert votes(page) == {"A": ("1", 0.5), "B": ("2", 1), "C": ("1", 0.5)}
    assert page.inner_text(".verdict") == "Not a pair. Three of a kind wins."
    assert page.inner_text(".answer.right b") == "✓"
    assert page.inner_text(".score") == "Right so far: 0 of 4 votes"
    press(page, "d")  # too late
    assert page.inner_text(".answer.right b") == "✓"


def test_a_number_is_typed_into_a_field(lesson):
    page = lesson("question=1")
    page.click("input >> nth=3")
    page.keyboard.type("1x20")  # what is no digit does not get in
    press(page, "Tab")
    page.keyboard.type("75")
    press(page, "d")  # a key of an answer counts there, too
    assert page.inner_text(".total") == "196 hands"
    assert page.locator("input >> nth=3").input_value() == ""
    assert after(page, "Enter") == "question=1"
    press(page, "Space")
    assert page.inner_text(".answer.right .tally") == "121"
    assert votes(page) == {"D": ("121", 1), "E": ("75", 0.6)}
    assert page.inner_text(".score") == "Right so far: 121 of 196 votes"


def test_on_the_player_question_a_digit_is_a_player(lesson):
    page = lesson("question=2")
    assert after(page, "2 2 0 8") == "question=2"
    press(page, "Space")
    assert votes(page) == {"2": ("2", 1), "8": ("1", 0.5), "10": ("1", 0.5)}
    assert page.inner_text(".verdict") == "Player 2 wins."
    assert page.inner_text(".reply .why") == (
        "Player 2 against player 8: three of a kind beats a pair."
    )
    assert after(page, "4") == "question=2"  # too late, and no phase
    assert after(page, "Space 4") == "question=3"


def test_votes_survive_a_reload(lesson):
    page = lesson("question=1")
    press(page, "d Space Space 2")
    page.reload()
    assert where(page) == "question=2"
    assert page.inner_text(".total") == "1 hand"
    assert page.inner_text(".score") == "Right so far: 1 of 1 vote"
    press(page, "ArrowLeft")
    assert page.inner_text(".answer.right .tally") == "1"


def test_a_student_clicks_and_is_answered_at_once(lesson):
    page = lesson("question=1")
    page.click("button:has-text('two pair')")
    assert page.inner_text(".verdict") == "Not two pair. Three of a kind wins."
    assert page.inner_text(".reply .why") == "Player 2 has three of a kind, which beats two pair."
    assert page.inner_text(".answer.right .named span") == "three of a kind"
    assert page.inner_text(".score") == "Right so far: 0 of 1 vote"
    press(page, "Space")
    page.click("button[aria-label='8 player 8']")
    assert page.inner_text(".verdict") == "Not player 8. Player 2 wins."


def test_what_may_be_done_is_said_for_the_device_and_no_more_after_the_answer(lesson):
    page = lesson("question=1")
    phone = lesson("question=1", size=PHONE, is_mobile=True, has_touch=True)
    assert "Count raised hands: an answer's key adds one" in page.inner_text(".said")
    assert "Tap your answer." in phone.inner_text(".said")
    assert phone.locator("input:visible").count() == 0
    for each in page, phone:
        press(each, "Space")
        assert not re.search("Tap|Space", each.inner_text(".said"))


def test_in_a_narrow_window_the_fields_cover_no_number(lesson):
    """What a zoom of 400 % leaves of 1366 x 768 is 341 pixels wide."""
    gaps = """[...document.querySelectorAll('.answer')].map(answer =>
      answer.querySelector('input').getBoundingClientRect().left
      - answer.querySelector('kbd').getBoundingClientRect().right)"""
    assert min(lesson("question=2", size=(341, 640)).evaluate(gaps)) >= 0


def test_with_the_keyboard_alone_a_question_is_answered_and_left(lesson):
    page = lesson("question=3")
    assert page.locator(".seat:visible").count() == 0
    assert page.locator(".alone .name").all_inner_texts() == ["Player 2", "Player 8"]
    page.focus(".answer:nth-child(1) button")
    press(page, "Enter")
    assert page.inner_text(".verdict") == "Three nines decide."
    assert after(page, "Enter") == "why"


def test_the_paradox_is_asked_before_it_is_told(lesson):
    page = lesson("why")
    assert page.inner_text(".question") == (
        "A pair worth 27,080 loses to three of a kind worth 1,292. Why?"
    )
    assert page.locator(".reply .why").count() == 0
    press(page, "Space")
    told = page.locator(".reply .why").first.inner_text()
    assert told.startswith("The better type wins. Between")
    assert after(page, "Space") == "step=62"


def test_a_digit_flies_from_the_ruler_into_the_sum(lesson):
    page = lesson("step=53")
    assert page.locator(".ruler .used").all_inner_texts() == ["7\n5", "9\n7", "10\n8"]
    assert page.locator(".digit").all_inner_texts() == [
        "nine\n7·132\n1,183", "ten\n8·13\n104", "seven\n5\n5",
    ]  # fmt: skip
    assert page.inner_text(".value") == "= 1,292"
    assert page.locator(".panel .note").all_inner_texts() == [lesson_page.BASE]


@pytest.mark.parametrize("zoom", [1.5, 2])
def test_text_grows_with_the_zoom(lesson, zoom):
    """What a zoom of 150 % leaves of 1920 x 1080 are 1280 x 720 pixels, each 1.5 times as large."""
    text = "parseFloat(getComputedStyle(document.querySelector('.said')).fontSize)"
    normal = lesson("step=53", size=(1920, 1080)).evaluate(text)
    zoomed = lesson("step=53", size=(int(1920 / zoom), int(1080 / zoom))).evaluate(text)
    assert zoomed * zoom > 1.15 * normal


def test_the_chances_of_the_last_turn_are_covered_until_the_winner_is_known(lesson):
    page = lesson("step=51")
    told = "[...document.querySelectorAll('.told')].map(told => told.textContent)"
    assert page.evaluate(told) == ["?"] * 10
    press(page, "v")
    open_to_see = page.evaluate(told)
    assert open_to_see == [f"{100 * (player == 2)} %" for player in range(1, 11)]
    assert after(page, "v Space Space Space Space") == "question=2"
    assert page.evaluate(told) == open_to_see


def test_everybody_s_chance_over_the_deal_is_drawn_after_the_answer(lesson):
    page = lesson("question=2")
    assert after(page, "Space Space") == "chances"
    assert "card 42: 9♠ to player 2" in page.text_content(".chart")
    assert page.locator(".chart svg svg path").count() == 14


# Sizes, movement, paper.

OVERFLOW = """[...document.querySelectorAll('.stage *')].filter(element => {
  if (element.closest('.unseen, dialog, svg svg') || !element.getClientRects().length) return false;
  const box = element.getBoundingClientRect();
  const inside = (outer) => box.left >= outer.left - 1 && box.right <= outer.right + 1
    && box.top >= outer.top - 1 && box.bottom <= outer.bottom + 1;
  const holder = element.closest('.answer, .reply, .seat, .panel, header, footer');
  return box.right > innerWidth + 1 || box.left < -1
    || (holder && !element.closest('.pack') && !inside(holder.getBoundingClientRect()));
}).map(element => `${location.hash} ${element.className || element.tagName}`)"""


def overflow(page: playwright.Page) -> list[str]:
    """Return what sticks out of the window, or out of what holds it."""
    return page.evaluate(OVERFLOW)


@pytest.mark.parametrize("size", SCREENS.values(), ids=list(SCREENS))
@pytest.mark.parametrize("deck", ["three.txt", "every-hand-type.txt", "high-cards.txt"])
def test_everything_is_on_one_screen_and_a_phone_scrolls_downward_only(lesson, lessons, deck, size):
    page = lesson(path=lessons(deck), size=size)
    for _ in through(page):
        assert overflow(page) == []
        width, height = page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert width <= size[0]
        assert size == PHONE or height <= size[1]
        if page.locator(".answers").count():
            press(page, "Space")
            assert overflow(page) == []


def test_cards_fly_unless_motion_is_not_wanted(lesson):
    flying = "document.getAnimations().length"
    still, moving = lesson("step=5"), lesson("step=5", reduced_motion="no-preference")
    for page in still, moving:
        press(page, "Space")
    assert still.evaluate(flying) == 0
    assert moving.evaluate(flying) > 0


def test_players_keep_their_places_while_the_cards_are_dealt(lesson):
    page = lesson()
    boxes = "[...document.querySelectorAll('.seat')].map(s => s.getBoundingClientRect().toJSON())"
    before = page.evaluate(boxes)
    for at in through(page):
        if at == "question=1":
            break
        assert page.evaluate(boxes) == before


def test_on_paper_it_is_one_or_two_pages_with_all_the_readings(lesson):
    page = lesson("step=30", color_scheme="dark")
    printed = page.pdf(format="A4")
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", printed)) <= 2
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 688, "height": 1017})  # A4 within its margins
    assert page.evaluate("document.documentElement.scrollWidth") == 688
    assert not page.locator(".stage").is_visible()
    ink = page.locator("h1:visible").evaluate("title => getComputedStyle(title).color")
    assert ink == "rgb(0, 0, 0)"
    assert page.locator("dt:has-text('Value')").last.is_visible()


def test_without_scripts_the_whole_showdown_is_there_to_read(lesson):
    page = lesson(java_script_enabled=False)
    assert page.locator("dt:has-text('Value')").last.is_visible()
    assert page.locator("h1").inner_text() == "Showdown of deck three.txt: best hand first"


def test_a_hostile_name_of_a_deck_is_text(lesson):
    name = "<script>alert(1)<\u2044script>\"'&\x07\u202e.txt"
    assert run("three.txt", "--save", name)[0] == 0
    assert run(name, "--export", "hostile.html")[0] == 0
    page = lesson(path=Path("hostile.html").resolve())
    title = page.inner_text("h1")
    assert title.startswith("<script>alert(1)<\u2044script>\"'&")
    assert not {"\x07", "\u202e"} & set(title)
    assert page.locator("script").count() == 2


# Letters, the class, and pages of a result.

NASTY = "<script>alert(1)</script>\"'&<img src=x onerror=alert(2)>"


def pages() -> dict[str, Page]:
    """Return pages without a script, among them those of a student who wishes us ill."""
    hand = Hand.of("2H 3D 4C 5H AS", 3)
    fault = Fault(
        "type-taken", NASTY, {"types"}, NASTY,
        hands=(hand,), printed=(f"Player 3 - {NASTY}",), deck=NASTY,
    )  # fmt: skip
    finding = Finding(("types",), fault, (NASTY,))
    remark = f"The compiler says: {NASTY}"
    items = (Item("types", "Every hand is given its type", 5, 2.5, FAILED, NASTY),)
    sheets = [Sheet(NASTY, items, (finding,), (remark,)), Sheet(NASTY, (), trouble=NASTY)]
    showdown, source = Showdown(deal(read_deck("run-3.txt"))), {"deck": NASTY}
    return {
        "letter": letter(sheets[0]),
        "class": class_page(sheets),
        "showdown": showdown_page(showdown, source),
        "explained": showdown_page(showdown, source, explain=True),
        "step": steps(showdown)[51]._replace(title=NASTY),
    }


PAPER = {"dark": "rgb(14, 58, 45)", "light": "rgb(219, 231, 222)"}


@pytest.mark.parametrize("name", ["letter", "class", "showdown", "explained", "step"])
@pytest.mark.parametrize("size", [(1920, 1080), (390, 844)], ids=["projector", "phone"])
@pytest.mark.parametrize("look", PAPER)
def test_a_page_without_a_script_is_read_by_all_and_runs_nothing(lesson, name, size, look):
    Path("page.html").write_text(html.draw(pages()[name]))
    page = lesson(path=Path("page.html").resolve(), size=size, color_scheme=look)
    assert NASTY in page.inner_text("body")
    assert page.locator("script, img").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == PAPER[look]
    assert audit(page) == []


# Everyone.


@pytest.mark.parametrize("size", [(1280, 720), PHONE], ids=["projector", "phone"])
@pytest.mark.parametrize(
    "at",
    "step=1 step=38 question=1 question=2 chances step=53 question=3 why step=63 end keys".split(),
)
def test_axe_finds_nothing(lesson, at, size):
    """In light and dark colours, and in those that the reader forces on every page."""
    page = lesson(at if "=" in at else "end", size=size)
    if at == "question=3":
        press(page, "a Space")
    if at == "keys":
        press(page, "?")
    for look in {"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}:
        page.emulate_media(**look)
        assert audit(page) == [], look
