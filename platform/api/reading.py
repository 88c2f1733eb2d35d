"""Single values out of what a program sends, read strictly."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.exceptions import NotFound

from api.errors import ApiError
from games.table.ids import parse_id

LONGEST_TEXT = 60


def unreadable(field: str) -> ApiError:
    """What to raise for a field that has not even the shape."""
    return ApiError("unreadable", _("That could not be read."), field=field)


def text(data: Mapping[str, Any], name: str, usual: str | None = None) -> str:
    """A short text; without `usual` it has to be there."""
    value = data.get(name, usual)
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        raise unreadable(name)
    return value


def uuid_of(table_id: str) -> UUID:
    """The id of the table at this address. Raises NotFound for one that no table can have."""
    try:
        return parse_id(table_id)
    except ValueError:
        raise NotFound from None
