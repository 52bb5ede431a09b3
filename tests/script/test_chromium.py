import pytest

from script.chromium import find_chromium, find_or_install_chromium, without_chromium


@pytest.fixture
def empty_path(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RANKBOK_CHROMIUM", raising=False)
    return tmp_path


def browser(place, name: str) -> str:
    (place / name).touch(mode=0o755)
    return str(place / name)


def test_browser_in_path_is_found_by_any_of_its_names(empty_path):
    assert find_chromium() is None
    google = browser(empty_path, "google-chrome")
    assert find_chromium() == google
    debian = browser(empty_path, "chromium")
    assert find_chromium() == debian


def test_browser_named_by_the_environment_comes_first(empty_path, monkeypatch):
    browser(empty_path, "chromium")
    monkeypatch.setenv("RANKBOK_CHROMIUM", browser(empty_path, "mine"))
    assert find_chromium() == str(empty_path / "mine")


def test_failed_installation_is_reported_conspicuously(empty_path):
    log = empty_path / "chromium.log"
    assert find_or_install_chromium(log) is None
    lines = without_chromium(log).splitlines()
    assert "BROWSER TESTS WERE SKIPPED" in lines[1]
    assert {len(line) for line in lines} == {71}
