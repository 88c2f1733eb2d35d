"""A rated match of three people in three browsers, in production as it is run: PostgreSQL and Redis, two web servers,
a worker for each thing. They sign up, wait, are brought together, play on the clock; one loses the line and comes back.
"""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.browser.ranked import ask_for_rated, finished, play_together, seated, sign_up
from tests.services.platform_processes import Platform
from tests.soak.ledger import heads, of, query

pytestmark = [pytest.mark.browser, pytest.mark.soak_short]
NAMES = ("Alice", "Bob", "Carol")
DEALS = 2
"""The usual rules of these processes, so that the match is short (tests.soak.faults)."""


def lose_the_line(me: Person) -> None:
    """As in a tunnel: nothing comes through any more."""
    me.context.set_offline(True)
    me.page.evaluate("document.querySelector('ot-table').line.wire.close(4000)")


def points(me: Person, table: str) -> tuple[int, int, int]:
    """What a player reads of his rating: in the database's words at the table, and on his own page."""
    changed = me.context.request.get(f"{me.url}/api/tables/{table}/ratings").json()["changes"]
    mine = me.context.request.get(f"{me.url}/api/me").json()["person"]
    after = next(one["after"]["points"] for one in changed if one["person"] == mine)
    shown = int(me.page.locator(".rate .new bdi").inner_text().rstrip("?"))
    me.come_to(f"/people/{mine}")
    own_page = int(me.page.locator(".ratings .now-at bdi").first.inner_text().rstrip("?"))
    return after, shown, own_page


def test_three_members_play_a_rated_match(browser: Browser, platform_processes: Callable[..., Platform]) -> None:
    platform = platform_processes(
        web=2,
        workers=["bots", "clock", "matchmaking", "ratings"],
        static=True,
        DJANGO_SETTINGS_MODULE="tests.soak.settings",
        SHORT_MATCHES=str(DEALS),
        BETWEEN_DEALS_MS="12000",
    )
    began = time.monotonic()
    people = [Person(browser, platform.web[number % 2].url, width=360 if number else 1440) for number in range(3)]
    for me, name in zip(people, NAMES, strict=True):
        me.come_to("/account/signup/")
        sign_up(me, name)
        expect(me.page.locator(".who")).to_have_text(name)
    for me in people:
        ask_for_rated(me)
    [table] = {seated(me) for me in people}
    head = query(platform, f"SELECT rated, speed, lifecycle FROM table_head WHERE table_id = '{of(table)}'")
    assert head == [(True, "normal", "playing")]
    for me in people:
        expect(me.page.locator(".felt ot-clock").first).to_be_visible()
        assert me.page.locator(".felt .seat").count() == 3
    waited = time.monotonic() - began

    first, second, third = people
    play_together(people, lambda: third.done.count("again") >= 3)
    lose_the_line(third)
    for me in (first, second):
        gone = me.page.locator(".felt .seat.gone")
        expect(gone).to_contain_text("Reconnecting")
        expect(gone.locator(".role ot-clock")).to_contain_text(":")
    play_together(
        (first, second), lambda: not any(me.look(["say", "panel", "card"], limit=1) for me in (first, second))
    )
    third.context.set_offline(False)
    expect(third.page.locator(".felt[data-link=open]")).to_be_visible(timeout=30_000)
    for me in (first, second):
        expect(me.page.locator(".felt .seat.gone")).to_have_count(0)
    third.complaints[:] = [line for line in third.complaints if "WebSocket" not in line and "INTERNET" not in line]
    play_together(people, lambda: all(map(finished, people)), limit=240)

    for me in people:
        expect(me.page.locator(".rate .new")).to_be_visible(timeout=30_000)
        me.picture("ranked-finished")
    entries = f"SELECT position FROM matchmaking_ratingentry WHERE table_id = '{of(table)}'"
    changes = (
        "SELECT seat, round((1500 + 60 * (mu - 25))::numeric)::int, mu_before FROM matchmaking_ratingchange"
        f" WHERE table_id = '{of(table)}' ORDER BY seat"
    )
    assert query(platform, entries) == [(1,)]
    rated = query(platform, changes)
    assert len(rated) == 3
    assert len({before for *_, before in rated}) == 1
    assert sorted(after for _, after, _ in rated) == sorted(points(me, table)[0] for me in people)
    for me in people:
        me.page.go_back()
        after, shown, own_page = points(me, table)
        assert after == shown == own_page
    assert heads(platform)[table][1] == "finished"
    odd = "SELECT kind FROM table_event WHERE kind IN ('table.timed_out', 'table.bot_took_over')"
    assert query(platform, odd) == []
    platform.manage("rebuild", "ratings")
    platform.manage("rebuild", "--all")
    assert query(platform, entries) == [(1,)]
    assert query(platform, changes) == rated
    assert [line for me in people for line in me.complaints] == []
    took = time.monotonic() - began
    print(f"\na rated match of three members: at the table after {waited:.1f} s, {took:.0f} s in all")
