"""Ratings without tables behind them, for pages that only read."""

from accounts.models import Person
from matchmaking.models import Rating, RatingChange, SeasonRating
from matchmaking.ratings.arithmetic import CENTRE, MU, POINTS_PER_MU
from matchmaking.ratings.seasons import Season


def mu_of(points: float) -> float:
    return MU + (points - CENTRE) / POINTS_PER_MU


def rated(
    name: str, points: float, *, sigma: float = 1.2, games: int = 40, pool: str = "hokm.normal", kind: str = "member"
) -> Person:
    """A new person who stands at so many points."""
    person = Person.objects.create(kind=kind, name=name)
    stands(person, points, sigma=sigma, games=games, pool=pool)
    return person


def stands(person: Person, points: float, *, sigma: float = 1.2, games: int = 40, pool: str = "hokm.normal") -> None:
    Rating.objects.create(
        pool=pool, person=person.public_id, mu=mu_of(points), sigma=sigma, games=games, position=games
    )


def stood(person: Person, season: Season, points: float, *, sigma: float = 1.2, games: int = 40) -> None:
    """Where this person stood at the end of a season."""
    SeasonRating.objects.create(
        pool="hokm.normal",
        season=season.number,
        person=person.public_id,
        mu=mu_of(points),
        sigma=sigma,
        games=games,
        position=games,
    )


def counted(position: int, chances: tuple[float, ...], winner: int, *, pool: str = "hokm.normal") -> None:
    """A table at which these chances were given, and this seat won."""
    from uuid import uuid4

    table_id = uuid4()
    RatingChange.objects.bulk_create(
        RatingChange(
            pool=pool,
            position=position,
            seat=seat,
            person=f"p{seat:011}",
            table_id=table_id,
            at=0,
            rank=1 if seat == winner else 2,
            left=False,
            mu_before=25,
            sigma_before=1,
            mu=25,
            sigma=1,
            expected=chance,
            got=float(seat == winner),
            weights=[0.0] * len(chances),
        )
        for seat, chance in enumerate(chances)
    )
