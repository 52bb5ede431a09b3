"""Requests that are refused before any calculation, however they are sent."""

import json
import math

import pytest
from django.db import OperationalError
from django.test import Client

from federation.front.bodies import REFUSED
from federation.front.threads import RETRY_AFTER
from ratings.calculators.api import calculators
from ratings.calculators.api.bodies import LARGEST
from ratings.rules.calculators import CALCULATORS

GAME = {"own": 1950, "opponent": 2220, "score": 1}
ALL = pytest.mark.parametrize("system", CALCULATORS)


def status_and_code(response):
    (error,) = response.json()["errors"]
    assert error["path"] == "request"
    return response.status_code, error["code"]


@ALL
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (" ", 400, "not_json"),
        ("{", 400, "not_json"),
        ("{'games': []}", 400, "not_json"),
        ("[" * 100_000, 400, "too_deep"),
        ('{"a":' * 50_000, 400, "too_deep"),
        (b'{"games": "\xff"}', 400, "not_utf8"),
        ('{"games": []}'.encode("utf-16"), 400, "not_utf8"),
        ('{"games": [], "games": []}', 400, "repeated_name"),
        (" " * (LARGEST + 1), 413, "too_large"),
        ("null", 422, "not_an_object"),
        ("[]", 422, "not_an_object"),
        ('"games"', 422, "not_an_object"),
        ("true", 422, "not_an_object"),
        ("1e400", 422, "not_an_object"),
    ],
)
def test_malformed_body_is_refused(ask, system, body, status, code):
    assert status_and_code(ask(system, body)) == (status, code)


@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
    ],
)
def test_another_content_type_is_refused(ask, kind):
    assert status_and_code(ask("ssf", {"games": [GAME]}, kind)) == (
        415,
        "not_json_type",
    )


def test_charset_and_byte_order_mark_are_accepted(ask):
    body = b"\xef\xbb\xbf" + json.dumps({"games": [GAME]}).encode()
    assert ask("ssf", body, "application/json; charset=utf-8").status_code == 200


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete", "options"])
@ALL
def test_another_method_is_not_allowed(method, system):
    response = getattr(Client(), method)(f"/api/v1/calculators/{system}")
    assert (*status_and_code(response), response["Allow"]) == (
        405,
        "wrong_method",
        "POST",
    )


@pytest.mark.parametrize("system", ["chess", "SSF", "ssf/", "../ssf", "%00"])
def test_unknown_calculator_is_not_found(ask, system):
    assert ask(system, {"games": [GAME]}).status_code in {400, 404}
    assert status_and_code(ask("chess", {})) == (404, "no_calculator")


@pytest.mark.parametrize(
    "address",
    [
        "%00",
        "calculators/%00",
        "players/1/ratings/2026-01-01?pool=%00",
        "players/%00/ratings/2026-01-01",
    ],
)
def test_nul_character_is_refused_as_everything_else_is(address):
    refused = Client(headers={"Accept-Language": "en"}).get(f"/api/v1/{address}")
    assert status_and_code(refused) == (400, "unreadable")
    assert (refused["Content-Type"], refused["Content-Language"]) == (
        "application/json",
        "en",
    )


@pytest.mark.parametrize(
    ("status", "code"),
    [(400, "unreadable"), (408, "too_slow"), (411, "no_length"), (503, "busy")],
)
def test_what_the_server_refuses_is_refused_as_everything_else_is(ask, status, code):
    refused = ask("ssf", {"games": [GAME]}, **{REFUSED: status})
    assert status_and_code(refused) == (status, code)
    assert refused.headers.get("Retry-After") == (
        str(RETRY_AFTER) if status == 503 else None
    )


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [(ZeroDivisionError, 500, "broken"), (OperationalError, 503, "busy")],
)
def test_failure_of_the_office_is_reported_as_json(monkeypatch, error, status, code):
    def fail(*_):
        raise error

    monkeypatch.setattr(calculators, "calculate", fail)
    client = Client(raise_request_exception=False)
    failed = client.post(
        "/api/v1/calculators/ssf", "{}", content_type="application/json"
    )
    assert status_and_code(failed) == (status, code)
    assert "text/html" not in failed["Content-Type"]


