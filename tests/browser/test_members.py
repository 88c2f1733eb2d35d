"""A guest becomes a member on a phone, makes a passkey, leaves and comes back by it."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.playing import Person
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser
PASSWORD = "seven spades doubled"


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("members") / "var", BOT_THINK_MS="0")
    yield processes
    processes.stop()


def with_a_finger(me: Person) -> None:
    """The device has a reader, and the finger lies on it."""
    device = me.context.new_cdp_session(me.page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_guest_keeps_his_name_and_comes_back_by_passkey(browser: Browser, platform: Platform) -> None:
    me = Person(browser, platform.url, width=360)
    with_a_finger(me)
    page = me.page
    me.open_table("hokm", programs="rest")
    me.wait_for_table()
    table = page.url

    begun = time.monotonic()
    me.come_to("/account")
    expect(page.get_by_role("heading", name="Keep your name")).to_be_visible()
    name = page.get_by_label("Name at the table").input_value()
    assert name, "the name of the guest stands there"
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_label("Password")).to_have_attribute("type", "text")
    me.fits()
    me.picture("sign-up")
    page.get_by_role("button", name="Sign up").click()
    expect(page.locator(".bar .who")).to_have_text(name)
    print(f"a guest became a member in {time.monotonic() - begun:.1f} s")

    me.come_to("/account")
    me.fits()
    me.picture("account")
    page.get_by_role("listitem").filter(has_text="Passkeys").get_by_role("link").click()
    me.fits()
    me.picture("passkey-new")
    page.get_by_role("button", name="Make the passkey").click()
    expect(page.get_by_text("Passkey 1", exact=True)).to_be_visible()
    me.picture("passkeys")

    me.come_to("/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    page.get_by_role("link", name="Sign in").click()
    me.fits()
    me.picture("sign-in")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator(".bar .who")).to_have_text(name)
    page.goto(table)
    me.wait_for_table()
    assert me.seen()["hand"], "the seat is still his"
    assert me.complaints == []
    me.close()


def test_by_keyboard_alone_and_without_javascript(browser: Browser, platform: Platform) -> None:
    """Sign-up, sign-out, sign-in: forms in the order of the page, that need no script."""
    me = Person(browser, platform.url, width=360, java_script_enabled=False)
    page = me.page
    me.come_to("/account/signup/")
    page.get_by_label("Name at the table").focus()
    for text in ("Keyboard", PASSWORD, ""):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".bar .who")).to_have_text("Keyboard")
    me.come_to("/account")
    page.get_by_role("button", name="Sign out").press("Enter")
    me.come_to("/account/login/")
    expect(page.get_by_role("button", name="Use a passkey")).to_be_hidden()
    page.get_by_label("Name or mail address").fill("keyboard")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator(".bar .who")).to_have_text("Keyboard")
    assert me.complaints == []
    me.close()
