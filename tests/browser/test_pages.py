"""The pages beside the table in a real browser: every size, language and theme, by keyboard, and without JavaScript."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.services.platform_processes import Platform, embedded_server

pytestmark = pytest.mark.browser
SCREENS = Path(__file__).resolve().parents[2] / "build" / "screens"
PAGES = {
    "home": "/",
    "new-table": "/tables/new",
    "new-table-preferans": "/tables/new?game=preferans",
    "settings": "/settings",
    "rules": "/rules/hokm",
    "privacy": "/privacy",
    "not-found": "/nowhere",
}


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    processes = embedded_server(tmp_path_factory.mktemp("pages") / "var", BOT_THINK_MS="0")
    yield processes
    processes.stop()


def opened(browser: Browser, width: int, language: str, **more: object) -> BrowserContext:
    height = 800 if width > 720 else 740
    return browser.new_context(
        viewport={"width": width, "height": height},
        locale=language,
        reduced_motion="reduce",
        **more,  # type: ignore[arg-type]
    )


def complaints(page: Page, url: str) -> list[str]:
    """Everything the browser says against a page, and every request that is not to us."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(url) else heard.append(request.url))
    return heard


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "ar"])
@pytest.mark.parametrize("width", [360, 1440])
def test_every_page_fits_and_says_nothing_to_the_console(browser, platform, width, language, theme):
    SCREENS.mkdir(parents=True, exist_ok=True)
    with opened(browser, width, language, color_scheme=theme) as context:
        page = context.new_page()
        heard = complaints(page, platform.url)
        for name, address in PAGES.items():
            page.goto(platform.url + address)
            page.screenshot(path=SCREENS / f"{name}-{width}-{language}-{theme}.png", full_page=True)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "ar" else "ltr")
            small = page.evaluate(TOO_SMALL)
            assert not small, f"{name}: {small}"
        if (language, theme) == ("en", "light"):
            page.goto(platform.url + "/rules/preferans")
            expect(page.locator("ot-position .ladder .key").first).to_be_attached()
            assert page.evaluate(OUT_OF_PLACE) == []
        assert [line for line in heard if "404" not in line] == []


OUT_OF_PLACE = """() => [...document.querySelectorAll('ot-position .panel .key')].flatMap((key) => {
  const [felt, box] = [key.closest('.felt'), key].map((one) => one.getBoundingClientRect());
  const inside = box.left >= felt.left && box.right <= felt.right && box.top >= felt.top && box.bottom <= felt.bottom;
  return inside ? [] : [key.textContent.trim()];
})"""
"""Keys that do not lie on their felt: the styles of pages and of tables meet on a page with positions."""

TOO_SMALL = """() => [...document.querySelectorAll(
    'main button, main a.key, main input:not([type=checkbox]), main summary, header a, header button')]
  .filter((one) => one.getClientRects().length && getComputedStyle(one).position !== 'absolute')
  .map((one) => [one.textContent.trim().slice(0, 30) || one.name, one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.width < 24)
  .map(([text, box]) => `${text} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
"""What is too small to press: nothing is lower than `--touch`. Radio buttons lie invisibly over their labels."""


def test_two_presses_of_a_key_and_ten_seconds_to_the_first_cards(browser, platform):
    with opened(browser, 1440, "en") as context:
        page = context.new_page()
        heard = complaints(page, platform.url)
        page.goto(platform.url + "/")
        play = page.get_by_role("button", name="Against programs").first
        for _ in range(30):
            page.keyboard.press("Tab")
            if play.evaluate("(one) => one === document.activeElement"):
                break
        page.keyboard.press("Enter")
        page.wait_for_url("**/t/*", timeout=10_000)
        expect(page.locator(".hand .card")).to_have_count(10, timeout=10_000)
        assert heard == []


def test_without_javascript_a_table_can_be_opened_and_the_page_says_what_it_lacks(browser, platform):
    with opened(browser, 360, "en", java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(platform.url + "/")
        page.get_by_role("button", name="Against programs").first.click()
        page.wait_for_url("**/t/*")
        # This switch of Playwright stops scripts but lets <noscript> be parsed as text, so it is only read.
        assert "this page needs JavaScript" in page.locator("main noscript").inner_text()
        page.goto(platform.url + "/")
        expect(page.get_by_role("link", name="Watch").first).to_be_visible()


def test_the_front_page_follows_what_happens_while_it_is_looked_at(browser, platform):
    with opened(browser, 1440, "en") as watching, opened(browser, 1440, "en") as playing:
        looker, player = watching.new_page(), playing.new_page()
        looker.goto(platform.url + "/")
        player.goto(platform.url + "/")
        player.get_by_role("button", name="Against programs").first.click()
        player.wait_for_url("**/t/*")
        address = player.url.removeprefix(platform.url)
        expect(looker.locator(f'#now a[href="{address}"]')).to_be_visible(timeout=30_000)


def test_a_choice_of_language_and_colours_holds_on_every_page(browser, platform):
    with opened(browser, 360, "en") as context:
        page = context.new_page()
        page.goto(platform.url + "/settings")
        page.get_by_label("العربية", exact=True).check()
        page.get_by_label("High contrast").check()
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_role("status")).to_be_visible()
        page.goto(platform.url + "/")
        assert page.evaluate("[document.documentElement.lang, document.documentElement.dataset.theme]") == [
            "ar",
            "contrast",
        ]
