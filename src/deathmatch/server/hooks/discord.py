"""The messages in the form that Discord's webhooks take: words, an embed, and the picture as an attached file.

Discord's limits: 2,000 letters of words, 256 of a title, 4,096 of a description, 1,024 of an alternative text. Names are written so that
Discord reads none of their signs, and nobody is called by them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from deathmatch.core.letters import isolated
from deathmatch.core.speech import listed, say
from deathmatch.server.hooks.bodies import AGENT, Message
from deathmatch.server.hooks.changes import Change
from deathmatch.server.table.roles import role_words
from deathmatch.server.wire.webhooks import PublicTable

WORDS, TITLE, DESCRIPTION, ALT = 2_000, 256, 4_096, 1_024  # letters
FILE = "table.png"
LARGEST = 8_000_000  # bytes of a picture
TOGETHER = 10  # changes in one message, if several wait
MENTION = re.compile(r"<@(&?)(\d{15,20})>")
_SIGNS = re.compile(r"([\\*_~`|\[\]()@<:]|^[#>-])")


def plain(text: str) -> str:
    """A text in which Discord reads no sign."""
    return _SIGNS.sub(r"\\\1", text)


@dataclass(frozen=True, slots=True)
class Form:
    """What the messages of a webhook have besides the match.

    Attributes:
        base: the address of this server; empty if nobody knows it.
        mention: see `PreviewWebhook`.
        ahead: by how many ms the time of the world is ahead of the server's own.
    """

    base: str
    mention: str
    ahead: int


def payload(changes: Sequence[Change], form: Form) -> dict[str, Any]:
    """The message on changes that follow one another, in the language that is being spoken."""
    last = changes[-1]
    lines = [plain(last.picture.split("\n")[0]), *_state(last, form.ahead)]  # the picture in words begins with its title
    if form.base:
        lines.append(f"[{say('Watch the match')}]({form.base}/w/{last.match})")
    embed = {**_embed(last.table, last.match), "description": _cut("\n".join(line for line in lines if line), DESCRIPTION)}
    told = [line for change in changes for one in (*change.before, change) for line in sentences(one)]
    words = _fitting(told, WORDS - len(form.mention) - 1)
    called = MENTION.fullmatch(form.mention)
    allowed = {} if called is None else {"roles" if called[1] else "users": [called[2]]}
    return {"content": f"{form.mention}\n{words}".strip(), "embeds": [embed], "allowed_mentions": {"parse": [], **allowed}}


def changed(changes: Sequence[Change], form: Form, png: bytes) -> Message:
    """The same as it is sent, with the picture after the last change."""
    return _message(payload(changes, form), png, changes[-1].picture)


def test(table: PublicTable, match: str) -> Message:
    """The message of a test, in the language that is being spoken; it calls nobody."""
    words = say("This is a test. The changes of this match will appear here.")
    return _message({"content": words, "embeds": [_embed(table, match)], "allowed_mentions": {"parse": []}}, b"", "")


def _embed(table: PublicTable, match: str) -> dict[str, Any]:
    return {"title": _cut(_title(table), TITLE), "footer": {"text": match}}


def sentences(change: Change) -> list[str]:
    """A change in sentences."""
    if change.beats:
        return [plain(beat.words) for beat in change.beats if not beat.passing]
    if change.chat is not None:
        words, who = plain(change.chat.text), isolated(plain(change.chat.who))
        return [f"**{who}** ({role_words(change.chat.role)}): {words}" if who else words]  # the table itself has no name
    name = plain(change.who)
    if change.kind == "made":
        return [say("A table of {title} is set up.", title=plain(change.table.title))]
    if change.kind == "sat":
        return [say("{name} has sat down.", name=name)]
    if change.kind == "wished" and change.table.wants_rematch:  # else a wish was taken back
        return [say("{name} wants a rematch.", name=name)]
    return []


def _title(table: PublicTable) -> str:
    roles, dmo = {table.ec: f" ({say('EC')})", "": ""}, f" ({say('DMO')})"
    names = [isolated(plain(table.names[seat])) + roles.get(seat if table.ec else "", dmo) for seat in "AB" if seat in table.names]
    title = plain(table.title)
    return f"{title} · {' – '.join(names)}" if names else title


def _state(change: Change, ahead: int) -> list[str]:
    """The state of the match in one or two sentences."""
    seen, names = change.seen, change.table.names
    if seen is None and change.table.state == "running":
        return [say("The match is on. Spectators see it once it is over.")]
    if seen is None:
        full = len(names) == 2
        return [say("Both seats are taken: the match is about to begin.") if full else say("The match starts when both seats are taken.")]
    if seen.ending:
        return [plain(seen.ending)]
    if seen.paused:
        return [say("The match is paused.")]
    ends = {seat: f" (<t:{(end + ahead) // 1000}:R>)" for seat, end in change.deadlines.items()}
    owing = [plain(names.get(seat, seat)) + ends.get(seat, "") for seat in seen.public.get("pending", ()) if seat in ("A", "B")]
    lines = [say("{name} has submitted.", name=plain(names.get(seat, seat))) for seat in seen.sealed]
    return [*lines, *([say("Waiting for {names}.", names=listed(owing))] if owing else [])]


def _fitting(lines: Sequence[str], most: int) -> str:
    """The last of these lines, as many as fit."""
    kept: list[str] = []
    for line in reversed(lines):
        if sum(map(len, kept)) + len(kept) + len(line) > most:
            return "\n".join(kept) or _cut(line, most)
        kept.insert(0, line)
    return "\n".join(kept)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _message(said: dict[str, Any], png: bytes, alt: str) -> Message:
    if not png:
        return Message({"Content-Type": "application/json", "User-Agent": AGENT}, msgspec.json.encode(said))
    said["embeds"][0]["image"] = {"url": f"attachment://{FILE}"}
    said["attachments"] = [{"id": 0, "filename": FILE, "description": _cut(alt, ALT)}]
    text = msgspec.json.encode(said)
    mark = b"deathmatch" + hashlib.sha256(text + png).hexdigest()[:32].encode()  # the same for the same message, and in neither part
    body = b"".join(
        (
            b'--%b\r\nContent-Disposition: form-data; name="payload_json"\r\nContent-Type: application/json\r\n\r\n' % mark,
            text,
            b'\r\n--%b\r\nContent-Disposition: form-data; name="files[0]"; filename="%b"\r\nContent-Type: image/png\r\n\r\n'
            % (mark, FILE.encode()),
            png,
            b"\r\n--%b--\r\n" % mark,
        )
    )
    return Message({"Content-Type": f"multipart/form-data; boundary={mark.decode()}", "User-Agent": AGENT}, body)
