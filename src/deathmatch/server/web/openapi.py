"""The description of the API (OpenAPI) with every status that each operation can answer, which handlers alone do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from deathmatch.core.themes import THEMES
from deathmatch.server.wire.frames import PICTURES

Json = dict[str, Any]

REFUSALS: Mapping[int, str] = {
    400: "The request is not as described here.",
    403: "Not allowed for this role, or the request comes from a page of another site.",
    404: "There is no such link, lesson or address. For links the answer is the same for a wrong link and for one that never existed.",
    409: "Not possible now: another question is open, the seat is taken, or the match is not over.",
    410: "The host has given the seat of this link to a substitute.",
    413: "The body is too long.",
    415: "The body is not sent as application/json.",
    421: "The Host header names another server.",
    422: "The text cannot be read, the rules refuse it, or a value is not allowed.",
    429: "Too much at once; the header Retry-After says when to ask again.",
    500: "An error in the server stopped the request, or the match is damaged on its disk.",
    503: "It could not be saved, or the server is stopping or full: ask again.",
}
"""The statuses of refusals and their meanings; the body is always a Refused."""

FILES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "/r/{key}.png": ("image/png", "A position of a finished match as PNG: in which question `ply` opened, by default the last.", ("ply",)),
    "/r/{key}.gif": ("image/gif", "A finished match as an animated GIF of at most 60 pictures.", ()),
    "/r/{key}.dm": ("text/plain; charset=utf-8", "The record of a finished match, for those who may have it.", ()),
    "/w/{key}.png": ("image/png", "The public state of a table as PNG, as its spectators are shown it now.", ()),
}
"""The files of a match: media type, description, and parameters besides eye and theme. The handlers of these addresses serve pages too."""

BASE64: Json = {"contentEncoding": "base64", "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}
"""The text of a field whose type is bytes."""

ALWAYS = (403, 421, 429, 500, 503)
OF_LINK = (400, 404, 409, 410, 422)
OF_ACCOUNT = (404, 409)
OF_PLAYERS = ("/api/seasons", "/api/series")
OF_LESSON = (400, 404, 409, 422)
OF_BODY = (400, 413, 415, 422)


def refusals(path: str, operation: Json) -> Iterator[int]:
    """The statuses by which an operation can refuse."""
    yield from ALWAYS
    if "{key}" in path:
        yield from OF_LINK
    if path.startswith("/api/account"):
        yield from OF_ACCOUNT
    if path.startswith(OF_PLAYERS) and "requestBody" in operation:
        yield 409  # two players of one name
    if "{at" in path:
        yield from OF_LESSON
    if "requestBody" in operation:
        yield from OF_BODY
    if operation.get("parameters"):
        yield 400


def describe(schema: Json) -> Json:
    """The description that the framework has made, with all refusals."""
    schemas = schema["components"]["schemas"]
    schemas["Refused"] = REFUSED
    schema["paths"] |= {path: {"get": _file(path, *told)} for path, told in FILES.items()}
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            responses = operation["responses"]
            for status in sorted(set(refusals(path, operation))):
                if status == 400 or str(status) not in responses:  # the framework describes a 400 that it never sends here
                    responses[str(status)] = _response(status)
            operation["responses"] = dict(sorted(responses.items()))
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


def _response(status: int) -> Json:
    headers = {"Retry-After": {"schema": {"type": "string"}, "description": "seconds"}} if status in (429, 503) else {}
    body = {"application/json": {"schema": {"$ref": "#/components/schemas/Refused"}}}
    return {"description": REFUSALS[status], "content": body} | ({"headers": headers} if headers else {})


class Described(JsonRenderPlugin):
    """Serves the whole description."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: Json) -> bytes:
        """The description as JSON."""
        return super().render(request, describe(openapi_schema))
