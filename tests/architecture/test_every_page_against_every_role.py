import pytest

from tests.architecture.asking import address, asked, names_of_all_pages, told
from tests.architecture.pages import PAGES
from tests.architecture.world import ROLES

pytestmark = pytest.mark.django_db


def test_every_address_stands_in_the_table_once():
    assert sorted(page.name for page in PAGES) == sorted(names_of_all_pages())


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_each_role_is_told_what_the_table_says(world, page, method):
    path = address(page, world)
    answers = {role: told(asked(world, role, method, path)) for role in ROLES}
    assert answers == {role: page.expected(method, role) for role in ROLES}
