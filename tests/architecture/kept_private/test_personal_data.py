"""All data about a person are in the export, and none of them are left in the database
after the person was erased.
"""

import json
from datetime import date, timedelta

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils import timezone

from federation.domain.accounts.invitations import InvitationOffer, invite
from federation.domain.authorship import ActionContext
from federation.domain.erasing import ask_to_erase_player, confirm_erasure, erase_due
from federation.domain.mail import write_letter
from federation.enums import RoleKind
from federation.models import (
    AccountEvent,
    Erasure,
    JoiningRequest,
    Membership,
    Player,
    Suspension,
    User,
)
from federation.queries.personal_data import LEFT_OUT, PersonLink, columns_of_people
from federation.queries.personal_words import PRINTED
from ratings.imports.domain.retention import ENDED
from ratings.models import (
    FideLine,
    FideList,
    FideRating,
    ImportBlock,
    ImportFault,
    ImportFile,
    ImportPlayer,
    Posting,
)
from tests import database
from tests.factories import (
    NOON,
    ClubFactory,
    PlayerFactory,
    RoleFactory,
    UserFactory,
    chess_pool,
    line,
)
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

LONG_AGO = date(2000, 1, 1)
NAME = ("Zacharina", "Quistlöf-Ångvärd")
ADDRESS, NUMBER, FIDE = "zq@leaving.example", "7471999", 1799321


