"""Somebody is invited from his profile: it stands in the bar of whatever page he is on, and leads him to the table."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser

BECOME_A_GUEST = """() => fetch('/guest-session', {
  method: 'POST', headers: {'X-CSRFToken': document.querySelector('[name=csrfmiddlewaretoken]').value},
}).then((answer) => answer.json())"""


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("inbox") / "var", BETWEEN_DEALS_MS="600000")
    yield processes
    processes.stop()


@pytest.fixture
def guest(browser: Browser, platform: Platform) -> Iterator[Callable[..., tuple[Person, str, str]]]:
    met: list[Person] = []

    def make(**more: Any) -> tuple[Person, str, str]:
        """Somebody with a session, his public id and his name."""
        me = Person(browser, platform.url, **more)
        met.append(me)
        me.context.set_default_timeout(15_000)
        me.come_to("/")
        made = me.page.evaluate(BECOME_A_GUEST)
        return me, made["person"], made["name"]

    yield make
    for person in met:
        person.close()
    assert [line for person in met for line in person.complaints] == []


def invite(host: Person, other: str) -> None:
    host.come_to(f"/people/{other}")
    host.page.get_by_role("link", name="Invite to a table").click()
    host.page.get_by_role("button", name="Open the table and invite").click()
    host.page.wait_for_url("**/t/*")


@pytest.mark.parametrize("width", [1440, 360])
def test_an_invitation_is_seen_at_once_and_leads_to_the_table(guest, width):
    (alice, alice_id, alice_name), (bob, bob_id, bob_name) = guest(), guest(width=width)
    bob.come_to(f"/people/{alice_id}")
    invite(alice, bob_id)
    line = bob.page.locator("ot-inbox .inbox > a")
    expect(line).to_contain_text("invites you")
    expect(line).to_contain_text(alice_name)
    expect(bob.page.locator("ot-inbox .inbox")).to_have_attribute("aria-live", "polite")
    line.click()
    bob.page.wait_for_url(alice.page.url)
    bob.wait_for_table()
    expect(bob.page.locator("ot-inbox a")).to_have_count(0)
    bob.page.get_by_role("button", name="Sit here").first.click()
    expect(alice.page.locator(".chairs")).to_contain_text(bob_name)

    # At a table it stands in the bar as well, and declining tells the one who asked.
    carol, _, carol_name = guest()
    invite(carol, bob_id)
    line = bob.page.locator(".table-bar ot-inbox .inbox > a")
    expect(line).to_contain_text(carol_name)
    box, bar = line.bounding_box(), bob.page.locator(".table-bar").bounding_box()
    assert box
    assert bar
    assert box["y"] >= bar["y"]
    assert box["y"] + box["height"] <= bar["y"] + bar["height"] + 1
    if width > 720:
        bob.page.get_by_role("button", name="Not now").click()
        expect(line).to_have_count(0)
        expect(carol.page.locator("ot-inbox .inbox > a")).to_contain_text("cannot come now")
    assert bob.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
