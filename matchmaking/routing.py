"""The socket of the queues."""

from typing import Any

from django.urls import re_path

from matchmaking.consumers import WaitingConsumer

waiting: Any = WaitingConsumer.as_asgi()

websocket_urlpatterns: list[Any] = [re_path(r"^ws/waiting/?$", waiting)]
