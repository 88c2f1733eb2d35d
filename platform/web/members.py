"""The pages of a member's account that allauth has no view for; how they work: docs/accounts.md."""

from __future__ import annotations

from typing import Any

from allauth.account.internal import flows as account_flows
from allauth.account.models import EmailAddress, Login
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import flows as passkeys
from allauth.mfa.webauthn.views import AddWebAuthnView
from allauth.usersessions.adapter import get_adapter as get_sessions_adapter
from allauth.usersessions.internal import flows
from allauth.usersessions.models import UserSession
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django.views.generic.edit import FormView

from accounts import limits, services
from accounts.links import person_for_link
from accounts.middleware import entrance
from accounts.models import Person
from web.page import Page


@never_cache
@require_safe
def account(request: HttpRequest) -> HttpResponse:
    """Everything about a member's own account, one line each, with a way to change it."""
    person = Page(request).member
    if person is None:
        return HttpResponseRedirect(reverse("account_signup" if Page(request).person else "account_login"))
    kinds = list(Authenticator.objects.filter(user=person).values_list("type", flat=True))
    addresses = list(EmailAddress.objects.filter(user=person).order_by("-verified", "-pk"))
    context = {
        "address": addresses[0] if addresses else None,
        "passkeys": kinds.count(Authenticator.Type.WEBAUTHN),
        "app": Authenticator.Type.TOTP in kinds,
        "codes": Authenticator.Type.RECOVERY_CODES in kinds and Authenticator.Type.TOTP in kinds,
        "sessions": len(UserSession.objects.purge_and_list(person)),
        "tokens": services.valid_tokens(person).count(),
    }
    return render(request, "web/account.html", context)


@entrance
@require_http_methods(["GET", "HEAD", "POST"])
def login_link(request: HttpRequest, token: str) -> HttpResponse:
    """The link of a sign-in mail: a page with one key, for whatever looks into mails follows links too."""
    limits.count("account.link", limits.client_address(request), settings.LINK_LIMITS)
    person = person_for_link(token)
    if person is None:
        messages.error(request, _("This link has been used or is too old."))
        return HttpResponseRedirect(reverse("account_login"))
    if request.method == "POST":
        account_flows.login.record_authentication(request, person, method="code", email=person.email)
        response: HttpResponse = account_flows.login.perform_login(request, Login(user=person))
        return response
    return render(request, "account/login_link.html", {"person": person, "token": token})


@entrance
@login_required
@require_POST
def end_session(request: HttpRequest, pk: int) -> HttpResponse:
    """Sign out one other device, whose sockets close at once."""
    session = get_object_or_404(UserSession, pk=pk, user=request.user)
    if session.is_current():
        return HttpResponseRedirect(reverse("account_logout"))
    get_sessions_adapter().end_sessions([session])
    return HttpResponseRedirect(reverse("usersessions_list"))


@entrance
@login_required
@require_POST
def end_all_sessions(request: HttpRequest) -> HttpResponse:
    """Sign out everywhere, here too."""
    flows.sessions.end_sessions(request, list(UserSession.objects.filter(user=request.user)))
    account_flows.logout.logout(request)  # should this very session not be among them
    return HttpResponseRedirect(reverse("lobby"))


class AddPasskey(AddWebAuthnView):  # type: ignore[misc]
    """allauth's, without its recovery codes: those belong to the authenticator app, whose code they stand in for."""

    def get_context_data(self, **more: Any) -> dict[str, Any]:
        """With a challenge for a key that the device keeps and asks a finger, a face or a code for."""
        context: dict[str, Any] = FormView.get_context_data(self, **more)
        context["options"] = passkeys.auth.begin_registration(self.request.user, passwordless=True)
        return context

    def get_success_url(self) -> str:
        return reverse("mfa_list_webauthn")

    def form_valid(self, form: forms.Form) -> HttpResponse:
        person = self.request.user
        assert isinstance(person, Person)
        _, codes = passkeys.add_authenticator(
            self.request, name=form.cleaned_data["name"], credential=form.cleaned_data["credential"]
        )
        if codes is not None and not Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP).exists():
            codes.delete()
        return HttpResponseRedirect(self.get_success_url())


add_passkey = entrance(AddPasskey.as_view())
