"""Letter Hunt: its encoding and its batches of matches."""
