"""The socket of a person."""

from typing import Any

from django.urls import re_path

from accounts.consumers import PersonConsumer

me: Any = PersonConsumer.as_asgi()

websocket_urlpatterns: list[Any] = [re_path(r"^ws/me/?$", me)]
