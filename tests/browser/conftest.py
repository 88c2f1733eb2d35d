"""Browsers of two sizes and two languages before an embedded server, started as a stranger would start it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.person import Person

HEIGHTS = {360: 640, 1440: 900}


@pytest.fixture
def person(browser: Browser) -> Iterator[Callable[..., Person]]:
    """Makes somebody with a browser of their own: `person(url, width=360, language="ar")`."""
    contexts = []

    def make(url: str, *, width: int, language: str = "en", motion: bool = False) -> Person:
        options: dict[str, Any] = {
            "viewport": {"width": width, "height": HEIGHTS[width]},
            "reduced_motion": "no-preference" if motion else "reduce",
            "locale": "en-GB",
            "has_touch": width < 600,
        }
        contexts.append(browser.new_context(**options))
        return Person(contexts[-1], url, language)

    yield make
    for context in contexts:
        context.close()
