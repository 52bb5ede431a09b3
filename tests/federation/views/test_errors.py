import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError

from federation.views.errors import broken


def answer_to(rf, problem):
    """Return Django's response while it handles the exception."""
    try:
        raise problem
    except type(problem):
        return broken(rf.get("/"))


@pytest.mark.parametrize("problem", [OperationalError(), InterfaceError()])
def test_page_reports_that_the_database_is_down_and_when_to_try_again(rf, problem):
    answer = answer_to(rf, problem)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Back in a moment" in answer.content.decode()


def test_error_of_the_code_is_not_reported_as_one_of_the_database(rf):
    answer = answer_to(rf, ProgrammingError())
    assert (answer.status_code, "Retry-After" in answer) == (500, False)
    assert "Something went wrong here" in answer.content.decode()
