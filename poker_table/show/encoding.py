"""Whether a stream can show a text, and what it shows instead."""

from __future__ import annotations

_IN_ASCII = str.maketrans({"–": "-", "·": "*", "²": "^2", "³": "^3", "⁴": "^4", "✓": "+", "✗": "x"})


def can_encode(encoding: str | None, text: str) -> bool:
    """Return whether an encoding (None: UTF-8) can represent every character of a text."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def in_ascii(text: str) -> str:
    """Return a text for an output whose encoding lacks dashes, multiplication dots and powers.

    >>> in_ascii("7·13² + 8·13 + 5 = 1,292")
    '7*13^2 + 8*13 + 5 = 1,292'
    >>> in_ascii("11.93 – 13.22 %")
    '11.93 - 13.22 %'
    """
    return text.translate(_IN_ASCII)
