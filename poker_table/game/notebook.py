"""NotebookDisplay: makes notebooks and Rich show an object as a table."""

from __future__ import annotations


class NotebookDisplay:
    """A base class that shows an object as a table; the drawing code is imported on demand."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from poker_table import as_html

        return as_html(self)

    def __rich__(self) -> object:
        from poker_table import as_rich

        return as_rich(self)
