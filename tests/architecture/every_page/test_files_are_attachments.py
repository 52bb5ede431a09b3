"""Answers that are no pages are attachments or data for programs, which browsers never
show as pages.
"""

import pytest

from tests.architecture.every_page.asking import address, request_as
from tests.architecture.every_page.pages import PAGES
from tests.architecture.every_page.test_bad_input import role_let_in

pytestmark = pytest.mark.django_db
READ = [page for page in PAGES if page.get is not None]
FOR_CRAWLERS = {
    "tournaments:robots": "text/plain; charset=utf-8",
    "tournaments:sitemap_index": "application/xml",
    "tournaments:sitemap_pages": "application/xml",
    "tournaments:sitemap_players": "application/xml",
    "tournaments:sitemap_tournaments": "application/xml",
}


def answer(world, page):
    return request_as(world, role_let_in(page), "get", address(page, world))


def is_file(response) -> bool:
    return response.get("Content-Disposition", "").startswith("attachment; ")


def test_every_answer_is_a_page_or_an_attachment_without_content_sniffing(world):
    answers = {page.name: answer(world, page) for page in READ}
    files = {name for name, response in answers.items() if is_file(response)}
    pages = {
        name
        for name, response in answers.items()
        if response.get("Content-Type", "text/html").startswith("text/html")
    }
    assert len(files) > 6
    assert files & pages == set()
    assert files | pages | FOR_CRAWLERS.keys() == set(answers)
    types = {name: answers[name]["Content-Type"] for name in FOR_CRAWLERS}
    assert types == FOR_CRAWLERS
    assert {each["X-Content-Type-Options"] for each in answers.values()} == {"nosniff"}
