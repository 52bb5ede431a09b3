"""No check without a case that is tried in a browser."""

from tests.tournaments.finding_cases import CASES
from tournaments.enums import FindingKind


def test_every_kind_has_a_case_for_the_browser():
    assert set(CASES) == set(FindingKind)
