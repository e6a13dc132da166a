"""A second reading of the book's turns (R22 to R48), as plain as it can be, to hold the rules against.

A board is a dict from a space's name to a piece; a piece is a dict with `who`, `char`, `black` and `grey` (sets of directions from 1) and
`marked`. Turns are canonical texts. What is asked is which texts are legal, and what a joint turn comes to.
"""

from __future__ import annotations

from copy import deepcopy
from itertools import combinations
from typing import Any

Piece = dict[str, Any]
Board = dict[str, Piece]

NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
STEPS = {1: (0, 1), 2: (1, 1), 3: (1, 0), 4: (1, -1), 5: (0, -1), 6: (-1, -1), 7: (-1, 0), 8: (-1, 1)}
POWERS = {"rat": "R", "crow": "C", "lizard": "L", "guardian": "G", "monster": "M"}


def read(fields: dict[str, str]) -> Board:
    """A board from the public state."""
    board: Board = {}
    for name, text in fields.items():
        who, _, rest = text.rpartition(":")
        black, _, grey = rest.strip("*")[1:].partition("/")
        board[name] = {
            "who": who,
            "char": rest[0],
            "black": {int(digit) for digit in black},
            "grey": {int(digit) for digit in grey},
            "marked": rest.endswith("*"),
        }
    return board


def write(board: Board) -> dict[str, str]:
    """The board as the public state has it."""
    lines = {}
    for name, piece in board.items():
        grey = "/" + "".join(map(str, sorted(piece["grey"]))) if piece["grey"] else ""
        arrows = "".join(map(str, sorted(piece["black"]))) + grey
        lines[name] = f"{piece['who']}:{piece['char']}{arrows}{'*' if piece['marked'] else ''}"
    return lines


def around(direction: int, eighths: int) -> int:
    return (direction - 1 + eighths) % 8 + 1


def refill(board: Board) -> None:
    for piece in board.values():
        if piece["char"] == "L" and not piece["black"]:
            piece["black"] = set(STEPS) - piece["grey"]


