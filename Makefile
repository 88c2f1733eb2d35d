# Opentrick. `make help` lists what there is. Everything below prepares what it needs by itself.
PORT ?= 8000
HOST ?= 127.0.0.1
MINUTES ?= 30
PY = .venv/bin/python
PYTEST = $(PY) -m pytest
# Where tests in a browser lie (tests/config/test_make.py): whoever looks for them need not read all the others.
BROWSER = tests/browser tests/whist3
LOCK = uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate

# The tests start dozens of processes: each would compile us anew where Python was told to keep nothing.
test soak-short soak: export PYTHONDONTWRITEBYTECODE =

.PHONY: help setup setup-test play check test soak-short soak bench bench-peers fresh-clone pictures messages format lock

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## prepare .venv, the client and the translations, for running
	@./setup.sh base
	@tools/client build
	@$(PY) platform/web/messages.py compile

setup-test: ## the same for checking and testing
	@./setup.sh test
	@tools/client build
	@$(PY) platform/web/messages.py compile

play: setup ## serve the whole platform on http://localhost:PORT (default 8000)
	@exec $(PY) manage.py play --port $(PORT) --host $(HOST)

check: setup-test ## lint, types, import contracts, translations, what may not be committed
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	PYTHONPATH=.:platform .venv/bin/lint-imports --no-cache
	$(PY) tools/check_tree.py
	$(PY) platform/web/messages.py check
	$(PY) manage.py makemigrations --check --dry-run
	tools/client check

test: setup-test ## everything a change must keep: units, databases, sockets, browser
	tools/services
	tools/client test
	$(PYTEST) -q -n 2 -m "not soak and not soak_short and not browser"
	$(PYTEST) -q -n 2 -m "browser and not soak and not soak_short" $(BROWSER)
	$(PY) -m tests.services $(PYTEST) -q -n 2 -m "not soak and not soak_short and not browser"

soak-short: setup-test ## bounded kill tests and full-length matches in the browser; prints its figures
	tools/services
	$(PYTEST) -q -s -m "soak_short and not browser"
	$(PYTEST) -q -s -m "soak_short and browser" $(BROWSER)

soak: setup-test ## kill tests with 200 tables, round after round for MINUTES (default 30), by hand
	tools/services
	OPENTRICK_SOAK_SECONDS=$$((60 * $(MINUTES))) $(PYTEST) -q -s -m soak

bench: setup-test ## how fast it is, as JSON
	tools/services
	$(PY) -m deploy.load.bench

bench-peers: setup-test ## the same beside OpenSpiel and boardgame.io, in alternating rounds
	tools/services
	$(PY) -m deploy.load.peers

fresh-clone: ## what a stranger sees: `make play` from an empty folder, timed, twice
	tools/fresh-clone

pictures: setup-test ## take the README's picture of a table anew
	tools/services
	$(PY) -m tests.browser.readme_picture

messages: setup-test ## bring the translations in step with the sources
	$(PY) platform/web/messages.py update

format: setup-test ## put imports and lines in order
	$(PY) -m ruff check -q --fix .
	$(PY) -m ruff format -q .

lock: ## compile requirements/*.in anew (needs uv)
	$(LOCK) requirements/base.in -o requirements/base.txt
	$(LOCK) requirements/test.in -o requirements/test.txt
	$(LOCK) requirements/node.in -o requirements/node.txt
