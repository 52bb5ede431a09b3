"""docker-compose.yml, as far as it can be checked without a container engine."""

import re
import shutil
import subprocess

import pytest
import yaml

from script.checkout import ROOT
from script.settings_names import names_of_settings

OWN = {"migrate", "web", "worker", "office-worker", "beat"}
LASTING = {"postgres", "valkey", *OWN} - {"migrate"}
# Not for production, or written into the image.
NOT_PASSED_ON = {"DEBUG", "RANKBOK_DEMO", "RANKBOK_TESTING", "RANKBOK_VAR"}
SECRETS = ("POSTGRES_PASSWORD", "VALKEY_PASSWORD", "SECRET_KEY")


@pytest.fixture(scope="module")
def text() -> str:
    return (ROOT / "docker-compose.yml").read_text()


@pytest.fixture(scope="module")
def services(text) -> dict[str, dict]:
    return yaml.safe_load(text)["services"]


def services_where(services, holds) -> set[str]:
    return {name for name, service in services.items() if holds(service)}


def test_every_part_of_the_office_has_its_service(services):
    assert services.keys() == {"postgres", "valkey", *OWN}


def test_what_should_last_is_started_again_and_says_whether_it_is_well(services):
    lasting = services_where(services, lambda s: s["restart"] == "unless-stopped")
    checked = services_where(services, lambda s: "healthcheck" in s)
    assert (lasting, checked) == (LASTING, LASTING)


def test_nothing_of_ours_starts_before_the_servers_are_well_and_the_tables_are_there(
    services,
):
    conditions = {
        name: {other: how["condition"] for other, how in s["depends_on"].items()}
        for name, s in services.items()
        if name in OWN - {"migrate"}
    }
    expected = {
        "postgres": "service_healthy",
        "valkey": "service_healthy",
        "migrate": "service_completed_successfully",
    }
    assert conditions == dict.fromkeys(OWN - {"migrate"}, expected)


def test_the_migration_waits_for_the_database(services):
    assert services["migrate"]["depends_on"] == {
        "postgres": {"condition": "service_healthy"}
    }


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_comes_from_the_environment_or_nothing_starts(text, secret):
    mentions = re.findall(rf"\$\{{{secret}(?!_)([^}}]*)\}}", text)
    assert mentions
    assert all(mention.startswith(":?") for mention in mentions)


def test_every_setting_reaches_every_container_of_ours(services):
    settings = names_of_settings() - NOT_PASSED_ON
    passed_on = {name: services[name]["environment"].keys() for name in OWN}
    assert passed_on == dict.fromkeys(OWN, settings)


def test_what_nobody_sets_is_in_containers_as_it_is_elsewhere(services):
    held = services["web"]["environment"].items()
    defaults = {name: value for name, value in held if ":-" in value}
    unset = {name: re.sub(r".*:-(.*)}", r"\1", each) for name, each in defaults.items()}
    assert {name: value for name, value in unset.items() if value} == {
        "BEHIND_TLS": "1",
        "CALCULATOR_LIMIT": "600",
        "IDLE_DAYS": "14",
        "OFFICER_IDLE_MINUTES": "120",
        "OFFICER_SESSION_HOURS": "12",
        "SESSION_DAYS": "90",
        "CLAIM_ANSWER_DAYS": "14",
        "JOINING_ANSWER_DAYS": "30",
        "ERASURE_DAYS": "14",
        "KEEP_LETTERS_DAYS": "90",
        "KEEP_JOINING_DAYS": "365",
        "KEEP_SIGN_IN_DAYS": "180",
        "KEEP_IMPORTS_DAYS": "365",
        "KEEP_AUDIT_DAYS": "3650",
        "TRIES_A_DAY": "20",
        "FEDERATION_NAME": "Rankbok",
        "FEDERATION_ACCENT": "oxblood",
        "FOUR_EYES": "1",
        "LISTED_MONTHS": "24",
        "LANGUAGE_CODE": "sv",
        "TIME_ZONE": "Europe/Stockholm",
        "EMAIL_PORT": "587",
        "EMAIL_USE_TLS": "1",
    }


def test_each_queue_has_its_worker(services):
    queues = {
        name: [word for word in service["command"] if word.startswith("--queues")]
        for name, service in services.items()
        if "worker" in service.get("command", ())
    }
    assert queues == {
        "worker": ["--queues=recompute"],
        "office-worker": ["--queues=office"],
    }


def test_a_worker_can_be_started_many_times(services):
    assert not {"container_name", "ports"} & services["worker"].keys()


def test_the_data_lies_in_volumes_that_exist(text, services):
    mounted = {name: services[name]["volumes"] for name in ("postgres", "valkey")}
    assert mounted == {
        "postgres": ["postgres:/var/lib/postgresql"],
        "valkey": ["valkey:/data"],
    }
    assert yaml.safe_load(text)["volumes"].keys() == {"postgres", "valkey"}


def test_our_image_does_not_run_as_root():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    users = [line for line in lines if line.startswith("USER")]
    assert users == ["USER rankbok"]


@pytest.mark.parametrize(
    ("ignored", "patterns"),
    [(".dockerignore", {"**/.env*", "**/*.dump"}), (".gitignore", {".env*", "*.dump"})],
)
def test_secrets_and_dumps_enter_neither_the_image_nor_the_history(ignored, patterns):
    lines = (ROOT / ignored).read_text().splitlines()
    assert patterns - set(lines) == set()


def test_the_image_and_the_lists_agree_on_hashes():
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r requirements.txt" in dockerfile


def test_docker_compose_itself_accepts_the_file():
    compose = [shutil.which("docker") or "docker", "compose"]
    if not shutil.which("docker") or _run([*compose, "version"], {}).returncode:
        pytest.skip("no docker compose on this machine")
    names = ("ALLOWED_HOSTS", "EMAIL_HOST", "DEFAULT_FROM_EMAIL", *SECRETS)
    checked = _run([*compose, "config", "--quiet"], dict.fromkeys(names, "x"))
    assert (checked.returncode, checked.stderr) == (0, "")


def _run(command, env) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
