"""The services that tests need: PostgreSQL, Redis, Chromium, and the platform's own processes. See tests/README.md."""
