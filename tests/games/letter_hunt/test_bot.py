"""The bots of Letter Hunt: legal under every option, in no time, without a list; what they must see; how strong they are on few matches."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from deathmatch.bots import registry
from deathmatch.bots.arena import ArenaBout, run
from deathmatch.bots.budget import Counted
from deathmatch.core.bots import AnyBot
from deathmatch.core.game import Deals, Over, Variant
from deathmatch.core.options import Values
from deathmatch.core.seats import BySeat, Seat
from deathmatch.core.words import WordList
from deathmatch.games.letter_hunt import VARIANTS, belief, fast
from deathmatch.games.letter_hunt.belief import Belief
from deathmatch.games.letter_hunt.bot import MIXTURE, THIN, WITHIN, bots, chance, expected, guessed, hints, mixed, sight, words
from deathmatch.games.letter_hunt.values import ALPHABET, Kind, Move, Verb
from deathmatch.match.dealer import HmacSource
from tests.games.letter_hunt.matches import COLOSSEUM, GAMBIT, WORDS, after

pytestmark = pytest.mark.one_variant

NAMES = ("random", "steady", "strong")
FEW = WordList.of((*WORDS, "DWARF", "BRICK", "GLYPH", "WALTZ"))

OPTIONS: list[tuple[Variant, Values]] = [
    (GAMBIT, {"holds": 3, "onlookers": 16, "onlooker_letters": "split", "slip": "reveal", "hints": "one-odd-any", "lexicon": "any"}),
    (GAMBIT, {"holds": 0, "onlookers": 2, "onlooker_letters": "public", "repeats": "each", "turn_limit": 1, "first": "ec_chooses"}),
    (COLOSSEUM, {"turn_limit": 0, "repeats": "distinct", "hints": "none-one-any"}),
    (COLOSSEUM, {"turn_limit": 2, "slip": "reveal", "on_timeout": "skip", "first": "A"}),
]


class Host:
    """A host with one list, whatever it is called; or with none."""

    def __init__(self, words: WordList | None) -> None:
        self._words = words

    def words(self, lexicon: str, /) -> WordList:
        if self._words is None:
            raise LookupError(lexicon)
        return self._words


def equipped(variant: Variant, given: Values, name: str, host: Host | None) -> Any:
    bot: Any = bots(variant.bind(given)[1])[name]
    return bot if host is None else bot.equip(host)


def play(variant: Variant, given: Values, players: BySeat[AnyBot], seed: str, host: Host | None, thinking: int = 2000) -> Iterator[Any]:
    """A match move by move: view, move; at the end the outcome."""
    _, game = variant.bind(given)
    sources = BySeat.of(lambda seat: HmacSource(seed.encode(), seat.value))
    chance, state = HmacSource(seed.encode(), "deal"), game.start()
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Deals):
            state = game.deal(state, pending.chance.sample(chance))
            continue
        turn = {}
        for seat in pending.seats:
            view = game.view(state, seat)
            decision = game.decision(view)
            move = turn[seat] = players[seat].choose(view, decision, Counted(thinking), sources[seat])
            decision.check(move)
            if host is not None:
                decision.admit(move, host)
            yield view, move
        state = game.play(state, turn)
    yield pending


@pytest.mark.parametrize(("variant", "given"), OPTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_moves_are_legal_and_their_words_in_the_list_under_every_option(variant: Variant, given: Values, name: str) -> None:
    host = Host(FEW)
    bot = equipped(variant, given, name, None if given.get("lexicon") == "any" else host)
    for thinking in (2000, 0):
        *moves, outcome = play(variant, given, BySeat(bot, bot), f"{name}{thinking}", host, thinking)
        assert isinstance(outcome, Over)
        assert moves


@pytest.mark.parametrize("name", NAMES)
def test_without_the_list_of_the_match_only_guesses_are_let_pass_and_so_made(name: str) -> None:
    host = Host(None)
    bot = equipped(COLOSSEUM, {"lexicon": "csw21"}, name, host)
    *moves, _ = play(COLOSSEUM, {"lexicon": "csw21"}, BySeat(bot, bot), name, host)
    assert all(move.verb is not Verb.WORD for _, move in moves)


@pytest.mark.parametrize("name", NAMES)
def test_the_same_source_makes_the_same_choices(name: str) -> None:
    bot = equipped(COLOSSEUM, {}, name, Host(FEW))
    assert list(play(COLOSSEUM, {}, BySeat(bot, bot), "same", None)) == list(play(COLOSSEUM, {}, BySeat(bot, bot), "same", None))


def asked(variant: Variant, given: Values, name: str, seat: Seat, lines: str) -> Move:
    """What a bot does after these events."""
    position = after(variant, {"first": "A", **given}, lines)
    view = position.view(seat)
    move: Move = equipped(variant, given, name, Host(FEW)).choose(view, position.decision(seat), Counted(2000), HmacSource(b"asked", name))
    return move


LAST = """
deal hands A:ABCDE B:FGHIJ
A guess F
B guess A
A guess G
B guess B
A guess H
B guess C
A guess I
B guess D
"""
"""One letter is left of each hand, and A is to move."""


@pytest.mark.parametrize("name", ["steady", "strong"])
def test_a_hand_that_is_known_is_named_or_guessed(name: str) -> None:
    words = "A word JAB\nB hint any\nA hint one\nB word WHY\nA hint any\nB hint one\n"  # A has E, B has J, and A is told so
    move = asked(GAMBIT, {"holds": 0}, name, Seat.A, LAST + words)
    assert move in (Move(Verb.HAND, "J"), Move(Verb.GUESS, "J"))


def test_strong_gambles_where_the_other_seat_will_win_next_and_steady_does_not() -> None:
    """B was told that A has E. A knows that B has J or K."""
    played = ("A word SEE", "B hint any", "A hint one", "B word WHY", "A hint any", "B hint one")
    played += ("A word JUKE", "B hint one", "A hint any", "B word UGH", "A hint any", "B hint one")
    lines = LAST + "\n".join(played)
    strong, steady = (asked(GAMBIT, {"holds": 0}, name, Seat.A, lines) for name in ("strong", "steady"))
    assert strong.verb in (Verb.HAND, Verb.GUESS)
    assert strong.what in ("J", "K")
    assert steady.verb is Verb.WORD


START = "deal hands A:ABCDE B:FGHIJ\n"


def test_steady_plays_what_tells_it_most_and_strong_minds_what_it_gives_away() -> None:
    """Both know the same of B; the hints of strong's words are less of a surprise to B."""
    told, given = {}, {}
    for name in ("steady", "strong"):
        position = after(GAMBIT, {"first": "A", "holds": 0}, START)
        move = bots(position.game)[name].choose(position.view(Seat.A), position.decision(Seat.A), Counted(2000), HmacSource(b"word", name))
        here = sight(position.view(Seat.A))
        judged = words(position.game.terms, here, fast.book((move.what,), each=False), np.arange(1))
        told[name], given[name] = float(judged.told[0]), float(judged.given[0])
    assert told["steady"] > 0.97
    assert given["strong"] < given["steady"] - 0.2
    assert told["strong"] - given["strong"] > told["steady"] - given["steady"] + 0.1


