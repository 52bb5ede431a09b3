"""A league of three clubs, from its plan to the rating office: line-ups by the
captains, results that two of them agree on, a match to which one team does not come,
and an objection.
"""

from collections.abc import Mapping

import pytest

from federation.models import Club
from tests.factories import ClubFactory, member, secretary_of
from tests.journeys import story
from tests.journeys.season import Season, season
from tests.journeys.visitors import Visitor
from tournaments.models import Section, Team, TeamMatch

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
PHONE = {"width": 390, "height": 844}
Captains = Mapping[int, Visitor]
"""A window for each club."""


def test_league_is_planned_played_and_submitted(visit, installation):
    federation = season()
    clubs = [federation.club, *(_guests(federation, name) for name in "ÖN")]
    # The guests' secretaries use phones in the hall.
    captains = {club.pk: visit(viewport=PHONE) for club in clubs[1:]}
    host = captains[clubs[0].pk] = visit()
    host.come_as(federation.secretary)
    for club in clubs[1:]:
        captains[club.pk].come_as(secretary_of(club))
    section = _plan(host, federation, clubs)
    first, second, third = section.matches.with_teams().in_order()

    _agreed(captains, first)
    _only_home_comes(host, captains, second)
    _decided_after_an_objection(host, captains, third)

    story.submit(host, section.tournament_id)
    assert len(story.see_changes(host)) == 6
    for captain in captains.values():
        captain.open("tournaments:league", section.pk)
        assert [row.split("\t")[-1] for row in _table(captain)] == ["3", "3", "0"]


def _guests(federation: Season, name: str) -> Club:
    club = ClubFactory(name=f"{name}-klubben", district=federation.club.district)
    for last in ("Alm", "Björk", "Ceder"):
        member(club, first_name=name, last_name=last)
    return club


def _plan(host: Visitor, federation: Season, clubs: list[Club]) -> Section:
    host.open("tournaments:new")
    host.page.fill("[name=name]", "Höstserien")
    host.page.fill("[name=start_date]", federation.first_day.isoformat())
    host.page.fill("[name=end_date]", federation.last_day.isoformat())
    host.send("form:has([name=section_name])")
    section = Section.objects.get(pk=story.number_in(host.page.url))
    host.press(host.find("main a[href$='/teams/']"))
    host.page.fill("[name=boards]", "2")
    host.send("form:has([name=boards])")
    for club in clubs:
        host.page.select_option("[name=club]", str(club.pk))
        host.page.fill("main [name=name]", club.name)
        host.send("form:has([name=club])")
    host.press(host.find("main a[href$='/teams/start/']"))
    host.send("form:has([name=round-1])")
    return section


def _agreed(captains: Captains, match: TeamMatch) -> None:
    home, away = captains[match.home.club_id], captains[match.away.club_id]
    _line_up(home, match, match.home)
    _line_up(away, match, match.away)
    _enter(home, match, "1-0", "1/2")
    away.open("tournaments:match", match.pk)
    away.press(away.find("form[action*='/confirm/'] button"))


def _only_home_comes(host: Visitor, captains: Captains, match: TeamMatch) -> None:
    _line_up(captains[match.home.club_id], match, match.home)
    host.open("tournaments:match", match.pk)
    host.press(host.find("form[action*='/begin/'] button"))
    _decide(host, match, "De kom inte.")


def _decided_after_an_objection(
    host: Visitor, captains: Captains, match: TeamMatch
) -> None:
    home, away = captains[match.home.club_id], captains[match.away.club_id]
    _line_up(home, match, match.home)
    _line_up(away, match, match.away)
    _enter(away, match, "1/2", "1/2")
    home.open("tournaments:match", match.pk)
    home.page.fill("form[action*='/object/'] [name=reason]", "Bord 2 vann vi.")
    home.press(home.find("form[action*='/object/'] button"))
    host.open("tournaments:desk")
    host.press(host.find(f"main a[href$='/matches/{match.pk}/']"))
    _decide(host, match, "Protokollet gäller.")


def _decide(host: Visitor, match: TeamMatch, why: str) -> None:
    host.page.fill("form[action*='/decide/'] [name=reason]", why)
    host.press(host.find("form[action*='/decide/'] button"))
    match.refresh_from_db()
    assert (match.state, match.decision) == ("confirmed", why)


def _line_up(captain: Visitor, match: TeamMatch, team: Team) -> None:
    """Line up the two strongest, in order."""
    captain.open("tournaments:match", match.pk)
    captain.press(captain.find(f"main a[href$='/line-up/{team.pk}/']"))
    captain.page.select_option("[name=board_1]", index=1)
    captain.page.select_option("[name=board_2]", index=2)
    captain.send("main form")


def _enter(captain: Visitor, match: TeamMatch, *results: str) -> None:
    captain.open("tournaments:match", match.pk)
    boxes = captain.find("select[name^=result-]")
    for at, result in enumerate(results):
        boxes.nth(at).select_option(result)
    captain.press(captain.find("form:has(select[name^=result-]) button"))


def _table(captain: Visitor) -> list[str]:
    rows = captain.find("main .crosstable tbody tr")
    return [row.inner_text() for row in rows.all()]
