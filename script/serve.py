"""script/server: start the whole office on one machine, from nothing to an address in
the browser.
"""

import argparse
import os
from pathlib import Path
from typing import NoReturn

from script.checkout import INSTALL_LOCK, ROOT, VENV, make_var
from script.demo_note import DemoNote, demo_note
from script.embedded.servers import empty_database, start_servers
from script.office import Office, office_environment, owner_of_tables
from script.packages.virtual_environment import VirtualEnvironment, requirements
from script.ports import web_port
from script.progress import SetUpError, run_command, say, step
from script.stop_signals import StopRequested
from script.supervision import supervision
from script.supervisor import Supervisor
from script.var_lock import lock_var

DESCRIPTION = """\
Starts PostgreSQL, Valkey, the web server, the workers and the clock of Rankbok,
and keeps them running until Ctrl-C. An empty database is filled with a
federation to look at."""
JOINING = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY")
NOT_JOINED = """\
--join starts the pages and workers of an office whose servers are on another machine:
set {missing} to what that one has."""
INTERRUPTED = "  The demo was interrupted while it was made: its database is emptied"
HALF_SEEDED = """\
The demo was interrupted while it was made, and is not whole. To make it again,
stop this and empty the database.
"""
ONE_ROLE = """
#######################################################################
#  ONE ROLE OF THE DATABASE DOES EVERYTHING: whoever takes over a     #
#  page or a worker can rewrite history. Set DATABASE_OWNER_URL       #
#  beside DATABASE_URL: docs/operations.md, Roles of the database.    #
#######################################################################
"""


def main() -> int:
    options = _options()
    host = os.environ.get("RANKBOK_BIND") or "127.0.0.1"
    var = make_var(Path(os.environ.get("RANKBOK_VAR") or ROOT / "var").resolve())
    with lock_var(var) as lock:
        port = web_port(os.environ.get("PORT") or "8000", host)
        say(f"Rankbok starts; data and logs are in {var}")
        venv = VirtualEnvironment(VENV, var / "log" / "install.log")
        venv.fill(requirements(ROOT, testing=False), INSTALL_LOCK)
        try:
            with supervision(lock) as supervisor:
                if options.servers:
                    _run_servers(supervisor, var)
                if options.join:
                    office = _joined_office(supervisor, var)
                else:
                    office = _prepared_office(
                        supervisor, var, address_of(port), demo=not options.empty
                    )
                _run(office, host, port, clock=not options.join)
        except StopRequested:
            say("Stopped. The data stays where it is.")
    return 0


def address_of(port: int) -> str:
    """Return the address of the office on this computer."""
    return f"http://localhost:{port}"


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser("script/server", description=DESCRIPTION)
    parser.add_argument(
        "--empty", action="store_true", help="do not fill an empty database"
    )
    parser.add_argument(
        "--servers", action="store_true", help="start PostgreSQL and Valkey only"
    )
    parser.add_argument(
        "--join",
        action="store_true",
        help="start pages and workers beside an office on another machine",
    )
    return parser.parse_args()


def _run_servers(supervisor: Supervisor, var: Path) -> NoReturn:
    """Run the servers only, for commands that need the database to themselves, such as
    a restore.
    """
    urls = start_servers(supervisor, var, os.environ, durable=True)
    env = office_environment(var, urls, os.environ, demo=False)
    Office(supervisor, var, env, owner_of_tables(urls)).note_environment()
    say(f"\nThe servers run (Ctrl-C stops them). To use them: . {var}/environment\n")
    supervisor.attend_for_ever()


def _joined_office(supervisor: Supervisor, var: Path) -> Office:
    """Return an office whose tables are managed from another machine."""
    if missing := [name for name in JOINING if not os.environ.get(name)]:
        raise SetUpError(NOT_JOINED.format(missing=", ".join(missing)))
    urls = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
    env = office_environment(var, urls, os.environ, demo=False)
    office = Office(supervisor, var, env)
    with step("Tables"):
        office.check_tables()
    office.note_environment()
    return office


def _prepared_office(
    supervisor: Supervisor, var: Path, address: str, *, demo: bool
) -> Office:
    urls = start_servers(supervisor, var, os.environ, durable=True)
    if "DATABASE_OWNER_URL" not in urls:
        say(ONE_ROLE)
    note = demo_note(var, os.environ)

    def office() -> Office:
        env = office_environment(
            var, urls, os.environ, demo=note.holds, address=address
        )
        return Office(supervisor, var, env, owner_of_tables(urls))

    contents = _make_tables(office())
    if (
        note.unfinished
        and "contents: demo" in contents
        and not os.environ.get("DATABASE_URL")
    ):
        say(INTERRUPTED)
        empty_database(supervisor, var, urls)
        contents = _make_tables(office())
    if "contents: demo" not in contents:
        note.withdraw()
    if demo and "contents: nothing" in contents:
        note.begin()
        with step("Demo data"):
            office().manage("seed_demo")
        note.finish()
    office().note_environment()
    return office()


def _make_tables(office: Office) -> str:
    """Make the tables and the standard pools; return what the database contains, in
    words.
    """
    with step("Tables"):
        office.make_tables()
        return office.manage("standard_pools")


def _run(office: Office, host: str, port: int, *, clock: bool) -> NoReturn:
    with step("Web"):
        office.open_web(host, port)
    with step("Workers"):
        office.open_workers()
        if clock:
            office.start_clock()
    say(f"\nRankbok is open at {address_of(port)}/ (Ctrl-C stops it)\n")
    _announce_demo(office, demo_note(office.var, os.environ))
    office.supervisor.attend_for_ever()


def _announce_demo(office: Office, note: DemoNote) -> None:
    if note.holds:
        say(office.manage("demo_logins") + "\n")
    if note.unfinished:
        say(HALF_SEEDED)


if __name__ == "__main__":
    run_command(main)
