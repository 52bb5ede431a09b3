"""Take the pictures of docs/pages.md again, from an office with new demo data.

    . var/environment; .venv/bin/python -m script.pictures --at http://localhost:8000

docs/pictures.toml says who is signed in for each picture and which steps lead to its
page; numbers in addresses differ from demo to demo, so pages are found by their links.
The acts of the table are performed before the pictures and change the office: an
invitation is sent, a history uploaded. Names after the options take only those
pictures, without the acts:

    .venv/bin/python -m script.pictures --at http://localhost:8000 list round
"""

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from urllib.parse import urljoin

from PIL import Image
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Locator,
    Page,
    sync_playwright,
)

from script.checkout import ROOT
from script.chromium import find_chromium
from script.picture_table import DESK, Act, Frame, Picture, Table, read_table

FOLDER = ROOT / "docs" / "screenshots"
TOP = "part => part.getBoundingClientRect().top + scrollY"
LOOKS, PAUSE = 100, 2_000
"""How often a page is checked again, and the milliseconds between checks."""


@dataclass(frozen=True)
class Walker:
    """Perform the steps of the table. A step is a verb and its object."""

    page: Page
    files: Mapping[str, str]

    def take(self, step: str) -> None:
        """Perform one step; raise Playwright's Error if there is no such link, button
        or field.
        """
        verb, _, rest = step.partition(" ")
        # An unknown step must not be ignored: the picture would show the page before
        # it.
        getattr(self, f"_{verb}")(rest)

    def _open(self, address: str) -> None:
        self.page.goto(urljoin(self.page.url, address))

    def _follow(self, words: str) -> None:
        """Follow the first link with these words, preferring links outside the page
        header.
        """
        links = self.page.locator("main a[href]", has_text=words)
        self._go(links if links.count() else self.page.locator("a", has_text=words))

    def _link(self, css: str) -> None:
        self._go(self.page.locator(css))

    def _press(self, words: str) -> None:
        self.page.get_by_role("button", name=words).first.click()
        self.page.wait_for_load_state()

    def _tick(self, css: str) -> None:
        """Tick all these boxes; which of them a page has may depend on the day."""
        for box in self.page.locator(css).all():
            box.check()

    def _click(self, css: str) -> None:
        self.page.locator(css).first.click()

    def _write(self, rest: str) -> None:
        label, _, value = rest.partition(": ")
        self.page.get_by_label(label).first.fill(value)

    def _choose(self, rest: str) -> None:
        label, _, value = rest.partition(": ")
        self.page.get_by_label(label).first.select_option(label=value)

    def _upload(self, name: str) -> None:
        content = self.files[name].encode()
        self.page.locator("input[type=file]").first.set_input_files(
            {"name": name, "mimeType": "text/csv", "buffer": content}
        )

    def _see(self, words: str) -> None:
        self.page.get_by_text(words).first.wait_for()

    def _await(self, words: str) -> None:
        """Wait for words that workers have to compute, which takes a minute on a busy
        machine.
        """
        for _ in range(LOOKS):
            if self.page.get_by_text(words).first.is_visible():
                return
            self.page.wait_for_timeout(PAUSE)
            self.page.goto(self.page.url)
        self._see(words)

    def _go(self, links: Locator) -> None:
        """Open the address of the link, which also works for a link in a closed menu."""
        address = links.first.get_attribute("href")
        self._open(address or "")


@dataclass
class Camera:
    """Take pictures in one window for each user and frame, signed in once."""

    browser: Browser
    at: str
    files: Mapping[str, str]
    windows: dict[tuple[str, Frame], BrowserContext] = field(default_factory=dict)

    def picture(self, wanted: Picture) -> bytes:
        with self._page(wanted.who, wanted.frame) as page:
            self._walk(page, wanted.steps)
            taken = _shoot(page, wanted)
        return _in_few_colours(taken)

    def act(self, act: Act) -> None:
        with self._page(act.who, DESK) as page:
            self._walk(page, act.steps)

    def _walk(self, page: Page, steps: Sequence[str]) -> None:
        walker = Walker(page, self.files)
        for step in steps:
            try:
                walker.take(step)
            except Error as error:
                message = f"“{step}” at {page.url}: {error.message.splitlines()[0]}"
                raise Error(message) from error

    @contextmanager
    def _page(self, who: str, frame: Frame) -> Iterator[Page]:
        if (who, frame) not in self.windows:
            self.windows[who, frame] = self._window(who, frame)
        page = self.windows[who, frame].new_page()
        try:
            yield page
        finally:
            page.close()

    def _window(self, who: str, frame: Frame) -> BrowserContext:
        window = self.browser.new_context(
            base_url=self.at,
            viewport=frame.viewport,
            device_scale_factor=frame.scale,
            locale="en-GB",
            timezone_id="Europe/Stockholm",
            color_scheme="light",
            reduced_motion="reduce",
        )
        window.set_default_timeout(15_000)
        if who:
            page = window.new_page()
            page.goto("/account/login/")
            # The demo offers its log-ins there, each with a button.
            offered = page.locator("li", has_text=f" {who}@demo.example")
            offered.get_by_role("button").click()
            page.wait_for_url(lambda address: "/login" not in address)
            page.close()
        return window


def _shoot(page: Page, wanted: Picture) -> bytes:
    # A page that keeps itself up to date is never idle for long.
    with suppress(Error):
        page.wait_for_load_state("networkidle", timeout=3_000)
    frame, top = wanted.frame, 0
    if wanted.begin:
        top = page.locator(wanted.begin).evaluate(TOP)
    length = page.evaluate("document.documentElement.scrollHeight") - top
    height = min(length, frame.most)
    return page.screenshot(
        full_page=True,
        clip={"x": 0, "y": top, "width": frame.width, "height": height},
        animations="disabled",
    )


def _in_few_colours(png: bytes) -> bytes:
    """Return the picture with its colours in a palette: a third of the bytes."""
    small = BytesIO()
    picture = Image.open(BytesIO(png)).convert("RGB")
    picture.quantize(256, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    return small.getvalue()


def take_pictures(camera: Camera, table: Table, names: Sequence[str]) -> Iterator[str]:
    """Take the pictures; yield a line for each error, and go on with the others."""
    for turn in sorted({each.turn for each in table.pictures}):
        for act in table.acts:
            if act.turn == turn and not names:
                with _reported(f"an act of {act.who}") as wrong:
                    camera.act(act)
                yield from wrong
        for wanted in table.pictures:
            if wanted.turn == turn and (not names or wanted.name in names):
                with _reported(wanted.name) as wrong:
                    picture = camera.picture(wanted)
                    (FOLDER / f"{wanted.name}.png").write_bytes(picture)
                yield from wrong


@contextmanager
def _reported(of: str) -> Iterator[list[str]]:
    wrong: list[str] = []
    try:
        yield wrong
    except Error as error:
        wrong.append(f"{of}: {error.message}")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Take the pictures of docs/pages.md.")
    parser.add_argument("--at", default="http://localhost:8000")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    table = read_table()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=find_chromium(), args=["--no-sandbox"]
        )
        camera = Camera(browser, options.at, table.files)
        is_whole = True
        for line in take_pictures(camera, table, options.names):
            is_whole = False
            print(line, file=sys.stderr, flush=True)
        browser.close()
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
