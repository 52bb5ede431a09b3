"""Archives: what is opened, and what is not."""

import zipfile

import pytest

from ratings.files import archives
from ratings.files.archives import content, files_in, is_zipped, open_archive
from ratings.files.text_files import NotATable


def zipped(tmp_path, files, method=zipfile.ZIP_DEFLATED):
    path = tmp_path / "brought.zip"
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, said in files.items():
            archive.writestr(name, said)
    return path


def refused(path):
    with pytest.raises(NotATable) as answer:
        open_archive(path, "brought.zip")
    return str(answer.value)


def test_files_are_read_in_their_order_without_what_other_programs_hide(tmp_path):
    path = zipped(
        tmp_path, {"b.trf": "b", "__MACOSX/._b.trf": "x", "a/a.trf": "a", "a/.c": "x"}
    )
    assert is_zipped(path)
    with open_archive(path, "brought.zip") as archive:
        found = [(each.filename, content(archive, each)) for each in files_in(archive)]
    assert found == [("b.trf", b"b"), ("a/a.trf", b"a")]


def test_a_zip_bomb_is_not_opened(tmp_path):
    path = zipped(tmp_path, {"a.trf": b" " * (20 << 20)})
    assert path.stat().st_size < 100_000
    assert "would unpack to 20 megabytes" in refused(path)


def test_many_small_files_are_no_way_round(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "LARGEST_SUM", 3 << 20)
    path = zipped(tmp_path, {f"{n}.trf": b" " * (1 << 20) for n in range(4)})
    assert "would unpack to 4 megabytes" in refused(path)


def test_an_archive_that_lies_about_a_size_gives_no_more_than_it_says(tmp_path):
    path = zipped(tmp_path, {"a.trf": b" " * 100_000})
    bytes_ = path.read_bytes()
    size = (100_000).to_bytes(4, "little")
    path.write_bytes(bytes_.replace(size, (10).to_bytes(4, "little")))
    with open_archive(path, "brought.zip") as archive:
        assert content(archive, files_in(archive)[0]) is None


def test_too_many_files_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(archives, "MOST_FILES", 2)
    path = zipped(tmp_path, {"1": "", "2": "", "3": ""})
    assert "contains 3 files; at most 2" in refused(path)


def test_a_workbook_a_damaged_and_a_locked_archive_are_told(tmp_path):
    assert "is an Excel workbook" in refused(zipped(tmp_path, {"xl/workbook.xml": "x"}))
    path = zipped(tmp_path, {"a.trf": "a"})
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert "is a damaged zip archive" in refused(path)
    locked = bytearray(whole)
    locked[whole.index(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(locked)
    assert "is locked with a password" in refused(path)


def test_a_damaged_file_in_an_archive_is_nothing(tmp_path):
    path = zipped(tmp_path, {"a.trf": "abcdef"}, zipfile.ZIP_STORED)
    path.write_bytes(path.read_bytes().replace(b"abcdef", b"abcxef"))
    with open_archive(path, "brought.zip") as archive:
        assert content(archive, files_in(archive)[0]) is None
