"""The fourth game in Chromium. It brings nothing to the browser: the generic panel and the shared table do it all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.services.platform_processes import Platform

pytestmark = pytest.mark.browser


def test_a_match_with_the_generic_panel(browser: Browser, embedded: Callable[..., Platform]) -> None:
    server = embedded(DJANGO_SETTINGS_MODULE="config.settings.test")
    me = Person(browser, server.url, width=360)
    watcher = Person(browser, server.url, width=1440)
    watcher.come_to(me.open_table("whist3", target=3))
    watcher.wait_for_table()

    def look(kind: str) -> None:
        if kind not in me.done:
            me.fits()
            me.picture(f"whist3-{kind}")

    me.play(until="finished", each=look)
    assert {"card", "again"} <= set(me.done)
    me.picture("whist3-finished")
    expect(watcher.page.locator(".moment.result")).to_be_visible(timeout=20_000)
    watcher.sees_as(me)
    points = me.seen()["places"]
    assert len(points) == 3
    assert max(points) >= 3
    assert me.complaints == []
    assert watcher.complaints == []
    server.manage("rebuild", "--all")
