"""Pairing keeps every constraint, leaves nobody waiting for ever, and comes close to the best that could be done."""

import random
import time
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import inf
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from matchmaking.pairing import MOST_LOOKED_AT, Blocks, Companies, Match, Ticket, Widening, Wish, pair

HOKM, CASUAL, TONG = "hokm.default.normal.rated", "hokm.default.normal.casual", "tong.default.normal.rated"
WIDENING = Widening()


def ticket(
    name: str, rating: float = 1500, *, since: float = 0, counts: tuple[int, ...] = (3,), queue: str = HOKM
) -> Ticket:
    return Ticket(name, (name,), (Wish(queue, rating, counts),), since)


def matches_of(tickets: Sequence[Ticket], now: float, **given: Any) -> list[Match]:
    return pair(tickets, now, **given).matches


def seats(matches: list[Match]) -> list[tuple[str, ...]]:
    return [match.persons for match in matches]


def test_three_who_wait_are_seated() -> None:
    (match,) = matches_of([ticket("a"), ticket("b", 1550), ticket("c", 1450)], now=1)
    assert set(match.persons) == {"a", "b", "c"}
    assert match.queue == HOKM


def test_two_are_not_enough_for_hokm() -> None:
    assert matches_of([ticket("a"), ticket("b")], now=1000) == []


def test_the_longest_wait_goes_first() -> None:
    tickets = [
        ticket("d", 1500, since=30),
        ticket("a", 1500, since=0),
        ticket("b", 1500, since=10),
        ticket("c", since=20),
    ]
    (match,) = matches_of(tickets, now=40)
    assert match.persons[0] == "a"


def test_the_nearest_ratings_are_chosen() -> None:
    tickets = [ticket("a"), ticket("b", 1580), ticket("c", 1510), ticket("d", 1490)]
    (match,) = matches_of(tickets, now=1)
    assert set(match.persons) == {"a", "c", "d"}


def test_ratings_far_apart_wait_until_the_windows_have_widened() -> None:
    tickets = [ticket("a", 1500), ticket("b", 1500), ticket("c", 1900)]
    assert matches_of(tickets, now=1) == []
    assert matches_of(tickets, now=38) != []


def test_in_the_end_anybody_is_good_enough() -> None:
    tickets = [ticket("a", 0), ticket("b", 1500), ticket("c", 4000)]
    assert matches_of(tickets, now=WIDENING.open_after) != []


@pytest.mark.parametrize("blocks", [{"a": {"b"}}, {"b": {"a"}}])
def test_a_block_counts_both_ways(blocks: dict[str, set[str]]) -> None:
    tickets = [ticket("a"), ticket("b"), ticket("c"), ticket("d")]
    for match in matches_of(tickets, now=1000, blocks=blocks):
        assert not {"a", "b"} <= set(match.persons)
    assert matches_of(tickets[:3], now=10_000, blocks=blocks) == []


def test_the_same_company_waits_a_minute_in_rated_play() -> None:
    tickets = [ticket("a"), ticket("b"), ticket("c")]
    met = [frozenset("abc")]
    kept = pair(tickets, now=59, companies=met)
    assert kept.matches == []
    assert kept.kept_apart == dict.fromkeys("abc", (HOKM,))
    (match,) = matches_of(tickets, now=60, companies=met)
    assert match.why.company_again
    assert not matches_of([*tickets, ticket("d")], now=60, companies=[])[0].why.company_again


def test_another_neighbour_breaks_up_the_company() -> None:
    tickets = [ticket("a"), ticket("b"), ticket("c"), ticket("d", 1560)]
    one = pair(tickets, now=1, companies=[frozenset("abc")])
    (match,) = one.matches
    assert "d" in match.persons
    assert one.kept_apart == {}


def test_only_whom_nothing_but_the_cool_down_keeps_from_a_table_is_told_of_it() -> None:
    tickets, met = [ticket("a"), ticket("b"), ticket("c")], [frozenset("abc")]
    assert pair(tickets, now=59, companies=met, blocks={"a": {"c"}}).kept_apart == {}
    assert pair(tickets[:2], now=59, companies=met).kept_apart == {}
    assert pair([*tickets[:2], ticket("c", 2500)], now=59, companies=met).kept_apart == {}
    assert pair([*tickets, ticket("z", 2500)], now=59, companies=met).kept_apart == dict.fromkeys("abc", (HOKM,))


