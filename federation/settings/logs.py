"""What goes into the logs."""

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": "structlog.stdlib.ProcessorFormatter",
            "processor": "structlog.processors.LogfmtRenderer",
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "filters": {"news": {"()": "federation.celery.UnlessByTheClock"}},
    "loggers": {
        "django.request": {"level": "ERROR"},
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"filters": ["news"]},
        "celery.app.trace": {"filters": ["news"]},
    },
}
