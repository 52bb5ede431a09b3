"""A file is a whole back-up, or it is refused."""

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
def whole(tmp_path):
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
    """The same with another content of one file, or without it."""
    with zipfile.ZipFile(path) as before:
        held = {each: before.read(each) for each in before.namelist()}
    held |= {name: content} if content is not None else {}
    with zipfile.ZipFile(path, "w") as after:
        for each, text in held.items():
            if each != name or content is not None:
                after.writestr(each, text)


def test_what_was_written_is_read_again(whole):
    archive = Archive(whole)
    archive.check()
    with archive.database() as dump:
        assert dump.read() == DUMP
    assert list(archive.letters()) == [("1.log", LETTER)]
    assert archive.manifest.rows == {"federation_player": 2}
    assert archive.manifest.made_at == datetime(2026, 11, 26, 18, 15, tzinfo=UTC)


@pytest.mark.parametrize("part", [0, 0.1, 0.5, 0.9, 0.99])
def test_a_file_that_was_broken_off_is_refused(whole, part):
    content = whole.read_bytes()
    whole.write_bytes(content[: int(len(content) * part)])
    assert "is not a whole back-up" in reason(whole)


def test_a_wrong_byte_anywhere_is_refused(whole):
    content = whole.read_bytes()
    for at in range(0, len(content), 97):
        whole.write_bytes(
            content[:at] + bytes([content[at] ^ 0xFF]) + content[at + 1 :]
        )
        try:
            archive = Archive(whole)
            archive.check()
        except SetUpError:
            continue
        # Not in anything that is read: times and rights in the zip's own lists.
        with archive.database() as dump:
            assert (dump.read(), list(archive.letters())) == (
                DUMP,
                [("1.log", LETTER)],
            )


@pytest.mark.parametrize(
    ("name", "content", "said"),
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
def test_a_file_in_it_that_was_changed_is_refused(whole, name, content, said):
    changed(whole, name, content)
    assert said in reason(whole)


def test_a_form_of_a_later_time_is_told_from_a_damaged_one(whole):
    changed(whole, MANIFEST, b'{"format": %d}' % (FORMAT + 1))
    assert "made by a newer release" in reason(whole)


def test_another_file_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("Hej")
    assert "is not a whole back-up" in reason(tmp_path / "letter.txt")
    assert "There is no file" in reason(tmp_path / "nothing")
    assert "cannot be read" in reason(tmp_path)


def test_what_came_to_no_end_has_no_table_of_contents(tmp_path):
    path = tmp_path / "half"

    def write() -> None:
        with path.open("wb") as file, Writer(file) as writer:
            writer.add(DATABASE, io.BytesIO(DUMP))
            raise SetUpError

    with pytest.raises(SetUpError):
        write()
    assert not zipfile.is_zipfile(path)


def test_a_key_is_recognised_and_does_not_stand_in_the_file(whole):
    key = Archive(whole).manifest.key
    assert key
    assert (key.is_of("correct horse"), key.is_of("Correct horse")) == (True, False)
    assert b"horse" not in whole.read_bytes()