def test_in_casual_play_company_may_stay_together() -> None:
    tickets = [Ticket(n, (n,), (Wish(CASUAL, 1500, (3,), rated=False),), 0) for n in "abc"]
    assert matches_of(tickets, now=1, companies=[frozenset("abc")]) != []


def test_a_party_sits_together_in_casual_play_only() -> None:
    casual = Wish(CASUAL, 1500, (3,), rated=False)
    party = Ticket("party", ("a", "b"), (casual,), 0)
    alone = Ticket("c", ("c",), (casual,), 0)
    (match,) = matches_of([party, alone], now=1)
    assert set(match.persons) == {"a", "b", "c"}
    rated = Ticket("party", ("a", "b"), (Wish(HOKM, 1500, (3,)),), 0)
    assert matches_of([rated, ticket("c")], now=1000) == []


def test_a_full_party_needs_nobody() -> None:
    party = Ticket("party", ("a", "b", "c"), (Wish(CASUAL, 1500, (3,), rated=False),), 0)
    assert seats(matches_of([party], now=0)) == [("a", "b", "c")]


def test_table_sizes_must_be_welcome_to_all_and_the_largest_is_made() -> None:
    tickets = [
        ticket("a", counts=(2, 3, 4), queue=TONG),
        ticket("b", counts=(3, 4), queue=TONG),
        ticket("c", counts=(2, 3), queue=TONG),
        ticket("d", counts=(2, 3), queue=TONG),
    ]
    (match,) = matches_of(tickets, now=1)
    assert len(match.persons) == 3


def test_one_ticket_in_many_queues_sits_once_and_where_ratings_are_closest() -> None:
    both = Ticket("a", ("a",), (Wish(HOKM, 1500, (3,)), Wish(TONG, 1500, (3,))), 0)
    tickets = [both]
    tickets += [ticket(name, 1590) for name in "bc"]
    tickets += [ticket(name, 1501, queue=TONG) for name in "de"]
    (match,) = matches_of(tickets, now=1)
    assert match.queue == TONG
    assert match.why.queues_tried == 2


def test_somebody_with_two_tickets_sits_once() -> None:
    tickets = [ticket("a"), ticket("b"), ticket("c"), Ticket("a2", ("a",), (Wish(HOKM, 1500, (3,)),), 0)]
    tickets += [ticket("d"), ticket("e")]
    persons = [person for match in matches_of(tickets, now=1) for person in match.persons]
    assert len(persons) == len(set(persons))


def test_a_match_explains_itself() -> None:
    (match,) = matches_of([ticket("a", 1500, since=0), ticket("b", 1520, since=5), ticket("c", 1490, since=8)], now=10)
    assert match.why.waited[0] == 10
    assert match.why.spread == 30
    assert sorted(match.why.ratings) == [1490, 1500, 1520]
    assert match.why.windows == tuple(WIDENING.window(waited) for waited in match.why.waited)


# --- properties ---

NAMES = [f"p{i}" for i in range(40)]
QUEUES = {HOKM: (3,), "preferans.sochi.normal.rated": (3, 4), TONG: (2, 3, 4, 5, 6), CASUAL: (3,)}


@st.composite
def pools(draw: st.DrawFn) -> tuple[list[Ticket], dict[str, set[str]], set[frozenset[str]]]:
    rng = random.Random(draw(st.integers(0, 2**32)))
    waiting = rng.sample(NAMES, draw(st.integers(0, 40)))
    tickets = []
    while waiting:
        party = [waiting.pop() for _ in range(min(len(waiting), rng.choice((1, 1, 1, 1, 2, 3))))]
        wishes = []
        for queue in rng.sample(list(QUEUES), rng.randrange(1, 4)):
            sizes = QUEUES[queue]
            counts = tuple(sorted(rng.sample(sizes, rng.randrange(1, len(sizes) + 1))))
            wishes.append(Wish(queue, rng.gauss(1500, 300), counts, rated=queue != CASUAL))
        tickets.append(Ticket(f"t{party[0]}", tuple(party), tuple(wishes), rng.uniform(0, 150)))
    blocks = {name: set(rng.sample(NAMES, rng.randrange(6))) for name in rng.sample(NAMES, 12)}
    companies = {frozenset(rng.sample(NAMES, 3)) for _ in range(60)}
    return tickets, blocks, companies


