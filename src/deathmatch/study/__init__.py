"""Experiments with many bots: tournaments that can be continued, ratings with intervals, and pictures of the results (docs/research.md)."""
