"""Where the built client lies: Vite names each file by its content and keeps the list in a manifest."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static

FOLDER = "client"
SOURCE = "platform/web/client/"


class NotBuilt(Exception):
    """The client has not been built: `make setup` does it."""


@dataclass
class Manifest:
    """The manifest, read again when the file changes, so that a new build needs no restart."""

    path: Path
    _read_at: int = 0
    _chunks: dict[str, Any] | None = None

    def chunks(self) -> dict[str, Any]:
        try:
            changed = self.path.stat().st_mtime_ns
        except FileNotFoundError:
            raise NotBuilt(str(self.path)) from None
        if self._chunks is None or changed != self._read_at:
            self._chunks = json.loads(self.path.read_text(encoding="utf-8"))
            self._read_at = changed
        return self._chunks

    def file(self, source: str) -> str:
        """The address of one built file, by its name below the client's folder: "main.ts"."""
        return static(f"{FOLDER}/{self._chunk(source)['file']}")

    def styles(self, source: str) -> list[str]:
        """The style sheets a chunk brings along, those of what it imports included."""
        chunks = self.chunks()
        seen: set[str] = set()
        files: list[str] = []

        def walk(chunk: dict[str, Any]) -> None:
            for imported in chunk.get("imports", ()):
                if imported not in seen:
                    seen.add(imported)
                    walk(chunks[imported])
            files.extend(file for file in chunk.get("css", ()) if file not in files)

        chunk = self._chunk(source)
        walk(chunk)
        if chunk["file"].endswith(".css"):
            files.append(chunk["file"])
        return [static(f"{FOLDER}/{file}") for file in files]

    def _chunk(self, source: str) -> dict[str, Any]:
        try:
            return dict(self.chunks()[SOURCE + source])
        except KeyError:
            raise NotBuilt(f"{source} is not in {self.path}") from None


manifest = Manifest(Path(settings.ROOT) / "platform" / "web" / "static" / FOLDER / "manifest.json")
