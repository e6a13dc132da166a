"""A player's own message: the move is put together there, step by step, by the composer of the server."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

import discord
from msgspec.structs import replace

from deathmatch.core.speech import say
from deathmatch_discord import forms
from deathmatch_discord.api import BUSY, Api, RefusedError
from deathmatch_discord.duels import Draft, Duel, Duels
from deathmatch_discord.forms import Shown, cut, named, plain

MODAL_TITLE: Final = 45  # letters
TEXT: Final = "text"  # the id of the only input of a modal


class Hands:
    """The messages of all players.

    Args:
        api: the server.
        duels: where the drafts are kept.
    """

    def __init__(self, api: Api, duels: Duels) -> None:
        self._api, self._duels = api, duels

    def modal(self, kind: str, match: str, more: Sequence[str]) -> discord.ui.Modal:
        """The form for a number or a word: `more` is the serial, the least and the most."""
        serial, low, high = more
        label = say("A number from {low} to {high}", low=low, high=high)
        longest = max(len(low), len(high))
        if kind == "word":
            label, longest = say("A word of {low} to {high} letters", low=low, high=high), int(high)
        modal = discord.ui.Modal(title=cut(say("Your move"), MODAL_TITLE), custom_id=named("said", match, serial))
        modal.add_item(discord.ui.TextInput(label=cut(label, MODAL_TITLE), custom_id=TEXT, max_length=longest))
        modal.stop()
        return modal

    async def act(self, duel: Duel, seat: int, language: str, act: str, more: Sequence[str]) -> Shown:
        """The message after a button was pressed; raises RefusedError only if the seat cannot be looked at."""
        api, path = self._api.of(self._duels.alias(duel.players[seat])), f"/api/seats/{duel.keys[seat]}"
        full = await api.get(f"{path}?pictures=light", language)
        draft, note = self._duels.draft(duel.match, seat), ""
        if full["seen"] is None:
            return Shown(say("The match has not begun."))
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
            if act == "send" and step is not None and step.get("whole") is not None:
                await api.post(f"{path}/submit", {"ply": ply, "text": step["whole"]}, language)
                note = say("Submitted: {move}", move=f"**{plain(step.get('said') or step['whole'])}**")
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
