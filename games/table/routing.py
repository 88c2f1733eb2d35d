"""The sockets of a table."""

from typing import Any

websocket_urlpatterns: list[Any] = []
