"""Even Groups: its encoding and its batches of matches."""
