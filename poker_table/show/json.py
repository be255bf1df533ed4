"""A page as a JSON document, for other programs."""

from __future__ import annotations

import json

from poker_table.show.page import Page


def draw(page: Page) -> str:
    """Return what the page says, under the names of the README's vocabulary."""
    return json.dumps(page.document, indent=2) + "\n"
