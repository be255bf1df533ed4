"""Lines over the steps of something, and bars of parts, as shapes of SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

STRONG = "#c8500a"  # to be told from white and from black
DASHES = "8 4", "2 3", "12 4 2 4"  # of the named
SHARES = 1, 0.5, 0
LABEL_AT = 0.4, 0.3, 0.2, 0.55, 0.7  # heights of the label: the first with no name near it
BAR, SHADES = 4, (0.3, 0.14)  # the height of a bar with its name, in letters; of its parts
NAMED = 'font-weight="700" paint-order="stroke" stroke="#ffffff" stroke-width="5"'


class Line(NamedTuple):
    """Shares, one after each step; a line without a name is drawn thin."""

    shares: Sequence[float]
    name: str = ""


class Chart(NamedTuple):
    """Lines of equal length, and a label for one of the steps."""

    lines: Sequence[Line]
    at: int
    label: str
    steps: str  # what they are

    @property
    def height(self) -> float:
        """The height of the drawing, in em."""
        return 28


class Stacks(NamedTuple):
    """Bars with a name each, and the parts of each, which are one together, by their names."""

    bars: Mapping[str, Mapping[str, float]]

    @property
    def height(self) -> float:
        """How high they are drawn, in letters."""
        return BAR * len(self.bars)


def shapes(chart: Chart | Stacks) -> str:
    """Return the shapes of a chart that fills its container; its letters keep their size."""
    return _bars(chart) if isinstance(chart, Stacks) else _lines(chart)


def _bars(stacks: Stacks) -> str:
    """Return bars one below the other; a part too narrow for its name has none."""
    from html import escape  # it has a large table, and most results are not drawn

    drawn = []
    for number, (name, parts) in enumerate(stacks.bars.items()):
        top, x = BAR * number, 0.0
        drawn.append(f'<text y="{top + 1}em" font-weight="700">{escape(name)}</text>')
        for place, (part, share) in enumerate(parts.items()):
            look = f'x="{x:.2%}" width="{share:.2%}" height="1.9em" fill="currentColor"'
            shade = f'fill-opacity="{SHADES[place % 2]}"'
            drawn.append(f'<rect y="{top + 1.5}em" {look} {shade}><title>{part}</title></rect>')
            label = f"{part} {share:.0%}"
            if share > 0.01 * len(label):
                drawn.append(f'<text x="{x + 0.005:.2%}" y="{top + 2.8}em">{label}</text>')
            x += share
    return f'<g fill="currentColor">{"".join(drawn)}</g>'


def _lines(chart: Chart) -> str:
    last = max(1, len(chart.lines[0].shares) - 1)
    paths = [(_path(line, last), look) for line, look in _looks(chart)]
    texts = [_text(f"{share:.0%}", 0, 1 - share, "end", 'dx="-.5em"') for share in SHARES]
    texts += [_text(chart.steps, 0.5, 1.12, "middle")]
    texts += [_name(line, last) for line in chart.lines if line.name]
    if chart.at:
        paths.append((f"M{chart.at} 0v1", 'stroke-dasharray="6 5"'))
        side, apart = ("end", -0.015) if 2 * chart.at > last else ("start", 0.015)
        names = [_above(line) for line in chart.lines if line.name]
        free = max(LABEL_AT, key=lambda y: min([0.1, *(abs(y - name) for name in names)]))
        texts.append(_text(chart.label, chart.at / last + apart, free, side, NAMED))
    lines = (f'<path d="{d}" vector-effect="non-scaling-stroke" {look}/>' for d, look in paths)
    return (
        '<svg x="3.2em" y="12%" width="84%" height="76%" overflow="visible" fill="currentColor">'
        f'<svg viewBox="0 0 {last} 1" preserveAspectRatio="none" overflow="visible" fill="none"'
        f' stroke="currentColor">{"".join(lines)}</svg>{"".join(texts)}</svg>'
    )


def _looks(chart: Chart) -> list[tuple[Line, str]]:
    """Return the lines as they are drawn one above the other, each with its look."""
    rules = [(Line([share, share]), 'stroke-opacity=".25"') for share in SHARES]
    thin = [(line, 'stroke-opacity=".4" stroke-width="1.5"') for line in chart.lines]
    named = sorted((line for line in chart.lines if line.name), key=lambda line: line.shares[-1])
    strong = [
        (line, f'stroke-width="3.5" stroke="{STRONG}"' if line is named[-1]
         else f'stroke-width="2.5" stroke-dasharray="{DASHES[number % len(DASHES)]}"')
        for number, line in enumerate(named)
    ]  # fmt: skip
    return [*rules, *[each for each in thin if not each[0].name], *strong]


def _path(line: Line, last: int) -> str:
    step = last / max(1, len(line.shares) - 1)
    points = (f"{number * step:g} {1 - share:.4g}" for number, share in enumerate(line.shares))
    return f"M{'L'.join(points)}"


def _name(line: Line, last: int) -> str:
    """Return the name of a line above where it is first at its highest."""
    at = line.shares.index(max(line.shares)) / last
    side = "start" if at < 0.15 else "end" if at > 0.6 else "middle"
    return _text(line.name, at, _above(line), side, NAMED)


def _above(line: Line) -> float:
    return 0.94 - max(line.shares)


def _text(text: str, x: float, y: float, side: str, look: str = "") -> str:
    from html import escape

    return (
        f'<text x="{x:.1%}" y="{y:.1%}" dy=".3em" text-anchor="{side}" {look}>{escape(text)}</text>'
    )
