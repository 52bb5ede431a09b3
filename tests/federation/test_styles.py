"""The style sheets, in a real browser."""

import re

import pytest

from script.checkout import ROOT

pytestmark = pytest.mark.browser
SHEETS = ROOT / "static" / "css"
SITE = "site.css"
ORDER = re.findall(r'@import url\("([\w/]+\.css)"\)', (SHEETS / SITE).read_text())


@pytest.fixture
def page(chromium):
    page = chromium.new_page()
    yield page
    page.close()


def test_hidden_element_is_not_shown_whatever_it_is(page):
    others = sorted({sheet.name for sheet in SHEETS.glob("*.css")} - {SITE, *ORDER})
    on_screen = [name for name in [*ORDER, *others] if name != "print.css"]
    styles = "".join((SHEETS / name).read_text() for name in on_screen)
    classes = sorted(set(re.findall(r"\.([a-z][\w-]*)", styles)))
    page.set_content(
        f"<style>{styles}</style>"
        + "".join(f'<p class="{name}" hidden>{name}</p>' for name in classes)
    )
    shown = page.locator("p:visible").all_inner_texts()
    assert (len(classes) > 100, shown) == (True, [])
