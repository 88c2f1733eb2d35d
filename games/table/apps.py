from typing import Any
from uuid import UUID

from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "games.table"
    label = "table"

    def ready(self) -> None:
        from accounts import data, server_notices
        from accounts.signals import person_erased
        from games.table import followers, people_gone, played, rebuild, restarts
        from games.table.signals import behind, committed

        person_erased.connect(people_gone.on_erased, dispatch_uid="table")
        data.register("tables", people_gone.tables_about)
        server_notices.use(restarts.pending)
        followers.register(played.FOLLOWER, results_only=True, casual=played.wanted)
        rebuild.register("played", played.rebuild)
        committed.connect(on_commit, dispatch_uid="played")
        behind.connect(on_behind, dispatch_uid="played")


def on_commit(*, table: Any, **_: Any) -> None:
    from games.table.aggregate import ANNULLED, FINISHED
    from games.table.played import wanted

    if table.lifecycle in (FINISHED, ANNULLED) and wanted(table):
        _enqueue(table.id)


def on_behind(*, follower: str, table_id: UUID, **_: Any) -> None:
    from games.table.played import FOLLOWER

    if follower == FOLLOWER:
        _enqueue(table_id)


def _enqueue(table_id: UUID) -> None:
    from games.table.ids import format_id
    from games.table.tasks import EXPIRES_S, record_played

    # Dropped when it cannot begin in time, or they would pile up while no worker runs: the sweep asks again.
    record_played.apply_async((format_id(table_id),), expires=EXPIRES_S)
