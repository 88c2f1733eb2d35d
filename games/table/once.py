"""A form that opens a table opens one, however often its key is pressed: it carries a signed id from which, and from
what was chosen, the id of its table follows.

    <input type="hidden" name="once" value="{% once %}">
    table = once.opened(request.POST, lambda table_id: open_table(..., table_id=table_id).id)

Who goes back to the form and chooses something else, or whose table is over, opens another. A page that has stood for
an hour opens a table as if it carried nothing: its id would say a wrong time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any
from uuid import UUID

from django.core import signing
from django.db import IntegrityError

from games.table.aggregate import ENDED
from games.table.ids import format_id, parse_id, uuid7
from games.table.models import Head

FIELD = "once"
LASTS_S = 3600
_SALT = "games.table.once"
_NOT_CHOSEN = (FIELD, "csrfmiddlewaretoken")


def proposed() -> str:
    """What a form carries: anew for each time it is shown."""
    return signing.TimestampSigner(salt=_SALT).sign(format_id(uuid7()))


def opened(form: Mapping[str, Any], make: Callable[[UUID | None], str]) -> str:
    """The table this form has opened, by this press or by one before it; `make` opens it, with this id if there is
    one."""
    table_id = _id_of(form)
    lifecycle = _lifecycle(table_id)
    if lifecycle in ENDED:
        table_id = None
    elif table_id is not None and lifecycle is not None:
        return format_id(table_id)
    try:
        return make(table_id)
    except IntegrityError:  # the other press was quicker
        if table_id is None or _lifecycle(table_id) is None:
            raise
        return format_id(table_id)


def _lifecycle(table_id: UUID | None) -> str | None:
    return Head.objects.filter(table_id=table_id).values_list("lifecycle", flat=True).first() if table_id else None


def _id_of(form: Mapping[str, Any]) -> UUID | None:
    try:
        text = signing.TimestampSigner(salt=_SALT).unsign(str(form.get(FIELD, ""))[:200], max_age=LASTS_S)
        shown = parse_id(text)
    except (signing.BadSignature, ValueError):
        return None
    chosen = sorted((name, str(value)) for name, value in form.items() if name not in _NOT_CHOSEN)
    chance = sha256(repr((shown.hex, chosen)).encode(errors="surrogatepass")).digest()
    return uuid7(shown.int >> 80, int.from_bytes(chance[:10]) >> 6)
