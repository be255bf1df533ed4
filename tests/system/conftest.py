"""The browser of a file of tests, and its pages."""

from collections.abc import Callable, Iterator

import pytest


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    from browsing import CHROMIUM, FLAGS, playwright

    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def visit(browser) -> Iterator[Callable[..., object]]:
    """Return what opens an address in a context of its own; scripts must not have failed.

    It is given the address, the size and options of the context; `listens` gets the page first.
    """
    contexts, failed = [], []

    def visit(address, size=(360, 640), listens=lambda page: None, **options):
        viewport = {"width": size[0], "height": size[1]}
        options = {"viewport": viewport, "reduced_motion": "reduce", **options}
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: failed.append(str(error)))
        listens(page)
        page.goto(address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert failed == []
