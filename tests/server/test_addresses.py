"""Whose address a request counts for, and the names under which a server is asked."""

from __future__ import annotations

import socket

import pytest

from deathmatch.server.web.addresses import HostNames, Proxies, counted, read_address

PROXIES = Proxies(["10.0.0.5", "10.1.0.0/24", "2001:db8:1::/48"])


def guest(peer: str, *hops: str) -> str:
    return PROXIES.guest({"client": (peer, 0), "headers": [(b"x-forwarded-for", value.encode("latin-1")) for value in hops]})


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::FFFF:C000:0207", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("fe80::2%eth1", "fe80::/64"),
        ("nobody", "nobody"),
        ("x" * 500, "x" * 64),
    ],
)
def test_an_address_is_counted_by_what_its_guest_cannot_choose(address: str, name: str) -> None:
    assert counted(address) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", "unknown", "_hidden", "a b", "é", "1" * 65),
        *("192.0.2.300", "192.0.2.7:x", "0x7f.1", "2130706433"),
        *("[::1", "[::1]x", "[::1]:", "::1]"),
    ],
)
def test_anything_else_is_no_address(text: str) -> None:
    assert read_address(text) is None


@pytest.mark.parametrize("peer", ["192.0.2.9", "10.0.0.6", "10.1.1.1", "2001:db8:2::1", "127.0.0.2", "nobody", ""])
def test_a_peer_who_is_no_proxy_of_ours_is_not_believed(peer: str) -> None:
    assert guest(peer, "198.51.100.1") == peer


@pytest.mark.parametrize(
    ("hops", "found"),
    [
        ("203.0.113.1, 198.51.100.1", "198.51.100.1"),  # the guest wrote the left one
        ("198.51.100.1, 10.1.0.1", "198.51.100.1"),  # two proxies of ours in a row
        ("198.51.100.1, 10.1.0.1, ::ffff:10.0.0.5", "198.51.100.1"),
        ("203.0.113.1, 198.51.100.1, 10.1.0.1", "198.51.100.1"),
        ("rubbish, 198.51.100.1", "198.51.100.1"),
        ('for="203.0.113.1, 198.51.100.1', "198.51.100.1"),
        ("198.51.100.1, rubbish", "10.0.0.5"),
        ("198.51.100.1, unknown, 10.1.0.1", "10.1.0.1"),
        ("10.1.0.1", "10.1.0.1"),
        ("", "10.0.0.5"),
        ("198.51.100.1\x00", "10.0.0.5"),
        ("203.0.113.1;198.51.100.1", "198.51.100.1"),  # each in a header of its own
        ("203.0.113.1," * 5000 + "198.51.100.1", "198.51.100.1"),
        ("10.1.0.1," * 5000 + "10.1.0.1", "10.1.0.1"),
    ],
)
def test_a_list_is_read_from_the_right_as_far_as_our_own_proxies_wrote_it(hops: str, found: str) -> None:
    assert guest("10.0.0.5", *hops.split(";")) == found


@pytest.mark.parametrize("wrong", ["proxy.example.org", "10.0.0.300", "10.0.0.5/24", "10.0.0.0/33", "", "10.0.0.5:80", "[::1]"])
def test_what_is_no_proxy_is_refused_with_an_example(wrong: str) -> None:
    with pytest.raises(ValueError, match=r"expected one such as 192\.0\.2\.7, 192\.0\.2\.0/24 or 2001:db8::/64"):
        Proxies([wrong])


@pytest.mark.parametrize("everybody", ["0.0.0.0/0", "::/0"])
def test_nobody_can_trust_everybody(everybody: str) -> None:
    with pytest.raises(ValueError, match="any guest may claim any address"):
        Proxies([everybody])


# --- The names under which a server may be asked


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> HostNames:
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic.example.net")
    return HostNames(["play.example.org"], ["https://Club.example.org:8443", "http://[2001:db8::1]"])


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost:8000", "LocalHost.", "127.0.0.1", "127.0.0.1:8000", "192.168.1.20:8000"),
        *("[::1]:8000", "[fe80::1]", "[fe80::1%eth0]:80"),
        *("attic", "attic:8000", "attic.local", "attic.lan", "attic.example.net:8000"),
        *("play.example.org", "PLAY.example.org:443", "play.example.org.", "club.example.org"),
    ],
)
def test_a_server_answers_to_its_names_and_to_any_address(names: HostNames, host: str) -> None:
    assert host in names


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "localhost.evil.example", "play.example.org.evil.example"),
        *("example.org", "xplay.example.org"),
        *("127.0.0.1.evil.example", "127.0.0.1.nip.io", "2130706433", "0x7f.0.0.1", "127.1", "attic.evil.example"),
        *("", ":8000", "play.example.org:x", "play.example.org:80:80", "play.example.org/", "user@play.example.org", "[::1", "a" * 300),
        *("play.example.org:65536", "127.0.0.1:99999", "127.0.0.1:000080", "[::1]:65536", "[::1]:", "::1", "2001:db8::1", "fe80::1%eth0"),
        *("127.0.0.1%x", "127.0.0.1%/@x", "[::1%/x]:1", "[::1%#]", "[::1%]"),
    ],
)
def test_and_to_no_other(names: HostNames, host: str) -> None:
    assert host not in names
