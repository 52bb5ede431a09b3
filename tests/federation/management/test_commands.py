from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from federation.enums import RoleKind
from federation.models import User
from federation.queries.demo import PASSWORD, demo_logins
from tests.factories import CLOSED, RoleFactory, UserFactory

pytestmark = pytest.mark.django_db


def said(*arguments, **options):
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue().splitlines()


def test_an_empty_installation_gets_its_administrator_by_a_link(client):
    *_, link = said(
        "create_administrator", "Ada@Example.org", "Ada", site="https://r.example/"
    )
    path = link.removeprefix("https://r.example")
    client.post(path, {"name": "Ada L", "password": "grön häst på taket"})
    user = User.objects.get(email="ada@example.org")
    assert client.session["_auth_user_id"] == str(user.pk)
    with pytest.raises(CommandError, match="There is an administrator"):
        said("create_administrator", "b@example.org", "Bo")


def test_another_administrator_is_made_where_the_one_there_was_is_lost():
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    with pytest.raises(CommandError, match="There is an administrator"):
        said("create_administrator", "b@example.org", "Bo")
    assert len(said("create_administrator", "b@example.org", "Bo", another=True)) == 2


@pytest.mark.parametrize(
    "gone",
    [
        {"to_date": date(2020, 1, 1)},
        {"kind": RoleKind.BOARD},
        {f"user__{name}": value for name, value in CLOSED.items()},
    ],
)
def test_an_administrator_who_is_gone_is_none(gone):
    RoleFactory(**{"kind": RoleKind.ADMINISTRATOR, **gone})
    assert len(said("create_administrator", "b@example.org", "Bo")) == 2


def test_an_address_that_is_none_is_refused():
    with pytest.raises(CommandError, match="valid email"):
        said("create_administrator", "nobody", "Nobody")
    assert User.objects.count() == 0


def test_the_demo_prints_those_of_its_log_ins_that_exist(settings):
    settings.DEMO = True
    UserFactory(email="sekreterare@demo.example", name="Gun")
    UserFactory(email="admin@demo.example", name="Ola")
    assert said("demo_logins") == [
        f"Club secretary  sekreterare@demo.example  {PASSWORD}",
        f"Administrator   admin@demo.example        {PASSWORD}",
    ]


def test_outside_a_demo_no_log_in_is_told(settings):
    UserFactory(email="admin@demo.example")
    assert (demo_logins(), said("demo_logins")) == ([], ["No demo log-ins here."])


def test_the_demos_door_lists_the_log_ins(client, settings):
    settings.DEMO = True
    UserFactory(email="admin@demo.example", name="Ola")
    page = client.get("/account/login/").content.decode()
    assert page.count('value="admin@demo.example"') == 1
