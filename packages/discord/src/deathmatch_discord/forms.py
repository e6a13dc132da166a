"""The messages of the front end, made from answers of the server: the public table, and a seat's own. Nothing here asks anybody."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import discord

from deathmatch.core.catalogues import ENGLISH, LANGUAGES
from deathmatch.core.letters import is_seen, isolated
from deathmatch.core.speech import count, listed, say
from deathmatch.core.themes import rasterized
from deathmatch_discord.duels import Draft

SIGN: Final = "dm"  # how the id of each button begins
LABEL, OPTION, OPTIONS, BUTTONS = 80, 100, 25, 5  # Discord's limits: letters, letters, options a select, buttons a row
CONTENT, DESCRIPTION, ALT, TITLE = 2_000, 4_000, 1_024, 256
LINES = 12  # of the log below the public picture
PLACES = 40  # of standings in one message
TALKS = 3  # the last lines of a private talk
NOTHING, READY, CALL = -1, -2, -3  # what a table waits for before its match begins: nothing that a player does, both, or the caller
STEADY_S = 1  # by which an end of a clock differs because of rounding alone
FACES: Final = {"sun": "☀", "moon": "☾"}
FILE_BYTES = 10 * 1024 * 1024  # of an attachment


@dataclass(frozen=True, slots=True)
class Shown:
    """A message: words, a picture as an SVG document or as PNG, with its description, rows of buttons or selects, and the clocks."""

    words: str
    svg: str = ""
    alt: str = ""
    rows: tuple[tuple[discord.ui.Item[Any], ...], ...] = ()
    title: str = ""
    png: bytes = field(default=b"", repr=False)
    clock: str = ""

    def file(self, name: str) -> list[discord.File]:
        """The picture as a file; none if there is no picture. It takes some milliseconds."""
        if not (self.png or self.svg):
            return []
        return [discord.File(io.BytesIO(self.png or rasterized(self.svg)), name, description=self.alt)]

    def digest(self) -> str:
        """Tells messages apart, but for their buttons and clocks."""
        return hashlib.sha256("\0".join((self.words, self.svg, self.alt, self.title)).encode()).hexdigest()

    def view(self) -> discord.ui.View:
        """The buttons as discord.py sends them."""
        return view(*self.rows)


def view(*rows: tuple[discord.ui.Item[Any], ...]) -> discord.ui.View:
    """Rows of buttons as discord.py sends them; it keeps none of them, for an id says everything."""
    made = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            made.add_item(item)
    made.stop()
    return made


def language_of(locale: discord.Locale | None) -> str:
    """Our language for one of Discord's."""
    code = "" if locale is None else locale.value[:2]
    return code if code in LANGUAGES else ENGLISH


def name_of(user: discord.abc.User) -> str:
    """The name under which a user plays: the one that is shown, or the account's if nothing of that is seen."""
    return user.display_name if is_seen(user.display_name) else user.name


def plain(text: str) -> str:
    """A text in which Discord reads no sign and calls nobody."""
    return discord.utils.escape_mentions(discord.utils.escape_markdown(text))


