"""How often an address may ask."""

from http import HTTPStatus
from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from ratings.api.problems import Refused

MINUTE = 60
IPV6_HOME = 64
"""The bits of an IPv6 address that belong to one customer of a network."""


def count_question(address: str, now: float) -> None:
    """Count a question; Refused beyond `CALCULATOR_LIMIT` of them in a minute.

    The minute of an address begins with its first question. While the cache is away
    nobody is counted and everybody is answered.
    """
    key = f"calculators:{address}"
    began = cache.get_or_set(key, now, MINUTE) or now
    if now >= began + MINUTE:
        began = now
        cache.set(key, began, MINUTE)
    if _counted(f"{key}:{began}") > settings.CALCULATOR_LIMIT:
        wait = max(1, round(began + MINUTE - now))
        raise Refused(
            HTTPStatus.TOO_MANY_REQUESTS, "too_often", {"Retry-After": str(wait)}
        )


def _counted(key: str) -> int:
    cache.add(key, 0, 2 * MINUTE)
    try:
        return cache.incr(key)
    except ValueError:
        # It ran out, or was thrown out, between the two.
        return 1


def address_of(request: HttpRequest) -> str:
    """Who asks: an IPv4 address, or the network of an IPv6 address.

    Behind a proxy it is what the proxy wrote down; what stands before that in the
    header is anybody's invention.
    """
    direct = request.META.get("REMOTE_ADDR", "")
    written = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    if 0 < proxies <= len(written):
        return _network(written[-proxies].strip()) or _network(direct) or "unknown"
    return _network(direct) or "unknown"


def _network(text: str) -> str:
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ip_network((int(address), IPV6_HOME), strict=False))
    return str(address)
