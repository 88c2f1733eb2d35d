"""Through the queue to a table in real browsers: strangers who press the same key meet within seconds."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.playing import Meet, Person
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("queue") / "var", BOT_THINK_MS="0")
    yield processes
    processes.stop()


def press_play(me: Person) -> None:
    me.come_to("/")
    me.page.locator("button[name=game][value=hokm]:not([formaction])").click()
    me.page.wait_for_url("**/wait")
    expect(me.page.get_by_role("heading", level=1)).to_contain_text("Hokm" if me.language == "en" else "حكم")


def test_three_strangers_press_play_and_sit_at_one_table_within_seconds(meet: Meet) -> None:
    one, two, three = meet(width=360), meet(), meet(width=360, language="ar")
    press_play(one)
    one.fits()
    expect(one.page.locator("#chairs li")).to_have_count(3)
    expect(one.page.locator("#chairs .free")).to_have_count(2)
    press_play(two)
    # The page follows by itself: somebody has come, and the time ticks.
    expect(one.page.locator("#chairs .in")).to_have_count(1)
    expect(one.page.locator("#news")).to_contain_text("1 chair is free.")
    expect(one.page.locator("[role=timer]")).not_to_have_text("0:00")
    began = time.monotonic()
    press_play(three)
    for person in (one, two, three):
        person.page.wait_for_url("**/t/*", timeout=10_000)
    print(f"from the third press to three tables on screen: {time.monotonic() - began:.1f} s")
    assert len({person.page.url for person in (one, two, three)}) == 1
    for person in (one, two, three):
        person.wait_for_table()
        expect(person.page.locator(".hand .card")).to_have_count(10)


def test_who_waits_alone_asks_for_more_by_keyboard_and_begins_with_programs(meet: Meet) -> None:
    me = meet()
    press_play(me)
    began = time.monotonic()
    offer = me.page.get_by_role("button", name="Begin with programs")
    expect(offer).to_be_hidden()
    also = me.page.locator("[data-key='tong.default.casual.casual.2']")
    also.focus()
    me.page.keyboard.press("Enter")
    expect(me.page.get_by_role("button", name="Not here")).to_have_count(2)
    expect(offer).to_be_visible(timeout=15_000)
    assert time.monotonic() - began > 11
    offer.focus()
    me.page.keyboard.press("Enter")
    me.page.wait_for_url("**/t/*")
    me.wait_for_table()
    expect(me.page.locator(".hand .card")).to_have_count(10)
