"""The description of the API (OpenAPI) with the refusals of each operation, which handlers alone do not tell."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin

from deathmatch.server.wire.frames import PICTURES
from deathmatch.server.wire.messages import Refused

Json = dict[str, Any]

BASE64: Json = {"contentEncoding": "base64", "pattern": "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"}
"""The text of a field whose type is bytes."""


def describe(schema: Json) -> Json:
    """The description that the framework has made, with all refusals."""
    schemas = schema["components"]["schemas"]
    schemas |= msgspec.json.schema_components((Refused,), ref_template="#/components/schemas/{name}")[1]
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
