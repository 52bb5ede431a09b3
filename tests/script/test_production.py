"""docker-compose.yml, as far as it can be checked without a container engine."""

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from django.urls import get_resolver

from script.checkout import ROOT
from script.office import APPLICATION, QUEUES, WEB
from script.settings_names import names_of_settings

WORKERS = {
    "worker": "recompute",
    "office-worker": "office",
    "mail-worker": "mail",
    "long-worker": "long",
}
OWN = {"migrate", "web", "beat", *WORKERS}
LASTING = {"postgres", "valkey", "proxy", *OWN} - {"migrate"}
# Not used in production, or set in the image.
NOT_PASSED_ON = {"DEBUG", "RANKBOK_DEMO", "RANKBOK_TESTING", "RANKBOK_VAR"}
# Only some services get these.
BESIDES = {
    "migrate": {"DATABASE_OWNER_URL"},
    "web": {
        "STATEMENT_TIMEOUT",
        "METRICS_TOKEN",
        "PROMETHEUS_MULTIPROC_DIR",
        "DATABASE_REPLICA_URL",
    },
}
SECRETS = {
    "postgres_password",
    "database_admin_url",
    "database_owner_url",
    "database_url",
    "redis_url",
    "valkey_conf",
    "valkey_password",
    "secret_key",
    "secret_key_fallbacks",
    "email_password",
    "metrics_token",
    "database_replica_url",
    "certificate",
    "certificate_key",
}
PARTS_OF_SECRETS = {"database_owner_password", "database_password"}
"""Files from which the script writes others."""
PINNED = re.compile(r"[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}")


@pytest.fixture(scope="module")
def text() -> str:
    return (ROOT / "docker-compose.yml").read_text()


@pytest.fixture(scope="module")
def services(text) -> dict[str, dict]:
    return yaml.safe_load(text)["services"]


def services_where(services, holds) -> set[str]:
    return {name for name, service in services.items() if holds(service)}


def test_every_part_of_the_office_has_a_service(services):
    assert services.keys() == {"postgres", "valkey", "proxy", "roles", "backup", *OWN}


def test_lasting_services_are_restarted_and_have_a_health_check(services):
    lasting = services_where(services, lambda s: s["restart"] == "unless-stopped")
    checked = services_where(services, lambda s: "healthcheck" in s)
    assert (lasting, checked) == (LASTING, LASTING)