class Oracle:
    """The rules of one match, by its options."""

    def __init__(self, columns: int, rows: int, final: bool, options: dict[str, Any]) -> None:
        self.columns, self.rows, self.final = columns, rows, final
        self.any = options["powers"] == "any"
        self.all = options["removals"] == "all"
        self.clash = options["crossing"] == "clash"
        self.exact = options.get("crow_power") == "exact"
        self.dmo = options["dmo"]

    def spot(self, name: str) -> tuple[int, int]:
        return ord(name[0]) - 65, int(name[1]) - 1

    def name(self, x: int, y: int) -> str | None:
        return f"{chr(65 + x)}{y + 1}" if 0 <= x < self.columns and 0 <= y < self.rows else None

    def beside(self, one: str, other: str) -> bool:
        (x, y), (u, v) = self.spot(one), self.spot(other)
        return abs(x - u) + abs(y - v) == 1

    # --- Movement

    def goals(self, board: Board, origin: str) -> dict[str, tuple[int, int, bool]]:
        """Where a piece can go: space -> direction, distance, whether over the edge."""
        piece, ends = board[origin], {}
        x, y = self.spot(origin)
        for way in piece["black"] | (piece["grey"] if self.final else set()):
            dx, dy = STEPS[way]
            near, far = self.name(x + dx, y + dy), self.name(x + 2 * dx, y + 2 * dy)
            if near is None:
                if piece["char"] == "G":
                    looped = self.name((x + dx) % self.columns, (y + dy) % self.rows)
                    assert looped is not None
                    ends[looped] = (way, 1, True)
                continue
            ends[near] = (way, 1, False)
            if far is None:
                continue
            if (piece["char"] == "C" and far not in board and way in piece["black"]) or (piece["char"] == "M" and near not in board):
                ends[far] = (way, 2, False)
        return ends

    def movements(self, board: Board, seat: str, still: tuple[str, ...] = ()) -> list[tuple[str, str, str]]:
        """Every legal movement: origin, end, and `take`, `guardian` or nothing."""
        possible = []
        for origin, piece in board.items():
            if piece["who"] != seat or origin in still:
                continue
            for end, (_, distance, _) in self.goals(board, origin).items():
                there = board.get(end)
                own = there is not None and there["who"] == seat
                if there is None or not own or not self.final or not (piece["marked"] or there["marked"]):
                    possible.append((origin, end, ""))
                if there is None:
                    continue
                if own and self.final and not (piece["marked"] or there["marked"]) and there["char"] != "P":
                    possible.append((origin, end, "take"))
                costs = self.all and piece["char"] == "M" and distance == 1
                if there["char"] == "G" and piece["char"] != "G" and (own or self.any) and not costs and end not in still:
                    possible.append((origin, end, "guardian"))
        return possible

    def landed(self, mover: Piece, way: int, distance: int, over: bool, victim: Piece | None, how: str) -> tuple[Piece, bool]:
        """The mover after R33, and whether moving cost it its character."""
        piece, char = deepcopy(mover), mover["char"]
        if way in piece["grey"]:
            piece["grey"].discard(way)
        elif char == "L":
            piece["black"].discard(way)
        elif char == "C" and distance == 2:
            piece["black"].discard(way)
            piece["grey"].add(way)
        took = False
        if victim is not None and self.final and victim["who"] == mover["who"]:
            for arrow in victim["black"]:
                piece["black"].discard(arrow)
                piece["grey"].add(arrow)
            piece["marked"] = True
            if how == "take":
                piece["char"], took = victim["char"], True
        if char == "R":
            piece["black"] = {around(arrow, 1) for arrow in piece["black"]}
            piece["grey"] = {around(arrow, 1) for arrow in piece["grey"]}
        costs = (char == "G" and over and victim is not None) or (char == "M" and distance == 1)
        if costs and not took:
            piece["char"] = "P"
        return piece, costs

    # --- Powers

    def allowed(self, board: Board, seat: str, set_out: str, moved: set[str], costs: bool, words: list[str]) -> bool:
        """R34 to R37, R39."""
        char, source = POWERS[words[0]], words[1]
        piece = board.get(source)
        if piece is None or piece["char"] != char or char == set_out or source in moved or (self.all and costs):
            return False
        if piece["who"] != seat and not self.any:
            return False
        arrows = piece["black"] | piece["grey"]
        if char == "R":
            return bool(arrows)
        if char == "L":
            return len(arrows) < 6 and NAMES.index(words[2]) + 1 not in piece["black"]
        if char == "M":
            target = board.get(words[2])
            return target is not None and self.beside(source, words[2]) and NAMES.index(words[3]) + 1 in target["black"] | target["grey"]
        if not self.final:
            return bool(piece["grey"])
        aims = self.aims(words[2:])
        if not all(space in board and board[space]["who"] == seat and way in board[space]["grey"] for space, way in aims):
            return False
        spaces = {space for space, _ in aims}
        one = len(spaces) == 1 and (len(aims) == 3 if self.exact else 1 <= len(aims) <= 3)
        return one or (len(spaces) == 2 and len(aims) == 2)

    def aims(self, words: list[str]) -> list[tuple[str, int]]:
        possible, space = [], ""
        for word in words:
            if word in NAMES:
                possible.append((space, NAMES.index(word) + 1))
            else:
                space = word
        return possible

    def powers(self, board: Board, seat: str, set_out: str, moved: set[str], costs: bool) -> list[str]:
        """Every legal power, as text, by trying all that can be written."""
        tried = []
        greys = sorted((space, way) for space, piece in board.items() if piece["who"] == seat for way in piece["grey"])
        for source in board:
            tried.append(f"rat {source}")
            tried += [f"lizard {source} {way}" for way in NAMES]
            tried += [f"monster {source} {target} {way}" for target in board for way in NAMES if self.beside(source, target)]
            if not self.final:
                tried.append(f"crow {source}")
                continue
            for number in (1, 2, 3):
                for aims in combinations(greys, number):
                    words, last = f"crow {source}", ""
                    for space, way in aims:
                        words += (f" {space}" if space != last else "") + f" {NAMES[way - 1]}"
                        last = space
                    tried.append(words)
        return [words for words in tried if self.allowed(board, seat, set_out, moved, costs, words.split())]

    def turns(self, board: Board, seat: str) -> set[str]:
        """Every legal turn without an item."""
        texts: set[str] = set()
        for origin, end, how in self.movements(board, seat):
            text = f"{origin}-{end} {how}".strip()
            texts.add(text)
            if how == "guardian":
                continue
            way, distance, over = self.goals(board, origin)[end]
            after = deepcopy(board)
            mover, victim = after.pop(origin), after.pop(end, None)
            after[end], costs = self.landed(mover, way, distance, over, victim, how)
            refill(after)
            texts |= {f"{text} {power}" for power in self.powers(after, seat, mover["char"], {end}, costs)}
        return texts or {"pass"}

    # --- Whole turns

    def play(self, board: Board, turns: dict[str, str]) -> Board:
        """R44, R46 to R48: the board after the turns of one seat or of both; `timeout` and `pass` do nothing."""
        board = deepcopy(board)
        split = {seat: self.split(text.split()) for seat, text in turns.items()}
        for kind in ("honour", "rotate", "swap"):
            for seat in (self.dmo, "B" if self.dmo == "A" else "A"):
                item = split[seat][0] if seat in split else []
                if item and item[0] == kind:
                    self.use(board, item)
        going = {}
        for seat, (item, movement, power) in split.items():
            if movement:
                origin, _, end = movement[0].partition("-")
                how = "guardian" if power == ["guardian"] else "".join(movement[1:])
                still = tuple(word for word in item if word in board and board[word]["who"] == seat)
                if (origin, end, how) in self.movements(board, seat, still):
                    going[seat] = (origin, end, how, *self.goals(board, origin)[end])
        moved, costs, set_out = self.move(board, going)
        self.spend(board, {seat: split[seat][2] for seat in going if split[seat][2] not in ([], ["guardian"])}, moved, costs, set_out)
        return board

    def split(self, words: list[str]) -> tuple[list[str], list[str], list[str]]:
        """Item, movement, power."""
        if words in (["timeout"], ["pass"]):
            return [], [], []
        size = {"honour": 5, "rotate": 3, "swap": 3}.get(words[0], 0)
        rest = words[size:]
        if rest == ["pass"]:
            return words[:size], [], []
        cut = 2 if rest[1:2] == ["take"] else 1
        return words[:size], rest[:cut], rest[cut:]

    def use(self, board: Board, item: list[str]) -> None:
        if item[0] == "honour":
            for space, way in ((item[1], item[2]), (item[3], item[4])):
                if NAMES.index(way) + 1 not in board[space]["black"] | board[space]["grey"]:
                    board[space]["black"].add(NAMES.index(way) + 1)
        elif item[0] == "rotate":
            for colour in ("black", "grey"):
                board[item[1]][colour] = {around(arrow, int(item[2]) // 45) for arrow in board[item[1]][colour]}
        else:
            one, other = board[item[1]], board[item[2]]
            one["char"], other["char"] = other["char"], one["char"]
        refill(board)

    def move(self, board: Board, going: dict[str, Any]) -> tuple[set[str], dict[str, bool], dict[str, str]]:
        origins = {route[0] for route in going.values()}
        movers = {seat: board[route[0]] for seat, route in going.items()}
        set_out = {seat: piece["char"] for seat, piece in movers.items()}
        routes = [route[:2] for route in going.values()]
        costs = dict.fromkeys(going, False)
        if self.clash and len(routes) == 2 and routes[0] == routes[1][::-1]:
            for origin in origins:
                del board[origin]
            return set(), costs, set_out
        swapped = [route[1] for route in going.values() if route[2] == "guardian" and route[1] not in origins]
        comes: dict[str, list[tuple[str, Any]]] = {}
        for origin in origins:
            del board[origin]
        for seat, route in going.items():
            comes.setdefault(route[1], []).append((seat, route))
            if swapped.count(route[1]) == 1 and route[2] == "guardian":
                guardian = board.pop(route[1])
                guardian["char"] = "P"
                comes.setdefault(route[0], []).append(("guardian", guardian))
        for space, arrived in comes.items():
            if len(arrived) > 1:
                board.pop(space, None)
                continue
            who, what = arrived[0]
            if who == "guardian":
                board[space] = what
            else:
                victim = board.pop(space, None)
                board[space], costs[who] = self.landed(movers[who], what[3], what[4], what[5], victim, what[2])
        refill(board)
        return {space for space, arrived in comes.items() if len(arrived) == 1}, costs, set_out

    def spend(self, board: Board, wanted: dict[str, list[str]], moved: set[str], costs: dict[str, bool], set_out: dict[str, str]) -> None:
        used = []
        for seat, words in wanted.items():
            if words[0] == "crow" and self.final:
                own = [(space, way) for space, way in self.aims(words[2:]) if space in board and board[space]["who"] == seat]
                kept = [(space, way) for space, way in own if way in board[space]["grey"]]
                words = words[:2] + [word for space, way in kept for word in (space, NAMES[way - 1])]
            if self.allowed(board, seat, set_out[seat], moved, costs[seat], words):
                used.append(words)
        for words in used:
            board[words[1]]["char"] = "P"
        if len(used) == 2 and used[0][1] == used[1][1]:
            return
        for words in sorted(used, key=lambda words: ("monster", "lizard", "crow", "rat").index(words[0])):
            self.work(board, words)
        refill(board)

    def work(self, board: Board, words: list[str]) -> None:
        """One power that is used."""
        piece = board[words[1]]
        if words[0] == "monster":
            for colour in ("black", "grey"):
                board[words[2]][colour].discard(NAMES.index(words[3]) + 1)
        elif words[0] == "lizard":
            piece["grey"].discard(NAMES.index(words[2]) + 1)
            piece["black"].add(NAMES.index(words[2]) + 1)
        elif words[0] == "crow":
            for space, way in self.aims(words[2:]) if self.final else [(words[1], way) for way in set(piece["grey"])]:
                if way in board[space]["grey"]:
                    board[space]["grey"].discard(way)
                    board[space]["black"].add(way)
        else:
            for colour in ("black", "grey"):
                piece[colour] = {around(arrow, 4) for arrow in piece[colour]}
