"""What the API reads: JSON, and the forms of our pages. Nothing it is asked for is longer than a page of text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from rest_framework import parsers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser


class Bounded(BaseParser):
    """Refuses by the length that was announced, before a byte is read. A body without one is read as empty (Django)."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        request = (parser_context or {}).get("request")
        length = request.META.get("CONTENT_LENGTH") if request is not None else None
        if length and int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig
        return super().parse(stream, media_type, parser_context)


class Json(Bounded, parsers.JSONParser):
    """JSON in UTF-8, not nested without end."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            data = super().parse(stream, media_type, parser_context)
            # Half of a surrogate pair can be escaped in JSON and is no text: no answer could repeat it.
            json.dumps(data, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError):
            raise ParseError from None
        return data


class Form(Bounded, parsers.FormParser):
    """A form of ours."""


class MultiPartForm(Bounded, parsers.MultiPartParser):
    """The same, in the other way browsers may send one."""
