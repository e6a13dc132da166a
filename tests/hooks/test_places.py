"""Where a webhook may send: nowhere but to public addresses and the networks that the owner allows, however they are spelled."""

from __future__ import annotations

import asyncio
import datetime
import socket
import ssl
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

import deathmatch.server.hooks.places as door
from deathmatch.server.hooks.places import Answer, Place, Refused, Sender, Unknown, is_public
from tests.hooks.receiver import NETWORK, receiving

PRIVATE = (
    *("127.0.0.1", "127.255.0.3", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254"),
    *("100.64.0.1", "100.100.100.200", "0.0.0.0", "192.0.0.192", "198.18.0.1", "203.0.113.9"),
    *("224.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "ff02::1", "100::1", "2001:db8::1"),
    *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:7f00:1", "::127.0.0.1"),  # addresses of version 4 in those of version 6
    *("64:ff9b::7f00:1", "64:ff9b::a00:1", "64:ff9b:1::1", "2002:7f00:1::", "2001:0:7f00:1::1"),
)
PUBLIC = (
    *("1.1.1.1", "8.8.8.8", "172.32.0.1", "100.128.0.1", "192.0.1.1"),
    *("2606:4700::1111", "2a00:1450::1", "::ffff:1.1.1.1", "64:ff9b::808:808"),
)

SPELLED = (
    *("127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0x7f.1", "017700000001", "0"),
    *("[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:ffff:127.0.0.1]"),
    *("localhost", "LOCALHOST", "localhost."),
)
"""This machine, as the system itself resolves it."""


def places(*found: str, networks: Sequence[str] = ()) -> Sender:
    """A sender to names that resolve to these addresses."""
    return Sender(networks, resolve=lambda host, port: found)


async def refused(asked: Sender, url: str) -> bool:
    try:
        await asked.check(url)
    except (Refused, Unknown):
        return True
    finally:
        asked.close()
    return False


@pytest.mark.parametrize("address", PRIVATE)
async def test_no_address_that_is_not_public_is_reached(address: str) -> None:
    assert not is_public(ip_address(address))
    assert await refused(places(address), "https://receiver.example/x")
    assert await refused(places("1.1.1.1", address), "https://receiver.example/x"), "one bad address is enough"


@pytest.mark.parametrize("address", PUBLIC)
async def test_public_addresses_are_reached(address: str) -> None:
    assert not await refused(places(address), "https://receiver.example:8443/x")


@pytest.mark.parametrize("host", SPELLED)
async def test_this_machine_is_refused_in_every_spelling(host: str) -> None:
    assert await refused(Sender(), f"https://{host}:8443/x")
    assert await refused(Sender(), f"http://{host}:8443/x")


@pytest.mark.parametrize(
    "url",
    [
        *("http://receiver.example/x", "ftp://receiver.example/x", "file:///etc/passwd", "//receiver.example/x"),
        *("receiver.example", "https://", "https:///x", ""),
        *("https://name:word@receiver.example/x", "https://receiver.example@127.0.0.1/x", "https://receiver.example\\@127.0.0.1/x"),
        *("https://receiver.example:25/x", "https://receiver.example:99999/x", "https://receiver.example:x/x"),
        *("https://receiver.example/x#part", "https://receiver.example/\r\nHost: other", "https://receiver.example/ x"),
        *("https://récepteur.example/x", "https://receiver%2eexample/x", "https://[::1%25eth0]/x"),
        "https://receiver.example/" + "x" * 2000,
    ],
)
async def test_an_address_of_another_form_is_refused(url: str) -> None:
    assert await refused(places("1.1.1.1"), url)


async def test_the_owner_can_allow_a_network_and_only_that_one() -> None:
    for url in ("http://receiver.example/x", "https://receiver.example/x"):
        assert not await refused(places("192.168.1.7", networks=("192.168.1.0/24",)), url)
        assert not await refused(places("::ffff:192.168.1.7", networks=("192.168.1.0/24",)), url)
        assert await refused(places("192.168.2.7", networks=("192.168.1.0/24",)), url)
        assert await refused(places("192.168.1.7", "10.0.0.1", networks=("192.168.1.0/24",)), url)
    assert await refused(places("1.1.1.1", networks=("192.168.1.0/24",)), "http://receiver.example/x"), "http is for these networks alone"


async def test_a_name_that_cannot_be_resolved_or_takes_too_long_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(host: str, port: int) -> Sequence[str]:
        raise socket.gaierror(8, "no such name")

    for resolve in (fails, lambda host, port: ()):
        with pytest.raises(Unknown):
            await Sender(resolve=resolve).check("https://receiver.example/x")


async def test_a_name_is_resolved_once_and_the_connection_goes_to_that_address() -> None:
    """A name that points to this machine a moment later is of no use to anybody."""
    asked: list[str] = []

    def rebinds(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.2"] if len(asked) == 1 else ["127.0.0.1"]

    with receiving() as receiver:  # on 127.0.0.1, where the name leads afterwards
        sender = Sender(("127.0.0.2/32",), 3_000, rebinds)
        answer = await sender.post(f"http://receiver.example:{receiver.port}/x", {}, b"")
        assert answer == Answer(trouble="connection")
        assert (asked, receiver.got) == (["receiver.example"], [])


def certificate(folder: Path, name: str) -> tuple[Path, ssl.SSLContext]:
    """A certificate for this name that signs itself, and a server with it."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    hidden = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(made.public_bytes(serialization.Encoding.PEM) + hidden)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    return file, context


async def test_the_certificate_must_be_that_of_the_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, tls = certificate(tmp_path, "receiver.example")
    trusting = ssl.create_default_context(cafile=str(file))
    sender = Sender((NETWORK,), resolve=lambda host, port: ["127.0.0.1"])
    with receiving(tls) as receiver:
        assert await sender.post(f"https://receiver.example:{receiver.port}/x", {}, b"1") == Answer(trouble="certificate")
        monkeypatch.setattr(door, "_tls", lambda: trusting)
        assert await sender.post(f"https://receiver.example:{receiver.port}/x", {}, b"2") == Answer(200)
        assert await sender.post(f"https://other.example:{receiver.port}/x", {}, b"3") == Answer(trouble="certificate")
        assert [(got.body, got.headers["host"]) for got in receiver.got] == [(b"2", f"receiver.example:{receiver.port}")]


async def test_a_receiver_that_does_not_answer_is_given_up() -> None:
    with receiving() as receiver:
        receiver.gate.clear()
        sender = Sender((NETWORK,), 200)
        assert await sender.post(receiver.address(), {}, b"") == Answer(trouble="time")


async def test_an_answer_that_never_ends_is_not_read() -> None:
    async def endless(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        try:
            while True:
                writer.write(b"ffff\r\n" + b"x" * 65535 + b"\r\n")
                await writer.drain()
        except OSError:
            ended.set()

    ended = asyncio.Event()
    server = await asyncio.start_server(endless, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    place = Place(f"http://127.0.0.1:{port}/x", "127.0.0.1", port, ("127.0.0.1",))
    assert await door._post(place, {}, b"") == Answer(200)
    await ended.wait()
    server.close()


@pytest.mark.parametrize(
    ("status", "headers", "wait_ms"),
    [
        (429, {"Retry-After": "1.5"}, 1_500),
        (503, {"Retry-After": "7"}, 7_000),
        (429, {"Retry-After": "1000000"}, 86_400_000),
        (429, {"Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"}, 0),
        (429, {"Retry-After": "-3"}, 0),
        (429, {"Retry-After": "nan"}, 0),
        (204, {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset-After": "0.75"}, 750),
        (204, {"X-RateLimit-Remaining": "3", "X-RateLimit-Reset-After": "0.75"}, 0),
    ],
)
async def test_a_receiver_says_how_long_it_wants_to_be_left_alone(status: int, headers: dict[str, str], wait_ms: int) -> None:
    with receiving() as receiver:
        receiver.answers = [(status, headers)]
        assert await Sender((NETWORK,)).post(receiver.address(), {}, b"") == Answer(status, wait_ms=wait_ms)
