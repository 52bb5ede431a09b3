import pytest
from django.db import InterfaceError, OperationalError, ProgrammingError

from federation.views.errors import broken


def answer_to(rf, problem):
    """As Django asks for the page while it handles the problem."""
    try:
        raise problem
    except type(problem):
        return broken(rf.get("/"))


@pytest.mark.parametrize("problem", [OperationalError(), InterfaceError()])
def test_while_the_database_is_away_pages_say_so_and_when_to_come_back(rf, problem):
    answer = answer_to(rf, problem)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert "Back in a moment" in answer.content.decode()


def test_a_fault_of_ours_is_none_of_the_databases(rf):
    answer = answer_to(rf, ProgrammingError())
    assert (answer.status_code, "Retry-After" in answer) == (500, False)
    assert "Something broke here" in answer.content.decode()
