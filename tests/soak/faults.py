"""What may go wrong inside a process, planted from outside: the platform itself knows nothing of it.

Active only in processes that run with `tests.soak.settings`:

FAULT_ANNOUNCEMENTS=dropped   no message of the channel layer arrives anywhere (see `layers`)
FAULT_TURNS=dropped           a commit enqueues no program's turn: the sweep has to find each of them
FAULT_COMPARING=off           rooms never compare their heads with the database: they have to be told
FAULT_DIE_UNTOLD=<path>       as soon as that file is there, the next process to commit takes it away and is killed,
                              after the commit, before anybody is told
SHORT_MATCHES=<deals>         no fault, but of use: what is played by the usual rules of Hokm, as every match of the
                              queue is, ends at 200 points and after so many deals
"""

import os
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.apps import AppConfig


class Faults(AppConfig):
    name = "tests.soak"
    label = "soak_faults"

    def ready(self) -> None:
        from games.hokm import ruleset
        from games.table import log
        from games.table.log import pool
        from games.table.rooms import registry
        from games.table.signals import committed

        if os.environ.get("FAULT_TURNS") == "dropped":
            assert committed.disconnect(dispatch_uid="bots"), "programs do not listen to commits any more"
        if os.environ.get("FAULT_COMPARING") == "off":
            registry.COMPARE_S = 1e6
        deals = os.environ.get("SHORT_MATCHES")
        if deals:
            ruleset._DEFAULTS.update(target=200, max_deals=int(deals))
        path = os.environ.get("FAULT_DIE_UNTOLD")
        if path:
            log.append = _dying_after(log.append, Path(path))
            pool._append = _dying_later(pool._append, Path(path))


def _dying_after(append: Any, flag: Path) -> Any:
    def append_and_die(*arguments: Any) -> Any:
        outcome = append(*arguments)
        _die(flag)
        return outcome

    return append_and_die


def _dying_later(append: Any, flag: Path) -> Any:
    async def append_and_die(*arguments: Any) -> Any:
        outcome = await append(*arguments)
        _die(flag)
        return outcome

    return append_and_die


def _die(flag: Path) -> None:
    with suppress(FileNotFoundError):
        flag.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
