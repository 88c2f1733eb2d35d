"""A pulka of Preferans against two programs in Chromium, from the first bid to the reckoning."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.browser.playing import Meet, Person
from tests.browser.preferans import ASKED, Player
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser
WAITING = {"BETWEEN_DEALS_MS": "600000", "BOT_THINK_MS": "0"}
"""Between deals the table waits until the person has pressed Ready."""


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("preferans") / "var", **WAITING)
    yield processes
    processes.stop()


def a_pulka(me: Person, server: Platform, **options: Any) -> None:
    began = time.monotonic()
    me.open_table("preferans", players=3, pool_target=10, **options)
    me.wait_for_table()
    player = Player(me)
    player.play(until="between")
    player.open_sheet()
    me.picture("preferans-pulka")
    player.close_sheet()
    player.play(until="finished")
    results = player.check_the_end()
    me.fits()
    me.picture("preferans-reckoning")
    for _ in range(3):  # the cards may have held back one of the moments everybody meets
        if not player.seen >= ASKED:
            me.open_table("preferans", players=3, pool_target=10, **options)
            player.play(until="finished")
    assert player.seen >= ASKED, ASKED - player.seen
    server.manage("rebuild", "--all")
    print(f"\na pulka at {me.width}: {player.deals} deals, {results}, {time.monotonic() - began:.0f} s")


def test_house_rules_are_shown_before_anybody_sits_down(meet: Meet) -> None:
    host, visitor = meet(), meet(width=360)
    address = host.open_table("preferans", programs="0", players=3, surrender="off", stalingrad="on")
    visitor.come_to(address)
    told = visitor.page.locator(".house-rules dd")
    expect(told).to_have_text(["no", "yes"])
    expect(visitor.page.get_by_role("button", name="Sit here").first).to_be_visible()
    visitor.fits()
    visitor.picture("preferans-house-rules")
    host.come_to(host.open_table("preferans", programs="0", players=4))
    expect(host.page.locator(".house-rules p")).to_contain_text("usual rules")


@pytest.mark.parametrize(("width", "language"), [(360, "en"), (1440, "ar")])
def test_the_talon_is_turned_for_everybody(
    meet: Meet, embedded: Callable[..., Platform], width: int, language: str
) -> None:
    """Programs that take their time leave it lying in the middle while one of them chooses what to put away."""
    server = embedded(BETWEEN_DEALS_MS="600000", BOT_THINK_MS="2500")
    me = meet(url=server.url, width=width, language=language)
    turned = me.page.locator(".talon-turned")
    ladder_pass = me.page.locator(".panel.ladder .key.pass")
    for _ in range(12):  # until somebody bids
        me.open_table("preferans", players=3)
        me.wait_for_table()
        ladder_pass.click(timeout=30_000)
        try:
            turned.wait_for(timeout=15_000)
            break
        except TimeoutError:
            continue
    expect(turned.locator("[data-card], .card")).to_have_count(2)
    me.fits()
    me.picture("preferans-talon")


def test_a_pulka_on_a_phone(meet: Meet, platform: Platform) -> None:
    a_pulka(meet(width=360), platform, max_deals=12)


@pytest.mark.soak_short
def test_who_deals_for_four_sits_out_and_sees_the_others_play(meet: Meet) -> None:
    me = meet(width=360)
    me.open_table("preferans", players=4, pool_target=20, max_deals=4)
    player = Player(me)
    sat_out = 0
    for _ in range(3):
        player.play(until="between")
        me.page.locator(".moment.between .key.first").click()
        expect(me.page.locator(".moment.between")).to_have_count(0)
        sat_out += me.page.locator(".seat.own.out").count()
    player.play(until="finished")
    player.check_the_end(cells=20)
    me.fits()
    assert sat_out or me.page.locator(".seat.own .dealer").count(), "in four deals everybody deals once"


@pytest.mark.soak_short
def test_a_pulka_on_a_wide_screen_in_arabic(meet: Meet, platform: Platform) -> None:
    a_pulka(meet(width=1440, language="ar"), platform)