@settings(max_examples=150, deadline=None)
@given(pools())
def test_no_constraint_is_ever_broken(pool: tuple[list[Ticket], dict[str, set[str]], set[frozenset[str]]]) -> None:
    tickets, blocks, companies = pool
    now = 150.0
    by_id = {ticket.id: ticket for ticket in tickets}
    sat: set[str] = set()
    for match in matches_of(tickets, now, blocks=blocks, companies=companies):
        members = [by_id[name] for name in match.tickets]
        assert match.persons == tuple(person for member in members for person in member.persons)
        assert sat.isdisjoint(match.persons)
        assert len(set(match.persons)) == len(match.persons)
        sat.update(match.persons)
        wishes = [next(wish for wish in member.wishes if wish.queue == match.queue) for member in members]
        assert all(len(match.persons) in wish.counts for wish in wishes)
        assert all(len(member.persons) == 1 for member in members) or match.queue == CASUAL
        waits = [now - member.since for member in members]
        for i, one in enumerate(wishes):
            for j, other in enumerate(wishes[:i]):
                mean = (WIDENING.window(waits[i]) + WIDENING.window(waits[j])) / 2
                assert abs(one.rating - other.rating) <= mean
        for person in match.persons:
            assert (
                not blocks.get(person, set()) & (set(match.persons) - {person})
                or len(members) == 1
                or all(
                    not (blocks.get(person, set()) & set(member.persons))
                    for member in members
                    if person not in member.persons
                )
            )
        if frozenset(match.persons) in companies and match.queue != CASUAL:
            assert min(waits) >= WIDENING.company_lapses_after
            assert match.why.company_again


def may_sit(group: Sequence[Ticket], now: float, blocks: Blocks, companies: Companies) -> bool:
    """Whether these tickets could make a table of three in the queue of ranked Hokm: every constraint, written down a
    second time."""
    waits = [now - one.since for one in group]
    persons = [person for one in group for person in one.persons]
    ratings = [wish.rating for one in group for wish in one.wishes if wish.queue == HOKM]
    if len(persons) != 3 or len(set(persons)) != 3 or len(ratings) != len(group):
        return False
    if any(other in blocks.get(person, ()) for person in persons for other in persons if other != person):
        return False
    if frozenset(persons) in companies and min(waits) < WIDENING.company_lapses_after:
        return False
    return all(
        abs(ratings[i] - ratings[j]) <= (WIDENING.window(waits[i]) + WIDENING.window(waits[j])) / 2
        for i, j in combinations(range(3), 2)
    )


