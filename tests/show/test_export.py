"""--export: HTML, SVG, Markdown and text files, and the accessibility of HTML and SVG."""

import re
import xml.etree.ElementTree as ElementTree
from html.parser import HTMLParser
from pathlib import Path

import pytest
from program import run
from rich.color import Color

from poker_table.files.deck_file import read_deck
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal
from poker_table.lesson.showdown import showdown_page
from poker_table.lesson.steps import steps
from poker_table.show import html, markdown, svg
from poker_table.show.cells import INKS, TILES
from poker_table.show.hand_rows import HandRow, hands_section
from poker_table.show.page import Page

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
SHOWDOWN = Showdown(deal(read_deck("run-3.txt")))
PAGES = {
    "showdown": showdown_page(SHOWDOWN, {"deck": "run-3.txt"}),
    "explained": showdown_page(SHOWDOWN, {"deck": "run-3.txt"}, explain=True),
    "step": steps(SHOWDOWN)[51],
}
HOSTILE = Page(
    '<script>"&\x1b', [hands_section([HandRow(None, 1, ())])], lead="<b>|</b>", footnote="]]>&amp;"
)


class Tags(HTMLParser):
    """The tags of an HTML page with their attributes. Fails if they are not properly nested."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.mark.parametrize("name", PAGES)
def test_html_is_accessible_and_self_contained(name):
    text = html.draw(PAGES[name])
    tags = Tags(text)
    assert tags.all("html") == [{"lang": "en"}]
    assert len(tags.all("main")) == len(tags.all("h1")) == len(tags.all("title")) == 1
    assert len(tags.all("table")) == len(tags.all("caption")) == 1
    scopes = [heading["scope"] for heading in tags.all("th")]
    assert scopes == ["col"] * 6 + ["row"] * 10
    cards = [span for span in tags.all("span") if "card" in (span["class"] or "")]
    assert len(cards) >= 50
    assert {span["role"] for span in cards} == {"img"}
    assert {"nine of diamonds", "ace of clubs"} <= {span["aria-label"] for span in cards}
    assert not tags.all("script") + tags.all("link") + tags.all("img")
    assert not re.search(r"https?:|url\(|@import|src=|href=", text)
    assert len(tags.all("dl")) == {"showdown": 0, "explained": 10, "step": 1}[name]


def test_the_caption_is_for_screen_readers_and_a_narrow_page_has_the_type_below_the_cards():
    style = html.draw(PAGES["showdown"]).partition("</style>")[0]
    assert re.search(r"caption \{ position: absolute; [^}]*clip-path: inset\(50%\)", style)
    narrow = style.partition("@media screen and (max-width: 44rem)")[2].partition("@page")[0]
    assert ".hands .below { grid-column: 3;" in narrow


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_suits_are_readable_on_the_white_cards_of_html_and_svg():
    for colour in INKS:
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5


@pytest.mark.parametrize("colours", TILES)
def test_suits_are_readable_on_terminals_of_every_colour_system(colours):
    """The result is exact for 256 colours and true colour; the 16 colours differ by terminal."""
    paper, inks = TILES[colours]
    paper, *inks = (Color.parse(name).get_truecolor().hex for name in (paper, *inks))
    assert min((luminance(paper) + 0.05) / (luminance(ink) + 0.05) for ink in inks) >= 4.5
    assert len(set(inks)) == 4


def test_nothing_in_a_title_becomes_markup():
    assert "&lt;script&gt;" in html.draw(HOSTILE)
    assert not Tags(html.draw(HOSTILE)).all("script")
    assert "\x1b" not in html.draw(showdown_page(SHOWDOWN, {"deck": "\x1b[2J"}))
    assert "\\<script\\>" in markdown.draw(HOSTILE)
    assert r"\<b\>\|\</b\>" in markdown.draw(HOSTILE)
    root = ElementTree.fromstring(svg.draw(HOSTILE._replace(title="<&>{width}")))
    assert root[0].text == "<&>{width}"


@pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))
def test_svg_is_accessible_and_self_contained(page):
    text = svg.draw(page)
    root = ElementTree.fromstring(text)
    space = "{http://www.w3.org/2000/svg}"
    assert (root[0].tag, root[0].text) == (f"{space}title", page.title)
    assert root[1].tag == f"{space}desc"
    assert "full house, jacks over fives" in (root[1].text or "") or page.lead
    assert "jack of diamonds" in (root[1].text or "")
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "title desc"
    assert text.count("http") == 1  # the XML namespace
    assert not re.search(r"href|url\((?!#)|@import|<image|<script|@font-face", text)
    assert "J♦" in [element.text for element in root.iter(f"{space}text")]
    ids = re.findall(r'id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert text == svg.draw(page)
    height = float(root.get("height") or 0)
    assert all(float(element.get("y") or 0) < height for element in root.iter(f"{space}text"))


def test_a_picture_of_a_chart_is_the_chart_alone():
    run("chances", "Kh Qs ; As Ac", "--board", "9d 2c Jh", "--export", "bars.svg")
    bars = Path("bars.svg").read_text("utf-8")
    assert ">Straight 92 %</text>" in bars
    assert "Equity" not in bars.partition("</desc>")[2]
    run("simulate", "200", "--seed", "1", "--export", "intervals.svg")
    text = Path("intervals.svg").read_text("utf-8").partition("</desc>")[2]
    assert "Won alone" not in text
    # each interval is below its name
    names = re.findall(r'<text y="([\d.]+)em">([^<]*)</text>', text)
    assert [name for _, name in names] == [str(kind) for kind in reversed(HandType)] * 2
    boxes = [*map(float, re.findall(r'<svg y="([\d.]+)em"[^>]*><line', text))]
    for (y, _), top, below in zip(names, boxes, [*boxes[1:], 99], strict=True):
        assert float(y) < top
        assert top + 1.4 < below or below < top  # the first one of the next chart


def test_markdown_has_a_table_and_the_explanation_of_each_hand():
    lines = markdown.draw(PAGES["explained"]).splitlines()
    assert lines[0] == "# Showdown of deck run-3.txt: best hand first"
    assert lines[2:5] == [
        "| Place | Player | Cards | Type | Base-13 value | In words |",
        "|---:|---:|---|---|---|---|",
        "| 1 | 4 | 5♣ 5♦ J♦ J♥ J♠ | Full House | jack 9, five 3 = 120 |"
        " full house, jacks over fives |",
    ]
    at = lines.index("## Player 4: full house, jacks over fives")
    assert lines[at + 2] == "- Cards: J♦ J♥ J♠ + 5♣ 5♦"
    assert sum(line.startswith("## Player") for line in lines) == 10


def test_a_text_file_may_be_in_words():
    words = "--format", "words"
    assert run("run-3.txt", "--export", "a.txt", *words) == (0, "", "Wrote a.txt\n")
    assert Path("a.txt").read_text() == run("run-3.txt", *words)[1]
