"""The addresses of the whole site; each app owns its own."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("web.urls")),
]
