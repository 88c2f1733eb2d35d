"""The front page in words: what the lists of `games.table.lobby` say to a reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import Person
from games.kernel.contract import Game
from games.table import catalogue
from games.table.lobby import Sitter, Summary, tables_of
from games.table.lobby import lobby as tables
from matchmaking import waiting
from web.figures import shown
from web.page import own_template
from web.window import Window, window_of

LEFT_TO_RIGHT_ISOLATE, FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2066", "\u2068", "\u2069"


@dataclass(frozen=True)
class GameToPlay:
    """A game on the front page."""

    name: str
    title: str
    preset: str
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


@dataclass(frozen=True)
class FrontPage:
    games: list[GameToPlay]
    mine: list[Row]
    """Where the reader sits, to go back to."""
    open: list[Row]
    running: list[Row]
    running_count: int
    window: Window | None


def lobby(person: Person | None) -> FrontPage:
    """Everything the front page shows to this reader, read once. His own tables stand apart from the others."""
    now = tables()
    mine = tables_of(person.public_id) if person else ()
    own = {table.id for table in mine}
    crowd = waiting.read()
    return FrontPage(
        games=[_game(game, crowd.waiting_for(game.name)) for game in catalogue.known()],
        mine=[_row(table) for table in mine],
        open=[_row(table) for table in now.open if table.id not in own],
        running=[_row(table) for table in now.running if table.id not in own],
        running_count=now.running_count,
        window=window_of(now.running),
    )


def _game(game: Game[Any, Any], people: int) -> GameToPlay:
    rules = game.ruleset
    return GameToPlay(
        name=game.name,
        title=_(game.title),
        preset=rules.PRESETS[0],
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
        names=_listed([name_of(seat) for seat in table.seats if not seat.free]),
        line=_line(table),
        seats="".join("-" if seat.free else "b" if seat.bot else "o" for seat in table.seats),
    )


def _line(table: Summary) -> str:
    if table.free_seats:
        return shown(
            ngettext("%(n)d chair is free", "%(n)d chairs are free", table.free_seats) % {"n": table.free_seats}
        )
    if table.lifecycle != "playing":
        return _("About to begin")
    if not table.deals:
        return _("The first deal")
    # Each number keeps to itself, or a minus before Arabic figures would slip to its neighbour.
    totals = [f"{LEFT_TO_RIGHT_ISOLATE}{total}{POP_ISOLATE}".replace("-", "−") for total in table.totals]
    text = ngettext("After %(n)d deal: %(totals)s", "After %(n)d deals: %(totals)s", table.deals)
    return shown(text % {"n": table.deals, "totals": _listed(totals)})


def name_of(seat: Sitter) -> str:
    """Who sits there, kept to his own direction; who has had the account deleted has no name any more."""
    if seat.bot:
        return _("a program")
    if not seat.name:
        return _("deleted account")
    return f"{FIRST_STRONG_ISOLATE}{seat.name}{POP_ISOLATE}"


def _listed(names: list[str]) -> str:
    """Names in a row, each kept to its own direction."""
    return ("، " if get_language() == "ar" else ", ").join(names)
