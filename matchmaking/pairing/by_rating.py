"""The tickets of one queue as they stand by rating: who is near, and who is left."""

from matchmaking.pairing.values import Wish


class Queue:
    """The tickets of a queue by rating, as a linked list out of which matched tickets fall."""

    __slots__ = ("after", "before", "name", "place", "ratings", "who", "wishes")

    def __init__(self, name: str, entries: list[tuple[float, int, Wish]]) -> None:
        self.name = name
        entries.sort(key=lambda entry: entry[:2])
        self.ratings = [rating for rating, _, _ in entries]
        self.who = [ticket for _, ticket, _ in entries]
        self.wishes = [wish for _, _, wish in entries]
        self.before = list(range(-1, len(entries) - 1))
        self.after = [*range(1, len(entries)), -1]
        self.place = {ticket: place for place, ticket in enumerate(self.who)}

    def drop(self, ticket: int) -> None:
        place = self.place[ticket]
        before, after = self.before[place], self.after[place]
        if before >= 0:
            self.after[before] = after
        if after >= 0:
            self.before[after] = before
