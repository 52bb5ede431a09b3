"""Addresses of networks, as much of them as the office keeps."""

from ipaddress import IPv6Address, ip_address, ip_network

KEPT_OF_4, KEPT_OF_6 = 24, 48
"""Enough to tell a foreign network from one's own, too little to tell a person."""


def shortened(address: str) -> str:
    """The network that an address belongs to; nothing for what is no address."""
    try:
        known = ip_address(address)
    except ValueError:
        return ""
    if isinstance(known, IPv6Address):
        if known.ipv4_mapped is None:
            return str(ip_network((known.packed, KEPT_OF_6), strict=False))
        known = known.ipv4_mapped
    return str(ip_network((known.packed, KEPT_OF_4), strict=False))
