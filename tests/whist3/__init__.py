"""Whist for three: the fourth game. Small, complete, and enabled by one line in the settings of the tests.

Three players, 36 cards, twelve each; the dealer's last card is turned up and names the trumps. Eldest says what a trick
is worth in this deal, one to three points, and leads. Suit must be followed. Every trick above four earns that many
points; the first alone with ten has won. `docs/add-a-game.md` walks through these files.
"""

from tests.whist3.game import GAME

__all__ = ["GAME"]
