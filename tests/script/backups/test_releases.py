"""A back-up of an earlier release is migrated, one of a newer release is refused."""

import os
import subprocess
import sys

import pytest

from script.backups.releases import ReleaseMigrations
from script.checkout import ROOT
from script.progress import SetUpError

KNOWN = ReleaseMigrations(
    apps={"federation", "auth"},
    migrations={
        "auth.0001_initial",
        "federation.0001_tables",
        "federation.0002_guards",
        "federation.0001_initial",
        "federation.0007_words",
    },
    replaced={
        "federation.0001_tables": ["federation.0001_initial", "federation.0007_words"]
    },
)


def message_for(*applied: str) -> str:
    try:
        KNOWN.refuse_incompatible(applied, "0.2.0 abc")
    except SetUpError as refused:
        return str(refused)
    return "comes"


@pytest.mark.parametrize(
    "applied",
    [
        ["federation.0001_tables"],
        ["federation.0001_tables", "federation.0002_guards"],
        # All of those that were squashed into one since.
        ["federation.0001_initial", "federation.0007_words"],
        # Of an app that no longer exists.
        ["federation.0001_tables", "axes.0001_initial"],
    ],
)
def test_backup_of_an_earlier_release_is_accepted(applied):
    assert message_for(*applied) == "comes"


def test_backup_of_a_newer_release_is_refused_with_its_unknown_migrations():
    answer = message_for(
        "federation.0001_tables", "federation.0003_later", "auth.0099_more"
    )
    assert "made by a newer release (0.2.0 abc)" in answer
    assert "auth.0099_more,\nfederation.0003_later" in answer


def test_backup_with_a_part_of_squashed_migrations_is_refused():
    answer = message_for("federation.0001_initial")
    assert "only\na part of what was gathered in federation.0001_tables" in answer


def test_migrations_of_this_release_are_read_without_a_database():
    code = (
        "from script.backups.releases import known_migrations as k; known = k();"
        "print('tournaments.0012_stepping_down' in known.migrations,"
        " known.replaced['federation.0004_dropping_newcomers'])"
    )
    env = {"PATH": os.environ["PATH"], "SECRET_KEY": "x"}
    env |= {"DJANGO_SETTINGS_MODULE": "federation.settings"}
    seen = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert seen.stdout == "True ['federation.0005_dropping_newcomers']\n"
