"""The sockets of a table."""

from django.urls import URLPattern

websocket_urlpatterns: list[URLPattern] = []
