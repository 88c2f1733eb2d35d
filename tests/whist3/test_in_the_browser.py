"""The fourth game in Chromium. It brings nothing to the browser: the generic panel and the shared table do it all."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.services.platform_processes import Platform

pytestmark = pytest.mark.browser


def test_a_stake_on_the_generic_panel(browser: Browser, embedded: Callable[..., Platform]) -> None:
    server = embedded(DJANGO_SETTINGS_MODULE="config.settings.test")
    me = Person(browser, server.url, width=360)
    watcher = Person(browser, server.url, width=1440)
    watcher.come_to(me.open_table("whist3", target=999))
    watcher.wait_for_table()

    def look(kind: str) -> None:
        if kind not in me.done:
            me.fits()
            me.picture(f"whist3-{kind}")

    # It is eldest in one deal of three, and is asked for a stake: three values on the generic panel.
    me.play(until="panel", each=look)
    expect(me.page.locator(".panel.generic .values .key")).to_have_count(3)
    me.picture("whist3-panel")
    me.play(until=lambda kind, names: kind == "card" and "say" in me.done)
    assert {"panel", "say"} <= set(me.done)
    expect(me.page.locator(".bar .about b")).to_contain_text("are trumps")
    watcher.sees_as(me)
    assert not set(me.seen()["hand"]) & set(watcher.seen()["everything"]) - set(me.seen()["trick"])


def test_a_match_to_its_end(browser: Browser, embedded: Callable[..., Platform]) -> None:
    server = embedded(DJANGO_SETTINGS_MODULE="config.settings.test")
    me = Person(browser, server.url, width=360)
    me.open_table("whist3", target=1)
    me.play(until="finished")
    me.picture("whist3-finished")
    points = me.seen()["places"]
    assert len(points) == 3
    assert max(points) >= 1
    assert me.complaints == []
    server.manage("rebuild", "--all")
