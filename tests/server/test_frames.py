from __future__ import annotations

import random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from deathmatch.core.game import Beat
from deathmatch.core.plate import safe
from deathmatch.core.scene import Element, Scene
from deathmatch.server.wire import frames
from deathmatch.server.wire.frames import Picture, edits
from tests import toy
from tests.core.test_simple import Walk
from tests.screens import Screen, edited, parsed
from tests.server.kit import GAUNTLET, TOY, World, world

NAMES = {"A": 'Ann "<&>"', "B": "Bob"}


ATTRIBUTES = ('class="{A}"', 'x="1"', 'x="22"', 'points="0,0 1,1"', 'aria-label="{B} plays"')


def markup(source: random.Random) -> str:
    """Something that looks like an element."""
    inner = "".join(
        f"<p {' '.join(source.sample(ATTRIBUTES, source.randint(0, 3)))}>{source.choice(('', 'one', '{A} & two', 'three'))}</p>"
        for _ in range(source.randint(0, 5))
    )
    return f'<g id="slot-a"{source.choice(("", " data-markable=&quot;&quot;"))} transform="translate(1 {source.randint(0, 3)})">{inner}</g>'


def test_edits_of_a_picture_in_words_have_the_names_in_them() -> None:
    source = random.Random(8)
    for _ in range(200):
        labels = ("", "{A} to move", "{B}: 2\n{A}: 3", "4")  # a label of two lines is two lines
        pictures = [
            Picture(Scene(9, 9, source.choice(("1", "{A}")), tuple(Element(f"e{n}", "", source.choice(labels)) for n in range(4))), names)
            for names in (NAMES, source.choice((NAMES, {"A": "Cy", "B": "Di"})))
        ]
        before, after = pictures
        found = after.lines(before)
        assert edited(before.text(), found, "\n") == after.text()
        assert (found == []) == (before.text() == after.text())


def test_the_only_legal_answer_comes_whole_with_its_words() -> None:
    step = frames.first_step(Walk(texts=("play card 1",)), {})
    assert (step.whole, step.sole) == ("play card 1", "Only move: play card 1")
    step = frames.first_step(Walk(texts=("play card 1", "play card 2")), {})
    assert (step.whole, step.sole) == (None, "")


def test_a_name_that_looks_like_the_mark_of_another_one_stays_what_it_is() -> None:
    before, after = (Picture(Scene(9, 9, "", (Element("a", f"<b>{letter}</b>", "{A} & {B}"),)), {"A": "{B}", "B": '"}'}) for letter in "xy")
    screen = Screen.of(before)
    screen.apply(msgspec.json.decode(frames.encode(after.change(before))))
    assert screen == Screen.of(after)
    assert ElementTree.fromstring(screen.slots["a"]).get("aria-label") == '{B} & "}'
    assert after.text() == '\n{B} & "}'


def test_names_are_filled_in_and_escaped_where_they_become_markup() -> None:
    picture = Picture(Scene(360, 100, "{A} begins", (Element("a", "<text>{A}</text>", "{B}'s"),)), NAMES)
    assert "<text>Ann &quot;&lt;&amp;&gt;&quot;</text>" in picture.svg()
    assert "<&>" not in picture.svg()
    assert picture.text() == 'Ann "<&>" begins\nBob\'s'
    assert frames.beat(Beat("{A} says {{so}}", heading="{B}"), NAMES).words == 'Ann "<&>" says {so}'


async def test_whoever_opens_a_match_has_one_picture_painted_and_the_next_one_none(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[Any] = []
    paint = toy.Toy.picture

    def counting(game: Any, view: Any, *sealed: Any) -> Scene:
        painted.append(view)
        return paint(game, view, *sealed)

    async with world() as w:
        made = await w.match(TOY)
        for seat in ("A", "B"):
            await w.submit(made, seat, 1, "bid 0")
        later = await w.again()
        monkeypatch.setattr(toy.Toy, "picture", counting)
        first = await later.full(made, "watcher")
        assert len(first.log) == 2
        assert len(painted) == 1
        assert (await later.full(made, "watcher")).svg == first.svg
        assert len(painted) == 1


@pytest.mark.parametrize("variant", [GAUNTLET, TOY])
async def test_a_page_that_follows_every_change_shows_what_a_fresh_one_shows(w: World, variant: str) -> None:
    made = await w.match(variant, seats={"A": "me", "B": "bot:dummy"}, options={"rounds": 4})
    readers = {role: await w.reader(made, role) for role in ("A", "watcher")}
    screens: dict[str, Screen] = {}
    words: dict[str, str] = {}
    source = random.Random(5)
    for _ in range(60):
        full = await w.full(made, "A")
        for role, reader in readers.items():
            for frame in reader.read():
                if frame["type"] == "full":
                    screens[role] = parsed(frame["svg"])
                    words[role] = frame["picture"]
                for beat in frame.get("beats", []):
                    screens[role].apply(beat.get("change"))
                screens[role].apply(frame.get("change"))
                words[role] = edited(words[role], frame.get("words", []), "\n")
            whole = await w.full(made, role)
            assert screens[role] == parsed(whole.svg)
            assert words[role] == whole.picture
        if full.table.state == "over":
            return
        if full.step is not None:
            await w.submit(made, "A", full.seen.ply, await _compose(w, made, full, source))
    raise AssertionError("the match did not end")


async def _compose(w: Any, made: Any, full: Any, source: random.Random) -> str:
    prefix: list[str] = []
    step = full.step
    while step.whole is None:
        tokens = [choice.token for choice in step.choices]
        if step.number is not None:
            tokens.append(str(source.randint(step.number.low, step.number.high)))
        if step.word is not None:
            tokens.append("cat")
        prefix = [*prefix, source.choice(tokens)]
        step = await w.ask(made, "A", lambda room, seat, so_far=prefix: room.compose(seat, full.seen.ply, so_far))
    return str(step.whole)


def test_edits_make_one_markup_of_the_other() -> None:
    names = {"A": '"{B}" <g class="x">', "B": "O'Neil"}

    def filled(text: str) -> str:
        return text.replace("{A}", safe(names["A"])).replace("{B}", safe(names["B"]))

    source = random.Random(7)
    for _ in range(300):
        before, after = markup(source), markup(source)
        found = edits(before, after)
        assert edited(before, found, '"') == after
        sent = [filled(part) if isinstance(part, str) else part for part in found]
        assert edited(filled(before), sent, '"') == filled(after)
