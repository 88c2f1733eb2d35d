"""The pools of ratings by name: people are rated in one for each game and speed, programs in one for each game."""

from typing import Final

from games.table.aggregate import SPEEDS

RATED_SPEEDS: Final = tuple(speed for speed, control in SPEEDS.items() if control is not None)
"""With a clock: each has a pool for every game. A table without one is never rated."""
PROGRAMS: Final = "programs"
"""Stands in the place of a speed in the pool of a game's programs."""
OF_PROGRAMS: Final = f".{PROGRAMS}"
"""How the name of such a pool ends."""


def pool_of(game: str, speed: str) -> str:
    """The name of the ratings of a game at a speed: `hokm.normal`."""
    return f"{game}.{speed}"


def programs_pool_of(game: str) -> str:
    """The name of the ratings in which a game's programs stand, apart from those of people."""
    return game + OF_PROGRAMS


def is_of_programs(pool: str) -> bool:
    """Whether programs are rated in a pool, and people there only as their opponents."""
    return pool.endswith(OF_PROGRAMS)
