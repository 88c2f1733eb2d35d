"""How far apart the stamps of web processes come in the database: what the five seconds after which one is taken for
dead are to be held against. With the environment of a running server, while somebody is at a table:

    .venv/bin/python -m deploy.load.stamps [seconds=60]
"""

import os
import sys
import time

EVERY_S = 0.05


def main(seconds: float = 60.0) -> None:
    from deploy.load.report import percentile, report
    from games.table import alive

    last: dict[str, int] = {}
    gaps: list[float] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for process, at in alive.webs(alive.stamps()).items():
            if at != last.get(process, at):
                gaps.append(at - last[process])
            last[process] = at
        time.sleep(EVERY_S)
    report("between two stamps of a web process", "ms", gaps)
    report("99 of 100 within", "ms", [percentile(gaps, 99)])


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    main(*map(float, sys.argv[1:]))
