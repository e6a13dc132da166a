"""Bodies of requests, read as strictly as they are described: no 0 for false, no "7" for 7."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request
from litestar.exceptions import ValidationException


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body is a value of the type that its handler wants. The framework itself would convert types that differ."""

    async def json(self) -> Any:
        """The body as its handler declares it; raises ValidationException."""
        body, wanted = await super().json(), self.route_handler.parsed_data_field
        if wanted is None:
            return body
        try:
            return msgspec.convert(body, wanted.annotation)
        except msgspec.ValidationError as error:
            message, _, place = str(error).partition(" - at ")
            detail = {"key": place.strip("`").removeprefix("$").lstrip("."), "message": message}
            raise ValidationException(extra=[detail]) from None
