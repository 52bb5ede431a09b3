"""The points given by the games of one report, separate from the rest of the period.
The numbers are those of SSF rating, point 3: 16 between equals, 13 or 26 at a
difference of 270.
"""

from datetime import date

import pytest

from ratings.engine.domain.explaining import explain_live
from ratings.merges.domain.merges import MergeDraft, confirm_merge, propose_merge
from ratings.models import Change, Computation
from tests.factories import acting, chess_pool, computed, line
from tests.ratings.rating_lists import SPRING, SUMMER, accepted, rated
from tournaments.domain.report_points import points_of_report

pytestmark = pytest.mark.django_db
END = date(2026, 4, 30)


def points(report):
    number = Computation.objects.get(pool=chess_pool()).computed
    report.refresh_from_db()
    return points_of_report(report, number)


def test_losses_here_and_wins_elsewhere_are_separate():
    player, other, third = rated(1900), rated(1900), rated(1900)
    this_report = accepted(line(player, other, 0, SPRING, key=1), source_number=1)
    other_report = accepted(line(player, third, 2, SPRING, key=1), source_number=2)
    computed()

    assert points(this_report) == {(player.pk, END): -16, (other.pk, END): 16}
    assert points(other_report) == {(player.pk, END): 16, (third.pk, END): -16}


def test_games_of_two_periods_are_separate():
    player, other = rated(1900), rated(1900)
    report = accepted(
        line(player, other, 2, SPRING, key=1), line(player, other, 2, SUMMER, key=2)
    )
    computed()

    found = points(report)

    assert found[player.pk, END] == 16
    assert set(found) == {
        (each.pk, day) for each in (player, other) for day in (END, date(2026, 8, 31))
    }


def test_all_reports_of_a_period_together_give_its_change():
    people = [rated(rating) for rating in (1500, 1700, 1890, 2100)]
    reports = [
        accepted(
            *(
                line(people[a], people[b], (a + b + number) % 3, SPRING, key=10 * a + b)
                for a in range(4)
                for b in range(a + 1, 4)
            ),
            source_number=number,
        )
        for number in (1, 2, 3)
    ]
    computed()
    number = Computation.objects.get(pool=chess_pool()).computed

    parts = [points(report) for report in reports]

    for player in people:
        explained = explain_live(chess_pool().pk, player.pk, END, number).step
        together = sum(part[player.pk, END] for part in parts)
        assert together == sum(game.change + game.bonus for game in explained.games)


def test_games_of_a_merged_card_belong_to_the_player():
    player, other, card = rated(1900), rated(1900), rated(1900)
    report = accepted(line(card, other, 2, SPRING, key=1))
    draft = MergeDraft(gone_id=card.pk, stays_id=player.pk, reason="one person")
    merge = propose_merge(draft, acting=acting())
    confirm_merge(merge.pk, acting=acting())
    computed()

    assert points(report) == {(player.pk, END): 16, (other.pk, END): -16}
    assert Change.objects.get(player_id=player.pk, ended_on=END).games == 1