@pytest.mark.parametrize("method", ["post", "put", "delete"])
def test_openapi_document_is_only_read(method):
    client = Client(enforce_csrf_checks=True)
    refused = getattr(client, method)("/api/v1/openapi.json")
    assert status_and_code(refused) == (405, "wrong_method")
    assert refused["Allow"] == "GET, HEAD"


def test_pages_outside_the_api_keep_their_own_words():
    assert b"<h1>" in Client().get("/api/%00").content


@pytest.mark.parametrize("path", ["players/1", "players/1/ratings/2026-01-01/", "x"])
def test_unknown_address_is_not_taken_for_a_calculator(path):
    answer = Client().get(f"/api/v1/{path}")
    assert status_and_code(answer) == (404, "no_address")


@pytest.mark.parametrize(
    ("number", "code"),
    [
        ("NaN", "not_whole"),
        ("-Infinity", "not_whole"),
        ("1e400", "not_whole"),
        ("1950.5", "not_whole"),
        ("-10000.0", "too_low"),
        ("1e9", "too_high"),
        ("9" * 200, "too_high"),
        ("9" * 5000, "not_whole"),
    ],
)
def test_invalid_rating_is_refused_with_its_path(faults, number, code):
    body = f'{{"games": [{{"own": {number}, "opponent": 2220, "score": 1}}]}}'
    assert faults("ssf", body) == {"games[0].own": code}
    assert faults("lask", body) == {"games[0].own": code}


def test_a_whole_number_may_be_written_with_decimals(answer):
    written = {"own": 1950.0, "opponent": 2220.0, "score": 1.0}
    assert answer("ssf", {"games": [written]}) == answer("ssf", {"games": [GAME]})


@pytest.mark.parametrize("system", ["ssf", "lask", "elo", "glicko2"])
def test_ten_thousand_games_are_too_many(faults, system):
    assert faults(system, {"games": [GAME] * 10_000}) == {"games": "too_many"}


def test_invalid_points_have_their_own_error_message(ask):
    response = ask("ssf", {"games": [{**GAME, "own": -1, "score": 2}]})
    assert {error["path"]: error["why"] for error in response.json()["errors"]} == {
        "games[0].own": "This number is too low.",
        "games[0].score": "These are more points than there are games.",
    }


@pytest.mark.parametrize(
    "score",
    ["1", "½", True, None, [], {}, -0.5, 0.25, 1.5, 1e308, 10**400, math.nan, math.inf],
)
@ALL
def test_invalid_score_is_refused_with_its_path(faults, system, score):
    paths = {
        "ssf": ("games[0].score", {"games": [{**GAME, "score": score}]}),
        "lask": ("games[0].score", {"games": [{**GAME, "score": score}]}),
        "elo": ("games[0].score", {"games": [{**GAME, "k": 20, "score": score}]}),
        "scrabble": ("wins", {"opponents": [1000], "wins": score}),
        "glicko2": ("games[0].score", {"games": [{"rating": 1400, "score": score}]}),
        "renju": (
            "games[0].score",
            {
                "players": [{"id": 1, "level": None}, {"id": 2, "level": None}],
                "games": [{"a": 1, "b": 2, "score": [] if score is None else score}],
            },
        ),
    }
    path, question = paths[system]
    assert list(faults(system, question)) == [path]


def test_reason_is_given_in_the_requested_language(ask):
    english = ask("ssf", [], headers={"Accept-Language": "en"})
    assert english.json()["errors"][0]["why"] == (
        "This has to be an object, with names and values."
    )
    assert english["Content-Language"] == "en"


def test_no_token_is_required():
    client = Client(enforce_csrf_checks=True)
    response = client.post(
        "/api/v1/calculators/ssf",
        json.dumps({"games": [GAME]}),
        content_type="application/json",
    )
    assert response.status_code == 200
