"""allauth's forms in our words; what they check and do is theirs where nothing else is said."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as account
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa.base import forms as mfa
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import lockout, members, names
from accounts.models import Person

_PASSWORD = _("Password")
_NEW_PASSWORD = _("New password")
_PASSWORD_HELP = _("Eight characters or more, not a common word, not your name.")
_CODE = _("Code")
_APP_CODE = _("Code of your app, or a recovery code")
_ADDRESS = _("Mail address")
LONGEST_PASSKEY_NAME = 40

Text = str | Promise


def _say(form: forms.BaseForm, name: str, label: Text, help_text: Text = "", **attributes: str) -> None:
    """This field with our label, and without the placeholder that would say it again."""
    field = form.fields[name]
    field.label, field.help_text = label, help_text  # type: ignore[assignment]
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attributes)


def _say_new_password(form: forms.BaseForm) -> None:
    del form.fields["password2"]  # what is typed can be shown instead
    _say(form, "password1", _NEW_PASSWORD, _PASSWORD_HELP)


def _say_passkey_name(form: forms.BaseForm) -> None:
    _say(form, "name", _("What to call this passkey"), dir="auto", maxlength=str(LONGEST_PASSKEY_NAME))
    form.fields["name"].max_length = LONGEST_PASSKEY_NAME  # type: ignore[attr-defined]


class SignIn(account.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "login", _("Name or mail address"), autocomplete="username", dir="auto", autocapitalize="none")
        _say(self, "password", _PASSWORD)


class SignUp(account.SignupForm):  # type: ignore[misc]
    field_order = ["username", "password1", "email"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        guest = members.guest_of(context.request)
        if guest is not None:
            self.fields["username"].initial = guest.name
        _say(
            self, "username", _("Name at the table"), autocomplete="username", dir="auto", maxlength=str(names.LONGEST)
        )
        _say(self, "password1", _PASSWORD, _PASSWORD_HELP)
        _say(
            self,
            "email",
            _("Mail address (not needed)"),
            _("With it you get back in when the password is forgotten. Nobody else sees it."),
        )


class AskForCode(account.RequestLoginCodeForm):  # type: ignore[misc]
    """Only an address that was confirmed is sent a code: one that somebody merely wrote down opens no account."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", _ADDRESS)

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if not ratelimit.consume(context.request, app="allauth.account", action="request_login_code", key=email):
            raise get_adapter().validation_error("rate_limited")
        row = EmailAddress.objects.filter(email=email, verified=True, user__is_active=True).first()
        self._user = row.user if row is not None else None
        return email


class ResetPassword(account.ResetPasswordForm):  # type: ignore[misc]
    """An address that was not confirmed is sent a link too, unless the account has passkeys or an authenticator app:
    those may be somebody else's, who wrote down the address of another and waits for him to come."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", _ADDRESS)

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        rows = EmailAddress.objects.filter(email=email, user__is_active=True).select_related("user")
        confirmed = [row.user for row in rows if row.verified]
        self.users = confirmed or list(
            Person.objects.filter(is_active=True, emailaddress__email=email, authenticator=None).distinct()[:3]
        )
        return email


class ChangePassword(account.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "oldpassword", _("Present password"))
        _say_new_password(self)

    def clean_oldpassword(self) -> str:
        """Guesses count here, too."""
        given: str = self.cleaned_data.get("oldpassword", "")
        if not lockout.is_password_of(context.request, self.user, given):
            raise get_adapter().validation_error("enter_current_password")
        return given


class NewPassword(account.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say_new_password(self)


class SetPassword(account.SetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say_new_password(self)


class AddEmail(account.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "email", _("New mail address"))


class Reauthenticate(account.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "password", _PASSWORD)


class ConfirmCode(account.ConfirmLoginCodeForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "code", _CODE, dir="ltr", autocapitalize="characters")


class ConfirmReauthenticationCode(account.ConfirmReauthenticationCodeForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "code", _CODE, dir="ltr", autocapitalize="characters")


class Authenticate(mfa.AuthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "code", _APP_CODE, dir="ltr", inputmode="numeric")


class MfaReauthenticate(mfa.ReauthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "code", _APP_CODE, dir="ltr", inputmode="numeric")


class ActivateTotp(ActivateTOTPForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say(self, "code", _("Code that the app shows"), dir="ltr", inputmode="numeric")


class AddPasskey(webauthn.AddWebAuthnForm):  # type: ignore[misc]
    """Always one that signs in by itself: a second step is what an authenticator app is for."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields.pop("passwordless", None)
        _say_passkey_name(self)

    def clean(self) -> dict[str, Any]:
        self.cleaned_data["passwordless"] = True
        given: dict[str, Any] = super().clean()
        return given


class RenamePasskey(webauthn.EditWebAuthnForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _say_passkey_name(self)
