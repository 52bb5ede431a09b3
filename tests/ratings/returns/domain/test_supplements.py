"""The first year's supplement from a club's return (LASK 11b): every player gets
10 · S/N − S/M.

The worked ledger's club has S = 3 in N = 1 game with M = 2 players: 30 − 1½ is 28½,
halves upwards 29; the other club −3 with one player: −30 + 3 = −27.
"""

from datetime import date

import pytest
from django.utils import translation

from ratings.decisions.domain.decisions import (
    DecisionDraft,
    make_decision,
    reject_decision,
    revoke_decision,
)
from ratings.enums import DecisionKind
from ratings.models import Change, Decision, Edition
from ratings.returns.domain.returning import (
    ReturnNotPossible,
    current_supplements,
    receive_return,
    send_back,
)
from ratings.returns.domain.supplements import (
    Supplement,
    confirm_supplement,
    decide_supplement,
    supplement_of,
)
from tests.factories import acting, officer
from tests.ratings.lask_pool import kept_by_lask
from tests.ratings.rating_lists import up_to_date
from tests.ratings.returns.domain.test_returning import clubs, return_of, sent

__all__ = ["clubs"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def received(clubs):
    """The two clubs' returns of the system's first season, both received."""
    kept_by_lask(supplement_season=2025)
    returns = [sent(club) for club in clubs]
    return [
        receive_return(each.pk, seen=each.posting_number, acting=acting())
        for each in returns
    ]


def test_supplement_shows_its_parts(received):
    assert [supplement_of(each) for each in received] == [
        Supplement(factor=10, points=3, games=1, members=2, each=29),
        Supplement(factor=10, points=-3, games=1, members=1, each=-27),
    ]


def test_supplement_is_only_for_the_first_season_and_a_received_return(clubs, received):
    club_return = received[0]
    Edition.objects.update(parameters={"supplement_season": 2024})
    assert supplement_of(club_return) is None
    Edition.objects.update(parameters={"supplement_season": 2025})
    send_back(club_return.pk, "once more", acting=acting())
    assert supplement_of(return_of(clubs[0])) is None


def test_every_player_gets_the_supplement_in_the_base_of_1_september(received):
    maker, other = officer(), officer()
    assert decide_supplement(received[0].pk, acting=acting(maker)) == 2
    with pytest.raises(ReturnNotPossible, match=r"^own_supplement$"):
        confirm_supplement(received[0].pk, acting=acting(maker))
    assert confirm_supplement(received[0].pk, acting=acting(other)) == 2
    up_to_date()
    summer = Change.objects.filter(ended_on="2026-08-31").order_by("-after")
    # 1903 and 1816 of 1 June.
    assert [(row.adjustment, row.after) for row in summer] == [(29, 1932), (29, 1845)]
    reason = Decision.objects.get(return_line__player_id=summer[0].player_id).reason
    assert "10 · S/N − S/M with S = 3, N = 1 and M = 2 gives 29." in reason


def test_supplement_is_decided_once_and_again_after_a_revocation(received):
    club_return = received[1]
    decide_supplement(club_return.pk, acting=acting())
    with pytest.raises(ReturnNotPossible, match=r"^state$"):
        decide_supplement(club_return.pk, acting=acting())
    confirm_supplement(club_return.pk, acting=acting())
    with pytest.raises(ReturnNotPossible, match=r"^state$"):
        confirm_supplement(club_return.pk, acting=acting())
    revoke_decision(
        current_supplements(club_return).get().pk, acting=acting(), reason="wrong M"
    )
    assert decide_supplement(club_return.pk, acting=acting()) == 1


def test_rejected_supplement_of_one_player_does_not_block_the_others(received):
    club_return = received[0]
    decide_supplement(club_return.pk, acting=acting())
    first, second = current_supplements(club_return)
    reject_decision(first.pk, acting=acting(), reason="moved away")
    assert confirm_supplement(club_return.pk, acting=acting()) == 1
    assert list(current_supplements(club_return)) == [second]


def test_waiting_decision_of_the_same_points_must_be_settled_first(received):
    line = received[0].lines.order_by("pk").last()
    draft = DecisionDraft(
        received[0].pool_id,
        DecisionKind.ADJUSTMENT,
        line.player_id,
        date(2026, 8, 31),
        29,
        "by hand",
    )
    make_decision(draft, acting=acting())
    with pytest.raises(ReturnNotPossible, match=r"^supplement_waits$"):
        decide_supplement(received[0].pk, acting=acting())
    assert Decision.objects.filter(kind="adjustment").count() == 1


def test_return_with_a_supplement_cannot_be_sent_back(received):
    decide_supplement(received[0].pk, acting=acting())
    with pytest.raises(ReturnNotPossible, match=r"^supplement$"):
        send_back(received[0].pk, "one game more", acting=acting())


def test_club_without_games_outside_gets_no_supplement(clubs, received):
    club_return = received[0]
    club_return.games = club_return.points = 0
    club_return.save()
    with pytest.raises(ReturnNotPossible, match=r"^nothing$"):
        decide_supplement(club_return.pk, acting=acting())


def test_supplement_counts_at_once_if_four_eyes_are_waived(received, settings):
    settings.FOUR_EYES = False
    decide_supplement(received[0].pk, acting=acting())
    assert current_supplements(received[0]).exclude(confirmed_at=None).count() == 2


def test_confirming_for_one_club_leaves_another_waiting(received):
    decisions = [decide_supplement(each.pk, acting=acting()) for each in received]

    assert (decisions, confirm_supplement(received[0].pk, acting=acting())) == (
        [2, 1],
        2,
    )
    waiting = current_supplements(received[1]).values_list("confirmed_at", flat=True)
    assert list(waiting) == [None]
    confirmed = [
        current_supplements(each).exclude(confirmed_at=None).count()
        for each in received
    ]
    assert confirmed == [2, 0]


def test_reason_is_in_the_federations_language(received, settings):
    settings.LANGUAGE_CODE = "sv"
    with translation.override("en"):
        decide_supplement(received[1].pk, acting=acting())

    assert current_supplements(received[1]).get().reason == (
        "Första årets tillägg enligt klubbens årsuppgift (LASK 11b): 10 · S/N − S/M med"
        " S = -3, N = 1 och M = 1 ger -27."
    )


def test_each_line_of_the_return_has_its_own_decision(received):
    decide_supplement(received[0].pk, acting=acting())

    lines = received[0].lines.select_related("supplement")
    decisions = [
        (each.supplement.player_id == each.player_id, each.supplement.on_date)
        for each in lines
    ]
    assert decisions == [(True, date(2026, 8, 31))] * 2


def test_return_not_yet_sent_gives_no_supplement(clubs):
    kept_by_lask(supplement_season=2025)
    club_return = sent(clubs[0])

    with pytest.raises(ReturnNotPossible, match=r"^state$"):
        decide_supplement(club_return.pk, acting=acting())
