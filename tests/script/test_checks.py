import os
import sys

import pytest

from script.checks import Check, carry_out, checks, quick_checks
from script.guard import Guard
from script.stop_signals import StopSignals
from script.supervisor import Supervisor

pytestmark = pytest.mark.processes


@pytest.fixture
def supervisor():
    with StopSignals() as signals:
        guard = Guard()
        supervisor = Supervisor(signals, guard)
        yield supervisor
        supervisor.stop()
        guard.dismiss()


def outcome_of(supervisor, tmp_path, code: str, *arguments: str):
    check = Check("two words", [sys.executable, "-c", code, *arguments])
    return carry_out(check, supervisor, {"GIVEN": "to all"}, tmp_path)


def test_a_check_that_ends_well_has_passed_and_kept_what_it_said(supervisor, tmp_path):
    code = "import os; print(os.environ['GIVEN'])"
    outcome = outcome_of(supervisor, tmp_path, code)
    assert (outcome.passed, outcome.output) == (True, "to all\n")


def test_a_check_that_ends_badly_has_failed(supervisor, tmp_path):
    outcome = outcome_of(supervisor, tmp_path, "print('found 2 errors'); exit(1)")
    assert outcome.passed is False
    assert outcome.line().split()[:6] == [
        "FAILED", "two", "words", "found", "2", "errors",
    ]  # fmt: skip


def test_a_pytest_that_collected_no_test_has_failed(supervisor, tmp_path):
    (tmp_path / "test_nothing.py").touch()
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, str(tmp_path)]
    outcome = carry_out(Check("tests", command), supervisor, os.environ, tmp_path)
    assert outcome.passed is False
    assert "no tests ran" in outcome.output


def test_the_quick_checks_are_those_of_the_code_and_the_rules():
    all_of_them = [check.name for check in checks()]
    quick = [check.name for check in quick_checks()]
    assert quick == [*all_of_them[: all_of_them.index("types") + 1], "rules"]
