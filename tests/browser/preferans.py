"""Somebody at a table of Preferans: bids, puts two cards away, whists, plays open hands, opens the score sheet."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.playing import Person

KINDS = ("finished", "between", "say", "panel", "card")
MOMENTS = {
    "auction": ".panel.ladder:not(.final)",
    "exchange": ".panel.ladder.final",
    "talon": ".talon-turned",
    "whist": ".panel.choices .way[data-value=whist]",
    "laying": ".panel.choices .way[data-value=open]",
    "open": ".openhand",
    "raspasy": ".trick .names",
    "between": ".deal-told",
}
"""What a moment is known by on the page."""
ASKED = {"auction", "exchange", "whist", "open", "between"}
"""What everybody meets in a pulka; raspasy comes when the cards will, and programs leave no time to see a talon."""


class Player:
    """Plays a pulka by pressing what the page offers, and takes a picture of each moment once."""

    def __init__(self, me: Person) -> None:
        self.me = me
        self.seen: set[str] = set()
        self.deals = 0
        self.contracts = 0

    def look(self) -> None:
        """One picture of each moment, and a look whether everything fits."""
        here = [
            name for name, where in MOMENTS.items() if name not in self.seen and self.me.page.locator(where).count()
        ]
        for name in here:
            self.seen.add(name)
            self.me.fits()
            self.me.picture(f"preferans-{name}")

    def play(self, until: str) -> None:
        """Plays until that is offered."""
        for _ in range(3000):
            offered = self.me.look(KINDS)
            assert offered is not None, self.me.page.locator("body").inner_text()[:600]
            self.look()
            kind = offered["kind"]
            if kind == until:
                return
            assert kind != "finished", "it ended too early"
            if offered["covered"]:
                raise AssertionError(f"nobody can press {offered['covered']}: {self.me.picture('preferans-covered')}")
            self.act(kind, offered)
        raise AssertionError("no end")

    def act(self, kind: str, offered: dict[str, Any]) -> None:
        page = self.me.page
        if kind == "between":
            self.deals += 1
            self.read_the_deal()
            self.press(".moment.between .key.first")
        elif page.locator(".panel.ladder.final").count():
            self.exchange()
        elif page.locator(".panel.ladder").count():
            self.bid()
        elif page.locator(".panel.claim").count():
            self.press(".panel.claim .say.first")
        elif page.locator(".panel.choices").count():
            self.answer()
        else:
            page.mouse.click(*offered["places"][0])
            again = page.locator(".raised.legal").first
            if again.count():
                again.click(force=True)

    def press(self, where: str) -> None:
        """Presses a key. The page takes the decision away at once, so that nothing is pressed twice."""
        self.me.page.locator(where).first.click()

    def bid(self) -> None:
        """Bids where nobody else has, so that somebody plays, and higher than anybody until a talon was his; otherwise
        passes."""
        page = self.me.page
        expect(page.locator(".ladder .key[data-value]")).to_have_count(26)
        free = page.locator(".ladder .key[data-value]:enabled")
        first = self.contracts <= self.deals // 2 and not page.locator(".ladder .high").count()
        insists = self.deals % 2 == 1 and "exchange" not in self.seen
        if free.count() and (first or insists):
            key = free.first
            value = key.get_attribute("data-value")
            assert page.locator(".ladder .say.first").is_disabled()
            key.click()
            expect(page.locator(f".ladder .key[data-value='{value}']")).to_have_class("key num  chosen ")
            self.press(".ladder .say.first:enabled")
            self.contracts += 1
        else:
            self.press(".ladder .pass")

    def exchange(self) -> None:
        """Puts the first two cards away and plays what was bid."""
        page = self.me.page
        say = page.locator(".ladder.final .say.first")
        expect(page.locator(".hand [data-card]")).to_have_count(12)
        assert say.is_disabled()
        names = [card.get_attribute("data-card") for card in page.locator(".hand button[data-card]").all()]
        for name in names[:2] + names[-1:]:
            card = page.locator(f".hand button[data-card='{name}']")
            box = card.bounding_box()
            assert box
            card.click(position={"x": box["width"] * 0.2, "y": box["height"] * 0.25})
        chosen = [card.get_attribute("data-card") for card in page.locator(".hand [aria-pressed=true]").all()]
        assert sorted(map(str, chosen)) == sorted(map(str, [names[1], names[-1]])), "a third touch lets the first go"
        self.look()
        self.press(".ladder.final .say.first:enabled")

    def answer(self) -> None:
        """Whists, and lays the cards open; every fifth time he passes."""
        page = self.me.page
        alone = page.locator(".choices .way.alone")
        if alone.count() and self.deals % 5 == 4:
            self.press(".choices .way.alone")
        else:
            self.press(".choices .say.first:enabled")

    def read_the_deal(self) -> None:
        """What was written is told with its new value."""
        told = self.me.page.locator(".deal-told")
        expect(told).to_be_visible()
        assert told.locator("p").first.inner_text()

    def open_sheet(self) -> None:
        """Opens the score sheet, touches a number and reads which deal it came from."""
        page = self.me.page
        narrow = self.me.width <= 1000
        page.locator(".tray .key").nth(1).click() if narrow else page.locator(".margin .foot .key").click()
        expect(page.locator(".over ot-pulka .cell")).to_have_count(12)
        number = page.locator(".over .cell .run button:visible").last
        number.click(force=narrow)
        expect(page.locator(".over .came-from h4")).to_be_visible()
        self.me.fits()

    def close_sheet(self) -> None:
        self.me.page.keyboard.press("Escape")
        expect(self.me.page.locator(".over")).to_have_count(0)

    def check_the_end(self, *, cells: int = 12) -> list[int]:
        """The reckoning adds up: the results sum to zero, and the sheet has a cell for whatever can be written."""
        page = self.me.page
        expect(page.locator(".reckoning > ol > li")).to_have_count(4)
        results = self.me.seen()["places"]
        assert sum(results) == 0
        expect(page.locator(".picture .cell")).to_have_count(cells)
        return list(results)
