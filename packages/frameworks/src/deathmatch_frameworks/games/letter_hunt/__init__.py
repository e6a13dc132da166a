"""Letter Hunt: its encoding."""
