"""What each game brings to other frameworks: its encoding, and its rules for batches of matches."""
