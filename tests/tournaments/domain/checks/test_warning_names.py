"""What the office calls the findings of the checks: `tournaments.apps`."""

import pytest

from ratings.review.queries.reports import warning_name
from tournaments.enums import FindingKind


@pytest.mark.parametrize("kind", FindingKind)
def test_office_calls_a_finding_what_its_sender_read(kind):
    assert warning_name(kind) == kind.label
