"""The pages a person opens in a browser."""

from django.urls import URLPattern, URLResolver, path

from web import views

app_name = "web"
urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.health, name="health"),
]
