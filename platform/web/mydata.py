"""Everything about me, to take along, and the end of an account."""

from __future__ import annotations

import json
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import data, erasure, known, limits, lockout
from accounts.models import Person
from web.page import Page, sign_in_first


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def everything(request: HttpRequest) -> HttpResponse:
    """What the export holds; POST, with the password where there is one, answers with the file."""
    return _confirmed(request, "account_data", "export", settings.EXPORT_LIMITS, _file, by_name=False)


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """What goes and what stays; POST, with the password or else the own name, does it."""
    return _confirmed(request, "account_delete", "delete", settings.DELETE_LIMITS, _erased, by_name=True)


def _confirmed(
    request: HttpRequest,
    page: str,
    what: str,
    limit: list[tuple[int, int]],
    act: Callable[[HttpRequest, Person], HttpResponse],
    *,
    by_name: bool,
) -> HttpResponse:
    """The page that asks for the password and, once it was given, what is done then. Who has no password, a guest,
    types his name where `by_name` says so, and nothing elsewhere. `page` names the address and the template."""
    person = Page(request).person
    if person is None:
        return sign_in_first(reverse(page))
    error = ""
    if request.method == "POST":
        limits.count(what, person.public_id, limit)
        if person.has_usable_password():
            right = lockout.is_password_of(request, person, request.POST.get("password", ""))
            error = "" if right else _("That is not your password.")
        elif by_name and request.POST.get("name", "").strip() != person.name:
            error = _("That is not your name.")
        if not error:
            return act(request, person)
    context = {"error": error, "asks_password": person.has_usable_password()}
    return render(request, f"web/{page}.html", context, status=403 if error else 200)


def _file(request: HttpRequest, person: Person) -> HttpResponse:
    content = {"server": request.build_absolute_uri("/"), **data.everything_about(person)}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="opentrick-{person.public_id}.json"'
    return response


def _erased(request: HttpRequest, person: Person) -> HttpResponse:
    erasure.erase(person)
    logout(request)
    response = render(request, "web/account_deleted.html")
    response.delete_cookie(known.COOKIE, samesite="Lax")
    return response
