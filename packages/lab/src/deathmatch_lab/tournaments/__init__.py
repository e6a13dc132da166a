"""Experiments with many bots: tournaments that can be continued, ratings, and tables of every decision (docs/research.md)."""
