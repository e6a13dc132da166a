"""Guidance Rite: its encoding and its batches of matches."""
