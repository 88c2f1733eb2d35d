"""`.venv/bin/python -m tests.services COMMAND…` runs a command with production settings on services of its own.

A PostgreSQL and a Redis are started for it and stopped after it. `make test` runs the tests that use a database
a second time this way; it serves as well for trying something out by hand:

    .venv/bin/python -m tests.services .venv/bin/python manage.py migrate
"""

import os
import subprocess
import sys

from tests.services.environment import production_environment
from tests.services.run import Run


def main(command: list[str]) -> int:
    if not command:
        sys.stderr.write(f"{__doc__}\n")
        return 2
    run = Run.begin()
    try:
        url = run.postgres().create_database(f"opentrick_{os.getpid()}")
        return subprocess.run(command, env={**os.environ, **production_environment(url, run.redis().url)}).returncode
    finally:
        run.end()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
