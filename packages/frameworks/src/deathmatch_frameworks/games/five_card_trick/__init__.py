"""Five Card Trick: its encoding and its batches of matches."""
