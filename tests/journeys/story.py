"""What people do at the office, step by step, on its pages."""

import re
from collections.abc import Sequence

from federation.models import Player
from tests.journeys.installation import wait_until
from tests.journeys.season import Season
from tests.journeys.visitors import Visitor
from tournaments.models import Pairing

NAME = "Höstturneringen"
KEYS = {"1-0": "1", "1/2": "=", "0-1": "0"}


def create_tournament(secretary: Visitor, season: Season) -> int:
    """Create a tournament; return the section's id."""
    secretary.open("tournaments:new")
    secretary.page.fill("[name=name]", NAME)
    secretary.page.fill("[name=start_date]", season.first_day.isoformat())
    secretary.page.fill("[name=end_date]", season.last_day.isoformat())
    secretary.send("form:has([name=section_name])")
    return number_in(secretary.page.url)


def enter_player(secretary: Visitor, player: Player) -> None:
    """Enter a player by typing a part of the name."""
    secretary.page.fill("#q", player.last_name[:3])
    entered = secretary.find(".entered-line").count()
    if secretary.script:
        secretary.find(f"#picks button[value='{player.pk}']").wait_for()
        with secretary.page.expect_navigation():
            secretary.page.locator(f"#picks button[value='{player.pk}']").press("Enter")
    else:
        with secretary.page.expect_navigation():
            secretary.page.press("#q", "Enter")
        secretary.press(secretary.find(f"#picks button[value='{player.pk}']"))
    assert secretary.find(".entered-line").count() == entered + 1


def start(secretary: Visitor, section_id: int) -> None:
    secretary.open("tournaments:start_section", section_id)
    secretary.send("form:has([name=round-1])")
    assert secretary.page.url.endswith("/results/")


def enter_results(secretary: Visitor, boards: Sequence[tuple[Pairing, str]]) -> None:
    """Enter results by keyboard in the crosstable, or in a form if there is no script."""
    if secretary.script:
        for pairing, result in boards:
            type_result(secretary, pairing, result)
        assert_saved(secretary, boards)
        return
    for pairing, result in boards:
        secretary.page.check(f"[name='result-{pairing.pk}'][value='{result}']")
    secretary.press(secretary.find("[data-save] button"))


def box_of(pairing: Pairing) -> str:
    return f"input[data-board='{pairing.pk}'][data-colour=white]"


def type_result(secretary: Visitor, pairing: Pairing, result: str) -> None:
    secretary.page.press(box_of(pairing), KEYS[result])


def assert_saved(secretary: Visitor, boards: Sequence[tuple[Pairing, str]]) -> None:
    """Check that no result is still being sent, and that a new page shows what was
    typed.
    """
    saved = lambda: secretary.page.evaluate("!localStorage.length")  # noqa: E731
    wait_until(saved, "all results are saved")
    secretary.page.reload()
    shown = {
        pairing.pk: secretary.find(box_of(pairing)).get_attribute("data-result")
        for pairing, _ in boards
    }
    assert shown == {pairing.pk: result for pairing, result in boards}


def submit(secretary: Visitor, tournament_id: int) -> None:
    secretary.open("tournaments:submit", tournament_id)
    answers = secretary.find("main form textarea")
    for at in range(answers.count()):
        answers.nth(at).fill("Så spelades det.")
    secretary.send(f"main form[action*='/tournaments/{tournament_id}/submit/']")
    assert secretary.page.url.endswith("/changes/")


def see_changes(secretary: Visitor) -> dict[str, tuple[str, str]]:
    """Return rating before and after by name, once they have appeared by themselves."""
    secretary.wait_for("#changes table")
    return {
        row.locator("th").inner_text().strip(): (
            row.locator("td.num").nth(-3).inner_text().strip(),
            row.locator("td.rating").inner_text().strip(),
        )
        for row in secretary.find("#changes tbody tr").all()
    }


def accept(officer: Visitor) -> None:
    """Accept the report of the tournament, found in the inbox."""
    officer.open("ratings:inbox")
    officer.press(officer.find("[data-open]", has_text=NAME))
    for box in officer.find("input[name=kinds]").all():
        box.check()
    officer.press(officer.find("button[name=act][value=accept]"))


def approve(officer: Visitor, season: Season, comment: str = "") -> None:
    """Approve the list of the period that has ended; it is published when this returns."""
    first = period_starting(season)
    listed = officer.find("th a", has_text=first)

    def waits() -> bool:
        # A revised list waits until it has been compared with the published one.
        officer.open("ratings:proposals")
        return listed.count() > 0

    wait_until(waits, "the list waits for its approval")
    officer.press(listed)
    lists = officer.find("aside a[href*='/list/']").count()
    officer.page.fill("[name=comment]", comment)
    officer.press(officer.find("form:has([name=seen]) button"))
    officer.wait_for(f":nth-match(aside a[href*='/list/'], {lists + 1})")


def period_starting(season: Season) -> str:
    return season.first_day.replace(day=1).isoformat()


def number_in(url: str) -> int:
    found = re.search(r"/(\d+)/", url)
    assert found, url
    return int(found[1])
