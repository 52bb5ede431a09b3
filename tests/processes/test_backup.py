"""An office is backed up while it works, and restored unchanged: into an empty office,
in place of another, and from an earlier release.
"""

import os
import re
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from script.backups.folder import NAME
from script.checkout import ROOT
from tests.processes.earlier_release import BACKUP, FOLDER, expected_lists
from tests.processes.sender import Sender
from tests.processes.whole_office import WholeOffice

pytestmark = pytest.mark.processes
TOURNAMENTS = 12
FILES = ("list.csv", "list.xlsx", "swiss-manager.csv", "fide.txt")
NOT_KEPT = {"django_session", "federation_backup"}
TABLES = """
SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY relname
"""
RIGHTS = """
SELECT relname, relacl::text, (
  SELECT string_agg(attname || attacl::text, ' ' ORDER BY attname) FROM pg_attribute
  WHERE attrelid = pg_class.oid AND attacl IS NOT NULL)
FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname
"""
OBJECTS = """
SELECT 'trigger', tgrelid::regclass::text || ' ' || tgname, tgenabled::text
FROM pg_trigger WHERE NOT tgisinternal
UNION ALL SELECT 'index', indexrelid::regclass::text, pg_get_indexdef(indexrelid)
FROM pg_index JOIN pg_class ON oid = indrelid
WHERE relnamespace = 'public'::regnamespace
UNION ALL SELECT 'constraint', conrelid::regclass::text || ' ' || conname,
  pg_get_constraintdef(oid)
FROM pg_constraint WHERE connamespace = 'public'::regnamespace
UNION ALL SELECT 'partition', inhrelid::regclass::text, inhparent::regclass::text
FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE relkind IN ('r', 'p')
UNION ALL SELECT 'function', oid::regprocedure::text, md5(prosrc)
FROM pg_proc WHERE pronamespace = 'public'::regnamespace
UNION ALL SELECT 'extension', extname, extversion FROM pg_extension
UNION ALL SELECT 'schema', nspname, nspacl::text FROM pg_namespace
WHERE nspname = 'public'
UNION ALL SELECT 'owner', relname, relowner::regrole::text FROM pg_class
WHERE relnamespace = 'public'::regnamespace
"""
# PostgreSQL prints a restored condition with other casts and brackets.
CASTS = re.compile(r"[() ]|::[a-z ]+(\[\])?")


@pytest.fixture(scope="module")
def second_office(place) -> Iterator[WholeOffice]:
    """An office that was never started."""
    office = WholeOffice(place / "second" / "var")
    office.var.mkdir(parents=True)
    yield office
    office.clear_away()


@pytest.fixture(scope="module")
def season(whole_office) -> dict:
    return whole_office.ask("commands.office_with_lists", str(TOURNAMENTS))


@pytest.fixture(scope="module")
def while_it_worked(whole_office, season, place) -> tuple[Path, int, int]:
    """A back-up made while results arrived, and how many had arrived before it and
    after it.
    """
    sender = Sender(whole_office.url, season["email"], season["password"])
    sending = threading.Thread(target=sender.send_all, args=[season["tournaments"]])
    sending.start()
    whole_office.wait_for(lambda: len(sender.sent) >= 2, 120)
    before = len(sender.sent)
    done = run("backup", whole_office, "--directory", str(place / "saved"))
    after = len(sender.sent)
    assert sending.is_alive(), "it took longer than all the results"
    sending.join()
    assert sender.sent == season["tournaments"]
    assert done.returncode == 0, done.stdout + done.stderr
    return backups(place / "saved")[-1], before, after


@dataclass(frozen=True)
class AtRest:
    """A back-up of an office at rest, with its rows and its database objects at that
    moment: later the office deletes what it has recomputed, and the indexes of that.
    """

    file: Path
    rows: dict[str, str]
    objects: list[tuple[str, ...]]


@pytest.fixture(scope="module")
def at_rest(whole_office, while_it_worked, place) -> AtRest:
    """Back up the running office when everything is computed; the other back-up is
    deleted.
    """
    whole_office.wait_for(whole_office.is_computed, 120)
    first = while_it_worked[0]
    first.rename(place / "first.zip")
    (whole_office.var / "mail").mkdir(exist_ok=True)
    (whole_office.var / "mail" / "letter.log").write_text("Hej")
    for _ in range(20):
        before = rows(whole_office), objects(whole_office)
        done = run(
            "backup", whole_office, "--directory", str(place / "saved"), "--keep", "1"
        )
        assert done.returncode == 0, done.stdout + done.stderr
        [made] = backups(place / "saved")
        if (rows(whole_office), objects(whole_office)) == before:
            return AtRest(made, *before)
    raise AssertionError("the office does not come to rest")


def run(command: str, office: WholeOffice, *arguments: str):
    env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(  # noqa: S603
        [ROOT / "script" / command, *arguments],
        env=env | {"RANKBOK_VAR": str(office.var), "LANG": "C"},
        cwd=office.var,
        capture_output=True,
        text=True,
        check=False,
    )


def backups(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if NAME.fullmatch(path.name))


