"""Truncate IP addresses to the part that the office stores."""

from ipaddress import IPv6Address, ip_address, ip_network

IPV4_PREFIX, IPV6_PREFIX = 24, 48
"""Bits kept: enough to recognise an unfamiliar network, too few to identify a person."""


def truncate_ip(address: str) -> str:
    """Return the network that an IP address belongs to; "" for text that is none."""
    try:
        known = ip_address(address)
    except ValueError:
        return ""
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is None:
            return str(ip_network((known.packed, IPV6_PREFIX), strict=False))
        known = known.ipv4_mapped
    return str(ip_network((known.packed, IPV4_PREFIX), strict=False))
