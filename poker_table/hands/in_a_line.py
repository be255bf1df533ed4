"""What a line of text may have besides the cards of one hand."""

from __future__ import annotations

BOARD_CARDS = 5  # at most, that belong to every hand in hold'em
