"""A tournament from the application for its sanction to the ratings that it changes,
each step by its own user.
"""

import pytest
from django.urls import reverse

from federation.enums import RoleKind
from tests.factories import RoleFactory, member
from tests.journeys import story
from tests.journeys.installation import wait_until
from tests.journeys.season import season
from tests.journeys.visitors import with_second_factor
from tournaments.models import Sanction, Section

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True, serialized_rollback=True),
]


ROUNDS = 3
PHONE = {"width": 390, "height": 844}
RESULTS = ("1–0", "½–½", "0–1")


def test_tournament_from_the_application_to_the_ratings(visit, installation):
    """The rounds are paired, their results entered on a phone, and the standings read
    by an anonymous visitor.
    """
    federation = season()
    more = [member(federation.club, last_name=name) for name in ("Granath", "Holm")]
    players = [*federation.players, *more]
    district = RoleFactory(
        kind=RoleKind.DISTRICT_OFFICER, district=federation.club.district
    ).user
    committee = with_second_factor(RoleFactory(kind=RoleKind.RULES_COMMITTEE).user)
    secretary = visit()
    secretary.come_as(federation.secretary)
    section = plan(secretary, federation)

    apply(secretary, section)
    answer(visit(), district, "endorse")
    answer(visit(), committee, "sanction")

    assert Sanction.objects.get().state == "sanctioned"
    secretary.open("tournaments:section", section.pk)
    for player in players:
        story.enter_player(secretary, player)
    secretary.press(secretary.find("main a[href*='/start/']").first)
    secretary.send("form:has([name=round-1])")
    publish(secretary)
    play(secretary, visit(viewport=PHONE, has_touch=True), section)

    spectator = visit()
    spectator.open("tournaments:standings", section.pk, ROUNDS)
    points = spectator.find(".crosstable tbody td.sum").all_inner_texts()
    assert sum(halves(each) for each in points) == ROUNDS * len(players)
    story.submit(secretary, section.tournament_id)
    assert len(story.see_changes(secretary)) == len(players)


def plan(secretary, federation):
    secretary.open("tournaments:new")
    secretary.page.fill("[name=name]", story.NAME)
    secretary.page.fill("[name=start_date]", federation.first_day.isoformat())
    secretary.page.fill("[name=end_date]", federation.last_day.isoformat())
    secretary.page.check("[name=format][value=boards]")
    secretary.page.fill("[name=rounds]", str(ROUNDS))
    secretary.page.select_option("[name=pairing_system]", "monrad")
    secretary.send("form:has([name=section_name])")
    return Section.objects.get(pk=story.number_in(secretary.page.url))


def play(secretary, phone, section):
    """Play all rounds: each is paired by the secretary and entered by a helper."""
    phone.page.goto(code_for_a_helper(secretary, section))
    phone.send("main form:has([name=code])")
    enter_by_phone(phone, section, 1)
    for number in range(2, ROUNDS + 1):
        pair_next(secretary, section)
        phone.open("tournaments:phone_boards")
        enter_by_phone(phone, section, number)


def publish(secretary):
    secretary.press(secretary.find("form.pairs-form button:has-text('Publicera')"))


def pair_next(secretary, section):
    secretary.open("tournaments:results", section.pk)
    secretary.press(secretary.find("[data-when-complete] a.button").first)
    publish(secretary)


def code_for_a_helper(secretary, section):
    """Return the URL of the card, as a phone's camera reads it."""
    secretary.open("tournaments:phone_codes", section.pk)
    secretary.send("main form:has([name=label])")
    code = secretary.text(".phone-card-code").split()[-1]
    return reverse("tournaments:phone", args=[code])


def enter_by_phone(phone, section, number):
    """Enter one board after the other; until the script has loaded the link leads
    elsewhere.
    """
    phone.wait_for("[data-next] a[href^='#b']").click()
    boards = section.pairings.filter(round=number).in_order()
    for pairing, result in zip(boards, RESULTS, strict=True):
        shown = phone.find("[data-board]:visible", has_text=f"Bord {pairing.board}")
        shown.locator(".phone-main button", has_text=result).click()
    wait_until(
        lambda: not section.pairings.filter(round=number, result="").exists(),
        "the telephone's results have arrived",
    )


def halves(points):
    """Return points in halves: 2½ is 5."""
    return 2 * int(points.strip("½") or 0) + points.count("½")


def apply(secretary, section):
    """Apply from the tournament's own page."""
    secretary.open("tournaments:tournament", section.tournament_id)
    secretary.press(secretary.find("main a[href$='/sanction/']"))
    secretary.press(secretary.find("main a[href$='/sanction/apply/']"))
    secretary.page.check("[name=kind][value=club]")
    secretary.page.fill("[name=arbiter]", "Berit Alm")
    secretary.page.fill("[name=prizes]", "Tre priser.")
    secretary.page.select_option(f"[name=class_{section.pk}]", "mixed")
    secretary.send("main form:has([name=arbiter])")
    assert secretary.find("main .where").inner_text().strip() == "Sanktion sökt"


def answer(officer, user, act):
    """Find the application among what waits for the officer today, and answer it."""
    officer.come_as(user)
    officer.open("tournaments:desk")
    officer.press(officer.find("main a[href$='/sanction/']"))
    officer.press(officer.find(f"button[name=act][value={act}]"))
