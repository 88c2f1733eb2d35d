"""Addresses for programs."""

from django.urls import URLPattern, URLResolver, path, re_path

from api import views, waiting

app_name = "api"
urlpatterns: list[URLPattern | URLResolver] = [
    path("guest", views.Guest.as_view(), name="guest"),
    path("api/me", views.Me.as_view(), name="me"),
    path("api/token", views.Token.as_view(), name="token"),
    path("tables", views.Tables.as_view(), name="tables"),
    path("tables/<str:table_id>/record", views.RecordText.as_view(), name="record"),
    path("api/tables/<str:table_id>", views.TableFacts.as_view(), name="table"),
    path("api/tables/<str:table_id>/sheet", views.Sheet.as_view(), name="sheet"),
    path("api/tables/<str:table_id>/ratings", views.Ratings.as_view(), name="ratings"),
    path("api/tables/<str:table_id>/rematch", waiting.Rematch.as_view(), name="rematch"),
    path("api/wait", waiting.Wait.as_view(), name="wait"),
    path("api/wait/programs", waiting.BeginWithPrograms.as_view(), name="begin_with_programs"),
    path("api/lobby", views.LobbyView.as_view(), name="lobby"),
    path("api/games", views.Games.as_view(), name="games"),
    re_path(r"^api/.*", views.Nothing.as_view()),
]
