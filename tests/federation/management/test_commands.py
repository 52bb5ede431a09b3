from datetime import date
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from federation.enums import RoleKind
from federation.models import User
from federation.queries.demo import PASSWORD, demo_logins
from tests.factories import CLOSED, RoleFactory, UserFactory

pytestmark = pytest.mark.django_db


def output_of(*arguments, **options):
    out = StringIO()
    call_command(*arguments, stdout=out, **options)
    return out.getvalue().splitlines()


def test_first_administrator_of_an_installation_is_created_with_a_link(client):
    *_, link = output_of(
        "create_administrator", "Ada@Example.org", "Ada", site="https://r.example/"
    )
    path = link.removeprefix("https://r.example")
    client.post(path, {"name": "Ada L", "password": "grön häst på taket"})
    user = User.objects.get(email="ada@example.org")
    assert client.session["_auth_user_id"] == str(user.pk)
    with pytest.raises(CommandError, match="There is an administrator"):
        output_of("create_administrator", "b@example.org", "Bo")


def test_lost_administrator_can_be_replaced_by_another():
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    with pytest.raises(CommandError, match="There is an administrator"):
        output_of("create_administrator", "b@example.org", "Bo")
    assert (
        len(output_of("create_administrator", "b@example.org", "Bo", another=True)) == 2
    )


@pytest.mark.parametrize(
    "role_facts",
    [
        {"to_date": date(2020, 1, 1)},
        {"kind": RoleKind.BOARD},
        {f"user__{name}": value for name, value in CLOSED.items()},
    ],
)
def test_closed_or_former_administrator_does_not_count(role_facts):
    RoleFactory(**{"kind": RoleKind.ADMINISTRATOR, **role_facts})
    assert len(output_of("create_administrator", "b@example.org", "Bo")) == 2


def test_invalid_email_address_is_refused():
    with pytest.raises(CommandError, match="valid email"):
        output_of("create_administrator", "nobody", "Nobody")
    assert User.objects.count() == 0


def test_demo_prints_its_existing_logins(settings):
    settings.DEMO = True
    UserFactory(email="sekreterare@demo.example", name="Gun")
    UserFactory(email="admin@demo.example", name="Ola")
    assert output_of("demo_logins") == [
        f"Club secretary  sekreterare@demo.example  {PASSWORD}",
        f"Administrator   admin@demo.example        {PASSWORD}",
    ]


def test_no_logins_are_printed_outside_a_demo(settings):
    UserFactory(email="admin@demo.example")
    assert (demo_logins(), output_of("demo_logins")) == ([], ["No demo log-ins here."])


def test_sign_in_page_of_the_demo_lists_the_logins(client, settings):
    settings.DEMO = True
    UserFactory(email="admin@demo.example", name="Ola")
    page = client.get("/account/login/").content.decode()
    assert page.count('value="admin@demo.example"') == 1
