"""Coming together: how people who want to play find a table, with strangers or with whom they know.

What somebody can wait for     `wishes`; what keeps somebody from it, in words: `refusals`
Waiting                        `tickets` (enter, change, leave), `pauses` (who did not come waits a while)
A pass                         `matching` pairs and seats; `silence` drops who has gone, `requeue` puts back those with
                               whom nothing came of a table; `programs` for whom nobody comes
What is told                   `waiting` (who waits for what), `explanations` (why these people), `announcing`
With whom one knows            `parties` (wait together), `challenges` and `rematch` (no waiting at all)
Kept apart                     `blocks`

Who goes with whom is worked out by `matchmaking.pairing`. Ratings are read here (`ratings.current`), never written.
"""
