"""What the Makefile takes for granted about the tests."""

import re

from tests.services.environment import ROOT


def test_all_tests_in_a_browser_lie_where_make_looks_for_them():
    told = re.search(r"^BROWSER = (.+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert told
    mark = "pytest.mark." + "browser"
    marked = [file for file in (ROOT / "tests").rglob("*.py") if mark in file.read_text()]
    assert marked
    folders = [ROOT / name for name in told[1].split()]
    assert [file for file in marked if not any(folder in file.parents for folder in folders)] == []
