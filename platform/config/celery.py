"""The Celery application: its settings are Django's `CELERY_*`, its tasks live in the apps' `tasks.py`."""

import os

from celery import Celery
from kombu.transport.redis import Channel

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("opentrick")
app.set_default()  # for every thread, not only the one that imports this: Django answers requests in many
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

# A worker that has lost Redis would put the tasks it holds back there, over the connection that is gone, and that error
# ends the worker for good (Celery 5.7, kombu 5.7). Nothing needs them back: what was lost, the sweep finds in the log.
Channel.do_restore = False
