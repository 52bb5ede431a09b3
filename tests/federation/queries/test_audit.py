from dataclasses import replace
from datetime import date, timedelta

import pghistory
import pytest
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from federation.domain.authorship import ActionContext
from federation.domain.memberships import join_club
from federation.domain.players import PlayerFacts, edit_player
from federation.models import Player
from federation.queries.audit import AuditQuery, kinds, latest_change, log_page
from federation.queries.audit_fields import FIELDS, field_label
from federation.queries.audit_words import ACTS, KINDS, in_words, kind_label
from tests.factories import (
    NOON,
    OFFICE,
    ClubFactory,
    MembershipFactory,
    PlayerFactory,
    UserFactory,
)

pytestmark = pytest.mark.django_db
PLAYERS = AuditQuery(kind="player")


def lines(query=PLAYERS, before=None, size=50):
    return in_words(log_page(query, before or {}, size).entries)


def renamed(player, name, by=None):
    player.refresh_from_db()
    facts = PlayerFacts.of(player)
    edit_player(
        player.pk,
        replace(facts, last_name=name),
        seen=facts.version,
        acting=ActionContext(by.pk if by else None, NOON),
    )


def test_update_shows_the_values_before_and_after():
    player, user = PlayerFactory(last_name="Berg"), UserFactory(name="Eva")
    renamed(player, "Ek", user)
    line = lines()[0]
    assert (line.by, line.kind, line.act, line.about) == (
        "Eva",
        "Player",
        "update",
        f"{player.first_name} Ek",
    )
    assert [(d.label, d.before, d.after) for d in line.differences] == [
        ("Last name", "Berg", "Ek")
    ]


def test_change_is_compared_with_the_version_just_before_it():
    player, user = PlayerFactory(last_name="Berg"), UserFactory(name="Eva")
    for name in ("Ek", "Lind"):
        renamed(player, name, user)
    newest = lines()[0]
    assert [(d.before, d.after) for d in newest.differences] == [("Ek", "Lind")]


def test_new_row_shows_all_its_values_in_words():
    PlayerFactory(
        national_id="17", first_name="Bo", last_name="Ek", birth_year=1980, gender="m"
    )
    assert [(d.label, d.after) for d in lines()[0].differences] == [
        ("Player number", "17"),
        ("First name", "Bo"),
        ("Last name", "Ek"),
        ("Year of birth", "1980"),
        ("Gender", "Man"),
        ("Country", "SWE"),
        ("Status", "Active"),
        ("Name shown", "Full name"),
    ]


def test_deleted_row_shows_its_last_values():
    player = PlayerFactory(first_name="Bo", last_name="Ek")
    MembershipFactory(player=player, club=ClubFactory(name="Wasa SK")).delete()
    line = lines(AuditQuery(kind="membership"))[0]
    assert (line.act, line.about) == ("delete", "Bo Ek, Wasa SK")
    assert ("Club", "Wasa SK", "–") in [
        (d.label, d.before, d.after) for d in line.differences
    ]


def test_membership_is_named_after_player_and_club():
    player = PlayerFactory(first_name="Bo", last_name="Ek")
    club = ClubFactory(name="Wasa SK")
    join_club(player.pk, club.pk, from_date=date(2026, 6, 15), acting=OFFICE)
    line = lines(AuditQuery(kind="membership"))[0]
    assert line.about == "Bo Ek, Wasa SK"
    assert [(d.label, d.after) for d in line.differences] == [
        ("Player", "Bo Ek"),
        ("Club", "Wasa SK"),
        ("From", "2026-06-15"),
        ("Main club", "yes"),
    ]


def test_work_of_the_office_has_no_author():
    PlayerFactory()
    assert lines()[0].by == ""


def test_page_of_a_change_is_shown():
    with pghistory.context(url="/members/17/edit/"):
        PlayerFactory()
    assert lines()[0].page == "/members/17/edit/"


