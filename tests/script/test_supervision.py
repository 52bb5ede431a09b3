"""The whole office: started, killed in every way, started again."""

import http.client
import os
import signal
import subprocess
import sys

import psycopg
import pytest
import redis

from script.checkout import ROOT

pytestmark = pytest.mark.processes


def kill(pid: int) -> None:
    os.kill(pid, signal.SIGKILL)


def keep_a_row(office, text: str) -> None:
    office.sql("CREATE TABLE IF NOT EXISTS kept (text text)")
    office.sql("INSERT INTO kept VALUES (%s)", text)


def has_row(office, text: str) -> bool:
    return office.sql("SELECT count(*) FROM kept WHERE text = %s", text) == [(1,)]


def web_answers(office) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", office.port, timeout=2)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except OSError:
        return False


def test_letters_beyond_ascii_have_upper_and_lower_case(open_office):
    assert open_office.sql("SELECT lower('ÅÄÖ'), 'Åsa' ILIKE 'åSA'") == [("åäö", True)]


def test_second_start_on_the_same_data_is_refused_in_one_sentence(open_office):
    output = open_office.start().communicate(timeout=20)[0]
    assert output == (
        f"\nRankbok already runs on {open_office.var}. Stop that run first (Ctrl-C in"
        " its terminal).\n"
    )


def test_killed_postgresql_is_restarted_on_its_port_with_every_row(open_office):
    keep_a_row(open_office, "before the postmaster died")
    dead = open_office.postmaster()
    kill(dead)
    open_office.wait_for(
        lambda: open_office.answers_sql() and open_office.postmaster() != dead
    )
    assert has_row(open_office, "before the postmaster died")


def test_killed_valkey_is_restarted_on_its_port_with_its_queues(open_office):
    broker = redis.Redis.from_url(open_office.urls["REDIS_URL"])
    broker.rpush("queue", "recompute")
    dead = broker.info("server")["process_id"]
    broker.execute_command("WAITAOF", 1, 0, 2000)
    kill(dead)

    def is_back() -> bool:
        try:
            return broker.info("server")["process_id"] != dead
        except redis.ConnectionError:
            return False

    open_office.wait_for(is_back)
    assert broker.lrange("queue", 0, -1) == [b"recompute"]


def test_killed_part_of_our_own_is_restarted(open_office):
    dead = open_office.pid_of("http.server")
    kill(dead)
    open_office.wait_for(lambda: web_answers(open_office))
    assert open_office.pid_of("http.server") != dead


def test_restart_is_reported_in_the_terminal(closed_office):
    office = closed_office.open()
    kill(office.pid_of("http.server"))
    office.wait_for(lambda: web_answers(office))
    output = office.stop()
    assert "  web was killed (SIGKILL); starting it again now\n" in output


def test_stop_leaves_no_process_and_the_next_start_finds_the_data(closed_office):
    office = closed_office.open()
    keep_a_row(office, "before the stop")
    office.stop()
    assert office.processes() == {}
    assert has_row(office.open(), "before the stop")


def test_postgresql_gets_no_query_before_it_is_ready(closed_office):
    """Each query would be logged as an error."""
    log = closed_office.var / "log" / "postgresql.log"
    before = log.read_text() if log.exists() else ""
    for _ in range(6):
        closed_office.open()
        closed_office.stop()
    assert "the database system is starting up" not in log.read_text()[len(before) :]


def test_killed_supervisor_leaves_no_process(open_office):
    open_office.kill()
    open_office.wait_for(lambda: open_office.processes() == {})


def test_killed_guard_is_replaced_by_another(open_office):
    dead = open_office.pid_of("guard.py")
    kill(dead)
    open_office.wait_for(lambda: open_office.pid_of("guard.py") not in {0, dead})
    open_office.kill()
    open_office.wait_for(lambda: open_office.processes() == {})


def test_start_right_after_a_kill_waits_for_the_guard_and_has_every_row(open_office):
    keep_a_row(open_office, "before the supervisor died")
    open_office.kill()
    assert has_row(open_office.open(), "before the supervisor died")


def test_start_right_after_everything_was_killed_has_every_row(open_office):
    keep_a_row(open_office, "before everything died")
    for pid in open_office.processes():
        kill(pid)
    open_office.process.communicate()
    assert has_row(open_office.open(), "before everything died")


def test_servers_that_outlived_supervisor_and_guard_are_replaced(open_office):
    keep_a_row(open_office, "before the orphans")
    orphans = {open_office.postmaster(), open_office.pid_of("valkey")}
    web = open_office.pid_of("http.server")
    # stopped, it cannot start another guard
    open_office.process.send_signal(signal.SIGSTOP)
    kill(open_office.pid_of("guard.py"))
    open_office.kill()
    kill(web)
    assert orphans <= open_office.processes().keys()
    open_office.open()
    assert orphans & open_office.processes().keys() == set()
    assert has_row(open_office, "before the orphans")


def test_lock_file_that_names_another_program_does_not_stop_postgresql(open_office):
    office = open_office
    kill(office.postmaster())
    office.kill()
    office.wait_for(lambda: office.processes() == {})
    left = office.database.data_directories()[-1] / "postmaster.pid"
    lines = left.read_text().splitlines()
    left.write_text("\n".join([str(os.getpid()), *lines[1:]]) + "\n")
    office.open()
    assert office.answers_sql()


def test_emptied_database_has_its_roles_and_no_tables(open_office):
    keep_a_row(open_office, "half of a demo")
    command = [sys.executable, "-m", "script.new_database"]
    subprocess.run(command, cwd=ROOT, env=open_office.urls, check=True)  # noqa: S603
    assert open_office.sql("SELECT to_regclass('kept')") == [(None,)]
    keep_a_row(open_office, "the next one")
    with psycopg.connect(open_office.urls["DATABASE_URL"]) as office:
        assert office.execute("SELECT 1").fetchall() == [(1,)]
