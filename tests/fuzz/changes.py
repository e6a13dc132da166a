"""Valid traffic with something wrong in it: in the values of its JSON, in its bytes, or in the frames that carry it. Pure, and seeded."""

from __future__ import annotations

import base64
import json
import random
import struct
from collections.abc import Sequence
from typing import Any

from deathmatch.server.settings import FRAME_BYTES

DEEP = 1_200  # levels; Python's own limit for recursion is 1,000
STRANGE = (
    "",
    " ",
    "\t \n",
    "\x00",
    "\x1b[2J",
    "%s%n{0}",
    "../../../etc/passwd",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "\ud800",  # half a character
    "\udfff\ud800",
    "\u202e\u2066",  # right to left
    "e\u0301" * 200,
    "\U0001f0a1" * 60,
    "\u0660\u0661",  # digits of another script
    "\u0130\u0131\u00df\ufb01",  # letters that change their number with their case
    "\u2028\u2029\u0085",
    "\ufeff",
    "\u3164\u2800",
    "timeout",
    "resign",
    "deal",
    "-",
    "a" * 500,
    "a" * FRAME_BYTES,
    "9" * 5_000,
    "1e999",
)
NUMBERS = (0, -1, 1, 2, 99, 2**31, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**400, 0.5, -0.0, 1e308, float("nan"), float("inf"))
OTHERS: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"": {}}, [None] * 500)
MALFORMED = (
    b"",
    b"\xff\xfe",
    b'{"text":"\xff"}',
    b'{"\xff":1}',
    b'{"text":"\xed\xa0\x80"}',
    b'{"text":"\\ud800"}',
    b'{"\\ud800":""}',
    '{"text":"x"}'.encode("utf-16"),
    b"\xef\xbb\xbf{}",
    b"\x00",
    b'{"text":"\x00"}',
    b'{"text":',
    b"[" * 8_000,
    b'{"a":' * 1_500,
    b"[" * DEEP + b"]" * DEEP,
    b"NaN",
    b'{"ply":NaN}',
    b'{"ply":-Infinity}',
    b'{"ply":1e999}',
    b'{"ply":' + b"9" * 8_000 + b"}",
    b"null",
    b"[]",
    b'""',
    b"7",
)
"""Messages and bodies that no door takes, for all doors and sockets."""
VALUES = (
    b"null",
    b"true",
    b"-1",
    b"9223372036854775808",
    b"1" + b"0" * 400,
    b"1e308",
    b"1e999",
    b"NaN",
    b'""',
    b'"\\u0000"',
    b'"\\ud800"',
    b'"\\udc00\\ud800"',
    b'"\xff"',
    b'"\xe2\x80\xae\xe2\x81\xa6"',
    b"[" * 300 + b"]" * 300,
    b'{"\\u0000":"\\u0000"}',
    b'["\\u0000"]',
    b'{"response":{"clientDataJSON":"%b"}}' % base64.b64encode(b"[" * 5_000),
)
"""Values for every field of every body, in JSON or in none."""
TYPES = ("hello", "submit", "compose", "resign", "chat", "note", "mark", "rematch", "pause", "resume", "deal", "ping", "full", "accepted")
CONTROL = (0x88, 0x89, 0x8A)  # close, ping, pong


def value(chance: random.Random, valid: Sequence[str]) -> Any:
    """Any value at all; `valid` are texts that are right somewhere."""
    match chance.randrange(6):
        case 0:
            return chance.choice(NUMBERS)
        case 1:
            return chance.choice(OTHERS)
        case 2 | 3 if valid:
            return text(chance, chance.choice(valid))
        case 4:
            return [value(chance, valid) for _ in range(chance.randrange(4))]
        case _:
            return chance.choice(STRANGE)


def text(chance: random.Random, valid: str) -> str:
    """A text that is nearly right."""
    words = valid.split(" ")
    place = chance.randrange(len(valid) + 1)
    shuffled = chance.sample(words, len(words))
    changed = (
        valid[:place] + chance.choice(STRANGE) + valid[place:],
        valid[:place] + valid[place + 1 :],
        " ".join(shuffled),
        " ".join([*words, shuffled[0]]),
        "  ".join(words).swapcase(),
        valid[:place] + chr(chance.randrange(0x20, 0x2FFF)) + valid[place + 1 :],
        valid * chance.randrange(2, 40),
    )
    return chance.choice((*changed, valid, valid))


