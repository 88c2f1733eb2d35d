"""What django-allauth asks us; everything it does not ask, it does by itself (docs/accounts.md)."""

from __future__ import annotations

import base64
import hashlib
import time
from functools import partial
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from allauth.utils import build_absolute_uri
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import inbox, limits, links, lockout, mail, members, names, wording
from accounts.limits import TooMany
from accounts.models import Person

_SIGNED_IN_AT = "signed_in_at"
_NOT_YOU = _("Name, address or password is not right.")


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "account_inactive": _("This account is closed."),
        "email_password_mismatch": _NOT_YOU,
        "username_password_mismatch": _NOT_YOU,
        "invalid_login": _NOT_YOU,
        "incorrect_code": _("This code is not right."),
        "incorrect_password": _("This password is not right."),
        "enter_current_password": _("This is not your present password."),
        "duplicate_email": _("This is your address already."),
        "invalid_password_reset": _("This link has been used or is too old."),
        "too_many_login_attempts": _("Too many wrong codes. Have a new one sent to you."),
        "rate_limited": _("Too many at once. Try again a little later."),
    }

    def get_client_ip(self, request: HttpRequest) -> str:
        """The same address that our own limits count, past the same proxies; without the name of the card that a
        link-local address of IPv6 comes from, which no network has."""
        return limits.client_address(request).partition("%")[0] or "0.0.0.0"

    def validation_error(self, code: str, *args: Any) -> ValidationError:
        """A limit of allauth's, reached inside a form, ends like one of ours: 429, with the time to wait."""
        if code in ("too_many_login_attempts", "rate_limited"):
            raise TooMany(f"account.{code}", settings.CODE_FAILURES[1])
        error: ValidationError = super().validation_error(code, *args)
        return error

    # --- sign-up ---

    def new_user(self, request: HttpRequest) -> Person:
        """A guest stays the person he is; a visitor becomes a new one."""
        return members.guest_of(request) or Person()

    def clean_username(self, username: str, shallow: bool = False) -> str:
        try:
            return names.tidy_name(username) if shallow else members.fit(username)
        except names.UnfitName as problem:
            raise ValidationError(str(problem), code="unfit_name") from None

    def save_user(self, request: HttpRequest, user: Person, form: BaseForm, commit: bool = True) -> Person:
        given = form.cleaned_data
        try:
            return members.sign_up(user, given["username"], given["password1"], given.get("email") or "")
        except members.NameTaken as problem:  # between the check and the row
            self.add_message(request, messages.ERROR, message=str(problem))
            raise ImmediateHttpResponse(HttpResponseRedirect(reverse("account_signup"))) from None

    def set_password(self, user: Person, password: str) -> None:
        """The password and nothing else: what was read with it may be of before a new name, or of before the end."""
        user.set_password(password)
        Person.objects.filter(pk=user.pk, erased_at=None).update(password=user.password)

    # --- signing in and out ---

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        lockout.attempt(request, _login_of(credentials))

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Person | None:
        person: Person | None = super().authenticate(request, **credentials)
        if person is not None:
            lockout.succeeded(request, _login_of(credentials))
        return person

    def reauthenticate(self, user: Person, password: str) -> bool:
        """Against this account alone, whatever its address; guesses count as they do at the door."""
        return lockout.is_password_of(self.request, user, password)

    def login(self, request: HttpRequest, user: Person) -> None:
        super().login(request, user)
        request.session[_SIGNED_IN_AT] = time.time()
        request.known_now = user  # type: ignore[attr-defined]

    def logout(self, request: HttpRequest) -> None:
        person = request.user
        super().logout(request)
        if isinstance(person, Person):
            inbox.announce(person.public_id)  # after the session has gone, or its sockets would find it still there

    def is_reauthentication_required(self, *, app: str, **_: Any) -> bool:
        """Not of somebody who signed in a moment ago, in this very session."""
        age = time.time() - self.request.session.get(_SIGNED_IN_AT, 0)
        return bool(age > settings.ACCOUNT_REAUTHENTICATION_TIMEOUT)

    def get_login_stages(self) -> list[str]:
        ours = {"allauth.mfa.stages.AuthenticateStage": "accounts.stages.SecondStep"}
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account")

    def get_email_verification_redirect_url(self, email_address: EmailAddress) -> str:
        return reverse("account" if self.request.user.is_authenticated else "account_login")

    # --- mail ---

    def render_mail(self, template_prefix: str, email: Any, context: Any, headers: Any = None) -> EmailMessage:
        """Worded in `accounts.wording`; with a link beside the code, for whoever reads mail in another browser."""
        reset = build_absolute_uri(self.request, reverse("account_reset_password"))
        facts = {"reset": reset, "email": email, **context}
        user = context.get("user")
        if isinstance(user, Person):
            facts["name"] = user.name
        if template_prefix == "account/email/login_code":
            if context.get("reauthentication"):
                template_prefix = "account/email/reauthentication_code"
            else:
                owner = EmailAddress.objects.select_related("user").get(email=email, verified=True).user
                address = reverse("account_login_link", args=[links.link_token(owner)])
                facts["link"] = build_absolute_uri(self.request, address)
        subject, body = wording.written(template_prefix, facts)
        return EmailMessage(subject, body, self.get_from_email(), [email], headers=headers)

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        text = message or wording.passing(message_template or "", message_context or {})
        if text:
            messages.add_message(request, level, text, extra_tags=extra_tags)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Counted by address, so that nobody's box is filled through our forms. A mail server that does not answer is
        the operator's to know: the answer of a page may not depend on whether there was anything to send."""
        if template_prefix not in _ASKED_FOR:
            mail.send(self.render_mail(template_prefix, email, context))
            return
        # Once for each asking: an address that several have written down gets several mails, and no answer tells so.
        counted: set[str] = self.request.__dict__.setdefault("mails_counted", set())
        if email.lower() not in counted:
            counted.add(email.lower())
            limits.count("mail", email.lower(), settings.MAIL_LIMITS)
        mail.send_later(partial(self.render_mail, template_prefix, email, context))


