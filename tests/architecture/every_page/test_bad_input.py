"""No content of a request makes a page answer 500."""

import pytest

from federation.middleware import NUL
from tests.architecture.every_page.answered import Answered, as_shown_again, heading
from tests.architecture.every_page.asking import (
    address,
    leads_to_a_view,
    other_addresses,
    post_raw,
    quote_segment,
    request_as,
)
from tests.architecture.every_page.oddities import (
    BODIES,
    HEADERS,
    PLAIN,
    SEGMENTS,
    names_in_source,
    names_on_page,
    rounds,
)
from tests.architecture.every_page.pages import DOORS, PAGES, Page

pytestmark = pytest.mark.django_db
STRONGEST = (
    "administrator", "officer", "committee", "board", "secretary", "stranger", "player",
)  # fmt: skip
READ = [page for page in PAGES if page.get is not None]
READ_DOORS = [page for page in DOORS if page.get]
WRITTEN = [page for page in PAGES if page.post is not None]
WRITTEN_DOORS = [page for page in DOORS if page.post]
WITHOUT_A_FORM = {
    "account_reset_password_from_key": "the link of the letter leads nowhere any more",
    "healthz": "it says that the office runs, whatever is sent",
    "federation:style_guide": "what is sent to it goes nowhere",
    "ratings:judge": "the button chooses which of its forms is meant",
    "tournaments:paste": "whatever is pasted is shown line by line, and asked about",
    "tournaments:movement": "the button chooses which of its forms is meant",
}
"""Pages that cannot keep invalid values in a field, and why."""

WITHOUT_OTHERS = {"ratings:current_file", "ratings:live_file"}
"""Pages whose address has only one part, the name of a layout."""


def role_let_in(page: Page) -> str:
    """Return a role that may open the page; "nobody" if there is no such page outside
    of a demo.
    """
    allowed = (page.get or frozenset()) | (page.post or frozenset())
    return next((role for role in STRONGEST if role in allowed), "nobody")


def named(pages):
    return pytest.mark.parametrize("page", pages, ids=lambda page: page.name)


@pytest.fixture(scope="module")
def names():
    return names_in_source()


def test_names_that_pages_read_are_found(names):
    known = {"q", "page", "sort", "before", "looked_at", "seen", "email", "birth_year"}
    assert known <= set(names)


@named(READ + READ_DOORS)
def test_no_query_string_makes_a_page_fail(world, names, page):
    role, path = role_let_in(page), address(page, world)
    codes = [
        request_as(world, role, "get", path, query).status_code
        for query in rounds(names, PLAIN)
    ]
    assert max(codes) < 500


@named(WRITTEN + WRITTEN_DOORS)
def test_invalid_form_data_are_refused_with_a_message_and_kept_in_the_form(
    world, names, page
):
    role, path = role_let_in(page), address(page, world)
    shown = request_as(world, role, "get", path).content.decode(errors="replace")
    on_page = sorted({*names, *names_on_page(shown)})
    wrong = []
    for form in rounds(on_page, PLAIN):
        answer = request_as(world, role, "post", path, form)
        keeps = page.name not in WITHOUT_A_FORM
        wrong += faults_of_answer(answer, form, keeps=keeps)
    assert wrong == []


def faults_of_answer(answer, form, *, keeps=True):
    """Return the faults of the answer to an invalid form: it must redirect, or have a
    message and keep the form data.
    """
    if answer.status_code in (301, 302):
        return []
    page = Answered.of(answer)
    if not keeps and answer.status_code < 500:
        return []
    if answer.status_code >= 500 or not page.says_why:
        return [f"{answer.status_code} without a word"]
    return [
        f"{name}: {form[name][:20]!r} is now {shown_value[:20]!r}"
        for name, shown_value in page.typed.items()
        if name in form
        and not page.is_error_page
        and shown_value != as_shown_again(form[name])
    ]


@named(WRITTEN + WRITTEN_DOORS)
def test_no_request_body_makes_a_page_fail(world, page):
    role, path = role_let_in(page), address(page, world)
    codes = [
        post_raw(world, role, path, body, kind).status_code for body, kind in BODIES
    ]
    assert max(codes) < 500


@named((*PAGES, *DOORS))
def test_no_header_makes_a_page_fail(world, page):
    role = role_let_in(page)
    method = "get" if page.get is not None else "post"
    answers = [
        request_as(
            world, who, method, address(page, world), headers=HEADERS
        ).status_code
        for who in (role, "nobody")
    ]
    assert max(answers) < 500


@named([page for page in PAGES if page.parts])
def test_address_of_a_missing_object_is_answered_with_a_message(world, page):
    role = role_let_in(page)
    method = "get" if page.get is not None else "post"
    others = [each for each in other_addresses(page, world) if leads_to_a_view(each[1])]
    assert others or page.name in WITHOUT_OTHERS
    wrong = [
        (part, path[:80], answer.status_code)
        for part, path in others
        if not in_words(answer := request_as(world, role, method, path))
    ]
    assert wrong == []


@pytest.mark.parametrize("segment", SEGMENTS)
@pytest.mark.parametrize("role", ["nobody", "secretary", "administrator"])
def test_address_without_a_view_is_answered_with_a_message(world, role, segment):
    path = f"/clubs/1/no-such-page/{quote_segment(segment)}/"
    assert not leads_to_a_view(path)
    for method in ("get", "post"):
        answer = request_as(world, role, method, path)
        assert answer.status_code in (400, 404)
        assert message_of(answer) != ""


def message_of(answer):
    """Return the heading of a page, or the message for the script on a page."""
    if answer["Content-Type"] == "application/json":
        data = answer.json()
        return data["errors"][0]["why"] if "errors" in data else data.get("message", "")
    return heading(answer)


def in_words(answer):
    """Return whether the answer is a page with a message, a file, or a redirect."""
    if answer.status_code in (301, 302):
        return True
    if answer.status_code >= 400:
        return answer.status_code < 500 and message_of(answer) != ""
    return answer.status_code == 200


@named(READ + READ_DOORS)
def test_query_with_nul_character_is_refused_with_a_message(world, page):
    role, path = role_let_in(page), address(page, world)
    for query in ({"q": NUL}, {NUL: "q"}, {"q": f"a{NUL}b"}):
        answer = request_as(world, role, "get", path, query)
        assert answer.status_code == 400
        assert message_of(answer) in (
            "We could not read that",
            "The request has a character or a header that cannot be read.",
        )


@named(WRITTEN + WRITTEN_DOORS)
def test_form_with_nul_character_is_refused_with_a_message(world, page):
    role, path = role_let_in(page), address(page, world)
    answer = request_as(world, role, "post", path, {"name": f"a{NUL}"})
    assert answer.status_code == 400
