"""Checking the constraints of a row before it is written: `federation.models.checks`."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from federation.models.checks import ChecksInOneQuery
from tests.tournaments.tournaments_made import section as make_section
from tournaments.models import Section

pytestmark = pytest.mark.django_db


def errors_of(validate):
    with pytest.raises(ValidationError) as refused:
        validate()
    return refused.value.message_dict


def test_check_constraints_of_a_row_are_one_query():
    section = make_section()
    checks = [
        each
        for each in Section._meta.constraints  # noqa: SLF001 (documented)
        if isinstance(each, models.CheckConstraint)
    ]
    with CaptureQueriesContext(connection) as queries:
        section.validate_constraints()
    questions = [query["sql"] for query in queries if '"_check"' in query["sql"]]
    assert (len(checks) > 5, len(questions)) == (True, 1)


@pytest.mark.parametrize(
    "facts",
    [
        {"rounds": 41},
        {"point_system": "3-1-0", "gives_titles": True},
        {"rounds": 41, "mean_rating": 1500},
    ],
)
def test_every_violated_constraint_is_named_as_by_django(facts):
    section = make_section()
    for name, value in facts.items():
        setattr(section, name, value)
    as_django = errors_of(lambda: models.Model.validate_constraints(section))
    assert errors_of(section.validate_constraints) == as_django


@pytest.mark.parametrize("model", ChecksInOneQuery.__subclasses__())
def test_no_check_constraint_refers_to_another_table(model):
    """Django silently skips such a check, and then all checks would be skipped."""
    checks = [
        each.condition
        for each in model._meta.constraints  # noqa: SLF001 (documented)
        if isinstance(each, models.CheckConstraint)
    ]
    fields = model._meta.concrete_fields  # noqa: SLF001 (documented)
    columns = {field.name: models.Value(None, field) for field in fields}
    models.Q(*checks).check(columns)
    assert checks


def test_unique_number_that_is_taken_is_named():
    first = make_section()
    second = Section(tournament=first.tournament, number=first.number, rounds=5)
    as_django = errors_of(lambda: models.Model.validate_constraints(second))
    assert errors_of(second.validate_constraints) == as_django
