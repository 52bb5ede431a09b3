"""Corrections: a revised list beside the original, results that their sender withdraws,
and two users who write on one board.
"""

import pytest
from django.utils import timezone

from federation.domain.authorship import ActionContext
from ratings.engine.domain.computation import compute_pool
from ratings.enums import ReportState
from ratings.ledger.domain.reports import accept_report
from ratings.lists.domain.publishing import approve_list, publish_list
from ratings.lists.queries.listing import proposal_seen
from ratings.models import Period, RatingList, Report
from tests.factories import UserFactory, chess_pool
from tests.journeys import story
from tests.journeys.installation import wait_until
from tests.journeys.season import Season, season
from tests.ratings.rating_lists import open_next_period
from tournaments.domain.entering import enter_player
from tournaments.domain.planning.sections import SectionDraft
from tournaments.domain.planning.tournaments import TournamentDraft, create_tournament
from tournaments.domain.results import enter_result
from tournaments.domain.starting import start_section
from tournaments.domain.submitting import submit_results
from tournaments.models import Section

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
WHY = "Protokollet visar det."


def under_way(federation: Season) -> Section:
    """Return a section of four, started, without results."""
    acting = ActionContext(federation.secretary.pk, timezone.now())
    draft = TournamentDraft(
        name=story.NAME,
        organiser_id=federation.club.pk,
        district_id=federation.club.district_id,
        pool_id=chess_pool().pk,
        start_date=federation.first_day,
        end_date=federation.last_day,
        minutes=120,
    )
    made = create_tournament(draft, sections=[SectionDraft(name="A")], acting=acting)
    section = made.sections.get()
    for player in federation.players:
        enter_player(section.pk, player.pk, acting=acting)
    return start_section(section.pk, acting=acting)


def sent_in(federation: Season) -> Section:
    """Return a submitted section in which all games were drawn."""
    section = under_way(federation)
    acting = ActionContext(federation.secretary.pk, timezone.now())
    for pairing in section.pairings.all():
        enter_result(pairing.pk, "1/2", pairing.version, acting=acting)
    submit_results(section.tournament_id, answers={}, is_final=True, acting=acting)
    compute_pool(chess_pool().pk, at=timezone.now(), cause="test")
    return section


def approved(federation: Season) -> Section:
    """Return a section that is accepted, and whose period's list is published."""
    section = sent_in(federation)
    now = timezone.now()
    acting = ActionContext(federation.officer.pk, now)
    report = Report.objects.get(name=story.NAME)
    accept_report(report.pk, acting=acting)
    day = federation.first_day
    period = Period.objects.get(start_date__lte=day, end_date__gte=day)
    open_next_period(period)
    compute_pool(chess_pool().pk, at=now, cause="test")
    period.refresh_from_db()
    approval = approve_list(
        period.pk,
        seen=proposal_seen(period),
        comment="",
        today=timezone.localdate(),
        acting=acting,
    )
    publish_list(approval.pk, at=now)
    return section


def test_correction_after_approval_gives_a_revised_list_beside_the_original(visit):
    federation = season()
    section = approved(federation)
    secretary, officer = visit(), visit()
    secretary.come_as(federation.secretary)
    secretary.open("tournaments:changes", section.tournament_id)
    secretary.send("form[action$='/correct/']")
    secretary.open("tournaments:results", section.pk)
    board = section.pairings.get(round=1, board=1)
    story.enter_results(secretary, [(board, "1-0")])
    story.submit(secretary, section.tournament_id)
    after = {name: numbers[1] for name, numbers in story.see_changes(secretary).items()}

    officer.come_as(federation.officer)
    story.accept(officer)
    story.approve(officer, federation, "Ett resultat var fel.")

    original, revised = RatingList.objects.order_by("number")
    reader = visit()
    on_original = ratings_on(reader, original, federation)
    assert ratings_on(reader, revised, federation) == after
    winner, loser = board.white.player.full_name, board.black.player.full_name
    differing = {name for name in after if after[name] != on_original[name]}
    assert {winner, loser} <= differing
    reader.open("ratings:list", original.number)
    reader.press(reader.find(f"main a[href*='/list/{revised.number}/']").first)
    reader.press(reader.find("main a[href*='/difference/']"))
    rows = reader.find("main tbody tr .name").all()
    assert {row.inner_text().strip() for row in rows} == differing


def ratings_on(reader, published: RatingList, federation: Season) -> dict[str, str]:
    reader.open("ratings:list", published.number)
    return {
        player.full_name: reader.text(f"#player-{player.pk} td.rating")
        for player in federation.players
    }


