"""A look at one running table for the front page: who sits where, whose turn it is, what lies on the felt.

Drawn from the view of a watcher, like everything strangers see. The page fetches itself anew while it is looked at, so
the cards move on.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from games.kernel import registry
from games.table import catalogue, feed
from games.table.aggregate import Refused
from games.table.ids import parse_id
from games.table.lobby import Summary
from web.figures import shown, shown_number
from web.templatetags.web import card_name

PLACES = {2: "sn", 3: "slr", 4: "slnr"}
"""Where seats sit, clockwise from the bottom: at most four find room in the window."""


@dataclass(frozen=True)
class Plate:
    place: str
    name: str
    total: str
    on: bool


@dataclass(frozen=True)
class Lying:
    place: str
    card: str


@dataclass(frozen=True)
class Window:
    """What the window shows."""

    id: str
    title: str
    line: str
    plates: list[Plate]
    cards: list[Lying]

    @property
    def spoken(self) -> str:
        """The same in words, for whoever hears the page."""
        return ", ".join(
            [self.title, *(plate.name for plate in self.plates), *(card_name(one.card) for one in self.cards)]
        )


def window_of(tables: tuple[Summary, ...]) -> Window | None:
    """The running table with the most people at it, the newest of them; None when there is none that fits."""
    fitting = [table for table in tables if table.players in PLACES]
    if not fitting:
        return None
    table = max(fitting, key=lambda one: (sum(bool(seat.person) for seat in one.seats), one.opened_at))
    return _window(table, parse_id(table.id))


def _window(table: Summary, table_id: UUID) -> Window | None:
    try:
        seen = feed.table_view(table_id, None).view
        clockwise = registry.game(table.game).clockwise
    except (Refused, KeyError):
        return None
    game = seen["game"]
    places = PLACES[table.players] if clockwise else PLACES[table.players][0] + PLACES[table.players][:0:-1]
    totals = game.get("totals") or ()
    turns = {decider["seat"] for decider in seen["deciders"]}
    plates = [
        Plate(
            place=places[seat],
            name=sitter.name if sitter.person else _("program") if sitter.bot else "",
            total=shown_number(totals[seat]) if seat < len(totals) else "",
            on=seat in turns,
        )
        for seat, sitter in enumerate(table.seats)
    ]
    trick = (game.get("trick") or {}).get("cards") or (game.get("last_trick") or {}).get("cards") or ()
    cards = [Lying(places[seat], card) for seat, card in trick if card]
    return Window(table.id, catalogue.title(table.game), _line(game), plates, cards)


def _line(game: dict[str, object]) -> str:
    deal = shown(_("Deal %(n)s") % {"n": game["deal"]}) if game.get("deal") else _("The first deal")
    named = {
        "S": _("spades are trumps"),
        "H": _("hearts are trumps"),
        "D": _("diamonds are trumps"),
        "C": _("clubs are trumps"),
    }
    trumps = named.get(str(game.get("trump")))
    return _("%(deal)s, %(trumps)s") % {"deal": deal, "trumps": trumps} if trumps else deal
