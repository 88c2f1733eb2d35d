"""Everything about me, to take along, and the end of an account."""

from __future__ import annotations

import json

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts import data, erasure, known, limits, lockout
from accounts.limits import TooMany
from accounts.models import Person
from web.errors import too_many
from web.page import Page


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def everything(request: HttpRequest) -> HttpResponse:
    """What the export holds; POST, with the password where there is one, answers with the file."""
    person = Page(request).person
    if person is None:
        return HttpResponseRedirect(f"{reverse('account_login')}?next={reverse('account_data')}")
    error = ""
    if request.method == "POST":
        try:
            limits.count("export", person.public_id, settings.EXPORT_LIMITS)
            right = not person.has_usable_password() or _is_password(request, person)
        except TooMany as problem:
            return too_many(request, problem)
        if right:
            return _file(request, person)
        error = _("That is not your password.")
    context = {"error": error, "asks_password": person.has_usable_password()}
    return render(request, "web/account_data.html", context, status=403 if error else 200)


def _file(request: HttpRequest, person: Person) -> HttpResponse:
    content = {"server": request.build_absolute_uri("/"), **data.everything_about(person)}
    text = json.dumps(content, ensure_ascii=False, indent=1)
    response = HttpResponse(text, content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="opentrick-{person.public_id}.json"'
    return response


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "HEAD", "POST"])
def delete(request: HttpRequest) -> HttpResponse:
    """What goes and what stays; POST, with the password or else the own name, does it."""
    person = Page(request).person
    if person is None:
        return HttpResponseRedirect(f"{reverse('account_login')}?next={reverse('account_delete')}")
    error = ""
    if request.method == "POST":
        try:
            limits.count("delete", person.public_id, settings.DELETE_LIMITS)
            meant = _is_meant(request, person)
        except TooMany as problem:
            return too_many(request, problem)
        if meant:
            erasure.erase(person)
            logout(request)
            response = render(request, "web/account_deleted.html")
            response.delete_cookie(known.COOKIE, samesite="Lax")
            return response
        error = _("That is not your password.") if person.has_usable_password() else _("That is not your name.")
    context = {"error": error, "asks_password": person.has_usable_password()}
    return render(request, "web/account_delete.html", context, status=403 if error else 200)


def _is_meant(request: HttpRequest, person: Person) -> bool:
    if person.has_usable_password():
        return _is_password(request, person)
    return request.POST.get("name", "").strip() == person.name


def _is_password(request: HttpRequest, person: Person) -> bool:
    return lockout.is_password_of(request, person, request.POST.get("password", ""))
