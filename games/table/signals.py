"""What this process tells those above the tables. Nobody may depend on hearing it: the sweep finds what is lost here.

Handlers run in the thread of the command, after its commit. They enqueue and return; what they raise is logged.
"""

from django.dispatch import Signal

committed = Signal()
"""`table_id`, `seq`, `table`: a table's log has gone on to this number, in a commit of this process; `table` is its
fold then, for reading only. Sent at least whenever a program is to move, and when the table has ended."""

behind = Signal()
"""`follower`, `table_id`, `seen`, `seq`: the sweep found a follower that has not seen a table's newest events."""
