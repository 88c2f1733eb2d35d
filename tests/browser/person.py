"""Somebody at a table in a real browser: sees what the page offers and uses it with the mouse, as a person would."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, expect

from tests.services.environment import ROOT

SCREENS = ROOT / "build" / "screens"
OFFERS = {
    "finished": ".moment.result",
    "between": ".moment.between button.first:enabled",
    "promise": ".panel.promise .key:enabled",
    "trumps": ".panel.suits .key:enabled",
    "card": ".hand button.card.legal",
}
ANY = ", ".join(OFFERS.values())
CARD_SHOWN = """card => {
  const box = card.getBoundingClientRect();
  for (let x = box.left + 2; x < box.right; x += 4)
    for (let y = box.top + 2; y < box.bottom; y += 4)
      if (card.contains(document.elementFromPoint(x, y))) return true;
  return false;
}"""


class Person:
    """One browser, one page, one seat (or none)."""

    def __init__(self, context: BrowserContext, url: str, language: str) -> None:
        self.url, self.language = url, language
        self.page: Page = context.new_page()
        self.complaints: list[str] = []
        self.seen: set[str] = set()
        """What the page has offered so far."""
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda line: self.complaints.append(line.text) if line.type == "error" else None)
        self.page.on("requestfailed", lambda request: self.complaints.append(f"{request.url}: {request.failure}"))

    def come_in(self) -> None:
        self.page.goto(self.url)
        if self.page.locator("html").get_attribute("lang") != self.language:
            self.page.locator(f"button[name=language][value={self.language}]:visible").first.click()
            expect(self.page.locator("html")).to_have_attribute("lang", self.language)

    def open_table(self, **options: Any) -> str:
        """Opens a table against programs with these options and goes there; its address."""
        opened = self.page.evaluate(
            """async options => {
              const token = document.querySelector("input[name=csrfmiddlewaretoken]").value;
              const body = JSON.stringify({ game: "hokm", preset: "default", bots: "rest", options });
              const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
              return (await fetch("/tables", { method: "POST", headers, body })).json();
            }""",
            options,
        )
        address = f"{self.url}{opened['url']}"
        self.page.goto(address)
        return address

    def play_on(self, until: Callable[["Person"], bool], *, limit: int = 2000) -> None:
        """Takes whatever is offered, until that holds; gives up after so many looks."""
        for _ in range(limit):
            self.page.locator(ANY).first.wait_for(state="visible", timeout=60_000)
            offered = next((name for name, what in OFFERS.items() if self.page.locator(what).count()), None)
            if offered is None:
                continue
            self.seen.add(offered)
            if until(self):
                return
            try:
                self._take(offered)
            except Error as error:
                # The table has moved on between looking and clicking: look again.
                if not re.search("detached|Timeout|not visible|not stable", str(error)):
                    raise
        raise AssertionError(f"no end after {limit} looks: {self.page.locator('body').inner_text()[:500]}")

    def _take(self, offered: str) -> None:
        click: dict[str, Any] = {"timeout": 2_000}
        if offered == "between":
            self.page.locator(OFFERS["between"]).click(**click)
        elif offered in ("promise", "trumps"):
            panel = self.page.locator(".panel.promise, .panel.suits")
            panel.locator(".key[data-value]:enabled").first.click(**click)
            say = panel.locator(".key.say:enabled")
            if say.count():  # a pass is said by the first touch
                say.click(**click)
            self.page.locator(OFFERS[offered]).first.wait_for(state="detached", timeout=5_000)
        elif offered == "card":
            card = self.page.locator(OFFERS["card"]).first
            name = card.get_attribute("data-card")
            card.click(**click)
            raised = self.page.locator(f".hand button.card.raised[data-card='{name}']")
            if raised.count():
                raised.click(**click)
            self.page.locator(f".hand [data-card='{name}']").wait_for(state="detached", timeout=5_000)

    def has_seen(self, moment: str) -> bool:
        return moment in self.seen

    def finished(self) -> bool:
        return self.page.locator(OFFERS["finished"]).count() > 0

    def places(self) -> list[int]:
        """The points at the end, best first, in whatever figures they are written."""
        rows = self.page.locator("table.places tr td.pts").all_inner_texts()
        return [int(re.sub(r"[^\d-]", "", row.replace("\u2212", "-"))) for row in rows]

    def picture(self, name: str) -> None:
        width = (self.page.viewport_size or {"width": 0})["width"]
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=str(Path(SCREENS) / f"{name}-{width}-{self.language}.png"))

    def check_layout(self) -> None:
        """Nothing sticks out at the side, and every own card can be touched somewhere."""
        wide = self.page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels stick out"
        for card in self.hand().all():
            assert card.evaluate(CARD_SHOWN), f"{card.get_attribute('data-card')} lies hidden"

    def hand(self) -> Locator:
        return self.page.locator(".near .hand [data-card]")
