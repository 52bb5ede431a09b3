"""Errors are reported to Sentry, or a service with its protocol, if SENTRY_DSN is set.
Without it nothing of the library is imported.
"""

from typing import Any

from federation.watching.log_lines import hide_persons
from federation.watching.numbering import FIELD, current_number

Event = dict[str, Any]
LEFT_OUT = ("request", "user", "breadcrumbs", "extra")
"""Addresses, forms, cookies, accounts, earlier log lines: each may contain personal
data.
"""


def report_errors_to_sentry(dsn: str) -> None:
    """Send errors to Sentry if its address is set."""
    if not dsn:
        return
    import sentry_sdk  # noqa: PLC0415

    sentry_sdk.init(
        dsn=dsn,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        before_send=without_persons,  # type: ignore[arg-type]
    )


def without_persons(event: Event, _hint: object) -> Event:
    """Return an event with its request's number, and without personal data."""
    for name in LEFT_OUT:
        event.pop(name, None)
    for raised in event.get("exception", {}).get("values", ()):
        raised["value"] = hide_persons(str(raised.get("value", "")))
    entry = event.get("logentry", {})
    for name in ("message", "formatted"):
        if name in entry:
            entry[name] = hide_persons(str(entry[name]))
    entry.pop("params", None)
    event.setdefault("tags", {})[FIELD] = current_number()
    return event
