#!/usr/bin/env python
"""Looks through every tracked file for what must not be committed. Prints a line per finding, exits 1 if there is any.

No address of a package registry (a checkout installs from whichever its user has set), no path of somebody's machine,
no secret, and nothing that the build makes.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# Written in parts, so that this file does not find itself.
FORBIDDEN = {
    "a package registry": re.compile(
        "|".join(re.escape(name) for name in (
            "pypi" + ".org", "pythonhosted" + ".org", "registry.npm" + "js", "npmjs" + ".org", "yarnpkg" + ".com",
            "proxy.golang" + ".org", "deb.debian" + ".org",
        ))
    ),
    "somebody's folder": re.compile(
        r"(?<![\w.<~-])/(?:home/(?!you\b|opentrick\b)\w+|Users/\w+|ro" + r"ot|wo" + r"rk)(?:/|\b)"
    ),
    "a secret": re.compile(r"-----BEGIN [A-Z ]*PRIVATE" + " KEY-----"),
}  # fmt: skip
MADE = re.compile(r"(^|/)(node_modules|\.venv|\.node|__pycache__)/|\.pyc$|\.mo$|^var/|^platform/web/static/|^build/")


def findings(root: Path = ROOT) -> list[str]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=True)
    found = []
    for name in filter(None, listed.stdout.split("\0")):
        if MADE.search(name):
            found.append(f"{name}: is made by the build or by running")
        try:
            text = (root / name).read_text(encoding="utf-8")
        except (UnicodeDecodeError, FileNotFoundError, IsADirectoryError):
            continue
        for number, line in enumerate(text.splitlines(), 1):
            found += [f"{name}:{number}: names {what}" for what, how in FORBIDDEN.items() if how.search(line)]
        if name.endswith("package-lock.json") and '"resolved"' in text:
            found.append(f'{name}: has "resolved" lines; install with omit-lockfile-registry-resolved')
    return found


def main() -> int:
    lines = findings()
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if lines else 0


if __name__ == "__main__":
    raise SystemExit(main())
