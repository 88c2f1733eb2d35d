"""The rating ledger: which table was rated when, and what came of it.

    seen = record(table_id)          the number of the last event it has taken into account

The order is a fact: an entry gets the next position of its pool under the pool's lock and keeps it for ever. Changes
and ratings are written in the same transaction and are always what the entries make. A table that is annulled, or
taken back into account, keeps its place; everybody after it is computed anew.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Max

from accounts import services
from games.table.aggregate import ABANDONED, ANNULLED, ENDED, FINISHED
from games.table.aggregate.actors import policy_of
from games.table.held import load
from games.table.models import Head
from matchmaking.models import Rating as RatingRow
from matchmaking.models import RatingChange, RatingEntry, RatingPool, SeasonRating
from matchmaking.ratings.arithmetic import Rating
from matchmaking.ratings.listed import nobody_to_list
from matchmaking.ratings.pools import pool_of
from matchmaking.ratings.results import Changed, Result, Standing, Standings, apply, pool_of_table, result_of
from matchmaking.ratings.seasons import Season

COUNTED = (FINISHED, ABANDONED, ANNULLED)
"""Lifecycles whose rated tables stand in the ledger; one that was closed before its start does not. Casual tables stand
there for their programs, when these have played from the start to the end (`results.pool_of_table`)."""
_BATCH = 500


def record(table_id: UUID) -> int | None:
    """Bring the ledger up to date with a table; None while it has not ended. Doing it again changes nothing."""
    head = Head.objects.filter(table_id=table_id).values_list("game", "speed", "rated", "lifecycle", "seq").first()
    if head is None:
        return None
    game, speed, rated, lifecycle, seq = head
    if lifecycle not in ENDED:
        return None
    if lifecycle not in COUNTED:
        return seq
    pool = pool_of(game, speed) if rated else pool_of_table(load(table_id).table)
    if pool is None:
        return seq
    with transaction.atomic():
        lock(pool)
        # Read under the lock: what was read before might be older than what another worker has recorded meanwhile.
        table = load(table_id).table
        result = result_of(table)
        position = RatingEntry.objects.filter(table_id=table_id).values_list("position", flat=True).first()
        if position is None:
            _enter(pool, table_id, result)
        elif _told(RatingChange.objects.filter(pool=pool, position=position)) != _told(
            rows_of(pool, position, table_id, result, apply({}, position, result))
        ):
            recompute(pool, position, result)
        return table.seq


def lock(pool: str) -> None:
    """Let nobody else rate in this pool until the end of the transaction."""
    RatingPool.objects.bulk_create([RatingPool(pool=pool)], ignore_conflicts=True)
    RatingPool.objects.select_for_update().get(pool=pool)


def last_position(pool: str) -> int:
    return RatingEntry.objects.filter(pool=pool).aggregate(last=Max("position"))["last"] or 0


def standings_of(pool: str, persons: Iterable[str]) -> Standings:
    """How these people stand now; who has no rating is missing."""
    rows = RatingRow.objects.filter(pool=pool, person__in=list(persons))
    return {row.person: Standing(Rating(row.mu, row.sigma), row.games, row.position) for row in rows}


def _enter(pool: str, table_id: UUID, result: Result) -> None:
    position = last_position(pool) + 1
    RatingEntry.objects.create(pool=pool, position=position, table_id=table_id)
    standings = standings_of(pool, result.persons)
    changes = apply(standings, position, result)
    RatingChange.objects.bulk_create(rows_of(pool, position, table_id, result, changes))
    write_standings(pool, standings)
    if not result.unrated_reason:
        _count_in_season(pool, Season.at(result.at), standings)
    for policy in sorted({policy for policy in map(policy_of, result.persons) if policy}):
        services.bot_person(policy)  # a program that is rated has a page, which its row is for


def _count_in_season(pool: str, season: Season, standings: Standings) -> None:
    """One more table of this season for each of these people."""
    known = SeasonRating.objects.filter(pool=pool, season=season.number, person__in=list(standings))
    games = dict(known.values_list("person", "games"))
    rows = [
        season_row(pool, season, person, one.rating, games.get(person, 0) + 1, one.position)
        for person, one in standings.items()
    ]
    write_seasons(pool, rows)


def recompute(pool: str, position: int, result: Result) -> None:
    """Take another result of the table at this position into account, and rate everything after it again.

    The results of later tables are those that their changes tell, so no log is read. The caller holds the lock.
    """
    results = _stored_results(pool, position)
    results[position] = result
    tables = dict(RatingEntry.objects.filter(pool=pool, position__gte=position).values_list("position", "table_id"))
    persons = {person for one in results.values() for person in one.persons if person}
    standings = _standings_before(pool, position, persons)
    rows: list[RatingChange] = []
    for at in sorted(results):
        rows += rows_of(pool, at, tables[at], results[at], apply(standings, at, results[at]))
    RatingChange.objects.filter(pool=pool, position__gte=position).delete()
    RatingChange.objects.bulk_create(rows, batch_size=_BATCH)
    RatingRow.objects.filter(pool=pool, person__in=persons - standings.keys()).delete()
    write_standings(pool, standings)
    _recompute_seasons(pool, Season.at(min(one.at for one in results.values())))


def _recompute_seasons(pool: str, first: Season) -> None:
    """Write the seasons from this one on as the changes tell them."""
    told = RatingChange.objects.filter(pool=pool, at__gte=first.begins_at)
    SeasonRating.objects.filter(pool=pool, season__gte=first.number).delete()
    write_seasons(pool, seasons_of(pool, told.order_by("position").iterator()))


def seasons_of(pool: str, changes: Iterable[RatingChange]) -> list[SeasonRating]:
    """How everybody stood at the end of each season in which these changes, in their order, fall."""
    made: dict[tuple[Season, str], SeasonRating] = {}
    for row in changes:
        if row.unrated_reason:
            continue
        key = Season.at(row.at), row.person
        before = made.get(key)
        games = 0 if before is None else before.games
        if before is None or before.position != row.position:  # a program on several seats has played one table
            games += 1
        made[key] = season_row(pool, key[0], row.person, Rating(row.mu, row.sigma), games, row.position)
    return list(made.values())


def season_row(pool: str, season: Season, person: str, rating: Rating, games: int, position: int) -> SeasonRating:
    return SeasonRating(
        pool=pool,
        season=season.number,
        person=person,
        mu=rating.mu,
        sigma=rating.sigma,
        games=games,
        position=position,
    )


def write_seasons(pool: str, rows: Iterable[SeasonRating]) -> None:
    """Write how people stand in seasons."""
    rows = list(rows)
    hidden = nobody_to_list(pool, {row.person for row in rows})
    for row in rows:
        row.hidden = row.person in hidden
    SeasonRating.objects.bulk_create(
        rows,
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["pool", "season", "person"],
        update_fields=["mu", "sigma", "games", "position", "hidden"],
    )


def _standings_before(pool: str, position: int, persons: set[str]) -> Standings:
    """How these people stood before an entry."""
    counted = RatingChange.objects.filter(pool=pool, position__lt=position, unrated_reason="", person__in=persons)
    last = {
        person: (at, games)
        for person, at, games in counted.values("person")
        .annotate(at=Max("position"), games=Count("position", distinct=True))
        .values_list("person", "at", "games")
    }
    rows = counted.filter(position__in={at for at, _ in last.values()})
    return {
        row.person: Standing(Rating(row.mu, row.sigma), last[row.person][1], row.position)
        for row in rows
        if row.position == last[row.person][0]
    }


def _told(rows: Iterable[RatingChange]) -> set[tuple[object, ...]]:
    """What these rows tell of the table itself."""
    return {(row.seat, row.person, row.rank, row.left, row.at, row.unrated_reason) for row in rows}


def _stored_results(pool: str, position: int) -> dict[int, Result]:
    """The results from this position on, as the changes tell them."""
    rows: dict[int, list[RatingChange]] = defaultdict(list)
    for row in RatingChange.objects.filter(pool=pool, position__gte=position).order_by("position", "seat"):
        rows[row.position].append(row)
    return {at: _result_of_rows(found) for at, found in rows.items()}


def _result_of_rows(rows: Sequence[RatingChange]) -> Result:
    """The result, but for the seats of programs at a rated table, which change nothing."""
    seats = max(row.seat for row in rows) + 1
    persons, left = [""] * seats, [False] * seats
    ranks: list[int | None] = [None] * seats
    for row in rows:
        persons[row.seat], ranks[row.seat], left[row.seat] = row.person, row.rank, row.left
    return Result(tuple(persons), tuple(ranks), tuple(left), rows[0].at, rows[0].unrated_reason)


def rows_of(pool: str, position: int, table_id: UUID, result: Result, changes: Sequence[Changed]) -> list[RatingChange]:
    """The rows that tell what an entry did."""
    return [
        RatingChange(
            pool=pool,
            position=position,
            seat=one.seat,
            person=one.person,
            table_id=table_id,
            at=result.at,
            rank=one.rank,
            left=one.left,
            mu_before=one.before.mu,
            sigma_before=one.before.sigma,
            mu=one.after.mu,
            sigma=one.after.sigma,
            expected=one.change.expected if one.change else None,
            got=one.change.got if one.change else None,
            weights=list(one.change.weights) if one.change else None,
            unrated_reason=result.unrated_reason,
        )
        for one in changes
    ]


def write_standings(pool: str, standings: Standings) -> None:
    """Write how people stand now."""
    hidden = nobody_to_list(pool, standings)
    rows = [
        RatingRow(
            pool=pool,
            person=person,
            mu=standing.rating.mu,
            sigma=standing.rating.sigma,
            games=standing.games,
            position=standing.position,
            hidden=person in hidden,
        )
        for person, standing in standings.items()
    ]
    RatingRow.objects.bulk_create(
        rows,
        batch_size=_BATCH,
        update_conflicts=True,
        unique_fields=["pool", "person"],
        update_fields=["mu", "sigma", "games", "position", "hidden"],
    )
