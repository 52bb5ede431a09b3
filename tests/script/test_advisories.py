"""Reports from the answers of the advisory database."""

from script import advisories

KNOWN = {
    "name": "lovely", "version": "1.2", "vulns": [
        {"id": "PYSEC-2026-1", "fix_versions": ["1.3", "2.0"]},
        {"id": "PYSEC-2026-2", "fix_versions": []},
    ],
}  # fmt: skip
SOUND = {"name": "sound", "version": "3.1", "vulns": []}
SILENT = {"name": "silent", "skip_reason": "Dependency not found on PyPI"}


def test_known_vulnerability_is_reported_with_its_fixed_version():
    assert [*advisories.weaknesses([KNOWN, SOUND, SILENT])] == [
        "lovely 1.2: PYSEC-2026-1; mended in 1.3, 2.0",
        "lovely 1.2: PYSEC-2026-2; mended in no version yet",
    ]


def test_packages_without_an_answer_are_counted():
    summary_text = advisories.summary([KNOWN, SOUND, SILENT])
    assert summary_text == "2 packages looked up, 1 not found there"


def test_unreachable_database_is_reported():
    assert "could not be reached" in advisories.summary([SILENT])


def test_answer_that_times_out_is_no_answer(monkeypatch, tmp_path):
    monkeypatch.setattr(advisories, "LONGEST_WAIT", 0.001)
    pinned = tmp_path / "requirements.txt"
    pinned.write_text("")
    (package,) = advisories.look_up_packages(pinned)
    assert package == {"name": "requirements.txt", "skip_reason": "no answer"}
