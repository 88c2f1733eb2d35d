"""What allauth's pages say in passing, and what the mails say, in our words: one place instead of fifty templates.

Each is keyed by the name of the template it stands for. What is not here is not said.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = str | Promise

PASSING: dict[str, Text] = {
    "account/messages/logged_out.txt": _("You have signed out."),
    "account/messages/email_confirmation_sent.txt": _(
        "We have sent a link to %(email)s. Follow it to confirm the address."
    ),
    "account/messages/email_confirmed.txt": _("The address %(email)s is confirmed."),
    "account/messages/email_confirmation_failed.txt": _("The address %(email)s cannot be confirmed for this account."),
    "account/messages/email_deleted.txt": _("The address %(email)s is removed."),
    "account/messages/password_changed.txt": _("The password is changed. Everywhere else you are signed out."),
    "account/messages/password_set.txt": _("The password is set."),
    "mfa/messages/totp_activated.txt": _(
        "The authenticator app is set up. From now on its code is asked after the password."
    ),
    "mfa/messages/totp_deactivated.txt": _("The authenticator app is no longer asked for."),
    "mfa/messages/webauthn_added.txt": _("The passkey is added. It signs you in by itself."),
    "mfa/messages/webauthn_removed.txt": _("The passkey is removed. It opens nothing here any more."),
    "usersessions/messages/sessions_logged_out.txt": _("You are signed out everywhere else."),
}

_NOT_YOU = _("If that was not you, you need do nothing: nothing happens without this mail.")
_ALARM = _("If that was not you, set a new password at once: %(reset)s")

MAILS: dict[str, tuple[Text, tuple[Text, ...]]] = {
    "account/email/login_code": (
        _("Your sign-in at Opentrick"),
        (
            _("This link signs you in, in any browser, for a quarter of an hour:"),
            "%(link)s",
            _("Or type this code where you asked for it: %(code)s"),
            _NOT_YOU,
        ),
    ),
    "account/email/reauthentication_code": (
        _("Your code at Opentrick"),
        (_("Type this code where you asked for it: %(code)s"), _ALARM),
    ),
    "account/email/unknown_account": (
        _("No account with this address"),
        (
            _("Somebody asked to sign in at Opentrick with %(email)s, but no account has confirmed this address."),
            _("If it was you: perhaps you signed up with another address, or none. Sign up here: %(signup_url)s"),
            _NOT_YOU,
        ),
    ),
    "account/email/email_confirmation": (
        _("Please confirm your mail address"),
        (
            _("The member %(name)s of Opentrick gave this address as his own. If that is you, confirm it here:"),
            "%(activate_url)s",
            _NOT_YOU,
        ),
    ),
    "account/email/password_reset_key": (
        _("A new password for Opentrick"),
        (
            _("Somebody asked for a new password for the member %(username)s. It is set here, within four hours:"),
            "%(password_reset_url)s",
            _NOT_YOU,
        ),
    ),
    "account/email/password_changed": (_("Your password was changed"), (_("Your password was changed."), _ALARM)),
    "account/email/password_reset": (
        _("Your password was changed"),
        (_("Your password was set anew by mail."), _ALARM),
    ),
    "account/email/password_set": (_("Your password was set"), (_("Your account has a password now."), _ALARM)),
    "account/email/email_changed": (
        _("Your mail address was changed"),
        (_("Your account has another mail address now: %(to_email)s instead of %(from_email)s."), _ALARM),
    ),
    "account/email/email_deleted": (
        _("Your mail address was removed"),
        (_("The address %(deleted_email)s was removed from your account."), _ALARM),
    ),
    "mfa/email/totp_activated": (
        _("Authenticator app set up"),
        (_("From now on a code of the app is asked after your password."), _ALARM),
    ),
    "mfa/email/totp_deactivated": (
        _("Authenticator app switched off"),
        (_("No code is asked after your password any more."), _ALARM),
    ),
    "mfa/email/webauthn_added": (_("Passkey added"), (_("A passkey was added to your account."), _ALARM)),
    "mfa/email/webauthn_removed": (_("Passkey removed"), (_("A passkey was removed from your account."), _ALARM)),
    "mfa/email/recovery_codes_generated": (
        _("New recovery codes"),
        (_("Your account has new recovery codes; the old ones are void."), _ALARM),
    ),
}
_SAME = {"account/email/email_confirmation_signup": "account/email/email_confirmation"}


def passing(template: str, facts: Mapping[str, Any]) -> str:
    """What a page says once; "" for what needs no words."""
    text = PASSING.get(template, "")
    # An address keeps its own direction in an Arabic sentence.
    isolated = {name: f"\u2068{value}\u2069" for name, value in facts.items()}
    return str(text) % isolated if text else ""


def written(template: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Subject and body of a mail. Raises KeyError for one that nobody has worded."""
    subject, paragraphs = MAILS[_SAME.get(template, template)]
    body = [str(paragraph) % facts for paragraph in paragraphs]
    return str(subject), "\n\n".join([*body, "Opentrick"]) + "\n"
