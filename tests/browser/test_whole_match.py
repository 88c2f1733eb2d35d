"""A match of Hokm to its full length, everything moving, on a phone; on a wide screen somebody watches in Arabic."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.playing import Person
from tests.services.platform_processes import Platform

pytestmark = [pytest.mark.browser, pytest.mark.soak_short]


def test_a_whole_match_with_everything_moving(browser: Browser, embedded: Callable[..., Platform]) -> None:
    server = embedded(BOT_THINK_MS="100", BETWEEN_DEALS_MS="600000")
    player = Person(browser, server.url, width=360, motion=True)
    watcher = Person(browser, server.url, width=1440, language="ar", motion=True)
    watcher.come_to(player.open_table("hokm"))
    watcher.wait_for_table()
    began = time.monotonic()
    player.play(until="finished", limit=1200)
    took = time.monotonic() - began
    player.picture("hokm-whole-match")
    watcher.sees_as(player, limit=60)
    watcher.picture("hokm-whole-match-watching")
    assert max(player.seen()["places"]) >= 500
    assert player.complaints == []
    assert watcher.complaints == []
    server.manage("rebuild", "--all")
    deals = player.done.count("between") + 1
    print(f"\na whole match with motion: {deals} deals, {player.done.count('card')} cards pressed, {took:.0f} s")
