"""The addresses of the whole site; each app owns its own."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("web.urls")),
    path("", include("api.urls")),
    path("account/", include("allauth.urls")),
]

handler400 = "web.errors.bad_request"
handler403 = "web.errors.forbidden"
handler404 = "web.errors.not_found"
handler500 = "web.errors.broken"
handler429 = "web.errors.too_many_of_allauth"