def test_the_first_hint_is_the_one_that_tells_most_and_leaves_the_other_seat_least() -> None:
    lines = START + "B word MUMMY"
    position = after(GAMBIT, {"first": "B", "holds": 0}, lines)
    values = hints(position.view(Seat.A), sight(position.view(Seat.A)))
    assert set(values) == set(Kind) - {Kind.ODD}
    taken = asked(GAMBIT, {"first": "B", "holds": 0}, "strong", Seat.A, lines).what
    assert values[Kind(taken)] > max(values.values()) - WITHIN
    mixture = mixed([(value, Move(Verb.HINT, kind)) for kind, value in values.items()])
    assert max(mixture, key=mixture.__getitem__).what == max(values, key=values.__getitem__)
    told = expected(position.view(Seat.A), belief.of_other(position.view(Seat.A)))
    assert asked(GAMBIT, {"first": "B", "holds": 0}, "steady", Seat.A, lines).what == max(told, key=told.__getitem__)


def test_strong_loses_a_letter_that_is_known_and_else_one_by_lot() -> None:
    lines = START + "A word SEE\nB hint any\nA hint one\nB word WHY\nA hint any\nB hint one\nA guess Z"
    assert asked(GAMBIT, {"holds": 0}, "strong", Seat.A, lines) == Move(Verb.LOSE, "E")
    early = START + "A guess Z"
    position = after(GAMBIT, {"first": "A", "holds": 0}, early)
    held, chances, told = equipped(GAMBIT, {}, "strong", Host(FEW)).sight(position.view(Seat.A)).losses
    assert held == "ABCDE"
    assert chances.sum() == pytest.approx(1)
    assert chances.max() < 0.5
    assert 1 < told < 2.4, "it tells little more than that one of the letters is held"


def test_once_the_words_have_ended_bots_guess_what_is_likeliest() -> None:
    lines = START + "A word FIG\nB hint any\nA hint one\nB word WHY\nA hint any\nB hint one"
    for name in ("steady", "strong"):
        move = asked(GAMBIT, {"holds": 0, "turn_limit": 1}, name, Seat.A, lines)
        assert move.verb is Verb.GUESS
        chances = dict(zip(ALPHABET, belief.of_other(after(GAMBIT, {"first": "A", "holds": 0}, lines).view(Seat.A)).letters, strict=True))
        assert chances[move.what] > max(chances.values()) - 2 * WITHIN


def test_the_chance_to_win_grows_with_the_lead_and_with_the_move() -> None:
    bits = np.linspace(0, 16, 33)
    mine, theirs = np.meshgrid(bits, bits)
    for moving in (False, True):
        values = chance(mine, theirs, moving)
        assert (np.diff(values, axis=0) > 0).all()  # the other seat lacks more
        assert (np.diff(values, axis=1) < 0).all()  # this one lacks more
    assert (chance(mine, theirs, True) > chance(mine, theirs, False)).all()


