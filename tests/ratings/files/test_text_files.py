"""Recognising a file's kind and encoding, and refusing one that is no table."""

import os
import zipfile

import pytest

from ratings.files.archives import open_archive
from ratings.files.spreadsheets import table_in
from ratings.files.text_files import LONGEST_LINE, NotATable, examine

ROW = "date,white,black,score,event\n1987-03-14,1,2,½,Örebro öppna\n"


def written(tmp_path, content, name="games.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def refused(path):
    with pytest.raises(NotATable) as answer:
        examine(path)
    return str(answer.value).removeprefix(str(path))


@pytest.mark.parametrize(
    ("encoding", "name", "certain"),
    [
        ("utf-8", "UTF-8", True),
        ("utf-8-sig", "UTF-8", True),
        ("utf-16", "UTF-16", True),
        ("utf-16-le", "UTF-16", True),
        ("utf-16-be", "UTF-16", True),
        ("latin-1", "Windows-1252", False),
        ("cp1252", "Windows-1252", False),
    ],
)
def test_encoding_is_detected_and_text_is_the_same(tmp_path, encoding, name, certain):
    file = examine(written(tmp_path, ROW.encode(encoding)))
    with file.open() as text:
        assert (text.read(), file.encoding_name, file.is_certain) == (
            ROW,
            name,
            certain,
        )


def test_bytes_undefined_in_windows_1252_are_read_as_latin_1(tmp_path):
    file = examine(written(tmp_path, b"event\nsm\xe5 \x81\n"))
    assert (file.encoding_name, file.is_certain) == ("Latin-1", False)


def test_encoding_is_detected_from_the_last_line_too(tmp_path):
    file = examine(written(tmp_path, b"event\n" * 500_000 + b"\xe5\n"))
    assert file.encoding_name == "Windows-1252"


def test_character_split_between_two_blocks_is_decoded(tmp_path):
    content = b"event\n" + b"x\n" * ((1 << 19) - 4) + b"x" + "å\n".encode()
    assert examine(written(tmp_path, content)).encoding_name == "UTF-8"


def test_the_digest_is_of_the_bytes(tmp_path):
    one = examine(written(tmp_path, ROW, "a.csv"))
    other = examine(written(tmp_path, ROW, "b.csv"))
    marked = examine(written(tmp_path, ROW.encode("utf-8-sig"), "c.csv"))
    assert one.digest == other.digest != marked.digest


def test_workbook_with_another_extension_is_recognised(tmp_path):
    path = tmp_path / "games.csv"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    assert refused(path) == (
        " is an Excel workbook, whatever its name says; save it as CSV first."
    )


def test_zip_is_recognised_and_never_unpacked(tmp_path):
    path = tmp_path / "games.csv"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("games.csv", b"0" * 50_000_000)
    assert refused(path) == " is a zip archive; unpack it first."


@pytest.mark.parametrize(
    ("content", "answer"),
    [
        (b"", " is empty."),
        (
            b"PK\x03\x04nonsense",
            " is a damaged zip archive or workbook, not a CSV file.",
        ),
        (
            bytes.fromhex("d0cf11e0a1b11ae1") + b"rest",
            " is an old Excel workbook, or one with a password; save it as Excel (.xlsx)"
            " or CSV first.",
        ),
        (b"\x1f\x8b\x08rest", " is a compressed file (gzip); unpack it first."),
        (b"%PDF-1.7", " is a PDF; what is needed is a CSV file."),
        (b"date,\0\0\0white", " is not text: it contains null bytes."),
        (
            "date".encode("utf-16") + b"\x00\xd8",
            " begins as UTF-16 and goes on as something else.",
        ),
        (
            b"x" * (LONGEST_LINE + 1),
            " has a line longer than a megabyte: it is not a table.",
        ),
    ],
)
def test_file_that_is_no_table_is_refused_with_a_message(tmp_path, content, answer):
    path = written(tmp_path, content)
    with pytest.raises(NotATable) as refusal:
        examine(path)
    assert str(refusal.value) == f"{path}{answer}"


def of_unknown_version(content):
    """Return the archive with a version that no program knows in its list of names."""
    at = content.index(b"PK\x01\x02") + len(b"PK\x01\x02") + 2
    return content[:at] + b"\xff" + content[at + 1 :]


def with_a_damaged_name(content):
    return content.replace("ö".encode(), b"\xff\xff")


@pytest.mark.parametrize("damage", [of_unknown_version, with_a_damaged_name])
def test_archive_whose_list_of_names_is_damaged_is_refused(tmp_path, damage):
    path = tmp_path / "games.xlsx"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
        archive.writestr("möte", "")
    path.write_bytes(damage(path.read_bytes()))

    with pytest.raises(NotATable, match="is a damaged zip archive or workbook"):
        table_in(path, str(path), tmp_path)
    with pytest.raises(NotATable, match="is a damaged zip archive"):
        open_archive(path, str(path))


def test_missing_file_is_named(tmp_path):
    assert refused(tmp_path / "none.csv") == ": No such file or directory."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_null_byte_is_refused_in_any_encoding(tmp_path, encoding):
    path = written(tmp_path, ROW.replace("½", "1\0").encode(encoding))
    assert refused(path) == " is not text: it contains null bytes."


def test_unseekable_source_is_refused(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert refused(path) == " is not a file on a disk; save it as one first."
