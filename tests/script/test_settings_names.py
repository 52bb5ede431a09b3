from script.check import without_settings
from script.settings_names import names_of_settings

NAMES = {
    "ALLOWED_HOSTS",
    "BEHIND_TLS",
    "CALCULATOR_LIMIT",
    "CLAIM_ANSWER_DAYS",
    "CSRF_TRUSTED_ORIGINS",
    "DATABASE_OWNER_URL",
    "DATABASE_REPLICA_URL",
    "DATABASE_URL",
    "DEBUG",
    "DEFAULT_FROM_EMAIL",
    "EMAIL_HOST",
    "EMAIL_HOST_PASSWORD",
    "EMAIL_HOST_USER",
    "EMAIL_PORT",
    "EMAIL_USE_TLS",
    "ERASURE_DAYS",
    "FEDERATION_ACCENT",
    "FEDERATION_NAME",
    "FOUR_EYES",
    "JOINING_ANSWER_DAYS",
    "IDLE_DAYS",
    "KEEP_AUDIT_DAYS",
    "KEEP_IMPORTS_DAYS",
    "KEEP_JOINING_DAYS",
    "KEEP_LETTERS_DAYS",
    "KEEP_SIGN_IN_DAYS",
    "LANGUAGE_CODE",
    "LISTED_MONTHS",
    "METRICS_TOKEN",
    "OFFICER_IDLE_MINUTES",
    "OFFICER_SESSION_HOURS",
    "OFFICE_ADDRESS",
    "PROXY_SECONDS",
    "RANKBOK_DEMO",
    "RANKBOK_TESTING",
    "RANKBOK_VAR",
    "REDIS_URL",
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "SENTRY_DSN",
    "SESSION_DAYS",
    "STATEMENT_TIMEOUT",
    "TIME_ZONE",
    "TRIES_A_DAY",
}


def test_every_name_that_the_settings_read_is_found():
    assert names_of_settings() == NAMES


def test_tests_ignore_all_environment_settings_except_the_servers():
    shell = dict.fromkeys(NAMES, "set") | {"PATH": "/bin", "RANKBOK_CHROMIUM": "/c"}
    assert without_settings(shell) == {
        "DATABASE_OWNER_URL": "set",
        "DATABASE_URL": "set",
        "REDIS_URL": "set",
        "PATH": "/bin",
        "RANKBOK_CHROMIUM": "/c",
    }
