"""The settings: what differs between installations is read from the environment, only
here, and the defaults are safe. The other modules contain what is the same everywhere.

`docs/operations.md` lists the variables.
"""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from django.utils.translation import gettext_lazy as _
from environs import FileAwareEnv, ValidationError, validate

from federation.settings.accounts import *  # noqa: F403
from federation.settings.browsers import *  # noqa: F403
from federation.settings.logs import *  # noqa: F403
from federation.settings.workers import *  # noqa: F403

BASE_DIR = Path(__file__).resolve().parents[2]
# The value of NAME may be in a file that NAME_FILE names: use this for passwords.
env = FileAwareEnv(strip_whitespace=True)

DEBUG = env.bool("DEBUG", False)
DEMO = env.bool("RANKBOK_DEMO", False)
SECRET_KEY = env.str("SECRET_KEY")
# Former keys: what they signed or encrypted stays valid until they are removed.
SECRET_KEY_FALLBACKS: list[str] = env.list("SECRET_KEY_FALLBACKS", [])
ALLOWED_HOSTS: list[str] = env.list("ALLOWED_HOSTS", [])
CSRF_TRUSTED_ORIGINS: list[str] = env.list("CSRF_TRUSTED_ORIGINS", [])
VAR_DIR = Path(env.str("RANKBOK_VAR", str(BASE_DIR / "var")))

# The federation that this installation serves.
FEDERATION_NAME = env.str(
    "FEDERATION_NAME", "Nordiska Schackförbundet" if DEMO else "Rankbok"
)
FEDERATION_ACCENT = env.str("FEDERATION_ACCENT", "oxblood")
FOUR_EYES = env.bool("FOUR_EYES", True)
LISTED_MONTHS = env.int("LISTED_MONTHS", 24)
# The URL at which people reach the office: letters link to its pages there.
OFFICE_ADDRESS = env.str("OFFICE_ADDRESS", "") or next(
    (origin for origin in CSRF_TRUSTED_ORIGINS if "*" not in origin), ""
)
# How long those concerned may answer a correction request before it is decided.
CLAIM_ANSWER_DAYS = env.int("CLAIM_ANSWER_DAYS", 14)
# How long the other side may answer when a club asks for a person as a member.
JOINING_ANSWER_DAYS = env.int("JOINING_ANSWER_DAYS", 30)
# The database enforces these too, whatever is set here: federation/migrations/0003.
LEAST_DAYS = {
    "ERASURE_DAYS": 7,
    "KEEP_JOINING_DAYS": 90,
    "KEEP_SIGN_IN_DAYS": 90,
    "KEEP_AUDIT_DAYS": 1095,
}


def _for_ever_or(least: int) -> Callable[[int], None]:
    def check(days: int) -> None:
        if 0 != days < least:
            raise ValidationError(f"0, or {least} at least")

    return check


# How long a confirmed erasure can still be withdrawn.
ERASURE_DAYS = env.int(
    "ERASURE_DAYS", 14, validate=validate.Range(LEAST_DAYS["ERASURE_DAYS"])
)
# For how many days data is kept that is no longer needed; 0 keeps it for ever.
KEEP_LETTERS_DAYS = env.int("KEEP_LETTERS_DAYS", 90)
KEEP_JOINING_DAYS = env.int(
    "KEEP_JOINING_DAYS", 365, validate=_for_ever_or(LEAST_DAYS["KEEP_JOINING_DAYS"])
)
KEEP_SIGN_IN_DAYS = env.int(
    "KEEP_SIGN_IN_DAYS", 180, validate=_for_ever_or(LEAST_DAYS["KEEP_SIGN_IN_DAYS"])
)
KEEP_IMPORTS_DAYS = env.int("KEEP_IMPORTS_DAYS", 365)
KEEP_AUDIT_DAYS = env.int(
    "KEEP_AUDIT_DAYS", 3650, validate=_for_ever_or(LEAST_DAYS["KEEP_AUDIT_DAYS"])
)
# How often a day one account may request a player as a member, and enter one by number:
# both allow guessing. From one network address three times as often.
TRIES_A_DAY = env.int("TRIES_A_DAY", 20)

