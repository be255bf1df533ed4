"""A page as an HTML document, or one of its tables."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from json import dumps

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Suit
from poker_table.hands.explanation import Value
from poker_table.hands.sentence import Sentence, Text, card_in_words, parts
from poker_table.show.chart import shapes
from poker_table.show.page import (
    INKS,
    SCALE,
    Cell,
    Column,
    Interval,
    Link,
    Page,
    Row,
    Script,
    Section,
    Share,
    as_text,
    face,
    scale_position,
)

EXACT_COLOUR = "#c8500a"  # stands out from white and from black
STYLE = """\
:root { color-scheme: light dark; --paper: #ffffff; --ink: #14161a; --quiet: #4c5159;
  --rule: #c5c9d0; --highlight: #eef3fa }
@media (prefers-color-scheme: dark) {
  :root { --paper: #16181d; --ink: #f2f3f5; --quiet: #b4b9c2; --rule: #454a53;
    --highlight: #242a34 }
}
body { margin: 0 auto; padding: 1.5rem; max-width: 96rem; background: var(--paper);
  color: var(--ink); font: 1.125rem/1.45 system-ui, sans-serif }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.2; overflow-wrap: anywhere }
.lead { margin: 0 0 1rem; font-size: 1.25rem; min-height: 2.9em }
table { width: 100%; border-collapse: collapse }
caption { position: absolute; clip-path: inset(50%) } /* for screen readers only */
th, td { padding: .45rem .6rem; border-top: 1px solid var(--rule); text-align: left;
  vertical-align: baseline }
.share { width: 45% }
.bar { min-width: 1px; height: 1em; background: var(--quiet) }
.intervals * { vertical-align: middle }
.intervals .interval { padding: 0 2rem 0 .6rem }
.interval div { display: flex; align-items: center; gap: 2.2rem }
.interval span { flex: 0 0 13.5rem; text-align: right; white-space: nowrap }
.interval svg { flex: 1; height: 2.5rem; overflow: visible }
.lines { display: block; width: 100%; font-size: .9rem }
.lines [paint-order] { stroke: var(--paper) }
.note + table { margin-top: 1.5rem }
h2 { margin: 1.5rem 0 .25rem; font-size: 1.25rem }
thead th { border-top: 0; color: var(--quiet); font-size: 1rem }
tbody th { font-weight: inherit }
.number { width: 1%; white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums }
.hand { width: 18rem; white-space: nowrap }
.highlighted { background: var(--highlight); font-weight: 600 }
.card { display: inline-block; margin: .1rem .1rem 0 0; padding: 0 .2em; min-width: 1.6em;
  border: 1px solid #8d939c; border-radius: .25em; background: #ffffff; text-align: center;
  font-weight: 700 }
.hand .card { font-size: 1.3rem }
.making { border-bottom: .2em solid } /* the cards that make the type */
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .8rem; margin: .4rem 0;
  font-size: 1rem; font-weight: 400 }
