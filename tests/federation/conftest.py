import pytest


@pytest.fixture
def outbox(settings):
    """Letters go where the office puts them: into a table."""
    settings.EMAIL_BACKEND = "federation.outbox.OutboxBackend"
