"""A committee's year: history is imported from a file with faults, a list is approved,
another system is tried in the laboratory, proposed, approved by a second person, and
rates the next period. Published lists stay identical to the byte.
"""

from dataclasses import replace
from datetime import date, timedelta
from itertools import permutations

import pytest

from federation.models import Player, User
from ratings.models import Edition, EditionProposal, ImportFile, RatingList
from tests.journeys import story
from tests.journeys.installation import wait_until
from tests.journeys.season import Season, season
from tests.journeys.test_changing_an_edition import administrator
from tests.journeys.test_corrections import sent_in
from tests.journeys.visitors import Visitor
from tests.ratings.rating_lists import decided

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]
HEADER = (
    "date,white_name,white_birth_year,black_name,black_birth_year,score,event,round,"
    "minutes"
)
AS_WRITTEN = ("Åsa Öberg,1971", "Bjorn Ek,1983", '"Ahlgren, Cecilia",1990')
NEW = "Zoltan Nykomling,1960"
"""Two members by name, one misspelt, and an unknown person."""
EVENT = "Klubbkväll"
YEARS = 3
OLD = (1850, 1700, 1550, 1400)
POINTS = "8.3.2, 8.3.3"
"""Sections of FIDE's regulations: the change of a game, and K."""
WHY = "Kongressen 2026, § 12: FIDE:s regler gäller även här."


def history(before: date) -> bytes:
    """Return the last years of all players against all others twice, with three
    impossible rows at the end.
    """
    years = range(before.year - YEARS, before.year)
    pairs = list(permutations([*AS_WRITTEN, NEW], 2))
    good = [
        f"{year}-{month:02}-14,{white},{black},{'1½0'[(year + month) % 3]},"
        f"{EVENT} {year},{month},120"
        for year in years
        for month, (white, black) in enumerate(pairs, start=1)
    ]
    first, other = AS_WRITTEN[:2]
    bad = [
        f"{years[-1]}-13-14,{first},{other},1,{EVENT},13,120",
        f"{years[-1]}-12-15,{first},{other},7,{EVENT},14,120",
        f"{years[-1]}-12-16,{first},{first},1,{EVENT},15,120",
    ]
    return "\r\n".join([HEADER, *good, *bad]).encode("utf-16")


GAMES = YEARS * 12
BAD_LINES = [str(GAMES + 1 + place) for place in (1, 2, 3)]


def test_history_is_imported_and_the_next_period_uses_another_system(
    visit, installation
):
    federation = season()
    old_list(federation)
    sent_in(federation)
    ada, bo = administrator("Ada Admin"), administrator("Bo Byrå")
    office, officer = visit(), visit()
    office.sign_in(ada)
    brings_the_file(office, history(federation.first_day))
    decides_about_the_players(office)
    asks_for_it_to_be_posted(office)
    second = visit(script=False)
    agrees(second, bo)
    watches(office)

    officer.sign_in(federation.officer)
    story.accept(officer)
    story.approve(officer, federation, "Med historiken.")
    published = RatingList.objects.get()
    reader = visit(script=False)
    before = everything_on(reader, published, federation)
    assert "Nykomling" in before["list"].decode()

    tries_another_system(office)
    first_day = published.period.end_date + timedelta(days=1)
    proposed = proposes(office, first_day)
    approves(second, proposed)
    assert everything_on(reader, published, federation) == before

    sent_in(replace(federation, first_day=first_day))
    wait_until(installation.is_idle, "the new period is rated")
    sees_the_working(reader, federation.players[0])
    assert everything_on(reader, published, federation) == before


def old_list(federation: Season) -> None:
    """Publish the list from before the oldest game of the file."""
    day = date(federation.first_day.year - YEARS - 1, 12, 31)
    for player, rating in zip(federation.players, OLD, strict=True):
        decided(player, rating, on=day, reason="Listan på papper.")


def brings_the_file(office: Visitor, file: bytes) -> None:
    """Upload the file; the page shows what was read, and each row that is impossible."""
    office.press(office.find(".nav-office a[href='/imports/']"))
    content = {"name": "historia.csv", "mimeType": "text/csv", "buffer": file}
    office.page.set_input_files("[name=file]", content)
    office.press(office.find("form:has([name=file]) button"))
    office.wait_for("#import-parts")
    office.press(office.find("#import-parts a[href='?show=rows']"))
    rows = office.find("#import-parts tbody tr")
    assert rows.locator("td:first-child").all_inner_texts() == BAD_LINES
    assert len(set(rows.locator("th").all_inner_texts())) == len(BAD_LINES)


