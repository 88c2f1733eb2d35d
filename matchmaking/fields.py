"""JSON kept as text: the same on every database, and no question to one when the models are checked (Django's own
JSONField asks SQLite whether it can; workers check the models before they may touch a database)."""

import json
from typing import Any

from django.db import models


class JsonText(models.TextField):  # type: ignore[type-arg]
    """A value of JSON: lists, objects, texts, numbers, true, false; null only with `null=True`."""

    _pyi_private_set_type: Any
    _pyi_private_get_type: Any

    def from_db_value(self, value: str | None, *_: Any) -> Any:
        return None if value is None else json.loads(value)

    def to_python(self, value: Any) -> Any:
        return json.loads(value) if isinstance(value, str) else value

    def get_prep_value(self, value: Any) -> str | None:
        return None if value is None else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
