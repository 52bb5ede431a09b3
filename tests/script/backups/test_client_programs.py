"""pg_dump is found in the version that the server needs, and gets its password in
private.
"""

import pytest

from script.backups import client_programs
from script.backups.client_programs import (
    PROGRAMS,
    connection_environment,
    programs_for,
)
from script.progress import SetUpError


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Install programs that print a version, where the system has them, and no others."""
    monkeypatch.setattr(client_programs, "python_environments", list)
    monkeypatch.setattr(client_programs, "SYSTEM_PLACES", [f"{tmp_path}/*/bin"[1:]])
    monkeypatch.setenv("PATH", str(tmp_path))

    def install(*versions: str) -> None:
        for version in versions:
            folder = tmp_path / version / "bin"
            folder.mkdir(parents=True)
            for name in PROGRAMS:
                (folder / name).write_text(
                    f"#!/bin/sh\necho '{name} (PostgreSQL) {version} (Debian)'\n"
                )
                (folder / name).chmod(0o755)

    return install


@pytest.mark.parametrize(
    ("server", "chosen"), [(14, "15.9"), (15, "15.9"), (16, "17.2"), (17, "17.2")]
)
def test_servers_own_version_or_the_next_newer_one_is_chosen(installed, server, chosen):
    installed("15.9", "17.2", "18.0")
    assert programs_for(server).version == chosen


def test_older_version_is_refused_and_the_message_says_what_to_install(installed):
    installed("15.9")
    with pytest.raises(SetUpError) as refused:
        programs_for(16)
    assert "no pg_dump of PostgreSQL 16 or later" in str(refused.value)
    assert "found: 15.9" in str(refused.value)
    assert "postgresql-client-16" in str(refused.value)


def test_missing_programs_are_reported(installed):
    installed()
    with pytest.raises(SetUpError, match="There is no pg_dump of PostgreSQL 18"):
        programs_for(18)


def test_password_is_in_the_environment_without_the_callers_variables():
    url = (
        "postgresql://rankbok_owner:p%40ss@db.example:5433/rankbok?sslmode=verify-full"
    )
    environment = connection_environment(
        url, {"PATH": "/bin", "PGHOST": "other", "PGUSER": "x"}
    )
    assert environment == {
        "PATH": "/bin",
        "PGHOST": "db.example",
        "PGPORT": "5433",
        "PGUSER": "rankbok_owner",
        "PGPASSWORD": "p@ss",
        "PGDATABASE": "rankbok",
        "PGSSLMODE": "verify-full",
        "PGOPTIONS": "-c client_min_messages=warning",
        "LC_ALL": "C",
    }
