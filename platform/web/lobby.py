"""The front page in words: what the lists of `games.table.lobby` say to a reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Person
from games.kernel import registry
from games.kernel.contract import Game
from games.kernel.errors import BadOption
from games.table import catalogue
from games.table.clock import now_ms
from games.table.lobby import Summary
from games.table.lobby import lobby as tables
from matchmaking.queues import tickets, waiting
from web.figures import shown
from web.isolates import isolated_number, listed
from web.my_tables import ON_THE_FRONT_PAGE, MyRow, rows_of
from web.page import own_template
from web.phrases import title_of
from web.seats import free_chairs, marks, name_of
from web.window import Window, window_of


@dataclass(frozen=True)
class GameToPlay:
    """A game on the front page."""

    name: str
    title: str
    presets: list[tuple[str, str]]
    """Ready-made house rules by name and title, the usual ones first."""
    players: list[int]
    waiting: int
    """People in its queues."""
    intro: str
    """The game's own template with a picture and two sentences, or nothing."""
    rules: bool
    """Whether it explains itself on a page of its own."""
    window: str
    """The game's own picture of a table, shown when it stands first on the page."""

    @property
    def seats_text(self) -> str:
        return shown(ngettext("%(n)d player", "%(n)d players", self.players[0]) % {"n": self.players[0]})


@dataclass(frozen=True)
class Row:
    """A table in a list."""

    id: str
    title: str
    names: str
    line: str
    seats: str
    chair: str = ""
    """That a chair can be had at a table that is played."""
    rules: str = ""
    """House rules that differ from the usual ones, of a table that waits."""


@dataclass(frozen=True)
class Waits:
    """What the reader waits for meanwhile."""

    title: str
    others: int
    """For how much more."""
    seats: str


@dataclass(frozen=True)
class FrontPage:
    games: list[GameToPlay]
    mine: list[MyRow]
    """Where the reader sits: what asks for him first."""
    more_mine: int
    """How many more of them there are."""
    waits: Waits | None
    open: list[Row]
    running: list[Row]
    running_count: int
    window: Window | None


def lobby(person: Person | None) -> FrontPage:
    """Everything the front page shows to this reader, read once. His own tables stand apart from the others."""
    now = tables()
    mine = rows_of(person)
    own = {table.id for table in mine}
    crowd = waiting.read_for(person.public_id if person else None)
    ticket = crowd.of(person.public_id, now_ms()) if person else None
    if person is not None and ticket is not None:
        tickets.seen(person.public_id)
    return FrontPage(
        games=[_game(game, crowd.waiting_for(game.name)) for game in catalogue.known()],
        mine=mine[:ON_THE_FRONT_PAGE],
        waits=_waits(ticket) if ticket else None,
        more_mine=max(0, len(mine) - ON_THE_FRONT_PAGE),
        open=[_row(table) for table in now.open if table.id not in own],
        running=[_row(table) for table in now.running if table.id not in own],
        running_count=now.running_count,
        window=window_of(now.running),
    )


def _waits(ticket: waiting.Waiting) -> Waits:
    first = ticket.queues[0]
    size = max(first.wanted.counts)
    here = min(size, len(ticket.persons) + len(first.near))
    return Waits(
        title=title_of(first.wanted),
        others=len(ticket.queues) - 1,
        seats="o" * here + "-" * (size - here),
    )


def _game(game: Game[Any, Any], people: int) -> GameToPlay:
    rules = game.ruleset
    return GameToPlay(
        name=game.name,
        title=_(game.title),
        presets=catalogue.presets(rules),
        players=list(rules.PLAYERS),
        waiting=people,
        intro=own_template(game.name, "intro"),
        rules=bool(own_template(game.name, "rules.en")),
        window=own_template(game.name, "window"),
    )


def _row(table: Summary) -> Row:
    return Row(
        id=table.id,
        title=catalogue.title(table.game),
        names=listed([name_of(seat) for seat in table.seats if not seat.free]),
        line=_line(table),
        chair=_("You may sit down where a program plays.") if table.chairs_open else "",
        seats=marks(table.seats),
        rules=_rules(table) if table.free_seats else "",
    )


def _rules(table: Summary) -> str:
    """By which ready-made rules, if the game has several, and what differs from them."""
    try:
        rules = registry.game(table.game).ruleset
        told = catalogue.rules_in_words(rules.build(table.preset, table.players, table.options))
    except (KeyError, BadOption):  # a game this server no longer has, or rules of an older version
        return ""
    preset = [catalogue.preset_title(rules, table.preset)] if len(rules.PRESETS) > 1 and table.free_seats else []
    changed = [f"{line['title']}: {line['text']}" for line in told if line["changed"]]
    return shown("; ".join(preset + changed))


def _line(table: Summary) -> str:
    if table.free_seats:
        return free_chairs(table.free_seats)
    if table.lifecycle != "playing":
        return _("About to begin")
    if not table.deals:
        return _("The first deal")
    totals = [isolated_number(total) for total in table.totals]
    text = ngettext("After %(n)d deal: %(totals)s", "After %(n)d deals: %(totals)s", table.deals)
    return shown(text % {"n": table.deals, "totals": listed(totals)})
