"""What may not be committed is found wherever it stands."""

import subprocess
from pathlib import Path

import pytest

from tools import check_tree


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    return tmp_path


def add(repository: Path, name: str, text: str) -> None:
    path = repository / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    subprocess.run(["git", "add", "-f", name], cwd=repository, check=True)


def test_a_clean_tree_has_no_findings(repository: Path):
    add(repository, "README.md", "Type `make play`.\nSee /var/lib/opentrick and https://example.org/work/.\n")
    assert check_tree.findings(repository) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("requirements/base.txt", "--index-url https://pypi" + ".org/simple\n"),
        ("package-lock.json", '{"resolved": "x"}'),
        ("docs/notes.md", "see /ro" + "ot/project/readme\n"),
        ("docs/notes.md", "see /ho" + "me/alice/project\n"),
        ("deploy/key.pem", "-----BEGIN PRIVATE" + " KEY-----\n"),
        ("platform/web/static/app.js", "built"),
        ("games/hokm/locale/ar/LC_MESSAGES/django.mo", "built"),
    ],
)
def test_each_kind_of_mistake_is_found(repository: Path, name: str, text: str):
    add(repository, name, text)
    assert [line.split(":")[0] for line in check_tree.findings(repository)] == [name]


def test_this_tree_is_clean():
    assert check_tree.findings() == []
