"""The logs: a line of fields (logfmt) for each event, including those of libraries,
with the number of its request.
"""

import structlog

from federation.watching.log_lines import without_persons

# `request_number` and `task` are taken from the context: federation/watching.
_OF_EVERY_LINE: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        *_OF_EVERY_LINE,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "lines": {
            "()": "structlog.stdlib.ProcessorFormatter",
            "foreign_pre_chain": _OF_EVERY_LINE,
            "processors": [
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                without_persons,
                structlog.processors.LogfmtRenderer(
                    key_order=["timestamp", "level", "event"], bool_as_flag=False
                ),
            ],
        }
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
    "root": {"handlers": ["console"], "level": "INFO"},
    "filters": {
        "news": {"()": "federation.celery.SkipClockTasks"},
        "faults": {"()": "federation.watching.log_lines.SkipBusyRefusals"},
    },
    "loggers": {
        "django.request": {"level": "ERROR", "filters": ["faults"]},
        "celery.beat": {"level": "WARNING"},
        # It lacks the request's number; the start of a task is logged elsewhere, with
        # the number.
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"filters": ["news"]},
    },
}
