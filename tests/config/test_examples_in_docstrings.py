"""What a docstring shows by an example is so."""

import doctest
import importlib

import pytest
from django.conf import settings

PACKAGES = ("games", "matchmaking", "bots", "deploy", "tests/whist3")
WITH_EXAMPLES = sorted(
    ".".join(path.relative_to(settings.ROOT).with_suffix("").parts)
    for package in PACKAGES
    for path in (settings.ROOT / package).rglob("*.py")
    if "\n    >>> " in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_every_example_gives_what_it_says(module: str) -> None:
    failed, tried = doctest.testmod(importlib.import_module(module))
    assert tried
    assert not failed
