"""How a hand asks to be drawn, without loading what draws it."""

from __future__ import annotations


class Displayed:
    """Shows itself with the functions of show/itself.py, which are loaded when that happens.

    This is the one place where a lower floor reaches for a higher one: a notebook asks the object
    itself, and the object must not pay for HTML and rich before it is asked.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        from poker_table.show.itself import as_html

        return as_html(self)

    def __rich__(self) -> object:
        from poker_table.show.itself import as_rich

        return as_rich(self)
