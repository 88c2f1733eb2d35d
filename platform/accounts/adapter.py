"""What django-allauth asks us: whose address a request has, and later whom a new member is made of."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts import limits


class AccountAdapter(DefaultAccountAdapter):
    def get_client_ip(self, request: HttpRequest) -> str:
        """The same address that our own limits count, past the same proxies."""
        return limits.client_address(request) or "0.0.0.0"
