"""`platform/` is a source root, and must never shadow the standard library's module of that name."""

import platform
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAY = "import platform; print(platform.python_version(), platform.__file__)"


def test_platform_folder_is_no_package():
    assert not (ROOT / "platform" / "__init__.py").exists()


def test_pytest_sees_the_standard_library():
    assert platform.python_version() == ".".join(map(str, sys.version_info[:3]))
    assert Path(platform.__file__).parent.name.startswith("python3.")
