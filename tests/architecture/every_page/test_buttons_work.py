"""Every button of a form works in a browser: a browser silently refuses to submit a
form whose required field it cannot show.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest

from tests.architecture.every_page.asking import address, request_as
from tests.architecture.every_page.pages import PAGES
from tests.architecture.world import World

pytestmark = pytest.mark.django_db
CONTROLS = ("input", "select", "textarea")


@dataclass
class Form:
    """`required` are its required fields in folded parts, each with the folded parts
    around it; `buttons` are its submit buttons, with the folded parts around them.
    """

    required: list[tuple[str, set[int]]] = field(default_factory=list)
    buttons: list[tuple[str, set[int]]] = field(default_factory=list)


class Forms(HTMLParser):
    """Reads the forms of a page that a browser validates before submitting."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._folded: list[int] = []
        self._number = 0

    def handle_starttag(
        self, tag: str, attrs: Sequence[tuple[str, str | None]]
    ) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._form = None if "novalidate" in attributes else Form()
            self.forms += [self._form] if self._form else []
        elif tag == "details":
            self._number += 1
            self._folded.append(0 if "open" in attributes else self._number)
        elif self._form is not None:
            self._read(self._form, tag, attributes)

    def _read(self, form: Form, tag: str, attributes: dict[str, str | None]) -> None:
        folded = {each for each in self._folded if each}
        name = f"{attributes.get('name')}={attributes.get('value')}"
        sends = attributes.get("type") or "submit"
        if tag in CONTROLS and "required" in attributes and folded:
            form.required.append((name, folded))
        elif (
            tag == "button" and sends == "submit" and "formnovalidate" not in attributes
        ):
            form.buttons.append((name, folded))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "details":
            self._folded.pop()


def dead_buttons(markup: str) -> Iterator[tuple[str, str]]:
    """Yield each button blocked by a required field that is folded when the button is
    clicked, and that field.
    """
    reader = Forms()
    reader.feed(markup)
    for form in reader.forms:
        for button, seen in form.buttons:
            for name, folded in form.required:
                if not folded <= seen:
                    yield button, name


def test_button_beside_a_required_field_in_a_folded_part_is_found():
    form = "<form><button name=a value=b></button><details>%s</details></form>"
    broken_form = form % "<textarea name=c required></textarea><button name=d></button>"
    assert list(dead_buttons(broken_form)) == [("a=b", "c=None")]
    assert not list(dead_buttons(broken_form.replace("<form>", "<form novalidate>")))
    assert not list(dead_buttons(broken_form.replace("<details>", "<details open>")))


def test_no_button_is_blocked_by_a_required_field_that_is_not_visible(world: World):
    found = {}
    for page in PAGES:
        for role in list(page.get or ())[:1]:
            answer = request_as(world, role, "get", address(page, world))
            if "text/html" in answer.headers.get("Content-Type", ""):
                dead = list(dead_buttons(answer.content.decode()))
                found |= {page.name: dead} if dead else {}
    assert found == {}
