"""A mail server that takes minutes for a letter, and long imports, delay nothing that
people wait for.
"""

import psycopg
import pytest

from ratings.uploads.domain.file_lock import FILES as CLAIM
from tests.processes.commands.long_work import FILES
from tests.processes.slow_smtp import SlowServer
from tests.processes.whole_office import WholeOffice
from tests.script.conftest import place, servers_at_hand  # noqa: F401 - fixtures

pytestmark = pytest.mark.processes
CLAIMED = (
    f"SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND classid = {CLAIM}"  # noqa: S608
)
NOBODY = {"REDIS_URL": "redis://127.0.0.1:1/0"}
"""A broker that is unreachable: only a sweep can find what was posted."""


@pytest.fixture
def slow_server():
    with SlowServer(seconds=15) as server:
        yield server


@pytest.fixture
def busy_office(place, slow_server):  # noqa: F811
    """An office whose two threads for mail and two for long work are all busy."""
    mail = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": slow_server.port}
    office = WholeOffice(place / "var", EMAIL_USE_TLS="0", **mail)
    office.open()
    with psycopg.connect(office.urls["DATABASE_URL"]) as reader:
        reader.execute("LOCK TABLE ratings_importplayer IN SHARE MODE")
        office.ask("commands.long_work", "letters")
        office.ask("commands.long_work", "files")
        office.wait_for(lambda: slow_server.begun >= 2)
        office.wait_for(lambda: office.sql(CLAIMED) == [(FILES,)])
        yield office
    office.clear_away()


def test_results_become_ratings_and_the_sweep_runs_while_mail_and_imports_are_slow(
    busy_office, slow_server
):
    players = busy_office.ask("commands.long_work", "results", env=NOBODY)

    def live() -> list[int]:
        rows = busy_office.sql("SELECT player_id FROM ratings_liveplace ORDER BY 1")
        return [row[0] for row in rows]

    busy_office.wait_for(lambda: live() == players, 45)
    assert busy_office.sql("SELECT sum(pools) FROM ratings_sweep") == [(1,)]
    # All that happened before any of the long work was done.
    assert busy_office.sql(CLAIMED) == [(FILES,)]
    assert slow_server.letters == []
