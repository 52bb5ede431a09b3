"""What tests of the API may ask for. None of them may touch the database."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

JSON = "application/json"
Ask = Callable[..., HttpResponse]


@pytest.fixture
def ask() -> Ask:
    """Ask a calculator; what is no text yet is sent as JSON."""
    client = Client(headers={"Accept-Language": "en"})

    def asked(system: str, data: Any, kind: str = JSON, **facts: Any) -> HttpResponse:
        body = data if isinstance(data, str | bytes) else json.dumps(data)
        path = f"/api/v1/calculators/{system}"
        return client.generic("POST", path, body, kind, **facts)

    return asked


@pytest.fixture
def answer(ask: Ask) -> Callable[[str, Any], dict[str, Any]]:
    """The answer to a question that has one."""

    def answered(system: str, data: Any) -> dict[str, Any]:
        response = ask(system, data)
        assert response.status_code == 200, response.content
        return response.json()

    return answered


@pytest.fixture
def faults(ask: Ask) -> Callable[[str, Any], dict[str, str]]:
    """Path and code of each fault of a question that has none but faults."""

    def found(system: str, data: Any) -> dict[str, str]:
        response = ask(system, data)
        assert response.status_code == 422, response.content
        errors = response.json()["errors"]
        assert all(error["why"] != error["code"] for error in errors)
        return {error["path"]: error["code"] for error in errors}

    return found
