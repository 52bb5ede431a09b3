"""SSF §7.5: dispensation for class M from 2150, I from 2000, II from 1800. §7.6: an
organiser fills a vacancy one class up, by the same ratings. §7.1: a player without a
class and with a rating of 1700–1799 chooses II or III.
"""

import pytest
from django.db import IntegrityError

from federation.enums import RoleKind
from federation.models import OutboxMail
from tests.factories import (
    NOON,
    ClassMembershipFactory,
    RoleFactory,
    UserFactory,
    acting,
    member,
)
from tests.refusals import refusal_code
from tests.tournaments.tournaments_made import entered, result, section, submitted
from tournaments.domain.entering import OutsideRating, enter_player
from tournaments.domain.entries.other_class import give_dispensation, place_in_class
from tournaments.domain.entry_requests.leaving import remove_entry
from tournaments.domain.movements.proposing import judge_section
from tournaments.domain.removals.putting_back import put_back
from tournaments.domain.starting import start_section, undo_start
from tournaments.models import ClassMovement, Entry, Removal

pytestmark = pytest.mark.django_db


def entry_of(player_class, rating, of=None, **facts):
    """Enter a player of this class and rating in a section with class movements."""
    player = member()
    if player_class:
        ClassMembershipFactory(player=player, player_class=player_class, **facts)
    of = of or section(gives_titles=True)
    number = OutsideRating(rating, "estimate", "Seen") if rating else None
    return enter_player(of.pk, player.pk, acting=acting(), outside=number)


def noted(entry):
    entry.refresh_from_db()
    return (entry.starts_in, entry.start_ground)


@pytest.mark.parametrize(
    ("player_class", "rating", "wanted"),
    [
        ("I", 2150, "M"),
        ("III", 2150, "M"),
        ("II", 2000, "I"),
        ("III", 1800, "II"),
        ("", 2000, "I"),
    ],
)
def test_committee_gives_dispensation_from_the_rating_limit_of_the_class(
    player_class, rating, wanted
):
    entry, by = entry_of(player_class, rating), UserFactory()

    give_dispensation(entry.pk, wanted, acting=acting(by))

    assert noted(entry) == (wanted, "dispensation")
    assert (entry.start_noted_by, entry.start_noted_at) == (by, NOON)


@pytest.mark.parametrize(
    ("player_class", "rating", "wanted", "code"),
    [
        ("I", 2149, "M", "below_limit"),
        ("III", 1999, "I", "below_limit"),
        ("II", 2200, "II", "not_higher"),
        ("II", 2200, "III", "not_higher"),
        ("", 1850, "II", "not_higher"),
    ],
)
def test_dispensation_is_refused_as_the_rules_say(player_class, rating, wanted, code):
    entry = entry_of(player_class, rating)
    assert refusal_code(give_dispensation, entry.pk, wanted) == code
    assert noted(entry) == ("", "")


def test_class_for_life_needs_no_dispensation():
    entry = entry_of("I", 2200, for_life=True)
    assert refusal_code(give_dispensation, entry.pk, "M") == "not_higher"


@pytest.mark.parametrize(
    ("player_class", "rating", "wanted"),
    [("II", 2000, "I"), ("I", 2150, "M"), ("", 2000, "I")],
)
def test_organiser_fills_a_vacancy_one_class_up(player_class, rating, wanted):
    entry = entry_of(player_class, rating)
    place_in_class(entry.pk, wanted, acting=acting())
    assert noted(entry) == (wanted, "vacancy")


@pytest.mark.parametrize(
    ("player_class", "rating", "wanted", "code"),
    [
        ("III", 2000, "I", "two_classes_up"),
        ("II", 1999, "I", "below_limit"),
        ("I", 2200, "II", "not_higher"),
        ("", 1850, "III", "not_higher"),
    ],
)
def test_vacancy_is_refused_as_the_rules_say(player_class, rating, wanted, code):
    entry = entry_of(player_class, rating)
    assert refusal_code(place_in_class, entry.pk, wanted) == code
    assert noted(entry) == ("", "")


@pytest.mark.parametrize("wanted", ["II", "III"])
def test_choice_of_a_player_without_class_is_noted(wanted):
    entry = entry_of("", 1750)
    place_in_class(entry.pk, wanted, acting=acting())
    assert noted(entry) == (wanted, "choice")


@pytest.mark.parametrize("act", [give_dispensation, place_in_class])
def test_class_to_start_in_is_refused_if_the_section_gives_no_titles(act):
    entry = entry_of("II", 2000, section())
    assert refusal_code(act, entry.pk, "I") == "no_titles"


@pytest.mark.parametrize("act", [give_dispensation, place_in_class])
@pytest.mark.parametrize("wanted", ["I", ""])
def test_class_to_start_in_is_noted_only_before_the_start(act, wanted):
    entry = entry_of("II", 2000)
    entered(entry.section, member())
    start_section(entry.section_id, acting=acting())
    assert refusal_code(act, entry.pk, wanted) == "started"


def test_noted_class_can_be_removed():
    entry = entry_of("II", 2000)
    place_in_class(entry.pk, "I", acting=acting())
    place_in_class(entry.pk, "", acting=acting())
    assert noted(entry) == ("", "")
    assert (entry.start_noted_by, entry.start_noted_at) == (None, None)


