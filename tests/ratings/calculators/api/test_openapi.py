"""The OpenAPI document agrees with what the API does."""

import json
import re

import pytest
from django.test import Client
from pydantic import BaseModel, ValidationError

from ratings.calculators.api.calculators import api
from ratings.calculators.found import own_pages, schemas
from ratings.rules.calculators import CALCULATORS

DAY = "/api/v1/players/{player_id}/ratings/{day}"
ANY = "/api/v1/calculators/{system}"


@pytest.fixture(scope="module")
def document():
    return Client().get("/api/v1/openapi.json").json()


def test_every_calculator_is_described(document):
    calculators = {f"/api/v1/calculators/{system}" for system in CALCULATORS}
    assert document["paths"].keys() - calculators == {DAY, ANY}
    assert calculators <= document["paths"].keys()
    assert schemas().keys() == CALCULATORS.keys()


@pytest.mark.parametrize("system", CALCULATORS)
def test_operation_documents_request_response_and_errors(document, system):
    operation = document["paths"][f"/api/v1/calculators/{system}"]["post"]
    assert operation.keys() >= {"summary", "requestBody", "responses"}
    assert operation["responses"].keys() == {
        "200", "400", "411", "413", "415", "422", "429",
    }  # fmt: skip
    assert "security" not in operation


def test_request_schemas_are_written_out_without_references(document):
    for path in document["paths"].values():
        for operation in path.values():
            assert "$ref" not in str(operation.get("requestBody"))


@pytest.mark.parametrize("system", CALCULATORS)
def test_the_example_is_answered_as_described(answer, system):
    schema = schemas()[system]
    schema.question.model_validate(schema.example)
    schema.answer.model_validate(answer(system, schema.example), extra="forbid")


BROAD = {
    "ssf": {
        "games": [{"own": 2200, "opponent": 900, "score": 0.5}],
        "bonus": True,
        "goal": {"own": 1900, "opponents": [1900], "goal": 2900},
    },
    "lask": {
        "games": [{"own": 2200, "opponent": 900, "score": 0.5}],
        "concentrated": {"rating": 1900, "score": 5.5, "games": 9, "class": "I"},
        "monrad": {
            "rating": 1900,
            "score": 5,
            "rounds": 9,
            "quality_points": 36,
            "ratings": [1900, None],
            "mean": 1800,
            "by": "A. Holm",
            "reason": "known",
        },
        "initial": {"stronger": 1800, "weaker": 1760, "share": 0.5},
        "goal": {"own": 1900, "opponents": [1900], "goal": 1901},
    },
    "scrabble": {"opponents": [], "wins": 0, "goal": 1000},
    "elo": {
        "games": [
            {"own": 2000, "opponent": 2100, "score": 1, "k": 40, "tournament": 1},
            {"own": 2001, "opponent": 2100, "score": 1, "k": 40},
        ],
        "first_rating": {"opponents": [1900], "score": 0},
        "performance": {"opponents": [1900], "score": 0.5},
        "goal": {"own": 2000, "opponents": [2100], "k": 20, "rating": 2900},
    },
    "glicko2": {"games": []},
    "renju": {
        "players": [
            {"id": 1, "level": "1 dan", "at_three_months": "2 dan", "at_end": "3 dan"},
            {"id": "b", "level": None, "decided": "10 kyu", "first_tournament": True},
            {"id": 3, "level": None},
        ],
        "games": [{"a": 1, "b": "b", "score": None, "counts": False, "key": 1}],
        "sanctioned": False,
        "needs": {"level": None, "opponents": ["10 dan"], "first_tournament": True},
    },
}


@pytest.mark.parametrize("system", CALCULATORS)
def test_every_field_of_requests_and_responses_is_described(answer, system):
    schema = schemas()[system]
    schema.question.model_validate(BROAD[system])
    schema.answer.model_validate(answer(system, BROAD[system]), extra="forbid")
    missing = schema.question.model_fields.keys() - BROAD[system].keys()
    assert missing <= {"rating", "rd", "volatility", "tau", "most_rd",
                       "most_volatility", "edition"}  # fmt: skip


@pytest.mark.parametrize("system", CALCULATORS)
def test_what_may_be_left_out_has_no_default_that_is_refused(document, ask, system):
    operation = document["paths"][f"/api/v1/calculators/{system}"]["post"]
    schema = operation["requestBody"]["content"]["application/json"]["schema"]
    assert not re.search(r'"default": (null|\[\])', json.dumps(schema))
    for name, part in schema["properties"].items():
        if {"type": "null"} in part.get("anyOf", ()):
            with_null = {**schemas()[system].example, name: None}
            assert ask(system, with_null).status_code == 200


GAME = {"own": 2000, "opponent": 2100, "score": 1, "k": 20}
MONRAD = {"rating": 1900, "score": 0, "rounds": 9, "quality_points": 36, "mean": 1800}


@pytest.mark.parametrize(
    ("system", "question"),
    [
        ("elo", {"games": [{**GAME, "tournament": 1001}]}),
        ("lask", {"monrad": {**MONRAD, "games": 0}}),
        (
            "lask",
            {"concentrated": {"rating": 1, "score": 0, "games": 1, "ratings": []}},
        ),
    ],
)
def test_limits_of_numbers_and_lists_are_described(faults, system, question):
    assert faults(system, question)
    with pytest.raises(ValidationError):
        schemas()[system].question.model_validate(question)


def test_own_rating_may_be_left_out_after_the_first_game_with_the_bonus(answer):
    later = {"opponent": 1100, "score": 1}
    question = {"games": [{**later, "own": 1000}, later], "bonus": True}
    schemas()["ssf"].question.model_validate(question)
    assert answer("ssf", question)["games"][1]["own"] == 1000


def test_no_response_schema_is_empty():
    kinds = [
        kind for each in schemas().values() for kind in (each.question, each.answer)
    ]
    assert all(issubclass(kind, BaseModel) and kind.model_fields for kind in kinds)


def test_only_one_api_version_exists(document):
    assert (document["info"]["title"], api.version) == ("Rankbok", "1")


def test_every_calculator_of_a_system_has_a_folder():
    assert sorted(own_pages()) == sorted(CALCULATORS)
