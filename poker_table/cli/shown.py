"""Show a view, steps or lines one after another, on standard output in the format asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from poker_table.cli.output import Output
    from poker_table.show.view import View


def show_view(view: View, form: str, output: Output) -> None:
    """Show a view as a table, as plain lines, or in words."""
    if form == "table":
        from poker_table.show.terminal import console_on, draw_view

        draw_view(console_on(output.out), view)
    elif form == "words":
        from poker_table.show.words import view_sentences

        output.data(view_sentences(view))
    else:
        from poker_table.show.text import view_lines

        _plain(view_lines(view), output)


def show_steps(views: list[View], form: str, output: Output) -> None:
    """Show what happens at each step, and to whom, as plain lines or in words."""
    if form == "words":
        from poker_table.show.words import step_sentences

        output.data(step_sentences(views))
    else:
        from poker_table.show.text import step_lines

        _plain(step_lines(views), output)


def _plain(lines: str, output: Output) -> None:
    from poker_table.show.text import in_ascii

    output.data(lines if output.can_write(lines) else in_ascii(lines))


def show_lines(texts: Iterable[str], form: str, output: Output) -> None:
    """Show texts as they come, each of some lines: with colours, in words, or as they are."""
    if form == "table":
        from poker_table.show.terminal import console_on, draw_lines

        draw_lines(console_on(output.out), texts)
        return
    if form == "words":
        from poker_table.show.words import spoken

        texts = map(spoken, texts)
    elif not output.can_write("·²³⁴"):
        from poker_table.show.text import in_ascii

        texts = map(in_ascii, texts)
    for text in texts:
        output.data(text)
