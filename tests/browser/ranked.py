"""What members do beside the table, in a browser: sign up by the form, ask for a rated table, play together."""

import re
import time
from collections.abc import Callable, Sequence

from playwright.sync_api import expect

from tests.browser.playing import Person

PASSWORD = "trumps are spades 7"


def sign_up(me: Person, name: str) -> None:
    """Fills in the form of the page that is open; Enter sends it."""
    me.page.locator("input[name=username]").fill(name)
    me.page.locator("input[name=password1]").fill(PASSWORD)
    me.page.locator("input[name=password1]").press("Enter")


def ask_for_rated(me: Person, game: str = "Hokm") -> None:
    """From the front page."""
    me.come_to("/")
    expect(me.page.get_by_role("checkbox", name="Rated")).to_be_checked()
    me.page.get_by_role("button", name=re.compile(rf"^Play\W+{game}$")).click()


def seated(me: Person, limit: float = 30.0) -> str:
    """Waits until the page has gone to the table by itself; its id."""
    me.page.wait_for_url("**/t/*", timeout=limit * 1000)
    me.wait_for_table()
    return me.page.url.rpartition("/")[2]


def play_together(people: Sequence[Person], until: Callable[[], bool], limit: float = 120.0) -> None:
    """Everybody presses what is offered to him, in turn, until."""
    end = time.monotonic() + limit
    while not until():
        assert time.monotonic() < end, [me.page.locator("body").inner_text()[:300] for me in people]
        for me in people:
            offered = me.look(["between", "say", "panel", "again", "card"], limit=0.05)
            if offered and offered["places"]:
                me.page.mouse.click(*offered["places"][len(me.done) % len(offered["places"])])
                me.done.append(str(offered["kind"]))


def finished(me: Person) -> bool:
    return bool(me.page.locator(".moment.result").count())
