"""Check the deals and the receipts of a finished match: `python check_deals.py match.dm dealing.json`.

`match.dm` is the record and `dealing.json` the answer of `dealing`, both as the server gives them out. This program follows docs/dealing.md
alone. It needs only Python 3.11: no Deathmatch, and no network. Its exit status is 0 if everything is as it must be, 1 if
something is not, and 2 if it cannot tell.

Give the commitment and the nonce that you noted before the match, and your receipts, so that the check proves something to you:

    python check_deals.py match.dm dealing.json --commitment 630dcd... --nonce A=a0a1a2... --receipts receipts.json
"""

from __future__ import annotations

import argparse
import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
Event = tuple[str, str]  # actor and text
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Unknown(Exception):
    """The files do not say enough, or are none that this program knows."""


@dataclass
class Back:
    """A ruling of the host that took the match back."""

    event: int  # the first that it has undone
    entered: list[int]  # the events that the host has entered instead
    seed: int


@dataclass
class Record:
    """A record in canonical form, as a server writes it."""

    game: str = ""
    variant: str = ""
    options: dict[str, str] = field(default_factory=dict)
    by_hand: list[int] = field(default_factory=list)
    past: int = 0  # events that come from another match
    backs: list[Back] = field(default_factory=list)
    given: list[tuple[int, int]] = field(default_factory=list)  # events that the host entered, and how many rulings had gone back before
    endless: bool = False  # whether the last ruling that took nothing back ended the match without an end in the record
    coin: str = ""  # the toss before the match
    lot: str = ""  # the number of the game on which the lot fell, and all games of its list
    ec: str = ""  # the seat of the elimination candidate
    events: list[Event] = field(default_factory=list)

    def decides(self, event: int) -> tuple[int, int]:
        """How many rulings had taken the match back when this event was made, and the seed that counted then."""
        count = max((number for number, back in enumerate(self.backs, 1) if back.event <= event), default=0)
        return count, self.backs[count - 1].seed if count else 0

    def entered(self) -> set[int]:
        """The events that the host has entered."""
        given = {event for event, backs in self.given if self.decides(event)[0] <= backs}
        return given | {event for number, back in enumerate(self.backs, 1) for event in back.entered if self.decides(event)[0] == number}


def read(text: str) -> Record:
    """The lines of a record that matter here."""
    record = Record()
    for line in text.split("\n")[1:-1]:
        word, rest = line.split(" ", 1)
        if word == "game":
            record.game, record.variant = rest.split("/")
        elif word == "option":
            key, value = rest.split(" ")
            record.options[key] = value
        elif word == "tag" and rest.startswith("by-hand "):
            record.by_hand = [int(number) for number in rest.split()[1:]]
        elif word == "tag" and rest.startswith("past "):
            record.past = int(rest.split()[1])
        elif word == "tag" and rest.startswith("ruling "):
            add_ruling(record, rest.split(":")[0].split()[1:])
        elif word == "tag" and rest.startswith(("coin ", "lot ", "ec ")):
            setattr(record, *rest.split(" ", 1))
        elif word in ("A", "B", "deal", "host"):
            record.events.append((word, re.sub(r" @[0-9.]+$", "", rest)))
    return record


def add_ruling(record: Record, words: list[str]) -> None:
    """Adds the ruling that these words of its tag give, before the colon."""
    seed = int(words[-1]) if words[-2:-1] == ["seed"] else 0
    words = words[:-2] if seed else words
    place = max((place for place, word in enumerate(words) if word == "entered"), default=len(words))
    entered = [int(word) for word in words[place + 1 :] if word.isdigit()]
    if "back" in words[:3]:
        record.backs.append(Back(int(words[words.index("back") + 1]), entered, seed))
    else:
        record.given += [(event, len(record.backs)) for event in entered]
        record.endless = words[0] in ("void", "tied")


# --- The numbers