def test_log_is_filtered_by_a_persons_name_or_address():
    eva = UserFactory(name="Eva Sand", email="eva@example.org")
    player = PlayerFactory()
    renamed(player, "Ek", eva)
    renamed(player, "Berg", UserFactory(name="Ola", email="ola@example.org"))
    query = [
        [line.by for line in lines(replace(PLAYERS, person=text))]
        for text in ("eva", "sand EVA", "eva@example", "nobody")
    ]
    assert query == [["Eva Sand"]] * 3 + [[]]


def test_log_is_filtered_by_days():
    PlayerFactory()
    today = timezone.localdate(Player.pgh_event_model.objects.get().pgh_created_at)
    found = [
        len(lines(replace(PLAYERS, first_day=first, last_day=last)))
        for first, last in (
            (today, today),
            (date(2100, 1, 1), None),
            (None, date(2000, 1, 1)),
        )
    ]
    assert found == [1, 0, 0]


def test_log_is_filtered_to_one_row():
    player = PlayerFactory()
    PlayerFactory()
    query = replace(PLAYERS, about=player.pk)
    assert [line.about for line in lines(query)] == [player.full_name]


def test_pages_show_every_entry_once_over_all_tables():
    for n in range(7):
        ClubFactory(name=f"Club {n}", district__name=f"District {n}")
        PlayerFactory(first_name="P", last_name=str(n))
    seen, place = [], {}
    while True:
        page = log_page(AuditQuery(), place, 4)
        seen += [(entry.kind, entry.event.pgh_id) for entry in page.entries]
        assert len(page.entries) <= 4
        if not page.older:
            break
        place = page.older
    total = sum(model.objects.count() for model in kinds().values())
    assert len(seen) == len(set(seen)) == total


def test_rows_of_a_table_keep_their_order_if_a_transaction_ends_late():
    for n in range(3):
        PlayerFactory(first_name="P", last_name=str(n))
    events = Player.pgh_event_model.objects.order_by("pgh_id")
    moments = [event.pgh_created_at for event in events]
    for event, late in zip(list(events), (2, 1, 0), strict=True):
        event.pk = None
        event.pgh_created_at = moments[0] + timedelta(seconds=late)
        event.save(force_insert=True)
    page = log_page(PLAYERS, {}, 1)
    rest = log_page(PLAYERS, page.older, 50)
    assert [entry.event.last_name for entry in (*page.entries, *rest.entries)] == [
        *("2", "1", "0"),
        *("2", "1", "0"),
    ]


def test_query_count_of_a_page_does_not_depend_on_the_number_of_lines(
    django_assert_max_num_queries,
):
    for n in range(20):
        renamed(PlayerFactory(), str(n), UserFactory())
    with django_assert_max_num_queries(4):
        lines(size=40)


def test_every_kind_has_a_label():
    assert sorted(KINDS) == sorted(kinds())
    assert [kind_label(kind) for kind in KINDS] == list(KINDS.values())


def test_latest_change_names_its_author():
    player, user = PlayerFactory(), UserFactory(name="Eva")
    renamed(player, "Ek", user)
    assert latest_change(Player, player.pk).by == "Eva"
    assert latest_change(Player, 0) is None


def test_every_shown_field_has_a_label():
    nameless = {
        (kind, field.name)
        for kind, versions in kinds().items()
        for field in versions._meta.concrete_fields  # noqa: SLF001
        if field.name != "id"
        and not field.name.startswith("pgh_")
        and not isinstance(field.verbose_name, Promise)
    }
    assert sorted({name for _, name in nameless}) == sorted(FIELDS)


def test_field_without_a_verbose_name_is_labelled_in_the_readers_language():
    with translation.override("sv"):
        assert field_label("taken_by", "taken by") == "Uppladdad av"
        assert field_label("fide_id", gettext_lazy("FIDE number")) == "FIDE-nummer"


def test_swedish_verb_agrees_with_every_kind():
    with translation.override("sv"):
        verbs = {str(words) for words in ACTS.values()}
    assert verbs == {"har lagts in", "har ändrats", "har tagits bort"}
