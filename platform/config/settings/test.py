"""The settings of the tests: those of the environment, made quick."""

from config.settings import *

BOT_THINK_MS = 0
CROWD_KEPT_S = 0.0  # each test has its own crowd
MAIL_BESIDE = False  # a test looks at once what was sent
BETWEEN_DEALS_MS = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# All tests come from one address; tests/config/test_entrances.py sets these.
SENT_LIMITS = []
SOCKET_ADDRESS_LIMITS = []
INSTALLED_APPS = [*INSTALLED_APPS, "tests.whist3"]
