"""Which IP addresses are those of public servers.

The tables are written out, after IANA's registries of special-purpose addresses: what ``ipaddress`` calls global
differs between versions of Python, and includes multicast. Of IPv6, only 2000::/3 has been given to anyone. Addresses
that carry one of IPv4 are as public as that one, because a translator or tunnel delivers to it.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

_NOT_PUBLIC_4 = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the customers of a provider
            "127.0.0.0/8",  # loopback
            "168.63.129.16/32",  # Azure's services for its own machines
            "169.254.0.0/16",  # link-local, with the metadata services of clouds
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocol assignments
            "192.0.2.0/24",  # documentation
            "192.88.99.0/24",  # relays of 6to4
            "192.168.0.0/16",  # private
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # documentation
            "203.0.113.0/24",  # documentation
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and broadcast
        ),
    )
)
_GIVEN_6 = IPv6Network("2000::/3")
_NOT_PUBLIC_6 = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocol assignments, among them Teredo and benchmarks
            "2001:db8::/32",  # documentation
            "3fff::/20",  # documentation
        ),
    )
)
_CARRIERS = (
    (IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (IPv6Network("2002::/16"), 80),  # 6to4
)
"""Networks whose addresses carry one of IPv4, and the number of bits to the right of it."""


def is_public(text: str) -> bool:
    """Return whether an address in numbers is that of a public server; one with a zone never is."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        return _is_public_4(address)
    if address.scope_id is not None:
        return False
    for network, shift in _CARRIERS:
        if address in network:
            return _is_public_4(IPv4Address(int(address) >> shift & 0xFFFFFFFF))
    return _is_public_6(address)


def anywhere(text: str) -> bool:
    """Return true for each address: the rule by which nothing is refused."""
    return True


def _is_public_4(address: IPv4Address) -> bool:
    return not any(address in network for network in _NOT_PUBLIC_4)


def _is_public_6(address: IPv6Address) -> bool:
    return address in _GIVEN_6 and not any(address in network for network in _NOT_PUBLIC_6)
