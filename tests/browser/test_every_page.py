"""Every page of the urlconf, found there and not listed by hand, as strangers, guests and members see it: by keyboard,
by ear, on a narrow phone, in English and Arabic, and what the browser says against it.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.browser.tabbing import unnamed, walk
from tests.config.entrances import addresses
from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser
WIDTH = 360
PASSWORD = "trumps are spades 7"
NO_PAGE = {"account_logout"}
"""Would change what the others show."""
WATCH = """() => {
  document.addEventListener('securitypolicyviolation', (event) =>
    console.error(`against the policy: ${event.violatedDirective} ${event.blockedURI}`));
}"""


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("everypage") / "var", BETWEEN_DEALS_MS="600000")
    yield processes
    processes.stop()


class Reader:
    """A browser of somebody's own, narrow, with everything it complained of."""

    def __init__(self, browser: Browser, platform: Platform) -> None:
        self.context: BrowserContext = browser.new_context(
            viewport={"width": WIDTH, "height": 740}, reduced_motion="reduce", has_touch=True
        )
        self.context.set_default_timeout(20_000)
        self.context.add_init_script(f"({WATCH})()")
        self.url = platform.url
        self.page: Page = self.context.new_page()
        self.heard: list[str] = []
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))
        self.page.on(
            "console", lambda line: self.heard.append(line.text) if line.type in ("error", "warning") else None
        )

    def speak(self, language: str) -> None:
        self.context.set_extra_http_headers({"Accept-Language": language})

    def pages(self, known: dict[str, Any]) -> list[str]:
        """The addresses that are pages for this reader, each once."""
        found: dict[str, str] = {}
        for address in addresses():
            if address.name in NO_PAGE:
                continue
            answer = self.context.request.get(self.url + address.path(known), headers={"Accept": "text/html"})
            if answer.status == 200 and answer.headers.get("content-type", "").startswith("text/html"):
                found.setdefault(answer.url, address.path(known))
        return list(found.values())


@pytest.fixture
def meet(browser: Browser, platform: Platform) -> Iterator[Callable[[], Reader]]:
    met: list[Reader] = []

    def make() -> Reader:
        met.append(Reader(browser, platform))
        return met[-1]

    yield make
    for one in met:
        one.context.close()


def sign_up(reader: Reader, name: str) -> None:
    """By the form, without the mouse: Enter sends it."""
    page = reader.page
    page.goto(f"{reader.url}/account/signup/")
    page.locator("input[name=username]").fill(name)
    page.locator("input[name=password1]").fill(PASSWORD)
    page.locator("input[name=password1]").press("Enter")
    page.wait_for_url(lambda url: "signup" not in url)


def known(reader: Reader) -> dict[str, Any]:
    """Arguments that lead to pages: a table that is played, and whoever plays there."""
    reader.page.goto(f"{reader.url}/tables/new?game=hokm")
    reader.page.locator("form.sheet-form button.first").click()
    reader.page.wait_for_url("**/t/*")
    table = reader.page.url.rpartition("/")[2]
    person = reader.context.request.get(f"{reader.url}/api/me").json()["person"]
    return {"table_id": table, "public_id": person, "game": "hokm", "language": "en", "pool": "hokm.normal"}


def look_through(reader: Reader, pages: list[str]) -> list[str]:
    """What is wrong with these pages."""
    faults: list[str] = []
    reader.heard.clear()
    for language in ("en", "ar"):
        reader.speak(language)
        for address in pages:
            reader.page.goto(reader.url + address, wait_until="domcontentloaded")
            wide = reader.page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
            found = [f"{wide} pixels stick out"] if wide > 0 else []
            if reader.page.evaluate("document.documentElement.lang") != language:
                found.append("speaks another language")
            if language == "en":
                found += walk(reader.page)
                found += [f"without a name: {one}" for one in unnamed(reader.page)]
            found += [f"the browser says: {line}" for line in reader.heard]
            reader.heard.clear()
            faults += [f"{address} ({language}): {fault}" for fault in found]
    return faults


def test_every_page_is_for_the_keyboard_for_the_ear_and_for_a_narrow_phone(meet: Callable[[], Reader]) -> None:
    """A member's pages, then those that only a stranger sees, and the two on which most people begin."""
    began = time.monotonic()
    member, stranger = meet(), meet()
    sign_up(member, "Alice")
    places = known(member)
    of_members = member.pages(places)
    of_strangers = [address for address in stranger.pages(places) if address not in of_members]
    faults = look_through(member, of_members)
    faults += [
        f"as a stranger: {fault}" for fault in look_through(stranger, [*of_strangers, "/", f"/t/{places['table_id']}"])
    ]
    print(
        f"\nevery page: {len(of_members)} of a member, {len(of_strangers)} of strangers alone,"
        f" {time.monotonic() - began:.1f} s"
    )
    assert not faults, "\n".join(faults)
    assert len(of_members) >= 25
