"""What the documents point at is there, and the commands they name exist."""

import re
import subprocess
from pathlib import Path

import pytest

from tests.services.environment import ROOT

LISTED = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=True)
DOCUMENTS = [ROOT / name for name in LISTED.stdout.splitlines()]
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.MULTILINE))
COMMANDS = {path.stem for path in ROOT.glob("**/management/commands/*.py") if ".venv" not in path.parts}
DJANGO = {"migrate", "collectstatic", "shell", "makemigrations"}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_and_commands_exist(document: Path):
    text = document.read_text()
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if "://" not in target and not target.startswith("mailto:"):
            assert (document.parent / target).exists(), target
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert target in TARGETS, f"make {target}"
    for command in re.findall(r"manage\.py ([a-z_]+)", text):
        assert command in COMMANDS | DJANGO, f"manage.py {command}"
