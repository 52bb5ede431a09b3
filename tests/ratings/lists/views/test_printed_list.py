"""A rating list on paper, printed by a real browser."""

from datetime import date

import pytest

from federation.enums import Gender
from ratings.lists.views import lists
from tests.factories import line
from tests.ratings.rating_lists import SPRING, accepted, published, rated

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
]


def test_printed_list_names_its_part(chromium, live_server, monkeypatch):
    monkeypatch.setattr(lists, "PER_PAGE", 2)
    people = [rated(1900 + 10 * n, gender=Gender.FEMALE) for n in range(4)]
    accepted(line(people[0], people[1], 2, SPRING, key=1))
    accepted(line(people[2], people[3], 2, SPRING, key=2), source_number=2)
    published(date(2026, 3, 10))
    context = chromium.new_context(base_url=live_server.url, locale="en")
    page = context.new_page()
    page.goto("/list/?gender=f")
    page.emulate_media(media="print")

    assert page.locator(".pager").inner_text().strip() == "1–2 of 4"
    assert [each.strip() for each in page.locator(".print-only").all_inner_texts()] == [
        "Gender: Women",
        "Players 1–2 of 4. “Download” on the page of the list has the whole "
        "list, for printing.",
    ]

    page.emulate_media(media="screen")
    assert not page.locator(".print-only").first.is_visible()
    page.locator("summary", has_text="Download").click()
    page.get_by_role("link", name="All on one page").click()
    page.wait_for_url("**/list/?gender=f&whole=1")
    page.emulate_media(media="print")
    assert page.locator("tbody tr").count() == 4
    assert page.locator(".print-only").all_inner_texts() == ["Gender: Women"]
    context.close()


def test_list_filtered_by_script_is_printed_and_translated_with_its_filter(
    chromium, live_server
):
    people = [rated(1900, gender=each) for each in (Gender.FEMALE, Gender.MALE)]
    accepted(line(people[0], people[1], 2, SPRING, key=1))
    published(date(2026, 3, 10))
    context = chromium.new_context(base_url=live_server.url, locale="en")
    page = context.new_page()
    page.goto("/list/")
    page.locator("select[name=gender]").select_option("f")
    page.wait_for_url("**gender=f")
    page.locator("summary", has_text="Download").click()
    page.get_by_role("link", name="All on one page").click()
    page.wait_for_url("**gender=f&whole=1")
    assert page.locator("tbody tr").count() == 1

    page.goto("/list/")
    page.locator("summary", has_text="Download").click()
    page.locator("input[type=search]").fill(people[0].last_name)
    page.wait_for_selector("#list-files a[href*='list.xlsx?q=']")
    assert page.locator(".list-files").get_attribute("open") is not None

    page.goto("/list/")
    page.locator("select[name=gender]").select_option("f")
    page.wait_for_url("**gender=f")
    page.get_by_role("button", name="Svenska").first.click()
    page.wait_for_selector("html[lang=sv]")
    assert "gender=f" in page.url
    assert page.locator("tbody tr").count() == 1
    context.close()
