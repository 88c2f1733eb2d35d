"""Tong (Тонг): two to six players, 36 cards, a widow to buy and a pot to win.

The rule book is docs/rules/tong.md; every function cites its section. The default departs from the letter of the old
texts where that would leave no game (12.1); the literal reading is a house rule. Chips are points of one table:
the platform handles no money. Where the book is silent, docs/notation.md 13 settles the reading.
"""

from games.tong.game import GAME

__all__ = ["GAME"]
