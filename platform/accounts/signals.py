"""What this app tells those above it, which it never imports."""

from django.dispatch import Signal

guest_recognised = Signal()
"""`public_id`: this guest has signed in as the member he was and comes back as a guest no more. In a transaction."""

person_erased = Signal()
"""`public_id`: this person has had the account deleted. Sent inside the transaction that empties the row, so whatever a
receiver deletes goes with it or not at all; who writes elsewhere (a table's log) does it after the commit, and is not
the only one to see to it. What a receiver raises undoes the deletion."""

blocked = Signal()
"""`person`, `other`: the first wants nothing to do with the second from now on. In the transaction that notes it."""
