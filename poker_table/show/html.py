"""A page as an HTML document, or one of its tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from html import escape
from json import dumps

from poker_table.files.text import package_text
from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Suit
from poker_table.hands.sentence import RIGHT, WRONG, Part, Text, card_in_words, parts
from poker_table.show.cells import INKS, Bar, Cell, Link, as_text
from poker_table.show.chart import chart_as_svg
from poker_table.show.page import Column, Page, Row, Section

MARK_CLASSES: dict[Part, str] = {RIGHT: "right", WRONG: "wrong"}


def draw(page: Page) -> str:
    """Return the page as a self-contained HTML document."""
    lead = f'<p class="lead">{_text(page.lead)}</p>\n' if page.lead else ""
    footnote = f'<p class="note">{_text(page.footnote)}</p>\n' if page.footnote else ""
    sections = "".join(_section(section, page) for section in page.sections)
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)}</title>
<style>
{looks()}</style>
</head>
<body>
<main>
<h1>{escape(page.title)}</h1>
{lead}{sections}{footnote}</main>
{page.script}</body>
</html>
"""


def inks(selector: str = "") -> str:
    """Return style rules for the colours of the cards within a selector."""
    return "".join(f"{selector}.{suit.word} {{ color: {INKS[suit]} }}\n" for suit in Suit)


@cache
def looks() -> str:
    """Return the style sheet of every page."""
    return package_text("show/page.css") + inks()


def script(data: Mapping[str, object], code: str, style: str) -> str:
    """Return the elements that make a page interactive: a style sheet, data, and code.

    In the data "<" is escaped, so that they cannot end their element.

    >>> script({"title": "</script>"}, code="", style="").count("</script>")
    2
    """
    text = dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
    return f"""\
<style>
{style}</style>
<script type="application/json" id="data">{text}</script>
<script>
{code}</script>
"""


def _section(section: Section, page: Page) -> str:
    title = page.heading(section)
    heading = f"<h2>{escape(title)}</h2>\n" if title else ""
    rows = table(section, title or page.title) if section.records else ""
    notes = "".join(f'<p class="note">{_text(note)}</p>\n' for note in section.notes)
    chart = ""
    if section.chart:
        height, shapes = chart_as_svg(section.chart)
        chart = f'<svg class="lines" role="img" height="{height:g}em">{shapes}</svg>\n'
    return heading + chart + notes + rows if chart else heading + rows + notes


def table(section: Section, caption: str) -> str:
    """Return the rows of a section as an HTML table with a caption."""
    headings = "".join(f'<th scope="col"{_class(c)}>{c.name}</th>' for c in section.columns)
    body = "".join(_row(row, section.columns) for row in section.table_rows)
    return f"""\
<table{' class="hands"' * any(column.below for column in section.columns)}>
<caption>{_text(caption)}</caption>
<thead><tr>{headings}</tr></thead>
<tbody>
{body}</tbody>
</table>
"""


def _row(row: Row, columns: Sequence[Column]) -> str:
    highlighted = ' class="highlighted" aria-current="true"' if row.highlighted else ""
    cells = "".join(_cell(*cell, row) for cell in zip(row.cells, columns, strict=True))
    rows = f"<tr{highlighted}>{cells}</tr>\n"
    if row.details:
        details = (f"<dt>{name}</dt><dd>{_text(text)}</dd>" for name, text in row.details.items())
        wide = f'<td class="details" colspan="{len(row.cells)}"><dl>{"".join(details)}</dl></td>'
        rows += f"<tr{highlighted}>{wide}</tr>\n"
    return rows


def _cell(cell: Cell, column: Column, row: Row) -> str:
    text = _text(as_text(cell), row.making)
    if isinstance(cell, Link):
        text = f'<a href="{escape(cell.url)}">{text}</a>'
    if column.row_header:
        return f'<th scope="row"{_class(column)}>{text}</th>'
    if isinstance(cell, Bar):
        bar = f'<div class="bar" style="width: {100 * cell.share:.4g}%"></div>'
        return f"<td{_class(column, 'share')}>{bar}</td>"
    kind = "hand" if type(cell) is tuple else ""  # cards
    return f"<td{_class(column, kind)}>{text}</td>"


def _class(column: Column, kind: str = "") -> str:
    """Return the classes of a cell: its kind, how it is aligned, and when it is left out."""
    drop = f"drop{column.drop_order}" if column.drop_order else ""
    classes = [*filter(None, [kind, "number" * column.number, "below" * column.below, drop])]
    return f' class="{" ".join(classes)}"' if classes else ""


def _text(text: Text, making: Collection[Part] = ()) -> str:
    """Return a text as HTML, with its cards drawn, and signs in the colour of right and wrong."""
    return "".join(_part(part, part in making) for part in parts(text))


def _part(part: Part, making: bool) -> str:
    if isinstance(part, Card):
        classes = f"card {part.suit.word}{' making' * making}"
        label = f'role="img" aria-label="{card_in_words(part)}"'
        return f'<span class="{classes}" {label}>{part.with_symbol}</span>'
    text = escape(str(part))
    colour = MARK_CLASSES.get(part)
    return f'<span class="{colour}">{text}</span>' if colour else text
