"""Players suggested for a name or number typed into the form of a section."""

from datetime import date

import pytest

from federation.enums import Visibility
from federation.permissions import NOBODY, actor_of
from ratings.models import CurrentRating
from ratings.pools.domain.pools import create_pool
from tests.factories import ClubFactory, PlayerFactory, chess_pool, member, secretary_of
from tests.tournaments.tournaments_made import entered, section, tournament
from tournaments.queries.suggestions import (
    may_be_chosen,
    may_be_number,
    numbered,
    suggested_matches,
    suggested_players,
)

pytestmark = pytest.mark.django_db
TODAY = date(2026, 6, 15)


def test_suggested_player_has_the_rating_of_the_pool_of_the_tournament():
    ada, bo = member(last_name="Ekberg"), member(last_name="Ekberg")
    other = create_pool(
        code="other",
        name="Other",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    group, theirs = section(), section(tournament(pool_id=other.pk))
    for pool, player, points in ((chess_pool(), ada, 1500), (other, ada, 1900)):
        CurrentRating.objects.create(
            pool_id=pool.pk,
            player_id=player.pk,
            rating=points,
            base=points - 1,
            games=1,
            ended_on=TODAY,
        )
    ratings, other_ratings = (
        {
            each.player_id: each.rating
            for each in suggested_players(of, "ekberg", NOBODY, TODAY)
        }
        for of in (group, theirs)
    )
    assert ratings == {ada.pk: 1500, bo.pk: None}
    assert other_ratings == {ada.pk: 1900, bo.pk: None}


def test_player_of_another_section_is_suggested_as_not_entered():
    cup = tournament()
    group, other = section(cup), section(cup, name="Group B")
    ada, bo = member(), member()
    entered(group, ada)
    entered(other, bo)
    found = suggested_matches(group, [bo.pk, ada.pk], NOBODY, TODAY)
    assert [(each.player_id, each.is_entered) for each in found] == [
        (bo.pk, False),
        (ada.pk, True),
    ]


def test_similar_newcomer_who_was_not_registered_after_all_is_left_out():
    bo = member()
    unknown = bo.pk + 1
    found = suggested_matches(section(), [unknown, bo.pk], NOBODY, TODAY)
    assert [each.player_id for each in found] == [bo.pk]


def test_hidden_player_is_suggested_only_to_users_who_keep_the_card():
    club = ClubFactory()
    hidden = member(club, last_name="Ekberg")
    type(hidden).objects.filter(pk=hidden.pk).update(visibility=Visibility.HIDDEN)
    group = section()

    def found(actor):
        return [
            each.player_id for each in suggested_players(group, "ekberg", actor, TODAY)
        ]

    keeper = actor_of(secretary_of(club), TODAY)
    stranger = actor_of(secretary_of(ClubFactory()), TODAY)
    assert (found(keeper), found(stranger)) == ([hidden.pk], [])
    chosen = [may_be_chosen(hidden.pk, actor, TODAY) for actor in (keeper, stranger)]
    assert chosen == [True, False]


def test_number_leads_to_the_player_into_whom_the_card_was_merged():
    stays = PlayerFactory(national_id="1", visibility=Visibility.HIDDEN)
    second = PlayerFactory(national_id="2", merged_into=stays)
    PlayerFactory(national_id="3", merged_into=second)
    assert [numbered(number) for number in ("1", "2", "3", "4")] == [
        stays.pk,
        stays.pk,
        stays.pk,
        None,
    ]


def test_text_with_a_digit_and_without_a_space_may_be_a_number():
    texts = "1234", "S-12", "Ada", "Ada 2", ""
    assert [may_be_number(each) for each in texts] == [True, True, False, False, False]


def test_exact_name_comes_first_then_players_of_the_club():
    club = ClubFactory()
    group = section(tournament(club))
    other = member(first_name="Stefan", last_name="Berglunda")
    own = member(club, first_name="Stefan", last_name="Berglundh")
    very = member(first_name="Stefan", last_name="Berglund")
    found = suggested_players(group, "stefan berglund", NOBODY, TODAY)
    assert [(each.player_id, each.is_exact) for each in found] == [
        (very.pk, True),
        (own.pk, False),
        (other.pk, False),
    ]


def test_name_spelled_differently_is_no_exact_match():
    player = member(first_name="Stefan", last_name="Berglund")
    of = section()
    exact = {
        typed: [each.is_exact for each in suggested_players(of, typed, NOBODY, TODAY)]
        for typed in ("Stefan Berglind", "Berglund", "Berglund Stefan")
    }
    number = suggested_players(of, player.national_id, NOBODY, TODAY)
    assert exact == {
        "Stefan Berglind": [False],
        "Berglund": [False],
        "Berglund Stefan": [True],
    }
    assert [each.is_exact for each in number] == [True]