def counted(made: Iterable[str]) -> dict[str, float]:
    """How often each set of letters comes."""
    some = list(made)
    return {letters: some.count(letters) / len(some) for letters in set(some)}


def test_a_sure_win_is_taken_and_else_what_is_nearly_as_good_too() -> None:
    near = [(0.99, Move(Verb.GUESS, "A")), (0.9, Move(Verb.GUESS, "B"))]
    assert set(mixed([(1.0, Move(Verb.HAND, "A")), *near])) == {Move(Verb.HAND, "A")}
    assert set(mixed([(0.999, Move(Verb.HAND, "A")), *near])) == {Move(Verb.HAND, "A"), Move(Verb.GUESS, "A")}


def test_a_hand_is_named_in_proportion_to_its_chance_among_those_that_are_nearly_as_likely() -> None:
    hands = np.array([belief.mask(hand) for hand in ("AB", "AC", "BC", "CD")], dtype=np.uint32)
    other = Belief(hands, np.array([0.3, 0.27, 0.25, 0.18]))
    named = guessed([(0.3, Move(Verb.HAND, "AB")), (0.2, Move(Verb.GUESS, "A"))], other)
    assert {move.what: chance for move, chance in named.items()} == pytest.approx({"AB": 0.3 / 0.82, "AC": 0.27 / 0.82, "BC": 0.25 / 0.82})
    both = guessed([(0.3, Move(Verb.HAND, "AB")), (0.3, Move(Verb.GUESS, "A"))], other)
    assert both[Move(Verb.GUESS, "A")] == pytest.approx(0.5)
    assert sum(both.values()) == pytest.approx(1)


def test_strong_picks_by_its_mixture() -> None:
    bot = equipped(COLOSSEUM, {}, "strong", Host(FEW))
    offer, times = "EGHJMNPT", 3000
    picks = counted(bot.pick(offer, HmacSource(b"pick", str(number))) for number in range(times))
    chances = MIXTURE.picked(belief.numbers(offer)[None], 5)[0]
    fives = ["".join(five) for five in combinations(offer, 5)]
    assert set(picks) <= set(fives)
    for five, wanted in zip(fives, chances, strict=True):
        assert picks.get(five, 0) == pytest.approx(wanted, abs=5 * (wanted / times) ** 0.5)
    assert chances.max() < 3 * chances.min(), "no five is so likely that knowing the mixture tells much"


def test_strong_holds_by_its_mixture() -> None:
    bot = equipped(GAMBIT, {}, "strong", Host(FEW))
    times = 2000
    holds = counted(bot.hold("AEJQZ", HmacSource(b"hold", str(number))) for number in range(times))
    for letter in "AEJQZ":
        often = sum(share for held, share in holds.items() if letter in held)
        assert often == pytest.approx(MIXTURE.hold[ord(letter) - ord("A")], abs=0.04)


def test_few_hands_stand_for_many() -> None:
    hands = belief.hands_of(ALPHABET[:20], 5)
    chances = np.arange(1.0, hands.size + 1)
    many = Belief(hands, chances / chances.sum())
    few = many.few(THIN)
    assert few.hands.size <= THIN < hands.size
    assert few.chances.sum() == pytest.approx(1)
    assert few.letters == pytest.approx(many.letters, abs=0.03)
    assert few.few(THIN) is few


def test_the_list_that_comes_with_the_game_serves_where_none_is_asked_for() -> None:
    bot: Any = equipped(COLOSSEUM, {"lexicon": "any"}, "strong", Host(FEW))
    assert bot.words.book.count > 200_000
    own: Any = equipped(COLOSSEUM, {}, "strong", Host(FEW))
    assert own.words.book.count == len(FEW)
    assert own.words is equipped(COLOSSEUM, {}, "steady", Host(FEW)).words, "a list is put in order once"


def signatures() -> dict[str, int]:
    """How many forms of each kernel are ready in this process."""
    return {name: len(kernel.signatures) for name, kernel in vars(fast).items() if hasattr(kernel, "signatures")}


def warm_and_play() -> tuple[dict[str, int], dict[str, int]]:
    """The forms after warming up, and after a match."""
    registry.warm_all(GAMBIT)
    before = signatures()
    run(ArenaBout(GAMBIT.id, "strong", "steady", 1, 3), jobs=1)
    return before, signatures()


def test_a_warm_bot_compiles_nothing_more() -> None:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as fresh:
        before, after = fresh.submit(warm_and_play).result()
    assert before == after
    assert set(before.values()) == {1}


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.name)
def test_steady_beats_random_and_strong_beats_steady(variant: Variant) -> None:
    """On few matches and a fixed seed, far from the edge of what chance could do; the real figures are in docs/bots.md."""
    assert run(ArenaBout(variant.id, "steady", "random", 10, 1), jobs=1).wins["a"] >= 8
    assert run(ArenaBout(variant.id, "strong", "steady", 2, 1), jobs=1).wins["a"] == 2
