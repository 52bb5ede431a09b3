"""A change of edition in the browser: preview, proposal, approval by another user."""

import re
from datetime import date

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.enums import RoleKind
from ratings.models import Change, Edition, EditionProposal, ProposedAct
from ratings.pools.domain.pools import create_pool
from ratings.system_words.lookup import system_label
from tests.factories import RoleFactory, chess_pool, computed, line, officer
from tests.ratings.rating_lists import (
    SPRING,
    accepted,
    published,
    rated,
    rulebook_game,
    up_to_date,
)

pytestmark = pytest.mark.django_db

POOL = "/pools/chess-long/"
PROPOSE = f"{POOL}propose/"


def administrator():
    return RoleFactory(kind=RoleKind.ADMINISTRATOR).user


@pytest.fixture
def office(signed_in):
    """An administrator's browser, and one of another."""
    RoleFactory(kind=RoleKind.ADMINISTRATOR)
    return signed_in(administrator()), signed_in(administrator())


def shown(client, query=""):
    """Return what the page's form would submit unchanged."""
    page = client.get(PROPOSE + query)
    forms = [page.context[name] for name in ("form", "numbers")]
    forms += list(page.context["pieces"].forms)
    sent = {"system": page.context["system"], "step": "look"}
    sent |= {"piece-TOTAL_FORMS": "4", "piece-INITIAL_FORMS": "0"}
    for form in forms:
        for bound in form:
            value = bound.value()
            if value is not None and value is not False:
                field = bound.field
                sent[bound.html_name] = str(field.prepare_value(value))
    if page.context["replaced"]:
        sent["replaces"] = page.context["replaced"].pk
    return sent | {"reason": "The congress of 2026."}


def looked(client, form_data):
    return client.post(PROPOSE, form_data)


def sent(client, form_data):
    """Preview the change and propose it."""
    page = looked(client, form_data)
    assert page.status_code == 200, page.context["form"].errors.as_json()
    return client.post(
        PROPOSE, {**form_data, "step": "save", "shown": page.context["shown"]}
    )


def approved(client, made):
    url = reverse("ratings:edition_proposal", args=[made.pk])
    return client.post(url, {"act": "approve"})


def said_on(page):
    return " ".join(page.content.decode().split())


def test_form_offers_current_parameters_and_the_next_period(office):
    rulebook_game()
    form_data = shown(office[0])
    assert (form_data["from_date"], form_data["p_halving_from"]) == (
        "2026-05-01",
        "2200",
    )
    assert form_data["p_period_starts"] == "01-01, 05-01, 09-01"
    assert form_data["p_bonus_bands"] == "1000: 20, 1200: 10"


def test_proposal_equals_the_preview(office):
    mine, _theirs = office
    form_data = shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"}
    seal = looked(mine, form_data).context["shown"]
    other = form_data | {"p_halving_from": "2100", "step": "save", "shown": seal}
    page = mine.post(PROPOSE, other)
    assert page.status_code == 200
    assert page.context["preview"]["numbers"][0]["after"] == "2100"
    assert not EditionProposal.objects.exists()


def test_preview_shows_changed_parameters_and_first_periods(office):
    rulebook_game()
    form_data = shown(office[0]) | {
        "p_halving_from": "2000",
        "p_period_starts": "03-01, 09-01",
    }
    preview = looked(office[0], form_data).context["preview"]
    assert [(each["before"], each["after"]) for each in preview["numbers"]] == [
        ("01-01, 05-01, 09-01", "03-01, 09-01"),
        ("2200", "2000"),
    ]
    assert preview["seen"].spans[:2] == (
        (date(2026, 5, 1), date(2026, 8, 31), True),
        (date(2026, 9, 1), date(2027, 2, 28), False),
    )


def test_preview_of_an_edition_before_the_first_names_no_earlier_system(office):
    first = Edition.objects.order_by("from_date").first()
    day = first.from_date.replace(year=first.from_date.year - 1, month=1, day=1)

    page = looked(office[0], shown(office[0]) | {"from_date": day.isoformat()})

    assert page.status_code == 200
    assert f"the pool is rated by {page.context['preview']['system']}." in said_on(page)
    assert "until then" not in said_on(page)


