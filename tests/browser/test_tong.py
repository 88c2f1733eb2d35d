"""Tong for six in Chromium: one buys and refuses, joins and plays against five programs, and somebody takes the pot."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Meet, Person
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser
WAITING = {"BETWEEN_DEALS_MS": "600000"}
"""Between deals the table waits until the person has pressed Ready."""
EVERY_MOMENT = {"buying", "joining", "trick", "settlement"}
KINDS = ("finished", "between", "say", "again", "card")


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("tong") / "var", **WAITING)
    yield processes
    processes.stop()


def keys(me: Person) -> list[str]:
    """The keys beside the hand that can be pressed, by what they say."""
    pressable = "[...document.querySelectorAll('.keys .key[data-value]:enabled')].map((key) => key.dataset.value)"
    return list(me.page.evaluate(pressable))


def press(me: Person, value: str) -> None:
    me.page.locator(f".keys .key[data-value={value}]").click()
    expect(me.page.locator(f".keys .key[data-value={value}]")).to_have_count(0)


def picture(me: Person, moments: set[str], name: str) -> None:
    """One picture of each moment, and a look whether everything fits."""
    if name not in moments:
        moments.add(name)
        me.fits()
        me.picture(f"tong-{name}")


def keep_a_card(me: Person, moments: set[str]) -> None:
    """One touch chooses the card that stays, a second on it buys."""
    card = me.page.locator(".hand button.card.legal").first
    name = card.get_attribute("data-card")
    card.click()
    raised = me.page.locator(f".hand button.card.raised[data-card='{name}']")
    expect(raised).to_be_visible()
    assert "buy" in keys(me)
    picture(me, moments, "buying")
    raised.click()
    expect(me.page.locator(f".hand [data-card='{name}']")).to_be_visible()
    expect(me.page.locator(".keys .key[data-value=refuse]")).to_have_count(0)


def act(me: Person, offered: dict[str, Any], moments: set[str], buy: bool) -> None:
    """Does what the table waits for."""
    pressable = keys(me)
    if me.page.locator(".keys .key[data-value=buy]").count():
        assert len(me.seen()["hand"]) == 5
        if buy or "refuse" not in pressable:
            keep_a_card(me, moments)
        else:
            press(me, "refuse")
    elif "join" in pressable:
        expect(me.page.locator(".stakes dt")).to_have_count(5)
        picture(me, moments, "joining")
        press(me, "join")
    else:
        if me.page.locator(".trick [data-card]").count() > 2:
            picture(me, moments, "trick")
        me.page.mouse.click(*offered["places"][0])


def play(me: Person, moments: set[str], until: str) -> int:
    """Plays until that moment; answers how many deals were settled on the way."""
    deals = 0
    for _ in range(1500):
        offered = me.look(KINDS)
        assert offered is not None, me.page.locator("body").inner_text()[:600]
        kind = offered["kind"]
        assert not offered["covered"], f"nobody can press {offered['covered']}"
        if kind == "between" and me.page.locator(".settlement, .moment.between .center").count():
            deals += 1
            if me.page.locator(".settlement").count():
                assert len(me.page.locator(".settlement tr").all()) == 7
                picture(me, moments, "settlement")
        if kind == until:
            return deals
        if kind == "between":
            me.page.mouse.click(*offered["places"][0])
            expect(me.page.locator(".moment.between .key.first")).to_have_count(0)
        else:
            act(me, offered, moments, buy=deals % 2 == 0 or "buying" not in moments)
    raise AssertionError("no end")


def check_the_end(me: Person, server: Platform) -> None:
    """The nets add up to zero, the pot is what everybody put in, and what is on disk folds to the same."""
    numbers = """(where) => [...document.querySelectorAll(where)].map((one) => Number(one.textContent
      .replace(/[٠-٩]/g, (c) => '٠١٢٣٤٥٦٧٨٩'.indexOf(c)).replace('−', '-').replace(/[^0-9-]/g, '')))"""
    nets = me.page.evaluate(numbers, "table.places td.net")
    paid = me.page.evaluate(numbers, ".pot-taken .parts span")
    pot = me.page.evaluate(numbers, ".pot-taken .whole bdi")
    assert len(nets) == 6
    assert sum(nets) == 0
    assert [sum(paid)] == pot
    assert max(me.seen()["places"]) >= 15
    server.manage("rebuild", "--all")


def test_six_seats_on_a_phone(meet: Meet, platform: Platform) -> None:
    me = meet(width=360)
    me.open_table("tong", players=6)
    me.wait_for_table()
    moments: set[str] = set()
    play(me, moments, until="finished")
    picture(me, moments, "finished")
    check_the_end(me, platform)
    while not moments >= EVERY_MOMENT:  # a short match may end before the person is asked for everything
        me.open_table("tong", players=6)
        play(me, moments, until="between")
        for _ in range(5):
            me.page.locator(".moment.between .key.first").click()
            play(me, moments, until="between")


def test_six_seats_on_a_phone_in_arabic(meet: Meet) -> None:
    me = meet(width=360, language="ar", theme="dark")
    me.open_table("tong", players=6)
    me.wait_for_table()
    expect(me.page.locator("html")).to_have_attribute("dir", "rtl")
    moments: set[str] = set()
    play(me, moments, until="between")
    for _ in range(3):
        me.page.locator(".moment.between .key.first").click()
        play(me, moments, until="between")


def test_a_watcher_of_six_sees_no_card_of_a_hand(meet: Meet) -> None:
    me = meet(width=360)
    watcher = meet(width=1440, language="ar")
    watcher.come_to(me.open_table("tong", players=6))
    watcher.wait_for_table()
    offered = me.look(KINDS)
    assert offered is not None
    own = set(me.seen()["hand"])
    assert len(own) == 5
    assert not own & set(watcher.seen()["everything"])
    watcher.fits()
    watcher.picture("tong-watching")


@pytest.mark.soak_short
@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_whole_match_of_six_on_a_wide_screen(meet: Meet, platform: Platform, language: str) -> None:
    me = meet(width=1440, language=language, motion=True)
    me.open_table("tong", players=6)
    me.wait_for_table()
    moments: set[str] = set()
    play(me, moments, until="finished")
    me.page.wait_for_timeout(2_500)  # the pot is counted together before the picture
    picture(me, moments, "finished")
    check_the_end(me, platform)
