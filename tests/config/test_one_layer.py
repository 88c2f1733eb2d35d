"""There is one channel layer from the start: of two made at the same time, one would hear nothing."""

import os
import subprocess
import sys

from tests.services.environment import ROOT

ASK = """
import django
from channels.layers import channel_layers
django.setup()
assert list(channel_layers.backends) == ["default"], channel_layers.backends
"""


def test_the_layer_is_there_before_any_thread_asks_for_it():
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "PYTHONPATH": f"{ROOT}:{ROOT / 'platform'}"}
    subprocess.run([sys.executable, "-c", ASK], cwd=ROOT, check=True, env={**os.environ, **own})
