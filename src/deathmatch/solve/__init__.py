"""General algorithms over plain arrays and functions; they know no game. One file each."""
