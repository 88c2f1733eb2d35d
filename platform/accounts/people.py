"""What people are called: read by public id wherever somebody is shown, for no event holds a name."""

from __future__ import annotations

from collections.abc import Iterable

from accounts.models import Person


def named(public_ids: Iterable[str]) -> dict[str, dict[str, str]]:
    """Names and kinds, `{public id: {"name", "kind"}}`: one query, none for nobody. A deleted account has no name."""
    ids = {one for one in public_ids if one}
    rows = Person.objects.filter(public_id__in=ids).values_list("public_id", "name", "kind") if ids else ()
    return {person: {"name": name, "kind": kind} for person, name, kind in rows}


def names_of(public_ids: Iterable[str]) -> dict[str, str]:
    """The names alone, without those whose account is deleted."""
    return {person: one["name"] for person, one in named(public_ids).items() if one["name"]}
