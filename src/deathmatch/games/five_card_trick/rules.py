"""Legal moves (R2 to R13) and their results (R15 to R25), step by step as in the book."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, combinations_with_replacement

from deathmatch.core.errors import Illegal
from deathmatch.core.game import TIMEOUT, Over, Timeout
from deathmatch.core.seats import BySeat, Seat, certain
from deathmatch.core.speech import mark, reads, say
from deathmatch.games.five_card_trick import values
from deathmatch.games.five_card_trick.view import State

_SCORE, _GROW, _CLAIM, _BLOCK, _STEAL = (1 << card for card in values.CARDS)
_CLAIMS = _CLAIM | _CLAIM << len(values.CARDS)  # the bits of Claim in a hand

_COPIES = 1 | 1 << len(values.CARDS)  # both bits of a card in a hand, to be shifted by the card
_OVERLOADED = 3  # cards of a submission with Overload (R9)


# --- What is legal


def check(terms: values.Terms, side: values.Side, seat: Seat, move: values.Submission) -> None:
    """Refuses a submission that a rule forbids to this seat; raises Illegal."""
    _check_items(side, seat, move)
    _check_number(terms, move)
    _check_cards(terms, move)
    if not terms.disregard:
        barred = values.FREE if values.Item.RESET in move.items else values.Barred.after(side.recent, terms.doubles)  # R10
        check_barred(terms, barred, seat, values.HANDS[move.cards] & values.ALL)


def striking(terms: values.Terms, side: values.Side, move: values.Submission) -> int:
    """The mask of the cards of a submission that R13 would strike, judged as it was made."""
    return values.Barred.after(side.recent, terms.doubles).offends(values.HANDS[move.cards] & values.ALL) if terms.disregard else 0


def counting(terms: values.Terms, side: values.Side, move: values.Submission) -> values.Submission:
    """The rest of a submission after R13 has struck the barred cards."""
    struck = striking(terms, side, move)
    if not struck:
        return move
    cards = tuple(card for card in move.cards if not struck >> card & 1)
    return values.Submission(cards, move.names if values.Card.BLOCK in cards else None, move.items)


def _check_items(side: values.Side, seat: Seat, move: values.Submission) -> None:
    for item in move.items:
        if item not in side.items:
            raise Illegal(say("{seat} does not hold {item}, or has used it", seat=seat, item=item), values.R8)
    if len(set(move.items)) < len(move.items):
        raise Illegal(say("an item can be used only once in a match"), values.R8)


def _check_number(terms: values.Terms, move: values.Submission) -> None:
    size = len(move.cards)
    if values.Item.OVERLOAD in move.items:
        if size != _OVERLOADED:
            raise Illegal(say("with overload there are exactly three cards, not {number}", number=size), values.R9)
        if len(set(move.cards)) == 1:
            raise Illegal(say("with overload the three cards are not all the same"), values.R9)
    elif size not in terms.sizes:
        if len(terms.sizes) > 1:
            raise Illegal(say("a submission has none, one or two cards, not {number}", number=size), values.R2)
        raise Illegal(say("a submission has exactly two cards, not {number}", number=size), values.R2)


def _check_cards(terms: values.Terms, move: values.Submission) -> None:
    if not terms.doubles and len(set(move.cards)) < len(move.cards):
        raise Illegal(say("choose cards that differ"), values.R3)
    if (values.Card.BLOCK in move.cards) != (move.names is not None):
        if move.names is None:
            raise Illegal(say("block names a card, such as block:score"), values.R4)
        raise Illegal(say("only block names a card"), values.R4)


def check_barred(terms: values.Terms, barred: values.Barred, seat: Seat, mask: int) -> None:
    """Raises Illegal (R5 to R7) if these cards may not be played together, or one of them not at all; a player reads titles of cards."""
    own = reads(seat)
    word = terms.title if own else terms.word
    for card in values.MASKS[mask & barred.three]:
        mine = mark("{card} may not be played: it was played in both of the last two rounds")
        theirs = mark("{seat} may not play {card}: it was played in both of the last two rounds")
        raise Illegal(say(mine if own else theirs, seat=seat, card=word(card)), values.R5)
    for card in values.MASKS[mask & barred.doubled]:
        mine = mark("{card} may not be played: two copies of it were played in the last round")
        theirs = mark("{seat} may not play {card}: two copies of it were played in the last round")
        raise Illegal(say(mine if own else theirs, seat=seat, card=word(card)), values.R7)
    pair = values.MASKS[barred.pair(mask)]
    if pair:
        one, other = (word(card) for card in pair[:2])
        mine = mark("{one} and {other} may not be played together: both were played in the last round")
        theirs = mark("{seat} may not play {one} and {other} together: both were played in the last round")
        raise Illegal(say(mine if own else theirs, seat=seat, one=one, other=other), values.R6)


def legal(terms: values.Terms, side: values.Side) -> tuple[values.Submission, ...]:
    """Every legal submission of a seat, once."""
    barred = values.FREE if terms.disregard else values.Barred.after(side.recent, terms.doubles)
    moves: tuple[values.Submission, ...] = ()
    held = [item for item in (values.Item.OVERLOAD, values.Item.RESET) if item in side.items]
    for items in chain.from_iterable(combinations(held, number) for number in range(len(held) + 1)):
        overload = values.Item.OVERLOAD in items
        sizes = (_OVERLOADED,) if overload else terms.sizes
        moves += _selections(sizes, overload or terms.doubles, values.FREE if values.Item.RESET in items else barred, items)
    return moves


@lru_cache(maxsize=4096)
def _selections(
    sizes: tuple[int, ...], doubles: bool, barred: values.Barred, items: tuple[values.Item, ...]
) -> tuple[values.Submission, ...]:
    """Every submission of one of these numbers of cards that uses these items and that no rule bars."""
    selections: list[values.Submission] = []
    for size in sizes:
        for cards in combinations_with_replacement(values.CARDS, size):
            kinds = len(set(cards))
            same = size == _OVERLOADED and kinds == 1  # R9
            if same or (kinds < size and not doubles) or barred.offends(values.HANDS[cards] & values.ALL):
                continue
            names: tuple[values.Card | None, ...] = values.CARDS if values.Card.BLOCK in cards else (None,)
            selections.extend(values.Submission(cards, name, items) for name in names)
    return tuple(selections)


# --- How a match goes on


def start(terms: values.Terms) -> State:
    """Set-up."""
    return State(1, terms.rounds, 0, 1, terms.received.map(lambda items: values.Side(items=items)))


def play(terms: values.Terms, state: State, turn: Mapping[Seat, values.Move | Timeout]) -> State:
    """The state after every seat that owed something has submitted."""
    if state.answering is not None:
        return _answer(terms, state, state.answering, turn[state.answering])
    if values.Answer.PRIORITY in turn.values():  # as-written W5: what the other seat sent is void
        return replace(_use(state, certain(state.window)), window=None)
    a, b = turn[Seat.A], turn[Seat.B]
    assert not isinstance(a, values.Answer)
    assert not isinstance(b, values.Answer)
    if a is TIMEOUT and b is TIMEOUT and state.replays < terms.replay_limit:  # R12
        return replace(state, replays=state.replays + 1)
    return _resolve(terms, state, a, b)


def _resolve(terms: values.Terms, state: State, a_move: values.Submission | Timeout, b_move: values.Submission | Timeout) -> State:
    a, b = state.sides.a, state.sides.b
    # R15 Reveal: items are spent, Limit Reset takes effect, then R13.
    a, a_cards, a_struck = _reveal(terms, a, a_move)
    b, b_cards, b_struck = _reveal(terms, b, b_move)
    a_hand, b_hand = values.HANDS[a_cards], values.HANDS[b_cards]
    # R16 Lights on.
    a_lights, b_lights = a.lights | a_hand & values.ALL, b.lights | b_hand & values.ALL
    # R17 Which cards stand.
    a_counts, b_counts = _counting(terms, a, a_hand), _counting(terms, b, b_hand)
    a_stands, b_stands = _stand(a, a_counts, b_counts), _stand(b, b_counts, a_counts)
    # R18 Score.
    a_chips, b_chips = a.chips + (a_stands & _SCORE), b.chips + (b_stands & _SCORE)  # the bit of Score is 1
    # R19 Grow: it stands for one seat at most.
    pot = state.pot + (1 if (a_stands | b_stands) & _GROW else 0)
    # R20 Claim and Steal, R21 Refill.
    taker, by = _taking(terms, BySeat(a_stands, b_stands), BySeat(a_hand, b_hand))
    took = 0
    if taker is not None:
        took, pot = pot, 1
        if taker is Seat.A:
            a_chips += took
        else:
            b_chips += took
    # R22 Block: older blocks end here.
    a_block = a_move.names if a_stands & _BLOCK and isinstance(a_move, values.Submission) else None
    b_block = b_move.names if b_stands & _BLOCK and isinstance(b_move, values.Submission) else None
    # R23 All five lights, R24 Memory.
    a_full, b_full = a_lights == values.ALL, b_lights == values.ALL
    sides = BySeat(
        values.Side(a_chips + a_full, 0 if a_full else a_lights, b_block, (*a.recent[-1:], a_cards), a.items),
        values.Side(b_chips + b_full, 0 if b_full else b_lights, a_block, (*b.recent[-1:], b_cards), b.items),
    )
    done = values.Round(
        state.round,
        BySeat(a_move, b_move),
        BySeat(a_struck, b_struck),
        BySeat(a_cards, b_cards),
        BySeat(a.blocked, b.blocked),
        BySeat(a_stands, b_stands),
        taker,
        by,
        took,
        BySeat(a_full, b_full),
    )
    holder = _holder(terms, done, sides, BySeat(a_counts, b_counts))
    if holder is not None and terms.late_priority and state.round < state.ends_after:  # as-written W5
        return State(state.round + 1, state.ends_after, 0, pot, sides, done, window=holder)
    if holder is not None:  # R11: the window opens before the count
        return State(state.round, state.ends_after, state.replays, pot, sides, done, holder)
    return _count(terms, State(state.round, state.ends_after, state.replays, pot, sides, done))


def _reveal(terms: values.Terms, side: values.Side, move: values.Submission | Timeout) -> tuple[values.Side, values.Cards, int]:
    """R15 for one seat: its side after items and Limit Reset, the cards that count, and the mask of those struck."""
    if not isinstance(move, values.Submission):
        return side, (), 0
    if move.items:
        left = tuple(item for item in side.items if item not in move.items)
        recent = () if values.Item.RESET in move.items else side.recent  # R10
        side = replace(side, recent=recent, items=left)
    struck = striking(terms, side, move)
    return side, tuple([card for card in move.cards if not struck >> card & 1]) if struck else move.cards, struck


def _counting(terms: values.Terms, side: values.Side, hand: int) -> int:
    """R17: the hand as it is compared; a blocked card counts unless `blocked_collides no`."""
    if side.blocked is None or terms.blocked_collides:
        return hand
    return hand & ~(_COPIES << side.blocked)


def _stand(side: values.Side, mine: int, theirs: int) -> int:
    """R17: the mask of the cards with more copies of mine than of theirs, without the blocked one."""
    more = mine & ~theirs
    stands = (more | more >> len(values.CARDS)) & values.ALL
    return stands if side.blocked is None else stands & ~(1 << side.blocked)


def _taking(terms: values.Terms, stands: BySeat[int], hands: BySeat[int]) -> tuple[Seat | None, values.Card | None]:
    """R20: who takes the pot by which card; `hands` are the cards that were played, blocked or not."""
    claimed = hands if terms.steal_any else stands
    if stands.a & _STEAL and claimed.b & _CLAIM:
        return Seat.A, values.Card.STEAL
    if stands.b & _STEAL and claimed.a & _CLAIM:
        return Seat.B, values.Card.STEAL
    if stands.a & _CLAIM:
        return Seat.A, values.Card.CLAIM
    if stands.b & _CLAIM:
        return Seat.B, values.Card.CLAIM
    return None, None


def _holder(terms: values.Terms, done: values.Round, sides: BySeat[values.Side], counts: BySeat[int]) -> Seat | None:
    """R11: who may use Claim Priority after this round, if anybody; `counts` are the hands as R17 compared them."""
    claims = counts.a & _CLAIMS
    if not claims or claims != counts.b & _CLAIMS:
        return None
    for seat, side in sides.items():
        if values.Item.PRIORITY in side.items:
            stolen = done.stands[seat.other] & _STEAL
            negated = done.blocked[seat] is values.Card.CLAIM and not terms.priority_beats_block
            return None if stolen or negated else seat
    return None


def _answer(terms: values.Terms, state: State, holder: Seat, answer: values.Move | Timeout) -> State:
    """R11: the answer about Claim Priority, then R25; a time-out counts as `pass`."""
    assert not isinstance(answer, values.Submission)
    if answer is not values.Answer.PRIORITY:
        return _count(terms, replace(state, answering=None, last=replace(certain(state.last), answer=answer)))
    return _count(terms, replace(_use(state, holder), answering=None))


def _use(state: State, holder: Seat) -> State:
    """R11: the holder takes the pot, which is refilled (R21), and the item is spent."""
    side = state.sides[holder]
    items = tuple(item for item in side.items if item is not values.Item.PRIORITY)
    sides = state.sides.put(holder, replace(side, chips=side.chips + state.pot, items=items))
    last = replace(certain(state.last), answer=values.Answer.PRIORITY, priority=holder, prize=state.pot)
    return replace(state, pot=1, sides=sides, last=last)


def _count(terms: values.Terms, state: State) -> State:
    """R25 after a round: the next round, an extension, or the end."""
    round_, ends = state.round, state.ends_after
    if round_ < ends:
        return _next(state, ends)
    a, b = state.sides.a.chips, state.sides.b.chips
    if a != b:
        return replace(state, outcome=Over(Seat.A if a > b else Seat.B, "chips"))
    if round_ < terms.max_rounds:
        return _next(state, min(ends + terms.extension, terms.max_rounds))
    return replace(state, outcome=last_tie(terms, state))


def _next(state: State, ends: int) -> State:
    return State(state.round + 1, ends, 0, state.pot, state.sides, state.last)


def last_tie(terms: values.Terms, state: State) -> Over:
    """R25 after round `max_rounds`: more items, if the variant has them; else the seat of the DMO."""
    items = state.sides.map(lambda side: side.items) if terms.unused_items else terms.received
    a, b = items.map(len)
    if a != b:
        return Over(Seat.A if a > b else Seat.B, "tie_items")
    return Over(terms.dmo, "tie_dmo")
