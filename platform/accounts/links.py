"""A mailed link that signs in: as good as the code beside it, and good in any browser.

It is signed, lasts a quarter of an hour, and ends with the next sign-in and with a change of password or address. It
leads to a page with one key, so that whatever looks at links in mails signs nobody in.
"""

from __future__ import annotations

from django.core import signing
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import Person

SALT = "accounts.links"
LASTS_S = 15 * 60


def link_token(person: Person) -> str:
    return signing.dumps([person.public_id, _state(person)], salt=SALT)


def person_for_link(token: str) -> Person | None:
    """Whom this link signs in; None when it is forged, too old or used."""
    try:
        public_id, state = signing.loads(token, salt=SALT, max_age=LASTS_S)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    person = Person.objects.filter(public_id=public_id, kind=Person.Kind.MEMBER, is_active=True).first()
    return person if person is not None and constant_time_compare(state, _state(person)) else None


def _state(person: Person) -> str:
    last = person.last_login.isoformat() if person.last_login else ""
    return salted_hmac(SALT, f"{last} {person.password} {person.email}", algorithm="sha256").hexdigest()[:32]
