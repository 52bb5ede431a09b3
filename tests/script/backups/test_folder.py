"""The folder of back-ups: one at a time, only complete ones, and no more than are kept."""

import shutil
from datetime import UTC, datetime, timedelta, timezone

import pytest

from script.backups.folder import (
    backups_in,
    finish,
    locked_folder,
    name_for,
    refuse_too_full,
    remove_all_but,
    unfinished,
)
from script.progress import SetUpError

MADE = datetime(2026, 11, 26, 18, 15, 7, tzinfo=UTC)
NAME = "rankbok-2026-11-26T181507Z.zip"


def names(folder) -> list[str]:
    return sorted(
        path.name for path in folder.iterdir() if path.name != ".rankbok.lock"
    )


def made(folder, count: int, size: int = 1) -> list[str]:
    for day in range(count):
        (folder / name_for(MADE + timedelta(days=day))).write_bytes(b"x" * size)
    return [path.name for path in backups_in(folder)]


def test_name_is_the_time_in_utc():
    assert name_for(MADE) == NAME
    assert name_for(MADE.astimezone(timezone(timedelta(hours=2)))) == NAME


def test_backup_gets_its_name_only_when_it_is_complete(tmp_path):
    with locked_folder(tmp_path), unfinished(tmp_path, NAME) as (file, path):
        file.write(b"half")
        assert backups_in(tmp_path) == []
        assert path.stat().st_mode & 0o777 == 0o600
        finish(path, NAME)
    assert names(tmp_path) == [NAME]


def test_failed_backup_leaves_no_file(tmp_path):
    def write() -> None:
        with unfinished(tmp_path, NAME) as (file, _):
            file.write(b"half")
            raise SetUpError

    with pytest.raises(SetUpError):
        write()
    assert names(tmp_path) == []


def test_file_of_a_killed_backup_is_deleted_by_the_next(tmp_path):
    (tmp_path / ".rankbok-2026-11-25T181507Z.unfinished").write_bytes(b"half")
    backups = made(tmp_path, 1)
    with locked_folder(tmp_path):
        assert names(tmp_path) == backups


def test_two_concurrent_backups_are_refused(tmp_path):
    with (
        locked_folder(tmp_path),
        pytest.raises(SetUpError, match="Another back-up is being made"),
        locked_folder(tmp_path),
    ):
        pass


def test_earlier_backup_is_not_overwritten(tmp_path):
    made(tmp_path, 1)
    with (
        pytest.raises(SetUpError, match="is there already"),
        unfinished(tmp_path, NAME) as (_, path),
    ):
        finish(path, NAME)
    assert (tmp_path / NAME).read_bytes() == b"x"


def test_newest_backups_are_kept_and_other_files_untouched(tmp_path):
    backups = made(tmp_path, 5)
    (tmp_path / "rankbok-2020.zip").touch()
    (tmp_path / "letters.zip").touch()
    removed = remove_all_but(tmp_path, 2)
    assert [path.name for path in removed] == backups[:3]
    assert names(tmp_path) == [
        "letters.zip",
        *sorted([*backups[3:], "rankbok-2020.zip"]),
    ]
    assert remove_all_but(tmp_path, 2) == []


def test_disk_without_space_is_refused_before_anything_is_written(tmp_path):
    free = shutil.disk_usage(tmp_path).free
    refuse_too_full(tmp_path, tables=free // 2)
    with pytest.raises(SetUpError, match="not room enough"):
        refuse_too_full(tmp_path, tables=free * 2)
    # Tables compress to a part of their size; the last back-up shows how small a part.
    made(tmp_path, 1, size=1000)
    refuse_too_full(tmp_path, tables=free * 2)
