"""The number of a request: in its response and in every line that it logs."""

import logging
import re
from io import StringIO

import pytest
import structlog
from django.test import RequestFactory
from structlog.stdlib import ProcessorFormatter

from federation.watching.messages import leave_number, number_message, take_number
from federation.watching.numbering import NumberedRequests, current_number, number_of

SENT = "0123456789abcdef0123456789abcdef"
MADE = re.compile("[0-9a-f]{32}")


@pytest.fixture
def lines():
    """Return the logged lines, as the office writes them."""
    written = StringIO()
    handler = logging.StreamHandler(written)
    [handler.formatter] = [
        each.formatter
        for each in logging.getLogger().handlers
        if isinstance(each.formatter, ProcessorFormatter)
    ]
    logging.getLogger().addHandler(handler)
    yield lambda: written.getvalue().splitlines()
    logging.getLogger().removeHandler(handler)


@pytest.mark.parametrize(
    "sent", [SENT, "7d9f3c52-6f5b-4a4e-9d3c-0c6f2b1f7a10", "A" * 16, "z" * 64]
)
def test_number_from_a_proxy_is_used(sent):
    assert number_of(sent) == sent


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "short",
        "x" * 65,
        SENT + "\n",
        f"{SENT} x=1",
        "anna.berg@example.org",
        "å" * 20,
    ],
)
def test_malformed_number_is_replaced(sent):
    number = number_of(sent)
    assert (number != sent, bool(MADE.fullmatch(number))) == (True, True)
    assert number_of(sent) != number


def test_every_response_has_the_number(client, db):
    sent = {"X-Request-ID": SENT}
    for path in ("/list/", "/nowhere", "/healthz", "/account/login/"):
        assert client.get(path, headers=sent).headers["X-Request-ID"] == SENT
        assert MADE.fullmatch(client.get(path).headers["X-Request-ID"])


def test_every_line_of_a_request_has_the_number_and_no_later_line(lines):
    def view(_request):
        structlog.get_logger("ours").warning("something", n=1)
        logging.getLogger("theirs").warning("of a library")
        return {}

    NumberedRequests(view)(RequestFactory().get("/", headers={"X-Request-ID": SENT}))
    logging.getLogger("theirs").warning("later")
    assert [f"request_number={SENT}" in line for line in lines()] == [True, True, False]
    assert all(line.startswith("timestamp=20") for line in lines())


class Task:
    name = "ratings.recompute_pool"

    def __init__(self, message) -> None:
        self.request = message

    class app:  # noqa: N801 - as Celery has it
        class conf:  # noqa: N801
            beat_schedule = {"sweep": {"task": "ratings.sweep"}}


def test_message_carries_the_number_into_the_workers_lines(lines):
    headers: dict[str, str] = {}

    def view(_request):
        number_message(headers=headers)
        return {}

    NumberedRequests(view)(RequestFactory().get("/", headers={"X-Request-ID": SENT}))
    assert headers == {"request_number": SENT}
    take_number(task=Task(headers))
    again: dict[str, str] = {}
    number_message(headers=again)
    leave_number()
    assert again == headers
    assert current_number() == ""
    [line] = lines()
    assert f"request_number={SENT}" in line
    assert "task=ratings.recompute_pool" in line


def test_message_that_is_sent_again_keeps_its_number():
    headers = {"request_number": SENT}
    number_message(headers=headers)
    assert headers == {"request_number": SENT}


def test_message_of_the_clock_has_a_number_of_its_own():
    one: dict[str, str] = {}
    other: dict[str, str] = {}
    number_message(headers=one)
    number_message(headers=other)
    assert MADE.fullmatch(one["request_number"])
    assert one != other


def test_log_lines_contain_no_names_or_values_of_a_row(lines):
    try:
        raise ValueError(  # noqa: TRY301
            "duplicate key\nDETAIL:  Key (email)=(eva@example.org) exists."
        )
    except ValueError:
        logging.getLogger("theirs").exception("letter to eva@example.org")
    structlog.get_logger("ours").warning("refused", who="eva.berg+x@example.org")
    written = "\n".join(lines())
    assert ("eva" in written, written.count("(address)")) == (False, 2)
    assert "duplicate key" in written
    assert len(lines()) == 2
