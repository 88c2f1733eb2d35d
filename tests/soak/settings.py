"""The settings of the environment, with the faults of `tests.soak.faults`: only these tests ever choose them.

DJANGO_SETTINGS_MODULE=tests.soak.settings FAULT_ANNOUNCEMENTS=dropped daphne config.asgi:application
"""

import os
from typing import Any

from config.settings import *  # noqa: F403
from config.settings import CHANNEL_LAYERS, INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.soak.faults.Faults"]

if os.environ.get("FAULT_ANNOUNCEMENTS") == "dropped":
    _usual: dict[str, Any] = CHANNEL_LAYERS["default"]
    _in_memory = "InMemory" in _usual["BACKEND"]
    _backend = "tests.soak.layers.DroppingInMemoryLayer" if _in_memory else "tests.soak.layers.DroppingRedisLayer"
    CHANNEL_LAYERS = {"default": {**_usual, "BACKEND": _backend}}
