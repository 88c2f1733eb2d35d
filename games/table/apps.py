from django.apps import AppConfig


class TableConfig(AppConfig):
    name = "games.table"
    label = "table"

    def ready(self) -> None:
        from accounts import data, server_notices
        from accounts.signals import person_erased
        from games.table import people_gone, restarts

        person_erased.connect(people_gone.on_erased, dispatch_uid="table")
        data.register("tables", people_gone.tables_about)
        server_notices.use(restarts.pending)
