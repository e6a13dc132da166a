"""A front end in a chat, with the terminal as the chat: two people play a whole match over the HTTP API (docs/api.md).

    python examples/terminal_chat.py http://127.0.0.1:8000 GAME/VARIANT [Ann Bob] < answers

Lines that begin with `all:` are for everybody, those that begin with a name for that player alone. A player who is asked answers with a
number of the list, or with a word. At the end of the input the first answer is taken each time; if none is listed, the player resigns.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(address: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
    """The answer of the server, asked for again if it was too busy; raises HTTPError."""
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=60) as answer:
            return dict(json.load(answer))
    except HTTPError as refusal:
        if refusal.code != 429:
            raise
        time.sleep(float(refusal.headers.get("Retry-After", "2")))
        return call(address, body)


def asked(name: str, step: dict[str, Any]) -> str:
    """The next token of a move: a button of the list, or what the player types. Both are private."""
    choices = [(choice["token"], choice["label"]) for choice in step.get("choices", [])]
    if number := step.get("number"):
        choices.append((str(number["low"]), f"a number from {number['low']} to {number['high']}"))
    if step.get("whole") is not None:
        choices.insert(0, ("", f"submit: {step.get('said') or step['whole']}"))
    print(f"{name}: {step['prompt']}", *[f"  {place} {label}" for place, (_, label) in enumerate(choices, 1)], sep=f"\n{name}:")
    line = sys.stdin.readline()
    if not line and not choices:
        raise EOFError
    answer = line.strip() or "1"
    return choices[int(answer) - 1][0] if answer.isdecimal() and 0 < int(answer) <= len(choices) else answer


def move(seat: str, name: str, ply: int, step: dict[str, Any]) -> None:
    """Compose a move token by token and submit it; a refusal comes back with its reason and its rule."""
    prefix: list[str] = []
    while token := asked(name, step) if step.get("whole") is None or step.get("choices") or step.get("number") else "":
        prefix.append(token)
        step = call(f"{seat}/compose", {"ply": ply, "prefix": prefix})
    print(f"{name}: you submit {call(f'{seat}/submit', {'ply': ply, 'text': step['whole']})['text']}")


def main(server: str, variant: str, *names: str) -> None:
    """Make a match, seat both players, and go from change to change until it is over."""
    made = call(f"{server}/api/matches", {"variant": variant, "seats": {"A": "friend", "B": "friend"}, "settings": {"untimed": True}})
    players = {made["seats"][seat]: name for seat, name in zip("AB", names or ("Ann", "Bob"), strict=True)}
    for key, name in players.items():
        call(f"{server}/api/seats/{key}", {"name": name})
    told, over, seen, versions = 0, False, {}, dict.fromkeys([made["id"], *players], 0)
    while not over:
        for key in call(f"{server}/api/news", {"since": versions, "wait": 20_000})["versions"]:
            now = call(f"{server}/api/{'matches' if key == made['id'] else 'seats'}/{key}?pictures=none")
            versions[key], seen = now["version"], now["seen"]
            if key == made["id"]:
                for beat in now["log"][told:]:
                    print(f"all: {beat['words']}")
                told, over = len(now["log"]), now["table"]["state"] == "over"
            elif seen.get("owes"):
                seat = f"{server}/api/seats/{key}"
                try:
                    move(seat, players[key], seen["ply"], now["step"])
                except EOFError:
                    call(f"{seat}/resign", {})
    print(f"all: {seen['ending']}", f"all: {server}/r/{made['id']}", sep="\n")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except HTTPError as refusal:
        sys.exit(f"{refusal.code}: {json.load(refusal)['reason']}")