def public_files(office: WholeOffice) -> dict[str, str]:
    """Return a digest of every public file, by its URL."""
    queries = [f"{file}?pool=chess-long" for file in FILES]
    files = office.ask("commands.public_lists", *queries)
    assert len(files) >= 5 * len(FILES)
    return files


def published_files(office: WholeOffice) -> dict[str, str]:
    """Return the digests of the lists that no later result changes."""
    found = public_files(office).items()
    return {address: digest for address, digest in found if "/live/" not in address}


def rows(office: WholeOffice) -> dict[str, str]:
    tables = [name for (name,) in office.sql(TABLES) if name not in NOT_KEPT]
    assert len(tables) > 100
    return {
        name: office.sql(
            "SELECT count(*) || ' ' || COALESCE(md5(string_agg(t::text, chr(10)"  # noqa: S608
            f" ORDER BY t::text)), '') FROM \"{name}\" AS t"
        )[0][0]
        for name in tables
    }


def objects(office: WholeOffice) -> list[tuple[str, ...]]:
    """Return rights, triggers, indexes, constraints, partitions, functions, owners."""
    found = [*office.sql(RIGHTS), *office.sql(OBJECTS)]
    return sorted(tuple(CASTS.sub("", str(each)) for each in row) for row in found)


def test_backup_is_restored_exactly_into_an_empty_office(
    whole_office, at_rest, second_office
):
    original = public_files(whole_office)

    done = run("restore", second_office, str(at_rest.file))

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Restored: 7 players, {TOURNAMENTS + 3} reports" in done.stdout
    second_office.open_servers()
    assert rows(second_office) == at_rest.rows
    assert objects(second_office) == at_rest.objects
    assert public_files(second_office) == original
    assert (second_office.var / "mail" / "letter.log").read_text() == "Hej"
    assert replayed(second_office) == replayed(whole_office)


def test_last_backup_is_reported_to_monitoring(whole_office, at_rest):
    [last] = whole_office.sql(
        "SELECT file_name, size FROM federation_backup ORDER BY made_at DESC LIMIT 1"
    )
    assert last == (at_rest.file.name, at_rest.file.stat().st_size)


def test_running_or_non_empty_office_is_not_overwritten(second_office, at_rest):
    if not second_office.is_open():
        second_office.open_servers()
    done = run(
        "restore", second_office, str(at_rest.file), "--replace-everything-there"
    )
    assert (done.returncode, "already runs on" in done.stderr) == (1, True)

    second_office.stop()
    done = run("restore", second_office, str(at_rest.file))
    assert done.returncode == 1
    assert f"it holds 7 players, {TOURNAMENTS + 3} reports" in done.stderr


def test_backup_made_while_results_arrived_is_of_one_moment(
    whole_office, second_office, while_it_worked, season, at_rest, place
):
    _, before, after = while_it_worked
    done = replace_by(second_office, place / "first.zip")

    assert done.returncode == 0, done.stdout + done.stderr
    second_office.open_servers()
    # Its worker may not have caught up.
    counted = replayed(second_office, "compute")
    sent = [each for each in season["tournaments"] if each in counted]
    assert sent == season["tournaments"][: len(sent)]
    assert before <= len(sent) <= after + 1
    assert published_files(second_office) == published_files(whole_office)


def test_damaged_file_is_refused_and_nothing_changes(second_office, at_rest, place):
    broken = place / "broken.zip"
    broken.write_bytes(at_rest.file.read_bytes()[:-1000])
    players = "SELECT count(*) FROM federation_player"
    if not second_office.is_open():
        second_office.open_servers()
    before = second_office.sql(players)

    done = replace_by(second_office, broken)

    assert (done.returncode, "is not a whole back-up" in done.stderr) == (1, True)
    assert second_office.open_servers().sql(players) == before


def test_backup_of_an_earlier_release_is_migrated_and_the_office_opens(second_office):
    done = replace_by(second_office, FOLDER / BACKUP)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "release 0.1.0 7bbf808d2dc7" in done.stdout
    second_office.open()
    lists = {
        str(number): got(second_office, f"/list/{number}/list.csv?pool=chess-long")
        for (number,) in second_office.sql("SELECT number FROM ratings_ratinglist")
    }
    assert lists == expected_lists()
    # Data that that release allowed, and this one does not.
    names = second_office.sql(
        "SELECT section.name FROM tournaments_section AS section"
        " JOIN tournaments_tournament AS t ON t.id = tournament_id"
        " WHERE t.name = 'Two groups' ORDER BY number"
    )
    assert names == [("Group A",), ("group A (2)",)]
    assert len(replayed(second_office)) == 2


def replace_by(office: WholeOffice, file: Path):
    if office.is_open():
        office.stop()
    return run("restore", office, str(file), "--replace-everything-there")


def replayed(office: WholeOffice, *first: str) -> list[int]:
    """Return what counts, if a full replay gives the same rows."""
    seen = office.ask("commands.audit", *first)
    assert (seen["replayed"], seen["differences"]) == (True, [])
    return seen["counted"]


def got(office: WholeOffice, path: str) -> bytes:
    with urllib.request.urlopen(office.url + path, timeout=60) as answer:  # noqa: S310
        return answer.read()