def message(chance: random.Random, valid: Any, texts: Sequence[str]) -> Any:
    """A JSON object with one to three things wrong, or merely different."""
    changed = dict(valid)
    for _ in range(chance.choice((1, 1, 2, 3))):
        key = chance.choice([*changed, "extra"])
        match chance.randrange(8):
            case 0:
                changed.pop(key, None)
            case 1:
                changed[chance.choice((key.upper(), key + " ", "", "\u0000", "__class__", "x" * 300))] = value(chance, texts)
            case 2 if "ply" in changed and isinstance(changed["ply"], int):
                changed["ply"] += chance.choice((-1, 1, -2, 7, 10**6))
            case 3 if "text" in changed and isinstance(changed["text"], str):
                changed["text"] = text(chance, chance.choice([changed["text"], *texts[-20:]]))
            case 4 if "type" in changed:
                changed["type"] = chance.choice(TYPES)
            case 5:
                changed[key] = [changed.get(key)] * chance.choice((1, 2, 300))
            case _:
                changed[key] = value(chance, texts)
    return changed if chance.randrange(30) else [changed]


def encoded(chance: random.Random, what: Any) -> bytes:
    """JSON in one of its spellings, and now and then in none."""
    plain = json.dumps(what, ensure_ascii=bool(chance.randrange(2)), separators=chance.choice(((",", ":"), (", ", ": ")))).encode(
        "utf-8", "surrogatepass"
    )
    if chance.randrange(8):
        return plain
    opening, closing = chance.choice(((b"[", b"]"), (b'{"a":', b"}")))
    depth = chance.choice((50, DEEP))
    spellings = (
        b" " * chance.randrange(FRAME_BYTES) + plain,
        opening * depth + plain + closing * depth,
        plain[:-1] + b',"type":"ping"' + plain[-1:],  # the key comes twice
        plain + plain,
        b"\xef\xbb\xbf" + plain,
        plain.decode("utf-8", "replace").encode(chance.choice(("utf-16", "utf-32", "latin-1")), "replace"),
    )
    return chance.choice(spellings)


def in_bytes(chance: random.Random, valid: bytes) -> bytes:
    """Bytes with one to four of them wrong, moved, missing or too many."""
    for _ in range(chance.choice((1, 1, 2, 4))):
        start = chance.randrange(len(valid) + 1)
        end = min(len(valid), start + chance.choice((1, 1, 2, 8, 64)))
        part = valid[start:end]
        instead = (
            bytes([chance.randrange(256)]),
            b"",
            part * chance.choice((2, 3, 200)),
            chance.randbytes(chance.randrange(1, 9)) + valid[start:end],
            bytes([part[0] ^ (1 << chance.randrange(8))]) + part[1:] if part else b"",
        )
        changed = [valid[:start] + other + valid[end:] for other in instead]
        valid = chance.choice([*changed, valid[end:] + valid[:end], valid[:start]])
    return valid


# --- Frames of the WebSocket


def frame(payload: bytes, first: int = 0x81, *, masked: bool = True, mask: bytes = b"\x00\x00\x00\x00") -> bytes:
    """A frame as a client sends it. The mask may be zeros, so that a payload can be read in the report of a failure."""
    size = len(payload)
    bit = 0x80 if masked else 0
    if size < 126:
        head = struct.pack("!BB", first, bit | size)
    elif size < 65_536:
        head = struct.pack("!BBH", first, bit | 126, size)
    else:
        head = struct.pack("!BBQ", first, bit | 127, size)
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload)) if any(mask) else head + mask + payload


def frames(chance: random.Random, payload: bytes) -> tuple[bytes, bool]:
    """A payload in an unusual frame, or in several, or in a wrong one. Also whether the connection can be used after it."""
    half = chance.randrange(len(payload) + 1)
    sound = (
        frame(payload[:half], 0x01) + frame(b"between", 0x89) + frame(payload[half:], 0x80),
        frame(payload[:half], 0x01) + frame(b"", 0x00) + frame(payload[half:], 0x80),
        frame(payload, 0x82),  # binary
        frame(chance.randbytes(chance.randrange(126)), chance.choice((0x89, 0x8A))),
        frame(payload, mask=chance.randbytes(4)),
    )
    return (chance.choice(sound), True) if not chance.randrange(3) else (wrong_frame(chance, payload), False)


