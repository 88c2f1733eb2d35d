"""What a player may say or do. Commands carry no seat: the table knows who speaks."""

from dataclasses import dataclass

from games.kernel.tricks import PlayCard

STAKES = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class NameStake:
    value: int
    """Points for each trick above four, in this deal."""


Command = NameStake | PlayCard
COMMANDS = (NameStake, PlayCard)
