"""The time and memory of a simulation by its number of deals, as a chart for docs/speed.md.

Run `python tests/benchmarks/cost_chart.py [POWER]`: whole processes of `poker-table simulate` with
10^3 to 10^POWER deals (default 9), one worker each; writes cost.svg beside this file.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from math import log10
from pathlib import Path

from poker_table.simulation.engines.choice import FAST_FROM_HANDS

LEFT, TOP, WIDTH, HEIGHT = 70, 40, 480, 280
SECONDS = -1, 3  # powers of ten on the upright axis


def measure(deals: int) -> tuple[float, float]:
    """Return the seconds and the megabytes that a whole run takes."""
    command = [sys.executable, "-m", "poker_table", "simulate", str(deals), "--seed", "7"]
    start = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--workers", "1", "--format", "csv"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{deals} deals failed")
    return time.perf_counter() - start, used.ru_maxrss / 1024


def chart(measured: dict[int, tuple[float, float]], last: int) -> str:
    """Return the chart as SVG. Both axes are logarithmic; the label of a point is its memory."""

    def x(deals: float) -> float:
        return LEFT + WIDTH * (log10(deals) - 3) / (last - 3)

    def y(seconds: float) -> float:
        return TOP + HEIGHT * (SECONDS[1] - log10(seconds)) / (SECONDS[1] - SECONDS[0])

    def text(at_x: float, at_y: float, words: str, anchor: str = "middle") -> str:
        return f'<text x="{at_x:.0f}" y="{at_y:.0f}" text-anchor="{anchor}">{words}</text>'

    parts = [text(LEFT, 20, "Seconds of a whole run, one worker; memory in MB", "start")]
    powers = range(3, last + 1)
    parts += [text(x(10**power), TOP + HEIGHT + 20, f"10^{power}") for power in powers]
    parts.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 40, "deals of ten hands"))
    for power in range(SECONDS[0], SECONDS[1] + 1):
        parts.append(text(LEFT - 8, y(10**power) + 4, f"{10.0**power:g}", "end"))
        ends = f'x1="{LEFT}" x2="{LEFT + WIDTH}" y1="{y(10**power):.1f}" y2="{y(10**power):.1f}"'
        parts.append(f'<line {ends} stroke="#cccccc"/>')
    change = x(FAST_FROM_HANDS / 10)  # the first number of deals of ten hands
    parts.append(
        f'<line x1="{change:.1f}" x2="{change:.1f}" y1="{TOP}" y2="{TOP + HEIGHT}"'
        ' stroke="#D55E00" stroke-dasharray="4"/>'
    )
    parts += [
        text(change - 6, TOP + 14, "plain", "end"),
        text(change + 6, TOP + 14, "fast", "start"),
    ]
    points = [(x(deals), y(seconds), f"{mb:.0f}") for deals, (seconds, mb) in measured.items()]
    line = " ".join(f"{a:.1f},{b:.1f}" for a, b, _ in points)
    parts.append(f'<polyline points="{line}" fill="none" stroke="#0072B2" stroke-width="2"/>')
    for a, b, megabytes in points:
        parts.append(f'<circle cx="{a:.1f}" cy="{b:.1f}" r="4" fill="#0072B2"/>')
        parts.append(text(a, b - 10, megabytes))
    box = f'viewBox="0 0 {LEFT + WIDTH + 40} {TOP + HEIGHT + 55}"'
    style = 'font-family="sans-serif" font-size="13" fill="#444444"'
    background = '<rect width="100%" height="100%" fill="#ffffff"/>'
    body = "\n".join([background, f"<g {style}>", *parts, "</g>"])
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}>\n{body}\n</svg>\n'


def main() -> None:
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    measured = {}
    for power in range(3, last + 1):
        measured[10**power] = seconds, megabytes = measure(10**power)
        print(f"10^{power}: {seconds:.2f} s, {megabytes:.0f} MB")
    Path(__file__).with_name("cost.svg").write_text(chart(measured, last))


if __name__ == "__main__":
    main()
