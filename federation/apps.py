from django.apps import AppConfig
from django.conf import settings


class FederationConfig(AppConfig):
    name = "federation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        # Every process that may send a task has to be configured for the broker.
        import federation.celery  # noqa: PLC0415
        import federation.receivers  # noqa: F401, PLC0415 - connects the events
        from federation.watching.sentry import report_errors_to_sentry  # noqa: PLC0415

        report_errors_to_sentry(settings.SENTRY_DSN)
