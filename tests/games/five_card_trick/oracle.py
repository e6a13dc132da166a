"""The book once more, naively: public states as plain JSON, moves as canonical text, one rule after another as it reads.

It shares nothing with the code that it judges, not even a type: cards are their words, and `grow` stands for `raise` too.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import combinations_with_replacement, product
from typing import Any

ORDER = ["score", "grow", "claim", "block", "steal"]
OTHER = {"A": "B", "B": "A"}

Public = dict[str, Any]
Options = Mapping[str, Any]


class Oracle:
    """One variant with its options."""

    def __init__(self, variant: str, options: Options) -> None:
        self.variant = variant
        self.options = options
        self.grow = "raise" if variant == "setna" else "grow"

    # --- Words

    def plain(self, word: str) -> str:
        return "grow" if word == "raise" else word

    def local(self, word: str) -> str:
        return self.grow if word == "grow" else word

    def parse(self, text: str) -> tuple[list[str], list[str], str | None]:
        """Items, cards and the name that Block gives, of a canonical submission."""
        items, cards, name = [], [], None
        for word in text.split():
            if word in ("overload", "reset"):
                items.append(word)
            elif word.startswith("block:"):
                cards.append("block")
                name = self.plain(word.split(":")[1])
            elif word not in ("none", "timeout"):
                cards.append(self.plain(word))
        return items, cards, name

    def every_text(self) -> list[str]:
        """Every canonical text of up to three cards, with any items, legal or not."""
        texts = ["none"] if self.variant == "setna" else []
        for size in range(1, 4):
            for cards in combinations_with_replacement(ORDER, size):
                for name in ORDER if "block" in cards else [""]:
                    words = " ".join(f"block:{self.local(name)}" if card == "block" else self.local(card) for card in cards)
                    texts += [items + words for items in ("", "overload ", "reset ", "overload reset ")]
        return texts

    # --- What is legal: the rules that a submission breaks

    def broken(self, state: Public, seat: str, text: str) -> set[str]:
        items, cards, _ = self.parse(text)
        rules = set()
        overload = "overload" in items
        for item in items:
            if item not in state["items"][seat]:
                rules.add("R8")
        if overload:
            if len(cards) != 3 or len(set(cards)) == 1:
                rules.add("R9")
        elif self.variant == "setna":
            if len(cards) > 2:
                rules.add("R2")
        elif len(cards) != 2:
            rules.add("R2")
        if self.variant != "final" and len(set(cards)) != len(cards):
            rules.add("R3")
        if self.options.get("illegal") != "disregard":
            rules |= self.restricted([] if "reset" in items else self.recent(state, seat), cards)[0]
        return rules

    def recent(self, state: Public, seat: str) -> list[list[str]]:
        return [[self.plain(word) for word in cards] for cards in state["recent"][seat]]

    def restricted(self, recent: list[list[str]], cards: list[str]) -> tuple[set[str], set[str]]:
        """The rules of R5 to R7 that these cards break, and the cards that offend."""
        rules, offending = set(), set()
        last = recent[-1] if recent else []
        for card in cards:
            if len(recent) >= 2 and card in recent[-1] and card in recent[-2]:
                rules.add("R5")
                offending.add(card)
            if self.variant == "final" and last.count(card) == 2:
                rules.add("R7")
                offending.add(card)
            for partner in cards:
                if partner != card and card in last and partner in last:
                    rules.add("R6")
                    offending |= {card, partner}
        return rules, offending

    # --- What it comes to

    def play(self, before: Public, moves: Mapping[str, str]) -> Public:
        """The public state after both have submitted."""
        state = copied(before)
        if "priority" in moves.values():  # W5 of the page as-written
            return self._use(state, state["window"]) | {"window": None}
        if moves["A"] == moves["B"] == "timeout" and state["replays"] < self.options["replay_limit"]:
            state["replays"] += 1
            return state
        cards, named = self._reveal(state, moves)
        lights = {seat: {self.plain(word) for word in state["lights"][seat]} | set(cards[seat]) for seat in "AB"}  # R16
        blocked = {seat: None if before["blocked"][seat] is None else self.plain(before["blocked"][seat]) for seat in "AB"}

        def copies(seat: str, card: str) -> int:
            if card == blocked[seat] and self.options["blocked_collides"] == "no":
                return 0
            return cards[seat].count(card)

        def stands(seat: str, card: str) -> bool:  # R17
            return copies(seat, card) > copies(OTHER[seat], card) and blocked[seat] != card

        effects: dict[str, set[str]] = {"A": set(), "B": set()}
        for seat in "AB":
            if stands(seat, "score"):  # R18
                state["chips"][seat] += 1
                effects[seat].add("score")
            if stands(seat, "grow"):  # R19
                state["pot"] += 1
                effects[seat].add("grow")
        self._pot(state, cards, stands, effects)
        state["blocked"] = {"A": None, "B": None}  # R22
        for seat in "AB":
            if stands(seat, "block"):
                name = named[seat]
                assert name is not None
                state["blocked"][OTHER[seat]] = self.local(name)
                effects[seat].add("block")
        worked = self._lights(state, cards, lights, effects)
        state["last"] = {"round": state["round"], "moves": dict(moves), "effects": worked}
        return self._ask(state, self._window(state, copies, stands, blocked))

    def _ask(self, state: Public, holder: str | None) -> Public:
        """R11, and W5 of the page as-written."""
        if self.options.get("priority_window") == "round":
            state["window"] = None
            if holder is not None and state["round"] < state["ends_after"]:
                return self._count(state) | {"window": holder}
        if holder is not None:
            state["decision"], state["pending"] = "priority", [holder]
            return state
        return self._count(state)

    def _reveal(self, state: Public, moves: Mapping[str, str]) -> tuple[dict[str, list[str]], dict[str, str | None]]:
        """R15: the cards that count, and what Block names."""
        cards: dict[str, list[str]] = {}
        named: dict[str, str | None] = {}
        for seat in "AB":
            items, cards[seat], named[seat] = self.parse(moves[seat])
            state["items"][seat] = [item for item in state["items"][seat] if item not in items]
            if "reset" in items:
                state["recent"][seat] = []
            if self.options.get("illegal") == "disregard":  # R13
                struck = self.restricted(self.recent(state, seat), cards[seat])[1]
                cards[seat] = [card for card in cards[seat] if card not in struck]
        return cards, named

    def _lights(
        self, state: Public, cards: Mapping[str, list[str]], lights: dict[str, set[str]], effects: Mapping[str, set[str]]
    ) -> dict[str, list[str]]:
        """R23, R24; what worked for each seat, in order."""
        worked = {seat: [self.local(card) for card in ORDER if card in effects[seat]] for seat in "AB"}
        for seat in "AB":
            if len(lights[seat]) == 5:  # R23
                state["chips"][seat] += 1
                lights[seat] = set()
                worked[seat].append("lights")
            state["lights"][seat] = [self.local(card) for card in ORDER if card in lights[seat]]
            state["recent"][seat] = [*state["recent"][seat], [self.local(card) for card in cards[seat]]][-2:]  # R24
        return worked

    def _pot(self, state: Public, cards: Mapping[str, list[str]], stands: Any, effects: Mapping[str, set[str]]) -> None:
        """R20, R21."""
        takers = []
        for seat in "AB":
            other = OTHER[seat]
            prey = "claim" in cards[other] if self.options["steal_needs"] == "any" else stands(other, "claim")
            if stands(seat, "steal") and prey:
                takers.append((seat, "steal"))
        if not takers:
            takers = [(seat, "claim") for seat in "AB" if stands(seat, "claim")]
        assert len(takers) <= 1
        for seat, card in takers:
            state["chips"][seat] += state["pot"]
            state["pot"] = 1
            effects[seat].add(card)

    def _window(self, state: Public, copies: Any, stands: Any, blocked: Mapping[str, str | None]) -> str | None:
        """R11."""
        for seat in "AB":
            other = OTHER[seat]
            own_blocked = blocked[seat] == "claim" and self.options.get("priority_beats_block") == "no"
            if (
                "priority" in state["items"][seat]
                and copies(seat, "claim") == copies(other, "claim") > 0
                and not stands(other, "steal")
                and not own_blocked
            ):
                return seat
        return None

    def answer(self, before: Public, text: str) -> Public:
        """The public state after the holder of Claim Priority has answered."""
        state = copied(before)
        (holder,) = state["pending"]
        return self._count(self._use(state, holder) if text == "priority" else state)

    def _use(self, state: Public, holder: str) -> Public:
        state["items"][holder].remove("priority")
        state["chips"][holder] += state["pot"]
        state["pot"] = 1
        state["last"]["effects"][holder].append("priority")
        return state

    def _count(self, state: Public) -> Public:
        """R25."""
        a, b = state["chips"]["A"], state["chips"]["B"]
        state["decision"], state["pending"] = "submit", ["A", "B"]
        if state["round"] == state["ends_after"]:
            if a != b:
                return self._end(state, "A" if a > b else "B", "chips")
            if state["round"] == self.options["max_rounds"]:
                return self._last_tie(state)
            state["ends_after"] = min(state["ends_after"] + self.options["extension"], self.options["max_rounds"])
        state["round"] += 1
        state["replays"] = 0
        return state

    def _last_tie(self, state: Public) -> Public:
        if self.variant == "final":
            held = {seat: [item for item in ("overload", "reset", "priority") if self.options[item] == seat] for seat in "AB"}
            items = held if self.options["items_tiebreak"] == "received" else state["items"]
            if len(items["A"]) != len(items["B"]):
                return self._end(state, "A" if len(items["A"]) > len(items["B"]) else "B", "tie_items")
        return self._end(state, self.options["dmo"], "tie_dmo")

    def _end(self, state: Public, winner: str, reason: str) -> Public:
        return state | {"over": True, "winner": winner, "reason": reason, "decision": None, "pending": []}


def copied(state: Public) -> Public:
    """A copy that shares nothing."""
    copy: Public = json.loads(json.dumps(state))
    return copy


def pairs(a: list[str], b: list[str]) -> list[dict[str, str]]:
    """Every turn that both seats' submissions make."""
    return [{"A": x, "B": y} for x, y in product(a, b)]
