"""What Discord refuses: the limits of its public documentation, checked on the payloads that a client sends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

CONTENT = 2_000  # letters of a message
EMBEDS, EMBED_TITLE, EMBED_DESCRIPTION, EMBED_FOOTER, EMBED_TOTAL = 10, 256, 4_096, 2_048, 6_000
ROWS, BUTTONS, OPTIONS = 5, 5, 25  # rows a message, buttons a row, options a select or a command
CUSTOM_ID, LABEL, OPTION, PLACEHOLDER = 100, 80, 100, 150  # letters
MODAL_TITLE, INPUT_LABEL, INPUT = 45, 45, 4_000
THREAD_NAME, FILES, FILE_BYTES, ALT = 100, 10, 10 * 1024 * 1024, 1_024
NAME = re.compile(r"[-_'\w]{1,32}")
LINK = 5  # the style of a button that opens an address
ROW, BUTTON, SELECT, TEXT = 1, 2, 3, 4  # kinds of components


def of_message(body: Mapping[str, Any], files: Mapping[str, bytes]) -> Iterator[str]:
    """Everything that is wrong with a message."""
    content, embeds, rows = body.get("content") or "", body.get("embeds") or [], body.get("components") or []
    if len(content) > CONTENT:
        yield f"content: {len(content)} letters"
    if len(embeds) > EMBEDS:
        yield f"embeds: {len(embeds)}"
    for embed in embeds:
        yield from _of_embed(embed)
    yield from _of_rows(rows)
    if len(files) > FILES:
        yield f"files: {len(files)}"
    for name, content_ in files.items():
        if len(content_) > FILE_BYTES:
            yield f"file {name}: {len(content_)} bytes"
    for attachment in body.get("attachments") or []:
        if len(attachment.get("description") or "") > ALT:
            yield "attachment: description"
    for embed in embeds:
        address = (embed.get("image") or {}).get("url", "")
        if address.startswith("attachment://") and address.removeprefix("attachment://") not in files:
            yield f"embed: {address} is not attached"


def is_empty(body: Mapping[str, Any], files: Mapping[str, bytes]) -> bool:
    """Whether a message has nothing in it."""
    return not (body.get("content") or body.get("embeds") or body.get("components") or files)


def _of_embed(embed: Mapping[str, Any]) -> Iterator[str]:
    texts = {"title": EMBED_TITLE, "description": EMBED_DESCRIPTION}
    for key, most in texts.items():
        if len(embed.get(key) or "") > most:
            yield f"embed: {key}"
    footer = (embed.get("footer") or {}).get("text", "")
    if len(footer) > EMBED_FOOTER:
        yield "embed: footer"
    if sum(len(embed.get(key) or "") for key in texts) + len(footer) > EMBED_TOTAL:
        yield "embed: total"


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
    elif not 1 <= len(part.get("custom_id", "")) <= CUSTOM_ID:
        yield f"custom_id: {len(part.get('custom_id', ''))} letters"
    if part["type"] == BUTTON and not 1 <= len(part.get("label") or "") <= LABEL:
        yield f"button: a label of {len(part.get('label') or '')} letters"
    if part["type"] == SELECT:
        yield from _of_select(part)


def _of_select(part: Mapping[str, Any]) -> Iterator[str]:
    options = part.get("options") or []
    if not 1 <= len(options) <= OPTIONS:
        yield f"select: {len(options)} options"
    if len(part.get("placeholder") or "") > PLACEHOLDER:
        yield "select: placeholder"
    if len({option["value"] for option in options}) != len(options):
        yield "select: the same value twice"
    for option in options:
        texts = (option["label"], option["value"], option.get("description") or "-")
        if any(not 1 <= len(text) <= OPTION for text in texts):
            yield f"select: an option of {[len(text) for text in texts]} letters"


def of_modal(data: Mapping[str, Any]) -> Iterator[str]:
    """Everything that is wrong with a modal of text inputs."""
    if not 1 <= len(data.get("custom_id", "")) <= CUSTOM_ID:
        yield "modal: custom_id"
    if not 1 <= len(data.get("title") or "") <= MODAL_TITLE:
        yield f"modal: a title of {len(data.get('title') or '')} letters"
    rows = data.get("components") or []
    if not 1 <= len(rows) <= ROWS:
        yield f"modal: {len(rows)} rows"
    for row in rows:
        for part in row["components"]:
            if part["type"] != TEXT or len(part.get("label") or "") > INPUT_LABEL or len(part.get("placeholder") or "") > OPTION:
                yield "modal: a text input"
            if not 1 <= part.get("max_length", INPUT) <= INPUT:
                yield "modal: max_length"


def of_commands(commands: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Everything that is wrong with a list of slash commands."""
    if len(commands) > 100:
        yield f"commands: {len(commands)}"
    for one in commands:
        if not _is_name(one["name"]) or not 1 <= len(one["description"]) <= 100:
            yield f"command {one['name']}: name or description"
        options = one.get("options") or []
        if len(options) > OPTIONS:
            yield f"command {one['name']}: {len(options)} options"
        required = [bool(option.get("required")) for option in options]
        if required != sorted(required, reverse=True):
            yield f"command {one['name']}: a required option after one that is not"
        for option in options:
            if not _is_name(option["name"]) or not 1 <= len(option["description"]) <= 100 or len(option.get("choices") or []) > OPTIONS:
                yield f"command {one['name']}: option {option['name']}"


def of_choices(choices: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Everything that is wrong with the answer to an autocompletion."""
    if len(choices) > OPTIONS or any(not 1 <= len(str(choice[key])) <= OPTION for choice in choices for key in ("name", "value")):
        yield f"choices: {len(choices)}"


def _is_name(text: str) -> bool:
    return bool(NAME.fullmatch(text)) and text == text.lower()
