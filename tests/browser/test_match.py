"""A match of Hokm in Chromium: one plays against two programs, another watches, and both see the same."""

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.person import Person
from tests.services.platform_processes import Platform

pytestmark = pytest.mark.browser


def watch_from_the_start(player: Person, watcher: Person, address: str) -> None:
    watcher.come_in()
    watcher.page.goto(address)
    watcher.page.locator(".felt").wait_for(timeout=30_000)
    player.page.bring_to_front()


def check_the_end(server: Platform, player: Person, watcher: Person) -> None:
    """Both saw the same end, neither page complained, and what is on disk folds to it."""
    watcher.page.locator(".moment.result").wait_for(timeout=30_000)
    assert len(player.places()) == 3
    assert player.places() == watcher.places()
    assert player.complaints == []
    assert watcher.complaints == []
    server.manage("rebuild", "--all")


def test_a_match_to_200_while_another_watches(embedded: Callable[..., Platform], person: Callable[..., Person]) -> None:
    server = embedded(BETWEEN_DEALS_MS="60000")
    player = person(server.url, width=1440)
    watcher = person(server.url, width=360, language="ar")
    player.come_in()
    watch_from_the_start(player, watcher, player.open_table(target=200))
    expect(watcher.page.locator("html")).to_have_attribute("dir", "rtl")
    for moment in ("promise", "card", "between"):
        player.play_on(partial(Person.has_seen, moment=moment))
        player.check_layout()
        watcher.check_layout()
        player.picture(f"hokm-{moment}")
        watcher.picture(f"hokm-watch-{moment}")
        faces = watcher.page.locator(".hand [data-card]").count()
        assert faces == 0 or moment == "between", "who watches sees no hand while it is played"
    player.play_on(Person.finished)
    check_the_end(server, player, watcher)
    player.picture("hokm-finished")
    watcher.picture("hokm-watch-finished")


def test_a_deal_on_a_phone_in_arabic(embedded: Callable[..., Platform], person: Callable[..., Person]) -> None:
    server = embedded(BETWEEN_DEALS_MS="60000")
    player = person(server.url, width=360, language="ar")
    player.come_in()
    player.picture("lobby")
    player.check_layout()
    player.page.locator("form.one-tap button").first.tap()
    player.page.wait_for_url("**/t/*")
    for moment in ("promise", "card", "between"):
        player.play_on(partial(Person.has_seen, moment=moment))
        if moment == "promise":
            assert player.hand().count() == 10
        player.check_layout()
        player.picture(f"hokm-{moment}")
    assert player.complaints == []


@pytest.mark.soak_short
def test_a_whole_match_with_everything_moving(embedded: Callable[..., Platform], person: Callable[..., Person]) -> None:
    server = embedded(BOT_THINK_MS="100", BETWEEN_DEALS_MS="60000")
    player = person(server.url, width=360, motion=True)
    watcher = person(server.url, width=1440, language="ar", motion=True)
    player.come_in()
    watch_from_the_start(player, watcher, player.open_table())
    player.play_on(Person.finished, limit=6000)
    check_the_end(server, player, watcher)
