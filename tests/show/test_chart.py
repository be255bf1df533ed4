"""Charts: the shapes have the right sizes, and no text overlaps another."""

from __future__ import annotations

import re

from poker_table.show.chart import Line, Lines, Stacks, chart_as_svg


def test_the_parts_of_a_bar_are_side_by_side_and_as_wide_as_their_shares():
    parts = {"Straight": 0.9189, "Two Pair": 0.0487, "Three of a Kind": 0.0324}
    _, drawn = chart_as_svg(Stacks({"Hand 1": parts, "Hand 2": {"Pair": 1.0}}))
    rects = re.findall(r'<rect x="(.*?)%" width="(.*?)%".*?<title>(.*?)<', drawn)
    assert [(float(x), float(width), part) for x, width, part in rects] == [
        (0, 91.89, "Straight 92 %"),
        (91.89, 4.87, "Two Pair 5 %"),
        (96.76, 3.24, "Three of a Kind 3 %"),
        (0, 100, "Pair 100 %"),
    ]
    tops = [float(y) for y in re.findall(r'<svg y="(.*?)em"', drawn)]
    assert len(tops) == 2
    assert tops[0] < tops[1]
    texts = re.findall(r"<text.*?>(.*?)</text>", drawn)
    assert texts == ["Hand 1", "Straight 92 %", "Hand 2", "Pair 100 %"]


def test_the_label_of_a_step_is_below_all_lines_and_names():
    for step, anchor in (1, "start"), (3, "middle"), (5, "end"):
        lines = [Line([0, 0.4, 0.1, 0, 1, 0], "Player 9"), Line([0.1] * 6, "Player 7")]
        _, drawn = chart_as_svg(Lines(lines, step, "card 1", "cards"))
        label = next(each for each in drawn.split("<text ") if "card 1" in each)
        assert f'y="100.0%" text-anchor="{anchor}" dy="1.2em"' in label
