"""Other worlds: the unseen cards placed anew in every way that what is known allows."""

from collections.abc import Sequence

from games.kernel.cards import CardSet
from games.kernel.contract import Place
from games.kernel.menu import Rng, below


def place_again(places: Sequence[Place], rng: Rng) -> dict[str, CardSet] | None:
    """A random layout of the unseen cards, each place full and within its `may`; None where there is no such layout.

    Cards go one by one to a random place that may hold them; where none is free, others move over to make room
    (augmenting paths), so that a layout is always found if there is one.
    """
    unseen = 0
    for place in places:
        unseen |= place.may
    cards = [card for card in range(unseen.bit_length()) if unseen >> card & 1]
    _shuffle(cards, rng)
    held: list[list[int]] = [[] for _ in places]

    def settle(card: int, tried: set[int]) -> bool:
        options = [i for i, place in enumerate(places) if place.n and place.may >> card & 1 and i not in tried]
        _shuffle(options, rng)
        options.sort(key=lambda i: len(held[i]) >= places[i].n)
        for i in options:
            if i in tried:
                continue
            tried.add(i)
            if len(held[i]) < places[i].n:
                held[i].append(card)
                return True
            for at, other in enumerate(held[i]):
                if settle(other, tried):
                    held[i][at] = card
                    return True
        return False

    for card in cards:
        if not settle(card, set()):
            return None
    if any(len(cards_here) != place.n for cards_here, place in zip(held, places, strict=True)):
        return None
    return {place.name: sum(1 << card for card in cards_here) for place, cards_here in zip(places, held, strict=True)}


def _shuffle(items: list[int], rng: Rng) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = below(rng, i + 1)
        items[i], items[j] = items[j], items[i]