.details { padding: 0 0 .3rem 4rem; border-top: 0 }
dt { color: var(--quiet) }
dd { margin: 0 }
.note { color: var(--quiet); font-size: 1rem }
.hands td:nth-child(n + 4) { white-space: nowrap }
@media print, (max-width: 98rem) { /* drop the least important column */
  .hands tr > :nth-child(6), .intervals tr > :nth-child(4):not(.interval) { display: none }
}
@media screen and (max-width: 44rem) { /* type and value are below the cards */
  body { padding: .75rem }
  .hands tr { display: grid; grid-template-columns: 3.5rem 4.25rem 1fr }
  .hands tr > :nth-child(n + 4) { grid-column: 3; padding-top: 0; border-top: 0;
    white-space: normal }
  .hands .details { grid-column: 1 / -1; padding-left: .6rem }
  .hands thead th:nth-child(n + 4) { display: none }
  .number, .hand { width: auto; white-space: normal }
  tbody td:not(.number, .hand), tbody th { overflow-wrap: anywhere }
  tbody th { min-width: 5em }
  th a { overflow-wrap: normal }
}
@media screen and (max-width: 68rem) { /* intervals are drawn below their numbers */
  .intervals tr { display: grid; grid-template-columns: 8rem 1.1fr 1.2fr .8fr; font-size: .9rem;
    border-top: 1px solid var(--rule) }
  .intervals tr > * { width: auto; border-top: 0; padding: .3rem .1rem 0 }
  .intervals .interval { grid-column: 1 / -1; padding: 0 1.5rem 0 1.6rem }
  .interval div { flex-wrap: wrap; gap: 0 }
  .interval span { flex-basis: 100%; margin-left: -1.5rem; text-align: left; color: var(--quiet) }
}
@page { margin: 14mm }
@media print {
  :root { --paper: #ffffff; --ink: #000000; --quiet: #4c5159; --rule: #c5c9d0;
    --highlight: #ffffff }
  html { font-size: 8.5pt }
  body { max-width: none; padding: 0 }
  .hand { width: 15rem }
  .hands td:nth-child(5) { white-space: normal }
  .intervals th { white-space: nowrap }
  .card { border-width: .5pt }
  thead .interval svg { height: 44px }
  .interval g { font-size: 7pt }
  tr { break-inside: avoid }
  tr:has(+ tr .details) { break-after: avoid }
}
""" + "".join(f".{suit.word} {{ color: {INKS[suit]} }}\n" for suit in Suit)


def draw(page: Page) -> str:
    """Return the page as a self-contained HTML document."""
    lead = f'<p class="lead">{_text(page.lead)}</p>\n' if page.lead else ""
    footnote = f'<p class="note">{_text(page.footnote)}</p>\n' if page.footnote else ""
    sections = "".join(_section(section, page.title) for section in page.scales_first)
    script = _script(page.script) if page.script else ""
    return f"""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(page.title)}</title>
<style>
{STYLE}</style>
</head>
<body>
<main>
<h1>{escape(page.title)}</h1>
{lead}{sections}{footnote}</main>
{script}</body>
</html>
"""


def _script(script: Script) -> str:
    """Return a style sheet, data and code; "<" is escaped, so the data cannot end the element."""
    data = dumps(script.data, ensure_ascii=False, separators=(",", ":")).replace("<", r"\u003c")
    return f"""\
<style>
{script.style}</style>
<script type="application/json" id="data">{data}</script>
<script>
{script.code}</script>
"""


def _section(section: Section, title: str) -> str:
    heading = f"<h2>{escape(section.title)}</h2>\n" if section.title not in ("", title) else ""
    caption = section.title or ("Cards and hand of each player" if section.large_cards else title)
    rows = table(section, caption) if section.rows else ""
    notes = "".join(f'<p class="note">{_text(note)}</p>\n' for note in section.notes)
    chart = ""
    if section.chart:
        height = f'height="{section.chart.height}em"'
        chart = f'<svg class="lines" role="img" {height}>{shapes(section.chart)}</svg>\n'
    return heading + chart + notes + rows if chart else heading + rows + notes


def table(section: Section, caption: str) -> str:
    """Return the rows of a section as an HTML table with a caption."""
    headings = "".join(map(_heading, section.columns))
    body = "".join(_row(row, section.columns) for row in section.table_rows)
    layout = "hands" if section.large_cards else "intervals" if section.has_scale else ""
    return f"""\
