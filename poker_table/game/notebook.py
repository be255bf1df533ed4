"""NotebookDisplay: what a notebook shows as a table, and Rich prints as one."""

from __future__ import annotations


class NotebookDisplay:
    """Cards, hands or a showdown that a notebook draws; what draws them is loaded only then."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from poker_table import as_html

        return as_html(self)

    def __rich__(self) -> object:
        from poker_table import as_rich

        return as_rich(self)
