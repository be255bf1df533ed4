"""Charts as SVG shapes: lines over a series of steps, stacked bars, and intervals on a scale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from math import log10
from typing import NamedTuple

from poker_table.show.cells import Interval, percent

STRONG = "#c8500a"  # stands out from white and from black
DASHES = "8 4", "2 3", "12 4 2 4"  # dash patterns of all named lines except the highest
SHARES = 1, 0.5, 0  # the shares that have a line across the chart
ROW_HEIGHT, KEY_HEIGHT = 3.0, 3.2  # of a name with its bar or interval; of a legend; in em
# The logarithmic scale of intervals, from 0.001 % to 100 %: the label of each line, and its
# position between 0 and 1.
SCALE = {f"{10.0**power:g} %": (power + 3) / 5 for power in range(-3, 3)}
SHADES = 0.3, 0.14  # the opacities of the parts of a bar, in turn
NAMED = 'font-weight="700" paint-order="stroke" stroke="#ffffff" stroke-width="5"'


class Line(NamedTuple):
    """A share after each step; a line without a name is thin."""

    shares: Sequence[float]
    name: str = ""


class Lines(NamedTuple):
    """Lines of equal length, with a label below one of the steps unless `step` is 0."""

    lines: Sequence[Line]
    step: int
    label: str
    axis_label: str


class Stacks(NamedTuple):
    """Stacked bars by name. Each bar consists of named shares that add up to 1."""

    bars: Mapping[str, Mapping[str, float]]


class Intervals(NamedTuple):
    """Confidence intervals by name, on a logarithmic scale; the legend explains their marks."""

    legend: str
    intervals: Mapping[str, Interval]


Chart = Lines | Stacks | Intervals


def chart_as_svg(chart: Chart) -> tuple[float, str]:
    """Return the height of a chart in em, and its SVG shapes, whose text has a fixed size.

    The shapes are as wide as their container.

    >>> chart_as_svg(Stacks({}))
    (0.0, '<g fill="currentColor"></g>')
    """
    match chart:
        case Lines():
            return 28, _lines(chart)
        case Stacks():
            return _rows({name: _bar(parts) for name, parts in chart.bars.items()})
    key = chart.legend.replace("┃", f'<tspan fill="{STRONG}">┃</tspan>')
    labels = (_text(label, x, 0, "middle", 'dy="2.7em"') for label, x in SCALE.items())
    height, rows = _rows({k: _interval(each) for k, each in chart.intervals.items()}, KEY_HEIGHT)
    return height, (
        '<svg x="6%" width="88%" overflow="visible" fill="currentColor">'
        f'<text y="1em" xml:space="preserve">{key}</text>{"".join(labels)}{rows}</svg>'
    )


def _rows(drawn: Mapping[str, str], y: float = 0.0) -> tuple[float, str]:
    """Return where drawings end that begin at y, and them, each with its name above it."""
    rows = []
    for name, shapes in drawn.items():
        box = f'y="{y + 1.2:.1f}em" height="1.5em" overflow="visible"'
        rows.append(f'<text y="{y + 1:.1f}em">{_escaped(name)}</text>')
        rows.append(f"<svg {box}>{shapes}</svg>")
        y += ROW_HEIGHT
    return y, f'<g fill="currentColor">{"".join(rows)}</g>'


def _bar(parts: Mapping[str, float]) -> str:
    drawn, x = [], 0.0
    for index, (part, share) in enumerate(parts.items()):
        label = f"{part} {percent(share, whole=True)}"
        size = f'x="{x:.2%}" width="{share:.2%}" height="100%"'
        shade = f'fill-opacity="{SHADES[index % 2]}"'
        drawn.append(f"<rect {size} {shade}><title>{_escaped(label)}</title></rect>")
        if share > 0.01 * len(label):
            drawn.append(_text(label, x + 0.005, 0, "start", 'dy="1.1em"'))
        x += share
    return "".join(drawn)


def _interval(interval: Interval) -> str:
    """Return the lines of the scale, and on them the exact share, the interval, and a dot."""
    shares = interval.low, interval.measured, interval.high, interval.exact or 0
    # A share below the scale is at its left end.
    places = [max(0.0, 1 + log10(share) / (len(SCALE) - 1)) if share else 0.0 for share in shares]
    low, measured, high, exact = (f"{place:.2%}" for place in places)
    drawn = [
        f'<line x1="{x:.0%}" x2="{x:.0%}" y2="100%" stroke="currentColor" stroke-opacity=".3"/>'
        for x in SCALE.values()
    ]
    if interval.exact:
        ends = f'x1="{exact}" x2="{exact}" y1="8%" y2="92%"'
        drawn.append(f'<line {ends} stroke="{STRONG}" stroke-width="4"/>')
    ends = f'x1="{low}" x2="{high}" y1="50%" y2="50%"'
    drawn.append(f'<line {ends} stroke="currentColor" stroke-width="3"/>')
    if places[1]:
        drawn.append(f'<circle cx="{measured}" cy="50%" r="5"/>')
    return "".join(drawn)


def _lines(chart: Lines) -> str:
    """Return the lines in a box that stretches, with texts on it that do not stretch."""
    last = max(1, len(chart.lines[0].shares) - 1)
    paths = [(_path(line, last), style) for line, style in _styled(chart)]
    beside = 'dx="-.5em" dy=".3em"'
    texts = [_text(percent(y, whole=True), 0, 1 - y, "end", beside) for y in SHARES]
    texts += [_text(chart.axis_label, 0.5, 1, "middle", 'dy="2.4em"')]
    texts += [_name(line, last) for line in chart.lines if line.name]
    if chart.step:
        paths.append((f"M{chart.step} 0v1", 'stroke-dasharray="6 5"'))
        anchor = "start", "middle", "end"
        third = min(2, 3 * chart.step // last)
        texts.append(_text(chart.label, chart.step / last, 1, anchor[third], 'dy="1.2em"'))
    drawn = (f'<path d="{d}" vector-effect="non-scaling-stroke" {style}/>' for d, style in paths)
    return (
        '<svg x="3.6em" y="11%" width="83%" height="67%" overflow="visible" fill="currentColor">'
        f'<svg viewBox="0 0 {last} 1" preserveAspectRatio="none" overflow="visible" fill="none"'
        f' stroke="currentColor">{"".join(drawn)}</svg>{"".join(texts)}</svg>'
    )


def _styled(chart: Lines) -> list[tuple[Line, str]]:
    """Return the lines with their styles. The last, drawn on top, is the one that ends highest."""
    across = [(Line([share, share]), 'stroke-opacity=".25"') for share in SHARES]
    thin = 'stroke-opacity=".4" stroke-width="1.5"'
    unnamed = [(line, thin) for line in chart.lines if not line.name]
    named = sorted((line for line in chart.lines if line.name), key=lambda line: line.shares[-1])
    dashed = [
        (line, f'stroke-width="2.5" stroke-dasharray="{dashes}"')
        for line, dashes in zip(named[:-1], cycle(DASHES), strict=False)
    ]
    highest = [(line, f'stroke-width="3.5" stroke="{STRONG}"') for line in named[-1:]]
    return [*across, *unnamed, *dashed, *highest]


def _path(line: Line, last: int) -> str:
    """Return the path of a line; x is a step, from 0 to `last`, and y is 0 at the top."""
    step = last / max(1, len(line.shares) - 1)
    points = (f"{index * step:g} {1 - share:.4g}" for index, share in enumerate(line.shares))
    return f"M{'L'.join(points)}"


def _name(line: Line, last: int) -> str:
    """Return the name of a line as a text above its first maximum."""
    x = line.shares.index(max(line.shares)) / last
    anchor = "start" if x < 0.15 else "end" if x > 0.6 else "middle"
    return _text(line.name, x, 0.94 - max(line.shares), anchor, f'dy=".3em" {NAMED}')


def _text(text: str, x: float, y: float, anchor: str, style: str) -> str:
    position = f'x="{x:.1%}" y="{y:.1%}" text-anchor="{anchor}"'
    return f"<text {position} {style}>{_escaped(text)}</text>"


def _escaped(text: str) -> str:
    from html import escape  # imported late: html has a large table, and few results need it

    return escape(text)
