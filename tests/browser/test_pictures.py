"""Every state of a table of Hokm at both widths, in both languages, light and dark, into build/screens; all fits."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.browser.ranked import sign_up
from tests.services.platform_processes import Platform

pytestmark = pytest.mark.browser


LONG_NAME = "W" * 20
"""As long and as wide as a name may be, and nowhere to break."""
KEYS = {"Last trick": 0, "Score sheet": 1, "Menu": 2}


def sheet_pictures(people: tuple[Person, ...], key: str, name: str) -> None:
    """What a key of the tray opens; a wide screen has it in its margin."""
    for person in people:
        opener = person.page.locator(".tray .key").nth(KEYS[key])
        person.page.set_viewport_size({"width": 360, "height": 740})
        opener.click()
        person.pictures(f"hokm-{name}")
        person.page.set_viewport_size({"width": 360, "height": 740})
        person.page.keyboard.press("Escape")
        expect(opener).to_be_focused()
        person.page.set_viewport_size({"width": 1440, "height": 900})


def test_pictures_of_every_state_of_a_table(browser: Browser, embedded: Callable[..., Platform]) -> None:
    server = embedded(BETWEEN_DEALS_MS="600000")
    english = Person(browser, server.url)
    english.come_to("/account/signup/")
    sign_up(english, LONG_NAME)
    expect(english.page.locator(".bar .who")).to_have_text(LONG_NAME)
    address = english.open_table("hokm", programs="0")
    # The same person in another browser, which speaks Arabic: both sit in one seat, and see every state at once.
    arabic = Person(browser, server.url, language="ar", storage_state=english.context.storage_state())
    arabic.come_to(address)
    both = (english, arabic)

    def pictures(name: str) -> None:
        for person in both:
            person.wait_for_table()
            person.pictures(f"hokm-{name}")

    expect(arabic.page.locator(".chairs li")).to_have_count(3)
    pictures("waiting")
    english.page.get_by_role("button", name="Give the free chairs to programs").click()
    english.page.get_by_role("button", name="Ready").click()

    assert english.play(until="panel") == "panel"
    arabic.look(["panel"])
    pictures("bidding")

    def named(kind: str, names: list[str]) -> bool:
        return kind == "panel" and "S" in names

    english.play(until=named, choose=lambda kind, names: names.index("8") if "8" in names else 0)
    for person in both:
        person.page.locator(".panel.suits .key[data-value=H]").click()
    pictures("naming-trumps")

    def second_to_play(kind: str, names: list[str]) -> bool:
        seen = english.seen()
        return kind == "again" and len(seen["trick"]) > 0 and len(seen["hand"]) in range(3, 9)

    english.play(until=second_to_play)
    raised = english.page.locator(".hand .card.raised").get_attribute("data-card")
    arabic.page.locator(f".hand [data-card='{raised}']").press("Enter")
    pictures("play")

    sheet_pictures(both, "Last trick", "last-trick")

    english.play(until="between")
    arabic.look(["between"])
    pictures("between")
    sheet_pictures(both, "Score sheet", "sheet")
    sheet_pictures(both, "Menu", "menu")

    for person in both:
        person.context.set_offline(True)
        person.page.evaluate("document.querySelector('ot-table').line.wire.close(4000)")
        expect(person.page.locator(".felt[data-link=lost]")).to_be_visible()
    pictures("reconnecting")
    for person in both:
        person.context.set_offline(False)

    for person in both:
        person.come_to("/")
        person.pictures("home-live")
    english.open_table("hokm", programs="0")
    arabic.come_to(english.page.url.removeprefix(server.url))
    english.page.get_by_role("button", name="Close the table").click()
    for person in both:
        expect(person.page.locator(".moment.stopped")).to_be_visible()
    pictures("closed")
