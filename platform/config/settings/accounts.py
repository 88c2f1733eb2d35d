"""How members sign up and in: django-allauth's settings, mail. docs/accounts.md says why each is so."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

AUTHENTICATION_BACKENDS = ["accounts.backends.Members"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
_validators = "django.contrib.auth.password_validation."
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": _validators + "MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": _validators + "CommonPasswordValidator"},
    {"NAME": _validators + "UserAttributeSimilarityValidator", "OPTIONS": {"user_attributes": ("name", "email")}},
]
PASSWORD_RESET_TIMEOUT = 3600 * 4

LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "lobby"
LOGOUT_REDIRECT_URL = "lobby"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "email"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True  # one address, exchanged once the new one is confirmed
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PREVENT_ENUMERATION = "strict"  # the same answer whether or not somebody has this address
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignIn",
    "signup": "accounts.forms.SignUp",
    "request_login_code": "accounts.forms.AskForCode",
    "confirm_login_code": "accounts.forms.ConfirmCode",
    "reset_password": "accounts.forms.ResetPassword",
    "reset_password_from_key": "accounts.forms.NewPassword",
    "change_password": "accounts.forms.ChangePassword",
    "set_password": "accounts.forms.SetPassword",
    "add_email": "accounts.forms.AddEmail",
    "reauthenticate": "accounts.forms.Reauthenticate",
    "confirm_reauthentication_code": "accounts.forms.ConfirmReauthenticationCode",
}

MFA_ADAPTER = "accounts.adapter.MfaAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_ALLOW_UNVERIFIED_EMAIL = True  # safe by the rule in accounts.forms.ResetPassword
MFA_TOTP_ISSUER = "Opentrick"
MFA_TOTP_TOLERANCE = 1  # a phone's clock may be half a minute off
MFA_FORMS = {
    "authenticate": "accounts.forms.Authenticate",
    "reauthenticate": "accounts.forms.MfaReauthenticate",
    "activate_totp": "accounts.forms.ActivateTotp",
    "add_webauthn": "accounts.forms.AddPasskey",
    "edit_webauthn": "accounts.forms.RenamePasskey",
}
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"

MAIL_BESIDE = True  # what anybody may ask for is sent while the page is answered already
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM") or "Opentrick <noreply@localhost>"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"


def mailers(url: str, var: Path) -> dict[str, dict[str, Any]]:
    """Django's MAILERS for an address like `smtps://user:password@host:465` (`smtp://` for STARTTLS where the server
    has it on 587, `smtp+plain://` without); without one, files in `var/mail`."""
    if not url:
        return {"default": {"BACKEND": "accounts.mail.EmbeddedBackend", "OPTIONS": {"file_path": str(var / "mail")}}}
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps", "smtp+plain"):
        raise ImproperlyConfigured("EMAIL_URL begins with smtps://, smtp:// or smtp+plain://: see docs/operations.md")
    options: dict[str, Any] = {"host": parts.hostname or "localhost", "timeout": 10}
    if parts.port:
        options["port"] = parts.port
    if parts.username:
        options["username"], options["password"] = unquote(parts.username), unquote(parts.password or "")
    options["use_ssl"], options["use_tls"] = parts.scheme == "smtps", parts.scheme == "smtp"
    return {"default": {"BACKEND": "django.core.mail.backends.smtp.EmailBackend", "OPTIONS": options}}
