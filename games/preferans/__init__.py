"""Russian Preferans: three or four players, 32 cards, in the Sochi, Leningrad or Rostov convention.

The rule book is docs/rules/preferans.md; every function cites its section. Deviations from it: none. Where it is
silent, docs/notation.md 13 settles the reading.
"""

from games.preferans.game import GAME

__all__ = ["GAME"]
