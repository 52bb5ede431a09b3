"""Publishing while the broker is down."""

from socket import create_server

import pytest
from kombu import Connection
from kombu.exceptions import OperationalError


def nobodys_address():
    with create_server(("127.0.0.1", 0)) as door:
        return f"redis://127.0.0.1:{door.getsockname()[1]}/0"


def test_who_submits_waits_for_no_second_attempt(settings):
    # Kombu takes these three from the transport's options when it publishes.
    patience = {
        name: settings.CELERY_BROKER_TRANSPORT_OPTIONS[name]
        for name in ("max_retries", "interval_start", "interval_step")
    }
    waits = []
    with pytest.raises(OperationalError):
        Connection(nobodys_address()).ensure_connection(
            errback=lambda _failure, wait: waits.append(wait), **patience
        )
    assert waits == [0]
