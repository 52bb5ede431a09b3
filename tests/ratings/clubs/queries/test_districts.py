"""The clubs of a district added up."""

from types import SimpleNamespace

from ratings.clubs.queries.districts import DistrictSums, sums_of


def club(members, rated, mean):
    return SimpleNamespace(members=members, rated=rated, mean=mean)


def test_district_mean_is_over_players_not_clubs():
    clubs = [club(5, 3, 1800.0), club(4, 1, 1000.0)]
    assert sums_of(clubs) == DistrictSums(clubs=2, members=9, rated=4, mean=1600.0)


def test_club_without_ratings_adds_members_but_not_to_the_mean():
    clubs = [club(7, 0, None), club(2, 2, 1500.0)]
    assert sums_of(clubs) == DistrictSums(clubs=2, members=9, rated=2, mean=1500.0)


def test_mean_is_missing_if_no_player_has_a_rating():
    assert sums_of([club(7, 0, None)]) == DistrictSums(1, 7, 0, None)
    assert sums_of([]) == DistrictSums(0, 0, 0, None)