INSTALLED_APPS = [
    "tournaments",
    "ratings",
    "federation",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.contrib.sitemaps",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_filters",
    "django_htmx",
    "django_tables2",
    "pgtrigger",
    "pghistory",
]
MIDDLEWARE = [
    "federation.watching.numbering.NumberedRequests",
    "federation.watching.counting.CountedRequests",
    "federation.shared_pages.keeping.SharedPages",
    "federation.middleware.HeadersOfEveryAnswer",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "federation.middleware.NoStoreForSignedIn",
    "federation.middleware.CompressedAnswers",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "ratings.calculators.api.errors.ErrorsAsProblems",
    "federation.middleware.ExplainRefusal",
    "federation.middleware.RefuseNulCharacters",
    "federation.middleware.RatingsAsNumbers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "federation.middleware.SignInOnAWholePage",
    "federation.middleware.ActorOfRequest",
    "federation.sign_in.lost_forms.ExplainLostForm",
    "federation.sign_in.session_limits.EnforceSessionLimits",
    "federation.sign_in.session_limits.RememberBrowser",
    "federation.middleware.ExplainWrongMethod",
    "federation.middleware.SecondFactorForOfficers",
    "federation.middleware.AuditContext",
]
ROOT_URLCONF = "federation.root_urls"
WSGI_APPLICATION = "federation.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "federation.context.office_context",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "federation.templatetags.components",
            ],
        },
    }
]

# --- data ---------------------------------------------------------------
DATABASES = {
    "default": env.dj_db_url("DATABASE_URL", "postgresql://rankbok@localhost/rankbok")
}
DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
DATABASES["default"]["ENGINE"] = "federation.database"
# A worker whose machine vanished keeps its claims and locks until the connection is
# found dead: half a minute at most. Both ends check, and not only while the connection
# is idle: sent but unacknowledged data would keep it open for a quarter of an hour.
_KEEPALIVES = {"idle": 10, "interval": 5, "count": 3}
_UNCONFIRMED_MS = 25_000
DATABASES["default"].setdefault("OPTIONS", {}).update(
    keepalives=1,
    **{f"keepalives_{name}": value for name, value in _KEEPALIVES.items()},
    tcp_user_timeout=_UNCONFIRMED_MS,
    # A server that does not even refuse must not block a page or a health check.
    connect_timeout=5,
)
_SESSION_PARAMETERS: dict[str, int | str] = {
    **{f"tcp_keepalives_{name}": value for name, value in _KEEPALIVES.items()},
    "tcp_user_timeout": _UNCONFIRMED_MS,
}
# The web server cancels longer statements; workers have no limit.
if env.str("STATEMENT_TIMEOUT", ""):
    _SESSION_PARAMETERS |= {
        "statement_timeout": env.str("STATEMENT_TIMEOUT"),
        "idle_in_transaction_session_timeout": "60s",
    }
