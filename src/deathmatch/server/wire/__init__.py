"""The wire: every message, the bodies of plain HTTP, and how values become frames."""