def test_preview_lists_players_below_the_editions_floor(office):
    # FIDE B.02, 7.2.1, from October 2025: the floor is 1400.
    low, peer = rated(1399, first_name="Lo", last_name="Lägst"), rated(1399)
    accepted(line(low, peer, 1, SPRING), line(rated(1400), rated(1400), 1, SPRING))
    up_to_date()
    form_data = shown(office[0], "?system=elo") | {"from_date": "2026-09-01"}
    page = looked(office[0], form_data)
    words = said_on(page)
    assert "2 players land below 1400, the lowest rating that is published" in words
    assert f'href="/players/{low.pk}/' in words
    assert (page.context["preview"]["falling"].first) == (low.pk, peer.pk)
    raised = form_data | {"conversion_kind": "formula"} | piece(0, plus="1")
    assert looked(office[0], raised).context["preview"]["falling"] is None
    lowered = form_data | {"conversion_kind": "formula"} | piece(0, plus="-1")
    assert looked(office[0], lowered).context["preview"]["falling"].players == 4


def test_one_administrator_proposes_and_another_approves(office):
    mine, theirs = office
    form_data = shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"}
    assert sent(mine, form_data).status_code == 302
    made = EditionProposal.objects.get()
    assert approved(mine, made).status_code == 409
    answer = approved(theirs, made)
    assert (answer.status_code, answer.url) == (302, POOL)
    edition = Edition.objects.get(from_date=date(2026, 9, 1))
    assert edition.parameters["halving_from"] == 2000
    assert "The congress of 2026." in said_on(mine.get(POOL))


def test_page_says_if_four_eyes_are_waived(office, settings):
    settings.FOUR_EYES = False
    form_data = shown(office[0]) | {"from_date": "2026-09-01", "p_halving_from": "2000"}
    assert "does not require a second person" in said_on(looked(office[0], form_data))
    sent(office[0], form_data)
    assert Edition.objects.filter(from_date=date(2026, 9, 1)).exists()


