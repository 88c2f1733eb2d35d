"""A leaderboard is counted in an index that holds all it asks for: whoever stands on no list is marked in the row."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

OF_PROGRAMS = {"pool__endswith": ".programs"}


def hide(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    person = apps.get_model("accounts", "Person")
    members = person.objects.filter(
        public_id=models.OuterRef("person"), kind="member", is_active=True, erased_at__isnull=True
    )
    for name in ("Rating", "SeasonRating"):
        rows = apps.get_model("matchmaking", name).objects
        rows.exclude(**OF_PROGRAMS).exclude(models.Exists(members)).update(hidden=True)
        rows.filter(**OF_PROGRAMS).exclude(person__startswith="bot:").update(hidden=True)


class Migration(migrations.Migration):
    dependencies = [
        ("matchmaking", "0007_invitations_to_parties"),
        ("accounts", "0004_members"),
    ]
    operations = [
        migrations.RemoveIndex(model_name="rating", name="rating_leaders"),
        migrations.RemoveIndex(model_name="seasonrating", name="season_leaders"),
        migrations.AddField("rating", "hidden", models.BooleanField(db_default=False, default=False)),
        migrations.AddField("seasonrating", "hidden", models.BooleanField(db_default=False, default=False)),
        migrations.RunPython(hide, migrations.RunPython.noop),
        migrations.AddIndex(
            "rating",
            models.Index(fields=["pool", "-mu", "person", "sigma", "hidden"], name="rating_board"),
        ),
        migrations.AddIndex(
            "seasonrating",
            models.Index(fields=["pool", "season", "-mu", "person", "sigma", "games", "hidden"], name="season_board"),
        ),
    ]
