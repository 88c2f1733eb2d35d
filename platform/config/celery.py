"""The Celery application: its settings are Django's `CELERY_*`, its tasks live in the apps' `tasks.py`."""

import os

from celery import Celery

from config import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

broker.install()
app = Celery("opentrick")
app.set_default()  # for every thread, not only the one that imports this: Django answers requests in many
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