def test_only_the_committee_removes_a_dispensation():
    entry = entry_of("II", 2000)
    give_dispensation(entry.pk, "I", acting=acting())
    assert refusal_code(place_in_class, entry.pk, "") == "committees"
    assert noted(entry) == ("I", "dispensation")
    give_dispensation(entry.pk, "", acting=acting())
    assert noted(entry) == ("", "")


def test_noted_class_survives_an_undone_start():
    entry = entry_of("II", 2000)
    place_in_class(entry.pk, "I", acting=acting())
    entered(entry.section, member())
    start_section(entry.section_id, acting=acting())
    undo_start(entry.section_id, acting=acting())
    assert noted(entry) == ("I", "vacancy")


def test_committee_is_notified_of_vacancies_when_the_section_starts():
    committee = RoleFactory(kind=RoleKind.RULES_COMMITTEE).user
    RoleFactory(kind=RoleKind.BOARD)
    group = section(gives_titles=True)
    vacancy, dispensed = (entry_of("II", 2000, group) for _ in range(2))
    place_in_class(vacancy.pk, "I", acting=acting())
    give_dispensation(dispensed.pk, "I", acting=acting())
    assert not OutboxMail.objects.exists()

    start_section(group.pk, acting=acting())

    letter = OutboxMail.objects.get()
    assert letter.to == committee.email
    assert f"{vacancy.player.full_name}: II → I" in letter.body
    assert dispensed.player.full_name not in letter.body


def test_start_of_a_section_without_vacancies_sends_no_letter():
    RoleFactory(kind=RoleKind.RULES_COMMITTEE)
    entry = entry_of("II", 2000)
    entered(entry.section, member())
    start_section(entry.section_id, acting=acting())
    assert not OutboxMail.objects.exists()


@pytest.mark.parametrize("is_late", [False, True])
def test_restored_entry_starts_in_the_noted_class(is_late):
    entry = entry_of("II", 2000, section(gives_titles=True, format="boards", rounds=5))
    group = entry.section
    entered(group, member(), member())
    place_in_class(entry.pk, "I", acting=acting())
    noted_before = Entry.objects.filter(pk=entry.pk).values_list(
        "starts_in", "start_ground", "start_noted_by", "start_noted_at"
    )[0]
    remove_entry(entry.pk, acting=acting())
    if is_late:
        start_section(group.pk, acting=acting())

    put_back(Removal.objects.get().pk, acting=acting())

    assert (
        noted_before
        == group.entries.filter(player=entry.player_id).values_list(
            "starts_in", "start_ground", "start_noted_by", "start_noted_at"
        )[0]
    )


@pytest.mark.parametrize(
    "facts",
    [
        {"starts_in": "I"},
        {"start_ground": "vacancy"},
        {"starts_in": "I", "start_ground": "favour"},
    ],
)
def test_noted_class_without_ground_or_author_is_refused_by_the_database(facts):
    entry = entry_of("II", 2000)
    with pytest.raises(IntegrityError, match="entry_other_class_and_ground"):
        Entry.objects.filter(pk=entry.pk).update(**facts)


# --- judging ----------------------------------------------------------------------
def judged(player_class, scored):
    """Judge a section of seven players of class I and number 8, who starts in class I,
    wins or loses the first games by `scored` and draws the rest; all other games are
    drawn.
    """
    group = section(gives_titles=True)
    for _ in range(7):
        entry_of("I", 1950, group)
    eighth = entry_of(player_class, 2000, group)
    give_dispensation(eighth.pk, "I", acting=acting())
    start_section(group.pk, acting=acting())
    for pairing in group.pairings.order_by("round"):
        is_own = eighth.pk in (pairing.white_id, pairing.black_id)
        is_decided = is_own and pairing.round <= abs(scored)
        wins_white = (pairing.white_id == eighth.pk) == (scored > 0)
        result(pairing, ("1-0" if wins_white else "0-1") if is_decided else "1/2")
    submitted(group)
    judge_section(group.pk)
    found = ClassMovement.objects.get(entry=eighth)
    return (found.kind, found.from_class, found.to_class)


@pytest.mark.parametrize(
    ("player_class", "scored", "outcome"),
    [
        ("III", 5, ("promoted", "III", "M")),
        ("III", -1, ("stays", "III", "I")),
        ("III", -4, ("relegated", "III", "II")),
        ("II", -4, ("relegated", "II", "II")),
    ],
)
def test_player_with_dispensation_is_judged_like_the_others(
    player_class, scored, outcome
):
    assert judged(player_class, scored) == outcome


def test_higher_class_reached_since_counts_instead_of_the_noted_one():
    group = section(gives_titles=True)
    entry = entry_of("II", 2000, group)
    place_in_class(entry.pk, "I", acting=acting())
    ClassMembershipFactory(player=entry.player, player_class="M")
    entered(group, *(member() for _ in range(7)))
    start_section(group.pk, acting=acting())
    for pairing in group.pairings.all():
        result(pairing, "1/2")
    submitted(group)
    judge_section(group.pk)
    found = ClassMovement.objects.get(entry=entry)
    assert (found.kind, found.from_class, found.to_class) == ("stays", "M", "M")
