"""Where a member may be written to: confirmed addresses alone, of whoever is still a member."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import Q, QuerySet


@dataclass(frozen=True, slots=True)
class Address:
    email: str
    name: str
    language: str
    """The person's own choice; empty when the browser's language decides."""


def confirmed(public_id: Any) -> QuerySet[Any, Any]:
    """The confirmed addresses of this person, who may have been a guest then; also for a subquery (`OuterRef`)."""
    whose = Q(user__public_id=public_id) | Q(user__aliases__public_id=public_id)
    found: QuerySet[Any, Any] = EmailAddress.objects.filter(whose, verified=True, user__is_active=True)
    return found


def address_of(public_id: str) -> Address | None:
    """Where to write to this person, the primary address first; None when no address is confirmed."""
    found = confirmed(public_id).order_by("-primary", "pk")
    row = found.values_list("email", "user__name", "user__language").first()
    return None if row is None else Address(*row)
