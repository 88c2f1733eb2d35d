"""From the front page to the first card of a rated match, on a phone, by somebody who has no account yet."""

import asyncio
import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.browser.ranked import seated, sign_up
from tests.services.platform_processes import Platform
from tests.soak.client import Guest, Told
from tests.soak.ledger import of, query
from tests.soak.seeker import Seeker
from tests.soak.torment import MAKE_MEMBERS, RATED

pytestmark = pytest.mark.browser
IN_TIME_S = 60.0


@pytest.fixture
def platform(embedded) -> Platform:
    server: Platform = embedded(BETWEEN_DEALS_MS="600000")
    return server


@pytest.fixture
def two_others(platform: Platform) -> Iterator[list[Seeker]]:
    """Two members' programs that wait for a rated table and play at it, beside the browser."""
    made = platform.manage("shell", "-v0", "-c", MAKE_MEMBERS.format(number=2))
    told: defaultdict[str, Told] = defaultdict(Told)
    seekers = [
        Seeker(lambda: [platform.url], Guest(*line.split()), RATED, told.__getitem__, seed, Counter())
        for seed, line in enumerate(filter(None, made.splitlines()))
    ]
    over = threading.Event()
    ended: list[object] = []

    async def play() -> None:
        work = [asyncio.create_task(one.play_until(lambda: False)) for one in seekers]
        await asyncio.to_thread(over.wait)
        for task in work:
            task.cancel()
        ended.extend(await asyncio.gather(*work, return_exceptions=True))

    thread = threading.Thread(target=lambda: asyncio.run(play()), daemon=True)
    thread.start()
    yield seekers
    over.set()
    thread.join(10)
    assert all(isinstance(end, asyncio.CancelledError) for end in ended), ended
    assert len(ended) == len(seekers)


def test_a_newcomer_plays_a_rated_card_within_a_minute(
    browser: Browser, platform: Platform, two_others: list[Seeker]
) -> None:
    me = Person(browser, platform.url, width=360)
    began = time.monotonic()
    me.come_to("/")
    me.page.locator("label", has_text="Normal").tap()
    me.page.locator("label.rated").tap()
    me.page.get_by_role("button", name=re.compile(r"^Play\W+Hokm$")).tap()
    me.page.wait_for_url("**/account/signup/**")
    sign_up(me, "Newcomer")
    me.page.wait_for_url(lambda url: "signup" not in url)
    signed_up = time.monotonic() - began
    table = seated(me)
    at_table = time.monotonic() - began
    me.play(until="card")
    offered = me.look(["card"])
    assert offered
    me.page.touchscreen.tap(*offered["places"][0])
    offered = me.look(["again"])
    assert offered
    me.page.touchscreen.tap(*offered["places"][0])
    expect(me.page.locator(".hand [data-card]")).to_have_count(9)
    took = time.monotonic() - began
    print(f"\nfrom the front page: member {signed_up:.1f} s, at the table {at_table:.1f} s, a card {took:.1f} s")
    assert took < IN_TIME_S
    head = f"SELECT rated, speed, lifecycle FROM table_head WHERE table_id = '{of(table)}'"
    assert query(platform, head) == [(1, "normal", "playing")]
    person = me.context.request.get(f"{platform.url}/api/me").json()["person"]
    played = f"SELECT count(*) FROM table_event WHERE kind = 'hokm.card_played' AND actor = 'p:{person}'"
    assert query(platform, played) == [(1,)]
    assert me.complaints == []
