"""Letter Hunt once more, straight from the book and as plainly as it can be said: events in, the book's state objects out.

It works on texts and dictionaries, is told legal events only, and shares nothing with the game but the book.
"""

from __future__ import annotations

from typing import Any

OTHER = {"A": "B", "B": "A"}


class Oracle:
    """One match."""

    def __init__(self, variant: str, options: dict[str, Any]) -> None:
        self.gambit = variant == "gambit"
        self.o = options  # all of them
        self.sealed: dict[str, str] = {}
        self.first = options["first"] if options["first"] in OTHER else None
        self.due: tuple[list[str], str] = ([], "")
        self.over: tuple[str | None, str] | None = None
        self.number = 0  # of the turn
        self.redraws = 0
        self.hand = {"A": "", "B": ""}
        self.dealt: dict[str, list[str]] = {"A": [], "B": []}
        self.kept: dict[str, list[str]] = {"A": [], "B": []}
        self.lost = {"A": "", "B": ""}
        self.slips = {"A": "", "B": ""}
        self.onlookers = ""
        self.turns: list[dict[str, Any]] = []
        self.skips = 0
        if self.first:
            self._to_hands()
        elif options["first"] == "coin":
            self.due = (["deal"], "first")
        else:
            self.chooser = options["dmo"] if options["first"] == "choose" else OTHER[options["dmo"]]
            self.due = ([self.chooser], "first")

    # --- What the book's section State asks

    def common(self) -> dict[str, Any]:
        winner, reason = self.over or (None, None)
        pending = [who for who in self.due[0] if who not in self.sealed]
        return {
            "pending": [] if self.over else pending,
            "decision": None if self.over else self.due[1],
            "over": self.over is not None,
            "winner": winner,
            "reason": reason,
        }

    def public(self) -> dict[str, Any]:
        picked = self.gambit or self.number > 0
        return self.common() | {
            "first": self.first,
            "active": None if self.over or not self.number else self._active(),
            "round": (self.number + 1) // 2,
            "redraws": self.redraws,
            "cards": {seat: len(self.hand[seat]) if picked else 0 for seat in "AB"},
            "lost": dict(self.lost),
            "not_held": dict(self.slips),
            "turns": self.turns,
            "onlookers": self._row("public"),
            "hands": dict(self.hand) if self.over else None,
        }

    def private(self, seat: str) -> dict[str, Any]:
        return self.common() | {
            "seat": seat,
            "submitted": None if self.over else self.sealed.get(seat),
            "dealt": self.dealt[seat],
            "kept": self.kept[seat],
            "hand": self.hand[seat],
            "onlookers": self._row(seat),
        }

    def _row(self, eye: str) -> str:
        mode = self.o.get("onlooker_letters", "hidden")
        shown = ""
        for number, letter in enumerate(self.onlookers, 1):
            mine = mode == "split" and eye == ("A" if number % 2 == 1 else "B")
            shown += letter if mode == "public" or mine else "?"
        return shown

    def _active(self) -> str:
        assert self.first
        return self.first if self.number % 2 == 1 else OTHER[self.first]

    # --- Events

    def event(self, actor: str, text: str) -> None:
        """One accepted event in canonical form."""
        if text == "resign":
            self.over = (OTHER[actor], "resign")
        elif actor == "deal":
            self._deal(*text.split())
        elif len(self.due[0]) == 2:
            self.sealed[actor] = text
            if len(self.sealed) == 2:
                sent, self.sealed = self.sealed, {}
                (self._held if self.due[1] == "hold" else self._picked)(sent)
        else:
            word, *rest = text.split()
            getattr(self, f"_on_{self.due[1]}")(actor, word, rest[0] if rest else "")

    def _deal(self, name: str, *parts: str) -> None:
        sets = {part[0]: part[2:].replace("-", "") for part in parts if ":" in part}
        if name == "first":
            self.first = parts[0]
            self._to_hands()
        elif name == "hands":
            self.hand = dict(sets)
            self.dealt = {seat: [sets[seat]] for seat in "AB"}
            self._hold_or_on()
        elif name == "redraw":
            for seat in "AB":
                self.dealt[seat].append(sets[seat])
                self.hand[seat] = "".join(sorted(self.kept[seat][-1] + sets[seat]))
            self.redraws += 1
            self._hold_or_on()
        elif name == "onlookers":
            self.onlookers = parts[0]
            self._next_turn()
        elif name == "offer":
            self.dealt = {seat: [sets[seat]] for seat in "AB"}
            self.due = (["A", "B"], "pick")
        elif name == "pick":
            for seat, five in sets.items():
                self.kept[seat] = [five]
            self._have_picked()
        else:
            self._loses(self._active(), parts[0])

    def _to_hands(self) -> None:
        self.due = (["deal"], "hands" if self.gambit else "offer")

    def _hold_or_on(self) -> None:
        if self.redraws < self.o["holds"]:
            self.due = (["A", "B"], "hold")
        elif self.o["onlookers"]:
            self.due = (["deal"], "onlookers")
        else:
            self._next_turn()

    def _held(self, sent: dict[str, str]) -> None:
        for seat, text in sent.items():
            self.kept[seat].append(self.hand[seat] if text == "timeout" else text.split()[1].replace("-", ""))
        self.due = (["deal"], "redraw")

    def _picked(self, sent: dict[str, str]) -> None:
        for seat, text in sent.items():
            if text != "timeout":
                self.kept[seat] = [text.split()[1]]
        if "timeout" in sent.values():
            self.due = (["deal"], "pick")
        else:
            self._have_picked()

    def _have_picked(self) -> None:
        self.hand = {seat: self.kept[seat][0] for seat in "AB"}
        self._next_turn()

    def _next_turn(self) -> None:
        self.number += 1
        self.due = ([self._active()], "turn")

    def _on_first(self, actor: str, word: str, what: str) -> None:
        self.first = actor if word == "timeout" else what
        self._to_hands()

    # --- Turns

    def _out_of_time(self, actor: str) -> bool:
        """Whether a time-out ends the match."""
        if self.o["on_timeout"] == "lose":
            self.over = (OTHER[actor], "timeout")
        return self.over is not None

    def _words_are_over(self) -> bool:
        return self.o["turn_limit"] > 0 and (self.number + 1) // 2 > self.o["turn_limit"]

    def _on_turn(self, actor: str, word: str, what: str) -> None:
        if word == "timeout":
            if self._out_of_time(actor):
                return
            self.turns.append({"seat": actor, "action": "skip", "lost": None})
            if self._words_are_over():
                self._pays(actor, by_chance=True)
                return
            self.skips += 1
            if self.skips == self.o["void_after"]:
                self.over = (None, "abandoned")
            else:
                self._next_turn()
            return
        self.skips = 0
        theirs = self.hand[OTHER[actor]]
        if word == "word":
            self.turns.append({"seat": actor, "action": "word", "word": what, "hints": {"A": None, "B": None}})
            self.due = ([OTHER[actor]], "hint")
        elif word == "hand":
            self.turns.append({"seat": actor, "action": "hand", "letters": "", "hit": None})
            self._names(actor, what)
        else:
            right = what in theirs
            self.turns.append({"seat": actor, "action": "guess", "letter": what, "hit": right, "lost": None})
            if right:
                self._gone(OTHER[actor], what)
            else:
                self._pays(actor, by_chance=False)

    def _on_last(self, actor: str, word: str, what: str) -> None:
        if word == "timeout":
            self.over = (OTHER[actor], "timeout")
        else:
            self._names(actor, what)

    def _names(self, actor: str, what: str) -> None:
        """R15, and W4 of the page as-written."""
        turn, theirs = self.turns[-1], self.hand[OTHER[actor]]
        turn["letters"] += what
        if set(what) - set(theirs):
            turn["hit"], self.over = False, (OTHER[actor], "hand_missed")
        elif set(turn["letters"]) == set(theirs):
            turn["hit"], self.over = True, (actor, "hand_guessed")
        else:
            self.due = ([actor], "last")

    def _on_hint(self, actor: str, word: str, what: str) -> None:
        if word == "timeout" and self._out_of_time(actor):
            return
        turn = self.turns[-1]
        hints = turn["hints"]
        hints[actor] = {"kind": None if word == "timeout" else what, "result": None}
        if None in hints.values():
            self.due = ([turn["seat"]], "hint")
            return
        for seat, hint in hints.items():
            if hint["kind"] is None:
                continue
            hand = self.hand[OTHER[seat]]
            if self.o["repeats"] == "each":
                n = len([letter for letter in turn["word"] if letter in hand])
            else:
                n = len(set(turn["word"]) & set(hand))
            hint["result"] = {"none": n == 0, "one": n == 1, "odd": n in (1, 3, 5, 7, 9, 11, 13, 15), "any": n >= 1}[hint["kind"]]
        self._next_turn()

    def _on_lose(self, actor: str, word: str, what: str) -> None:
        if word == "timeout":
            if not self._out_of_time(actor):
                self.due = (["deal"], "lose")
        elif what in self.hand[actor]:
            self._loses(actor, what)
        else:
            self.slips[actor] += what

    def _pays(self, seat: str, by_chance: bool) -> None:
        if len(self.hand[seat]) == 1:
            self._loses(seat, self.hand[seat])
        else:
            self.due = (["deal"], "lose") if by_chance else ([seat], "lose")

    def _loses(self, seat: str, letter: str) -> None:
        self.turns[-1]["lost"] = letter
        self._gone(seat, letter)

    def _gone(self, seat: str, letter: str) -> None:
        self.hand[seat] = self.hand[seat].replace(letter, "")
        self.lost[seat] += letter
        if self.hand[seat]:
            self._next_turn()
        else:
            self.over = (OTHER[seat], "hand_empty")
