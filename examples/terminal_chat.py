"""A front end in a chat, with the terminal as the chat: two people play a whole match over the HTTP API (docs/api.md).

    python examples/terminal_chat.py http://127.0.0.1:8000 GAME/VARIANT [Ann Bob] < answers

Lines that begin with `all:` are for everybody, those that begin with a name for that player alone. A player who is asked answers with a
number of the list, with a word, or with `resign`. At the end of the input the first answer is taken each time; if there is none, the
player resigns.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def call(address: str, body: dict[str, Any] | None = None) -> Any:
    """The answer of the server, asked for again if it was too busy; raises HTTPError."""
    data = None if body is None else json.dumps(body).encode()
    try:
        return json.load(urlopen(Request(address, data, {"Content-Type": "application/json"}), timeout=60))
    except HTTPError as refusal:
        if refusal.code != 429:
            raise
        time.sleep(float(refusal.headers["Retry-After"]))
        return call(address, body)


def asked(name: str, step: dict[str, Any]) -> str:
    """The next token of a move, privately: a button of the list, or what the player types. Empty to submit the move."""
    choices = {choice["token"]: choice["label"] for choice in step.get("choices", [])}
    if number := step.get("number"):
        choices[str(number["low"])] = f"a number from {number['low']} to {number['high']}"
    if step.get("whole") is not None:
        choices = {"": f"submit: {step.get('said') or step['whole']}", **choices}
    print(f"{name}: {step['prompt']}", *[f"  {place} {label}" for place, label in enumerate(choices.values(), 1)], sep=f"\n{name}:")
    answer = sys.stdin.readline().strip() or ("1" if choices else "resign")
    return list(choices)[int(answer) - 1] if answer.isdecimal() and 0 < int(answer) <= len(choices) else answer


def move(seat: str, name: str, ply: int, step: dict[str, Any]) -> None:
    """Compose a move token by token and submit it. A token that is refused comes back with the reason, and the player is asked again."""
    prefix: list[str] = []
    while token := asked(name, step):
        if token == "resign":
            call(f"{seat}/resign", {})
            return
        try:
            step = call(f"{seat}/compose", {"ply": ply, "prefix": [*prefix, token]})
            prefix.append(token)
        except HTTPError as refusal:
            print(f"{name}: {json.load(refusal)['reason']}")
    print(f"{name}: you submit {call(f'{seat}/submit', {'ply': ply, 'text': step['whole']})['text']}")


def main(server: str, variant: str, ann: str = "Ann", bob: str = "Bob") -> None:
    """Make a match, seat both players, and go from change to change until it is over."""
    made = call(f"{server}/api/matches", {"variant": variant, "seats": {"A": "friend", "B": "friend"}, "settings": {"untimed": True}})
    players = {f"{server}/api/seats/{made['seats'][seat]}": name for seat, name in (("A", ann), ("B", bob))}
    for seat, name in players.items():
        call(seat, {"name": name})
    now: Any = {"version": 0, "log": [], "table": {"state": "running"}}
    while now["table"]["state"] != "over":
        told = len(now["log"])
        now = call(f"{server}/api/matches/{made['id']}?pictures=none&since={now['version']}&wait=20000")
        for beat in now["log"][told:]:
            print(f"all: {beat['words']}")
        for seat, name in players.items():
            mine = call(f"{seat}?pictures=none")
            if mine["step"]:
                move(seat, name, mine["seen"]["ply"], mine["step"])
    print(f"all: {now['seen']['ending']}", f"all: {server}/r/{made['id']}", sep="\n")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except HTTPError as refusal:
        sys.exit(f"{refusal.code}: {json.load(refusal)['reason']}")