# --- the export -------------------------------------------------------------------
def lead_to_people():
    """Return table and column of everything that refers to a person, by the constraints
    of the database and by the names of columns.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conrelid::regclass::text, a.attname FROM pg_constraint c"
            " JOIN pg_attribute a ON a.attrelid = conrelid AND a.attnum = conkey[1]"
            " WHERE contype = 'f' AND conparentid = 0 AND confrelid IN"
            " ('federation_player'::regclass, 'federation_user'::regclass)"
            " UNION SELECT c.relname, a.attname FROM pg_class c"
            " JOIN pg_attribute a ON a.attrelid = c.oid"
            " WHERE c.relnamespace = 'public'::regnamespace"
            " AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND (a.attname ~"
            " '^(player|user|white|black|fide)_id$|_by_id$|^e?mail$|^to$'"
            " OR a.attname ~ '(player|user|claimant)_?(id|number)?$')"
            " AND a.atttypid::regtype::text ~ 'int|char'"
        )
        return set(cursor.fetchall())


@pytest.mark.django_db
def test_every_column_that_leads_to_a_person_is_exported_or_has_a_reason():
    in_export = {
        (apps.get_model(each.label)._meta.db_table, field.column)  # noqa: SLF001
        for each in columns_of_people()
        for field in apps.get_model(each.label)._meta.concrete_fields  # noqa: SLF001
        if field.name == each.name
    }
    through = {
        ("tournaments_pairing", "white_id"),
        ("tournaments_pairing", "black_id"),
    }
    others = {
        (t, c) for t, c in lead_to_people() if not t.startswith("pg") and c in COUNTS
    }
    assert sorted(lead_to_people() - in_export - through - others) == []


COUNTS = {"people", "players"}


def test_columns_left_out_of_the_export_exist():
    left_out = {
        f"{each.label}.{each.name}"
        for each in columns_of_people()
        if each.leads is PersonLink.LEFT_OUT
    }
    assert left_out == set(LEFT_OUT)


def test_every_table_about_people_has_a_readable_heading():
    about = {
        each.label
        for each in columns_of_people()
        if each.leads not in (PersonLink.ACT, PersonLink.LEFT_OUT)
        and not each.label.endswith("Event")
    }
    audited = {
        label for label in about if hasattr(apps.get_model(label), "pgh_event_model")
    }
    assert sorted(about - audited - set(PRINTED)) == []


# --- the erasure ------------------------------------------------------------------
def dump():
    """Return every row of the database as text, with bytes decoded."""
    lines = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid::regclass::text FROM pg_class WHERE relkind IN ('r', 'p')"
            " AND NOT relispartition"
            " AND relnamespace = 'public'::regnamespace"
        )
        for (table,) in cursor.fetchall():
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            lines += [f"{table}: {' '.join(map(_text, row))}" for row in cursor]
    return lines


def _text(value):
    if isinstance(value, bytes | memoryview):
        return bytes(value).decode("utf-8", "replace")
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def traces():
    """Return rows that identify the person: both names, the address, a number."""
    first, last = (each.casefold() for each in NAME)
    found = []
    for row in dump():
        text = row.casefold()
        if (first in text and last in text) or any(
            each in text for each in (ADDRESS, NUMBER, str(FIDE), "quistlof-angvard")
        ):
            found.append(row)
    return found


def left_player():
    """Return a player who has left, with data in every kind of place."""
    opponent = rated(1800)
    player = rated(1900)
    Player.objects.filter(pk=player.pk).update(
        first_name=NAME[0], last_name=NAME[1], national_id=NUMBER, fide_id=FIDE,
        gender="f",
    )  # fmt: skip
    accepted(line(player, opponent, 2, SPRING))
    up_to_date()
    user = UserFactory(player=player, email=ADDRESS, name=" ".join(NAME))
    boss = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    _traces_in_the_register(player, user, boss)
    _traces_in_the_ledger(player, boss)
    return player


def _traces_in_the_register(player, user, boss):
    now, name = timezone.now(), " ".join(NAME)
    invite(
        InvitationOffer(player_id=PlayerFactory().pk, email="other@example.org"),
        acting=ActionContext(boss.pk, now), url_of=str,
    )  # fmt: skip
    AccountEvent.objects.create(at=now, kind="signed_in", user=user, network="10.0.0.0")
    write_letter(to=ADDRESS, subject="Hello", body=f"Dear {name}", at=now)
    write_letter(to="club@example.org", subject="Left", body=f"{name} left", at=now)
    Suspension.objects.create(
        player=player, from_date=LONG_AGO, to_date=LONG_AGO,
        reason=f"{NAME[1]}, {NAME[0]} was rude", decided_by=boss,
    )  # fmt: skip
    for typed in ({"number": NUMBER}, {"name": name, "birth_year": player.birth_year}):
        JoiningRequest.objects.create(
            club=ClubFactory(), from_date=LONG_AGO, asked_by=boss, asked_at=NOON,
            expires_at=NOON + timedelta(days=30), looked_up_at=NOON, player=player,
            state="withdrawn", settled_at=NOON, settled_by=boss, **typed,
        )  # fmt: skip
    Membership.objects.filter(player=player).update(to_date=date(2026, 7, 1))


def _traces_in_the_ledger(player, boss):
    name = " ".join(NAME)
    Posting.objects.create(
        pool=chess_pool(), number=99_999, act="report", by=boss, at=NOON,
        reason=f"Asked by {name} ({ADDRESS}), FIDE {FIDE}",
    )  # fmt: skip
    file = ImportFile.objects.create(
        pool=chess_pool(), name="old.csv", size=10, digest="d", state="dropped",
        uploaded_by=boss, uploaded_at=NOON,
    )  # fmt: skip
    ImportBlock.objects.create(file=file, number=1, content=f"1;{name}".encode())
    ImportPlayer.objects.create(
        file=file, place=0, number=NUMBER, fide_id=FIDE, first_name=NAME[0],
        last_name=NAME[1], birth_year=player.birth_year, player=player,
    )  # fmt: skip
    ImportFault.objects.create(
        file=file, line=3, text="Wrong day", facts={"who": name}, row=[*NAME, "1"]
    )
    fide = FideList.objects.create(
        month=date(2026, 6, 1), kind="standard", revision=0, digest="x",
        file_name="x.txt", lines=1, rated=1, kept=1, refused=0, taken_at=NOON,
    )  # fmt: skip
    for rows in (FideRating, FideLine):
        rows.objects.create(
            list=fide, fide_id=FIDE, name=", ".join(NAME[::-1]), inactive=False
        )


def erase(player):
    askers = [RoleFactory(kind=RoleKind.ADMINISTRATOR).user for _ in "ab"]
    first, second = (ActionContext(each.pk, timezone.now()) for each in askers)
    reason = f"Letter of {NAME[0]} {NAME[1]}"
    request = ask_to_erase_player(player.pk, reason=reason, acting=first)
    confirm_erasure(request.pk, acting=second)
    database.date_back_erasure(request.pk)
    assert erase_due(at=timezone.now()) == 1


DERIVED = ("ratings_change", "ratings_currentrating", "ratings_listentry",
           "ratings_game", "ratings_report", "ratings_counting", "ratings_decision",
           "ratings_pool", "ratings_computation", "ratings_ratinglist")  # fmt: skip


def derived():
    rows = {}
    with connection.cursor() as cursor:
        for table in DERIVED:
            cursor.execute(f"SELECT t::text FROM {table} t ORDER BY 1")  # noqa: S608
            rows[table] = cursor.fetchall()
    return rows


@pytest.mark.django_db(transaction=True)
def test_erasure_removes_the_person_from_every_row_and_changes_no_rating():
    player = left_player()
    assert len(traces()) > 15
    before = derived()
    erase(player)
    assert traces() == []
    assert derived() == before


@pytest.mark.django_db(transaction=True)
def test_erasure_deletes_the_bytes_of_every_file_whose_work_has_ended():
    player, boss = left_player(), UserFactory()
    for state in (*ENDED, "review"):
        file = ImportFile.objects.create(
            pool=chess_pool(), name=f"{state}.csv", size=10, digest=state, state=state,
            uploaded_by=boss, uploaded_at=NOON, posted_by=boss, posted_at=NOON,
            by_one=True, undone_by=boss, undone_at=NOON, why_undone="Wrong",
            problem={"code": "empty"},
        )  # fmt: skip
        ImportBlock.objects.create(file=file, number=1, content=b"1;Berg")
        named = {} if state == "review" else {"player": player}
        ImportPlayer.objects.create(file=file, place=0, last_name="Berg", **named)

    erase(player)

    remaining = ImportBlock.objects.values_list("file__name", flat=True)
    assert list(remaining) == ["review.csv"]


KEPT_ON_A_CARD = {
    "id": "games, lists and memberships stand under it",
    "country": "of the federation, not of the person",
    "status": "that somebody is inactive or dead decides whose ratings count",
    "merged_into_id": "two cards go on being one person's",
}
KEPT_IN_ITS_HISTORY = {
    **KEPT_ON_A_CARD,
    "visibility": "what was said of a name that is gone",
}
KEPT_OF_AN_ACCOUNT = {
    "id": "other rows name it as who did something",
    "created_at": "a moment says nothing of who it was",
    "is_active": "it is closed",
    "closed_at": "as is that",
}
OF_THE_EVENT = {
    "pgh_id", "pgh_created_at", "pgh_label", "pgh_context_id", "pgh_obj_id",
}  # fmt: skip


def rows_of(table, number):
    """Return the rows of a table with this id, without the columns of the audit log."""
    key = "pgh_id" if table.endswith("event") else "id"
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT {key}, to_jsonb(t) FROM {table} t WHERE id = %s",  # noqa: S608
            [number],
        )
        found = {row: json.loads(facts) for row, facts in cursor.fetchall()}
    return {
        row: {name: value for name, value in facts.items() if name not in OF_THE_EVENT}
        for row, facts in found.items()
    }


def left_as_they_were(before, after):
    """Return the columns that are unchanged in every row."""
    unchanged = [
        {name for name, value in facts.items() if after[row][name] == value}
        for row, facts in before.items()
    ]
    return set.intersection(*unchanged)


@pytest.mark.django_db(transaction=True)
def test_every_column_of_a_card_and_an_account_is_erased_or_has_a_reason():
    player = left_player()
    Player.objects.filter(pk=player.pk).update(
        first_name="Zacharina Maria", title="FM", fide_rating=2000, birth_year=1950,
        visibility="initials",
    )  # fmt: skip
    user = User.objects.get(player=player)
    User.objects.filter(pk=user.pk).update(
        last_login=NOON, is_active=False, closed_at=NOON, closed_reason="moved away"
    )
    tables = {
        "federation_player": (player.pk, KEPT_ON_A_CARD),
        "federation_playerevent": (player.pk, KEPT_IN_ITS_HISTORY),
        "federation_user": (user.pk, KEPT_OF_AN_ACCOUNT),
        "federation_userevent": (user.pk, KEPT_OF_AN_ACCOUNT),
    }
    before = {table: rows_of(table, number) for table, (number, _) in tables.items()}
    erase(player)
    remaining_columns = {
        table: left_as_they_were(before[table], rows_of(table, number))
        for table, (number, _) in tables.items()
    }
    assert remaining_columns == {
        table: set(reasons) for table, (_, reasons) in tables.items()
    }


@pytest.mark.django_db(transaction=True)
def test_audit_log_says_that_a_person_was_erased_and_who_agreed():
    player = left_player()
    erase(player)
    erasure = Erasure.objects.get()
    assert erasure.erased_at is not None
    assert erasure.confirmed_by_id not in (None, erasure.asked_by_id)
    events = apps.get_model("federation", "ErasureEvent").objects.filter(
        pgh_obj=erasure
    )
    last = events.select_related("pgh_context").latest("pgh_id")
    assert last.erased_at == erasure.erased_at
    assert last.pgh_context.metadata["user"] == erasure.confirmed_by_id


@pytest.mark.django_db(transaction=True)
def test_erasure_leaves_the_name_of_a_namesake():
    player = left_player()
    other = PlayerFactory(first_name=NAME[0], last_name=NAME[1], birth_year=2001)
    account = UserFactory(name=" ".join(NAME), player=other)
    erase(player)
    assert Player.objects.get(pk=other.pk).full_name == " ".join(NAME)
    assert User.objects.get(pk=account.pk).name == " ".join(NAME)


@pytest.mark.django_db(transaction=True)
def test_list_cached_before_the_erasure_shows_no_name_afterwards(client):
    player, _other, _report = rulebook_game()
    page = reverse("ratings:list", args=[published(SPRING).number])
    first = client.get(page)
    assert "Adam Ek" in first.content.decode()
    Membership.objects.filter(player=player).update(to_date=date(2026, 7, 1))
    erase(player)
    again = client.get(page, headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200
    assert "Adam" not in again.content.decode()
    search = reverse("ratings:players")
    assert "Adam Ek" not in client.get(search, {"q": "Adam"}).content.decode()
