"""Messages that one person sees: a player's, where a move is put together step by step by the composer of the server; and a host's, with
the match without delay, the link to the desk in the browser, pause, and rulings, their effect first.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import discord
from msgspec.structs import replace

from deathmatch.core.speech import listed, say
from deathmatch_discord import forms
from deathmatch_discord.api import BUSY, Api, RefusedError
from deathmatch_discord.duels import Draft, Duel, Duels
from deathmatch_discord.forms import Shown, button, cut, named, plain

MODAL_TITLE: Final = 45  # letters
PRIVATE_LINE: Final = 500  # letters
TEXT: Final = "text"  # the id of the only input of a modal


# --- Players


class Hands:
    """The messages of all players.

    Args:
        api: the server.
        duels: where the drafts are kept.
    """

    def __init__(self, api: Api, duels: Duels) -> None:
        self._api, self._duels = api, duels

    def modal(self, kind: str, match: str, more: Sequence[str]) -> discord.ui.Modal:
        """The form for a number, a word or a text: `more` is the serial, the least and the most; and for a private line to `more`."""
        if kind == "tell":
            return _form(say("Answer"), named("told", match, *more), say("Only the two of you read it."), PRIVATE_LINE)
        serial, low, high = more
        label = say("A number from {low} to {high}", low=low, high=high)
        longest = max(len(low), len(high))
        if kind == "word":
            label, longest = say("A word of {low} to {high} letters", low=low, high=high), int(high)
        style = discord.TextStyle.short
        if kind == "text":
            label, longest, style = say("Your answer"), int(high), discord.TextStyle.paragraph
        return _form(say("Your move"), named("said", match, serial), label, longest, style)

    async def act(self, duel: Duel, seat: int, language: str, act: str, more: Sequence[str]) -> Shown:
        """The message after a button was pressed; raises RefusedError only if the seat cannot be looked at."""
        api, path = self._api.of(duel.players[seat]), f"/api/seats/{duel.keys[seat]}"
        full = await api.get(f"{path}?pictures=light", language)
        draft, note = self._duels.draft(duel.match, seat), ""
        if full["seen"] is None and act in ("sun", "moon", "ready"):
            await api.post(f"{path}/ready" if act == "ready" else f"{path}/call", {} if act == "ready" else {"face": act}, language)
            full, act = await api.get(f"{path}?pictures=light", language), "move"
        if full["seen"] is None:
            return forms.start(full, "AB"[seat], duel.match)
        ply, owes, over = full["seen"]["ply"], full["step"] is not None, bool(full["seen"].get("ending"))
        is_old = act not in ("move", "look") and (not more or not more[0].isdecimal() or int(more[0]) != draft.serial)
        if act in ("resign", "yield") and not is_old and not over:
            if act == "resign":
                return forms.resignation(draft, duel.match)
            await api.post(f"{path}/resign", {}, language)
            return forms.hand(await api.get(f"{path}?pictures=light", language), None, draft, duel.match)
        if draft.ply != ply or not owes:
            draft = Draft(ply if owes else -1, serial=draft.serial + 1)
            act = "look" if act != "move" else act
        elif is_old:
            note, act = say("That button was from an earlier message. This is how your move stands."), "look"
        step = full["step"]
        try:
            if draft.prefix:
                step = await _step(api, path, draft, language)
            whole = _whole(act, more[1:], step)
            if step is not None and whole is not None:
                await api.post(f"{path}/submit", {"ply": ply, "text": whole}, language)
                note = say("Submitted: {move}", move=f"**{plain(step.get('said') or whole)}**")
                full = await api.get(f"{path}?pictures=light", language)
                step, draft = full["step"], Draft(full["seen"]["ply"], serial=draft.serial + 1)
            else:
                changed = _changed(draft, act, more[1:], step)
                if changed != draft:
                    step = await _step(api, path, changed, language) if changed.prefix else full["step"]
                    draft = changed
        except RefusedError as error:
            if error.status == HTTPStatus.NOT_FOUND:
                raise
            note = f"✗ {plain(str(error))}"
        self._duels.keep_draft(duel.match, seat, draft)
        return forms.hand(full, step, draft, duel.match, note, await _sketch(api, path, draft))


def _form(title: str, custom_id: str, label: str, longest: int, style: discord.TextStyle = discord.TextStyle.paragraph) -> discord.ui.Modal:
    """A form with one field."""
    modal = discord.ui.Modal(title=cut(title, MODAL_TITLE), custom_id=custom_id)
    modal.add_item(discord.ui.TextInput(label=cut(label, MODAL_TITLE), custom_id=TEXT, max_length=longest, style=style))
    modal.stop()
    return modal


async def _step(api: Api, path: str, draft: Draft, language: str) -> dict[str, Any]:
    found: dict[str, Any] = await api.post(f"{path}/compose", {"ply": draft.ply, "prefix": list(draft.prefix)}, language)
    return found


async def _sketch(api: Api, path: str, draft: Draft) -> bytes:
    """The picture with the move so far in it; empty if there is none, or if the server can make none just now."""
    if not draft.prefix:
        return b""
    try:
        return await api.file(f"{path}/picture", {"ply": draft.ply, "prefix": list(draft.prefix)})
    except RefusedError as error:
        if error.status in (*BUSY, HTTPStatus.CONFLICT):
            return b""  # the words say how the move stands
        raise


def _whole(act: str, more: Sequence[str], step: Mapping[str, Any] | None) -> str | None:
    """The text of the move that a button, or a written text, submits; None if it submits nothing."""
    if step is not None and step.get("text") and act == "said" and more:
        return json.dumps(more[0].strip(), ensure_ascii=False)
    return step.get("whole") if step is not None and act == "send" else None


def _changed(draft: Draft, act: str, more: Sequence[str], step: Mapping[str, Any] | None) -> Draft:
    """The draft after a button; the same where it changes nothing."""
    choices = (step or {}).get("choices", [])
    match act:
        case "take" | "pick" if more and int(more[0]) < len(choices):
            added = choices[int(more[0])]["token"]
        case "quick" | "said" if more and more[0].strip():
            added = more[0].strip().lower()
        case "back":
            return replace(draft, prefix=draft.prefix[:-1], serial=draft.serial + 1, page=0)
        case "fresh":
            return Draft(draft.ply, serial=draft.serial + 1)
        case "page":
            return replace(draft, serial=draft.serial + 1, page=int(more[0]))
        case _:
            return draft
    return replace(draft, prefix=(*draft.prefix, added), serial=draft.serial + 1, page=0)


# --- Hosts


class Desk:
    """The messages of all hosts.

    Args:
        api, duels: the server, and where the matches are kept.
        address: of the server in links for people.
    """

    def __init__(self, api: Api, duels: Duels, address: str) -> None:
        self._api, self._duels, self._address = api, duels, address

    async def act(self, duel: Duel, language: str, act: str, more: Sequence[str]) -> Shown:
        """The message after a button was pressed; raises RefusedError only if the match cannot be looked at."""
        api, path, note = self._api.of(duel.host), f"/api/hosts/{duel.host_key}", ""
        ruling = self._duels.ruling(duel.match)
        try:
            if act in ("pause", "resume"):
                await api.post(f"{path}/{act}", {}, language)
            elif act == "rule" and ruling and more and more[0] == ruling["serial"]:
                await api.post(f"{path}/ruling", ruling["body"], language)
                self._duels.keep_ruling(duel.match, {})
                note = say("The ruling is made. If clocks should run again, resume the match.")
            elif act == "rule":
                note = say("That button was from an earlier message.")
        except RefusedError as error:
            note = f"✗ {plain(str(error))}"
        full = await api.get(f"{path}?pictures=light", language)
        return self._shown(duel, full, note, (await api.get(f"{path}/links", language))["onlookers"])

    async def propose(self, duel: Duel, language: str, serial: int, body: dict[str, Any]) -> Shown:
        """The effect of a ruling, which the host then makes or not; raises RefusedError."""
        effect = await self._api.of(duel.host).post(f"/api/hosts/{duel.host_key}/ruling/effect", body, language)
        self._duels.keep_ruling(duel.match, {"serial": str(serial), "body": body})
        lines = [f"**{plain(effect['words'])}**", say("Reason: {reason}", reason=plain(body["reason"]))]
        if effect["shown"]:
            lines += [say("Everybody has been told this, and nobody can forget it:"), *(f"> {plain(line)}" for line in effect["shown"])]
        lines += [f"⚠ {plain(line)}" for line in effect["warnings"]]
        people = dict(zip("AB", duel.people, strict=True))
        if effect["owing"]:
            lines.append(say("Then it waits for {names}.", names=listed([plain(people[seat]) for seat in effect["owing"]])))
        make = discord.ui.Button[Any](
            label=say("Make this ruling"), custom_id=named("rule", duel.match, serial), style=discord.ButtonStyle.danger
        )
        return Shown(cut("\n".join(lines), forms.CONTENT), rows=((make, button(say("Back to the match"), "desk", duel.match)),))

    async def places(self, duel: Duel, language: str) -> list[tuple[int, str]]:
        """The events before which the match can go on, the last first; raises RefusedError."""
        told = await self._api.of(duel.host).get(f"/api/hosts/{duel.host_key}/ruling", language)
        return [(place["event"], f"{place['event']}: {' '.join(place['words'])}") for place in reversed(told["places"])]

    def _shown(self, duel: Duel, full: Mapping[str, Any], note: str, links: Mapping[str, str]) -> Shown:
        seen, told = full["seen"], full["table"]
        addresses = [say("Your desk in the browser: {link}. Give this link to nobody.", link=f"<{self._address}/h/{duel.host_key}>")]
        for whom, key in links.items():
            if whom == "caster":
                words = say("The caster sees both hands at {link}. Give this link to the caster only.", link=f"<{self._address}/c/{key}>")
            else:
                number, link = whom.rpartition("-")[2], f"<{self._address}/w/{key}>"
                words = say("Onlooker {number}: {link}. Give this link to nobody else.", number=number, link=link)
            addresses.append(words)
        public = forms.table(full, duel.match, duel.people, forms.ends(full, time.time(), {}))
        if seen is None:
            return Shown(_told([note, public.words, say("The match has not begun."), *addresses]))
        row = [button(say("Look again"), "desk", duel.match)]
        if told["state"] != "over":
            paused = seen.get("paused")
            row.insert(0, button(say("Resume") if paused else say("Pause"), "resume" if paused else "pause", duel.match, main=True))
        deals = "deal" in seen["public"].get("pending", ()) and told["settings"]["by_hand"]
        due = say("The match waits for your deal: /deal") if deals else ""
        table = [public.title, public.words[-1_000:], public.clock]
        words = _told([note, *table, due, *forms.private_lines(full), *addresses, say("Rulings: /ruling")])
        return Shown(words, public.svg, public.alt, (tuple(row),))


def _told(lines: Sequence[str]) -> str:
    """A message of these lines, but for the empty ones."""
    return cut("\n".join(line for line in lines if line), forms.CONTENT)
