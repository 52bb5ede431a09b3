"""The network address of a client, by which requests and attempts are limited."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

IPV6_HOME = 64
"""Number of leading bits of an IPv6 address that identify one customer's network."""


def client_network(request: HttpRequest) -> str:
    """Return the client's address: an IPv4 address, or the network of an IPv6 address.

    Behind a proxy it is the address that the proxy appended to the header; the entries
    before it are sent by the client and may be forged.
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
