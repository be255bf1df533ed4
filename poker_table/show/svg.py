"""Pages as self-contained SVG pictures: the chart of a page alone, or what a terminal shows."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from io import StringIO

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from poker_table.show import table, words
from poker_table.show.cells import cell_text
from poker_table.show.chart import shapes
from poker_table.show.html import plotted, scale
from poker_table.show.page import Page, Section

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
WIDTH, MARGIN, LABELS = 1120, 30, 190  # of a chart; the labels are beside intervals
FONT_SIZE, TITLE, ROW = 17, 60, 34  # of a chart; the heights of a title and an interval


def draw(page: Page) -> str:
    """Return the charts of a page as an SVG document or, if it has none, what a terminal shows."""
    if with_charts := [s for s in page.scales_first if s.chart or s.has_scale]:
        return _chart(page, with_charts)
    console = Console(
        file=StringIO(), record=True, width=COLUMNS, color_system="truecolor",
        legacy_windows=False, markup=False, highlight=False, emoji=False, _environ={},
    )  # fmt: skip
    table.draw(console, page)
    return console.export_svg(theme=THEME, unique_id="t", code_format=_format(page, TERMINAL))


def _chart(page: Page, sections: Sequence[Section]) -> str:
    """Return a picture of the charts and the intervals of sections, one below the other."""
    y, drawn = TITLE, [_text(page.title, MARGIN, 38, 'font-weight="700"', 1560 / len(page.title))]
    for section in sections:
        if section.title not in ("", page.title):
            drawn.append(_text(section.title, MARGIN, y + FONT_SIZE, 'font-weight="700"'))
            y += ROW
        if section.chart:
            height = round(FONT_SIZE * section.chart.height)
            drawn.append(_box(MARGIN, y, height, shapes(section.chart)))
            y += height
        else:
            y = _intervals(section, y, drawn)
    all_shapes = "\n".join(drawn)
    return _format(page, "{shapes}\n").format(width=WIDTH, height=y + MARGIN, shapes=all_shapes)


def _intervals(section: Section, y: int, drawn: list[str]) -> int:
    """Draw the intervals of a section below their scale, and return the y below them."""
    (column,) = [column for column in section.columns if column.legend]
    drawn.append(_box(LABELS, y, ROW, scale(column.legend)))
    for record in section.rows:
        y += ROW
        drawn.append(_text(cell_text(section.columns[0].cell_of(record)), MARGIN, y + ROW + 6))
        drawn.append(_box(LABELS, y + ROW // 2, ROW, plotted(getattr(record, column.field))))
    return y + 2 * ROW


def _box(x: int, y: int, height: int, shapes: str) -> str:
    """Return SVG shapes in a box that reaches to the right margin."""
    size = f'width="{WIDTH - MARGIN - x}" height="{height}" overflow="visible"'
    return f'<svg x="{x}" y="{y}" {size} color="#14161a">{shapes}</svg>'


def _text(text: str, x: int, y: int, style: str = "", size: float = FONT_SIZE) -> str:
    size = min(size, 26)
    return f'<text x="{x}" y="{y}" font-size="{int(size)}" {style}>{escape(text)}</text>'


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
