"""The description of the API (OpenAPI) with the refusals of each operation, which handlers alone do not tell."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from deathmatch.core.themes import THEMES
from deathmatch.server.wire.frames import PICTURES

Json = dict[str, Any]

FILES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "/r/{key}.png": ("image/png", "A position of a finished match as PNG: in which question `ply` opened, by default the last.", ("ply",)),
    "/r/{key}.gif": ("image/gif", "A finished match as an animated GIF of at most 60 pictures.", ()),
    "/r/{key}.dm": ("text/plain; charset=utf-8", "The record of a finished match, for those who may have it.", ()),
    "/w/{key}.png": ("image/png", "The public state of a table as PNG, as its spectators are shown it now.", ()),
}
"""The files of a match: media type, description, and parameters besides eye and theme. The handlers of these addresses serve pages too."""

BASE64: Json = {"contentEncoding": "base64", "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}
"""The text of a field whose type is bytes."""


def describe(schema: Json) -> Json:
    """The description that the framework has made, with all refusals."""
    schemas = schema["components"]["schemas"]
    schemas["Refused"] = REFUSED
    schema["paths"] |= {path: {"get": _file(path, *told)} for path, told in FILES.items()}
    for methods in schema["paths"].values():
        for operation in methods.values():
            operation["responses"].pop("400", None)  # the framework describes one that it never sends here
            operation["responses"]["default"] = REFUSAL
            for parameter in operation.get("parameters", []):
                if parameter["name"] == "pictures" and parameter["schema"]["type"] == "string":
                    parameter["schema"]["enum"] = list(PICTURES)
            _close(operation.get("requestBody", {}), schemas)
    schemas["Archive"]["properties"]["archive"] |= BASE64
    schemas["Results"]["properties"]["file"] |= BASE64
    return schema


def _file(path: str, kind: str, words: str, more: tuple[str, ...]) -> Json:
    """The operation that serves a file of a match."""
    names = () if kind.startswith("text") or path.startswith("/w/") else (*more, "eye", "theme")
    kinds: Mapping[str, Json] = {
        "ply": {"type": "integer", "default": -1},
        "eye": {"type": "string", "default": "", "description": "A, B, public or onlooker-N; your own by default"},
        "theme": {"type": "string", "enum": list(THEMES), "default": "light"},
    }
    return {
        "tags": ["replay"],
        "summary": words,
        "operationId": f"File{path.replace('/{key}.', '').replace('/', '').title()}",
        "parameters": [
            {"name": "key", "in": "path", "required": True, "schema": {"type": "string"}},
            *({"name": name, "in": "query", "required": False, "schema": kinds[name]} for name in names),
        ],
        "responses": {"200": {"description": "The file.", "content": {kind: {"schema": {"type": "string", "format": "binary"}}}}},
    }


def _close(part: Any, schemas: Json) -> None:
    """Everything that a body refers to has no other fields than those described; a body with an unknown field is refused."""
    if isinstance(part, dict):
        name = str(part.get("$ref", "")).rsplit("/", 1)[-1]
        if name and "additionalProperties" not in schemas[name]:
            schemas[name]["additionalProperties"] = False
            _close(schemas[name], schemas)
        for inner in part.values():
            _close(inner, schemas)
    elif isinstance(part, list):
        for inner in part:
            _close(inner, schemas)


REFUSED: Json = {
    "title": "Refused",
    "type": "object",
    "description": "The request was not accepted; nothing changed.",
    "properties": {
        "type": {"type": "string", "const": "refused"},
        "about": {"type": "string", "description": "the last part of the address, or `request`"},
        "reason": {"type": "string", "description": "one sentence without a full stop"},
        "rule": {"type": "string", "description": "of the book, if a rule refuses it"},
        "position": {"type": "integer", "description": "in the text sent, where reading stopped"},
        "n": {"type": "integer"},
        "encodings": {
            "type": "array",
            "description": "the ways to read a file that is not UTF-8, the likeliest first; send it again with one of them",
            "items": {
                "type": "object",
                "properties": {name: {"type": "string"} for name in ("encoding", "title", "sample")},
                "required": ["encoding", "title", "sample"],
            },
        },
    },
    "required": ["type", "about", "reason"],
}


REFUSAL: Json = {
    "description": "Refused; docs/api.md has the statuses. With 429 and 503 the header Retry-After says when to ask again.",
    "headers": {"Retry-After": {"schema": {"type": "string"}, "description": "seconds"}},
    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}},
}


class Described(JsonRenderPlugin):
    """Serves the whole description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        """The description as JSON."""
        return super().render(request, describe(openapi_schema))
