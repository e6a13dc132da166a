"""Two matches of the toy game that differ in one number that was dealt, for `tests/leaks/test_worlds.py`."""

from __future__ import annotations

from deathmatch.core.chance import RandomSource
from deathmatch.core.game import Deals
from deathmatch.core.seats import PUBLIC, SEATS, BySeat, Eye, Onlooker, Seat
from deathmatch.match.position import DEAL, Position
from tests import toy

PLIES = 14  # questions after the first deal; with 9 rounds the match, and so the reveal at its end, is never reached
_OPTIONS = {"rounds": 9, "onlookers": 2}
_EYES: tuple[Eye, ...] = (*SEATS, PUBLIC, Onlooker(1), Onlooker(2))


def worlds(source: RandomSource) -> tuple[str, str, tuple[Eye, ...]]:
    """Two records, and the eyes that must not be able to tell them apart.

    The number of a seat or of an onlooker differs. Play is random and the same in both, without the one thing that shows the number to
    all, a guess at it; a seat that wins a bid is shown it, and is no longer among the eyes.
    """
    whose = source.choice((*SEATS, Onlooker(1), Onlooker(2)))
    a, b, other = source.sample(range(10), 3)
    digits = [source.below(10), source.below(10)]
    first = toy.Cards(BySeat(a, b), tuple(digits))
    if isinstance(whose, Seat):
        second = toy.Cards(first.numbers.put(whose, other), first.onlookers)
    else:
        digits[whose.number - 1] = (digits[whose.number - 1] + 1 + source.below(9)) % 10
        second = toy.Cards(first.numbers, tuple(digits))
    variant = source.choice(toy.VARIANTS)
    game = variant.bind(_OPTIONS)[1]
    pair = [Position.start(variant, game)] * 2
    lines: list[list[str]] = [[], []]
    know = {whose}

    def add(actor: str, *texts: str) -> None:
        for number, text in enumerate(texts if len(texts) == 2 else texts * 2):
            pair[number], canonical = pair[number].accept(actor, text)
            lines[number].append(f"{actor} {canonical}")

    add(DEAL, *(toy.First(2).write(cards) for cards in (first, second)))
    while pair[0].ply <= PLIES:
        one, two = (position.state for position in pair)
        if isinstance(whose, Seat) and one.told[whose.other] != two.told[whose.other]:
            know.add(whose.other)
        if isinstance(pair[0].pending, Deals):
            add(DEAL, f"refill {source.below(10)}")
        elif one.phase == "bid":
            for seat in SEATS:
                add(seat, f"bid {source.below(min(one.numbers[seat], two.numbers[seat]) + 1)}")
        else:
            asked = one.numbers[one.active.other]
            safe = asked == two.numbers[one.active.other]
            guess = f"{'guess' if one.phase == 'turn' else 'again'} {source.below(10)}"
            add(one.active, guess if safe and (one.phase == "again" or source.below(2)) else "say owl")
    head = "\n".join(["deathmatch 1", f"game {variant.id}", *(f"option {key} {value}" for key, value in _OPTIONS.items())])
    records = ["\n".join([head, *rest, ""]) for rest in lines]
    return records[0], records[1], tuple(eye for eye in _EYES if eye not in know)
