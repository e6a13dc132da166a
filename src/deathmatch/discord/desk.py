"""The host's own message: the match without delay, the link to the desk in the browser, pause, and rulings, their effect first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord

from deathmatch.core.speech import say
from deathmatch.core.wording import listed
from deathmatch.discord import forms
from deathmatch.discord.api import Api, RefusedError
from deathmatch.discord.duels import Duel, Duels
from deathmatch.discord.forms import Shown, button, cut, named, plain


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
        api, path, note = self._of(duel), f"/api/hosts/{duel.host_key}", ""
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
        caster = (await api.get(f"{path}/links", language))["onlookers"].get("caster", "") if full["table"]["settings"]["caster"] else ""
        return self._shown(duel, full, note, caster)

    async def propose(self, duel: Duel, language: str, serial: int, body: dict[str, Any]) -> Shown:
        """The effect of a ruling, which the host then makes or not; raises RefusedError."""
        effect = await self._of(duel).post(f"/api/hosts/{duel.host_key}/ruling/effect", body, language)
        self._duels.keep_ruling(duel.match, {"serial": str(serial), "body": body})
        lines = [f"**{plain(effect['words'])}**", say("Reason: {reason}", reason=plain(body["reason"]))]
        if effect["shown"]:
            lines += [say("Everybody has been told this, and nobody can forget it:"), *(f"> {plain(line)}" for line in effect["shown"])]
        lines += [f"⚠ {plain(line)}" for line in effect["warnings"]]
        if effect["owing"]:
            lines.append(say("Then it waits for {names}.", names=listed([plain(self._name(duel, seat)) for seat in effect["owing"]])))
        make = discord.ui.Button[Any](
            label=say("Make this ruling"), custom_id=named("rule", duel.match, serial), style=discord.ButtonStyle.danger
        )
        return Shown(cut("\n".join(lines), forms.CONTENT), rows=((make, button(say("Back to the match"), "desk", duel.match)),))

    async def places(self, duel: Duel, language: str) -> list[tuple[int, str]]:
        """The events before which the match can go on, the last first; raises RefusedError."""
        told = await self._of(duel).get(f"/api/hosts/{duel.host_key}/ruling", language)
        return [(place["event"], f"{place['event']}: {' '.join(place['words'])}") for place in reversed(told["places"])]

    def _shown(self, duel: Duel, full: Mapping[str, Any], note: str, caster: str) -> Shown:
        seen, told = full["seen"], full["table"]
        link = say("Your desk in the browser: {link}. Give this link to nobody.", link=f"<{self._address}/h/{duel.host_key}>")
        if caster:
            link += (
                f"\n{say('The caster sees both hands at {link}. Give this link to the caster only.', link=f'<{self._address}/c/{caster}>')}"
            )
        if seen is None:
            return Shown("\n".join([*([note] if note else []), say("The match has not begun."), link]))
        public = forms.table(full, duel.match, duel.people)
        row = [button(say("Look again"), "desk", duel.match)]
        if told["state"] != "over":
            paused = seen.get("paused")
            row.insert(0, button(say("Resume") if paused else say("Pause"), "resume" if paused else "pause", duel.match, main=True))
        lines = [*([note] if note else []), public.title, public.words[-1_200:], link, say("Rulings: /ruling")]
        return Shown(cut("\n".join(lines), forms.CONTENT), public.svg, public.alt, (tuple(row),))

    def _name(self, duel: Duel, seat: str) -> str:
        return duel.people["AB".index(seat)]

    def _of(self, duel: Duel) -> Api:
        return self._api.of(self._duels.alias(duel.host))
