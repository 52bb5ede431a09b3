"""The public list of a player's tournaments."""

from datetime import date

import pytest

from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from tests.factories import acting, member
from tests.tournaments.tournaments_made import (
    entered,
    played,
    section,
    started,
    submitted,
    tournament,
)
from tournaments.domain.planning.cancelling import cancel_tournament
from tournaments.queries.movements.waiting import sections_of_report, sections_to_judge
from tournaments.queries.player_tournaments import tournaments_of

pytestmark = pytest.mark.django_db


def cup(name, day, *players):
    of = tournament(name=name, start_date=day, end_date=day)
    return started(section(of), players=players)


def names(player):
    return [each.section.tournament.name for each in tournaments_of(player.pk)]


def test_tournaments_are_newest_first_without_those_in_preparation():
    ada, bo = member(), member()
    cup("Middle", date(2026, 5, 10), ada, bo)
    cup("Late", date(2026, 6, 1), ada, bo)
    cup("Early", date(2026, 5, 1), ada, bo)
    cup("Later with the same day", date(2026, 6, 1), ada, bo)
    entered(section(tournament(name="Draft")), ada)
    cup("Others", date(2026, 5, 1), bo, member())
    assert names(ada) == ["Later with the same day", "Late", "Middle", "Early"]


def test_tournaments_of_a_merged_card_belong_to_the_player():
    merged_card, remaining_card, bo = member(), member(), member()
    cup("Old card", date(2026, 5, 10), merged_card, bo)
    cup("New card", date(2026, 5, 20), remaining_card, bo)
    merge = propose_merge(
        MergeDraft(merged_card.pk, remaining_card.pk, "one man"), acting=acting()
    )
    confirm_merge(merge.pk, acting=acting())
    assert names(remaining_card) == ["New card", "Old card"]


def test_tournament_cancelled_after_its_start_is_listed():
    ada = member()
    group = cup("Cancelled", date(2026, 5, 10), ada, member())
    cancel_tournament(group.tournament_id, acting=acting())
    assert names(ada) == ["Cancelled"]


def test_sections_of_a_report_are_those_that_have_begun():
    of = tournament()
    begun = started(section(of), size=2)
    section(of, name="Group B")
    cup("Other", date(2026, 5, 10), member(), member())
    report = submitted(played(begun), is_final=False)
    assert sections_of_report(report.pk) == [begun.pk]
    assert sections_of_report(report.pk + 1) == []
    assert sections_to_judge(report.pool_id + 1) == []
    assert sections_to_judge(report.pool_id) == sections_to_judge()
