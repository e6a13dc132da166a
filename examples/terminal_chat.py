"""A front end in a chat, with the terminal as the chat: two people play a whole match over the HTTP API (docs/api.md).

    python examples/terminal_chat.py http://127.0.0.1:8000 GAME/VARIANT [Ann Bob] < answers

Lines that begin with `all:` are for everybody, those that begin with a name for that player alone. A player who is asked answers with a
number of the list, with a word, or with `resign`. At the end of the input the first answer is taken each time; if there is none, the
player resigns. It needs httpx (`pip install httpx`).
"""

import sys
import time
from contextlib import suppress
from typing import Any

import httpx

CHAT = httpx.Client(timeout=60)


def call(address: str, body: Any = None) -> Any:
    """The answer of the server, asked for again while it is too busy, restarts or cannot be reached; a refusal has a `reason`."""
    while True:
        with suppress(httpx.TransportError):
            if (answer := CHAT.request("GET" if body is None else "POST", address, json=body)).status_code not in (429, 502, 503):
                return answer.json()
        time.sleep(2)


def asked(name: str, step: Any, reason: str) -> str:
    """The next token of a move, privately: a button of the list, or what the player types. Empty to submit the move."""
    choices = {} if step.get("whole") is None else {"": f"submit: {step.get('said') or step['whole']}"}
    choices |= {choice["token"]: choice["label"] for choice in step.get("choices", [])}
    if number := step.get("number"):
        choices[str(number["low"])] = f"a number from {number['low']} to {number['high']}"
    print(f"{name}: {reason or step['prompt']}", *[f"  {n} {label}" for n, label in enumerate(choices.values(), 1)], sep=f"\n{name}:")
    answer = sys.stdin.readline().strip() or ("1" if choices else "resign")
    return dict(zip(map(str, range(1, len(choices) + 1)), choices, strict=True)).get(answer, answer)


def move(seat: str, name: str, ply: int, step: Any) -> Any:
    """Compose a move token by token and submit it. After a token that is refused the player is asked the same again, with the reason."""
    prefix, reason = list[str](), ""
    while token := asked(name, step, reason):
        if token == "resign":
            return call(f"{seat}/resign", {})
        after = call(f"{seat}/compose", {"ply": ply, "prefix": [*prefix, token]})
        if not (reason := after.get("reason", "")):
            step, prefix = after, [*prefix, token]
    told = call(f"{seat}/submit", {"ply": ply, "text": step["whole"]})
    return print(f"{name}: {told.get('reason') or 'you submit ' + told['text']}")


# Make a match, seat both players, and go from change to change until it is over.
server, variant, ann, bob = (*sys.argv[1:], "Ann", "Bob")[:4]
made = call(f"{server}/api/matches", {"variant": variant, "seats": {"A": "me", "B": "friend"}, "name": ann, "pace": "none"})
if "reason" in made:
    sys.exit(made["reason"])
players = {f"{server}/api/seats/{made['seats'][seat]}": name for seat, name in (("A", ann), ("B", bob))}
call(f"{server}/api/seats/{made['seats']['B']}", {"name": bob})
now: Any = {"version": 0, "log": [], "table": {"state": "running"}}
while now["table"]["state"] != "over":
    before, now = now, call(f"{server}/api/matches/{made['id']}?pictures=none&since={now['version']}&wait=20000")
    print(*[f"all: {beat['words']}\n" for beat in now["log"][len(before["log"]) :]], sep="", end="")
    for seat, name in players.items():
        if (mine := call(f"{seat}?pictures=none"))["step"]:
            move(seat, name, mine["seen"]["ply"], mine["step"])
print(f"all: {now['seen']['ending']}", f"all: {server}/r/{made['id']}", sep="\n")
