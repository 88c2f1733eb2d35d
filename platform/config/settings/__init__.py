"""Which settings hold: with a DATABASE_URL the production ones, else the embedded ones."""

import os

if os.environ.get("DATABASE_URL"):
    from config.settings.production import *
else:
    from config.settings.embedded import *
