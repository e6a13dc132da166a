"""The names under which a server may be asked."""

from __future__ import annotations

import socket

import pytest

from deathmatch.server.web.addresses import HostNames


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> HostNames:
    monkeypatch.setattr(socket, "gethostname", lambda: "Attic.example.net")
    return HostNames(["play.example.org"], ["https://Club.example.org:8443", "http://[2001:db8::1]"])


@pytest.mark.parametrize(
    "host",
    [
        *(
            "localhost",
            "localhost:8000",
            "LocalHost.",
            "127.0.0.1",
            "127.0.0.1:8000",
            "[::1]:8000",
            "192.168.1.20:8000",
            "[fe80::1]",
            "[fe80::1%eth0]:80",
        ),
        *("attic", "attic:8000", "attic.local", "attic.lan", "attic.example.net:8000"),
        *("play.example.org", "PLAY.example.org:443", "play.example.org.", "club.example.org"),
    ],
)
def test_a_server_answers_to_its_names_and_to_any_address(names: HostNames, host: str) -> None:
    assert host in names


@pytest.mark.parametrize(
    "host",
    [
        *(
            "evil.example",
            "evil.example:8000",
            "localhost.evil.example",
            "play.example.org.evil.example",
            "example.org",
            "xplay.example.org",
        ),
        *("127.0.0.1.evil.example", "127.0.0.1.nip.io", "2130706433", "0x7f.0.0.1", "127.1", "attic.evil.example"),
        *("", ":8000", "play.example.org:x", "play.example.org:80:80", "play.example.org/", "user@play.example.org", "[::1", "a" * 300),
        *("play.example.org:65536", "127.0.0.1:99999", "127.0.0.1:000080", "[::1]:65536", "[::1]:", "::1", "2001:db8::1", "fe80::1%eth0"),
        *("127.0.0.1%x", "127.0.0.1%/@x", "[::1%/x]:1", "[::1%#]", "[::1%]"),
    ],
)
def test_and_to_no_other(names: HostNames, host: str) -> None:
    assert host not in names


@pytest.mark.parametrize("name", ["", ".", "-x", "a b"])
def test_a_machine_with_an_odd_name_opens_no_door(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    odd = HostNames([""], ["https:nothing"])
    assert "localhost" in odd
    assert not [host for host in ("", ".", "local", ".local", name) if host in odd]
