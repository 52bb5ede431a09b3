"""A club whose name is markup executes nothing in its readers' browsers."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import pytest
from django.db import connection
from django.urls import reverse

from federation.enums import RoleKind
from federation.models import Club, Role
from federation.models.plain_names import plain_names
from tests import database
from tests.factories import (
    ClubFactory,
    DistrictFactory,
    MembershipFactory,
    RoleFactory,
    UserFactory,
)
from tests.journeys.visitors import with_second_factor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
# Inserts an element outside everything that is marked as content.
INSERTED = """markup => {
  const box = document.createElement("div");
  box.innerHTML = markup;
  document.body.append(box);
  htmx.process(box);
}"""


@contextmanager
def without_the_constraint() -> Iterator[None]:
    """Allow names of an installation that accepted them before the constraint existed."""
    constraint = plain_names("club", "name", "short_name", "town")
    with database.owner(), connection.schema_editor() as editor:
        editor.remove_constraint(Club, constraint)
    try:
        yield
    finally:
        Club.objects.filter(name__contains="<").update(name="As it should be")
        with database.owner(), connection.schema_editor() as editor:
            editor.add_constraint(Club, constraint)


@pytest.fixture
def role() -> Role:
    """The role that the attacks try to end."""
    return RoleFactory(kind=RoleKind.RULES_COMMITTEE)


@pytest.fixture
def administrator(visit):
    """A browser of a user who may end any role; the requests it sends are recorded."""
    user = UserFactory()
    RoleFactory(user=user, kind=RoleKind.ADMINISTRATOR)
    reader = visit()
    reader.come_as(with_second_factor(user))
    reader.sent = []
    reader.page.on(
        "request", lambda request: reader.sent.append((request.method, request.url))
    )
    return reader


def posted(reader) -> list[str]:
    return [url for method, url in reader.sent if method != "GET"]


def holds_still(role: Role) -> bool:
    return Role.objects.on(date.today()).filter(pk=role.pk).exists()  # noqa: DTZ011


def test_markup_in_a_name_is_shown_as_text_on_every_page_of_the_club(
    administrator, role
):
    ends = reverse("federation:end_role", args=[role.pk])
    name = f"<b hx-post={ends} hx-trigger=load>SK</b>"
    with without_the_constraint():
        membership = MembershipFactory(club=ClubFactory(name=name))
        pages = (
            ("federation:leave_club", membership.pk),
            ("federation:member", membership.player_id),
            ("federation:members",),
            ("federation:places",),
            ("ratings:club", membership.club_id),
            ("ratings:player", membership.player_id),
        )
        for page, *parts in pages:
            administrator.open(page, *parts)
            administrator.page.wait_for_load_state("networkidle")
            assert name in administrator.page.content().replace("&lt;", "<").replace(
                "&gt;", ">"
            )
            assert administrator.page.locator("[hx-post]").count() == 0
    assert posted(administrator) == []
    assert holds_still(role)


def test_injected_attribute_carries_out_no_act(administrator, role):
    administrator.open("federation:places")
    ends = reverse("federation:end_role", args=[role.pk])
    for verb in ("post", "put", "patch", "delete"):
        administrator.page.evaluate(
            INSERTED, f"<b hx-{verb}='{ends}' hx-trigger='load'>x</b>"
        )
    administrator.page.wait_for_load_state("networkidle")
    assert posted(administrator) == []
    assert holds_still(role)


def test_file_is_never_inserted_as_a_part_of_a_page(administrator):
    administrator.open("federation:places")
    path = reverse("ratings:live_file", args=["list.csv"])
    with administrator.page.expect_response(lambda answer: path in answer.url) as got:
        administrator.page.evaluate(
            INSERTED, f"<b id='here' hx-get='{path}' hx-trigger='load'>nothing yet</b>"
        )
    assert got.value.headers["content-type"].startswith("text/csv")
    administrator.page.wait_for_load_state("networkidle")
    assert administrator.page.locator("#here").inner_text() == "nothing yet"


def test_name_with_markup_is_refused_and_the_rest_of_the_form_is_kept(administrator):
    DistrictFactory()
    administrator.open("federation:new_club")
    administrator.page.fill("[name=name]", "SK <b>Springaren</b>")
    administrator.page.fill("[name=short_name]", "Springaren")
    administrator.page.fill("[name=town]", "Umeå")
    administrator.page.select_option("[name=district_id]", index=1)
    with administrator.page.expect_navigation():
        administrator.page.press("[name=town]", "Enter")
    error = administrator.page.locator("#id_name_error").inner_text()
    assert "<" in error
    assert administrator.page.input_value("[name=town]") == "Umeå"
    assert administrator.page.input_value("[name=name]") == "SK <b>Springaren</b>"
