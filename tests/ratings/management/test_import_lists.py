from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from federation.models import Role, User
from ratings.models import EarlierLists
from tests.factories import CLOSED, ClubFactory, PlayerFactory, officer, secretary_of


@pytest.fixture
def file(pool, tmp_path):
    PlayerFactory(national_id="1")
    path = tmp_path / "lists.csv"
    path.write_text("valid_from,id,rating\n1985-01-01,1,1850\n", encoding="utf-8")
    return path


def options(pool, **more):
    return {"pool": pool.code, "source": "Printed", "by": officer().email} | more


def test_imported_lists_wait_for_another_officer(file, pool, capsys):
    call_command("import_lists", str(file), **options(pool))
    made = EarlierLists.objects.get()
    assert (made.is_waiting, made.lines.count()) == (True, 1)
    assert f"/imports/lists/{made.pk}/" in capsys.readouterr().out


def test_invalid_rows_are_named_and_nothing_is_stored(file, pool, tmp_path, capsys):
    with file.open("a", encoding="utf-8") as more:
        more.write("1985-01-01,2,1900\n")
    rejects = tmp_path / "wrong.csv"
    with pytest.raises(CommandError, match="1 rows are wrong"):
        call_command("import_lists", str(file), **options(pool, rejects=str(rejects)))
    assert "line 3: nobody in the register has the number 2" in capsys.readouterr().err
    assert rejects.read_text(encoding="utf-8").splitlines()[1].startswith("3,")
    assert not EarlierLists.objects.exists()


def closed(user):
    User.objects.filter(pk=user.pk).update(**CLOSED)
    return user


@pytest.mark.parametrize(
    ("account", "message"),
    [
        (lambda: secretary_of(ClubFactory()), "may not bring in"),
        (lambda: closed(officer()), "no account"),
    ],
)
def test_former_officer_may_not_propose_lists(file, pool, account, message):
    with pytest.raises(CommandError, match=message):
        call_command("import_lists", str(file), **options(pool, by=account().email))
    assert not EarlierLists.objects.exists()


def test_unknown_account_or_repeated_proposal_is_refused(file, pool):
    with pytest.raises(CommandError, match="no account"):
        call_command("import_lists", str(file), **options(pool, by="x@y.example"))
    call_command("import_lists", str(file), **options(pool))
    with pytest.raises(CommandError, match="already"):
        call_command("import_lists", str(file), **options(pool))


def test_account_address_is_case_insensitive(file, pool):
    user = officer()
    call_command("import_lists", str(file), **options(pool, by=user.email.upper()))
    made = EarlierLists.objects.get()
    assert (made.made_by, made.reason, made.pool) == (user, "Printed", pool)


@pytest.mark.parametrize(("days", "may"), [(0, True), (1, False)])
def test_officer_may_propose_until_the_roles_last_day(file, pool, days, may):
    user = officer()
    last = timezone.localdate() - timedelta(days=days)
    Role.objects.filter(user=user).update(to_date=last)
    if may:
        call_command("import_lists", str(file), **options(pool, by=user.email))
    else:
        with pytest.raises(CommandError, match="may not bring in"):
            call_command("import_lists", str(file), **options(pool, by=user.email))
    assert EarlierLists.objects.exists() is may
