"""Ratings follow every table that may count: its end enqueues the rating, and the sweep brings back what was lost."""

from typing import Any
from uuid import UUID

from django.apps import AppConfig


class MatchmakingConfig(AppConfig):
    name = "matchmaking"
    label = "matchmaking"

    def ready(self) -> None:
        from accounts import data
        from accounts.signals import blocked, guest_recognised, person_erased
        from games.table import feed, followers, rebuild
        from games.table.signals import behind, committed
        from matchmaking import people_gone
        from matchmaking.ratings import current
        from matchmaking.ratings.rebuild import rebuild_ratings
        from matchmaking.tasks import FOLLOWER

        followers.register(FOLLOWER, results_only=True, casual=_tells_of_programs)
        rebuild.register("ratings", rebuild_ratings)
        feed.use_ratings(current.shown_at)
        guest_recognised.connect(people_gone.on_recognised, dispatch_uid="matchmaking")
        blocked.connect(people_gone.on_blocked, dispatch_uid="matchmaking")
        person_erased.connect(people_gone.on_erased, dispatch_uid="matchmaking")
        data.register("tickets", people_gone.tickets_about)
        data.register("no_shows", people_gone.no_shows_about)
        data.register("ratings", people_gone.ratings_about)
        committed.connect(on_commit, dispatch_uid="ratings")
        behind.connect(on_behind, dispatch_uid="ratings")


def on_commit(*, table: Any, **_: Any) -> None:
    if table.ended and (table.opened.rated or _tells_of_programs(table)):
        _enqueue(table.id)


def _tells_of_programs(table: Any) -> bool:
    from matchmaking.ratings.results import pool_of_table

    return pool_of_table(table) is not None


def on_behind(*, follower: str, table_id: UUID, **_: Any) -> None:
    from matchmaking.tasks import FOLLOWER

    if follower == FOLLOWER:
        _enqueue(table_id)


def _enqueue(table_id: UUID) -> None:
    from games.table.ids import format_id
    from matchmaking.tasks import EXPIRES_S, rate_table

    # Dropped when it cannot begin in time, or they would pile up while no worker runs: the sweep asks again.
    rate_table.apply_async((format_id(table_id),), expires=EXPIRES_S)
