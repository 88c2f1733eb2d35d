"""Takes the README's picture of a table anew: `make pictures`.

Starts the platform on a folder of its own, plays Hokm in Chromium into the fourth deal, waits for a moment that shows
much (a card lies, some of the own ones may follow) and writes docs/images/table.png.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from tests.browser.playing import Person
from tests.services import chromium
from tests.services.platform_processes import embedded_server

PICTURE = Path(__file__).resolve().parents[2] / "docs" / "images" / "table.png"
DEALS = 3
"""How many deals are played before, so that the sheet has lines."""


def take(me: Person) -> None:
    me.open_table("hokm", target=500)
    table = me.page.url
    me.come_to("/settings")
    me.page.locator("input[name=name]").fill("Noura")
    me.page.get_by_role("button", name="Save").click()
    me.page.goto(table)

    def showing(kind: str, names: list[str]) -> bool:
        seen = me.seen()
        enough = 1 < len(names) < len(seen["hand"]) and len(seen["hand"]) > 6
        return kind == "card" and me.done.count("between") >= DEALS and len(seen["trick"]) in (1, 2) and enough

    me.play(until=showing, choose=lambda kind, names: len(me.done) % min(3, len(names)) if kind == "panel" else 0)
    me.page.mouse.move(5, 5)
    me.page.screenshot(path=PICTURE)


def main() -> None:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = embedded_server(Path(folder) / "var", BETWEEN_DEALS_MS="600000")
        try:
            options = {"executable_path": chromium.find(), "args": chromium.launch_arguments()}
            browser = playwright.chromium.launch(**options)  # type: ignore[arg-type]
            take(Person(browser, server.url, viewport={"width": 1200, "height": 750}))
            browser.close()
        finally:
            server.stop()


if __name__ == "__main__":
    main()
