"""What Discord refuses: the limits of its public documentation, checked on the payloads that a client sends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

ROWS, BUTTONS, OPTIONS = 5, 5, 25  # rows a message, buttons a row, options a select or a command
COMMANDS, EMBEDS, EMBED_TOTAL, INPUT = 100, 10, 6_000, 4_000
THREAD_NAME, FILES, FILE_BYTES = 100, 10, 10 * 1024 * 1024
NAME = re.compile(r"[-_'\w]{1,32}")
LINK = 5  # the style of a button that opens an address
ROW, BUTTON, SELECT, TEXT = 1, 2, 3, 4  # kinds of components

Letters = Mapping[str, tuple[int, int]]
"""A text of an object -> the least and the most of its letters."""

MESSAGE: Letters = {"content": (0, 2_000)}
ATTACHMENT: Letters = {"description": (0, 1_024)}
EMBED: Letters = {"title": (0, 256), "description": (0, 4_096)}
PRESSED: Letters = {"custom_id": (1, 100)}
LABEL: Letters = {"label": (1, 80)}
PLACEHOLDER: Letters = {"placeholder": (0, 150)}
OPTION: Letters = {"label": (1, 100), "value": (1, 100), "description": (0, 100)}
MODAL: Letters = {"custom_id": (1, 100), "title": (1, 45)}
FIELD: Letters = {"label": (0, 45), "placeholder": (0, 100)}
COMMAND: Letters = {"description": (1, 100)}
CHOICE: Letters = {"name": (1, 100), "value": (1, 100)}


def _texts(what: str, given: Mapping[str, Any], limits: Letters) -> Iterator[str]:
    """The texts of an object that have too few or too many letters."""
    for key, (least, most) in limits.items():
        letters = len(str(given.get(key) or ""))
        if not least <= letters <= most:
            yield f"{what}: {key} of {letters} letters"


def of_message(body: Mapping[str, Any], files: Mapping[str, bytes]) -> Iterator[str]:
    """Everything that is wrong with a message."""
    embeds = body.get("embeds") or []
    yield from _texts("message", body, MESSAGE)
    if len(embeds) > EMBEDS or len(files) > FILES:
        yield f"embeds: {len(embeds)}, files: {len(files)}"
    for embed in embeds:
        yield from _texts("embed", embed, EMBED)
        if sum(len(embed.get(key) or "") for key in EMBED) > EMBED_TOTAL:
            yield "embed: total"
        address = (embed.get("image") or {}).get("url", "")
        if address.startswith("attachment://") and address.removeprefix("attachment://") not in files:
            yield f"embed: {address} is not attached"
    yield from _of_rows(body.get("components") or [])
    for name, content in files.items():
        if len(content) > FILE_BYTES:
            yield f"file {name}: {len(content)} bytes"
    for attachment in body.get("attachments") or []:
        yield from _texts("attachment", attachment, ATTACHMENT)


def is_empty(body: Mapping[str, Any], files: Mapping[str, bytes]) -> bool:
    """Whether a message has nothing in it."""
    return not (body.get("content") or body.get("embeds") or body.get("components") or files)


def _of_rows(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if len(rows) > ROWS:
        yield f"components: {len(rows)} rows"
    ids: list[str] = []
    for row in rows:
        parts = row.get("components") or []
        kinds = {part["type"] for part in parts}
        if row["type"] != ROW or not parts:
            yield "components: not a row"
        if kinds not in ({BUTTON}, {SELECT}) or (kinds == {SELECT} and len(parts) > 1) or len(parts) > BUTTONS:
            yield f"components: a row of {sorted(part['type'] for part in parts)}"
        for part in parts:
            yield from _of_part(part)
            ids += [part["custom_id"]] if "custom_id" in part else []
    if len(ids) != len(set(ids)):
        yield "components: the same custom_id twice"


def _of_part(part: Mapping[str, Any]) -> Iterator[str]:
    if part["type"] == BUTTON and part["style"] == LINK:
        if "custom_id" in part or not str(part.get("url", "")).startswith(("http://", "https://")):
            yield "button: a link has an address and no custom_id"
    else:
        yield from _texts("component", part, PRESSED)
    if part["type"] == BUTTON:
        yield from _texts("button", part, LABEL)
        return
    options = part.get("options") or []
    yield from _texts("select", part, PLACEHOLDER)
    if not 1 <= len(options) <= OPTIONS or len({option["value"] for option in options}) != len(options):
        yield f"select: {len(options)} options, or the same value twice"
    for option in options:
        yield from _texts("select", option, OPTION)


def of_modal(data: Mapping[str, Any]) -> Iterator[str]:
    """Everything that is wrong with a modal of text inputs."""
    rows = data.get("components") or []
    yield from _texts("modal", data, MODAL)
    if not 1 <= len(rows) <= ROWS:
        yield f"modal: {len(rows)} rows"
    for part in (part for row in rows for part in row["components"]):
        yield from _texts("modal", part, FIELD)
        if part["type"] != TEXT or not 1 <= part.get("max_length", INPUT) <= INPUT:
            yield "modal: a text input, or its max_length"


def of_commands(commands: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Everything that is wrong with a list of slash commands."""
    if len(commands) > COMMANDS:
        yield f"commands: {len(commands)}"
    for one in commands:
        options = one.get("options") or []
        required = [bool(option.get("required")) for option in options]
        if len(options) > OPTIONS or required != sorted(required, reverse=True):
            yield f"command {one['name']}: {len(options)} options, or a required one after one that is not"
        for part in (one, *options):
            yield from _texts(f"command {one['name']}", part, COMMAND)
            if not NAME.fullmatch(part["name"]) or part["name"] != part["name"].lower() or len(part.get("choices") or []) > OPTIONS:
                yield f"command {one['name']}: name or choices of {part['name']}"


def of_choices(choices: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Everything that is wrong with the answer to an autocompletion."""
    if len(choices) > OPTIONS:
        yield f"choices: {len(choices)}"
    for choice in choices:
        yield from _texts("choice", choice, CHOICE)
