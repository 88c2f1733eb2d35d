"""The sessions of people who are signed in, wherever the settings keep them."""

from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


def store() -> Any:
    """The class of sessions: `store()(key)` is the session of this key."""
    return import_string(f"{settings.SESSION_ENGINE}.SessionStore")
