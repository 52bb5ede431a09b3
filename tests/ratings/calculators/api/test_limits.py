"""How many requests an address may send."""

import pytest
from django.test import RequestFactory

from federation.client_networks import client_network
from ratings.calculators.api.limits import MINUTE, count_question
from ratings.calculators.api.problems import RequestRefused

QUESTION = {"games": [{"own": 1950, "opponent": 2220, "score": 1}]}


def test_limit_is_600_requests_a_minute_by_default(settings):
    assert settings.CALCULATOR_LIMIT == 600


def test_request_above_the_limit_is_refused(ask, settings):
    settings.CALCULATOR_LIMIT = 3
    answers = [ask("ssf", QUESTION) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert answers[-1].json()["errors"][0]["code"] == "too_often"
    assert 1 <= int(answers[-1]["Retry-After"]) <= MINUTE


def test_requests_to_all_calculators_and_invalid_ones_count_together(ask, settings):
    settings.CALCULATOR_LIMIT = 2
    codes = [
        ask("lask", QUESTION).status_code,
        ask("ssf", "no JSON").status_code,
        ask("elo", QUESTION).status_code,
    ]
    assert codes == [200, 400, 429]


def test_each_address_is_counted_separately(ask, settings):
    settings.CALCULATOR_LIMIT = 1
    codes = [
        ask("ssf", QUESTION, REMOTE_ADDR=address).status_code
        for address in ("192.0.2.1", "192.0.2.2", "192.0.2.1")
    ]
    assert codes == [200, 200, 429]


def test_limit_is_reset_a_minute_after_the_first_request(settings):
    settings.CALCULATOR_LIMIT = 1
    count_question("192.0.2.1", 1000.0)
    for now in (1000.5, 1059.9):
        with pytest.raises(RequestRefused) as refused:
            count_question("192.0.2.1", now)
    assert refused.value.headers == {"Retry-After": "1"}
    count_question("192.0.2.1", 1060.0)


def test_all_requests_are_answered_while_the_cache_is_unavailable(ask, settings):
    settings.CALCULATOR_LIMIT = 1
    options = {"socket_connect_timeout": 0.2, "socket_timeout": 0.2}
    settings.CACHES = {
        "default": {
            "BACKEND": "federation.cache.ForgivingRedisCache",
            "LOCATION": "redis://127.0.0.1:1/0",
            "OPTIONS": options,
        }
    }
    assert [ask("ssf", QUESTION).status_code for _ in range(2)] == [200, 200]


@pytest.mark.parametrize(
    ("proxies", "direct", "written", "address"),
    [
        (0, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (1, "192.0.2.1", "198.51.100.7", "198.51.100.7"),
        # What the caller sent precedes what the proxy appended.
        (1, "192.0.2.1", "10.0.0.1, 198.51.100.7", "198.51.100.7"),
        (2, "192.0.2.1", "10.0.0.1, 198.51.100.7, 203.0.113.5", "198.51.100.7"),
        (2, "192.0.2.1", "198.51.100.7", "192.0.2.1"),
        (1, "192.0.2.1", "", "192.0.2.1"),
        (1, "192.0.2.1", "no address", "192.0.2.1"),
        (0, "2001:db8:1:2:3:4:5:6", "", "2001:db8:1:2::/64"),
        (0, "::ffff:192.0.2.1", "", "192.0.2.1"),
        (0, "", "", "unknown"),
    ],
)
def test_address_is_taken_from_the_proxys_header(
    settings, proxies, direct, written, address
):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    request = RequestFactory().post(
        "/", REMOTE_ADDR=direct, HTTP_X_FORWARDED_FOR=written
    )
    assert client_network(request) == address
