"""The database is lost while results arrive, and its replica is promoted: the office
finds it by itself, and has everything that was acknowledged.
"""

import os
import signal
import threading
from urllib.parse import urlencode, urlsplit

import psycopg
import pytest

from script.ports import free_port
from tests.processes.hosts.office import Host
from tests.processes.hosts.servers import servers
from tests.processes.sender import Sender
from tests.standby import standby

pytestmark = pytest.mark.processes
TOURNAMENTS = 12
LONGEST_WAIT = 120


def either_of(url: str, *ports: int) -> str:
    """Return a URL that connects to the writable one of two servers."""
    parts = urlsplit(url)
    account = parts.netloc.rpartition("@")[0]
    both = {
        "host": ",".join(["127.0.0.1"] * len(ports)),
        "port": ",".join(map(str, ports)),
        "target_session_attrs": "read-write",
    }
    return f"postgresql://{account}@{parts.path}?{urlencode(both, safe=',')}"


def confirmed_by_the_copy(admin_url: str) -> None:
    """Wait for the replica on each commit: acknowledged acts survive the loss of the
    database.
    """
    with psycopg.connect(admin_url, autocommit=True) as database:
        database.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        database.execute("SELECT pg_reload_conf()")


def test_office_continues_with_the_promoted_replica_and_loses_nothing(place):
    port = free_port(19000)
    with (
        servers(place / "servers", port, free_port(port + 1), durable=True) as (
            urls,
            database,
        ),
        standby(place / "copy", urls.pop("DATABASE_ADMIN_URL")) as copy,
    ):
        confirmed_by_the_copy(copy.admin_url)
        both = {
            name: either_of(url, port, copy.port) if name != "REDIS_URL" else url
            for name, url in urls.items()
        }
        office = Host(place / "var", "127.0.0.1", (), "--empty", **both)
        office.port = free_port(21000)
        try:
            office.open()
            season = office.ask("commands.season_to_submit", str(TOURNAMENTS))
            sender = Sender(office.url, season["email"], season["password"])
            sending = threading.Thread(
                target=sender.send_all, args=[season["tournaments"]]
            )
            sending.start()
            office.wait_for(lambda: len(sender.sent) >= 3, LONGEST_WAIT)
            os.kill(database, signal.SIGKILL)
            copy.promote()
            sending.join(LONGEST_WAIT)
            assert sender.sent == season["tournaments"]
            office.wait_for(office.is_computed, LONGEST_WAIT)
            seen = office.ask("commands.audit")
        finally:
            office.clear_away()
    assert seen["counted"] == sorted(season["tournaments"])
    assert seen["reports"] == TOURNAMENTS
    assert (seen["replayed"], seen["differences"]) == (True, [])
