"""Somebody at a table in a real browser: sees what the page offers and presses it with the mouse, as a person would.

    me = Person(browser, platform.url, width=360, language="ar")
    me.come_to("/")
    me.open_table("hokm", programs="rest", target=200)
    me.play(until="finished")
    assert me.complaints == []

Knows no game: what can be pressed is a card that is legal, a key of a panel, the key that says what was chosen.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Browser, Page, expect

SCREENS = Path(__file__).resolve().parents[2] / "build" / "screens"
HEIGHTS = {320: 640, 360: 740, 1440: 900}

LOOK = """([kinds, limit]) => new Promise((done) => {
  const ways = {
    finished: '.moment.result',
    stopped: '.moment.stopped',
    between: '.moment.between .key.first:enabled',
    say: '.panel .key.first:enabled, .keys .key.first:enabled',
    panel: '.panel .key:enabled:not(.chosen, .plain, .first, [aria-pressed=true])',
    again: ':is(.hand, .openhand) button.card.raised.legal',
    card: ':is(.hand, .openhand) button.card.legal',
  };
  const shown = (one) => one.getClientRects().length > 0;
  /* A place on it that nothing covers: a card in a fan shows only an edge of itself. */
  const free = (one) => {
    const box = one.getBoundingClientRect();
    for (const y of [0.5, 0.25, 0.75, 0.1, 0.9]) for (const x of [0.5, 0.15, 0.85, 0.05, 0.95]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      if (one.contains(document.elementFromPoint(...at))) return at;
    }
    return null;
  };
  const away = (one) => one.getBoundingClientRect().bottom > innerHeight || one.getBoundingClientRect().top < 0;
  const end = performance.now() + limit;
  let before = '';
  const look = () => {
    for (const kind of kinds) {
      const found = [...document.querySelectorAll(ways[kind])].filter(shown);
      if (!found.length) continue;
      /* Where a window is too low for a table its page scrolls, and so does a person. */
      const rolls = document.scrollingElement.scrollHeight > innerHeight;
      if (rolls && !found.some(free)) found[0].scrollIntoView({ block: 'center' });
      const places = found.map(free);
      const hidden = found.filter((one, i) => !places[i] && !(rolls && away(one)));
      const above = (one) => {
        const box = one.getBoundingClientRect();
        const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        return `beneath <${top?.localName} class="${top?.getAttribute('class') ?? ''}">`;
      };
      const covered = hidden.map((one) => `${one.dataset.card ?? one.textContent.trim()} ${above(one)}`);
      const seen = JSON.stringify([kind, places]);
      if (seen === before) {
        const names = found.map((one) => one.dataset.card ?? one.dataset.value ?? '');
        done({ kind, places: places.filter(Boolean), covered, names });
        return;
      }
      before = seen;
      break;
    }
    if (performance.now() > end) done(null);
    else requestAnimationFrame(look);
  };
  look();
})"""
"""Waits until something of these kinds can be pressed and lies still (twice in a row at the same places)."""

SEEN = """() => {
  const cards = (where) => [...document.querySelectorAll(where)].map((one) => one.dataset.card).filter(Boolean);
  const plates = [...document.querySelectorAll('.felt .seat')].map((one) => [
    one.dataset.seat, one.querySelectorAll('.tally i:not(.due)').length, one.querySelectorAll('.tally i.due').length,
    one.classList.contains('turn'),
  ]);
  /* In whatever figures it is written. */
  const latin = (text) => text.replace(/[٠-٩]/g, (c) => '٠١٢٣٤٥٦٧٨٩'.indexOf(c)).replace('−', '-');
  const number = (text) => Number(latin(text).replace(/[^0-9-]/g, ''));
  const moment = document.querySelector('.moment');
  return {
    trick: cards('.trick [data-card]').sort(),
    plates: plates.sort(),
    places: [...document.querySelectorAll('table.places td.pts')].map((one) => number(one.textContent)),
    moment: moment ? moment.className : null,
    hand: cards('.near .hand [data-card]'),
    everything: cards('[data-card]'),
  };
}"""


WIDER = """() => [...document.querySelectorAll('.moment-place, .panel-place, .over .inside, .margin')]
  .filter((one) => one.scrollWidth > one.clientWidth)
  .map((one) => `${one.className}: ${one.scrollWidth} in ${one.clientWidth}`)"""
"""What only rolls downwards, and has something in it that sticks out at a side."""


class Person:
    """One browser context with one page (or more tabs) and everything the browser complained of."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        width: int = 1440,
        language: str = "en",
        theme: str = "light",
        motion: bool = False,
        **more: Any,
    ) -> None:
        self.url, self.width, self.language, self.theme, self.motion = url, width, language, theme, motion
        more.setdefault("viewport", {"width": width, "height": HEIGHTS.get(width, 800)})
        self.context = browser.new_context(
            locale=language,
            color_scheme=cast(Any, theme),
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=width < 600,
            **more,
        )
        self.context.set_default_timeout(60_000)
        self.complaints: list[str] = []
        self.done: list[str] = []
        """The kinds of what was pressed, in order."""
        self.page = self.tab()

    def tab(self) -> Page:
        """Another page of the same person."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on(
            "console", lambda line: self.complaints.append(line.text) if line.type in ("error", "warning") else None
        )
        page.on(
            "request",
            lambda asked: None if asked.url.startswith(self.url) else self.complaints.append(f"calls {asked.url}"),
        )
        return page

    def close(self) -> None:
        self.context.close()

    def come_to(self, address: str) -> None:
        self.page.goto(self.url + address)

    def open_table(self, game: str, *, programs: str = "rest", rules: str = "", **options: object) -> str:
        """Fills in the form that opens a table; answers the address of the table, as a path."""
        self.come_to(f"/tables/new?game={game}&rules={rules}")
        self._choose("bots", programs)
        for name, value in options.items():
            if name in ("players", "visibility"):
                self._choose(name, value)
            elif self._option(name, value).count():
                self._choose(f"option.{name}", value)
            else:
                self._show(self.page.locator(f"input[name='number.{name}']")).fill(str(value))
        self.page.locator("form.sheet-form button.first").click()
        self.page.wait_for_url("**/t/*")
        return self.page.url.removeprefix(self.url)

    def _option(self, name: str, value: object) -> Any:
        return self.page.locator(f"input[name='option.{name}'][value='{value}']")

    def _choose(self, name: str, value: object) -> None:
        field = self.page.locator(f"input[name='{name}'][value='{value}']")
        self._show(field).check(force=True)

    def _show(self, field: Any) -> Any:
        """Opens the part of the form that the field is folded away in."""
        folded = self.page.locator("details:not([open])").filter(has=field)
        if folded.count():
            folded.locator("summary").click()
        return field

    def look(self, kinds: Iterable[str], limit: float = 60.0) -> dict[str, Any] | None:
        return cast("dict[str, Any] | None", self.page.evaluate(LOOK, [list(kinds), limit * 1000]))

    def play(
        self,
        until: str | Callable[[str, list[str]], bool] = "finished",
        *,
        limit: float = 600.0,
        choose: Callable[[str, list[str]], int] | None = None,
        each: Callable[[str], None] | None = None,
    ) -> str:
        """Presses whatever is offered until that kind is offered, or until `until(kind, names)`; answers the kind.

        `choose(kind, names)` picks among what is offered: cards by notation, keys by value. `each(kind)` is called
        before each press.
        """
        kinds = ("finished", "stopped", "between", "say", "panel", "again", "card")
        end = time.monotonic() + limit
        moving_until = time.monotonic() + 5
        while time.monotonic() < end:
            offered = self.look(kinds)
            if offered is None:
                raise AssertionError(f"nothing to do for a minute: {self.page.locator('body').inner_text()[:600]}")
            kind = str(offered["kind"])
            if kind == until or (callable(until) and until(kind, offered["names"])):
                return kind
            assert kind not in ("finished", "stopped"), f"the table is {kind}"
            if offered["covered"] and self.motion and moving_until > time.monotonic():
                continue  # a card on its way passes over others
            assert not offered["covered"], f"nobody can press {offered['covered']}"
            if each:
                each(kind)
            places = offered["places"]
            which = choose(kind, offered["names"]) if choose else len(self.done) % len(places)
            self.page.mouse.click(*places[which])
            self.done.append(kind)
            moving_until = time.monotonic() + 5
        raise AssertionError(f"no end after {limit} s")

    def seen(self) -> dict[str, Any]:
        """What lies on the table for this person: trick, strokes on the plates, points at the end, own hand."""
        return cast("dict[str, Any]", self.page.evaluate(SEEN))

    def sees_as(self, other: Person, limit: float = 20.0) -> None:
        """Waits until both see the same table; what only one of them may see is left out."""
        end = time.monotonic() + limit
        common = ("trick", "plates", "places", "moment")
        while True:
            mine, theirs = self.seen(), other.seen()
            if all(mine[part] == theirs[part] for part in common):
                return
            if time.monotonic() > end:
                differing = [(part, mine[part], theirs[part]) for part in common if mine[part] != theirs[part]]
                raise AssertionError(f"not in step: {differing}")
            time.sleep(0.05)

    def fits(self) -> None:
        """Nothing sticks out at a side."""
        wide = self.page.evaluate("document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels stick out"
        wider = self.page.evaluate(WIDER)
        assert not wider, wider

    def picture(self, name: str) -> Path:
        """A screenshot in build/screens, named by size, language and theme."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        path = SCREENS / f"{name}-{self.width}-{self.language}-{self.theme}.png"
        self.page.screenshot(path=path)
        return path

    def pictures(self, name: str) -> None:
        """The same at both widths, light and dark; the page is left as it was."""
        was = (self.width, self.theme)
        for self.width in (360, 1440):
            self.page.set_viewport_size({"width": self.width, "height": HEIGHTS[self.width]})
            for self.theme in ("light", "dark"):
                self.page.emulate_media(color_scheme=cast(Any, self.theme))
                self.fits()
                self.picture(name)
        self.width, self.theme = was
        self.page.set_viewport_size({"width": self.width, "height": HEIGHTS[self.width]})
        self.page.emulate_media(color_scheme=cast(Any, self.theme))

    def wait_for_table(self) -> None:
        expect(self.page.locator(".felt")).to_be_visible(timeout=60_000)


Meet = Callable[..., Person]
"""The fixture `meet`: somebody new, with what `Person` takes."""