class Numbers:
    """The random numbers of one deal, or of the toss before the match."""

    def __init__(self, key: bytes, label: str) -> None:
        self._key, self._label, self._block, self._bytes = key, label, 0, b""

    def below(self, bound: int) -> int:
        bits = (bound - 1).bit_length()
        if bits == 0:
            return 0
        count = -(-bits // 8)
        while True:
            while len(self._bytes) < count:
                self._bytes += hmac.digest(self._key, f"{self._label}:{self._block}".encode(), "sha256")
                self._block += 1
            taken, self._bytes = self._bytes[:count], self._bytes[count:]
            number = int.from_bytes(taken, "big") % (1 << bits)
            if number < bound:
                return number

    def one_of(self, things: Sequence[T]) -> T:
        return things[self.below(len(things))]

    def shuffle(self, things: list[Any]) -> None:
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def some(self, things: Sequence[T], count: int) -> list[T]:
        mixed = list(things)
        self.shuffle(mixed)
        return mixed[:count]


# --- The games: each function makes the deal with this keyword, from the options and the events before it


def letter_hunt(record: Record, before: list[Event], keyword: str, numbers: Numbers) -> str:
    hands, kept, offers, late = letters_before(before)
    if keyword == "first":
        return f"first {numbers.one_of('AB')}"
    if keyword in ("hands", "redraw"):
        first = keyword == "hands"
        free = [letter for letter in ALPHABET if first or letter not in kept["A"] | kept["B"]]
        a, b = (5, 5) if first else (5 - len(kept["A"]), 5 - len(kept["B"]))
        fallen = numbers.some(free, a + b)
        return two(keyword, {"A": fallen[:a], "B": fallen[a:]})
    if keyword == "onlookers":
        free = [letter for letter in ALPHABET if letter not in hands["A"] | hands["B"]]
        return f"onlookers {''.join(numbers.some(free, int(record.options['onlookers'])))}"
    if keyword == "offer":
        offered: dict[str, list[str]] = {"A": [], "B": []}
        for rarity, count in (("ADEGILNORSTU", 4), ("BCFHKMPVWY", 3), ("JQXZ", 1)):
            fallen = numbers.some(rarity, 2 * count)
            offered["A"] += fallen[:count]
            offered["B"] += fallen[count:]
        return two("offer", offered)
    if keyword == "pick":
        return two("pick", {seat: numbers.some(sorted(offers[seat]), 5) for seat in "AB" if seat in late})
    return f"lose {numbers.one_of(sorted(hands[before[-1][0]]))}"


def letters_before(before: list[Event]) -> tuple[dict[str, set[str]], dict[str, set[str]], dict[str, set[str]], set[str]]:
    """The hands, the letters that each seat kept last, the offers, and the seats whose time to pick ran out."""
    hands: dict[str, set[str]] = {"A": set(), "B": set()}
    kept, offers, late, last = dict(hands), dict(hands), set[str](), ""
    for actor, text in before:
        word, *rest = text.split()
        if actor == "deal" and word in ("hands", "redraw", "offer", "pick"):
            for part in rest:
                seat, letters = part[0], set(part[2:]) - {"-"}
                held, late = offers if word == "offer" else hands, set()
                held[seat] = letters | kept[seat] if word == "redraw" else letters
        elif word == "timeout":
            late, kept[actor] = late | {actor}, hands[actor]
        elif word == "hold":
            kept[actor] = set(rest[0]) - {"-"}
        elif word == "pick":
            hands[actor] = set(rest[0])
        elif word in ("guess", "lose"):  # a letter that is not in the hand takes nothing from it
            loser = "AB".replace(actor, "") if word == "guess" else last if actor == "deal" else actor
            hands[loser] = hands[loser] - set(rest[0])
        last = actor
    return hands, kept, offers, late


def two(keyword: str, letters: dict[str, list[str]]) -> str:
    return " ".join([keyword, *(f"{seat}:{''.join(sorted(letters[seat])) or '-'}" for seat in letters)])


def tile_joust(record: Record, _before: list[Event], _keyword: str, numbers: Numbers) -> str:
    tiles = list(range(0 if record.variant == "final" else 1, 14))
    numbers.shuffle(tiles)
    groups = ["-".join(map(str, sorted(tiles[start : start + 3]))) for start in (0, 3, 6, 9)]
    return f"tiles {' '.join(groups)} left {'-'.join(map(str, sorted(tiles[12:])))}"


def guidance_rite(record: Record, _before: list[Event], _keyword: str, numbers: Numbers) -> str:
    final = record.variant == "final"
    columns, rows = map(int, record.options.get("size", "5x6" if final else "5x5").split("x"))
    pieces = rite_pieces(columns * rows, final, numbers)
    while len({str(piece) for piece in pieces}) < len(pieces):
        pieces = rite_pieces(columns * rows, final, numbers)
    for _ in range(300):
        numbers.shuffle(pieces)
        if rite_fits(pieces, columns, rows):
            break
    lines = [[written(pieces[column * rows + row]) for column in range(columns)] for row in reversed(range(rows))]
    return f"board {' | '.join(' '.join(line) for line in lines)}"


Piece = tuple[str, list[int], list[int], bool]  # kind, black and grey arrows, marked


def rite_pieces(spaces: int, final: bool, numbers: Numbers) -> list[Piece]:
    wanted = [(kind, (2, 3, 4, 5)[number % 4]) for kind in "RCLGM" for number in range(spaces // 6)]
    wanted += [("P", (4, 5, 6)[number % 3]) for number in range(spaces - len(wanted))]
    numbers.shuffle(wanted)
    bag: list[int] = []

    def take(has: list[int]) -> int:
        while all(direction in has for direction in bag):
            fresh = list(range(1, 9))
            numbers.shuffle(fresh)
            bag.extend(fresh)
        return bag.pop(next(place for place, direction in enumerate(bag) if direction not in has))

    pieces: list[Piece] = [(kind, [], [], False) for kind, _ in wanted]
    for (_, black, _, _), (_, count) in zip(pieces, wanted, strict=True):
        for _ in range(count):
            black.append(take(black))
    if final:
        for place in numbers.some(range(spaces), spaces // 3):
            _, black, grey, _ = pieces[place]
            for _ in range(1 + numbers.below(2)):
                grey.append(take(black + grey))
        for place in numbers.some(range(spaces), spaces // 7):
            pieces[place] = (*pieces[place][:3], True)
    return [(kind, sorted(black), sorted(grey), marked) for kind, black, grey, marked in pieces]


def rite_fits(pieces: list[Piece], columns: int, rows: int) -> bool:
    kinds = Counter(kind for kind, *_ in pieces)
    in_lines: Counter[tuple[str, str, int]] = Counter()
    steps = {1: (0, 1), 2: (1, 1), 3: (1, 0), 4: (1, -1), 5: (0, -1), 6: (-1, -1), 7: (-1, 0), 8: (-1, 1)}
    for space, (kind, black, _, _) in enumerate(pieces):
        column, row = divmod(space, rows)
        in_lines[kind, "row", row] += 1
        in_lines[kind, "column", column] += 1
        aims = [(column + steps[way][0], row + steps[way][1]) for way in black]
        if kind != "G" and not any(0 <= x < columns and 0 <= y < rows for x, y in aims):
            return False
    lines = {"row": rows, "column": columns}
    return all(count <= -(-kinds[kind] // lines[line]) + 1 for (kind, line, _), count in in_lines.items())


def written(piece: Piece) -> str:
    kind, black, grey, marked = piece
    return f"{kind}{''.join(map(str, black))}{'/' if grey else ''}{''.join(map(str, grey))}{'*' if marked else ''}"


def without(cards: list[str], gone: list[str]) -> list[str]:
    """The cards that are left; one that is not there, because a deal was forged, is passed over."""
    left = Counter(cards)
    left.subtract(gone)
    return [card for card, number in left.items() for _ in range(number)]


class Table:
    """The decks, the hands and the last question of Free Table after these events."""

    def __init__(self, before: list[Event]) -> None:
        self.decks: dict[str, tuple[list[str], list[str]]] = {}  # the items, and the cards that are left
        self.order: list[str] = []
        self.hands: dict[str, list[str]] = {"A": [], "B": []}
        self.asked: list[str] = []
        self.given: dict[str, str] = {}  # the answers to the last question
        for actor, text in before:
            words = text.partition(' "')[0].split()
            if actor == "host":
                self.enter(words)
            elif actor == "deal":
                self.deal(words)
            elif text != "resign":
                self.given[actor] = text
                if len(self.given) == len(self.asked[0]) and not ("chance" in self.asked and "timeout" in self.given.values()):
                    self.settle()

    def enter(self, words: list[str]) -> None:
        if words[0] == "ask":
            self.asked, self.given = words[1:], {}
        elif words[0] == "take":
            for seat in words[1]:
                self.drop(seat, self.hands[seat][:] if words[2] == "all" else words[2].split(","))
        elif words[0] == "deck":
            items = words[2].split(",")
            if len(items) == 1:
                low, high = map(int, words[2].split("-"))
                items = [str(number) for number in range(low, high + 1)]
            copies = int(words[3]) if len(words) > 3 else 1
            self.decks[words[1]] = (items, [item for item in items for _ in range(copies)])
            self.order = list(dict.fromkeys([*(item for deck, _ in self.decks.values() for item in deck), *self.order]))
        elif words[0] == "deal":
            self.deck = words[1]
        for hand in self.hands.values():
            hand.sort(key=self.order.index)

    def deal(self, words: list[str]) -> None:
        for part in words[1:]:
            who, _, what = part.partition(":")
            if words[0] == "cards" and what != "-":
                for card in what.split(","):
                    left = self.decks[self.deck][1]
                    left[:] = without(left, [card])
                    if who != "open":
                        self.hands[who].append(card)
        for hand in self.hands.values():
            hand.sort(key=self.order.index)
        if words[0] == "late":
            a, b = " ".join(words[1:])[2:].split(" B:")
            self.given |= {seat: answer for seat, answer in (("A", a), ("B", b)) if answer != "-"}
            self.settle()

    def settle(self) -> None:
        if self.asked[1] == "hand" and "keep" not in self.asked:
            for seat, answer in self.given.items():
                self.drop(seat, [] if answer in ("none", "timeout") else answer.split())

    def drop(self, seat: str, cards: list[str]) -> None:
        self.hands[seat] = without(self.hands[seat], cards)

    def late(self, seat: str, numbers: Numbers) -> str:
        _, kind, *rest = self.asked
        if kind == "number":
            return str(int(rest[0]) + numbers.below(int(rest[1]) - int(rest[0]) + 1))
        pool = self.hands[seat] if kind == "hand" else rest[2 if kind == "some" else 0].split(",")
        low, high = (1, 1) if kind == "one" else map(int, rest[:2])
        held = list(Counter(pool).items())

        def ways(place: int, size: int) -> int:
            if place == len(held):
                return int(size == 0)
            return sum(known(place + 1, size - taken) for taken in range(min(held[place][1], size) + 1))

        known = cache(ways)
        size = low
        rank = numbers.below(max(1, sum(known(0, one) for one in range(low, max(low, min(high, len(pool))) + 1))))
        while rank >= known(0, size):
            rank -= known(0, size)
            size += 1
        chosen: list[str] = []
        for place, (item, _) in enumerate(held):
            taken = 0
            while rank >= known(place + 1, size - taken):
                rank -= known(place + 1, size - taken)
                taken += 1
            chosen += [item] * taken
            size -= taken
        return " ".join(chosen) or "none"


def free_table(_record: Record, before: list[Event], keyword: str, numbers: Numbers) -> str:
    table, line = Table(before), before[-1][1].split()
    if keyword == "throw":
        return f"throw {1 + numbers.below(int(line[1]))}"
    if keyword == "late":
        return "late " + " ".join(f"{s}:{table.late(s, numbers) if table.given.get(s) == 'timeout' else '-'}" for s in "AB")
    items, left = table.decks[line[1]]
    a, b, face_up = map(int, line[2:])
    fallen = numbers.some(left, a + b + face_up)
    shares = {"A": fallen[:a], "B": fallen[a : a + b], "open": fallen[a + b :]}
    return "cards " + " ".join(f"{who}:{','.join(sorted(cards, key=items.index)) or '-'}" for who, cards in shares.items())


GAMES: dict[str, Callable[[Record, list[Event], str, Numbers], str]] = {
    "letter-hunt": letter_hunt,
    "tile-joust": tile_joust,
    "guidance-rite": guidance_rite,
    "free-table": free_table,
}


BY_HAND = ("first", "hands", "offer", "tiles", "board")
"""The deals that a host may make, of all games."""


# --- The verdict


def key_of(seed: str, nonces: dict[str, str]) -> bytes:
    label = f"deathmatch 1 key {nonces['A'] or '-'} {nonces['B'] or '-'}"
    return hmac.digest(bytes.fromhex(seed), label.encode(), "sha256")


def check_numbers(dealing: dict[str, Any], commitment: str | None, nonces: dict[str, str]) -> list[str]:
    """Complaints about the seed and the nonces."""
    wrong = []
    digest = hashlib.sha256(bytes.fromhex(dealing["seed"])).hexdigest()
    if digest != (commitment or dealing["commitment"]).lower():
        wrong.append(f"the SHA-256 of the seed is {digest}, which is not the commitment")
    before = bytes.fromhex(dealing["seed"])
    for number, seed in enumerate(dealing.get("seeds", []), 1):
        if hashlib.sha256(bytes.fromhex(seed)).digest() != before:
            wrong.append(f"the SHA-256 of the later seed {number} is not the seed before it")
        before = bytes.fromhex(seed)
    for seat, nonce in nonces.items():
        if dealing["nonces"][seat] != nonce.lower():
            wrong.append(f"the nonce of {seat} is {dealing['nonces'][seat] or 'empty'}, which is not yours")
    return wrong


def check_deals(record: Record, dealing: dict[str, Any]) -> tuple[int, list[str]]:
    """How many deals follow from the seed, and complaints about the others."""
    keys, wrong, good = [key_of(seed, dealing["nonces"]) for seed in (dealing["seed"], *dealing.get("seeds", []))], [], 0
    by_hand = dealing.get("by_hand", [])
    if by_hand != record.by_hand:
        wrong.append(f"the record says that the host made the events {record.by_hand}, and the dealing says {by_hand}")
    if dealing.get("past", 0) != record.past:
        wrong.append(f"the record says that {record.past} events come from another match, and the dealing says {dealing.get('past', 0)}")
    if len(dealing.get("undone", [])) != len(record.backs):
        wrong.append(f"the record has {len(record.backs)} rulings that took the match back, the dealing {len(dealing.get('undone', []))}")
    for number, (actor, text) in enumerate(record.events, 1):
        if actor != "deal" or number <= record.past:
            continue
        if record.game not in GAMES:
            raise Unknown(f"this program does not know how {record.game} deals")
        if number in record.by_hand:
            if text.split()[0] not in BY_HAND:
                wrong.append(f"event {number} is deal {text}, which no host may make")
            continue
        backs, seed = record.decides(number)
        numbers = Numbers(keys[seed], f"{number}/{backs}" if backs else f"{number}")
        expected = GAMES[record.game](record, record.events[: number - 1], text.split()[0], numbers)
        if text == expected:
            good += 1
        else:
            wrong.append(f"event {number} is deal {text}; the seed says {expected}")
    return good, wrong


def check_coin(record: Record, dealing: dict[str, Any]) -> list[str]:
    """Complaints about the toss before the match: its face, its winner, and the option that follows from it."""
    face, winner, sets, *call = record.coin.split()
    expected = ("sun", "moon")[Numbers(key_of(dealing["seed"], dealing["nonces"]), "coin").below(2)]
    if face != expected:
        return [f"the coin fell on the {face}; the seed says {expected}"]
    caller, called = call[0].split(":") if call else ("A", "sun")
    right = caller if called == face else "AB".replace(caller, "")
    wrong = [] if winner == right else [f"the record says that {winner} won the toss, but {right} did"]
    if sets in record.options and record.options[sets] != winner:
        wrong.append(f"the toss sets option {sets} to {winner}, but the record has {record.options[sets]}")
    if sets == "dmo" and record.ec != "AB".replace(winner, ""):
        wrong.append(f"the toss makes {winner} the DMO, but the record says that {record.ec or 'nobody'} is the EC")
    if sets not in record.options and sets != "dmo":
        wrong.append(f"the toss sets option {sets}, which the record does not have")
    return wrong


def check_lot(record: Record, dealing: dict[str, Any]) -> list[str]:
    """Complaints about the game that the lot chose before the match."""
    number, *games = record.lot.split()
    expected = Numbers(key_of(dealing["seed"], dealing["nonces"]), "lot").below(len(games)) + 1
    if int(number) != expected:
        return [f"the lot fell on game {number} of {len(games)}; the seed says {expected}"]
    played = f"{record.game}/{record.variant}"
    return [] if games[expected - 1] == played else [f"the lot fell on {games[expected - 1]}, but {played} was played"]


def receipt_of(match: str, ply: int, seat: str, nonce: str, text: str) -> str:
    return hashlib.sha256(f"deathmatch 1 receipt {match} {ply} {seat} {nonce} {text}".encode()).hexdigest()


def check_receipts(record: Record, dealing: dict[str, Any], mine: dict[str, Any]) -> tuple[int, list[str]]:
    """How many of these receipts fit the record, and complaints about the others."""
    openings = {(opening["seat"], opening["ply"]): opening for opening in dealing.get("openings", [])}
    wrong, good = [], 0
    seat = mine["seat"]
    made_here = list(enumerate(record.events, 1))[record.past :]
    own = [number for number, (actor, text) in made_here if actor == seat and text not in ("timeout", "resign")]
    sent = [number for number in own if number not in record.entered()]
    undone = dealing.get("undone", [])
    if [openings[key]["event"] for key in sorted(openings) if key[0] == seat] != sent:
        wrong.append(f"the openings of {seat} do not belong to the submissions of {seat} in the record, one each and in order")
    for receipt in mine["receipts"]:
        ply = receipt["ply"]
        opening = openings.get((seat, ply))
        if opening is None:
            if any(first <= ply <= last for first, last in undone):
                continue  # a ruling has taken it back
            alone = openings.get(("B" if seat == "A" else "A", ply))
            if alone is not None and record.events[alone["event"] - 1][1] == "priority":
                continue  # the other seat has answered at once, which made this one void (as-written W5)
            resigned = record.endless or any(text == "resign" for _, text in record.events)
            if not (resigned and ply == max(other["ply"] for other in mine["receipts"])):
                wrong.append(f"the receipt of {seat} for question {ply} has no opening")
            continue  # it waited sealed when somebody resigned: void, and in no record
        actor, text = record.events[opening["event"] - 1]
        if actor != seat or receipt_of(dealing["match"], ply, seat, opening["nonce"], text) != receipt["receipt"]:
            wrong.append(f"event {opening['event']} is {actor} {text}, which is not the choice of {seat}'s receipt for question {ply}")
        else:
            good += 1
    return good, wrong


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Check the deals and the receipts of a finished match (docs/dealing.md).")
    parser.add_argument("record", type=Path, help="the record (.dm)")
    parser.add_argument("dealing", type=Path, help="the answer of dealing (JSON)")
    parser.add_argument("--commitment", help="the commitment that you noted before the match")
    parser.add_argument("--nonce", action="append", default=[], metavar="SEAT=HEX", help="the nonce that you sent")
    parser.add_argument("--receipts", type=Path, help="your receipts (JSON), as /api/seats/KEY/receipts gives them")
    given = parser.parse_args(arguments)
    try:
        record, dealing = read(given.record.read_text("utf-8")), json.loads(given.dealing.read_text("utf-8"))
        wrong = check_numbers(dealing, given.commitment, dict(pair.split("=", 1) for pair in given.nonce))
        deals, more = check_deals(record, dealing)
        wrong += more
        print(f"{deals} deals follow from the seed and the nonces; the host made {len(record.by_hand)} by hand")
        if record.coin:
            wrong += check_coin(record, dealing)
            print(f"the coin fell on the {record.coin.split()[0]} before the match: {record.coin.split()[1]} won the toss")
        if record.lot:
            wrong += check_lot(record, dealing)
            print(f"the lot fell on {record.game}/{record.variant} before the match, one of {len(record.lot.split()) - 1} games")
        if record.past:
            print(f"the first {record.past} events come from another match; check them with the files of that match")
        if given.receipts:
            receipts, more = check_receipts(record, dealing, json.loads(given.receipts.read_text("utf-8")))
            wrong += more
            print(f"{receipts} receipts fit the choices in the record")
    except (OSError, ValueError, KeyError, IndexError, StopIteration, Unknown) as error:
        print(f"cannot check this: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for complaint in wrong:
        print(f"WRONG: {complaint}")
    print("something is wrong" if wrong else "all is well")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
