import pytest

from federation.rules.ip_prefixes import truncate_ip


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.77", "192.0.2.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"),
        ("::ffff:192.0.2.77", "192.0.2.0/24"),
        ("", ""),
        ("nowhere", ""),
    ],
)
def test_only_the_network_of_an_address_is_returned(address, network):
    assert truncate_ip(address) == network