<table{layout and f' class="{layout}"'}>
<caption>{_text(caption)}</caption>
<thead><tr>{headings}</tr></thead>
<tbody>
{body}</tbody>
</table>
"""


def plotted(cell: Interval) -> str:
    """Return the SVG shapes of an interval on the scale; their positions are in per cent."""
    shares = cell.low, cell.measured, cell.high, cell.exact or 0
    low, measured, high, exact = (f"{100 * scale_position(share):.2f}%" for share in shares)
    drawn = [
        f'<line x1="{x:.0%}" x2="{x:.0%}" y2="100%" stroke="currentColor" stroke-opacity=".3"/>'
        for x in SCALE.values()
    ]
    if cell.exact:
        ends = f'x1="{exact}" x2="{exact}" y1="8%" y2="92%"'
        drawn.append(f'<line {ends} stroke="{EXACT_COLOUR}" stroke-width="4"/>')
    ends = f'x1="{low}" x2="{high}" y1="50%" y2="50%"'
    drawn.append(f'<line {ends} stroke="currentColor" stroke-width="3"/>')
    if scale_position(cell.measured):
        drawn.append(f'<circle cx="{measured}" cy="50%" r="5" fill="currentColor"/>')
    return "".join(drawn)


def scale(legend: str) -> str:
    """Return the SVG shapes above a column of intervals: the legend and the labels of the scale."""
    symbols = legend.replace("┃", f'<tspan fill="{EXACT_COLOUR}">┃</tspan>')
    labels = "".join(
        f'<text x="{x:.0%}" y="38" text-anchor="middle">{label}</text>'
        for label, x in SCALE.items()
    )
    style = 'font-size="14" fill="currentColor" font-weight="400"'
    return f'<g {style}><text y="14" xml:space="preserve">{symbols}</text>{labels}</g>'


def _heading(column: Column) -> str:
    if column.legend:
        drawn = f'<svg aria-hidden="true">{scale(column.legend)}</svg>'
        return f'<th scope="col" class="interval"><div><span>{column.name}</span>{drawn}</div></th>'
    return f'<th scope="col"{_class(column)}>{column.name}</th>'


def _row(row: Row, columns: Sequence[Column]) -> str:
    """Return a row; its details are in a second row, in a cell as wide as the table."""
    highlighted = ' class="highlighted" aria-current="true"' if row.highlighted else ""
    cells = "".join(_cell(*cell, row) for cell in zip(row.cells, columns, strict=True))
    rows = f"<tr{highlighted}>{cells}</tr>\n"
    if row.details:
        details = (f"<dt>{name}</dt><dd>{_text(text)}</dd>" for name, text in row.details.items())
        wide = f'<td class="details" colspan="{len(row.cells)}"><dl>{"".join(details)}</dl></td>'
        rows += f"<tr{highlighted}>{wide}</tr>\n"
    return rows


def _cell(cell: Cell, column: Column, row: Row) -> str:
    text = _text(as_text(cell))
    if isinstance(cell, Link):
        text = f'<a href="{escape(cell.url)}">{text}</a>'
    if column.row_header:
        return f'<th scope="row"{_class(column)}>{text}</th>'
    if isinstance(cell, Share):
        width = f'style="width: {100 * cell.share:.4g}%"'
        return f'<td class="share"><div class="bar" {width}></div></td>'
    if isinstance(cell, Interval):
        drawn = f'<svg aria-hidden="true">{plotted(cell)}</svg>'
        return f'<td class="interval"><div><span>{cell}</span>{drawn}</div></td>'
    if isinstance(cell, str | Sentence | Value | Link):
        return f"<td{_class(column)}>{text}</td>"
    cards = " ".join(_card(card, card in row.making) for card in cell)
    return f'<td class="hand">{cards}</td>'


def _class(column: Column) -> str:
    return ' class="number"' if column.number else ""


def _text(text: Text) -> str:
    """Return a text as HTML, with its cards drawn."""
    drawn = (_card(part) if isinstance(part, Card) else escape(str(part)) for part in parts(text))
    return "".join(drawn)


def _card(card: Card, making: bool = False) -> str:
    classes = f"card {card.suit.word}{' making' if making else ''}"
    label = f'role="img" aria-label="{card_in_words(card)}"'
    return f'<span class="{classes}" {label}>{"".join(face(card))}</span>'
