from datetime import date

import pytest
from django.core.management import CommandError, call_command

from federation.queries.audit import AuditQuery, log_page
from federation.queries.audit_words import in_words
from ratings.models import Edition, Pool
from ratings.pools.domain.pools import UnknownSystem, system_by_name
from ratings.rules import systems
from tests.ratings.management.importing import CommandRun

pytestmark = pytest.mark.django_db


def test_pool_is_created_with_an_edition_of_the_named_system():
    run = CommandRun("create_pool", "rapid", system="ssf", from_date=date(1980, 1, 1))
    edition = Edition.objects.get(pool__code="rapid")
    assert (edition.system, edition.from_date) == ("ssf_2008", date(1980, 1, 1))
    assert run.out == ["Pool rapid is open: ssf_2008 from 1980-01-01."]
    assert Pool.objects.get(code="rapid").name == "rapid"


def test_audit_log_notes_the_command_line():
    call_command("create_pool", "rapid", "--system=ssf", "--from=1980-01-01")
    made = Pool.objects.get(code="rapid")
    log = in_words(log_page(AuditQuery(kind="pool", about=made.pk), {}, 9).entries)
    assert [(line.by, line.page) for line in log] == [("command line", "create_pool")]


def test_pool_has_the_given_name():
    call_command("create_pool", "rapid", "--system=ssf_2008", "--from=1980-01-01", "--name=Rapid chess")  # fmt: skip
    assert Pool.objects.get(code="rapid").name == "Rapid chess"


def test_pool_has_fide_ratings_beside_it_if_requested():
    call_command("create_pool", "a", "--system=ssf", "--from=1980-01-01")
    call_command("create_pool", "b", "--system=ssf", "--from=1980-01-01", "--fide=rapid")  # fmt: skip
    tempos = Pool.objects.order_by("code").values_list("code", "fide_tempo")
    assert list(tempos) == [("a", ""), ("b", "rapid"), ("chess-long", "standard")]


def test_existing_pool_is_not_changed(pool):
    with pytest.raises(CommandError, match="There is a pool ‘long’ already") as error:
        call_command("create_pool", "long", "--system=ssf", "--from=1980-01-01")
    assert error.value.returncode == 1
    assert Edition.objects.get(pool=pool).from_date == date(1970, 1, 1)


def test_unknown_system_is_refused_with_the_existing_ones():
    names = ", ".join(sorted(systems.systems()))
    with pytest.raises(CommandError, match=f"‘go’. There is: {names}"):
        call_command("create_pool", "go", "--system=go", "--from=1980-01-01")
    assert not Pool.objects.filter(code="go").exists()


def test_code_that_is_invalid_in_a_url_is_refused():
    with pytest.raises(CommandError, match=r"^code: Enter a valid “slug”"):
        call_command("create_pool", "två ord", "--system=ssf", "--from=1980-01-01")


def test_invalid_day_is_refused():
    with pytest.raises(CommandError, match="‘1980’ is not a day like 2026-03-14"):
        call_command("create_pool", "x", "--system=ssf", "--from=1980")


def test_every_system_is_found_by_its_own_name():
    assert [system_by_name(name) for name in systems.systems()] == list(
        systems.systems()
    )


@pytest.mark.parametrize("name", ["", "_", "2009"])
def test_unknown_system_name_is_refused(name):
    with pytest.raises(UnknownSystem):
        system_by_name(name)


def test_a_name_with_markup_is_refused():
    with pytest.raises(CommandError, match="A name cannot hold < or >"):
        call_command(
            "create_pool", "go", "--system=ssf", "--from=1980-01-01", "--name=<b>Go</b>"
        )
    assert not Pool.objects.filter(code="go").exists()
