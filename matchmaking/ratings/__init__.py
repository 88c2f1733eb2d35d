"""How strong everybody is, and why: what tables that have ended make of ratings, and what is read from them.

The arithmetic                 `arithmetic`: Plackett-Luce over final ranks; pure
Names                          `pools` (one for each game and speed, one for each game's programs), `seasons`
Rating a table                 `results` (what its log tells), `ledger` (the order of tables; changes and ratings in one
                               transaction), `listed` (who stands on lists), `rebuild` (all once more, and compared)
How it stands now              `current`: of these people, of the programs; what queues and sockets ask
What pages show                `leaderboard`, `profiles` (one person), `reasons` (one table), `pool_statistics`

Nothing here knows of queues.
"""
