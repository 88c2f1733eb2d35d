"""How people who want to play come together, and how strong everybody is (docs/matchmaking.md).

Coming together                `queues`: tickets, the pass, parties, challenges, rematches
How strong everybody is        `ratings`: the ledger and what is read from it; queues read it, and it knows no queue
Who plays with whom            `pairing`: pure
Of both halves                 `models` (with `fields`), `consumers` and `routing` (the socket), `tasks`, `people_gone`
                               (what is told and forgotten of one person), `apps` (what is wired to tables and accounts)
"""
