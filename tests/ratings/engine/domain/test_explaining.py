"""Explaining steps from the ledger: `ratings.engine.domain.explaining`. Numbers come
from SSF rating: point 3 and the Examples, points 7, 9, 10 and Below 1200.
"""

from datetime import date

import pytest

from federation.domain.authorship import ActionContext
from federation.models import Player
from ratings.decisions.domain.decisions import revoke_decision
from ratings.engine.domain.explaining import explain_listed, explain_live
from ratings.enums import DecisionKind
from ratings.ledger.domain.periods import open_period_of_today
from ratings.ledger.domain.reports import accept_report
from ratings.models import Change, Decision, ListEntry, RatingList
from ratings.players.queries.explanations import (
    disagreements,
    stored_change,
    stored_entry,
)
from tests.factories import NOON, PlayerFactory, chess_pool, line, member, posted, side
from tests.ratings.rating_lists import (
    SPRING,
    SUMMER,
    accepted,
    corrected,
    decided,
    period,
    published,
    rated,
    rulebook_game,
    up_to_date,
)
from tests.worlds import shared

pytestmark = pytest.mark.django_db

END = date(2026, 4, 30)


def live(player, end=END):
    pool = chess_pool()
    return explain_live(pool.pk, player.pk, end, pool.computation.computed)


def numbers(explanation):
    step = explanation.step
    return step.before, [game.change for game in step.games], step.after


@pytest.mark.parametrize(
    ("score", "adams", "bertils"), [(2, 26, -13), (1, 10, -5), (0, -6, 3)]
)
def test_the_rulebooks_example_is_explained(score, adams, bertils):
    adam, bertil, _report = rulebook_game(score)
    up_to_date()
    assert numbers(live(adam)) == (1950, [adams], 1950 + adams)
    assert numbers(live(bertil)) == (2220, [bertils], 2220 + bertils)


def test_the_working_names_the_row_of_the_table_and_its_paragraphs():
    adam, bertil, report = rulebook_game()
    up_to_date()
    explanation = live(bertil)
    game = explanation.step.games[0]
    assert (game.difference, game.compensation, game.unhalved, game.halved) == (
        270, 10, -26, True,
    )  # fmt: skip
    assert game.paragraphs[:2] == ("SSF rating, point 3", "SSF rating, point 4")
    assert explanation.players[game.opponent] == adam.pk
    assert (explanation.reports[0], explanation.keys[0]) == (report.pk, 1)


def test_published_lists_explanation_never_changes():
    adam, bertil, _report = rulebook_game(2)
    first = published(SPRING)
    before = explain_listed(first, adam.pk).step
    corrected(adam, bertil, 0)
    second = published(SPRING)
    assert explain_listed(first, adam.pk).step == before
    assert numbers(explain_listed(first, adam.pk)) == (1950, [26], 1976)
    assert numbers(explain_listed(second, adam.pk)) == (1950, [-6], 1944)
    assert numbers(live(adam)) == (1950, [-6], 1944)


def test_later_list_is_explained_with_its_own_bases():
    adam, bertil, _report = rulebook_game(2)
    cecilia = rated(1976)
    accepted(line(adam, cecilia, 2, SUMMER))
    published(SPRING)
    summers = published(SUMMER)
    corrected(adam, bertil, 0)
    up_to_date()
    explained = explain_listed(summers, cecilia.pk).step
    # Equal within 10 points: 16 (SSF rating, point 3), against Adam's 1976 at that
    # time.
    assert (explained.games[0].opponent_base, explained.change) == (1976, -16)
    assert live(cecilia, period(SUMMER).end_date).step.games[0].opponent_base == 1944


def test_list_is_explained_with_a_decision_revoked_later():
    adam, _bertil, _report = rulebook_game(2)
    decided(adam, 25, kind=DecisionKind.ADJUSTMENT, on=SPRING)
    first = published(SPRING)
    revoke_decision(
        Decision.objects.get(kind="adjustment").pk, acting=ActionContext(None, NOON)
    )
    up_to_date()
    assert explain_listed(first, adam.pk).step.adjustment == 25
    assert live(adam).step.adjustment == 0


