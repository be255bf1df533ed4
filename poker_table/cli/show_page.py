"""Showing a result on standard output, or exporting it."""

from __future__ import annotations

from poker_table.cli.output import Output
from poker_table.show.cells import in_ascii
from poker_table.show.encoding import can_encode
from poker_table.show.forms import draw_page, stream_drawer
from poker_table.show.page import Page, Stream


def show_page(page: Page, output: Output) -> None:
    """Show a result on standard output, or export it."""
    form = output.form
    if form == "table":
        from poker_table.show.table import console_on, show

        show(console_on(output.out), page)
        return
    output.set_encoding(form)
    text = draw_page(form, page)
    if output.export:
        output.write_file(output.export, text)
    else:
        output.write(text if can_encode(output.out.encoding, text) else in_ascii(text))


def show_stream(stream: Stream, output: Output) -> None:
    """Show a result row by row as it comes, or export it."""
    form = output.form
    if form == "table":
        from poker_table.show import table

        table.draw_stream(table.console_on(output.out), stream)
        return
    output.set_encoding(form)
    if draw_stream := stream_drawer(form):
        output.write_stream(draw_stream(stream))
    else:
        show_page(stream.page, output)
