"""Each check has a case that is tried in a browser."""

from tests.tournaments.finding_cases import CASES
from tournaments.enums import FindingKind


def test_every_kind_of_finding_has_a_browser_case():
    assert set(CASES) == set(FindingKind)
