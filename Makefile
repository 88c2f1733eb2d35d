# Opentrick. `make help` lists what there is.
PORT ?= 8000
PY = .venv/bin/python

.PHONY: help setup play test check lock
help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## prepare .venv and the client
	@./setup.sh base
	@tools/client build


play: setup ## play: serves the whole platform on http://localhost:PORT (default 8000)
	@exec $(PY) manage.py play --port $(PORT)

lock: ## compile requirements/*.in (needs uv)
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate requirements/base.in -o requirements/base.txt
	uv pip compile -q --universal --python-version 3.12 --generate-hashes --no-header --no-annotate requirements/test.in -o requirements/test.txt

test: ## everything a change must keep
	@./setup.sh test
	$(PY) -m pytest -q

check: ## lint, types, import contracts
	@./setup.sh test
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	PYTHONPATH=.:platform .venv/bin/lint-imports --no-cache
