"""A match of Hokm in Chromium: one plays against two programs, another watches, and both see the same."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser

from tests.browser.playing import Person
from tests.services.platform_processes import Platform

pytestmark = pytest.mark.browser
FOR_EVER = {"BETWEEN_DEALS_MS": "600000"}
"""Between deals the table waits until the person has pressed Ready."""


def promising(kind: str, names: list[str]) -> int:
    """Promises six the first time, so that trumps are to be named; then whatever comes first."""
    return names.index("6") if "6" in names else 0


def test_a_match_to_200_while_another_watches(browser: Browser, embedded: Callable[..., Platform]) -> None:
    server = embedded(**FOR_EVER)
    player = Person(browser, server.url, width=1440)
    watcher = Person(browser, server.url, width=360, language="ar", theme="dark")
    address = player.open_table("hokm", target=200)
    watcher.come_to(address)
    watcher.wait_for_table()

    def in_step(kind: str) -> None:
        if kind in ("card", "between"):
            watcher.sees_as(player)
            shown = set(watcher.seen()["everything"])
            assert kind == "between" or not shown & set(player.seen()["hand"]), "who watches sees a card of a hand"
        if kind not in player.done:
            player.fits()
            watcher.fits()
            player.picture(f"hokm-match-{kind}")
            watcher.picture(f"hokm-watching-{kind}")

    player.play(until="finished", choose=promising, each=in_step)
    watcher.sees_as(player)
    assert {"say", "panel", "card", "again", "between"} <= set(player.done)
    points = player.seen()["places"]
    assert len(points) == 3
    assert max(points) >= 200
    assert player.complaints == []
    assert watcher.complaints == []
    server.manage("rebuild", "--all")