def cut(text: str, most: int) -> str:
    """At most so many letters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def named(*parts: object) -> str:
    """The id of a button."""
    return ":".join((SIGN, *map(str, parts)))


def button(label: str, *parts: object, main: bool = False) -> discord.ui.Button[Any]:
    """A button."""
    style = discord.ButtonStyle.primary if main else discord.ButtonStyle.secondary
    return discord.ui.Button(label=cut(label, LABEL) or "·", custom_id=named(*parts), style=style)


# --- For everybody


def table(full: Mapping[str, Any], match: str, players: Sequence[str] = ("A", "B"), ends: Mapping[str, int] = {}) -> Shown:
    """The public message of a match, from the answer of a spectator's link.

    Args:
        full: that answer.
        match: its id.
        players: the names of both, for as long as spectators are not shown that they have sat down.
        ends: when the running clocks are over.
    """
    seen, told = full["seen"], full["table"]
    names = [isolated(plain(told["names"].get(seat, name))) for seat, name in zip("AB", players, strict=True)]
    lines = [plain(beat["words"]) for beat in full["log"] if beat["words"]][-LINES:]
    lines += [f"**{plain(one['words'])}** {say('Reason: {reason}', reason=plain(one['reason']))}" for one in told.get("rulings", ())[-1:]]
    lines += [f"📢 {plain(line['text'])}" for line in full["chat"] if line.get("loud")][-1:]  # the last announcement of the host
    over = told["state"] == "over"
    while lines and sum(len(line) + 1 for line in lines) > DESCRIPTION - 500:
        lines.pop(0)
    lines += [] if seen else before(told)
    state = plain((seen or told).get("ending", "")) if over else _waiting(full) if seen or turn(full)[1] else _late(told)
    rows = () if over else ((button(say("My move"), "move", match, main=True), button(say("My link"), "link", match)),)
    words = "\n".join([*lines, "", f"**{state}**" if state else "", both_hands(told["settings"])]).strip()
    title = cut(f"{plain(told['title'])} · {' – '.join(names)}", TITLE)
    return Shown(words, full["svg"], cut(full["picture"], ALT), rows, title, clock=_clocks(full, ends))


def both_hands(settings: Mapping[str, Any]) -> str:
    """A line for everybody at a table with a caster; empty at every other one."""
    return say("A caster and the host see both hands.") if settings.get("caster") else ""


def _late(told: Mapping[str, Any]) -> str:
    """A line for spectators for as long as they see nothing of the match."""
    settings = told["settings"]
    if delay := settings.get("delay", 0):
        return count("Spectators see this match {number} second later.", "Spectators see this match {number} seconds later.", delay)
    if behind := settings.get("behind", 0):
        return count("Spectators see this match {number} decision later.", "Spectators see this match {number} decisions later.", behind)
    return say("Spectators see this match once it is over.") if settings.get("hidden") else ""


def owing(seen: Mapping[str, Any]) -> list[str]:
    """The seats that owe a submission, as everybody may know."""
    return [seat for seat in seen["public"].get("pending", ()) if seat in ("A", "B")]


def turn(full: Mapping[str, Any]) -> tuple[int, list[str]]:
    """The number of the question, or `NOTHING`, `READY` or `CALL` before the match begins; and the seats that have to answer."""
    seen, told = full["seen"], full["table"]
    if seen is not None:
        return seen["ply"], [] if seen.get("paused") else owing(seen)
    if told["state"] != "waiting" or len(told["names"]) < len("AB"):
        return NOTHING, []
    coin = told.get("coin") or {}
    if coin.get("caller") and not coin.get("face"):
        return CALL, [] if coin.get("called") else [coin["caller"]]
    if not coin and not told["settings"].get("check_in"):
        return NOTHING, []
    return READY, [seat for seat in "AB" if seat not in told.get("ready", ())]


def _waiting(full: Mapping[str, Any]) -> str:
    if full["seen"] and full["seen"].get("paused"):
        return say("The match is paused.")
    names = [plain(full["table"]["names"].get(seat, seat)) for seat in turn(full)[1]]
    return say("Waiting for {names}.", names=listed(names)) if names else ""


def before(told: Mapping[str, Any]) -> list[str]:
    """The toss before a match: what it decides, the call as far as it may be known, and who has won it."""
    coin = told.get("coin")
    if not coin:
        return []
    call = f" · {plain(told['names'].get(coin['caller'], coin['caller']))}: {FACES[coin['call']]}" if coin.get("call") else ""
    fell = f" · {FACES[coin['face']]} **{plain(told['names'][coin['winner']])}**" if coin.get("face") else ""
    return [f"🪙 {plain(coin['about'])}{call}{fell}"]


def ends(full: Mapping[str, Any], now: float, known: Mapping[str, int]) -> dict[str, int]:
    """When the clocks that run are over, in seconds since 1970: seat -> the end of its own time, then of its bank.

    A match that is shown some decisions later has no running clocks for spectators. An end that differs from the `known` one by a rounding
    alone stays, so that nothing has to be sent.
    """
    seen, told = full["seen"], full["table"]
    if seen is None or seen.get("ending") or (told["settings"].get("behind") and told["role"] == "watcher"):
        return {}
    found = {seat: round(now + (face["left"] or face["bank"]) / 1000) for seat, face in seen["clocks"].items() if face["running"]}
    return {seat: known[seat] if abs(end - known.get(seat, 0)) <= STEADY_S else end for seat, end in found.items()}


def _clocks(full: Mapping[str, Any], ends: Mapping[str, int]) -> str:
    """A line for each clock that runs, with the end of its time as Discord counts it down."""
    lines = []
    for seat, end in ends.items():
        face = full["seen"]["clocks"][seat]
        bank = say("bank {time}", time="{}:{:02}".format(*divmod(face["bank"] // 1000, 60))) if face["left"] else say("from the bank")
        name = plain(full["table"]["names"].get(seat, seat))
        lines.append(f"⏳ {name}: <t:{end}:R>{f' · {bank}' if face['bank'] else ''}")
    return "\n".join(lines)


def ending(seen: Mapping[str, Any], told: Mapping[str, Any]) -> str:
    """The result of a match in words, which name the winner also if the reason does not."""
    rulings, winner = told.get("rulings", ()), told["names"].get(seen["public"].get("winner"), "")
    won = "" if winner in seen["ending"] else f" {say('{winner} wins.', winner=plain(winner))}"
    reason = f"\n{say('Reason: {reason}', reason=plain(rulings[-1]['reason']))}" if rulings else ""
    return f"**{plain(seen['ending'])}{won}**{reason}"


def standings(season: Mapping[str, Any]) -> str:
    """The standings of a season as its viewers may know them."""
    names = {one["number"]: plain(one["name"]) for one in season["players"]}
    lines = [f"**{plain(season['title'])}**"]
    for row in season["standings"][:PLACES]:
        figures = {"points": f"{row['points']:g}", "won": row["won"], "tied": row["tied"], "lost": row["lost"]}
        place = f"{row['place']}. " if row["place"] else ""  # those who have played no match have none
        lines.append(place + say("{name}: points {points}; won {won}, tied {tied}, lost {lost}", name=names[row["player"]], **figures))
    if not season["standings"]:
        lines.append(say("Nobody plays in this season yet."))
    while sum(len(line) + 1 for line in lines) > CONTENT:
        lines.pop()
    return "\n".join(lines)


# --- For one seat


def hand(full: Mapping[str, Any], step: Mapping[str, Any] | None, draft: Draft, match: str, note: str = "", png: bytes = b"") -> Shown:
    """The message that only one player sees: the seat's own picture, the move so far, and the next choices.

    Args:
        full: the seat as the server shows it.
        step: the next part of its move; None if it owes none.
        draft: the move so far.
        match: its id.
        note: a line before everything else.
        png: the picture with the move so far in it; without one, the picture as it is now.
    """
    seen = full["seen"]
    lines = [note] if note else []
    if seen.get("ending"):
        lines.append(plain(seen["ending"]))
    elif step is None:
        lines.append(say("It is not your turn."))
    else:
        lines += _so_far(seen, step, draft)
    lines += private_lines(full)
    rows = () if seen.get("ending") else _rows(step, draft, match)
    return Shown(cut("\n".join(lines), CONTENT), full["svg"], cut(full["picture"], ALT), rows, png=png)


def private_lines(full: Mapping[str, Any]) -> list[str]:
    """The last lines of the private talks of a seat."""
    return [f"✉ {plain(line['who'])}: {plain(line['text'])}" for talk in full.get("talks", ()) for line in talk["lines"][-TALKS:]]


def start(full: Mapping[str, Any], seat: str, match: str) -> Shown:
    """The message that only one player sees before the match begins: the toss to be called, and the button *Ready*."""
    waits, seats = turn(full)
    lines = [*before(full["table"]), _waiting(full) or say("The match has not begun."), *private_lines(full)]
    row: list[discord.ui.Button[Any]] = [button(say("Look again"), "look", match)]
    if waits == CALL and seat in seats:
        row = [button(f"{FACES['sun']} {say('Sun')}", "sun", match), button(f"{FACES['moon']} {say('Moon')}", "moon", match), *row]
    if waits == READY and seat in seats:
        row.insert(0, button(say("Ready"), "ready", match, main=True))
    return Shown(cut("\n".join(lines), CONTENT), rows=(tuple(row),))


def resignation(draft: Draft, match: str) -> Shown:
    """The question before a player resigns."""
    yes = discord.ui.Button[Any](label=say("Resign"), custom_id=named("yield", match, draft.serial), style=discord.ButtonStyle.danger)
    return Shown(
        say("Do you want to resign? You lose the match."), rows=((yes, button(say("Back to the match"), "look", match, draft.serial)),)
    )


def _so_far(seen: Mapping[str, Any], step: Mapping[str, Any], draft: Draft) -> list[str]:
    lines = [say("You owe: {decision}.", decision=plain(seen.get("owes", "")))]
    whole = step.get("whole")
    if draft.prefix and whole is None:
        lines.append(say("So far: {move}", move=plain(" ".join(draft.prefix))))
    if whole is not None:
        lines.append(say("Your move: {move}", move=f"**{plain(step.get('said') or whole)}**"))
    if step.get("prompt"):
        lines.append(plain(step["prompt"]))
    if step.get("warning"):
        lines.append(f"⚠ {plain(step['warning'])}")
    return lines


def _rows(step: Mapping[str, Any] | None, draft: Draft, match: str) -> tuple[tuple[discord.ui.Item[Any], ...], ...]:
    if step is None:
        return (tuple(_last(draft, match)),)
    typed = _typed(step, draft, match)
    last = [button(say("Submit"), "send", match, draft.serial, main=True)] if step.get("whole") is not None else []
    if draft.prefix:
        last += [button(say("Back"), "back", match, draft.serial), button(say("Start again"), "fresh", match, draft.serial)]
    last += _last(draft, match)
    rows = (*_choices(step.get("choices", ()), draft, match), tuple(typed), tuple(last))
    return tuple(row for row in rows if row)


def _last(draft: Draft, match: str) -> list[discord.ui.Button[Any]]:
    """The buttons that are always there."""
    return [button(say("Look again"), "look", match, draft.serial), button(say("Resign…"), "resign", match, draft.serial)]


def _typed(step: Mapping[str, Any], draft: Draft, match: str) -> list[discord.ui.Item[Any]]:
    """The buttons for numbers and words that are typed."""
    found: list[discord.ui.Item[Any]] = []
    if number := step.get("number"):
        label = say("A number from {low} to {high}", low=number["low"], high=number["high"])
        found.append(button(label, "number", match, draft.serial, number["low"], number["high"]))
        found += [button(str(quick), "quick", match, draft.serial, quick) for quick in number["quick"][: BUTTONS - 2]]
    if word := step.get("word"):
        label = say("A word of {low} to {high} letters", low=word["low"], high=word["high"])
        found.append(button(label, "word", match, draft.serial, word["low"], word["high"]))
    if text := step.get("text"):
        found.append(button(say("Write your answer"), "text", match, draft.serial, text["low"], text["high"]))
    return found


def _choices(choices: Sequence[Mapping[str, Any]], draft: Draft, match: str) -> list[tuple[discord.ui.Item[Any], ...]]:
    """The choices: as buttons if they are few, else as pages of a select."""
    if len(choices) <= BUTTONS:
        return [tuple(button(_label(one), "take", match, draft.serial, number) for number, one in enumerate(choices))]
    pages = -(-len(choices) // OPTIONS)
    page = min(draft.page, pages - 1)
    here = list(enumerate(choices))[page * OPTIONS : (page + 1) * OPTIONS]
    options = [discord.SelectOption(label=cut(_label(one), OPTION), value=str(number)) for number, one in here]
    hint = say("Choose ({page} of {pages})", page=page + 1, pages=pages) if pages > 1 else say("Choose")
    rows: list[tuple[discord.ui.Item[Any], ...]] = [
        (discord.ui.Select(custom_id=named("pick", match, draft.serial), options=options, placeholder=hint),)
    ]
    if pages > 1:
        turns = [("◀", page - 1), ("▶", page + 1)]
        rows.append(tuple(button(sign, "page", match, draft.serial, to) for sign, to in turns if 0 <= to < pages))
    return rows


def _label(choice: Mapping[str, Any]) -> str:
    note = f" ({choice['note']})" if choice.get("note") else ""
    return f"{choice.get('label') or choice['token']}{note}"