DATABASES["default"]["OPTIONS"]["options"] = " ".join(
    f"-c {name}={value}" for name, value in _SESSION_PARAMETERS.items()
)
# The role that changes tables: used by `migrate` only, by no process of the office.
DATABASE_OWNER = (
    env.dj_db_url("DATABASE_OWNER_URL") if env.str("DATABASE_OWNER_URL", "") else {}
)
# A replica of the database: the shared pages are read from it.
_PLACE = ("HOST", "PORT", "NAME", "USER", "PASSWORD")
_named = env.str("DATABASE_REPLICA_URL", "") and env.dj_db_url("DATABASE_REPLICA_URL")
DATABASE_REPLICA = {name: _named[name] for name in _PLACE} if _named else {}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
REDIS_URL = env.str("REDIS_URL", "redis://localhost:6379/0")
CACHES = {
    "default": {
        "BACKEND": "federation.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "rankbok",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
}

# --- words and days -----------------------------------------------------
LANGUAGE_CODE = env.str("LANGUAGE_CODE", "sv")
LANGUAGES = [("sv", _("Swedish")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = env.str("TIME_ZONE", "Europe/Stockholm")
USE_I18N = True
USE_TZ = True
FORMAT_MODULE_PATH = ["federation.formats"]

# --- files and mail -----------------------------------------------------
STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Only the web server reads them.
FILE_UPLOAD_PERMISSIONS = 0o600
FILE_UPLOAD_DIRECTORY_PERMISSIONS = 0o700
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or env.bool("RANKBOK_TESTING", False)
        else "federation.static_files.BundlingStaticFilesStorage"
    },
}
EMAIL_BACKEND = "federation.outbox.OutboxBackend"
MAIL_DELIVERY_BACKEND = (
    "django.core.mail.backends.smtp.EmailBackend"
    if env.str("EMAIL_HOST", "")
    else "federation.outbox.LettersInFiles"
)
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_HOST = env.str("EMAIL_HOST", "")
EMAIL_PORT = env.int("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.bool("EMAIL_USE_TLS", True)
EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", "rankbok@localhost")

# --- the door -----------------------------------------------------------
BEHIND_TLS = env.bool("BEHIND_TLS", False)
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = BEHIND_TLS
# With this prefix a browser accepts the cookie from this very host and over TLS only:
# no other host of the same domain can set one.
_OF_THIS_HOST = "__Host-" if BEHIND_TLS else ""
SESSION_COOKIE_NAME = f"{_OF_THIS_HOST}sessionid"
CSRF_COOKIE_NAME = f"{_OF_THIS_HOST}csrftoken"
SECURE_SSL_REDIRECT = BEHIND_TLS
SECURE_HSTS_SECONDS = 31_536_000 if BEHIND_TLS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = BEHIND_TLS
# Failed sign-ins and requests to the calculators are limited by client address: the one
# that the proxy reported.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if BEHIND_TLS else 0
if BEHIND_TLS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SESSION_COOKIE_HTTPONLY = True
# A browser is signed out when it has not been used for so long, and in any case so long
# after it was signed in: sooner if a role decides for the whole federation.
SESSION_LIMITS = {
    True: (
        timedelta(minutes=env.int("OFFICER_IDLE_MINUTES", 120)),
        timedelta(hours=env.int("OFFICER_SESSION_HOURS", 12)),
    ),
    False: (
        timedelta(days=env.int("IDLE_DAYS", 14)),
        timedelta(days=env.int("SESSION_DAYS", 90)),
    ),
}
SESSION_COOKIE_AGE = int(SESSION_LIMITS[False][0].total_seconds())
# The most bytes that any page reads into memory; only pages that take files accept more
# (federation/uploads.py).
DATA_UPLOAD_MAX_MEMORY_SIZE = 2_621_440
# Three fields for each board of a large section.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 5000
CSRF_FAILURE_VIEW = "federation.views.errors.csrf_failed"
PROXY_SECONDS = env.int("PROXY_SECONDS", 0, validate=validate.Range(0, 60))
# Requests to the calculators from one address per minute.
CALCULATOR_LIMIT = env.int("CALCULATOR_LIMIT", 600)

# --- workers ------------------------------------------------------------
CELERY_BROKER_URL = REDIS_URL

# --- watching it --------------------------------------------------------
# The token that gives access to /metrics; without one there is no such page.
METRICS_TOKEN = env.str("METRICS_TOKEN", "")
# Where errors are reported besides the log; without it nothing of Sentry is imported.
SENTRY_DSN = env.str("SENTRY_DSN", "")

# --- tables -------------------------------------------------------------
DJANGO_TABLES2_TEMPLATE = "components/table.html"
