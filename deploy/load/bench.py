"""`make bench`: every figure of this program, as JSON lines."""

import os
import subprocess
import sys

from deploy.load import live, pairing, playouts
from tests.services.environment import clean_environment, production_environment


def stored() -> None:
    """The measurements on the log, in a process of their own with the production settings."""
    with live.services() as (server, redis_url):
        url = server.create_database("bench_stored")
        environment = {
            **clean_environment(),
            **production_environment(url, redis_url),
            "BOT_THINK_MS": "0",
            "LIMITS_TIMES": "1000",
        }
        environment["BETWEEN_DEALS_MS"] = "0"
        subprocess.run([sys.executable, "-m", "deploy.load.stored"], env=environment, check=True)


def main() -> None:
    os.environ.pop("OPENTRICK_TEST_RUN", None)
    playouts.main()
    pairing.main()
    stored()
    live.main()


if __name__ == "__main__":
    main()
