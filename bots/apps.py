"""Programs follow every table: a commit enqueues their turns, and the sweep brings back what was lost."""

from typing import Any
from uuid import UUID

from django.apps import AppConfig


class BotsConfig(AppConfig):
    name = "bots"
    label = "bots"

    def ready(self) -> None:
        from bots.tasks import FOLLOWER
        from games.table import followers
        from games.table.signals import behind, committed

        followers.register(FOLLOWER)
        committed.connect(on_commit, dispatch_uid="bots")
        behind.connect(on_behind, dispatch_uid="bots")


def on_commit(*, table: Any, **_: Any) -> None:
    from bots.tasks import enqueue_turns

    enqueue_turns(table)


def on_behind(*, follower: str, table_id: UUID, **_: Any) -> None:
    from bots.tasks import EXPIRES_S, FOLLOWER, look_after
    from games.table.ids import format_id

    if follower == FOLLOWER:
        # Dropped when it cannot begin in time, or they would pile up while no worker runs: the next sweep asks again.
        look_after.apply_async((format_id(table_id),), expires=EXPIRES_S)
