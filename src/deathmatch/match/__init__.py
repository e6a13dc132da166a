"""The referee, sans-I/O: text and times in, events and views out. A game is handed in; this package knows none."""
