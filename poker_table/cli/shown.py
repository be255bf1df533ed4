"""Whatever there is to see, on standard output, in the format asked for."""

from __future__ import annotations

from poker_table.show.text import in_ascii, spoken, view_lines, view_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from poker_table.cli.output import Output
    from poker_table.show.report import Section
    from poker_table.show.view import View


def show_view(view: View, form: str, output: Output) -> None:
    """Show a view as a table, as plain lines, or in words."""
    if form == "table":
        from poker_table.show.terminal import console_on, draw_view

        draw_view(console_on(output.out), view)
    else:
        _write(_told(view, form), output)


def show_steps(views: list[View], form: str, output: Output) -> None:
    """Show what happens at each step, and to whom, in words or as plain lines."""
    told = (view._replace(rows=tuple(row for row in view.rows if row.marked)) for view in views)
    _write("\n".join(_told(view, form) for view in told), output)


def show_lines(texts: Iterable[str], form: str, output: Output) -> None:
    """Show texts as they come, each of some lines: with colours, in words, or as they are."""
    if form == "table":
        from poker_table.show.terminal import console_on, draw_lines

        draw_lines(console_on(output.out), texts)
        return
    if form == "words":
        texts = map(spoken, texts)
    elif not output.can_write("·²³⁴"):
        texts = map(in_ascii, texts)
    for text in texts:
        output.data(text)


def show_report(
    sections: Sequence[Section], document: Mapping[str, object], form: str, output: Output
) -> None:
    """Show a report as tables or as plain lines, or the document of its counts as JSON."""
    if form == "json":
        import json

        output.data(json.dumps(document, indent=2) + "\n")
    elif form == "table":
        from poker_table.show.terminal import console_on, draw_report

        draw_report(console_on(output.out), sections)
    else:
        from poker_table.show.report import report_lines

        output.data(report_lines(sections))


def _told(view: View, form: str) -> str:
    return view_sentences(view) if form == "words" else view_lines(view)


def _write(text: str, output: Output) -> None:
    output.data(text if output.can_write(text) else in_ascii(text))
