"""The storage of the logs: one narrow interface, and the store behind it."""
