"""The base of messages and entries whose values may be secret."""

from __future__ import annotations


class Private:
    """Its `repr` is the name of the class without any value, because it may end in a log or in a traceback."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"
