from io import StringIO

import pytest
from django.core.management import call_command

from federation.models import District, User
from tests.factories import DistrictFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("factory", "stand"), [(DistrictFactory, (1, 0)), (UserFactory, (0, 1))]
)
def test_an_office_that_has_begun_is_never_filled_with_the_demo(factory, stand):
    factory()
    out = StringIO()
    call_command("seed_demo", stdout=out)
    assert out.getvalue() == (
        "There is a federation here already: nothing is changed.\n"
    )
    assert (District.objects.count(), User.objects.count()) == stand
