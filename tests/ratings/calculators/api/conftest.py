"""Fixtures of the API's tests. None of these tests may touch the database."""

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
    """Return a function that posts to a calculator; data other than text is sent as
    JSON.
    """
    client = Client(headers={"Accept-Language": "en"})

    def post_question(
        system: str, data: Any, kind: str = JSON, **facts: Any
    ) -> HttpResponse:
        body = data if isinstance(data, str | bytes) else json.dumps(data)
        path = f"/api/v1/calculators/{system}"
        return client.generic("POST", path, body, kind, **facts)

    return post_question


@pytest.fixture
def answer(ask: Ask) -> Callable[[str, Any], dict[str, Any]]:
    """Return a function that posts a valid question and returns the answer."""

    def answered(system: str, data: Any) -> dict[str, Any]:
        response = ask(system, data)
        assert response.status_code == 200, response.content
        return response.json()

    return answered


@pytest.fixture
def faults(ask: Ask) -> Callable[[str, Any], dict[str, str]]:
    """Return a function that posts an invalid question and returns path and code of
    each error."""

    def found(system: str, data: Any) -> dict[str, str]:
        response = ask(system, data)
        assert response.status_code == 422, response.content
        errors = response.json()["errors"]
        assert all(error["why"] != error["code"] for error in errors)
        return {error["path"]: error["code"] for error in errors}

    return found
