"""Pools in the browser: the list, a new one, its name and its end."""

from datetime import date

import pytest
from django.test import Client

from federation.enums import RoleKind
from ratings.four_eyes.words import REFUSALS as OF_ACTS
from ratings.models import Edition, Pool, ProposedAct
from ratings.pools.domain.pools import create_pool
from tests.factories import RoleFactory, chess_pool, line, member, posted
from tests.ratings.page_text import text
from tests.ratings.rating_lists import accepted, published, rulebook_game, up_to_date

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(signed_in):
    return signed_in(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)


def opened(code, system="elo"):
    return create_pool(
        code=code,
        name=code.title(),
        system=system,
        parameters={},
        from_date=date(2020, 1, 1),
    )


def test_every_pool_is_listed_with_its_current_system(client):
    opened("rapid")
    rulebook_game()
    up_to_date()
    rows = client.get("/pools/").context["rows"]
    assert [(pool.code, system, pool.listed) for pool, system in rows] == [
        ("chess-long", "SSF rating of 2008", 2),
        ("rapid", "FIDE Elo", None),
    ]


def test_query_count_does_not_depend_on_number_of_pools(
    client, django_assert_num_queries
):
    with django_assert_num_queries(4):
        client.get("/pools/")
    opened("rapid")
    opened("blitz")
    with django_assert_num_queries(4):
        client.get("/pools/")


def test_a_new_pool_is_opened_with_its_first_edition(client):
    form_data = {
        "name": "Rapid chess",
        "code": "Rapid",
        "system": "elo",
        "from_date": "2024-03-01",
        "fide_tempo": "rapid",
    }
    answer = client.post("/pools/new/", form_data)
    assert (answer.status_code, answer.url) == (302, "/pools/rapid/")
    edition = Edition.objects.get(pool__code="rapid")
    assert edition.pool.fide_tempo == "rapid"
    assert (edition.system, edition.from_date) == ("elo", date(2024, 3, 1))
    page = client.get(answer.url)
    assert "With the numbers of the system’s rules." in page.content.decode()


@pytest.mark.parametrize("code", ["new", "chess-long", "CHESS-LONG", "två ord"])
def test_short_name_must_be_unique(client, code):
    form_data = {
        "name": "Rapid chess",
        "code": code,
        "system": "elo",
        "from_date": "2024-03-01",
    }
    page = client.post("/pools/new/", form_data)
    assert page.status_code == 200
    assert list(page.context["form"].errors) == ["code"]
    assert Pool.objects.count() == 1


def test_a_pool_is_renamed(client):
    client.post("/pools/chess-long/name/", {"name": "Långparti"})
    assert chess_pool().name == "Långparti"


def agreed(client, address, **fields):
    """Propose as the signed-in user and approve as another administrator."""
    answer = client.post(address, {"reason": "Minutes", **fields})
    assert answer.status_code == 302
    waiting = ProposedAct.objects.waiting().get()
    assert client.get(address).url == f"/acts/{waiting.pk}/"
    other = Client()
    other.force_login(RoleFactory(kind=RoleKind.ADMINISTRATOR).user)
    assert other.post(f"/acts/{waiting.pk}/", {"act": "approve"}).status_code == 302


def test_pool_can_be_ended_and_reopened(client):
    agreed(client, "/pools/chess-long/end/", last_day="2026-06-30")
    assert chess_pool().ends_on == date(2026, 6, 30)
    page = client.get("/pools/chess-long/")
    assert "It takes no results for days after 30 June 2026." in page.content.decode()
    agreed(client, "/pools/chess-long/end/", last_day="")
    assert chess_pool().ends_on is None


def test_end_of_a_pool_that_carries_corrections_says_what_is_booked_no_more(client):
    lead = "changes no rating, unless the pool continues"
    assert lead not in text(client.get("/pools/chess-long/end/"))
    Pool.objects.update(carries_from=0)
    assert lead in text(client.get("/pools/chess-long/end/"))

    day = date(2024, 2, 1)
    accepted(line(member(), member(), 2, day))
    Pool.objects.update(ends_on=date(2024, 4, 30))
    booked = "booked only if the pool continues"
    assert booked not in text(client.get("/pools/chess-long/"))
    published(day)
    assert booked in text(client.get("/pools/chess-long/"))


def test_pool_with_later_results_cannot_be_ended(client):
    posted(line(member(), member(), 2, date(2026, 7, 1)))
    form_data = {"last_day": "2026-06-30", "reason": "Minutes"}
    page = client.post("/pools/chess-long/end/", form_data)
    assert page.context["form"].errors == {
        "last_day": ["Results of later days already count."]
    }


def test_change_of_a_pool_that_is_proposed_already_is_refused_in_words(client):
    form_data = {"last_day": "2027-06-30", "reason": "Minutes"}
    assert client.post("/pools/chess-long/end/", form_data).status_code == 302
    page = client.post("/pools/chess-long/end/", form_data)
    assert page.context["form"].non_field_errors() == [str(OF_ACTS["act_waits"])]
    assert ProposedAct.objects.count() == 1


def test_unknown_pool_gives_404(client):
    assert client.get("/pools/chess960/").status_code == 404


def test_the_fide_rating_next_to_a_pool_is_changed(client):
    agreed(client, "/pools/chess-long/fide/", fide_tempo="blitz")
    assert chess_pool().fide_tempo == "blitz"
    form_data = {"fide_tempo": "bullet", "reason": "Minutes"}
    page = client.post("/pools/chess-long/fide/", form_data)
    assert list(page.context["form"].errors) == ["fide_tempo"]
    agreed(client, "/pools/chess-long/fide/", fide_tempo="")
    assert chess_pool().fide_tempo == ""


def test_pool_forms_are_prefilled_with_current_values(client):
    Pool.objects.filter(code="chess-long").update(
        name="Långparti", ends_on=date(2027, 6, 30), fide_tempo="rapid"
    )

    begun = [
        client.get(f"/pools/chess-long/{page}/").context["form"][field].value()
        for page, field in (
            ("name", "name"),
            ("end", "last_day"),
            ("fide", "fide_tempo"),
        )
    ]

    assert begun == ["Långparti", date(2027, 6, 30), "rapid"]


def test_proposal_about_a_pool_is_shown_on_its_page(client):
    opened("rapid")
    client.post(
        "/pools/chess-long/end/", {"reason": "Minutes", "last_day": "2027-06-30"}
    )

    acts = [
        len(client.get(f"/pools/{code}/").context["acts"])
        for code in ("chess-long", "rapid")
    ]

    assert acts == [1, 0]


def test_proposal_about_one_pool_does_not_affect_another(client):
    opened("rapid")
    client.post("/pools/rapid/corrections/", {"reason": "Minutes"})
    for page in ("end", "fide"):
        form_data = {
            "reason": "Minutes",
            "last_day": "2027-06-30",
            "fide_tempo": "rapid",
        }
        client.post(f"/pools/rapid/{page}/", form_data)

    def shown(code):
        context = client.get(f"/pools/{code}/").context
        return len(context["policies"]), len(context["acts"])

    assert [shown(code) for code in ("rapid", "chess-long")] == [(1, 2), (0, 0)]
    for page in ("corrections", "end", "fide"):
        forms = [
            client.get(f"/pools/{code}/{page}/") for code in ("rapid", "chess-long")
        ]
        assert [each.status_code for each in forms] == [302, 200]
