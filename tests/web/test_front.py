"""The front page: a picture and a way to play for every game, the films of matches, and the pictures for previews."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from inspect import unwrap
from itertools import pairwise

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from deathmatch import games
from deathmatch.core.seats import Seat
from deathmatch.server.web import front, showcases
from tests.web.test_pages import OneTable

SHOWN = [game for game in games.names() if games.variants(game)[0].showcase]


@pytest.fixture
def client() -> Iterator[TestClient[Litestar]]:
    app = Litestar([front.router()], openapi_config=None)
    app.state["lobby"] = OneTable()
    with TestClient(app) as made:
        yield made


def test_every_game_has_a_card_with_its_picture_and_every_variant_says_how_it_differs(client: TestClient[Litestar]) -> None:
    text = client.get("/").text
    for game in dict.fromkeys(variant.game for variant in games.unled()):
        first, *others = games.variants(game)
        card = text[text.index(f'data-game="{game}"') :].partition("</li>")[0]
        assert '<svg viewBox="0 0' in card
        assert f'class="main play" data-variant="{first.id}" data-bots="weak middle strong"' in card
        assert f'href="/film/{game}.json"' in card or f'data-film="/film/{game}.json"' in card
        for variant in others:
            assert variant.differs
            assert variant.differs in card.replace("&#39;", "'")
    assert 'id="level" min="1" max="8"' in text
    assert '<option value="strong">Strong</option>' in text, "the bots with a name can still be chosen"


def test_many_pictures_stand_on_one_page_with_ids_of_their_own(client: TestClient[Litestar]) -> None:
    ids = re.findall(r'\bid="([^"]+)"', client.get("/").text)
    assert len(ids) == len(set(ids)) > 5
    for game in games.names():
        still = showcases.shown(game).still
        used, known = re.findall(r'href="#([^"]+)"', still), re.findall(r'\bid="([^"]+)"', still)
        assert set(used) <= set(known)


@pytest.mark.parametrize("game", SHOWN)
def test_a_film_begins_with_the_picture_of_the_card_and_goes_on_to_the_end(client: TestClient[Litestar], game: str) -> None:
    answer = client.get(f"/film/{game}.json")
    film = answer.json()
    frames = ["".join(film["pool"][at] for at in frame) for frame in film["frames"]]
    assert 8 <= len(frames) <= showcases.FRAMES
    assert frames[0] in showcases.shown(game).still
    assert all(one != other for one, other in pairwise(frames))
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) < 20_000
    plain = client.get(f"/film/{game}.json", headers={"accept-encoding": "identity"})
    assert json.loads(plain.content) == film


def test_a_game_without_a_showcase_has_a_picture_of_its_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    from dataclasses import replace

    bare = replace(games.variants("even-groups")[0], showcase=None)
    monkeypatch.setattr(showcases, "_variant", lambda game: bare)
    scene = unwrap(showcases.scene_of)("even-groups")
    game = bare.bind({})[1]
    assert scene.title == game.picture(game.view(game.start(), Seat.A)).title.format(A="Ada", B="Ben")
    with pytest.raises(LookupError):
        unwrap(showcases.film)("even-groups")
