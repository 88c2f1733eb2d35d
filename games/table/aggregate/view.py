"""What a viewer may know of a table, built up from nothing, and what each event tells him."""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from games.kernel.cards import Seat
from games.kernel.contract import AtSeat, Everything, Public, Viewer
from games.table.aggregate import chairs
from games.table.aggregate import events as e
from games.table.aggregate.parts import PLAYING, Recorded
from games.table.aggregate.table import Table
from games.table.aggregate.wire import event_json


def audience(table: Table, person: str | None) -> AtSeat | Public:
    """Who this person is at the table: a seat, or a watcher. One frame serves all watchers."""
    seat = None if person is None else table.seat_of(person)
    return Public() if seat is None else AtSeat(seat)


def view(table: Table, viewer: Viewer, here: Collection[Seat] = ()) -> dict[str, Any]:
    """The `view` of a frame (docs/protocol.md). `here`: the seats whose persons are connected now."""
    game, state = table.game, table.state
    you = viewer.seat if isinstance(viewer, AtSeat) else None
    game_view = game.view(state, _game_viewer(table, viewer))
    playing = table.lifecycle == PLAYING
    menu = None
    if playing and you is not None and game_view.menu:
        menu = {"decision": table.decisions[you], "choices": game.codec.menu(game_view.menu)}
    return {
        "lifecycle": table.lifecycle,
        "seats": [
            {
                "person": one.person,
                "kind": one.kind,
                "bot": one.policy,
                "owner": one.owner,
                "away": one.away,
                "ready": one.ready,
                "here": seat in here,
            }
            for seat, one in enumerate(table.seats)
        ],
        "you": you,
        "deciders": [
            {"seat": seat, "kind": one.kind, "hand": one.hand, "decision": table.decisions[seat]}
            for seat, one in sorted(table.deciders.items())
        ],
        "menu": menu,
        "offers": list(game.offers(state)) if playing else [],
        "deadline": table.pause_ends_at,
        "clocks": _clocks(table),
        "chairs": chairs.seen(table),
        "game": game.codec.view(game_view),
    }


def _clocks(table: Table) -> dict[str, Any] | None:
    """Everybody's time. The same for all viewers: it tells when somebody decided, never what."""
    control = table.opened.clock
    if control is None:
        return None
    return {
        "bank": control.bank_ms,
        "step": control.step_ms,
        "seats": [{"left": clock.left_ms, "until": table.runs_until(seat)} for seat, clock in enumerate(table.clocks)],
    }


def redact(table_now: Table, recorded: Recorded, viewer: Viewer) -> dict[str, Any] | None:
    """An event as this viewer may see it now, as JSON; None when he may not see that it happened at all."""
    event: Any = recorded.event
    hide = _HIDDEN.get(type(event))
    if hide is not None:
        event = event if _sees_all(table_now, viewer) else hide(event, viewer)
    elif type(event) not in _TABLE_EVENTS:
        event = table_now.game.redact(event, _game_viewer(table_now, viewer), table_now.state)
    return None if event is None else event_json(table_now.game, event)


def _sees_all(table: Table, viewer: Viewer) -> bool:
    """The cards of an ended table may be seen by everybody, the running deal's included."""
    return table.ended or isinstance(viewer, Everything)


def _game_viewer(table: Table, viewer: Viewer) -> Viewer:
    return Everything() if table.ended else viewer


def _hide_salt(event: e.SaltGiven, viewer: Viewer) -> e.SaltGiven:
    """Own salts stay readable: their owner checks with them that they were used."""
    own = isinstance(viewer, AtSeat) and viewer.seat == event.seat
    return event if own else replace(event, salt=None)


def _hide_salts[Drawn: (e.DeckDrawn, e.DealerDrawn)](event: Drawn, viewer: Viewer) -> Drawn:
    return replace(event, salts=None)


_HIDDEN: dict[type, Callable[[Any, Viewer], Any]] = {
    e.SaltGiven: _hide_salt,
    e.DeckDrawn: _hide_salts,
    e.DealerDrawn: _hide_salts,
}
_TABLE_EVENTS = frozenset(e.EVENTS)
