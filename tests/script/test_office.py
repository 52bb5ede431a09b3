import subprocess

import pytest

from script.office import Office, first_host, office_environment

URLS = {"DATABASE_URL": "postgresql://here", "REDIS_URL": "redis://here"}


def test_an_office_without_a_key_gets_one_of_its_own(tmp_path):
    env = office_environment(tmp_path, URLS, {}, demo=False)
    again = office_environment(tmp_path, URLS, {}, demo=False)
    assert env["SECRET_KEY"] == again["SECRET_KEY"]
    assert len(env["SECRET_KEY"]) >= 50


def test_what_the_caller_set_holds(tmp_path):
    given = {"SECRET_KEY": "given", "ALLOWED_HOSTS": "rankbok.example", "TZ": "UTC"}
    env = office_environment(tmp_path, URLS, given, demo=False)
    assert {name: env[name] for name in given} == given


def test_the_log_ins_of_the_demo_are_open_in_a_demo_only(tmp_path):
    demo = office_environment(tmp_path, URLS, {}, demo=True)
    own = office_environment(tmp_path, URLS, {}, demo=False)
    assert (demo.get("RANKBOK_DEMO"), own.get("RANKBOK_DEMO")) == ("1", None)


def test_a_shell_reads_the_noted_environment_as_it_was(tmp_path):
    key = 'it\'s $HOME `date` "å"'
    env = office_environment(tmp_path, URLS, {"SECRET_KEY": key}, demo=False)
    Office(None, tmp_path, env).note_environment()
    show = '. "$0" && printf %s "$SECRET_KEY"'
    noted = str(tmp_path / "environment")
    seen = subprocess.check_output(["/bin/sh", "-c", show, noted], env={})  # noqa: S603
    assert seen.decode() == key
    assert (tmp_path / "environment").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("allowed", "first"),
    [
        ("localhost,127.0.0.1", "localhost"),
        (".rankbok.example", "rankbok.example"),
        ("*", "localhost"),
        ("", "localhost"),
        (" rankbok.example ,b", "rankbok.example"),
    ],
)
def test_the_web_server_is_asked_by_a_name_that_it_allows(allowed, first):
    assert first_host(allowed) == first
