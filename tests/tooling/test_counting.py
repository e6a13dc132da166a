"""The sizes in docs/games.md: small games counted by these formulas and through the real rules, and the table itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from deathmatch.core.errors import Illegal
from deathmatch.core.game import AnyGame, Deals
from deathmatch.core.seats import SEATS, BySeat, Seat
from deathmatch.games.even_groups import rules as even_groups_rules
from deathmatch.games.even_groups.state import State as EvenGroupsState
from deathmatch.games.five_card_trick import rules as five_card_trick_rules
from deathmatch.games.guidance_rite import generator
from deathmatch.games.letter_hunt.game import LetterHunt
from deathmatch.games.letter_hunt.values import ALPHABET, Both, Due, Move, Phase, Sizes, Verb
from deathmatch.games.tile_joust.state import State as TileJoustState
from deathmatch.games.tile_joust.values import Colour, Owed, Size, Tile
from deathmatch.match.dealer import HmacSource
from tools import count_games
from tools.conventions import ROOT
from tools.counting import even_groups, figures, five_card_trick, guidance_rite, letter_hunt, tile_joust, trees
from tools.counting.trees import Interval, whole

PAGE = Path("docs/games.md")


def within(value: float, found: Interval) -> bool:
    return found.low <= value <= found.high


# --- Even Groups


def reached(game: AnyGame, stones: int) -> dict[int, set[Any]]:
    """All boards by their number of stones, move by move by the real rules."""
    found: dict[int, set[Any]] = {}
    states: list[EvenGroupsState] = [game.start()]
    while states:
        after: dict[Any, EvenGroupsState] = {}
        found[1 + 2 * len(found) - 2 if found else 0] = {state.board for state in states}
        for state in states:
            if state.outcome is None and state.board.empty.bit_count() > state.board.hexagon.all.bit_count() - stones:
                seat = state.owing
                assert seat is not None
                for move in trees.all_moves(game, state, seat):
                    then = game.play(state, {seat: move})
                    after[then.board] = then
        states = list(after.values())
    return found


def test_boards_of_side_2_are_those_that_the_rules_reach() -> None:
    found = reached(even_groups.bound(side=2, white="A"), 7)
    assert {stones: len(boards) for stones, boards in found.items()} == even_groups.boards(2)


def test_boards_of_side_3_with_three_stones_and_the_choices_are_those_of_the_rules() -> None:
    found = reached(even_groups.bound(side=3, white="A"), 3)
    counted = even_groups.boards(3)
    assert {stones: len(boards) for stones, boards in found.items()} == {stones: counted[stones] for stones in (0, 1, 3)}
    assert max(even_groups_rules.Reach(board).count() for board in found[1] | found[3]) == even_groups.choices(3)


@pytest.mark.nightly
def test_boards_of_side_3_with_five_stones_are_those_that_the_rules_reach() -> None:
    found = reached(even_groups.bound(side=3, white="A"), 5)
    counted = even_groups.boards(3)
    assert {stones: len(boards) for stones, boards in found.items()} == {stones: counted[stones] for stones in (0, 1, 3, 5)}


@pytest.mark.nightly
def test_a_tree_is_counted_and_estimated_alike() -> None:
    tree = whole(even_groups.bound(side=2))
    found = even_groups.estimate(2, 1000)
    assert within(tree.matches, found.matches)
    assert within(tree.decisions.a, found.decisions)
    assert tree.information == tree.decisions, "nothing is hidden"
    assert (tree.least, tree.most) == (5, 5)


# --- Five-Card Trick


@pytest.mark.parametrize(
    "name", ["gauntlet", pytest.param("final", marks=pytest.mark.nightly), pytest.param("setna", marks=pytest.mark.nightly)]
)
def test_histories_of_two_rounds_are_those_of_the_rules(name: str) -> None:
    items = {"priority": "none"} if name == "final" else {}
    game = five_card_trick.bound(name, rounds=1, extension=1, max_rounds=2, **items)
    tied = five_card_trick.bound(name, rounds=2, max_rounds=2, **items)
    histories = over = after = 0
    known = set()
    for turn in trees.turns({seat: list(trees.all_moves(game, game.start(), seat)) for seat in SEATS}):
        state = tied.play(tied.start(), turn)
        known.add(five_card_trick_rules.essence(tied.terms, state))
        a, b = (tied.decision(tied.view(state, seat)).count() for seat in SEATS)
        histories += a * b
        if game.play(game.start(), turn).outcome is None:
            after += a * b
        else:
            over += 1
    assert histories == five_card_trick.histories(tied, 2)
    found = five_card_trick.estimate(game, 100 if name == "final" else 300)
    assert within(over + after, found.matches), "only ties go on"
    if name == "gauntlet":
        assert 1 + len(known) == 293, "what docs/games.md says of two rounds"


@pytest.mark.parametrize(
    ("name", "seat"), [("gauntlet", Seat.A), *[pytest.param("final", seat, marks=pytest.mark.nightly) for seat in SEATS]]
)
def test_sequences_of_three_rounds_are_those_of_the_rules(name: str, seat: Seat) -> None:
    """Of one seat, if the other always plays its first legal submission."""
    game = five_card_trick.bound(name, **({"priority": "none"} if name == "final" else {}))
    states = [game.start()]
    for _ in range(2):
        states = [
            game.play(state, {seat: move, seat.other: next(iter(trees.all_moves(game, state, seat.other)))})
            for state in states
            for move in trees.all_moves(game, state, seat)
        ]
    memory = five_card_trick.Memory((), game.terms.received[seat])
    found = sum(len(list(trees.all_moves(game, state, seat))) for state in states)
    assert found == five_card_trick.Sequences(game.terms).count(memory, 3)


@pytest.mark.nightly
def test_a_short_gauntlet_has_one_information_set_for_each_history() -> None:
    game = five_card_trick.bound("gauntlet", rounds=1, extension=1, max_rounds=2)
    tree = whole(game, essence=lambda state: five_card_trick_rules.essence(game.terms, state))
    found = five_card_trick.estimate(game, 500)
    assert tree.information == tree.decisions
    assert within(tree.matches, found.matches)
    assert within(tree.decisions.a, found.decisions)
    assert (tree.choices, tree.least, tree.most) == (26, 2, 4)


def test_positions_are_those_of_the_solver() -> None:
    final = five_card_trick.bound("final", rounds=1, max_rounds=1)
    tree = whole(final)
    assert tree.matches == five_card_trick.histories(final, 1) + tree.decisions.b - 1, "one more for each offer of Claim Priority"


# --- Letter Hunt


WORDS = ("ANT", "BEE")


def small_hunt(variant: str, letters: str, hand: int, **options: object) -> LetterHunt:
    """A game with an alphabet and hands of this size; colosseum offers one letter more than a hand."""
    game = letter_hunt.bound(variant, lexicon="any", **options)
    return LetterHunt(replace(game.terms, sizes=Sizes(letters, hand, ((letters, hand + 1),))))


def small_moves(game: AnyGame, state: Any, seat: Seat) -> list[Move]:
    """The legal moves, with two words only."""
    decision = game.decision(game.view(state, seat))
    if state.phase is not Phase.TURN:
        return list(decision.moves() or ())
    named = combinations(ALPHABET, len(state.sides[seat.other].hand))
    some = [*[Move(Verb.WORD, word) for word in WORDS], *[Move(Verb.GUESS, letter) for letter in ALPHABET]]
    return [move for move in [*some, *[Move(Verb.HAND, "".join(letters)) for letters in named]] if legal(decision, move)]


def legal(decision: Any, move: Move) -> bool:
    try:
        decision.check(move)
    except Illegal:
        return False
    return True


def small_deals(chance: Any) -> list[Any]:
    """Every deal of letters to both seats."""
    if (listed := chance.deals()) is not None:
        return list(listed)
    if chance.name == Due.OFFER.value:
        ((pool, number),) = chance.sizes.rarities
        sizes = number, number
    else:
        pool, sizes = chance.pool, tuple(chance.sizes)
    return [
        Both(Due(chance.name), BySeat("".join(a), "".join(b)))
        for a in combinations(pool, sizes[0])
        for b in combinations([letter for letter in pool if letter not in a], sizes[1])
    ]


def check_hunt(game: LetterHunt, **more: Any) -> None:
    """The tree of a small game is as counted."""
    tree = whole(game, moves=small_moves, deals=small_deals, **more)
    terms, listed = game.terms, len(WORDS)
    turns = letter_hunt.turns(terms, listed)
    assert tree.matches == round(10**turns.matches * letter_hunt.beginnings(terms))
    decisions = round(10**turns.decisions * letter_hunt.beginnings(terms))
    assert decisions <= sum(tree.decisions) <= 1.1 * decisions, "the set-up is small beside it"
    assert (tree.least, tree.most) == (letter_hunt.least(terms), letter_hunt.longest(terms, listed))
    for seat in SEATS:
        assert tree.decisions[seat] / letter_hunt.hidden(terms) <= tree.information[seat] <= tree.decisions[seat]


@pytest.mark.nightly
def test_a_small_gambit_is_as_counted() -> None:
    check_hunt(small_hunt("gambit", "ABC", 1, first="A", holds=1))


@pytest.mark.nightly
def test_a_small_colosseum_is_as_counted() -> None:
    check_hunt(small_hunt("colosseum", "ABCD", 1, first="coin", turn_limit=1))


def test_positions_and_matches_of_a_small_hunt_are_those_of_its_tree() -> None:
    game = small_hunt("gambit", "AB", 1, first="A", holds=0)

    def turn(state: Any) -> Any:
        hands = state.sides.map(lambda side: side.hand)
        return (hands, frozenset(played.what for played in state.turns)) if state.phase is Phase.TURN else None

    tree = whole(game, moves=small_moves, deals=small_deals, essence=turn)
    assert tree.positions == 1 + letter_hunt.positions(game.terms, len(WORDS)), "and one for all that is asked within turns"
    assert tree.matches == round(10 ** letter_hunt.turns(game.terms, len(WORDS)).matches * letter_hunt.beginnings(game.terms))


@pytest.mark.nightly
def test_hands_of_two_are_as_counted() -> None:
    game = small_hunt("gambit", "ABCD", 2, first="A", holds=0, turn_limit=1)
    pending = game.pending(game.start())
    assert isinstance(pending, Deals)
    state = game.deal(game.start(), small_deals(pending.chance)[0])
    tree = whole(game, start=state, moves=lambda *asked: [move for move in small_moves(*asked) if move.verb is not Verb.WORD])
    assert tree.matches == round(10 ** letter_hunt.turns(game.terms, 0).matches)


# --- Tile Joust


def dealt(game: AnyGame) -> Any:
    """A state with the tiles of the first set dealt."""
    pending = game.pending(state := game.start())
    assert isinstance(pending, Deals)
    return game.deal(state, pending.chance.sample(HmacSource(b"counting", "tiles")))


@pytest.mark.parametrize("chips", [1, pytest.param(2, marks=pytest.mark.nightly)])
def test_auctions_are_those_of_the_rules(chips: int) -> None:
    game = tile_joust.bound("gauntlet", sets=1, chips=chips)
    tree = whole(game, start=dealt(game), over=lambda state: state.owed not in (Owed.BID, Owed.CHOOSE))
    found = []
    for sums in (tile_joust.COUNT, tile_joust.SHORTEST, tile_joust.LONGEST):
        auctions = tile_joust.Auctions(sums, chips)
        by_tiles = auctions.whole_set(np.full((chips + 1, chips + 1), sums.one), tile_joust.B)[:, -1, -1]
        found.append(int(sums.plus.reduce(by_tiles)))
    assert found == [tree.matches, tree.least, tree.most]


@pytest.mark.parametrize(("name", "a", "b"), [("gauntlet", 3, 3), ("gauntlet", 1, 4), ("final", 2, 3)])
def test_jousts_are_those_of_the_rules(name: str, a: int, b: int) -> None:
    game = tile_joust.bound(name, sets=1)
    state: TileJoustState = game.start()
    if name == "final":
        state = game.play(state, {Seat.A: next(iter(trees.all_moves(game, state, Seat.A)))})
    tiles = [Tile(number, 1, False, Colour.of(number), 1, Size.GIANT) for number in range(1, a + b + 1)]
    state = replace(state, hands=BySeat(tuple(tiles[:a]), tuple(tiles[a:])), leftovers=(None,))
    start = tile_joust_phase(game, state)
    tree = whole(game, start=start)
    held = tile_joust.Items(0, 1) if name == "final" else tile_joust.Items()
    assert [by_hand(tile_joust.Jousts(sums, game.terms), held, a, b) for sums in ARITHMETICS] == [tree.matches, tree.least, tree.most]


ARITHMETICS = (tile_joust.COUNT, tile_joust.SHORTEST, tile_joust.LONGEST)


def tile_joust_phase(game: Any, state: TileJoustState) -> TileJoustState:
    """The joust phase begins with these hands."""
    from deathmatch.games.tile_joust import rules

    return rules._phase(game.terms, state)


def by_hand(jousts: tile_joust.Jousts, held: tile_joust.Items, a: int, b: int) -> int:
    """The ways from a joust phase with these hands to the end of the match."""
    sums = jousts._sums
    found = sums.zero
    for items, used in jousts.items(held, (a, b), final=False) if min(a, b) > 1 else ((held, sums.one),):
        last = jousts._last(a + b, items)
        for left, ways in jousts.phase(a, b, 1).items():
            found = sums.plus(found, sums.times(sums.times(used, ways), last[left]))
    return int(found)


# --- Guidance Rite


def test_arrows_are_given_as_the_bag_can() -> None:
    """Every pair of pieces that the bag can give comes up, and no other."""
    seen, source = set(), HmacSource(b"counting", "bag")
    for _ in range(5000):
        bag, masks = generator._Bag(source), []
        for count in (7, 6):
            mask = 0
            for _ in range(count):
                mask |= 1 << bag.take(mask)
            masks.append(mask)
        seen.add(tuple(masks))
    first, room = guidance_rite.taken(8, 7)
    second, _ = guidance_rite.taken(room, 6)
    assert len(seen) == first * second == 168


def test_balanced_arrows_are_counted() -> None:
    masks = range(1 << guidance_rite.DIRECTIONS)
    for counts in ((2, 1, 3), (5, 6)):
        found = 0
        for some in product(*([mask for mask in masks if mask.bit_count() == count] for count in counts)):
            numbers = [sum(mask >> way & 1 for mask in some) for way in range(guidance_rite.DIRECTIONS)]
            found += max(numbers) - min(numbers) <= 1
        assert guidance_rite.balanced(counts) == found


@pytest.mark.parametrize("name", ["guardians", "final"])
def test_boards_of_the_generator_are_among_those_counted(name: str) -> None:
    terms = guidance_rite.bound(name).terms
    for number in range(20):
        pieces = [piece for piece in generator.board(terms, HmacSource(b"counting", f"board {number}")) if piece is not None]
        assert Counter((piece.kind, piece.black.bit_count()) for piece in pieces) == Counter(generator.wanted(terms))
        numbers = [sum(piece.black >> way & 1 for piece in pieces) for way in range(guidance_rite.DIRECTIONS)]
        assert max(numbers) - min(numbers) <= 1
        if terms.final:
            assert (sum(piece.grey > 0 for piece in pieces), sum(piece.marked for piece in pieces)) == (10, 4)
    assert guidance_rite.allowed(terms) > guidance_rite.least(terms)


def test_a_second_piece_of_a_pair_differs_only_if_the_bag_kept_something() -> None:
    assert guidance_rite.apart((4, 4)) == [True, True]
    assert guidance_rite.apart((2, 4)) == [True, False], (
        "after two pieces with two arrows the bag has four left, and the next piece takes them all"
    )
    assert guidance_rite.best(((2, 2), (3, 1)), 8) == max(28 * 15 * 4, 28 * 20 * 3, 56 * 10 * 3)


# --- The table


def table() -> dict[str, dict[str, str]]:
    """The rows of the page's table by variant."""
    rows = {}
    for line in (ROOT / PAGE).read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) == 1 + len(count_games.COLUMNS):
            rows[cells[0].strip("`")] = dict(zip(count_games.COLUMNS, cells[1:], strict=True))
    return rows


