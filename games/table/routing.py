"""The sockets of a table."""

from typing import Any

from django.urls import re_path

from games.table.consumers import NoSuchPlace, TableConsumer

table: Any = TableConsumer.as_asgi()
elsewhere: Any = NoSuchPlace.as_asgi()

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/table/(?P<table_id>[0-9A-Za-z]{1,40})/?$", table),
    re_path(r"", elsewhere),
]
