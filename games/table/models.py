"""Rows around a table. The log (`Event`) is the truth; every other row is a key to it or a fold of it.

`games.table.log` alone writes events, heads, commands, folds and seats; nobody else may touch them but to read.
Nothing has a foreign key to an event, so that the log can be cut into partitions by table id and old ones detached.
Times are milliseconds since 1970 by the server's clock.
"""

from django.db import models


class Head(models.Model):
    """Where a table's log stands, and what the lobby, the sweep and "my tables" ask about all tables at once.

    Appending compares and sets `seq` and `hash` here: this row settles every race.
    """

    table_id = models.UUIDField(primary_key=True)
    seq = models.PositiveIntegerField()
    hash = models.BinaryField()
    game = models.CharField(max_length=40)
    preset = models.CharField(max_length=60, blank=True)
    players = models.PositiveSmallIntegerField()
    rated = models.BooleanField()
    speed = models.CharField(max_length=20, blank=True)
    visibility = models.CharField(max_length=20)
    host = models.CharField(max_length=12, blank=True, db_index=True)
    lifecycle = models.CharField(max_length=20)
    deadline_at = models.BigIntegerField(null=True)
    opened_at = models.BigIntegerField()
    ended_at = models.BigIntegerField(null=True)
    due = models.CharField(max_length=8, blank=True, default="", db_default="")
    """The seats the table waits for, as digits: `02`. Empty while it waits for nobody."""

    class Meta:
        indexes = [
            models.Index(
                fields=["deadline_at"], name="table_head_deadline", condition=models.Q(deadline_at__isnull=False)
            ),
            models.Index(fields=["lifecycle", "-opened_at"], name="table_head_lobby"),
        ]


class Event(models.Model):
    """One thing that happened. Inserted once, never changed, never deleted: triggers in the database see to it."""

    append_only = True
    """`grant_app_role` gives the role of the application only SELECT and INSERT on such a model."""

    pk = models.CompositePrimaryKey("table_id", "seq")
    table_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    kind = models.CharField(max_length=60)
    version = models.PositiveSmallIntegerField()
    at = models.BigIntegerField()
    actor = models.CharField(max_length=60)
    spent_ms = models.PositiveIntegerField(null=True)
    lag_ms = models.PositiveIntegerField(null=True)
    body = models.TextField()
    hash = models.BinaryField()


class Command(models.Model):
    """A command that was accepted, and the events it caused: whoever sends it again gets the same answer."""

    append_only = True

    pk = models.CompositePrimaryKey("table_id", "actor", "command_id")
    table_id = models.UUIDField()
    actor = models.CharField(max_length=60)
    command_id = models.CharField(max_length=100)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()


class Fold(models.Model):
    """The whole aggregate, frozen at a point between deals, so that no table is ever folded from its first event."""

    table_id = models.UUIDField(primary_key=True)
    seq = models.PositiveIntegerField()
    hash = models.BinaryField()
    version = models.PositiveSmallIntegerField()
    body = models.TextField()


class Seat(models.Model):
    """Who sits where: a projection of the log, except `seen_at` and `here`, which are presence and stand in no log."""

    pk = models.CompositePrimaryKey("table_id", "seat")
    table_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    person = models.CharField(max_length=12, blank=True, db_index=True)
    bot = models.CharField(max_length=40, blank=True)
    owner = models.CharField(max_length=12, blank=True, default="", db_default="")
    """For whom a program plays on: that person may take the seat back."""
    seen_at = models.BigIntegerField(null=True)
    """When the person there was last known to be connected."""
    here = models.BooleanField(default=False, db_default=False)
    """Whether it was so at `seen_at`; a stamp that is old counts for nothing."""
    gone = models.CharField(max_length=4, blank=True, default="", db_default="")
    """How the person went, while the seat waits: `left` (the page was closed) or `lost` (the line broke)."""
    gone_until = models.BigIntegerField(null=True)
    """Until when the seat waits; then a program takes over."""
    grace_deal = models.PositiveIntegerField(null=True)
    grace_used = models.PositiveIntegerField(default=0, db_default=0)
    """How long the seat has waited for its person in that deal, the whole of a wait that goes on still included."""

    class Meta:
        indexes = [
            models.Index(fields=["owner"], name="table_seat_owner", condition=~models.Q(owner="")),
            models.Index(fields=["gone_until"], name="table_seat_gone", condition=models.Q(gone_until__isnull=False)),
            models.Index(fields=["seen_at"], name="table_seat_here", condition=models.Q(here=True)),
        ]


class Connection(models.Model):
    """A process holds open sockets of this person at this table. What all processes say together is in the seat's row.

    Stamped by its process; an old stamp is one of a process that died.
    """

    CUT = 0
    """The stamp where the process has gone and its people were told to be away; the row stays until `downtime` has
    settled what that cost the table."""

    pk = models.CompositePrimaryKey("table_id", "person", "process")
    table_id = models.UUIDField()
    person = models.CharField(max_length=12)
    process = models.CharField(max_length=16, db_index=True)
    seen_at = models.BigIntegerField()


class Follow(models.Model):
    """How far a durable follower (bots, clock, ratings) has seen a table; the row exists while there is work."""

    pk = models.CompositePrimaryKey("follower", "table_id")
    follower = models.CharField(max_length=40)
    table_id = models.UUIDField(db_index=True)
    seen = models.PositiveIntegerField()


class Played(models.Model):
    """What a finished table tells of somebody who sat there at its end, or for whom a program finished. A fold of the
    log (`games.table.played`), thrown away and made again by `rebuild played`."""

    pk = models.CompositePrimaryKey("table_id", "seat")
    table_id = models.UUIDField()
    seat = models.PositiveSmallIntegerField()
    person = models.CharField(max_length=12)
    game = models.CharField(max_length=40)
    speed = models.CharField(max_length=20)
    at = models.BigIntegerField()
    """When the table ended."""
    left = models.BooleanField()
    """A program played to the end for this person."""
    decisions = models.PositiveIntegerField()
    usual_ms = models.PositiveIntegerField(null=True)
    """The median of what a decision has taken; None for somebody who made none."""

    class Meta:
        indexes = [models.Index(fields=["person", "-at"], name="table_played_person")]


class DeckSecret(models.Model):
    """The secret behind a table's decks, encrypted. `games.table.shuffle` alone reads it."""

    table_id = models.UUIDField(primary_key=True)
    sealed = models.BinaryField()


class SweepAlive(models.Model):
    """When a sweep was last alive; compared and set, so that one sweeper alone credits the clocks for down-time.

    `sweep`, `up`, `abandoned`, `notices` and `turns` are the sweep's own; each web process has a row `web:<id>`, or
    `gone:<id>` since it has gone, and `web` says when any of them was last alive.
    """

    name = models.CharField(max_length=30, primary_key=True)
    alive_at = models.BigIntegerField()


class Restart(models.Model):
    """A restart of the server that was announced to everybody: at most one row."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    at = models.BigIntegerField()


class TurnMail(models.Model):
    """What a person was told by e-mail of a slow table: the last decision, claimed by whoever enqueued the mail.

    A claim that nobody has sent after a while is made again, so a mail is sent although a worker dies.
    """

    pk = models.CompositePrimaryKey("table_id", "person")
    table_id = models.UUIDField()
    person = models.CharField(max_length=12, db_index=True)
    seq = models.PositiveIntegerField()
    """Where the table stood when this was looked at last."""
    decision = models.PositiveIntegerField()
    claimed_at = models.BigIntegerField(db_index=True)
    sent_at = models.BigIntegerField(null=True)
    """When the mail had been handed over, or was found to be needed no more."""