_ASKED_FOR = {
    "account/email/login_code",
    "account/email/password_reset_key",
    "account/email/unknown_account",
}
"""What anybody can have sent to any address; what tells a member of a change always goes out."""


def _login_of(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "")


class MfaAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _("This code is not right."),
        "cannot_generate_recovery_codes": _("Recovery codes belong to an authenticator app. Set one up first."),
    }

    def get_totp_label(self, user: Person) -> str:
        return user.name

    def _get_user_identifier(self, user: Person) -> str:
        """What a device shows beside the passkey: the name, not the address."""
        return user.name

    def _get_site_name(self) -> str:
        return "Opentrick"

    def generate_authenticator_name(self, user: Person, type: Authenticator.Type) -> str:
        number = Authenticator.objects.filter(user_id=user.pk, type=type).count() + 1
        return gettext("Passkey %(number)d") % {"number": number}

    def encrypt(self, text: str) -> str:
        """Seeds of authenticator apps and recovery codes lie sealed: a dump of the database opens no account."""
        return _seal().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _seal().decrypt(encrypted_text.encode()).decode()


def _seal() -> MultiFernet:
    """With SECRET_KEY; keys that were SECRET_KEY before (SECRET_KEY_FALLBACKS) still open."""
    keys = [str(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    made = [hashlib.sha256(b"accounts.mfa " + key.encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in made])


class SessionsAdapter(DefaultUserSessionsAdapter):  # type: ignore[misc]
    def end_sessions(self, sessions: list[UserSession]) -> None:
        """Their sockets close at once, not when they next look."""
        super().end_sessions(sessions)
        for public_id in {session.user.public_id for session in sessions}:
            inbox.announce(public_id)