def decides_about_the_players(office: Visitor) -> None:
    """Accept the proposed player for Björn; add Zoltan as a new player."""
    office.press(office.find("#import-parts a[href='?show=players']"))
    bjorn = Player.objects.get(first_name="Björn")
    office.page.check(f".import-players input[value='{bjorn.pk}']")
    office.find(".import-players > li", has_text="Zoltan").locator(
        "[value=new]"
    ).check()
    office.press(office.find("form:has(.import-players) > .act-buttons button"))


def asks_for_it_to_be_posted(office: Visitor) -> None:
    office.wait_for("form[action$='/post/']")
    office.press(office.find("form[action$='/post/'] button"))


def agrees(second: Visitor, user: User) -> None:
    """Let another user view the file and post it."""
    second.sign_in(user)
    second.open("ratings:import_file", ImportFile.objects.get().pk)
    second.press(second.find("button[value=approve]"))


def watches(office: Visitor) -> None:
    """Wait until the page shows that the ratings are computed, and follow its link to
    the list.
    """
    office.page.reload()
    office.page.evaluate("document.body.dataset.shown = 'once'")
    office.wait_for("[data-computed]")
    assert office.find("body[data-shown=once]").count() == 1
    file = ImportFile.objects.get()
    assert (file.posted_games, file.refused) == (GAMES, len(BAD_LINES))
    office.press(office.find("main a[href^='/list/live/']"))
    office.wait_for("#list tbody tr:has-text('Zoltan Nykomling')")


def tries_another_system(office: Visitor) -> None:
    """Compare both systems, measured on the imported games."""
    office.press(office.find(".nav-office a[href='/laboratory/']"))
    office.press(office.find("main .page-head a.button").first)
    office.page.fill("main [name=name]", "Vore FIDE:s regler bättre?")
    office.find("main [name=c0-system]").select_option("elo")
    office.press(office.find("main form .act button"))
    office.wait_for("#experiment .chart-drawn")
    best = office.find("#experiment section").first.locator("tbody").first
    assert best.locator("tr").count() == 2


def proposes(office: Visitor, first_day: date) -> EditionProposal:
    """Propose a change from the period after the published list on; it is shown first."""
    office.press(office.find(".nav-office a[href='/pools/']"))
    office.press(office.find("main th a[href='/pools/chess-long/']"))
    office.press(office.find("main a[href$='/propose/']"))
    office.find("#choose-system").select_option("elo")
    office.press(office.find("form.filters button"))
    office.page.fill("[name=from_date]", first_day.isoformat())
    office.page.fill("[name=p_period_starts]", "01-01, 05-01, 09-01")
    office.page.fill("[name=reason]", WHY)
    office.press(office.find("button[value=look]"))
    assert office.find("#preview").count() == 1
    office.press(office.find("button[value=save]"))
    assert office.find("button[value=approve]").count() == 0
    return EditionProposal.objects.get()


def approves(approver: Visitor, proposed: EditionProposal) -> None:
    """Let another user read the reason and the effect, and approve it."""
    approver.open("ratings:pool", "chess-long")
    approver.press(approver.find(f"main a[href='/editions/proposals/{proposed.pk}/']"))
    assert WHY in approver.text("main")
    approver.press(approver.find("button[value=approve]"))
    edition = Edition.objects.get(from_date=proposed.from_date)
    assert WHY in approver.text(f"#edition-{edition.pk}")


def everything_on(
    reader: Visitor, published: RatingList, federation: Season
) -> dict[str, bytes]:
    """Return a list as readers get it: its page, its file, and how each number was
    computed.
    """
    address = f"/list/{published.number}/"
    places = {"list": address, "file": f"{address}list.csv"} | {
        each.full_name: f"{address}players/{each.pk}/" for each in federation.players
    }
    answers = {name: reader.page.request.get(at) for name, at in places.items()}
    assert {answer.status for answer in answers.values()} == {200}
    return {name: answer.body() for name, answer in answers.items()}


def sees_the_working(reader: Visitor, player: Player) -> None:
    """Follow a player's page to the newest period: FIDE's points in the margin lead to
    the number that the player's page shows.
    """
    reader.open("ratings:player", player.pk)
    newest = reader.find("#ratings .table-opens tbody tr").first
    shown = newest.locator("td.rating").inner_text()
    reader.press(newest.locator("th a"))
    assert "FIDE-Elo" in reader.text("#ratings .lead")
    assert reader.text(".ledger tbody tr:has-text('½') :nth-child(1)") == POINTS
    assert reader.text(".ledger tr.total td.running") == shown