def test_newcomers_base_in_a_list_explanation_is_as_computed():
    newcomer, adam = member(birth_year=1980), rated(1700)
    first = side(newcomer, outside=1500, outside_kind="fide")
    second = side(newcomer, outside=1900, outside_kind="fide")
    accepted(
        line(first, rated(1500), 1, SPRING, key=1, round=1),
        line(second, adam, 1, SPRING, key=2, round=2),
    )
    listed = published(SPRING)
    game = explain_listed(listed, adam.pk).step.games[0]
    assert (game.opponent_base, game.opponent_from) == (1900, "outside")
    assert explain_listed(listed, newcomer.pk).step.start_from == "outside"


def test_a_day_on_which_no_step_ends_has_no_explanation():
    adam, _bertil, _report = rulebook_game()
    up_to_date()
    assert live(adam, date(2026, 4, 29)) is None


@shared
def varied_office():
    """Post three years with everything that can change a rating."""
    youth = [
        member(birth_year=2014, first_name=f"Young{number}") for number in range(3)
    ]
    adults = [rated(rating) for rating in (1250, 1600, 2199, 2260)]
    outside = PlayerFactory()
    guest = side(outside, is_member=False, outside=1810, outside_kind="estimate")
    days = (date(2024, 2, 3), date(2024, 6, 8), date(2025, 2, 1), SPRING)
    for number, day in enumerate(days):
        lines = [
            line(
                side(youth[0], adopts=True),
                side(youth[1], adopts=True),
                number % 3,
                day,
                key=1,
                minutes=60,
            ),
            line(side(youth[2], adopts=True), adults[0], 1, day, key=2, round=2),
            line(adults[1], adults[2], 2, day, key=3, round=2, board=2),
            line(adults[3], guest, 0, day, key=4, round=3),
            line(adults[2], adults[3], 1, day, key=5, round=4),
            line(adults[1], adults[3], 2, day, key=6, round=5, played=False),
        ]
        accepted(*(lines if number != 1 else lines[:2]))
    decided(youth[0], -20, kind=DecisionKind.ADJUSTMENT, on=days[2])
    decided(adults[0], 1500, kind=DecisionKind.ASSESSED, on=days[2])
    open_period_of_today(chess_pool(), today=SUMMER, acting=ActionContext(None, NOON))
    for day in (*days[:3], SPRING):
        published(day)


def test_explanation_of_every_stored_change_adds_up_to_it(varied_office):
    pool = chess_pool()
    rows = list(Change.objects.values_list("player_id", "ended_on"))
    wrong = {
        (player_id, ended_on): disagreements(
            live(Player(pk=player_id), ended_on).step,
            stored_change(pool.pk, player_id, ended_on),
        )
        for player_id, ended_on in rows
    }
    assert rows
    assert {row: parts for row, parts in wrong.items() if parts} == {}


def test_explanation_of_every_list_entry_adds_up_after_corrections(varied_office):
    for report_lines in (2, 0):
        white, black = rated(1400), rated(1900)
        report = posted(
            line(white, black, report_lines, date(2024, 3, 1)), source_number=5000
        )
        accept_report(report.pk, acting=ActionContext(None, NOON))
        up_to_date()
    wrong = {}
    for rating_list in RatingList.objects.select_related("period"):
        for player_id in ListEntry.objects.filter(list_id=rating_list.pk).values_list(
            "player_id", flat=True
        ):
            step = explain_listed(rating_list, player_id).step
            stored = stored_entry(rating_list.pool_id, rating_list.pk, player_id)
            wrong[rating_list.number, player_id] = disagreements(step, stored)
    assert len(wrong) > 20
    assert {entry: parts for entry, parts in wrong.items() if parts} == {}


def test_the_explanation_of_a_list_counts_a_forfeit_as_no_game():
    # SSF rating, point 10: a player given a point in the year counts as having played.
    adam, bertil = rated(1950), rated(1800)
    accepted(line(adam, bertil, 2, date(2025, 2, 1), key=1))
    accepted(line(adam, bertil, 2, date(2025, 10, 1), key=2, played=False))
    accepted(line(rated(1500), rated(1500), 1, SPRING, key=3))
    listed = published(SPRING)
    step = explain_listed(listed, adam.pk).step
    entry = ListEntry.objects.get(list_id=listed.pk, player_id=adam.pk)
    assert (step.deduction, step.after) == (-50, entry.rating)
