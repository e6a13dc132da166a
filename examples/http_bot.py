"""A bot over plain HTTP, in plain Python. It knows no rules: it walks through the server's choices, so it plays any game.

    python examples/http_bot.py http://127.0.0.1:8000 GAME/VARIANT bot:steady

makes a match against a bot of the server, plays seat A at random to the end, and says how it ended. With `friend` in the place of
`bot:steady` it prints the link to send to the opponent. docs/api.md describes every call.
"""

from __future__ import annotations

import json
import random
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 20_000  # ms that the server may hold a request until there is news


class Seat:
    """One seat of one match, by its secret link."""

    def __init__(self, server: str, token: str) -> None:
        self.address = f"{server}/api/seats/{token}"

    def look(self, since: int) -> dict[str, Any]:
        """Everything this seat may know but pictures, as soon as it is later than version `since`: that of the last answer."""
        return call(f"{self.address}?since={since}&wait={PATIENCE}&pictures=none")

    def choose(self, ply: int, step: dict[str, Any]) -> str:
        """A random legal move, one token at a time: the server says which tokens may come next."""
        prefix: list[str] = []
        while True:
            tokens = [choice["token"] for choice in step.get("choices", [])]
            if number := step.get("number"):
                tokens.append(str(random.randint(number["low"], number["high"])))
            whole = step.get("whole")
            if whole is not None and (not tokens or random.random() < 0.5):
                return str(whole)
            prefix.append(random.choice(tokens))
            step = call(f"{self.address}/compose", {"ply": ply, "prefix": prefix})

    def play(self) -> str:
        """Play to the end; how it ended, in words."""
        version = 0
        while True:
            now = self.look(version)
            version, seen = now["version"], now["seen"]
            if seen and now["table"]["state"] == "over":
                return str(seen["ending"])
            if seen and seen.get("owes"):
                text = self.choose(seen["ply"], now["step"])
                call(f"{self.address}/submit", {"ply": seen["ply"], "text": text})


def call(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The server's answer, asked for again when it was too busy; any other refusal ends the program with the server's reason."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=2 * PATIENCE / 1000) as answer:
                return dict(json.load(answer))
        except HTTPError as refusal:
            if refusal.code != 429:
                sys.exit(f"{refusal.code}: {json.load(refusal).get('reason')}")
            time.sleep(float(refusal.headers.get("Retry-After", "2")))


def main() -> None:
    """Make a match and play it."""
    if len(sys.argv) != 4:
        sys.exit("usage: python examples/http_bot.py SERVER GAME/VARIANT bot:NAME|friend")
    server, variant, opponent = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
    match = call(f"{server}/api/matches", {"variant": variant, "seats": {"A": "me", "B": opponent}, "name": "Random walker"})
    print(f"watch it at {server}/w/{match['watch']}", flush=True)
    if match["seats"]["B"]:
        print(f"your seat is {server}/s/{match['seats']['B']}", flush=True)
    print(Seat(server, match["seats"]["A"]).play())


if __name__ == "__main__":
    main()
