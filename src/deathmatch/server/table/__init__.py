"""A table as a value: its log, the sum of its entries, and the commands that add entries. No I/O, no connections, no clock."""
