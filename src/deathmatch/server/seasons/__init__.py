"""Seasons as values: their logs, their standings, and the files that carry them from one server to another. Everything here is pure."""
