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
    [outcome] = carry_out([check], supervisor, {"GIVEN": "to all"}, tmp_path)
    return outcome


def test_successful_check_has_passed_and_keeps_its_output(supervisor, tmp_path):
    code = "import os; print(os.environ['GIVEN'])"
    outcome = outcome_of(supervisor, tmp_path, code)
    assert (outcome.passed, outcome.output) == (True, "to all\n")


def test_failing_check_has_failed(supervisor, tmp_path):
    outcome = outcome_of(supervisor, tmp_path, "print('found 2 errors'); exit(1)")
    assert outcome.passed is False
    assert outcome.line().split()[:6] == [
        "FAILED", "two", "words", "found", "2", "errors",
    ]  # fmt: skip


def test_pytest_run_without_tests_has_failed(supervisor, tmp_path):
    (tmp_path / "test_nothing.py").touch()
    command = [sys.executable, "-m", "pytest", "-c", os.devnull, str(tmp_path)]
    checks = [Check("tests", command)]
    [outcome] = carry_out(checks, supervisor, os.environ, tmp_path)
    assert outcome.passed is False
    assert "no tests ran" in outcome.output


def test_checks_of_one_list_run_concurrently(supervisor, tmp_path):
    """Each waits for a file of the other one."""
    wait = (
        "import pathlib, sys, time; own, other = map(pathlib.Path, sys.argv[1:])\n"
        "own.touch(); end = time.monotonic() + 30\n"
        "while not other.exists(): assert time.monotonic() < end; time.sleep(0.05)\n"
    )
    places = [str(tmp_path / "one"), str(tmp_path / "two")]
    together = [
        Check(name, [sys.executable, "-c", wait, *order])
        for name, order in (("first", places), ("second", places[::-1]))
    ]
    outcomes = carry_out(together, supervisor, os.environ, tmp_path)
    assert sorted((each.name, each.passed) for each in outcomes) == [
        ("first", True),
        ("second", True),
    ]


def test_failing_check_does_not_stop_others(supervisor, tmp_path):
    together = [
        Check(name, [sys.executable, "-c", f"import time; time.sleep({wait}); {code}"])
        for name, wait, code in (("bad", 0, "exit(1)"), ("good", 1, "print('well')"))
    ]
    outcomes = list(carry_out(together, supervisor, os.environ, tmp_path))
    assert [(each.name, each.passed, each.output) for each in outcomes] == [
        ("bad", False, ""),
        ("good", True, "well\n"),
    ]


def names(groups):
    return [check.name for group in groups for check in group]


def test_quick_checks_are_those_of_code_rules_and_source():
    all_of_them = names(checks())
    quick = names(quick_checks())
    assert quick == [*all_of_them[: all_of_them.index("types") + 1], "rules and source"]


def test_every_test_is_in_exactly_one_group():
    marks = ("browser", "alone", "processes")
    chosen = [
        check.command[check.command.index("-m", 3) + 1]
        for group in checks()
        for check in group
        if check.name.startswith("tests")
    ]
    for mark in ("none", *marks):
        known = {name: name == mark for name in marks}
        assert sum(eval(each, {}, known) for each in chosen) == 1, mark  # noqa: S307
