import pytest


@pytest.fixture
def outbox(settings):
    """Store letters as the office does: in a table."""
    settings.EMAIL_BACKEND = "federation.outbox.OutboxBackend"
