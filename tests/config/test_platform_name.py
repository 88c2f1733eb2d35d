"""`platform/` is a source root, and must never shadow the standard library's module of that name."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SAY = "import platform; print(platform.python_version(), platform.__file__)"
BIN = Path(sys.executable).parent


def is_the_real_one(line: str) -> bool:
    version, _, file = line.strip().partition(" ")
    return version == ".".join(map(str, sys.version_info[:3])) and Path(file).parent.name.startswith("python3.")


def run(*command: str, **options: Any) -> str:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60, **options)
    return str(done.stdout)


def test_the_folder_is_no_package():
    assert not (ROOT / "platform" / "__init__.py").exists()


def test_pytest_sees_the_standard_library():
    assert is_the_real_one(f"{platform.python_version()} {platform.__file__}")


def test_python_in_the_root_sees_the_standard_library():
    assert is_the_real_one(run(sys.executable, "-c", SAY))


def test_manage_py_sees_the_standard_library():
    assert is_the_real_one(run(sys.executable, "manage.py", "shell", "--no-imports", "-c", SAY).splitlines()[-1])


def test_celery_sees_the_standard_library_and_our_application():
    told = run(str(BIN / "celery"), "-A", "config", "report", env=environment())
    assert f"py:{platform.python_version()}" in told
    script = "import config.celery, runpy, sys; sys.argv = ['celery', '--version']; " + SAY
    assert is_the_real_one(run(sys.executable, "-c", script, env=environment()).splitlines()[-1])


def test_daphne_sees_the_standard_library_and_our_application():
    """Daphne's own command line imported first, as its script does, then our application."""
    script = f"from daphne.cli import CommandLineInterface; import config.asgi; {SAY}"
    assert is_the_real_one(run(sys.executable, "-c", script, env=environment()).splitlines()[-1])


def environment() -> dict[str, str]:
    """The two source roots, as the line in the environment's site-packages puts them on the path."""
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'platform'}"}


def test_the_scripts_of_the_environment_find_both_source_roots_from_any_folder():
    """`.venv/bin/daphne` and `.venv/bin/celery` are started without a PYTHONPATH in production."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    python = ROOT / ".venv" / "bin" / "python"
    found = run(str(python), "-c", "import config, games, platform; print(config.__file__, games.__file__)", env=clean)
    assert found.split() == [str(ROOT / "platform" / "config" / "__init__.py"), str(ROOT / "games" / "__init__.py")]
