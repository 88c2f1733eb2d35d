"""A member's own access tokens: keys to the API for programs of his, each with a name and a time it lasts."""

from __future__ import annotations

import datetime as dt
import unicodedata
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from accounts import limits, services
from accounts.middleware import entrance
from accounts.models import AccessToken, Person
from web.figures import shown

MOST = 20
"""Tokens of one member that open something."""
LONGEST_NAME = 40
LASTS_DAYS = (30, 90, 365, 0)
"""What the form offers; 0 for a token that stays until it is revoked."""
USUAL_DAYS = 90


@entrance
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(allow_get=True)  # type: ignore[untyped-decorator]
@sensitive_variables("token")
def tokens(request: HttpRequest) -> HttpResponse:
    """What opens the API as this member. A POST makes one more, and its answer is the only page that shows it."""
    person = request.user
    assert isinstance(person, Person)
    if request.method != "POST":
        return _page(request, person)
    limits.count("tokens", person.public_id, settings.TOKEN_LIMITS)
    name = " ".join(request.POST.get("name", "").split())[:LONGEST_NAME]
    days = next((days for days in LASTS_DAYS if str(days) == request.POST.get("days")), USUAL_DAYS)
    error = ""
    if not name or any(unicodedata.category(character)[0] == "C" for character in name):
        error = _("Give it a name, so that you know later what it is for.")
    elif services.valid_tokens(person).count() >= MOST:
        error = _("You have as many as one may have. Revoke one first.")
    if error:
        return _page(request, person, error=error, name=name, days=days, status=400)
    until = timezone.now() + dt.timedelta(days=days) if days else None
    token = services.issue_token(person, label=name, expires_at=until)
    return _page(request, person, token=token, token_name=name)


def _page(
    request: HttpRequest, person: Person, *, days: int = USUAL_DAYS, status: int = 200, **more: Any
) -> HttpResponse:
    context = {
        "tokens": services.valid_tokens(person).order_by("-pk"),
        "lasts": [{"days": one, "title": _lasts(one), "chosen": one == days} for one in LASTS_DAYS],
        "longest": LONGEST_NAME,
        **more,
    }
    return render(request, "web/tokens.html", context, status=status)


def _lasts(days: int) -> str:
    if not days:
        return _("Until I revoke it")
    if days == 365:
        return _("A year")
    return shown(ngettext("%(n)d day", "%(n)d days", days) % {"n": days})


@entrance
@login_required
@require_POST
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """This one opens nothing from now on; sockets it has opened close."""
    assert isinstance(request.user, Person)
    services.revoke_tokens(request.user, AccessToken.objects.filter(pk=pk))
    return HttpResponseRedirect(reverse("account_tokens"))