@pytest.mark.parametrize("variant", list(count_games.ROWS))
def test_the_quick_part_of_the_table_is_counted_again(variant: str) -> None:
    row = count_games.ROWS[variant]()
    quick = {column: cell.find() for column, cell in row.items() if not cell.dear}
    assert quick
    assert {column: table()[variant][column] for column in quick} == quick


@pytest.mark.nightly
@pytest.mark.parametrize("variant", list(count_games.ROWS))
def test_the_whole_table_is_counted_again(variant: str) -> None:
    assert {column: cell.find() for column, cell in count_games.ROWS[variant]().items()} == table()[variant]


def test_figures_are_written_with_their_marks() -> None:
    assert figures.number(313_467) == "313,467"
    assert figures.number(4_804_800) == "4.80e6"
    assert figures.power(74_563.09) == "10^74,563"
    assert figures.power(2.9999) == "1.00e3"
    assert figures.estimated(Interval(1.234e20, 1.1e20, 1.4e20)) == "≈ 1.2e20 (1.1e20 to 1.4e20)"
    assert figures.mean(Interval(50.0, 49.0, 51.0)) == "≈ 50.0 ± 1.0"


def test_an_interval_holds_its_mean_most_of_the_time() -> None:
    random = Random(1)
    held = sum(within(0.5, trees.interval([random.random() for _ in range(50)])) for _ in range(400))
    assert 360 <= held < 400


def test_an_unknown_variant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        count_games.main(["chess"])
    assert "there is no variant chess; there are five-card-trick/gauntlet" in capsys.readouterr().err


def test_the_table_prints_its_quick_part(capsys: pytest.CaptureFixture[str]) -> None:
    count_games.main(["letter-hunt/colosseum", "--quick"])
    head, _, row = capsys.readouterr().out.splitlines()
    assert head.startswith("| variant | deal |")
    assert f"= {figures.number(247_661 + 26 + comb(26, 5))} |" in row
    assert "..." in row
