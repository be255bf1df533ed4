"""Show a view on standard output in the format that is asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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
        from poker_table.show.text import in_ascii, view_lines

        lines = view_lines(view)
        output.data(lines if output.can_write(lines) else in_ascii(lines))