def test_our_services_start_after_the_servers_are_healthy_and_the_tables_exist(
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


def test_migration_waits_for_the_roles_and_these_for_the_database(services):
    assert [services[name]["depends_on"] for name in ("roles", "migrate")] == [
        {"postgres": {"condition": "service_healthy"}},
        {"roles": {"condition": "service_completed_successfully"}},
    ]


def test_running_services_know_no_owner_and_only_the_roles_service_the_superuser(
    services,
):
    def holding(secret):
        return services_where(services, lambda s: secret in s.get("secrets", ()))

    assert holding("database_admin_url") == {"roles"}
    assert holding("database_owner_url") == {"roles", "migrate", "backup"}
    assert holding("database_url") == {"roles", "backup", *OWN}


def test_backups_are_made_manually_and_stored_outside_the_containers(services):
    backup = services["backup"]
    assert (backup["profiles"], backup["restart"]) == (["by-hand"], "no")
    assert backup["volumes"] == ["uploads:/var/tmp", "./backups:/backups"]
    assert backup["command"][:3] == ["script/backup", "--directory", "/backups"]
    assert backup["environment"].items() - services["migrate"][
        "environment"
    ].items() == {
        ("RANKBOK_VAR", "/tmp/office")  # noqa: S108 - of the container
    }


def test_secrets_are_files_and_in_no_environment_or_command(text, services):
    assert yaml.safe_load(text)["secrets"] == {
        name: {"file": f"./secrets/{name}"} for name in SECRETS
    }
    assert not re.search(r"\$\{\w*(PASSWORD|SECRET|KEY)\w*", text)
    commands = " ".join(str(service.get("command")) for service in services.values())
    assert not re.search("requirepass|password", commands, re.IGNORECASE)


def test_each_service_gets_its_own_secrets_only(services):
    own = {
        "database_url", "redis_url", "secret_key", "secret_key_fallbacks",
        "email_password",
    }  # fmt: skip
    secrets_by_service = {
        name: set(service["secrets"]) for name, service in services.items()
    }
    assert secrets_by_service == dict.fromkeys(OWN, own) | {
        "roles": {"database_admin_url", "database_owner_url", "database_url"},
        "migrate": own | {"database_owner_url"},
        "web": own | {"metrics_token", "database_replica_url"},
        "backup": own | {"database_owner_url"},
        "postgres": {"postgres_password"},
        "valkey": {"valkey_conf", "valkey_password"},
        "proxy": {"certificate", "certificate_key"},
    }


@pytest.fixture
def make_secrets(tmp_path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that runs the script in a checkout of its own with this .env,
    and returns the completed process.
    """
    (tmp_path / "script").mkdir()
    shutil.copy(ROOT / "script" / "make_secrets", tmp_path / "script")

    def make(env: str = "") -> subprocess.CompletedProcess[str]:
        (tmp_path / ".env").write_text(env)
        return subprocess.run(  # noqa: S603
            [tmp_path / "script" / "make_secrets"],
            capture_output=True,
            text=True,
            check=False,
        )

    return make


def secrets_in(place: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (place / "secrets").iterdir()}


def test_script_writes_every_secret_that_is_not_given(tmp_path, make_secrets):
    made = tmp_path / "secrets"
    make_secrets()
    seen = secrets_in(tmp_path)
    make_secrets()
    assert secrets_in(tmp_path) == seen
    password = seen["valkey_password"].strip()
    assert (
        seen.keys() == SECRETS - {"certificate", "certificate_key"} | PARTS_OF_SECRETS
    )
    for account, secret in (
        ("rankbok", "postgres_password"),
        ("rankbok_owner", "database_owner_password"),
        ("rankbok_app", "database_password"),
    ):
        known_as = (
            f"postgresql://{account}:{seen[secret].strip()}@postgres:5432/rankbok"
        )
        assert known_as in map(str.strip, seen.values())
    assert seen["redis_url"].strip() == f"redis://:{password}@valkey:6379/0"
    assert seen["valkey_conf"].strip() == f"requirepass {password}"
    assert made.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in made.iterdir()} == {0o444}


EARLIER = """\
# as the version before told to write it
POSTGRES_PASSWORD=old
POSTGRES_PASSWORD=0a1b
 export VALKEY_PASSWORD = "2c3d"
SECRET_KEY='a $key of 4e5f'  # keep
EMAIL_HOST_PASSWORD=6a7b # of the provider
ALLOWED_HOSTS=rating.example.org
"""


def test_secrets_in_an_earlier_env_file_are_taken_over(tmp_path, make_secrets):
    result = make_secrets(EARLIER)
    names = ("postgres_password", "valkey_password", "secret_key", "email_password")
    made = secrets_in(tmp_path)
    assert [made[name] for name in names] == [
        "0a1b\n", "2c3d\n", "a $key of 4e5f\n", "6a7b\n",
    ]  # fmt: skip
    assert made["database_admin_url"].startswith("postgresql://rankbok:0a1b@")
    assert (made["redis_url"], made["valkey_conf"]) == (
        "redis://:2c3d@valkey:6379/0\n",
        "requirepass 2c3d\n",
    )
    assert result.returncode == 0
    assert result.stdout.count("Taken over") == 4
    assert {path.stat().st_mode & 0o777 for path in tmp_path.glob("secrets/*")} == {
        0o444
    }


def test_existing_secret_is_kept_and_a_difference_is_reported(tmp_path, make_secrets):
    make_secrets(EARLIER)
    result = make_secrets(EARLIER.replace("0a1b", "ffff"))
    assert secrets_in(tmp_path)["postgres_password"] == "0a1b\n"
    assert result.stderr == (
        "POSTGRES_PASSWORD of .env differs from secrets/postgres_password,"
        " which is the one that is used\n"
    )


def test_value_that_compose_would_have_changed_is_refused(make_secrets):
    result = make_secrets("POSTGRES_PASSWORD=a$b")
    assert (result.returncode, "secrets/postgres_password" in result.stderr) == (
        1,
        True,
    )


def test_every_foreign_image_is_pinned_by_digest(services):
    ours = {"roles", "backup", *OWN}
    images = {each["image"] for name, each in services.items() if name not in ours}
    bases = re.findall("^FROM (\\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert [each for each in (*images, *bases) if not PINNED.fullmatch(each)] == []


def test_containers_are_read_only_and_limited(services):
    limits = {
        name: (
            service["read_only"],
            service["cap_drop"],
            service["security_opt"],
            {"mem_limit", "cpus", "pids_limit"} <= service.keys(),
        )
        for name, service in services.items()
    }
    expected = (True, ["ALL"], ["no-new-privileges:true"], True)
    assert limits == dict.fromkeys(services, expected)


def test_only_the_proxy_is_reachable_from_outside(services):
    assert services_where(services, lambda s: "ports" in s) == {"proxy"}


def test_image_starts_the_web_server_like_script_server():
    text = (ROOT / "Dockerfile").read_text()
    words = re.findall(r'"([^"]+)"', text[text.index("CMD") :])
    where = ["--host", "0.0.0.0", "--port", "8000"]  # noqa: S104
    assert words == ["granian", *where, *WEB.split(), APPLICATION]


def test_every_setting_is_passed_to_our_containers(services):
    settings = names_of_settings() - NOT_PASSED_ON - set().union(*BESIDES.values())
    passed_on = {
        name: {key.removesuffix("_FILE") for key in services[name]["environment"]}
        - {"TMPDIR"}
        for name in OWN
    }
    assert passed_on == {name: settings | BESIDES.get(name, set()) for name in OWN}


def test_unset_settings_have_the_same_defaults_in_containers(services):
    settings = services["web"]["environment"].items()
    defaults = {name: value for name, value in settings if ":-" in value}
    unset = {name: re.sub(r".*:-(.*)}", r"\1", each) for name, each in defaults.items()}
    assert {name: value for name, value in unset.items() if value} == {
        "BEHIND_TLS": "1",
        "CALCULATOR_LIMIT": "600",
        "PROXY_SECONDS": "0",
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


def test_each_queue_has_a_worker(services):
    queues = {
        name: [word for word in service["command"] if word.startswith("--queues")]
        for name, service in services.items()
        if "worker" in service.get("command", ())
    }
    assert queues == {name: [f"--queues={queue}"] for name, queue in WORKERS.items()}
    assert tuple(WORKERS.values()) == QUEUES


def test_worker_can_be_started_many_times(services):
    assert not {"container_name", "ports"} & services["worker"].keys()


def test_data_is_in_volumes_that_exist(text, services):
    mounted = {
        name: service["volumes"]
        for name, service in services.items()
        if service.get("volumes")
    }
    assert mounted == {name: ["uploads:/var/tmp"] for name in OWN} | {
        "backup": services["backup"]["volumes"],
        "postgres": ["postgres:/var/lib/postgresql"],
        "valkey": ["valkey:/data"],
        "proxy": ["./deploy/nginx.conf:/etc/nginx/nginx.conf:ro", "proxy:/var/tmp"],
    }
    named = {"postgres", "valkey", "uploads", "proxy"}
    assert yaml.safe_load(text)["volumes"].keys() == named


def test_proxy_allows_large_files_for_every_page_that_takes_them():
    rules = re.findall(
        r"location ~ (\S+) \{[^}]*proxy_request_buffering off",
        (ROOT / "deploy/nginx.conf").read_text(),
    )
    taking = {
        path
        for included in get_resolver().url_patterns
        if getattr(included, "namespace", None)
        in ("federation", "ratings", "tournaments")
        for pattern in included.url_patterns
        if getattr(pattern.callback, "largest_body", 0)
        for path in [f"/{included.pattern}{pattern.pattern}".replace("//", "/")]
    }
    assert len(taking) > 2
    [rule] = rules
    assert {path for path in taking if not re.search(rule, path)} == set()


def test_our_image_does_not_run_as_root():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    users = [line for line in lines if line.startswith("USER")]
    assert users == ["USER rankbok"]


@pytest.mark.parametrize(
    ("ignored", "patterns"),
    [
        (".dockerignore", {"**/.env*", "**/*.dump", "secrets"}),
        (".gitignore", {".env*", "*.dump", "/secrets/"}),
    ],
)
def test_secrets_and_dumps_are_ignored_by_image_and_git(ignored, patterns):
    lines = (ROOT / ignored).read_text().splitlines()
    assert patterns - set(lines) == set()


def test_image_and_requirements_agree_on_hashes():
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert "--require-hashes -r requirements.txt" in dockerfile


def test_docker_compose_accepts_the_file():
    compose = [shutil.which("docker") or "docker", "compose"]
    if not shutil.which("docker") or _run([*compose, "version"], {}).returncode:
        pytest.skip("no docker compose on this machine")
    names = ("ALLOWED_HOSTS", "EMAIL_HOST", "DEFAULT_FROM_EMAIL")
    checked = _run([*compose, "config", "--quiet"], dict.fromkeys(names, "x"))
    assert (checked.returncode, checked.stderr) == (0, "")


def _run(command, env) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603
        command, cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
