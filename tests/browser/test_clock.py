"""A table on the clock in Chromium: time runs on the plate, is played away, and the seat comes back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.services.platform_processes import Platform

pytestmark = pytest.mark.browser

OPEN = """async () => {
  const post = async (url, csrf, body) => (await fetch(url, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json", "X-CSRFToken": csrf },
    body: JSON.stringify(body),
  })).json();
  const csrf = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const guest = await post("/guest-session", csrf, {});
  return (await post("/tables", guest.csrf, { game: "hokm", bots: "rest", speed: "blitz" })).url;
}"""


def test_time_that_runs_out_is_played_and_the_seat_comes_back(
    browser: Browser, embedded: Callable[..., Platform]
) -> None:
    """A minute a deal is six seconds here: nobody presses, and all that follows is seen on the page."""
    server = embedded(CLOCK_SCALE="0.1", BETWEEN_DEALS_MS="600000")
    me = Person(browser, server.url, width=360)
    frames: list[str] = []
    me.page.on("websocket", lambda line: line.on("framereceived", lambda frame: frames.append(str(frame))))
    me.come_to("/")
    me.come_to(me.page.evaluate(OPEN))
    me.wait_for_table()
    clock = me.page.locator(".seat.own .clock")
    expect(clock).to_have_class(re.compile("running"))
    expect(clock).to_have_text(re.compile(r"^0:0\d\.\d$"))
    before = clock.inner_text()
    expect(clock).not_to_have_text(before)
    assert clock.inner_text() < before, "a clock runs down"
    expect(me.page.locator(".seat .clock")).to_have_count(1)  # nobody waits for a program

    told = me.page.locator(".near")
    expect(told).to_contain_text(re.compile("Time is up|Your time ran out twice"), timeout=30_000)
    note = me.page.locator(".stand-in-note")
    expect(note).to_contain_text("Your time ran out twice", timeout=30_000)
    expect(clock).to_have_count(0)
    me.fits()
    me.picture("clock-ran-out")
    note.get_by_role("button", name="Take your seat back").click()
    # At this pace the next time-out is near: what the server says is surer than what the page shows for a moment.
    for _ in range(100):
        if any("table.seat_reclaimed" in frame for frame in frames):
            break
        me.page.wait_for_timeout(100)
    else:
        raise AssertionError("the seat does not come back")
    assert me.complaints == []
