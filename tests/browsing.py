"""What tests in a real browser share: Debian's Chromium, driven by Playwright.

Without the extra `browser` or Chromium, a file that imports this says so and is skipped.
"""

from __future__ import annotations

import shutil

import pytest

playwright = pytest.importorskip(
    "playwright.sync_api", reason="no playwright: no page is looked at in a browser"
)
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
in_a_browser = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium: no page is looked at in a browser"),
    pytest.mark.usefixtures("in_an_empty_folder"),
]


def audit(page: playwright.Page) -> list[str]:
    """Return what axe finds on a page that not everybody can use."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe")
    found = axe.Axe().run(page)
    return [found.generate_report()] if found.violations_count else []
