"""What a file is, and what is said of one that is no table."""

import os
import zipfile

import pytest

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
    ("encoding", "name", "told"),
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
def test_the_encoding_is_found_and_the_text_is_the_same(tmp_path, encoding, name, told):
    file = examine(written(tmp_path, ROW.encode(encoding)))
    with file.open() as text:
        assert (text.read(), file.encoding_name, file.is_certain) == (ROW, name, told)


def test_bytes_that_windows_leaves_open_are_latin_1(tmp_path):
    file = examine(written(tmp_path, b"event\nsm\xe5 \x81\n"))
    assert (file.encoding_name, file.is_certain) == ("Latin-1", False)


def test_a_letter_on_the_last_line_decides_as_one_on_the_first(tmp_path):
    file = examine(written(tmp_path, b"event\n" * 500_000 + b"\xe5\n"))
    assert file.encoding_name == "Windows-1252"


def test_a_letter_that_lies_across_two_blocks_is_one_letter(tmp_path):
    content = b"event\n" + b"x\n" * ((1 << 19) - 4) + b"x" + "å\n".encode()
    assert examine(written(tmp_path, content)).encoding_name == "UTF-8"


def test_the_digest_is_of_the_bytes(tmp_path):
    one = examine(written(tmp_path, ROW, "a.csv"))
    other = examine(written(tmp_path, ROW, "b.csv"))
    marked = examine(written(tmp_path, ROW.encode("utf-8-sig"), "c.csv"))
    assert one.digest == other.digest != marked.digest


def test_a_workbook_by_another_name_is_called_a_workbook(tmp_path):
    path = tmp_path / "games.csv"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook/>")
    assert refused(path) == (
        " is an Excel workbook, whatever its name says; save it as CSV first."
    )


def test_a_zip_is_called_a_zip_and_never_unpacked(tmp_path):
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
def test_what_is_no_table_is_refused_with_a_sentence(tmp_path, content, answer):
    path = written(tmp_path, content)
    with pytest.raises(NotATable) as refusal:
        examine(path)
    assert str(refusal.value) == f"{path}{answer}"


def test_a_file_that_is_not_there_is_named(tmp_path):
    assert refused(tmp_path / "none.csv") == ": No such file or directory."


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_null_is_no_letter_of_any_encoding(tmp_path, encoding):
    path = written(tmp_path, ROW.replace("½", "1\0").encode(encoding))
    assert refused(path) == " is not text: it contains null bytes."


def test_what_can_be_read_but_once_is_no_file(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    assert refused(path) == " is not a file on a disk; save it as one first."
