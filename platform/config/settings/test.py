"""The settings of the tests: those of the environment, made quick."""

from config.settings import *

BOT_THINK_MS = 0
BETWEEN_DEALS_MS = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
SENT_LIMITS = []  # all tests come from one address; tests/config/test_entrances.py sets it
INSTALLED_APPS = [*INSTALLED_APPS, "tests.whist3"]
# Each asynchronous test has threads of its own, which end with it: their connections must not stay open behind them.
DATABASES["default"]["CONN_MAX_AGE"] = 0
