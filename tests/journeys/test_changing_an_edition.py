"""A change of edition from the next period: one administrator proposes it and views its
effect, another approves it, and the old lists are unchanged.
"""

import pytest

from federation.enums import RoleKind
from federation.models import User
from ratings.models import Edition, EditionProposal, ListEntry, Pool, RatingList
from ratings.rules.conversion import FIDE_2024
from tests.factories import RoleFactory
from tests.journeys.installation import wait_until
from tests.journeys.season import season
from tests.journeys.test_corrections import approved, ratings_on
from tests.journeys.visitors import with_second_factor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


WHY = "Kongressens beslut"


def administrator(name: str) -> User:
    user = RoleFactory(kind=RoleKind.ADMINISTRATOR).user
    user.name = name
    user.save(update_fields=["name"])
    return with_second_factor(user)


def entries(published: RatingList) -> list[dict]:
    rows = ListEntry.objects.filter(list_id=published.pk).order_by("player_id")
    return list(rows.values())


def propose(proposer, federation) -> EditionProposal:
    """Go from the list of pools to the proposal, through the view of its effect."""
    proposer.open("ratings:pools")
    proposer.press(proposer.find("main th a[href='/pools/chess-long/']"))
    proposer.press(proposer.find("main a[href$='/propose/']"))
    proposer.page.fill("[name=p_halving_from]", "1000")
    proposer.page.fill("[name=reason]", WHY)
    proposer.page.check("[name=conversion_kind][value=fide]")
    proposer.press(proposer.find("button[value=look]"))
    preview = proposer.text("#preview")
    assert "2200" in preview
    assert [preview.count(each.full_name) for each in federation.players] == [1] * 4
    assert not EditionProposal.objects.exists()
    proposer.press(proposer.find("button[value=save]"))
    assert proposer.find("button[value=approve]").count() == 0
    return EditionProposal.objects.get()


def approve(approver, made: EditionProposal) -> Edition:
    """Go from the pool to the edition that is posted."""
    approver.open("ratings:pool", "chess-long")
    approver.press(approver.find(f"main a[href='/editions/proposals/{made.pk}/']"))
    assert WHY in approver.text("main")
    approver.press(approver.find("button[value=approve]"))
    edition = Edition.objects.get(from_date=made.from_date)
    assert WHY in approver.text(f"#edition-{edition.pk}")
    return edition


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_change_from_the_next_period_leaves_the_old_lists_unchanged(visit, script):
    federation = season()
    approved(federation)
    published = RatingList.objects.get()
    before = entries(published)
    proposer, approver, reader = (visit(script=script) for _window in range(3))
    on_list = ratings_on(reader, published, federation)
    proposer.come_as(administrator("Ada Admin"))
    approver.come_as(administrator("Bo Byrå"))

    made = propose(proposer, federation)
    assert Edition.objects.count() == 1
    edition = approve(approver, made)

    assert edition.parameters["halving_from"] == 1000
    assert edition.conversion == FIDE_2024.to_json()
    wait_until(lambda: not Pool.objects.out_of_date().exists(), "all is computed")
    assert list(RatingList.objects.all()) == [published]
    assert entries(published) == before
    assert ratings_on(reader, published, federation) == on_list
