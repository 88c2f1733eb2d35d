"""Two worlds with one log: what a viewer of a table of Hokm cannot see is dealt anew in the second one.

In a log of Hokm the one secret is the deck of a deal that is not over. A layout of the cards a viewer does not see is
turned into another deck; with it in the place of the true one, all later events stand as they did.
"""

import json
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock
from uuid import UUID

from games.hokm.state import hands_of
from games.kernel.contract import AtSeat, Public
from games.kernel.layouts import place_again
from games.table import log
from games.table.held import Held

Viewer = AtSeat | Public


def other_deck(held: Held, viewer: Viewer, rng: random.Random) -> list[str] | None:
    """Another deck of the running deal that this viewer cannot tell from the true one; None if he sees everything."""
    game, state = held.table.game, held.table.state
    recalled = AtSeat(viewer.seat, recall=True) if isinstance(viewer, AtSeat) else Public(recall=True)
    seen = game.view(state, recalled)
    places = game.unseen(seen)
    if sum(place.n for place in places) == 0:
        return None
    layout = place_again(places, rng)
    assert layout is not None
    other = game.complete(seen, layout)
    assert other is not None
    if other.dealt == state.dealt:
        return None
    return [game.pack.name(card) for card in _deck_of(game, other.dealt, state.dealer)]


def _deck_of(game: Any, dealt: tuple[int, ...], dealer: int) -> list[int]:
    """A deck that deals these hands: which position goes to whom is asked of the game itself."""
    cards = game.pack.cards
    places = [[k for k, card in enumerate(cards) if hand >> card & 1] for hand in hands_of(cards, dealer)]
    deck = [0] * len(cards)
    for seat, hand in enumerate(dealt):
        for place, card in zip(places[seat], game.pack.cards_in(hand), strict=True):
            deck[place] = card
    assert hands_of(tuple(deck), dealer) == dealt
    return deck


def with_deck(row: log.Row, deck: list[str] | None) -> log.Row:
    """The row as the other world has it."""
    if row.kind != "hokm.deal_started" or deck is None:
        return row
    return replace(row, body=json.dumps({**json.loads(row.body), "deck": deck}, separators=(",", ":")))


class World:
    """What the log seems to hold while the world is entered: events up to `upto`, `deck` in the running deal."""

    def __init__(self, table_id: UUID, deal_starts: int, deck: list[str] | None) -> None:
        self.table_id = table_id
        self.deal_starts = deal_starts
        """The number of the event that holds the deck."""
        self.deck = deck
        self.upto = deal_starts

    @contextmanager
    def entered(self) -> Iterator["World"]:
        select: Callable[..., list[log.Row]] = log.select

        def seen(table_id: UUID, after: int = 0, limit: int | None = None) -> list[log.Row]:
            rows = [row for row in select(table_id, after) if row.seq <= self.upto][:limit]
            return [with_deck(row, self.deck) if row.seq == self.deal_starts else row for row in rows]

        with mock.patch.object(log, "select", seen), mock.patch.object(log, "heads_moved", return_value={}):
            yield self
