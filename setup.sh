#!/bin/sh
# usage: ./setup.sh [base|test|node] - prepares .venv with the pinned packages of requirements/ and var/secrets.env;
# "node" prepares .node, a Node for building the client. Cheap when nothing changed.
# Uses uv if it is there, else any Python 3.12 to 3.14, else an uv of its own, which fetches a Python.
set -eu
cd "$(dirname "$0")"
want=${1:-base}
env=.venv
if [ "$want" = node ]; then env=.node; fi

# One environment serves both sets. "test" contains "base", so once the larger one is there it stays.
if [ "$want" = base ] && [ -f .venv/.installed-test ]; then want=test; fi
locked=requirements/$want.txt
stamp=$env/.installed-$want

supported() { "$1" -c 'import sys; raise SystemExit(not (3, 12) <= sys.version_info[:2] < (3, 15))' 2>/dev/null; }
find_python() {
  for candidate in ${PYTHON:-} python3.13 python3.14 python3.12 python3 python "$HOME"/.pyenv/versions/3.1[234]*/bin/python; do
    if supported "$candidate"; then command -v "$candidate"; return; fi
  done
}

if ! { [ -f "$stamp" ] && cmp -s "$locked" "$stamp" && "$env/bin/python" -c '' 2>/dev/null; }; then
  echo "setup: installing the $want packages into $env"
  python=$(find_python)
  if command -v uv >/dev/null 2>&1; then uv=uv
  elif [ -n "$python" ]; then uv=
  elif command -v python3 >/dev/null 2>&1; then
    [ -x .uv/bin/uv ] || { python3 -m venv .uv && .uv/bin/pip install -q --disable-pip-version-check 'uv>=0.13,<0.14'; } || {
      echo "Opentrick needs Python 3.12 or newer, and this one cannot fetch it: install one and call me again." >&2
      exit 1
    }
    uv=.uv/bin/uv
  else
    echo "Opentrick needs Python 3.12 or newer: install it (Debian: apt-get install python3 python3-venv) and call me again." >&2
    exit 1
  fi
  if [ -n "$uv" ]; then
    "$env/bin/python" -c '' 2>/dev/null || $uv venv -q --clear ${python:+--python "$python"} "$env"
    $uv pip sync -q --require-hashes --python "$env/bin/python" "$locked"
  else
    "$env/bin/python" -c '' 2>/dev/null || "$python" -m venv --clear "$env" || {
      echo "This Python cannot make environments: install its venv module (Debian: apt-get install python3-venv) and call me again." >&2
      exit 1
    }
    "$env/bin/python" -m pip install -q --disable-pip-version-check --require-hashes -r "$locked" 2>"$env/pip-messages" \
      || { cat "$env/pip-messages" >&2; exit 1; }
  fi
  # Makes `import config` and `import games` work from .venv/bin/daphne and celery. The lines are relative to the
  # folder they stand in, so that the checkout may be moved.
  if [ "$env" = .venv ]; then
    for site in .venv/lib/python3*/site-packages; do
      printf '../../../..\n../../../../platform\n' >"$site/opentrick.pth"
    done
  fi
  cp "$locked" "$stamp"
fi

# The embedded server's own secrets: made once, never committed, readable by their owner only.
if [ "$env" = .venv ]; then .venv/bin/python platform/config/local_secrets.py; fi