def test_rejected_proposal_shows_its_reason(office):
    mine, theirs = office
    sent(mine, shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"})
    made = EditionProposal.objects.get()
    url = reverse("ratings:edition_proposal", args=[made.pk])
    refused = theirs.post(url, {"act": "reject", "answer": ""})
    assert refused.status_code == 422
    assert "Say why it is rejected" in said_on(refused)
    theirs.post(url, {"act": "reject", "answer": "Too early."})
    assert "Too early." in said_on(mine.get(url))
    assert "Too early." in said_on(mine.get(POOL))


def test_unknown_act_is_refused(office):
    mine, _theirs = office
    sent(mine, shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"})
    made = EditionProposal.objects.get()
    url = reverse("ratings:edition_proposal", args=[made.pk])
    assert mine.post(url, {"act": "burn"}).status_code == 422


def test_rating_table_in_force_is_shown_for_copying(office):
    mine, _theirs = office
    page = mine.get(PROPOSE)
    begins, rows = page.context["numbers"]["p_table"].help_text.split("ssf_2008: ")
    assert begins.endswith("18: 2. The rows of ")
    assert rows == (
        "0: 0, 11: 1, 34: 2, 57: 3, 80: 4, 103: 5, 127: 6, 152: 7, 179: 8, 208: 9,"
        " 237: 10, 271: 11, 309: 12, 353: 13, 410: 14, 500: 15"
    )
    assert f"The rows of ssf_2008: {rows}" in said_on(page)
    copied = rows.replace("500: 15", "480: 15")
    page = looked(mine, shown(mine) | {"from_date": "2026-09-01", "p_table": copied})
    [change] = page.context["preview"]["numbers"]
    assert (change["before"], change["after"]) == ("ssf_2008", copied)
    assert "The rows of ssf_2008" not in said_on(page)
    Edition.objects.update(parameters={"table": [[0, 0], [11, 1]]})
    assert mine.get(PROPOSE).context["numbers"]["p_table"].help_text.endswith("18: 2.")


@pytest.mark.parametrize(
    ("written", "field", "says"),
    [
        ({"p_halving_from": "x"}, "p_halving_from", "Enter a whole number."),
        ({"p_halving_from": "9999"}, "p_halving_from", "This number is too high."),
        ({"p_table": "lask"}, "p_table", "There is no such table."),
        ({"p_bonus_bands": "1000-20"}, "p_bonus_bands", "Enter pairs of whole numbers, such as 1000: 20, 1200: 10."),
        ({"p_bonus_bands": "1200: 10, 1000: 20"}, "p_bonus_bands", "These have to ascend, each of them once."),
        ({"p_period_starts": "02-29"}, "p_period_starts",
            "Enter days as month and day, such as 05-01; 29 February is not "
            "allowed."),
        ({"p_low_minutes": "180"}, "p_low_minutes", "This number is too high."),
    ],
)  # fmt: skip
def test_every_invalid_number_is_reported(office, written, field, says):
    page = looked(office[0], shown(office[0]) | written)
    assert page.status_code == 422
    assert page.context["numbers"].errors == {field: [says]}


@pytest.mark.parametrize(
    ("written", "field", "says"),
    [
        ({"from_date": "2026-10-01", "p_halving_from": "2000"}, "from_date", "That day is inside the period 2026-09-01 – 2026-12-31. An edition begins with a period, the next one on 2027-01-01."),
        ({"from_date": "2026-09-01"}, "__all__", "Nothing would change: the edition of 2008-04-20 says the same."),
        ({"from_date": "2008-04-20"}, "from_date", "Another edition begins on 2008-04-20. Change that one, or choose another day."),
        ({"reason": ""}, "reason", "Say why this is proposed."),
    ],
)  # fmt: skip
def test_invalid_first_day_is_refused_with_a_valid_suggestion(
    office, written, field, says
):
    page = looked(office[0], shown(office[0]) | written)
    assert page.status_code == 422
    assert page.context["form"].errors == {field: [says]}


def test_a_day_in_the_past_of_approved_lists_is_refused(office):
    rulebook_game()
    published(SPRING)
    form_data = shown(office[0]) | {"from_date": "2026-01-01", "p_halving_from": "2000"}
    page = looked(office[0], form_data)
    (says,) = page.context["form"].errors["from_date"]
    assert says.startswith("Lists up to 2026-04-30 are approved.")


def piece(number, first="", below="", times="", plus=""):
    names = {"first": first, "below": below, "times": times, "plus": plus}
    return {f"piece-{number}-{name}": value for name, value in names.items()}


FORMULA = {"conversion_kind": "formula", "from_date": "2026-09-01"}
TABLE = {"conversion_kind": "table", "from_date": "2026-09-01"}


def test_formula_preview_shows_its_effect_on_all_players(office):
    rulebook_game()
    up_to_date()
    form_data = shown(office[0]) | FORMULA
    form_data |= piece(0, below="2000", times="0,6", plus="800") | piece(
        1, first="2000"
    )
    preview = looked(office[0], form_data).context["preview"]
    assert preview["conversion"] == [
        "Below 2000: 0.6 · R + 800",
        "From 2000: as it is",
        "Rounded to whole points, halves up.",
    ]
    converted = preview["converted"]
    # 1976 → 0.6 · 1976 + 800 = 1985.6
    assert [(m.before, m.after) for m in converted.movers] == [(1976, 1986)]
    numbers = (
        converted.players,
        converted.raised,
        converted.lowered,
        converted.unmoved,
    )
    assert numbers == (2, 1, 0, 1)
    # Half of 1976 + 2207, and of 1986 + 2207.
    assert (converted.mean_before, converted.mean_after) == (2091.5, 2096.5)


def test_fides_adjustment_is_offered_as_a_conversion(office):
    mine, theirs = office
    form_data = shown(mine) | {"conversion_kind": "fide", "from_date": "2026-09-01"}
    sent(mine, form_data)
    made = EditionProposal.objects.get()
    assert made.conversion["pieces"][0] == {
        "first": None,
        "below": 2000,
        "times": 0.6,
        "plus": 800,
    }
    approved(theirs, made)
    assert Edition.objects.get(from_date=date(2026, 9, 1)).conversion == made.conversion


def test_conversion_table_is_parsed_row_by_row(office):
    rulebook_game()
    up_to_date()
    form_data = shown(office[0]) | TABLE | {"table": "1900 1800\n\n2300 → 2200,5"}
    form_data |= {"between": "line", "p_halving_from": "2000"}
    converted = looked(office[0], form_data).context["preview"]["converted"]
    # 1976 → 1800 + 76 · 400.5 / 400 = 1876.095
    assert converted.lowest == (1976, 1876)


@pytest.mark.parametrize(
    ("written", "field", "says"),
    [
        (FORMULA | piece(0, below="1500") | piece(2, first="1400"), "conversion_kind", "Piece 3 overlaps another piece: a rating there would get two new ones."),
        (FORMULA | piece(0, below="1500") | piece(1, first="1600"), "conversion_kind", "Piece 2 leaves a gap: it begins after the piece before it ends."),
        (FORMULA | piece(0, first="1600", below="1500"), "conversion_kind", "Piece 1: no rating falls in it. “Below” has to be more than “From”."),
        (FORMULA, "conversion_kind", "No piece or row has been filled in."),
        (FORMULA | piece(0, times="x"), "conversion_kind", "Look at the pieces below."),
        (FORMULA | piece(0, first="2000"), "conversion_kind", "The conversion says nothing about ratings that somebody has: 1976."),
        (FORMULA | piece(0, times="0.5") | {"decimals": "1"}, "conversion_kind", "The system rates in whole points: let the conversion round to 0 decimals."),
        (TABLE | {"table": "1000 1100\n1000 1200"}, "table", "Row 2: the old rating is on another row too, so it would get two new ones."),
        (TABLE | {"table": "1000 1100\nabc"}, "table", "Row 2 is not two numbers: abc"),
    ],
)  # fmt: skip
def test_ambiguous_conversion_is_refused_naming_the_piece(office, written, field, says):
    rulebook_game()
    up_to_date()
    page = looked(office[0], shown(office[0]) | written)
    assert page.status_code == 422
    assert page.context["form"].errors[field] == [says]


def test_all_ratings_before_and_after_can_be_downloaded(office):
    adam, bertil, _report = rulebook_game()
    up_to_date()
    mine, _theirs = office
    sent(mine, shown(mine) | {"conversion_kind": "fide", "from_date": "2026-09-01"})
    made = EditionProposal.objects.get()
    answer = mine.get(reverse("ratings:converted_ratings", args=[made.pk, "csv"]))
    rows = b"".join(answer.streaming_content).decode().splitlines()
    clubs = [each.memberships.get().club.name for each in (bertil, adam)]
    assert rows == [
        "\ufeffPlayer number,Name,Club,Before,After,Change",
        f"{bertil.national_id},Bertil Öberg,{clubs[0]},2207,2207,0",
        f"{adam.national_id},Adam Ek,{clubs[1]},1976,1986,10",
    ]


def test_no_file_is_offered_without_a_conversion(office):
    mine, _theirs = office
    sent(mine, shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"})
    made = EditionProposal.objects.get()
    url = reverse("ratings:converted_ratings", args=[made.pk, "csv"])
    assert mine.get(url).status_code == 404


def test_proposal_that_became_invalid_says_so_and_cannot_be_approved(office):
    mine, theirs = office
    rulebook_game()
    up_to_date()
    form_data = shown(mine) | {"from_date": "2026-01-01", "p_halving_from": "2000"}
    sent(mine, form_data)
    published(SPRING)
    made = EditionProposal.objects.get()
    page = theirs.get(reverse("ratings:edition_proposal", args=[made.pk]))
    assert page.context["stops"].startswith("Lists up to 2026-04-30 are approved.")
    assert approved(theirs, made).status_code == 409


def test_unused_edition_can_be_changed_and_withdrawn(office):
    mine, theirs = office
    day = date(2026, 9, 1)
    sent(mine, shown(mine) | {"from_date": str(day), "p_halving_from": "2000"})
    approved(theirs, EditionProposal.objects.get())
    first = Edition.objects.get(from_date=day)
    form_data = shown(mine, f"?replaces={first.pk}") | {"p_halving_from": "2100"}
    assert form_data["from_date"] == str(day)
    sent(mine, form_data)
    approved(theirs, EditionProposal.objects.waiting().get())
    assert Edition.objects.get(from_date=day).parameters["halving_from"] == 2100

    url = reverse("ratings:withdraw_edition", args=[first.pk])
    assert mine.post(url, {"reason": ""}).status_code == 200
    assert mine.post(url, {"reason": "A slip."}).status_code == 302
    (waiting,) = ProposedAct.objects.all()
    page = reverse("ratings:proposed_act", args=[waiting.pk])
    assert mine.get(url).url == page
    assert mine.post(page, {"act": "approve"}).status_code == 409
    assert theirs.post(page, {"act": "approve"}).status_code == 302
    label = system_label(first.system)
    assert f"{label}, {day}, which is withdrawn" in theirs.get(page).content.decode()
    assert not Edition.objects.filter(from_date=day).exists()


def test_proposal_shows_the_state_of_its_edition(office):
    mine, theirs = office
    day = date(2026, 9, 1)
    sent(mine, shown(mine) | {"from_date": str(day), "p_halving_from": "2000"})
    first = EditionProposal.objects.get()
    approved(theirs, first)
    assert states(theirs, first) == ["Approved"] * 2

    edition = Edition.objects.get(from_date=day)
    form_data = shown(mine, f"?replaces={edition.pk}") | {"p_halving_from": "2100"}
    sent(mine, form_data)
    assert states(theirs, first) == ["Approved"] * 2
    second = EditionProposal.objects.waiting().get()
    approved(theirs, second)
    assert states(theirs, first) == ["Approved, since replaced"] * 2
    assert states(theirs, second) == ["Approved"] * 2

    mine.post(reverse("ratings:withdraw_edition", args=[edition.pk]), {"reason": "A"})
    act = ProposedAct.objects.get()
    theirs.post(reverse("ratings:proposed_act", args=[act.pk]), {"act": "approve"})
    assert states(theirs, first) == ["Approved, since replaced"] * 2
    assert states(theirs, second) == ["Approved, since withdrawn"] * 2


def states(client, proposal):
    """Return the state shown on the pool's page and on the proposal's page."""
    url = reverse("ratings:edition_proposal", args=[proposal.pk])
    of_pool = said_on(client.get(POOL)).split(f'href="{url}"')[1]
    return [
        re.search(r'class="state[^>]*>.*?<span>([^<]*)', text)[1]
        for text in (of_pool, said_on(client.get(url)))
    ]


def test_first_edition_cannot_be_withdrawn(office):
    first = Edition.objects.get(pool=chess_pool())
    url = reverse("ratings:withdraw_edition", args=[first.pk])
    page = office[0].post(url, {"reason": "A slip."})
    assert "It is the pool’s first edition" in said_on(page)


@pytest.mark.parametrize("query", ["?replaces=x", "?replaces=999999999999999999999"])
def test_unknown_edition_cannot_be_changed(office, query):
    assert office[0].get(PROPOSE + query).status_code == 404


def test_unknown_system_falls_back_to_the_current_one(office):
    form_data = shown(office[0], "?system=chess960")
    assert form_data["system"] == "ssf_2008"


def test_elo_edition_accepts_coefficients_by_category_and_age(office):
    """As Norway states them: K follows the category of the game and the age."""
    mine, theirs = office
    young = rated(1500, birth_year=2012, first_name="Ulf", last_name="Ung")
    old = rated(1500, birth_year=1970, first_name="Gun", last_name="Gammal")
    computed()
    rules = (
        '[{"k": 40, "until_age": 20, "category": "A"}, {"k": 20, "category": "A"},'
        ' {"k": 15, "category": "B"}, {"k": 5}]'
    )
    form_data = shown(mine, "?system=elo") | {
        "from_date": "2026-01-01",
        "p_categories": "A, B, C",
        "p_category_minutes": "120, 60, 0",
        "p_k_rules": rules,
        "p_k_limit": "",
        "p_floor": "1000",
    }
    sent(mine, form_data)
    approved(theirs, EditionProposal.objects.get())

    accepted(
        line(young, old, 1, date(2026, 2, 1), key=1, minutes=120),
        line(young, old, 2, date(2026, 2, 2), key=2, minutes=120),
        line(old, young, 2, date(2026, 2, 3), key=3, minutes=60),
        line(old, young, 2, date(2026, 2, 4), key=4, minutes=15),
    )
    computed()
    changes = dict(
        Change.objects.filter(started_on=date(2026, 2, 1)).values_list(
            "player_id", "change"
        )
    )
    # Equals: a win is worth half of K, a draw nothing. Young: 40/2 − 15/2 − 5/2 = 10.
    # Old: −20/2 + 15/2 + 5/2 = 0.
    assert changes == {young.pk: 10, old.pk: 0}


def test_empty_form_is_handled(office):
    page = office[0].post(PROPOSE, {})
    assert page.status_code == 422
    assert page.context["form"].errors["reason"] == ["Say why this is proposed."]
    assert page.context["numbers"].errors["p_table"] == ["There is no such table."]


def test_user_without_permission_is_refused(signed_in):
    client = signed_in(officer())
    for url in (PROPOSE, POOL, "/pools/", "/pools/new/"):
        assert client.get(url).status_code == 403


# --- the preview is what is saved -----------------------------------------------------
def test_reason_may_be_changed_after_preview_but_day_may_not(office):
    mine, _theirs = office
    form_data = shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"}
    seal = looked(mine, form_data).context["shown"]
    save = form_data | {"step": "save", "shown": seal}

    later = mine.post(PROPOSE, save | {"from_date": "2027-01-01"})
    assert (later.status_code, EditionProposal.objects.count()) == (200, 0)

    mine.post(PROPOSE, save | {"reason": "The congress of 2025."})
    assert EditionProposal.objects.get().reason == "The congress of 2025."


def test_conversion_changed_after_preview_is_previewed_again(office):
    mine, _theirs = office
    form_data = shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"}
    seal = looked(mine, form_data).context["shown"]
    other = form_data | {"conversion_kind": "fide", "step": "save", "shown": seal}

    page = mine.post(PROPOSE, other)

    assert page.context["preview"]["conversion"][0] == "Below 2000: 0.6 · R + 800"
    assert not EditionProposal.objects.exists()


def test_fields_of_unselected_conversions_are_ignored(office):
    mine, _theirs = office
    form_data = shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"}
    form_data |= piece(0, times="0.5") | {"table": "abc", "conversion_kind": "keep"}

    preview = looked(mine, form_data).context["preview"]

    assert (preview["conversion"], preview["converted"]) == ([], None)


@pytest.mark.parametrize("row", ["1000;1100", "1000 → 1100", "1000,0 1100"])
def test_table_row_is_two_numbers_with_any_separator(office, row):
    page = looked(office[0], shown(office[0]) | TABLE | {"table": row})

    assert page.context["preview"]["conversion"][0] == "By the table: 1000 → 1100"


def test_table_row_of_three_numbers_is_refused(office):
    form_data = shown(office[0]) | TABLE | {"table": "1000 1100\n\n1200 1300 1400"}

    page = looked(office[0], form_data)

    assert page.context["form"].errors["table"] == [
        "Row 3 is not two numbers: 1200 1300 1400"
    ]


def test_pool_without_periods_is_offered_the_next_period_after_today(
    office, monkeypatch
):
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2026, 6, 15))

    assert shown(office[0])["from_date"] == "2026-09-01"


def test_other_system_starts_with_defaults_and_same_one_with_current_values(
    office,
):
    chess_pool().editions.create(
        from_date=date(2025, 1, 1),
        system="ssf_2008",
        parameters={"halving_from": 2000},
    )

    assert shown(office[0])["p_halving_from"] == "2000"
    assert shown(office[0], "?system=elo")["system"] == "elo"
    assert "p_halving_from" not in shown(office[0], "?system=elo")


def test_edition_of_another_pool_cannot_be_changed_here(office):
    other = create_pool(
        code="other",
        name="Other",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )
    query = f"?replaces={other.editions.get().pk}"

    assert office[0].get(PROPOSE + query).status_code == 404


def test_conversion_file_is_named_by_pool_and_day_and_has_blank_fields(office):
    mine, _theirs = office
    form_data = shown(mine) | TABLE | {"table": "1976 2000\n2207 2200"}
    adam, _bertil, _report = rulebook_game()
    sent(mine, form_data)
    late = rated(1500)
    accepted(line(late, rated(1500), 1, SPRING))
    up_to_date()
    made = EditionProposal.objects.get()

    answer = mine.get(reverse("ratings:converted_ratings", args=[made.pk, "csv"]))

    rows = b"".join(answer.streaming_content).decode().splitlines()
    found = {row.split(",")[0]: row.split(",")[3:] for row in rows}
    assert 'filename="chess-long-2026-09-01.csv"' in answer["Content-Disposition"]
    assert found[adam.national_id] == ["1976", "2000", "24"]
    assert found[late.national_id] == ["1500", "", ""]


def test_settled_proposal_shows_neither_preview_nor_obstacles(office):
    mine, theirs = office
    sent(mine, shown(mine) | {"from_date": "2026-09-01", "p_halving_from": "2000"})
    made = EditionProposal.objects.get()
    url = reverse("ratings:edition_proposal", args=[made.pk])
    waiting = mine.get(url).context
    approved(theirs, made)
    settled = mine.get(url).context

    assert waiting["preview"]["seen"].changes[0].after == 2000
    assert (waiting["stops"], settled["preview"], settled["stops"]) == ("", None, "")


def test_pool_page_separates_waiting_and_settled_proposals(office):
    mine, theirs = office
    for day in ("2026-09-01", "2027-01-01"):
        sent(mine, shown(mine) | {"from_date": day, "p_halving_from": "2000"})
        if day == "2026-09-01":
            url = reverse(
                "ratings:edition_proposal", args=[EditionProposal.objects.get().pk]
            )
            theirs.post(url, {"act": "reject", "answer": "Too early."})
    other = create_pool(
        code="other",
        name="Other",
        system="elo",
        parameters={},
        from_date=date(2020, 1, 1),
    )

    found = [
        [
            [str(each.from_date) for each, _label in mine.get(page).context[name]]
            for name in ("waiting", "settled")
        ]
        for page in (POOL, f"/pools/{other.code}/")
    ]

    assert found == [[["2027-01-01"], ["2026-09-01"]], [[], []]]


def test_swedish_withdraw_button_and_page_use_the_same_word(office):
    mine, theirs = office
    day = date(2026, 9, 1)
    sent(mine, shown(mine) | {"from_date": str(day), "p_halving_from": "2000"})
    approved(theirs, EditionProposal.objects.get())
    mine.defaults["HTTP_ACCEPT_LANGUAGE"] = "sv"

    edition = Edition.objects.get(from_date=day)
    page = reverse("ratings:withdraw_edition", args=[edition.pk])
    assert "Dra tillbaka regelutgåvan" in mine.get(page).content.decode()
    shown_in_pool = " ".join(mine.get(POOL).text.split())
    assert f'href="{page}"> Dra tillbaka </a>' in shown_in_pool
