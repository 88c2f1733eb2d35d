"""Who plays with whom: a pure function from the tickets that wait to the tables that can be opened now.

Longest wait first. A ticket looks for its nearest neighbours by rating in each queue it waits in, and takes the best
group it finds. What may never happen is never tried: somebody seated twice, somebody with a person he has blocked,
ratings too far apart for how long both have waited, the same company again in rated play before its cool-down is over.
Every match says why it was made.

Whoever is left when a pass is over fits nobody who is left, as far as anybody looked: nobody waits behind somebody
who goes with nobody.

Costs: sorting, then a walk of a few steps for each ticket (the neighbours stand in linked lists by rating), so a pass
over n tickets grows with n log n.

Given and answered: `values`. How it is found: `search`, in queues that stand `by_rating`. This is all of it that others
need:
"""

from matchmaking.pairing.search import MOST_LOOKED_AT, pair
from matchmaking.pairing.values import WIDENING, Blocks, Companies, Match, Paired, Ticket, Why, Widening, Wish

__all__ = [
    "MOST_LOOKED_AT",
    "WIDENING",
    "Blocks",
    "Companies",
    "Match",
    "Paired",
    "Ticket",
    "Why",
    "Widening",
    "Wish",
    "pair",
]
