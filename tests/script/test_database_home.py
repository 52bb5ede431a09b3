"""PostgreSQL started by root runs as another account, which must reach its files."""

import os
import shutil

import pytest

from script.database_account import DatabaseHome, database_home, private_home
from script.progress import SetUpError

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root chooses accounts")


@pytest.fixture
def hidden_var(tmp_path):
    """A var/ in a directory that only root may enter."""
    tmp_path.chmod(0o700)
    (tmp_path / "var").mkdir()
    yield tmp_path / "var"
    shutil.rmtree(private_home(tmp_path / "var"), ignore_errors=True)


@pytest.mark.skipif(os.geteuid() == 0, reason="root does not own the database")
def test_ordinary_user_keeps_the_database_in_var(tmp_path):
    assert database_home(tmp_path) == DatabaseHome(tmp_path, None)


@needs_root
def test_database_is_in_a_private_directory_if_the_account_cannot_reach_var(
    hidden_var,
):
    home = database_home(hidden_var)
    assert home.path == private_home(hidden_var)
    assert home.path.stat().st_mode & 0o777 == 0o711


@needs_root
def test_private_directory_is_the_same_at_the_next_start(hidden_var):
    assert database_home(hidden_var) == database_home(hidden_var)


@needs_root
def test_directory_created_by_another_user_is_refused(hidden_var):
    home = database_home(hidden_var)
    os.chown(home.path, 65534, 65534)
    with pytest.raises(SetUpError, match="is not root's own directory"):
        database_home(hidden_var)
    os.chown(home.path, 0, 0)


@needs_root
def test_owner_of_the_data_keeps_running_it(place):
    (place / "pg18").mkdir()
    os.chown(place / "pg18", 1, 1)
    assert database_home(place).account.uid == 1


@needs_root
def test_data_unreachable_for_its_owner_is_not_replaced(hidden_var):
    data = hidden_var / "pg18"
    data.mkdir()
    os.chown(data, 1, 1)
    with pytest.raises(SetUpError, match="cannot reach"):
        database_home(hidden_var)


@needs_root
@pytest.mark.processes
def test_office_runs_from_a_directory_that_only_root_may_enter(
    hidden_var, servers_at_hand, small_office
):
    office = small_office(hidden_var).open()
    assert office.sql("SELECT 1") == [(1,)]
    assert (office.database.path / "pg18").exists()
    office.stop()
    assert office.processes() == {}