def wrong_frame(chance: random.Random, payload: bytes) -> bytes:
    """A payload in a frame against the protocol, or in one that never ends."""
    half, whole = chance.randrange(len(payload) + 1), frame(payload)
    code = chance.choice((0, 999, 1000, 1001, 1004, 1005, 1006, 1015, 2999, 3000, 4999, 65_535))
    closing = struct.pack("!H", code) + chance.choice((b"", b"bye", b"\xff\xfe", b"x" * 123))
    size = chance.choice((2**63, 2**63 - 1, 2**40, 70_000, 5))
    wrong = (
        frame(in_bytes(chance, payload), 0x82),
        frame(payload[:half], 0x01) + whole,  # a message within a message
        frame(payload, chance.choice((0xC1, 0xA1, 0x91, 0xF1))),  # reserved bits
        frame(payload, 0x80 | chance.choice((3, 4, 7, 0xB, 0xF))),  # reserved codes
        frame(payload, masked=False),
        frame(chance.randbytes(chance.choice((126, 200, 70_000))), chance.choice(CONTROL)),
        frame(payload, 0x80),  # goes on with nothing
        frame(chance.choice((closing, b"\x03")), 0x88),
        struct.pack("!BBQ", 0x81, 0xFF, size) + b"\x00" * 4 + payload,
        whole[: chance.randrange(len(whole))],  # cut in the middle
        in_bytes(chance, whole),
    )
    return chance.choice(wrong)


# --- Requests


def request(method: str, target: str, headers: Sequence[tuple[str, str]], body: bytes) -> bytes:
    """A request as it goes over the wire."""
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {words}" for name, words in headers)]
    if body or method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("utf-8", "surrogatepass") + body


def target(chance: random.Random, valid: str) -> str:
    """An address that is nearly right."""
    path, _, query = valid.partition("?")
    parts = path.split("/")
    place = chance.randrange(len(parts))
    strange = ("..", "%2e%2e", "%00", "%ff", "%", "%2F", "*", "x" * 3_000, "\u00e9", "a;b", "", "nothing")
    key = chance.choice(("since", "wait", "ply", "moves", "pictures", "x", "", "%00"))
    words = chance.choice(("-1", "0", "1e9", "9" * 400, "NaN", "true", "light", "%ff", "", "\u0661", "[]", "0x10", "1_0"))
    wrong = (
        "/".join([*parts[:place], chance.choice(strange), *parts[place + 1 :]]) + (f"?{query}" if query else ""),
        "/".join([*parts[:place], *parts[place + 1 :]]),
        valid.replace("/", "//", chance.randrange(1, 4)),
        f"{path.upper()}?{query}",
        f"{path}/{chance.choice(('', '/', 'x', '..', '?', '#', 'submit', 'record', 'record/x'))}",
        f"{path}?{key}={words}&{query}&{key}=0",
        chance.choice(("*", "", "http://" + "x" * 30 + path, "//" + path, "?", "#", path + " " + path)),
        valid[: chance.randrange(len(valid))] or "/",
        valid.replace("?", "&"),
    )
    return chance.choice(wrong)


WRONG_HEADERS = (
    ("Content-Type", "text/plain"),
    ("Content-Type", "application/json; charset=utf-16"),
    ("Content-Type", "multipart/form-data; boundary=" + "x" * 100),
    ("Content-Type", "application/x-www-form-urlencoded"),
    ("Content-Encoding", "gzip"),
    ("Content-Length", "-1"),
    ("Content-Length", "99999999999999999999"),
    ("Content-Length", "+5"),
    ("Transfer-Encoding", "chunked"),
    ("Transfer-Encoding", "gzip, chunked"),
    ("Transfer-Encoding", "identity"),
    ("Expect", "100-continue"),
    ("Connection", "close"),
    ("Connection", "Upgrade"),
    ("Upgrade", "websocket"),
    ("Upgrade", "h2c"),
    ("Host", "elsewhere.example"),
    ("Host", ""),
    ("Host", "[::1"),
    ("Origin", "null"),
    ("Origin", "http://["),
    ("Sec-Fetch-Site", "cross-site"),
    ("Cookie", "guest=" + "A" * 3_000),
    ("Cookie", "guest=\u00ff; guest=; =; ;;"),
    ("X-Forwarded-For", "1.2.3.4, \u00ff, [::1]:80, unknown"),
    ("Forwarded", 'for="[::1";proto=x, for=_hidden'),
    ("X-Forwarded-Proto", "javascript"),
    ("Accept-Encoding", "gzip;q=0, *;q=x"),
    ("Range", "bytes=5-1"),
    ("If-None-Match", "*"),
    ("x" * 200, "y"),
    ("Bad Name", "x"),
    ("X-Long", "y" * 20_000),
)


def headers(chance: random.Random, valid: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Headers with something wrong."""
    name, words = chance.choice(WRONG_HEADERS)
    without = [pair for pair in valid if pair[0] != name]
    added = [(name, words)] * chance.choice((2, 200))
    return chance.choice(([(name, words), *valid], without, [*valid, *added], [*valid, (name, words)]))
