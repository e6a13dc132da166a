"""A stand-in for Discord on this machine, for tests, and for people who try the front end without a token."""
