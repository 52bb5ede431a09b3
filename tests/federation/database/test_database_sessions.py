"""The office behind pgbouncer: it works where a connection is one session, and refuses
to start otherwise.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, connections

from federation.database.base import DatabaseWrapper
from federation.models import Player
from script.database_account import database_home
from script.ports import free_port
from tests.factories import PlayerFactory

pytestmark = [pytest.mark.alone, pytest.mark.django_db(transaction=True)]
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH')}:/usr/sbin")
CONFIGURATION = """
[databases]
* = host=127.0.0.1 port={port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {own_port}
auth_type = plain
auth_file = {place}/users
pool_mode = {mode}
ignore_startup_parameters = options, extra_float_digits
"""


@pytest.fixture
def behind(monkeypatch) -> Iterator[Callable[[str], None]]:
    """Return a function that connects the office through pgbouncer; `mode`: for how
    long a session belongs to one client.
    """
    if PGBOUNCER is None:
        pytest.skip("there is no pgbouncer (Debian: apt-get install pgbouncer)")
    direct = dict(connection.settings_dict)
    monkeypatch.setattr(DatabaseWrapper, "has_sessions", False)
    with TemporaryDirectory(prefix="pooler") as place:
        running: list[subprocess.Popen[bytes]] = []

        def lead(mode: str) -> None:
            connection.close()
            port, process = started(Path(place), mode, direct)
            running.append(process)
            connection.settings_dict["PORT"] = str(port)

        yield lead
        connection.close()
        connection.settings_dict["PORT"] = direct["PORT"]
        for process in running:
            process.kill()
            process.wait()


def started(place: Path, mode: str, at: dict) -> tuple[int, "subprocess.Popen[bytes]"]:
    port = free_port(18000)
    (place / "users").write_text(f'"{at["USER"]}" "{at["PASSWORD"]}"\n')
    written = CONFIGURATION.format(
        port=at["PORT"], own_port=port, place=place, mode=mode
    )
    (place / "pgbouncer.ini").write_text(written)
    home = database_home(place)
    if home.account:
        for path in (place, *place.iterdir()):
            home.account.take_ownership(path)
    process = subprocess.Popen(  # noqa: S603
        [PGBOUNCER, "-q", place / "pgbouncer.ini"],
        cwd="/",
        stderr=subprocess.DEVNULL,
        **home.for_popen(),
    )
    for _ in range(200):
        with (
            suppress(psycopg.OperationalError),
            psycopg.connect(
                host="127.0.0.1",
                port=port,
                user=at["USER"],
                password=at["PASSWORD"],
                dbname=at["NAME"],
            ),
        ):
            return port, process
        assert process.poll() is None
        time.sleep(0.02)
    raise AssertionError("pgbouncer gives no answer")


def test_pooler_with_one_session_per_connection_is_accepted(behind):
    player = PlayerFactory()
    behind("session")
    assert Player.objects.get() == player
    assert DatabaseWrapper.has_sessions


def test_pooler_with_one_session_per_transaction_is_refused(behind):
    behind("transaction")
    with pytest.raises(ImproperlyConfigured, match="pool_mode = session"):
        Player.objects.count()
    assert connections["default"].connection is None


def test_without_a_pooler_one_query_is_enough_to_check_sessions(monkeypatch):
    monkeypatch.setattr(DatabaseWrapper, "has_sessions", False)
    connection.close()
    assert Player.objects.count() == 0
    assert DatabaseWrapper.has_sessions
