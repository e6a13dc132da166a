"""Where the logs are kept: one narrow interface, and the store behind it."""
