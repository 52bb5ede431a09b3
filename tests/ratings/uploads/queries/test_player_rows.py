"""The review's texts about a player of a file, and about a finding."""

import pytest

from federation.models import Player
from ratings.enums import FileFindingKind, FindingAnswer, MatchedBy
from ratings.models import ImportFinding, ImportPlayer
from ratings.uploads.queries.imports import PlayerCandidate, PlayerRow


@pytest.mark.parametrize(
    ("matched_by", "year", "candidate_year", "same_name", "expected"),
    [
        (MatchedBy.ALIKE, 1990, 1999, True, True),
        (MatchedBy.ALIKE, 1990, 1999, False, False),
        (MatchedBy.ALIKE, None, 1999, True, False),
        (MatchedBy.ALIKE, 1990, None, True, False),
        (MatchedBy.SAME_NAME, 1990, 1999, True, False),
    ],
)
def test_same_name_with_another_year_is_described_as_such(
    matched_by, year, candidate_year, same_name, expected
):
    row = PlayerRow(
        ImportPlayer(matched_by=matched_by, birth_year=year, score=0.6),
        (PlayerCandidate(Player(birth_year=candidate_year), "", 0.6, same_name),),
    )
    assert row.has_other_year is expected


@pytest.mark.parametrize(
    ("matched_by", "score", "same_name", "expected"),
    [
        (MatchedBy.NOBODY, 0.9, True, True),
        (MatchedBy.NOBODY, 0.7, False, True),
        (MatchedBy.NOBODY, None, False, False),  # a player entered by typing
        (MatchedBy.SAME_NAME, 0.9, True, False),
    ],
)
def test_candidate_of_an_unmatched_player_was_registered_later(
    matched_by, score, same_name, expected
):
    row = PlayerRow(
        ImportPlayer(matched_by=matched_by),
        (PlayerCandidate(Player(), "", score, same_name),),
    )
    assert row.has_come_since is expected


@pytest.mark.parametrize(
    ("kind", "answer", "expected"),
    [
        (FileFindingKind.READ_AS, FindingAnswer.OPEN, True),
        (FileFindingKind.READ_AS, FindingAnswer.AS_IT_STANDS, False),
        (FileFindingKind.POINTS, FindingAnswer.OPEN, False),
    ],
)
def test_informational_finding_asks_for_no_answer(kind, answer, expected):
    assert ImportFinding(kind=kind, answer=answer).is_only_noted is expected
