"""Whether a stream can show a text."""

from __future__ import annotations


def can_encode(encoding: str | None, text: str) -> bool:
    """Return whether an encoding (None: UTF-8) can represent every character of a text."""
    try:
        text.encode(encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
