"""From a challenge to the match: to one player, to everybody, and between two others by a host."""

from __future__ import annotations

from msgspec.structs import replace

from deathmatch_discord.client import Client
from deathmatch_discord.preview.stand_in import StandIn
from packages.discord.tests.playing import GAME, Player, acts, boards, challenge_of, inside, said

LED = "free-table/standard"


@inside
async def test_the_first_to_accept_an_open_challenge_plays(house: StandIn, client: Client) -> None:
    ann, bob, eve = (Player(house, name) for name in ("Ann", "Bob", "Eve"))
    assert "when somebody accepts" in await ann.told("duel", variant=GAME, ec="opponent")
    challenge = challenge_of(house, ann)
    assert challenge["content"].startswith(f"<@{ann.id}> challenges everybody here")
    assert "Only the player who was challenged" in said(await ann.press(challenge, "accept"))
    assert await ann.told("links") == "There is no match here."
    assert "Only the two players" in said(await eve.press(challenge, "decline"))
    assert "The match has begun" in said(await bob.press(challenge, "accept"))
    assert acts(challenge) == []
    (duel,) = client.duels.all()
    assert duel.players == (int(ann.id), int(bob.id))
    assert duel.keys[1] in await bob.told("links")
    assert await eve.told("links") == f"Five-Card Trick: <https://play.example.org/w/{duel.match}>"
    assert "Only the player who was challenged" in said(await eve.press_id(f"dm:accept:{duel.match}", challenge))
    (board,) = boards(house)
    assert board["embeds"][0]["title"].endswith("Ann – Bob")
    for act in ("move", "link"):
        answer = await eve.press(board, act)
        assert (answer.private, said(answer)) == (True, "Only the two players can do this.")
    assert duel.keys[1] in said(await bob.press(board, "link"))
    full = await client.api.get(f"/api/matches/{duel.match}?pictures=none")
    assert (full["table"]["names"], full["table"]["ec"]) == ({"A": "Ann", "B": "Bob"}, "B")


@inside
async def test_a_hosted_match_begins_when_both_have_accepted(house: StandIn, client: Client) -> None:
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    for pair in ((hal, ann), (ann, ann)):
        assert await hal.told("host", first=pair[0], second=pair[1], variant=GAME) == "Choose two other people."
    assert "/desk" in await hal.told("host", first=ann, second=bob, variant=GAME, options="rounds=3", delay=5)
    challenge = challenge_of(house, hal)
    assert f"<@{ann.id}> against <@{bob.id}>" in challenge["content"]
    assert challenge["content"].endswith("rounds 3")
    assert "Only the player" in said(await hal.press(challenge, "accept"))
    assert f"when <@{ann.id}> accepts" in said(await bob.press(challenge, "accept"))
    assert challenge["content"].endswith(f"<@{bob.id}> has accepted.")
    assert not boards(house)
    assert "The match has begun" in said(await ann.press(challenge, "accept"))
    (duel,) = client.duels.all()
    full = await client.api.get(f"/api/seats/{duel.keys[0]}?pictures=none")
    assert full["table"]["names"] == {"A": "Ann", "B": "Bob"}
    assert full["table"]["settings"]["delay"] == 5
    everything = repr(house.public)
    assert not any(key in everything for key in (*duel.keys, duel.host_key))


@inside
async def test_a_challenge_that_the_server_has_forgotten_is_closed(house: StandIn, client: Client) -> None:
    ann, bob = Player(house, "Ann"), Player(house, "Bob")
    await ann.told("duel", opponent=bob, variant=GAME)
    (duel,) = client.duels.all()
    client.duels.keep(replace(duel, keys=("x" * 22, "y" * 22)))
    challenge = challenge_of(house, ann)
    assert said(await bob.press(challenge, "accept")) == "This challenge is no longer open."
    assert (challenge["content"], acts(challenge)) == ("This challenge is no longer open.", [])
    assert list(client.duels.all()) == []


@inside
async def test_a_duel_that_a_host_leads_goes_by_its_title_and_both_read_before_they_accept_that_the_host_sees_all(
    house: StandIn, client: Client
) -> None:
    hal, ann, bob = (Player(house, name) for name in ("Hal", "Ann", "Bob"))
    assert "/host" in await ann.told("duel", opponent=bob, variant=LED)
    assert await hal.told("host", first=ann, second=bob, variant=LED) == "Give the duel a title."
    assert "nobody leads" in await hal.told("host", first=ann, second=bob, variant=GAME, title="Two Dice")
    assert "/desk" in await hal.told("host", first=ann, second=bob, variant=LED, title="Two *Dice*", rules="Throw.")
    challenge = challenge_of(house, hal)
    for words in ("hosts Two \\*Dice\\*: ", "Throw.", "The host sees everything."):
        assert words in challenge["content"]
    for player in (ann, bob):
        await player.press(challenge, "accept")
    (duel,) = client.duels.all()
    assert house.threads[str(duel.thread)]["name"].startswith("Two *Dice*: ")
    (board,) = boards(house)
    assert board["embeds"][0]["title"].startswith("Two \\*Dice\\* · ")
    assert not any(key in sent.body for sent in house.public for key in (*duel.keys, duel.host_key))
