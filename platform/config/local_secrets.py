"""The embedded server's own secrets: made once, kept in `var/secrets.env`, readable by their owner only."""

import os
import secrets
from pathlib import Path

FILE = "secrets.env"


def ensure(var: Path) -> dict[str, str]:
    """The secrets in the folder `var`, written there first if it has none."""
    path = var / FILE
    if not path.exists():
        var.mkdir(parents=True, exist_ok=True)
        made = {"SECRET_KEY": secrets.token_urlsafe(48), "OPENTRICK_DECK_KEY": secrets.token_hex(32)}
        draft = var / f".{FILE}.{os.getpid()}"
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            file.writelines(f"{name}={value}\n" for name, value in made.items())
        try:
            os.link(draft, path)  # fails if another process was quicker: then its secrets count
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    lines = path.read_text(encoding="ascii").splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


if __name__ == "__main__":  # `make setup`
    ensure(Path(os.environ.get("OPENTRICK_VAR") or "var"))
