"""Rows of matchmaking and ratings.

A ticket is somebody who waits; it is gone once its table is opened. The order in which tables were rated
(`RatingEntry`) is a fact; ratings and their changes are a fold of it and can be thrown away (`rebuild ratings`).
Nothing here has a foreign key to a table's rows. Times are milliseconds since 1970 by the server's clock.
"""

from django.db import models

from matchmaking.fields import JsonText

PLAYER = 46
"""Characters of whoever is rated: a person's public id, or `bot:` and the name of a policy."""
NAMED_AT_ONCE = 5_000
"""People that one query names: SQLite and PostgreSQL limit how many values it may have."""


class Ticket(models.Model):
    """One person, or a party that wants to sit together, and the queues they wait in."""

    id = models.UUIDField(primary_key=True)
    wishes = JsonText()
    """What `matchmaking.queues.wishes` reads: game, preset, speed, rated, table sizes; the dearest first."""
    since = models.BigIntegerField()
    kept_apart = JsonText(default=list, db_default=models.Value("[]"))
    """Queues in which the last pass had people for a table who have met too lately: `pairing.Paired`."""


class TicketPerson(models.Model):
    """Who stands on a ticket. The key sees to it that nobody ever stands on two."""

    person = models.CharField(max_length=12, primary_key=True)
    ticket = models.ForeignKey(Ticket, on_delete=models.CASCADE, related_name="people")
    place = models.PositiveSmallIntegerField()
    """In the order of the party."""
    seen_at = models.BigIntegerField(default=0)
    """The last sign of life: the waiting page's socket, or a program that asks. Who gives none is not seated."""


class Matched(models.Model):
    """A table that matchmaking opened: for whom and why."""

    table_id = models.UUIDField(primary_key=True)
    queue = models.CharField(max_length=140)
    rated = models.BooleanField()
    at = models.BigIntegerField()
    persons = JsonText()
    """Public ids by seat."""
    why = JsonText()
    """The explanation: `pairing.Why`, by name."""
    waited_ms = models.PositiveIntegerField()
    """How long the one who waited longest did: what the next ones may expect."""
    parties = JsonText(default=list)
    """The tickets that were consumed, `{persons, wishes, since}` each: what people go back to when nothing comes of
    the table."""
    settled = models.BooleanField(default=True)
    """Whether it is known what became of the table: it began, or those who were there wait again."""

    class Meta:
        indexes = [
            models.Index(fields=["at"], name="matched_open", condition=models.Q(settled=False)),
            models.Index(fields=["queue", "-at"], name="matched_queue"),
            models.Index(fields=["at"], name="matched_lately", condition=models.Q(rated=True)),
        ]


class NoShow(models.Model):
    """Somebody for whom a table was opened and who did not come. Makes the next waiting begin later."""

    pk = models.CompositePrimaryKey("table_id", "person")
    table_id = models.UUIDField()
    person = models.CharField(max_length=12)
    at = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["person", "-at"], name="no_show_person")]


class Party(models.Model):
    """Friends who gather to wait together: who has the link may join, who opened it leads."""

    code = models.CharField(max_length=22, primary_key=True)
    leader = models.CharField(max_length=12)
    opened_at = models.BigIntegerField()


class PartyMember(models.Model):
    """Who is in a party; nobody is in two."""

    person = models.CharField(max_length=12, primary_key=True)
    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="members")
    joined_at = models.BigIntegerField()


class PartyInvitation(models.Model):
    """Somebody in a party has asked a friend to come. The row says so also when the friend never hears of it, because a
    block stands between him and somebody there: to who asked both look alike."""

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="invitations")
    person = models.CharField(max_length=12, db_index=True)
    by = models.CharField(max_length=12, db_index=True)
    at = models.BigIntegerField()
    declined = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["party", "person"], name="party_invitation_once")]


class PassAlive(models.Model):
    """When the matchmaker was last alive, and since when without a gap: nobody gives a sign of life to a server that
    is down."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    alive_at = models.BigIntegerField()
    up_since = models.BigIntegerField()


class RatingPool(models.Model):
    """The ratings of one game at one speed. Whoever rates in it locks this row first, so that everything has an
    order."""

    pool = models.CharField(max_length=64, primary_key=True)


class RatingEntry(models.Model):
    """A rated table that has ended, at its place in the order of its pool. Inserted once, never changed or deleted:
    triggers in the database see to it. An annulled table keeps its place and counts for nothing."""

    append_only = True
    """`grant_app_role` gives the role of the application only SELECT and INSERT on such a model."""

    pk = models.CompositePrimaryKey("pool", "position")
    pool = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    """1, 2, 3 ... without a hole."""
    table_id = models.UUIDField(unique=True)


class Rating(models.Model):
    """How strong somebody is, as the entries of the pool have made it."""

    pk = models.CompositePrimaryKey("pool", "person")
    pool = models.CharField(max_length=64)
    person = models.CharField(max_length=PLAYER, db_index=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    """Rated tables that counted."""
    position = models.PositiveIntegerField()
    """The last entry that counted."""
    hidden = models.BooleanField(default=False, db_default=False)
    """Stands on no list (`matchmaking.ratings.listed.nobody_to_list`), such as whose account was deleted."""

    class Meta:
        indexes = [
            # Holds all that counting a place asks for, so that the rows themselves are not looked at.
            models.Index(fields=["pool", "-mu", "person", "sigma", "hidden"], name="rating_board"),
        ]


class SeasonRating(models.Model):
    """How somebody stood at the end of a season, or stands in the one that runs: what the tables in it have made. A
    past season stands still, because a table counts for the season in which it ended."""

    pk = models.CompositePrimaryKey("pool", "season", "person")
    pool = models.CharField(max_length=64)
    season = models.PositiveSmallIntegerField()
    """`matchmaking.ratings.seasons`: quarters of the calendar, counted from the year 0."""
    person = models.CharField(max_length=PLAYER)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    """Rated tables in this season that counted."""
    position = models.PositiveIntegerField()
    """The last entry of the season that counted."""
    hidden = models.BooleanField(default=False, db_default=False)
    """As in `Rating`."""

    class Meta:
        indexes = [
            models.Index(fields=["pool", "season", "-mu", "person", "sigma", "games", "hidden"], name="season_board"),
        ]


class RatingChange(models.Model):
    """What an entry did to somebody's rating and why; or, with `unrated_reason`, why it did nothing."""

    pk = models.CompositePrimaryKey("pool", "position", "seat")
    pool = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    person = models.CharField(max_length=PLAYER)
    """A public id; in the pool of programs also a program, as `actors.program` names it."""
    table_id = models.UUIDField(db_index=True)
    at = models.BigIntegerField()
    """When the table ended."""
    rank = models.PositiveSmallIntegerField(null=True)
    """Final rank, leavers last; None when there is no result."""
    left = models.BooleanField()
    """A program played to the end for this person."""
    mu_before = models.FloatField()
    sigma_before = models.FloatField()
    mu = models.FloatField()
    sigma = models.FloatField()
    expected = models.FloatField(null=True)
    """The chance to win that the ratings gave."""
    got = models.FloatField(null=True)
    """The share of the win."""
    weights = JsonText(null=True)
    """By seat: what each other player gave or took, in displayed points; together the whole change."""
    unrated_reason = models.CharField(max_length=20, blank=True)
    """Why the table did not count: `matchmaking.ratings.results` lists the words."""

    class Meta:
        indexes = [
            models.Index(fields=["person", "pool", "position"], name="rating_change_person"),
            models.Index(fields=["pool", "at"], name="rating_change_at"),
        ]
