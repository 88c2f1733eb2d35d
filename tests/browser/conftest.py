"""What tests in the browser share; each module starts the `platform` it needs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser.playing import Meet, Person
from tests.services.platform_processes import Platform


@pytest.fixture
def meet(browser: Browser, platform: Platform) -> Iterator[Meet]:
    """Makes somebody with a browser of their own, and looks at the end whether the browser complained."""
    met: list[Person] = []

    def make(*, url: str = platform.url, **more: object) -> Person:
        met.append(Person(browser, url, **more))  # type: ignore[arg-type]
        return met[-1]

    yield make
    for person in met:
        person.close()
    assert [line for person in met for line in person.complaints] == []
