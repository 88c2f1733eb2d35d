"""Hokm ijbari ("compulsory trumps"): three players, 30 cards, everybody for himself.

The rule book is docs/rules/hokm.md; every function cites its section. Deviations from it: none. Where it is silent,
docs/notation.md 13 settles the reading.
"""

from games.hokm.game import GAME

__all__ = ["GAME"]
