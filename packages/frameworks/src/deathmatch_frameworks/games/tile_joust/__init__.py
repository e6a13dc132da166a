"""Tile Joust: its encoding and its batches of matches."""
