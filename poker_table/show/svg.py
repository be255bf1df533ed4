"""Pages as self-contained SVG pictures: the chart of a page alone, or what a terminal shows."""

from __future__ import annotations

from html import escape
from io import StringIO

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from poker_table.show import table, words
from poker_table.show.chart import chart_as_svg
from poker_table.show.page import Page

COLUMNS = 100  # the width of the terminal
INK = 20, 22, 26
# Black on white, for slides and print. The only other colours are those of the cards.
THEME = TerminalTheme((255, 255, 255), INK, [INK] * 8)
# What rich fills in. Its own format has the frame of a window, and a font from a public host.
TERMINAL = """\
<style>
.t-matrix {{ font: 20px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }}
{styles}
</style>
<defs>{lines}</defs>
<g transform="translate({terminal_x} 20)">{backgrounds}<g class="t-matrix">{matrix}</g></g>
"""
WIDTH, MARGIN, FONT_SIZE = 1120, 30, 17  # of a chart


def draw(page: Page) -> str:
    """Return the charts of a page as an SVG document or, if it has none, what a terminal shows."""
    if any(section.chart for section in page.sections):
        return _charts(page)
    console = Console(
        file=StringIO(), record=True, width=COLUMNS, color_system="truecolor",
        legacy_windows=False, markup=False, highlight=False, emoji=False, _environ={},
    )  # fmt: skip
    table.draw(console, page)
    return console.export_svg(theme=THEME, unique_id="t", code_format=_format(page, TERMINAL))


def _charts(page: Page) -> str:
    size = min(26, 1560 // len(page.title))  # a long title is smaller
    y, drawn = 60, [_title(page.title, 38, size)]
    for section in page.sections:
        if not section.chart:
            continue
        if heading := page.heading(section):
            drawn.append(_title(heading, y + FONT_SIZE, FONT_SIZE))
            y += 2 * FONT_SIZE
        height, shapes = chart_as_svg(section.chart)
        height = round(FONT_SIZE * height)
        box = f'x="{MARGIN}" y="{y}" width="{WIDTH - 2 * MARGIN}" height="{height}"'
        chart = f'overflow="visible" font-size="{FONT_SIZE}" color="#14161a">{shapes}'
        drawn.append(f"<svg {box} {chart}</svg>")
        y += height + FONT_SIZE
    body = "\n".join(drawn)
    return _format(page, "{body}\n").format(width=WIDTH, height=y + MARGIN, body=body)


def _title(text: str, y: int, size: int) -> str:
    return f'<text x="{MARGIN}" y="{y}" font-size="{size}" font-weight="700">{escape(text)}</text>'


def _format(page: Page, body: str) -> str:
    """Return a format for a document: its fields are its size and the fields of the body."""
    texts = escape(page.title), escape(words.draw(page).strip())
    title, description = (text.replace("{", "{{").replace("}", "}}") for text in texts)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{width}} {{height}}" width="{{width}}" \
height="{{height}}" role="img" aria-labelledby="title desc" \
font-family="Verdana, DejaVu Sans, sans-serif" xml:lang="en">
<title id="title">{title}</title>
<desc id="desc">{description}</desc>
<rect width="{{width}}" height="{{height}}" fill="#ffffff"/>
{body}</svg>
"""
