"""The pages of a member's account that allauth has no view for; how they work: docs/accounts.md."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from web.page import Page


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Everything about a member's own account, one line each, with a way to change it."""
    if Page(request).member is None:
        return HttpResponseRedirect(reverse("account_login"))
    return render(request, "web/account.html")
