"""A file is accepted as a complete back-up, or refused."""

import io
import zipfile
from datetime import UTC, datetime

import pytest

from script.backups.archive import DATABASE, MANIFEST, Archive, Writer
from script.backups.manifest import FORMAT, KeyPrint, Manifest
from script.progress import SetUpError

DUMP, LETTER = b"rows and rows" * 1000, b"Subject: Hej\n"


def manifest_of(writer: Writer, **facts) -> Manifest:
    return Manifest(
        **{
            "made_at": datetime(2026, 11, 26, 18, 15, tzinfo=UTC),
            "release": "0.1.0",
            "server_version": 180003,
            "pg_dump": "18.3",
            "migrations": ("federation.0001_tables",),
            "rows": {"federation_player": 2},
            "key": KeyPrint.of("correct horse"),
            "files": writer.files,
            **facts,
        }
    )


@pytest.fixture
def archive_file(tmp_path):
    path = tmp_path / "rankbok.zip"
    with path.open("wb") as file, Writer(file) as writer:
        writer.add(DATABASE, io.BytesIO(DUMP))
        writer.add("mail/1.log", io.BytesIO(LETTER))
        writer.finish(manifest_of(writer))
    return path


def reason(path) -> str:
    with pytest.raises(SetUpError) as refused:
        Archive(path).check()
    return str(refused.value)


def changed(path, name: str, content: bytes | None) -> None:
    """Replace the content of one file in the archive, or remove it."""
    with zipfile.ZipFile(path) as before:
        contents = {each: before.read(each) for each in before.namelist()}
    contents |= {name: content} if content is not None else {}
    with zipfile.ZipFile(path, "w") as after:
        for each, text in contents.items():
            if each != name or content is not None:
                after.writestr(each, text)


def test_written_archive_can_be_read(archive_file):
    archive = Archive(archive_file)
    archive.check()
    with archive.database() as dump:
        assert dump.read() == DUMP
    assert list(archive.letters()) == [("1.log", LETTER)]
    assert archive.manifest.rows == {"federation_player": 2}
    assert archive.manifest.made_at == datetime(2026, 11, 26, 18, 15, tzinfo=UTC)


@pytest.mark.parametrize("part", [0, 0.1, 0.5, 0.9, 0.99])
def test_truncated_file_is_refused(archive_file, part):
    content = archive_file.read_bytes()
    archive_file.write_bytes(content[: int(len(content) * part)])
    assert "is not a whole back-up" in reason(archive_file)


def test_wrong_byte_anywhere_is_refused(archive_file):
    content = archive_file.read_bytes()
    for at in range(0, len(content), 97):
        archive_file.write_bytes(
            content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :]
        )
        try:
            archive = Archive(archive_file)
            archive.check()
        except SetUpError:
            continue
        # Not in anything that is read: times and permissions in the zip's own lists.
        with archive.database() as dump:
            assert (dump.read(), list(archive.letters())) == (
                DUMP,
                [("1.log", LETTER)],
            )


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        (DATABASE, b"other rows", "damaged: database.dump is not"),
        (DATABASE, None, "damaged: database.dump is not"),
        ("mail/1.log", b"another letter", "damaged: mail/1.log is not"),
        ("more", b"nobody listed", "damaged: more is not"),
        (MANIFEST, None, "it has no manifest"),
        (MANIFEST, b"{}", "its manifest cannot be read"),
        (MANIFEST, b"no json", "its manifest cannot be read"),
    ],
)
def test_changed_file_in_the_archive_is_refused(archive_file, name, content, message):
    changed(archive_file, name, content)
    assert message in reason(archive_file)


def test_newer_format_is_distinguished_from_a_damaged_file(archive_file):
    changed(archive_file, MANIFEST, b'{"format": %d}' % (FORMAT + 1))
    assert "made by a newer release" in reason(archive_file)


def test_other_file_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Hej")
    assert "is not a whole back-up" in reason(tmp_path / "letter.txt")
    assert "There is no file" in reason(tmp_path / "nothing")
    assert "cannot be read" in reason(tmp_path)


def test_unfinished_archive_has_no_table_of_contents(tmp_path):
    path = tmp_path / "half"

    def write() -> None:
        with path.open("wb") as file, Writer(file) as writer:
            writer.add(DATABASE, io.BytesIO(DUMP))
            raise SetUpError

    with pytest.raises(SetUpError):
        write()
    assert not zipfile.is_zipfile(path)


def test_key_is_recognised_and_not_stored_in_the_file(archive_file):
    key = Archive(archive_file).manifest.key
    assert key
    assert (key.is_of("correct horse"), key.is_of("Correct horse")) == (True, False)
    assert b"horse" not in archive_file.read_bytes()
