"""The browser of the browser tests: CHROMIUM if set, else Debian's, which is installed when we may."""

import os
import shutil
import subprocess

from tests.services.ports import NotReady

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = "The browser tests need Chromium: type `apt-get install chromium`, or set CHROMIUM to the one you have."


def find() -> str:
    """The path of a Chromium, or one clear sentence how to get it."""
    named = os.environ.get("CHROMIUM")
    if named:
        if not os.access(named, os.X_OK):
            raise NotReady(f"CHROMIUM is set to {named}, which cannot be run.")
        return named
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return found
    if os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], env=quiet, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        found = shutil.which("chromium")
        if found:
            return found
    raise NotReady(HOW)


def launch_arguments() -> list[str]:
    """Headless, quiet, calling nobody; without its sandbox only where it cannot have one."""
    quiet = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
    quiet += ["--disable-component-update", "--disable-sync"]
    return [*quiet, "--no-sandbox"] if os.geteuid() == 0 else quiet
