"""A bot over plain HTTP, in plain Python. It knows no rules: it walks through the server's choices, so it plays any game.

    python examples/http_bot.py http://127.0.0.1:8000 GAME/VARIANT bot:steady

makes a match against a bot of the server, plays seat A at random to the end, and says how it ended. With `friend` in the place of
`bot:steady` it prints the link to send to the opponent. A restart of the server or a pause does not
stop it; it asks again until the match is over. docs/api.md describes every call.
"""

from __future__ import annotations

import json
import random
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

PATIENCE = 20_000  # ms that the server may hold a request until there is news
LONGEST = 30.0  # seconds between two requests to a server that does not answer


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
            if seen and seen.get("owes") and not seen.get("paused"):
                try:
                    text = self.choose(seen["ply"], now["step"])
                    call(f"{self.address}/submit", {"ply": seen["ply"], "text": text})
                except RefusedError:  # its time ran out, the host has paused the match, or the word is not in the list: look again
                    time.sleep(1)
                    version = 0


class RefusedError(Exception):
    """The server has refused a request that may be right another time (409, 422)."""


def call(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The server's answer. A server that is busy, restarts or cannot be reached is asked again, for as long as that takes.

    The same submission may be sent twice: the server takes it once. A link that opens nothing (404) and a wrong request end the program.
    """
    data, wait = None if body is None else json.dumps(body).encode(), 1.0
    while True:
        try:
            with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=2 * PATIENCE / 1000) as answer:
                return dict(json.load(answer))
        except HTTPError as refusal:
            with refusal:
                reason = reason_of(refusal)
            if refusal.code in (409, 422):
                raise RefusedError(reason) from None
            if refusal.code != 429 and refusal.code < 500:
                sys.exit(reason)
            wait = max(wait, float(refusal.headers.get("Retry-After", "0")))
        except (OSError, HTTPException, ValueError) as error:  # refused, cut off, timed out; or something between that is not the server
            reason = str(error)
        print(f"{reason}; asking again in {wait:g} s", file=sys.stderr, flush=True)
        time.sleep(wait)
        wait = min(2 * wait, LONGEST)


def reason_of(refusal: HTTPError) -> str:
    """The status and the server's words; something between may answer in its place, with words of its own."""
    try:
        return f"{refusal.code}: {json.load(refusal)['reason']}"
    except (OSError, HTTPException, ValueError, LookupError, TypeError):
        return str(refusal)


def main() -> None:
    """Make a match and play it."""
    if len(sys.argv) != 4:
        sys.exit("usage: python examples/http_bot.py SERVER GAME/VARIANT bot:NAME|friend")
    server, variant, opponent = sys.argv[1].rstrip("/"), sys.argv[2], sys.argv[3]
    try:
        match = call(f"{server}/api/matches", {"variant": variant, "seats": {"A": "me", "B": opponent}, "name": "Random walker"})
    except RefusedError as refusal:
        sys.exit(str(refusal))
    print(f"watch it at {server}/w/{match['watch']}", flush=True)
    print(f"the bot's own seat, if you must go on in its place, is {server}/s/{match['seats']['A']}", flush=True)
    if match["seats"]["B"]:
        print(f"your seat is {server}/s/{match['seats']['B']}", flush=True)
    print(Seat(server, match["seats"]["A"]).play())


if __name__ == "__main__":
    main()