def test_withdrawn_results_no_longer_count(visit, installation):
    federation = season()
    section = sent_in(federation)
    secretary = visit()
    secretary.come_as(federation.secretary)
    secretary.open("tournaments:changes", section.tournament_id)
    secretary.send("form[action$='/recall/']")
    report = Report.objects.get(name=story.NAME)
    assert report.state == ReportState.WITHDRAWN
    secretary.open("tournaments:results", section.pk)
    board = section.pairings.get(round=1, board=1)
    story.enter_results(secretary, [(board, "0-1")])
    story.submit(secretary, section.tournament_id)
    assert len(story.see_changes(secretary)) == len(federation.players)
    assert Report.objects.filter(name=story.NAME).count() == 2


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_player_requests_a_correction_and_the_office_makes_it(visit, script):
    federation = season()
    section = approved(federation)
    board = section.pairings.get(round=1, board=1)
    asking = board.white.player
    day = federation.first_day
    period = Period.objects.get(start_date__lte=day, end_date__gte=day)
    player, secretary, officer = (visit(script=script) for _ in range(3))

    player.come_as(UserFactory(player=asking))
    player.open("ratings:explanation", asking.pk, period.end_date)
    link = f"a[href='/claims/{asks_for_a_win(player, board)}/']"

    secretary.come_as(federation.secretary)
    secretary.open("tournaments:desk")
    secretary.press(secretary.find(link))
    secretary.page.check("[name=agrees][value=yes]")
    secretary.send("form[action$='/answer/']")

    officer.come_as(federation.officer)
    officer.open("ratings:claims")
    officer.press(officer.find(link))
    officer.page.check("[name=scope][value=standings]")
    officer.page.fill("[name=reason]", "Protokollet visar det.")
    officer.page.fill("[name=public_reason]", "Protokollet visar det.")
    officer.press(officer.find("[name=act][value=allow]"))

    board.refresh_from_db()
    assert board.result == "1-0"
    reader = visit(script=script)

    def read() -> str:
        reader.open("ratings:explanation", asking.pk, period.end_date)
        return reader.page.inner_text("main")

    wait_until(lambda: "Protokollet visar det." in read(), "the correction is public")
    assert "Jag vann, se protokollet." not in read()


def test_correction_for_the_rating_only_is_agreed_to_and_shown_on_the_lists(visit):
    federation = season()
    board = approved(federation).pairings.get(round=1, board=1)
    asking, opponent = board.white.player, board.black.player
    original = RatingList.objects.get()
    player, officer, reader = visit(), visit(), visit()

    player.come_as(UserFactory(player=asking))
    player.open("ratings:explanation", asking.pk, original.period.end_date)
    link = f"a[href='/claims/{asks_for_a_win(player, board)}/']"
    for concerned in (UserFactory(player=opponent), federation.secretary):
        agrees(visit(script=False), concerned, link)
    officer.come_as(federation.officer)
    allows_for_the_rating_only(officer, link)
    story.approve(officer, federation, "Efter en rättelse.")

    revised = RatingList.objects.get(revision=1)
    before, after = (
        ratings_on(reader, each, federation) for each in (original, revised)
    )
    risen = {name for name in after if int(after[name]) > int(before[name])}
    assert risen == {asking.full_name}
    reader.press(reader.find("main a[href*='/difference/']"))
    assert WHY in reader.text("main")
    reader.open("ratings:list_explanation", revised.number, asking.pk)
    assert WHY in reader.text("main")
    # The tournament's own tables are unchanged.
    board.refresh_from_db()
    assert board.result == "1/2"


def agrees(who, user, link: str) -> None:
    """Find the request at the desk of the user concerned, and agree."""
    who.come_as(user)
    who.open("tournaments:desk")
    who.press(who.find(link))
    who.page.check("[name=agrees][value=yes]")
    who.send("form[action$='/answer/']")


def allows_for_the_rating_only(officer, link: str) -> None:
    officer.open("ratings:claims")
    officer.press(officer.find(link))
    officer.page.check("[name=scope][value=rating]")
    officer.page.fill("[name=reason]", WHY)
    officer.page.fill("[name=public_reason]", WHY)
    officer.press(officer.find("[name=act][value=allow]"))


def asks_for_a_win(player, board) -> int:
    """Request a win from the line of the game; return the request's number."""
    player.press(player.find(f"a[href$='/{board.pk}/'][href^='/claims/new/']"))
    player.press(player.find("a[href='?kind=result']"))
    player.page.check("[name=result][value='2']")
    player.page.fill("[name=text]", "Jag vann, se protokollet.")
    player.send("main form")
    return story.number_in(player.page.url)


@pytest.mark.parametrize("script", [True, False], ids=["script", "no-script"])
def test_two_users_who_write_on_one_board_see_both_results(visit, script):
    federation = season()
    section = under_way(federation)
    board = section.pairings.get(round=1, board=1)
    first, second = visit(script=script), visit(script=script)
    for who in (first, second):
        who.expected = ("409",)
        who.come_as(federation.secretary)
        who.open("tournaments:results", section.pk)
    story.enter_results(first, [(board, "1-0")])
    if script:
        story.type_result(second, board, "0-1")
        box = "[data-conflict] > .both-versions"
    else:
        second.page.check(f"[name='result-{board.pk}'][value='0-1']")
        second.press(second.find("[data-save] button"))
        box = ":not([data-conflict]) > .both-versions"
    second.find(box).wait_for()
    choices = second.find(f"{box} .choice").all_inner_texts()
    assert [text.replace(" ", "") for text in choices] == ["0–1", "1–0"]
    board.refresh_from_db()
    assert board.result == "1-0"

    mine = second.find(f"{box} button").first
    if script:
        mine.click()
        story.assert_saved(second, [(board, "0-1")])
    else:
        second.press(mine)
    board.refresh_from_db()
    assert board.result == "0-1"