@st.composite
def crowded(draw: st.DrawFn) -> tuple[list[Ticket], dict[str, set[str]], set[frozenset[str]]]:
    """Few people, many of whom do not get on."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    names = NAMES[: draw(st.integers(3, 14))]
    tickets = [ticket(name, rng.gauss(1500, 150), since=rng.uniform(0, 150)) for name in names]
    blocks = {name: set(rng.sample(names, rng.randrange(len(names)))) - {name} for name in rng.sample(names, 3)}
    return tickets, blocks, {frozenset(rng.sample(names, 3)) for _ in range(20)}


@settings(max_examples=150, deadline=None)
@given(crowded())
def test_whoever_is_left_fits_nobody_who_is_left(pool: tuple[list[Ticket], Blocks, Companies]) -> None:
    tickets, blocks, companies = pool
    gone = {name for match in matches_of(tickets, 150, blocks=blocks, companies=companies) for name in match.tickets}
    left = [one for one in tickets if one.id not in gone]
    assert not [group for group in combinations(left, 3) if may_sit(group, 150, blocks, companies)]


def test_nobody_waits_behind_a_neighbour_who_goes_with_nobody_else() -> None:
    tickets = [ticket("a"), ticket("b", 1501), ticket("c", 1520), ticket("d", 1530)]
    (match,) = matches_of(tickets, now=1, blocks={"b": {"c", "d"}})
    assert set(match.persons) == {"a", "c", "d"}


def test_who_stands_between_two_groups_joins_the_one_that_holds_together() -> None:
    tickets = [ticket("a"), ticket("b", 1405), ticket("c", 1590), ticket("d", 1595)]
    (match,) = matches_of(tickets, now=0)
    assert set(match.persons) == {"a", "c", "d"}


@pytest.mark.parametrize(("now", "seated"), [(60, False), (WIDENING.open_after, True)])
def test_who_has_waited_long_looks_past_any_number_of_neighbours_who_do_not_fit(now: float, seated: bool) -> None:
    near = [ticket(f"n{i}", 1500 + i / 100, since=now) for i in range(3 * MOST_LOOKED_AT)]
    far = [ticket("b", 1510), ticket("c", 1511)]
    blocks = {"a": {one.id for one in near}}
    matches = matches_of([ticket("a"), *far, *near], now, blocks=blocks)
    assert any("a" in match.persons for match in matches) == seated


def test_a_pass_ends_soon_though_nobody_fits_anybody() -> None:
    """Two thousand parties of two at tables of three, all of whom have waited for an hour."""
    casual = Wish(CASUAL, 1500, (3,), rated=False)
    parties = [Ticket(f"t{i}", (f"a{i}", f"b{i}"), (casual,), 0) for i in range(2_000)]
    begun = time.process_time()
    assert matches_of(parties, now=3600) == []
    assert time.process_time() - begun < 3


def arrivals(rng: random.Random, seconds: int) -> Iterator[tuple[int, float]]:
    """Ordinary players, one every four seconds."""
    for at in range(0, seconds, 4):
        yield at, rng.gauss(1500, 150)


def test_nobody_starves_however_strong_he_is() -> None:
    """A player 1,500 points above everybody else is seated, although ordinary ones come and go all the time."""
    rng = random.Random(5)
    waiting = [ticket("giant", 3000, since=0)]
    coming = list(arrivals(rng, 600))
    seated_at = inf
    for now in range(0, 600, 2):
        while coming and coming[0][0] <= now:
            at, rating = coming.pop(0)
            waiting.append(ticket(f"p{at}", rating, since=at))
        gone = {name for match in matches_of(waiting, now) for name in match.tickets}
        if "giant" in gone:
            seated_at = now
            break
        waiting = [one for one in waiting if one.id not in gone]
    assert seated_at <= WIDENING.open_after + 20


@pytest.mark.parametrize("seed", range(3))
def test_every_wait_is_bounded_while_enough_people_come(seed: int) -> None:
    """An hour with a newcomer every three seconds, of any strength, some of them in parties, one in five with half of
    those who wait on a block list: nobody waits much longer than until his window is open, and longer than that only
    while nobody who waits fits."""
    rng = random.Random(seed)
    waiting: list[Ticket] = []
    blocks: dict[str, set[str]] = {}
    longest = 0.0
    for now in range(0, 3600, 2):
        while rng.random() < 0.4:
            name = f"p{now}.{len(waiting)}"
            queue, rated = (CASUAL, False) if rng.random() < 0.3 else (HOKM, True)
            people = (name, f"{name}+") if not rated and rng.random() < 0.2 else (name,)
            if rng.random() < 0.2:
                blocks[name] = {one.id for one in waiting if rng.random() < 0.5}
            waiting.append(Ticket(name, people, (Wish(queue, rng.gauss(1500, 300), (3,), rated),), now))
        gone = {name for match in matches_of(waiting, now, blocks=blocks) for name in match.tickets}
        waiting = [one for one in waiting if one.id not in gone]
        longest = max([longest, *(now - one.since for one in waiting)])
        for one in waiting:
            if now - one.since >= WIDENING.open_after and one.wishes[0].queue == HOKM:
                others = [other for other in waiting if other is not one]
                assert not [1 for pair_ in combinations(others, 2) if may_sit((one, *pair_), now, blocks, ())]
    assert 60 < longest <= WIDENING.open_after + 60
