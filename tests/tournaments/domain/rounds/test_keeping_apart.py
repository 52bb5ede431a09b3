import pytest

from tests.factories import acting
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import section, started
from tests.worlds import shared
from tournaments.domain.rounds.keeping_apart import allow_meeting, keep_apart

pytestmark = pytest.mark.django_db


@shared
def group():
    return started(section(format="boards", rounds=3), size=4)


def ids(group):
    return list(group.entries.in_order().values_list("pk", flat=True))


def keep(group, one, other, **facts):
    entries = ids(group)
    arguments = {"is_strict": True, "reason": "One family", **facts}
    return keep_apart(
        group.pk, (entries[one], entries[other]), acting=acting(), **arguments
    )


def test_two_players_are_kept_apart_until_they_may_meet(group):
    pair = keep(group, 2, 0)

    assert (pair.one_id, pair.other_id) == (ids(group)[0], ids(group)[2])
    allow_meeting(group.pk, pair.pk, acting=acting())
    assert not group.kept_apart.exists()
    assert refusal_code(allow_meeting, group.pk, pair.pk) == "gone"


def test_pair_is_kept_apart_once_in_either_order(group):
    keep(group, 0, 1)
    one, two, *_rest = ids(group)
    facts = {"is_strict": False, "reason": "One club"}
    assert refusal_code(keep_apart, group.pk, (two, one), **facts) == "apart"


def test_player_is_not_kept_apart_from_themself_or_a_player_of_another_section(group):
    one = ids(group)[0]
    stranger = ids(started(section(format="boards", rounds=3), size=2))[0]
    facts = {"is_strict": False, "reason": "One club"}
    assert refusal_code(keep_apart, group.pk, (one, one), **facts) == "same_player"
    assert refusal_code(keep_apart, group.pk, (one, stranger), **facts) == "not_entered"


def test_pair_of_another_section_is_not_released(group):
    pair = keep(group, 0, 1)
    other = started(section(format="boards", rounds=3), size=2)
    assert refusal_code(allow_meeting, other.pk, pair.pk) == "gone"
