"""Translations, by Babel alone: found in the sources, merged into the catalogs, compiled.

    .venv/bin/python platform/web/messages.py update     bring every .po file in step with the sources
    .venv/bin/python platform/web/messages.py compile    make the .mo files Django reads (make setup does it)
    .venv/bin/python platform/web/messages.py check      say what is missing or wrong; exit 1 if anything is

Two domains, as Django has them: `django` for what the server writes (Python and templates), `djangojs` for what the
client writes (TypeScript: `t`, `tn` plural, `tp` with context). Each game keeps its own catalogs in
`games/<game>/locale`; everything else is in `platform/web/locale`. No system gettext is needed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("ar", "ru", "de")
COMPLETE = ("ar", "ru", "de")
"""Languages that may lack nothing; any other shows English where a text is missing."""

_PYTHON: dict[str, Any] = {
    "_": None, "N_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3), "npgettext_lazy": ((1, "c"), 2, 3),
}  # fmt: skip
_CLIENT: dict[str, Any] = {"t": None, "tn": (1, 2), "tp": ((1, "c"), 2)}
_NOTE = ["Translators:"]


@dataclass(frozen=True)
class Place:
    """One folder of catalogs and the sources whose texts it holds."""

    locale: Path
    sources: tuple[Path, ...]
    without: tuple[Path, ...] = ()

    def files(self, *suffixes: str) -> Iterator[Path]:
        """The source files in a stable order; no tests, nothing built, nothing of a game that keeps its own."""
        for source in self.sources:
            for path in sorted(source.rglob("*")):
                built = {"static", "migrations", "node_modules", "__pycache__", "locale"} & set(path.parts)
                theirs = any(path.is_relative_to(other) for other in self.without)
                tested = path.name.endswith((".test.ts", ".d.ts"))
                if path.suffix in suffixes and not built and not theirs and not tested:
                    yield path


def places(root: Path = ROOT) -> list[Place]:
    """Where the catalogs lie: one place per game, one for all the rest."""
    games = sorted(path.parent for path in root.glob("games/*/apps.py") if path.parent.name != "table")
    common = tuple(root / part for part in ("platform", "games/table", "games/kernel", "bots", "matchmaking"))
    return [Place(root / "platform/web/locale", common), *(Place(game / "locale", (game,)) for game in games)]


def found(place: Place, domain: str) -> Catalog:
    """A template: every text of `domain` that the sources of `place` hold now."""
    catalog = Catalog(domain=domain, charset="utf-8")
    for path in place.files(".ts") if domain == "djangojs" else place.files(".py", ".html", ".txt"):
        name = path.relative_to(ROOT).as_posix()
        for _line, message, comments, context in _texts(path):
            catalog.add(
                message[0] if message[1:] == () else message,
                locations=[(name, 0)],  # no line: a text that moves within its file keeps its place in the catalog
 auto_comments=comments, context=context, flags=_flags(path, message),
            )  # fmt: skip
    return catalog


def _texts(path: Path) -> Iterator[tuple[int, tuple[str, ...], list[str], str | None]]:
    source = path.read_bytes()
    keywords: dict[str, Any]
    if path.suffix == ".py":
        method, keywords, options = "python", _PYTHON, {"encoding": "utf-8"}
    elif path.suffix == ".ts":
        method, keywords, options = "javascript", _CLIENT, {"encoding": "utf-8", "parse_template_string": "true"}
    else:
        from django.utils.translation.template import templatize

        source = templatize(source.decode(), origin=path.name).encode()
        method, keywords, options = "javascript", _PYTHON, {"encoding": "utf-8", "parse_template_string": "false"}
    for line, message, comments, context in extract(
        method, BytesIO(source), keywords, _NOTE, options, strip_comment_tags=True
    ):
        yield line, message if isinstance(message, tuple) else (message,), comments, context


def _flags(path: Path, message: tuple[str, ...]) -> list[str]:
    """Templates and Python fill texts in with `%(name)s`; a wrong name there would break the page."""
    return ["python-format"] if path.suffix != ".ts" and any("%(" in text for text in message) else []


def po_path(place: Place, language: str, domain: str) -> Path:
    return place.locale / language / "LC_MESSAGES" / f"{domain}.po"


def stored(place: Place, language: str, domain: str) -> Catalog:
    path = po_path(place, language, domain)
    if not path.exists():
        return Catalog(locale=language, domain=domain, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain, charset="utf-8")


def update(root: Path = ROOT) -> None:
    """Bring the catalogs in step: new texts empty, vanished ones gone, nothing guessed."""
    for place in places(root):
        for domain in ("django", "djangojs"):
            template = found(place, domain)
            for language in LANGUAGES:
                path = po_path(place, language, domain)
                if not len(template):
                    path.unlink(missing_ok=True)
                    continue
                catalog = stored(place, language, domain)
                catalog.update(template, no_fuzzy_matching=True, update_creation_date=False)
                catalog.obsolete.clear()
                catalog.fuzzy = False
                catalog.header_comment = (
                    f"# Texts of Opentrick in {catalog.locale.english_name if catalog.locale else language}."
                )
                path.parent.mkdir(parents=True, exist_ok=True)
                written = BytesIO()
                write_po(written, catalog, width=100, include_lineno=False, omit_header=False, sort_by_file=True)
                path.write_bytes(_without_dates(written.getvalue()))


def _without_dates(po: bytes) -> bytes:
    """Dates and tool versions in the header change at every run and tell nothing that git does not."""
    dull = (b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By', b'"Last-Translator', b'"Project-Id-Version',
            b'"Report-Msgid-Bugs-To', b'"Language-Team')  # fmt: skip
    return b"\n".join(line for line in po.split(b"\n") if not line.startswith(dull))


def compile_all(root: Path = ROOT) -> int:
    """Write the .mo files that are older than their source; answers how many."""
    written = 0
    for po in sorted(
        [*root.glob("platform/web/locale/*/LC_MESSAGES/*.po"), *root.glob("games/*/locale/*/LC_MESSAGES/*.po")]
    ):
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime_ns >= po.stat().st_mtime_ns:
            continue
        with po.open("rb") as file:
            catalog = read_po(file, locale=po.parts[-3], charset="utf-8")
        ready = BytesIO()
        write_mo(ready, catalog, use_fuzzy=False)
        fresh = mo.with_suffix(".mo.new")
        fresh.write_bytes(ready.getvalue())
        fresh.replace(mo)
        written += 1
    return written


def faults(root: Path = ROOT) -> Iterator[str]:
    """What is wrong with the catalogs, a line each; nothing when all is well."""
    for place in places(root):
        for domain in ("django", "djangojs"):
            wanted = {_key(message.id, message.context) for message in found(place, domain) if message.id}
            for language in LANGUAGES:
                where = po_path(place, language, domain).relative_to(root).as_posix()
                catalog = stored(place, language, domain)
                for fault in _faults_of(catalog, wanted, complete=language in COMPLETE):
                    yield f"{where}: {fault}"


def _faults_of(catalog: Catalog, wanted: set[Key], *, complete: bool) -> Iterator[str]:
    """What is wrong with one catalog, beside the texts that the sources hold."""
    held = {_key(message.id, message.context): message for message in catalog if message.id}
    yield from (f"not in the sources any more: {text!r}" for text in held.keys() - wanted)
    yield from (f"obsolete: {text!r}" for text in catalog.obsolete)
    yield from (f"not in the catalog: {text!r}" for text in sorted(wanted - held.keys(), key=repr))
    for text, message in held.items():
        strings = tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string or "",)
        if message.fuzzy:
            yield f"fuzzy: {text!r}"
        if all(strings):
            errors = (*message.check(catalog), *_slots(message.id, strings))
            yield from (f"{text!r}: {error}" for error in errors)
        elif complete:
            yield f"not translated: {text!r}"
        elif any(strings):
            yield f"a plural form is missing: {text!r}"


Key = tuple[str | None, str]
"""A text by its context, if it has one, and its (first) form in English."""


def _key(ids: str | tuple[str, ...] | list[str], context: str | None) -> Key:
    return context, ids if isinstance(ids, str) else ids[0]


def _slots(ids: str | tuple[str, ...] | list[str], strings: Iterable[str]) -> Iterator[str]:
    """The client fills in `{name}`: a translation may leave a number out (zero, one, two), never invent a name."""
    sources = [ids] if isinstance(ids, str) else list(ids)
    known = {slot for text in sources for slot in re.findall(r"\{(\w+)\}", text)}
    for string in strings:
        used = set(re.findall(r"\{(\w+)\}", string))
        if used - known:
            yield f"unknown slots {sorted(used - known)}"
        if isinstance(ids, str) and known - used:
            yield f"lost slots {sorted(known - used)}"


def main(arguments: list[str]) -> int:
    """The command line above."""
    match arguments:
        case ["update"]:
            update()
        case ["compile"]:
            compile_all()
        case ["check"]:
            lines = list(faults())
            sys.stderr.writelines(f"{line}\n" for line in lines)
            return 1 if lines else 0
        case _:
            sys.stderr.write(f"{__doc__}\n")
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
