"""Which archives are opened and which are refused."""

import zipfile

import pytest

from ratings.files import archives
from ratings.files.archives import content, files_in, is_zipped, open_archive
from ratings.files.text_files import NotATable


def zipped(tmp_path, files, method=zipfile.ZIP_DEFLATED):
    path = tmp_path / "brought.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def refused(path):
    with pytest.raises(NotATable) as answer:
        open_archive(path, "brought.zip")
    return str(answer.value)


def test_files_are_read_in_order_without_hidden_system_files(tmp_path):
    path = zipped(
        tmp_path, {"b.trf": "b", "__MACOSX/._b.trf": "x", "a/a.trf": "a", "a/.c": "x"}
    )
    assert is_zipped(path)
    with open_archive(path, "brought.zip") as archive:
        found = [(each.filename, content(archive, each)) for each in files_in(archive)]
    assert found == [("b.trf", b"b"), ("a/a.trf", b"a")]


def test_file_whose_name_is_damaged_away_is_left_out(tmp_path):
    path = zipped(tmp_path, {"games.trf": b"001", "more.trf": b"002"})
    path.write_bytes(path.read_bytes().replace(b"games.trf", b"\0ames.trf"))

    with open_archive(path, str(path)) as archive:
        assert [each.filename for each in files_in(archive)] == ["more.trf"]


def test_a_zip_bomb_is_not_opened(tmp_path):
    path = zipped(tmp_path, {"a.trf": b" " * (20 << 20)})
    assert path.stat().st_size < 100_000
    assert "would unpack to 20 megabytes" in refused(path)


def test_many_small_files_cannot_evade_the_size_limit(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST_SUM", 3 << 20)
    path = zipped(tmp_path, {f"{n}.trf": b" " * (1 << 20) for n in range(4)})
    assert "would unpack to 4 megabytes" in refused(path)


def test_file_is_read_only_up_to_its_declared_size(tmp_path):
    path = zipped(tmp_path, {"a.trf": b" " * 100_000})
    bytes_ = path.read_bytes()
    size = (100_000).to_bytes(4, "little")
    path.write_bytes(bytes_.replace(size, (10).to_bytes(4, "little")))
    with open_archive(path, "brought.zip") as archive:
        assert content(archive, files_in(archive)[0]) is None


def test_too_many_files_are_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    path = zipped(tmp_path, {"1": "", "2": "", "3": ""})
    assert "contains 3 files; at most 2" in refused(path)


def test_workbook_damaged_and_encrypted_archives_are_reported(tmp_path):
    assert "is an Excel workbook" in refused(zipped(tmp_path, {"xl/workbook.xml": "x"}))
    path = zipped(tmp_path, {"a.trf": "a"})
    content = path.read_bytes()
    path.write_bytes(content[:-10])
    assert "is a damaged zip archive" in refused(path)
    locked = bytearray(content)
    locked[content.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(locked)
    assert "is locked with a password" in refused(path)


def test_damaged_file_in_an_archive_is_skipped(tmp_path):
    path = zipped(tmp_path, {"a.trf": "abcdef"}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"abcdef", b"abcxef"))
    with open_archive(path, "brought.zip") as archive:
        assert content(archive, files_in(archive)[0]) is None
