"""Log lines are fields (logfmt), including those of libraries, and contain no personal
data.
"""

import logging
import re
from collections.abc import MutableMapping
from http import HTTPStatus
from typing import Any

Fields = MutableMapping[str, Any]
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")
DETAIL = re.compile(r"(DETAIL|CONTEXT): .*")
"""The part that PostgreSQL adds to an error: it contains the values of the row."""


def hide_persons(text: str) -> str:
    """Return a text without email addresses and values of rows."""
    return ADDRESS.sub("(address)", DETAIL.sub(r"\1: (left out)", text))


def without_persons(_logger: object, _method: str, fields: Fields) -> Fields:
    """Apply `hide_persons` to every field, as a processor of structlog."""
    for name, value in fields.items():
        if isinstance(value, str):
            fields[name] = hide_persons(value)
    return fields


class SkipBusyRefusals(logging.Filter):
    """Leaves out lines about requests that were asked to come back later: these answers
    are counted and have a line of their own, and a crowd would fill the log with errors
    that are none. Errors of the database are still logged.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        status = getattr(record, "status_code", 0)
        return status != HTTPStatus.SERVICE_UNAVAILABLE or bool(record.exc_info)
